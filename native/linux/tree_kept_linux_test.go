package linux_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

// whole reads everything, as whoever looks for a target does.
func (e *eyes) whole(t *testing.T, app desktop.App) desktop.Snapshot {
	t.Helper()
	s, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, desktop.Limits{Hidden: true, Budget: int(limit.Milliseconds())})
	require.NoError(t, err)
	require.Empty(t, s.Truncated)
	return s
}

// seen is what finding a target goes by.
func seen(s desktop.Snapshot) map[desktop.Ref][]string {
	out := map[desktop.Ref][]string{}
	for _, e := range s.Elements {
		shows := "hidden"
		if e.Has(desktop.Visible) {
			shows = "shows"
		}
		grey := "grey"
		if e.Has(desktop.Enabled) {
			grey = "enabled"
		}
		out[e.Ref] = []string{string(e.Role), e.Name, shows, grey}
	}
	return out
}

func TestWhatAProgramShowedIsKeptWhileOnlyContentsChange(t *testing.T) {
	e, p, app := startGTK3(t, "--form")
	s := e.whole(t, app)
	for i, field := range []string{"Field 1", "Field 3"} {
		el := find(s, desktop.TextField, field)
		require.NotNil(t, el)
		require.NoError(t, e.actor.Do(t.Context(), el.Ref, desktop.SetText, desktop.Arg{Text: "as kept"}), "%d", i)
		got, err := e.Text(t.Context(), el.Ref)
		require.NoError(t, err)
		require.Equal(t, "as kept", got)
	}
	box := find(s, desktop.CheckBox, "Field 5")
	require.NoError(t, e.actor.Do(t.Context(), box.Ref, desktop.Press, desktop.Arg{}))
	_, err := e.Peek(t.Context(), box.Ref)
	require.NoError(t, err)
	k, ok := e.Kept(t.Context(), app.Ref)
	require.True(t, ok)
	require.True(t, e.Stands(app.Ref))
	require.Equal(t, seen(e.whole(t, app)), seen(k), "the label that tells of the tick has its new name")
	require.NotEqual(t, seen(s), seen(k), "it was renamed")
	_ = p
}

// Whatever a press did to the window: what is kept afterwards is what a fresh reading gives, or nothing is.
func TestWhatIsKeptIsNeverOtherThanWhatIsThere(t *testing.T) {
	e, _, app := startGTK3(t, "--only", "now,nothing,disabled,move,dialog,revert,name,notes,same,agree,size,level,tabs,menu")
	given := 0
	for _, label := range []string{"Now", "Nothing", "Agree", "Now", "Advanced", "General", "Dialog"} {
		s := e.whole(t, app)
		el := find(s, "", label)
		require.NotNil(t, el, label)
		verb := desktop.Press
		if el.Role == desktop.Tab {
			verb = desktop.Select
		}
		require.NoError(t, e.actor.Do(t.Context(), el.Ref, verb, desktop.Arg{}), label)
		if _, err := e.Read(t.Context(), el.Ref); err != nil {
			require.ErrorIs(t, err, desktop.ErrGone)
		}
		k, ok := e.Kept(t.Context(), app.Ref)
		stands := ok && e.Stands(app.Ref)
		fresh := e.whole(t, app)
		if stands {
			given++
			require.Equal(t, seen(fresh), seen(k), "after %s", label)
		}
		if label == "Dialog" {
			require.False(t, ok, "a dialog opened")
		}
	}
	require.NotZero(t, given, "after “Now” only a label has another text")
}

func TestNothingIsKeptOfAToolkitWhoseSignalsComeLate(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	p := d.Launch(t, "gtk4.py", "--only", "now")
	e := open(t, d, nil)
	app := e.app(t, p, "Now")
	e.whole(t, app)
	_, ok := e.Kept(t.Context(), app.Ref)
	require.False(t, ok)
	require.False(t, e.Stands(app.Ref))
}

func startGTK3(t *testing.T, args ...string) (*eyes, *linuxtest.Program, desktop.App) {
	t.Helper()
	d := linuxtest.Start(t, linuxtest.Options{})
	p := d.Launch(t, "gtk3.py", args...)
	e := open(t, d, nil)
	shows := "Now"
	if args[0] == "--form" {
		shows = "Field 8"
	}
	return e, p, e.app(t, p, shows)
}
