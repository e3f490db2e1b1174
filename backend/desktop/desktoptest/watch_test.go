package desktoptest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func watch(t *testing.T, d *Desk, s desktop.Scope) <-chan desktop.Event {
	t.Helper()
	c, err := d.Desktop().Watcher.Watch(t.Context(), s)
	require.NoError(t, err)
	return c
}

// drained is everything that a stream holds now.
func drained(c <-chan desktop.Event) []desktop.Event {
	var out []desktop.Event
	for {
		select {
		case e, ok := <-c:
			if !ok {
				return out
			}
			out = append(out, e)
		default:
			return out
		}
	}
}

func kinds(es []desktop.Event) []string {
	var out []string
	for _, e := range es {
		out = append(out, string(e.Kind)+" "+e.Detail)
	}
	return out
}

func TestChangesAreSignalledAsToolkitsDo(t *testing.T) {
	d, _, w := form(t)
	field, box, b := w.Text("Name", "old"), w.Check("Wrap", false), w.Button("Go")
	events := watch(t, d, desktop.Scope{})
	do := func(c *Control, v desktop.Verb, a desktop.Arg) []string {
		require.NoError(t, d.Desktop().Actor.Do(t.Context(), c.Ref(), v, a))
		return kinds(drained(events))
	}
	require.Equal(t, []string{"text delete", "text insert", "caret "}, do(field, desktop.SetText, desktop.Arg{Text: "new"}))
	require.Equal(t, []string{"state checked"}, do(box, desktop.Press, desktop.Arg{}))
	require.Equal(t, []string{"state pressed", "state pressed"}, do(b, desktop.Press, desktop.Arg{}), "a press signals though nothing came of it")
	require.Equal(t, []string{"state focused", "focus "}, do(b, desktop.Focus, desktop.Arg{}))
	b.Vanish()
	require.Equal(t, []string{"children removed"}, kinds(drained(events)))
	w.Dialog("Sure?")
	require.Equal(t, []string{"window opened", "state active", "window deactivated", "window activated", "state active"}, kinds(drained(events)))
	w.Close()
	require.Contains(t, kinds(drained(events)), "window closed")
}

func TestAStreamHasOnlyItsScope(t *testing.T) {
	d, a, w := form(t)
	other := a.Window("Other", frame)
	g := w.Group("G")
	in, out := g.Label("in"), w.Label("out")
	far := d.App("Mail", desktop.Qt).Window("Inbox", frame).Label("0 new")
	for scope, want := range map[desktop.Scope]int{
		{App: a.Ref()}:              5,
		{Window: w.ID()}:            2,
		{Root: g.Ref()}:             1,
		{App: far.App().Ref()}:      1,
		{}:                          1, // the application in front: Mail
		{Window: far.Window().ID()}: 1,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		c, err := d.Desktop().Watcher.Watch(ctx, scope)
		require.NoError(t, err)
		in.SetLabel(in.Name() + "!")
		out.SetLabel(out.Name() + "!")
		far.SetLabel(far.Name() + "!")
		x := other.Label("x")
		x.SetLabel("y")
		x.Vanish()
		require.Len(t, drained(c), want, "%+v", scope)
		cancel()
	}
}

func TestAStreamEndsWithItsContextOrItsDesk(t *testing.T) {
	d := NewDesk()
	w := d.App("Notes", desktop.GTK3).Window("Notes", frame)
	ctx, cancel := context.WithCancel(t.Context())
	one, err := d.Desktop().Watcher.Watch(ctx, desktop.Scope{})
	require.NoError(t, err)
	two := watch(t, d, desktop.Scope{})
	cancel()
	for range one { // ends
	}
	w.SetLabel("still watched by two")
	require.NotEmpty(t, <-two)
	require.NoError(t, d.Desktop().Close())
	for range two {
	}
	_, err = d.Desktop().Watcher.Watch(t.Context(), desktop.Scope{})
	require.Error(t, err)
}

func TestWhatDoesNotExistCannotBeWatched(t *testing.T) {
	d, _, w := form(t)
	w.Close()
	for _, s := range []desktop.Scope{{}, {Window: w.ID()}, {Root: w.Ref()}, {App: desktop.Ref{Backend: "fake", App: "x"}}} {
		_, err := d.Desktop().Watcher.Watch(t.Context(), s)
		if !s.Root.Zero() {
			continue // its application lives; the stream will be silent
		}
		require.Error(t, err, "%+v", s)
	}
}

func TestAReaderThatIsTooSlowIsToldOnceThatSignalsWereLost(t *testing.T) {
	d, _, w := form(t)
	l := w.Label("x")
	d.SetEventBuffer(4)
	c := watch(t, d, desktop.Scope{})
	Flood(100)(l)
	got := drained(c)
	require.Len(t, got, 5)
	require.Equal(t, desktop.EventLost, got[4].Kind)
	Flood(2)(l)
	require.Len(t, drained(c), 2, "and goes on when there is room")
	Flood(100)(l)
	got = drained(c)
	require.Equal(t, desktop.EventLost, got[len(got)-1].Kind, "and is told again the next time")
}

func TestSignalsMayGoAstrayComeLateOrBeReportedLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, a, w := form(t)
		l := w.Label("x")
		c := watch(t, d, desktop.Scope{Root: l.Ref()})
		a.DropSignals()
		require.Equal(t, desktop.EventLost, (<-c).Kind, "whatever the scope")
		a.DelaySignals(time.Second)
		start := time.Now()
		l.SetLabel("y")
		require.Equal(t, l.Ref(), (<-c).Source)
		require.Equal(t, time.Second, time.Since(start))
		a.LoseSignals()
		l.SetLabel("z")
		synctest.Wait()
		require.Empty(t, drained(c))
		require.Equal(t, "z", read(t, d, l).Name)
	})
}
