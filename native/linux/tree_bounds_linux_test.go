package linux_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
	"pace/native/linux/linuxtest"
)

func TestAHungProgramCostsOthersNothing(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	ill, well := d.Launch(t, "gtk3.py", "--only", "hang", "--hang", "600"), d.Launch(t, "gtk3.py", "--only", "now")
	illApp, wellApp := e.app(t, ill, "Hang"), e.app(t, well, "Now")
	hang := must(t, e.snapshot(t, illApp), desktop.Button, "Hang")
	now := must(t, e.snapshot(t, wellApp), desktop.Button, "Now")

	// A yes is no evidence: the program says it first and hangs then.
	if err := e.actor.Do(t.Context(), hang.Ref, desktop.Press, desktop.Arg{}); err != nil {
		require.ErrorIs(t, err, desktop.ErrNoAnswer)
	}
	ill.AwaitEffect(t, "Hang", "hanging")
	_, err := e.Read(t.Context(), hang.Ref)
	require.ErrorIs(t, err, desktop.ErrHung)

	var mu sync.Mutex
	asked := map[string]int{}
	e.client.OnCall(func(to atspi.Ref, _ string, _ []any) {
		mu.Lock()
		defer mu.Unlock()
		asked[to.Bus]++
	})
	_, err = e.Snapshot(t.Context(), desktop.Scope{App: illApp.Ref}, desktop.Limits{})
	require.ErrorIs(t, err, desktop.ErrHung)
	require.ErrorIs(t, e.actor.Do(t.Context(), hang.Ref, desktop.Press, desktop.Arg{}), desktop.ErrHung)
	_, err = e.Snapshot(t.Context(), desktop.Scope{App: wellApp.Ref}, generous)
	require.NoError(t, err)
	_, err = e.Read(t.Context(), now.Ref)
	require.NoError(t, err)
	require.NoError(t, e.actor.Do(t.Context(), now.Ref, desktop.Press, desktop.Arg{}))
	well.AwaitEffect(t, "Now", "now 1")
	apps, err := e.Apps(t.Context())
	require.NoError(t, err)
	answers := map[int]bool{}
	for _, a := range apps {
		answers[a.PID] = a.Answers
	}
	require.False(t, answers[ill.PID])
	require.True(t, answers[well.PID])
	mu.Lock()
	defer mu.Unlock()
	require.LessOrEqual(t, asked[illApp.Ref.App], 1, "at most a probe after its rest")
}

func TestWhatIsGoneIsSaidSo(t *testing.T) {
	inEach(t, "vanish", "Vanish", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		vanish := must(t, e.snapshot(t, app), desktop.Button, "Vanish")
		e.do(t, vanish, desktop.Press, desktop.Arg{})
		p.AwaitEffect(t, "Vanish", "vanished")
		e.until(t, desktop.Scope{App: app.Ref}, "the button is gone", func(ctx context.Context) bool {
			x, err := e.Read(ctx, vanish.Ref)
			if err == nil {
				// A toolkit may keep the object of a widget that is gone until somebody lets go of it.
				return !x.Has(desktop.Visible)
			}
			require.ErrorIs(t, err, desktop.ErrGone)
			return true
		})
		s := e.snapshot(t, app)
		require.Nil(t, find(s, desktop.Button, "Vanish"))

		p.Stop()
		e.until(t, desktop.Scope{}, "the program is gone", func(ctx context.Context) bool {
			_, err := e.Read(ctx, s.Windows[0].Ref)
			require.Error(t, err)
			require.ErrorIs(t, err, desktop.ErrGone)
			return true
		})
		_, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, generous)
		require.ErrorIs(t, err, desktop.ErrGone)
		require.ErrorIs(t, e.actor.Do(t.Context(), vanish.Ref, desktop.Press, desktop.Arg{}), desktop.ErrGone)
	})
}

func TestARefOfAnotherScreenIsGone(t *testing.T) {
	e := open(t, linuxtest.Start(t, linuxtest.Options{}), nil)
	other := desktop.Ref{Backend: "fake", App: ":1.1", ID: "/x"}
	_, err := e.Read(t.Context(), other)
	require.ErrorIs(t, err, desktop.ErrGone)
	require.ErrorIs(t, e.actor.Do(t.Context(), other, desktop.Press, desktop.Arg{}), desktop.ErrGone)
	_, err = e.Snapshot(t.Context(), desktop.Scope{Root: other}, desktop.Limits{})
	require.ErrorIs(t, err, desktop.ErrGone)
}

