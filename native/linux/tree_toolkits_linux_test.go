package linux_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
	"pace/native/linux/linuxtest"
)

// toolkits are the fixtures, which show the same controls.
var toolkits = []struct {
	fixture string
	kit     desktop.Toolkit
}{
	{"gtk3.py", desktop.GTK3}, {"gtk4.py", desktop.GTK4}, {"qt5.py", desktop.Qt}, {"page.py", desktop.Chromium},
}

// inEach runs a test against each toolkit's fixture with the given controls.
func inEach(t *testing.T, only, shows string, test func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program)) {
	for _, k := range toolkits {
		t.Run(string(k.kit), func(t *testing.T) {
			d := linuxtest.Start(t, linuxtest.Options{})
			e := open(t, d, nil)
			p := d.Launch(t, k.fixture, "--only", only)
			app := e.app(t, p, shows)
			require.Equal(t, k.kit, app.Toolkit)
			test(t, e, app, p)
		})
	}
}

func TestEveryToolkitsControlsHaveTheSameRolesAndNames(t *testing.T) {
	inEach(t, "now,disabled,name,notes,secret,agree,size,level,colour,tabs", "Now", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		s := e.snapshot(t, app)
		for _, want := range []struct {
			role desktop.Role
			name string
			has  desktop.State
			not  desktop.State
		}{
			{desktop.Button, "Now", desktop.Enabled | desktop.Visible, desktop.Secure},
			{desktop.Button, "Disabled", desktop.Visible, desktop.Enabled},
			{desktop.TextField, "Name", desktop.Enabled | desktop.Editable, desktop.MultiLine},
			{desktop.TextField, "Notes", desktop.Editable | desktop.MultiLine, 0},
			{desktop.Password, "Secret", desktop.Secure, 0},
			{desktop.CheckBox, "Agree", desktop.Checkable, desktop.Checked},
			{desktop.Slider, "Level", desktop.Visible, 0},
			{desktop.Combo, "Colour", desktop.Visible, 0},
			{desktop.Tab, "General", desktop.Visible, 0},
			{desktop.Tab, "Advanced", desktop.Visible, 0},
			{desktop.Button, "Apply general", desktop.Visible, 0},
		} {
			x := must(t, s, want.role, want.name)
			require.True(t, x.Has(want.has), "%s is %s", x.Describe(), x.State)
			require.False(t, want.not != 0 && x.Has(want.not), "%s is %s", x.Describe(), x.State)
			require.Equal(t, desktop.WindowRole, x.Path[0].Role)
			require.True(t, strings.HasPrefix(x.Path[0].Name, p.Title), "%v", x.Path)
			require.Equal(t, want.name, x.Path[len(x.Path)-1].Name)
		}
		require.Nil(t, find(s, desktop.Button, "Apply advanced"), "it is on the tab behind")
		require.Equal(t, "20", must(t, s, desktop.Slider, "Level").Value)
		require.Equal(t, 100.0, must(t, s, desktop.Slider, "Level").Max)
		require.Equal(t, "Red", must(t, s, desktop.Combo, "Colour").Value)
		medium := find(s, desktop.Radio, "Medium")
		if app.Toolkit == desktop.GTK4 {
			medium = find(s, desktop.CheckBox, "Medium") // GTK 4.8 does not tell them apart
		}
		require.NotNil(t, medium)
	})
}

func TestAPressIsSeenInTheProgramsOwnLogAndOnTheScreen(t *testing.T) {
	inEach(t, "now", "Now", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		e.do(t, must(t, e.snapshot(t, app), desktop.Button, "Now"), desktop.Press, desktop.Arg{})
		p.AwaitEffect(t, "Now", "now 1")
		e.until(t, desktop.Scope{App: app.Ref}, "the status", func(ctx context.Context) bool {
			s, err := e.Snapshot(ctx, desktop.Scope{App: app.Ref}, generous)
			require.NoError(t, err)
			for _, x := range s.Elements {
				if strings.Contains(x.Name+x.Value, "Status: now 1") {
					return true
				}
			}
			return false
		})
	})
}

