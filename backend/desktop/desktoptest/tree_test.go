package desktoptest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func snapshot(t *testing.T, d *Desk, s desktop.Scope, l desktop.Limits) desktop.Snapshot {
	t.Helper()
	out, err := d.Desktop().Tree.Snapshot(t.Context(), s, l)
	require.NoError(t, err)
	return out
}

func TestAReadIsAlwaysFresh(t *testing.T) {
	d, _, w := form(t)
	l := w.Label("one")
	require.Equal(t, "one", read(t, d, l).Name)
	l.SetLabel("two")
	require.Equal(t, "two", read(t, d, l).Name)
	require.Empty(t, read(t, d, l).Path, "one read gives no path")
}

func TestWhatVanishedIsGoneAndItsRefIsNeverUsedAgain(t *testing.T) {
	d, _, w := form(t)
	seen := map[desktop.Ref]bool{}
	for range 50 {
		b := w.Button("Go")
		require.False(t, seen[b.Ref()])
		seen[b.Ref()] = true
		old := b.Ref()
		b.Vanish()
		for _, err := range []error{
			second(d.Desktop().Tree.Read(t.Context(), old)), second(d.Desktop().Tree.Text(t.Context(), old)),
			second(d.Desktop().Tree.Page(t.Context(), old, 0, 1)), d.Desktop().Actor.Do(t.Context(), old, desktop.Press, desktop.Arg{}),
		} {
			require.ErrorIs(t, err, desktop.ErrGone)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestThePathLeadsBackToTheControl(t *testing.T) {
	d, _, w := form(t)
	w.Button("Save")
	again := w.Button("Save")
	in := w.Group("Address").Text("Street", "")
	s := snapshot(t, d, desktop.Scope{}, desktop.Limits{})
	for _, c := range []*Control{again, in} {
		e, ok := s.ByPath(c.Element().Path)
		require.True(t, ok)
		require.Equal(t, c.Ref(), e.Ref)
		read := read(t, d, c)
		require.Equal(t, read.Name, e.Name)
	}
	require.Equal(t, []string{"window:Notes", "button:Save#2"}, desktop.PathString(again.Element().Path))
	require.Equal(t, []string{"window:Notes", "group:Address", "text:Street"}, desktop.PathString(in.Element().Path))
}

func TestASnapshotIsOfItsScope(t *testing.T) {
	d := New(t)
	mail := d.App("Mail", desktop.Qt).Window("Inbox", frame)
	a := d.App("Notes", desktop.GTK3)
	one, two := a.Window("One", frame), a.Window("Two", frame)
	g := one.Group("G")
	g.Button("In")
	two.Button("Out")
	names := func(s desktop.Scope) string {
		var out []string
		for _, e := range snapshot(t, d, s, desktop.Limits{}).Elements {
			out = append(out, e.Name)
		}
		return strings.Join(out, " ")
	}
	require.Equal(t, "One Two G Out In", names(desktop.Scope{}), "breadth first, the application in front")
	require.Equal(t, "Inbox", names(desktop.Scope{App: mail.App().Ref()}))
	require.Equal(t, "One G In", names(desktop.Scope{Window: one.ID()}))
	require.Equal(t, "G In", names(desktop.Scope{Root: g.Ref()}))
	require.Len(t, snapshot(t, d, desktop.Scope{Root: g.Ref()}, desktop.Limits{}).Windows, 2)
	one.Close()
	for _, s := range []desktop.Scope{{Window: one.ID()}, {Root: g.Ref()}} {
		_, err := d.Desktop().Tree.Snapshot(t.Context(), s, desktop.Limits{})
		require.Error(t, err)
	}
}

func TestHiddenThingsAreReadOnlyWhenAskedFor(t *testing.T) {
	d, _, w := form(t)
	w.Menu("File", "Save as…")
	pages := w.Tabs("General", "Network")
	pages[1].Check("Wi-Fi", false)
	w.Label("later").SetHidden(true)
	w.Combo("Colour", "Red", "Green")
	has := func(l desktop.Limits, name string) bool {
		for _, e := range snapshot(t, d, desktop.Scope{}, l).Elements {
			if e.Name == name {
				require.Equal(t, !l.Hidden, e.Has(desktop.Visible))
				return true
			}
		}
		return false
	}
	for _, n := range []string{"Save as…", "Wi-Fi", "later", "Green"} {
		require.False(t, has(desktop.Limits{}, n), n)
		require.True(t, has(desktop.Limits{Hidden: true}, n), n)
	}
	press(t, d, pages[1])
	require.True(t, has(desktop.Limits{}, "Wi-Fi"))
	press(t, d, w.Find(desktop.Menu, "File"))
	require.True(t, has(desktop.Limits{}, "Save as…"))
}

func TestALongListIsPagedAndTheSnapshotSaysSo(t *testing.T) {
	d, _, w := form(t)
	l := w.List("Contacts", 5000)
	short := w.List("Groups", 200)
	s := snapshot(t, d, desktop.Scope{}, desktop.Limits{})
	require.Equal(t, []string{"paged"}, s.Truncated)
	n := map[desktop.Ref]int{}
	for _, e := range s.Elements {
		n[e.Parent]++
	}
	require.Equal(t, 60, n[l.Ref()])
	require.Equal(t, 200, n[short.Ref()])
	e, _ := s.Find(l.Ref())
	require.Equal(t, 5000, e.Children, "as the application says")

	rows, err := d.Desktop().Tree.Page(t.Context(), l.Ref(), 4990, 100)
	require.NoError(t, err)
	require.Len(t, rows, 10)
	require.Equal(t, "Row 5000", rows[9].Name)
	require.Equal(t, 4999, rows[9].Index)
	require.Equal(t, l.Row("Row 5000").Element().Path, rows[9].Path)
	for _, from := range []int{-5, 6000} {
		_, err = d.Desktop().Tree.Page(t.Context(), l.Ref(), from, 5)
		require.NoError(t, err)
	}
}

func TestLimitsAreKeptAndNamed(t *testing.T) {
	d, a, w := form(t)
	for i := range 50 {
		w.Button(fmt.Sprint(i))
	}
	s := snapshot(t, d, desktop.Scope{}, desktop.Limits{Nodes: 10})
	require.Len(t, s.Elements, 10)
	require.Equal(t, []string{"nodes"}, s.Truncated)
	require.Empty(t, snapshot(t, d, desktop.Scope{}, desktop.Limits{Nodes: 51}).Truncated)

	synctest.Test(t, func(t *testing.T) {
		d, a, w := form(t)
		for i := range 50 {
			w.Button(fmt.Sprint(i))
		}
		a.SlowReads(10 * time.Millisecond)
		start := time.Now()
		s := snapshot(t, d, desktop.Scope{}, desktop.Limits{Budget: 200})
		require.Len(t, s.Elements, 20)
		require.Equal(t, []string{"budget"}, s.Truncated)
		require.Equal(t, 200*time.Millisecond, time.Since(start))
		read(t, d, w.Control)
		require.Equal(t, 210*time.Millisecond, time.Since(start))
	})
	w.Close()
	_, err := d.Desktop().Tree.Snapshot(t.Context(), desktop.Scope{App: a.Ref()}, desktop.Limits{})
	require.ErrorIs(t, err, desktop.ErrNotFound, "an application without windows is an error, not an empty picture")
}

func TestAHungApplicationCostsTheOthersNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(t)
		mail := d.App("Mail", desktop.Qt)
		inbox := mail.Window("Inbox", frame).Label("3 new")
		d.App("Notes", desktop.GTK3).Window("Notes", frame)
		mail.Hang(0)
		tree := d.Desktop().Tree
		start := time.Now()

		_, err := tree.Read(t.Context(), inbox.Ref())
		require.ErrorIs(t, err, desktop.ErrHung)
		require.Equal(t, MessageCap, time.Since(start), "one message waits for its cap")
		_, err = tree.Read(t.Context(), inbox.Ref())
		require.ErrorIs(t, err, desktop.ErrHung)
		_, err = tree.Snapshot(t.Context(), desktop.Scope{App: mail.Ref()}, desktop.Limits{})
		require.ErrorIs(t, err, desktop.ErrHung)
		apps, err := tree.Apps(t.Context())
		require.NoError(t, err)
		require.Len(t, apps, 2)
		require.False(t, apps[0].Answers)
		require.True(t, apps[1].Answers)
		snapshot(t, d, desktop.Scope{}, desktop.Limits{})
		require.Equal(t, MessageCap, time.Since(start), "the next ones are answered at once")

		mail.Wake()
		time.Sleep(BreakerTime)
		require.Equal(t, "3 new", read(t, d, inbox).Name)
	})
}

func TestACallEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, a, w := form(t)
		a.Hang(0)
		start := time.Now()
		_, err := d.Desktop().Tree.Read(within(t, 50*time.Millisecond), w.Ref())
		require.ErrorIs(t, err, desktop.ErrHung)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 50*time.Millisecond, time.Since(start))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = d.Desktop().Tree.Read(ctx, w.Ref())
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, desktop.ErrHung, "who gave up was the caller")
	})
}

func TestACallThatWaitsIsAnsweredWhenTheApplicationWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, a, w := form(t)
		a.Hang(300 * time.Millisecond)
		start := time.Now()
		require.Equal(t, "Notes", read(t, d, w.Control).Name)
		require.Equal(t, 300*time.Millisecond, time.Since(start))
	})
}

func TestTextsAreWholeAndPasswordsAreNot(t *testing.T) {
	d, _, w := form(t)
	long := strings.Repeat("ü", 5000)
	area := w.TextArea("Body", long)
	require.LessOrEqual(t, len(read(t, d, area).Value), desktop.MaxValue)
	got, err := d.Desktop().Tree.Text(t.Context(), area.Ref())
	require.NoError(t, err)
	require.Equal(t, long, got)
	_, err = d.Desktop().Tree.Text(t.Context(), w.Password("PIN").Ref())
	require.ErrorIs(t, err, desktop.ErrSecret)
	_, err = d.Desktop().Tree.Text(t.Context(), w.Button("Go").Ref())
	require.ErrorIs(t, err, desktop.ErrUnsupported)
}

func TestAMuteApplicationHasWindowsAndNoElements(t *testing.T) {
	d, a, w := form(t)
	a.Mute()
	apps, err := d.Desktop().Tree.Apps(t.Context())
	require.NoError(t, err)
	require.Empty(t, apps)
	_, err = d.Desktop().Tree.Snapshot(t.Context(), desktop.Scope{}, desktop.Limits{})
	require.ErrorIs(t, err, desktop.ErrNotFound)
	_, err = d.Desktop().Tree.Read(t.Context(), w.Ref())
	require.ErrorIs(t, err, desktop.ErrGone)
	ws, err := d.Desktop().Windows.List(t.Context())
	require.NoError(t, err)
	require.Len(t, ws, 1)
}