func TestALongListIsReadInPartAndPaged(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "gtk3.py", "--rows", "5000"), "Rows")
	var mu sync.Mutex
	whole := 0
	var list atspi.Ref
	e.client.OnCall(func(to atspi.Ref, method string, _ []any) {
		mu.Lock()
		defer mu.Unlock()
		if to == list && strings.HasSuffix(method, ".GetChildren") {
			whole++
		}
	})
	s := e.snapshot(t, app)
	require.Equal(t, []string{"paged"}, s.Truncated)
	rows := must(t, s, desktop.List, "Rows")
	require.Equal(t, 5000, rows.Children)
	mu.Lock()
	list = atspi.Ref{Bus: rows.Ref.App, Path: rows.Ref.ID}
	mu.Unlock()
	s = e.snapshot(t, app)
	must(t, s, desktop.ListItem, "Row 0")
	require.True(t, must(t, s, desktop.ListItem, "Row 59").Has(desktop.Visible), "scrolled away is visible too")
	require.Nil(t, find(s, desktop.ListItem, "Row 60"))

	page, err := e.Page(t.Context(), rows.Ref, 4000, 5)
	require.NoError(t, err)
	require.Len(t, page, 5)
	for i, want := range []string{"Row 4000", "Row 4001", "Row 4002", "Row 4003", "Row 4004"} {
		require.Equal(t, want, page[i].Name)
		require.Equal(t, desktop.ListItem, page[i].Role)
		require.Equal(t, 4000+i, page[i].Index)
		require.True(t, page[i].Can(desktop.Select))
		require.Equal(t, "Rows", page[i].Path[len(page[i].Path)-2].Name)
	}
	e.do(t, page[2], desktop.Select, desktop.Arg{})
	e.becomes(t, page[2], "is selected", func(x desktop.Element) bool { return x.Has(desktop.Selected) })
	end, err := e.Page(t.Context(), rows.Ref, 4998, 10)
	require.NoError(t, err)
	require.Len(t, end, 2)
	none, err := e.Page(t.Context(), rows.Ref, 5000, 10)
	require.NoError(t, err)
	require.Empty(t, none)
	mu.Lock()
	defer mu.Unlock()
	require.Zero(t, whole, "the list was never asked for all its children")
}

func TestAPageOfThousandsIsBoundedAndHonest(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "page.py", "--rows", "5000"), "Row 0")
	s := e.snapshot(t, app)
	require.NotEmpty(t, s.Truncated)
	require.LessOrEqual(t, len(s.Elements), 3000)
	list := must(t, s, desktop.List, "Rows")
	require.Equal(t, 5000, list.Children)
	must(t, s, desktop.ListItem, "Row 50")
	page, err := e.Page(t.Context(), list.Ref, 4500, 1)
	require.NoError(t, err)
	require.Equal(t, "Row 4500", page[0].Name)

	few, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, desktop.Limits{Nodes: 40, Budget: generous.Budget})
	require.NoError(t, err)
	require.LessOrEqual(t, len(few.Elements), 40)
	require.Contains(t, few.Truncated, "nodes")

	hasty, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, desktop.Limits{Budget: 1})
	if err == nil {
		require.Contains(t, hasty.Truncated, "budget")
	} else {
		require.Error(t, err)
	}
}

func TestASubtreeIsReadWithThePathsOfTheWhole(t *testing.T) {
	inEach(t, "same,tabs", "Left", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		s := e.snapshot(t, app)
		right := must(t, s, desktop.Group, "Right")
		part, err := e.Snapshot(t.Context(), desktop.Scope{Root: right.Ref}, generous)
		require.NoError(t, err)
		require.Nil(t, find(part, desktop.Group, "Left"))
		same := must(t, part, desktop.Button, "Same")
		want, ok := s.Find(same.Ref)
		require.True(t, ok)
		require.Equal(t, want.Path, same.Path)
		again, ok := s.ByPath(same.Path)
		require.True(t, ok)
		require.Equal(t, same.Ref, again.Ref, "its path finds it again, not the one on the left")
		got, err := e.Read(t.Context(), same.Ref)
		require.NoError(t, err)
		require.Equal(t, "Same", got.Name)
	})
}

func TestMenusThatAreClosedAreHiddenUnlessAskedFor(t *testing.T) {
	for _, k := range toolkits[:2] {
		t.Run(string(k.kit), func(t *testing.T) {
			d := linuxtest.Start(t, linuxtest.Options{})
			e := open(t, d, nil)
			app := e.app(t, d.Launch(t, k.fixture, "--only", "menu"), "File")
			for range 3 { // GTK 4 makes its menus only while it is being read
				require.Nil(t, find(e.snapshot(t, app), "", "Export"))
			}
			all, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, desktop.Limits{Hidden: true, Budget: generous.Budget})
			require.NoError(t, err)
			if x := find(all, "", "Export"); k.kit == desktop.GTK3 || x != nil {
				require.False(t, must(t, all, "", "Export").Has(desktop.Visible))
			}

			file := must(t, e.snapshot(t, app), "", "File")
			if !file.Can(desktop.Press) {
				require.Equal(t, desktop.GTK4, k.kit, "its menu bars open by the pointer only")
				return
			}
			e.do(t, file, desktop.Press, desktop.Arg{})
			e.until(t, desktop.Scope{App: app.Ref}, "the menu opens", func(ctx context.Context) bool {
				s, err := e.Snapshot(ctx, desktop.Scope{App: app.Ref}, generous)
				require.NoError(t, err)
				x := find(s, "", "Export")
				return x != nil && x.Has(desktop.Visible)
			})
		})
	}
}