func TestTextIsSetInsertedAndReadBackWhole(t *testing.T) {
	inEach(t, "name,notes", "Name", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		name := must(t, e.snapshot(t, app), desktop.TextField, "Name")
		if !name.Can(desktop.SetText) {
			t.Skipf("%s offers no text through its own interface", app.Toolkit)
		}
		const first, rest = "Grüße, Ω", " 你好 🙂"
		e.do(t, name, desktop.SetText, desktop.Arg{Text: first})
		e.becomes(t, name, "holds the text", func(x desktop.Element) bool { return x.Value == first })
		if name.Can(desktop.Insert) {
			e.do(t, name, desktop.Insert, desktop.Arg{Text: rest})
			now := e.becomes(t, name, "holds both", func(x desktop.Element) bool { return x.Value != first })
			require.Contains(t, []string{first + rest, rest + first}, now.Value, "whole, at the caret, wherever that was")
		}
		whole, err := e.Text(t.Context(), name.Ref)
		require.NoError(t, err)
		require.Contains(t, whole, first)

		notes := must(t, e.snapshot(t, app), desktop.TextField, "Notes")
		long := strings.Repeat("Zeile 🙂\n", 400)
		e.do(t, notes, desktop.SetText, desktop.Arg{Text: long})
		now := e.becomes(t, notes, "holds the long text", func(x desktop.Element) bool { return len(x.Value) > 1000 })
		require.LessOrEqual(t, len(now.Value), desktop.MaxValue)
		require.True(t, strings.HasPrefix(long, now.Value))
		whole, err = e.Text(t.Context(), notes.Ref)
		require.NoError(t, err)
		require.Equal(t, long, whole)
	})
}

func TestAPasswordIsNeverReadNorSet(t *testing.T) {
	inEach(t, "secret,name", "Name", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		var mu sync.Mutex
		var asked []string
		e.client.OnCall(func(to atspi.Ref, method string, args []any) {
			mu.Lock()
			defer mu.Unlock()
			if what := fmt.Sprint(method, args); strings.Contains(what, "Text") {
				asked = append(asked, to.Path+" "+what)
			}
		})
		secret := must(t, e.snapshot(t, app), desktop.Password, "Secret")
		require.True(t, secret.Has(desktop.Secure))
		for _, v := range []desktop.Verb{desktop.SetText, desktop.Insert} {
			require.False(t, secret.Can(v))
			require.ErrorIs(t, e.actor.Do(t.Context(), secret.Ref, v, desktop.Arg{Text: "x"}), desktop.ErrSecret)
		}
		_, err := e.Text(t.Context(), secret.Ref)
		require.ErrorIs(t, err, desktop.ErrSecret)
		now, err := e.Read(t.Context(), secret.Ref)
		require.NoError(t, err)
		require.Empty(t, now.Value)
		require.True(t, now.Has(desktop.Secure))

		// The field beside it shows that the hook sees what it is there to see.
		name := must(t, e.snapshot(t, app), desktop.TextField, "Name")
		_, err = e.Read(t.Context(), name.Ref)
		require.NoError(t, err)
		mu.Lock()
		defer mu.Unlock()
		require.NotEmpty(t, asked)
		for _, a := range asked {
			require.False(t, strings.HasPrefix(a, secret.Ref.ID+" "), a)
		}
	})
}

func TestTheTabBehindComesForwardBySelectOrPress(t *testing.T) {
	inEach(t, "tabs", "General", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		tab := must(t, e.snapshot(t, app), desktop.Tab, "Advanced")
		switch {
		case tab.Can(desktop.Select):
			e.do(t, tab, desktop.Select, desktop.Arg{})
		case tab.Can(desktop.Press):
			e.do(t, tab, desktop.Press, desktop.Arg{})
		default:
			t.Fatalf("neither: %v", tab.Verbs)
		}
		e.until(t, desktop.Scope{App: app.Ref}, "the page behind", func(ctx context.Context) bool {
			s, err := e.Snapshot(ctx, desktop.Scope{App: app.Ref}, generous)
			require.NoError(t, err)
			return find(s, desktop.Button, "Apply advanced") != nil && find(s, desktop.Button, "Apply general") == nil
		})
	})
}