func TestAMenuThatOpensInGTK4IsSeenWhileItIsOpen(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "gnome-calculator"), "Basic")
	scope := desktop.Scope{App: app.Ref}
	mode := must(t, e.snapshot(t, app), desktop.Button, "Basic")
	open := func(ctx context.Context) bool {
		s, err := e.Snapshot(ctx, scope, generous)
		require.NoError(t, err)
		return find(s, desktop.MenuItem, "Financial") != nil
	}
	require.False(t, open(t.Context()))
	e.do(t, mode, desktop.Press, desktop.Arg{})
	e.until(t, scope, "the menu", open)
	item := must(t, e.snapshot(t, app), desktop.MenuItem, "Financial")
	require.True(t, item.Has(desktop.Visible))
	if item.Can(desktop.Press) {
		e.do(t, item, desktop.Press, desktop.Arg{})
	} else {
		e.do(t, mode, desktop.Press, desktop.Arg{})
	}
	e.until(t, scope, "the menu is closed", func(ctx context.Context) bool { return !open(ctx) })
}

// where is a window system that knows of one window.
type where struct {
	pid   int
	title string
}

func (w where) WindowOrigin(_ context.Context, pid int, title string, width, height float64) (x, y float64, ok bool) {
	return 100, 200, pid == w.pid && strings.HasPrefix(title, w.title) && width > 0 && height > 0
}

func (w where) FindWindow(_ context.Context, id desktop.WindowID) (int, string, bool) {
	return w.pid, w.title, id == 0 || id == 7
}

func TestTheApplicationInFrontAndAWindowAreFound(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Private: true}) // who is in front is everybody's
	e := open(t, d, nil)
	p := d.Launch(t, "gtk3.py", "--only", "now,second")
	app := e.app(t, p, "Now")
	// Without a window system the one that says it is active is in front.
	e.until(t, desktop.Scope{App: app.Ref}, "in front", func(ctx context.Context) bool {
		s, err := e.Snapshot(ctx, desktop.Scope{}, generous)
		return err == nil && s.App.PID == p.PID && len(s.Windows) == 2
	})
	// With one, it says whose window is in front, and tells windows apart.
	e = open(t, d, where{p.PID, p.Title})
	s, err := e.Snapshot(t.Context(), desktop.Scope{}, generous)
	require.NoError(t, err)
	require.Len(t, s.Windows, 2)
	s, err = e.Snapshot(t.Context(), desktop.Scope{Window: 7}, generous)
	require.NoError(t, err)
	require.Len(t, s.Windows, 1)
	require.Equal(t, p.Title, s.Windows[0].Name)
	must(t, s, desktop.Button, "Now")
	_, err = e.Snapshot(t.Context(), desktop.Scope{Window: 9}, generous)
	require.ErrorIs(t, err, desktop.ErrNotFound)
}

func TestPlacesOfGTK4CountFromWhereTheWindowIs(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	p := d.Launch(t, "gtk4.py", "--only", "now")
	lost := open(t, d, nil)
	app := lost.app(t, p, "Now")
	require.True(t, must(t, lost.snapshot(t, app), desktop.Button, "Now").Bounds.Empty(), "unknown rather than wrong")

	e := open(t, d, where{p.PID, p.Title})
	s := e.snapshot(t, app)
	window := s.Windows[0].Bounds
	require.Equal(t, desktop.Point{X: 100, Y: 200}, desktop.Point{X: window.X, Y: window.Y})
	now := must(t, s, desktop.Button, "Now").Bounds
	require.Equal(t, now, now.Intersect(window), "inside its window")
}

func TestActionsWorkInAnotherLanguage(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Lang: "de_DE.UTF-8"})
	for _, k := range toolkits[:3] {
		t.Run(string(k.kit), func(t *testing.T) {
			e := open(t, d, nil)
			p := d.Launch(t, k.fixture, "--only", "now,agree")
			app := e.app(t, p, "Now")
			s := e.snapshot(t, app)
			e.do(t, must(t, s, desktop.Button, "Now"), desktop.Press, desktop.Arg{})
			p.AwaitEffect(t, "Now", "now 1")
			if agree := must(t, s, desktop.CheckBox, "Agree"); agree.Can(desktop.Press) {
				e.do(t, agree, desktop.Press, desktop.Arg{})
				p.AwaitEffect(t, "Agree", "agree on")
			}
		})
	}
}

func TestPlacesArePointsOnAScreenOfTwoPixelsAPoint(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Scale: 2, Size: "2400x1600"})
	for _, k := range toolkits {
		t.Run(string(k.kit), func(t *testing.T) {
			p := d.Launch(t, k.fixture, "--only", "now")
			e := open(t, d, where{p.PID, p.Title})
			s := e.snapshot(t, e.app(t, p, "Now"))
			window, now := s.Windows[0].Bounds, must(t, s, desktop.Button, "Now").Bounds
			screen := desktop.Rect{W: 1200, H: 800}
			require.Equal(t, window, window.Intersect(screen))
			require.Equal(t, now, now.Intersect(window), "inside its window")
			again, err := e.Read(t.Context(), must(t, s, desktop.Button, "Now").Ref)
			require.NoError(t, err)
			require.Equal(t, now, again.Bounds)
		})
	}
}