func TestANumberIsSetAndReadBack(t *testing.T) {
	inEach(t, "level", "Level", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		level := must(t, e.snapshot(t, app), desktop.Slider, "Level")
		require.True(t, level.Can(desktop.SetValue))
		e.do(t, level, desktop.SetValue, desktop.Arg{Number: 75})
		e.becomes(t, level, "is 75", func(x desktop.Element) bool { return x.Value == "75" })
		p.AwaitEffect(t, "Level", "level 75")
	})
}

func TestACheckBoxThatOffersAPressChangesItsState(t *testing.T) {
	inEach(t, "agree", "Agree", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		agree := must(t, e.snapshot(t, app), desktop.CheckBox, "Agree")
		if !agree.Can(desktop.Press) {
			require.Equal(t, desktop.GTK4, app.Toolkit, "GTK 4.8 has check boxes without an action")
			require.ErrorIs(t, e.actor.Do(t.Context(), agree.Ref, desktop.Press, desktop.Arg{}), desktop.ErrUnsupported)
			return
		}
		e.do(t, agree, desktop.Press, desktop.Arg{})
		e.becomes(t, agree, "is checked", func(x desktop.Element) bool { return x.Has(desktop.Checked) })
		p.AwaitEffect(t, "Agree", "agree on")
	})
}

func TestFieldsAreNamedByWhatStandsBesideThem(t *testing.T) {
	for _, k := range toolkits {
		t.Run(string(k.kit), func(t *testing.T) {
			d := linuxtest.Start(t, linuxtest.Options{})
			e := open(t, d, nil)
			app := e.app(t, d.Launch(t, k.fixture, "--form"), "Submit")
			s := e.snapshot(t, app)
			for _, name := range []string{"Field 1", "Field 2", "Field 3", "Field 4"} {
				x := must(t, s, desktop.TextField, name)
				if name == "Field 4" {
					require.Equal(t, desktop.NameGeometry, x.NameFrom)
					again, err := e.Read(t.Context(), x.Ref)
					require.NoError(t, err)
					require.Equal(t, name, again.Name, "one element alone keeps the name that its neighbour gave")
				}
			}
		})
	}
}

func TestOneElementReadAfreshIsWhatTheSnapshotSaid(t *testing.T) {
	inEach(t, "now,name,agree,level,tabs,same,menu,colour", "Now", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		s := e.snapshot(t, app)
		fresh := open(t, linuxtest.Start(t, linuxtest.Options{}), nil) // has never seen a snapshot
		for _, x := range s.Elements {
			if x.Role == desktop.Group || x.Role == desktop.Other || x.Role == desktop.ScrollBar {
				continue
			}
			if app.Toolkit == desktop.Chromium && !slices.ContainsFunc(x.Path, func(s desktop.Step) bool { return s.Role == desktop.Document }) {
				continue // its own window changes by itself: tabs tell how much memory they take
			}
			got, err := e.Read(t.Context(), x.Ref)
			require.NoError(t, err, x.Describe())
			x.Path = nil
			if !x.Bounds.Empty() {
				require.Equal(t, x.Bounds, got.Bounds, x.Describe())
			}
			x.Bounds = got.Bounds // a snapshot does not locate everything
			// A snapshot takes for granted what is sure to be pressable; a read has asked.
			require.ElementsMatch(t, x.Verbs, got.Verbs, x.Describe())
			x.Verbs = got.Verbs
			if x.Role == desktop.Combo {
				x.Value, got.Value = "", "" // what is chosen is in its children
			}
			require.Equal(t, x, got)

			alone, err := fresh.Read(t.Context(), x.Ref)
			require.NoError(t, err, x.Describe())
			require.Equal(t, x.Role, alone.Role)
			if x.NameFrom == desktop.NameOwn {
				require.Equal(t, x.Name, alone.Name)
			}
		}
	})
}
