package linux

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// Backend is the Backend of every Ref made here.
const Backend = "atspi"

// Geometry knows where windows are. The accessibility bus alone does not: GTK 4 tells places within the window
// only.
type Geometry interface {
	// WindowOrigin is the place on the screen, in points, of the top-left corner of what a program of this pid
	// draws in the window with this title and size, invisible shadow included when the program's own places
	// count from there. ok is false when there is no such window.
	WindowOrigin(ctx context.Context, pid int, title string, w, h float64) (x, y float64, ok bool)
}

// Finder is what a Geometry may also know: whose a window is. Without it a Scope can't name a Window, and the
// application in front is found by asking all.
type Finder interface {
	// FindWindow tells a window's program and title; id 0 means the one in front.
	FindWindow(ctx context.Context, id desktop.WindowID) (pid int, title string, ok bool)
}

// Tree reads elements over AT-SPI. It fulfils desktop.Tree.
//
// It keeps what it needs to read one element again quickly (which label names it, which window it is in), never
// any content: every Read and Snapshot is fresh.
type Tree struct {
	c   *atspi.Client
	geo Geometry

	mu   sync.Mutex
	apps map[string]atspi.Program
	memo map[string]memory // by bus
	kin  map[string]string // a web process's bus → the program whose window shows it
	kept map[string]*kept
}

var (
	_ desktop.Tree   = (*Tree)(nil)
	_ desktop.Peeker = (*Tree)(nil)
	_ desktop.Keeper = (*Tree)(nil)
)

// NewTree makes a Tree. geo may be nil; then elements of GTK 4 have no Bounds.
func NewTree(c *atspi.Client, geo Geometry) *Tree {
	return &Tree{c: c, geo: geo, apps: map[string]atspi.Program{}, memo: map[string]memory{}, kin: map[string]string{}, kept: map[string]*kept{}}
}

// TreeStats counts messages, for benches.
type TreeStats struct{ Calls int64 }

// Stats tells how many messages the connection has sent so far, for all its users.
func (t *Tree) Stats() TreeStats { return TreeStats{Calls: t.c.Calls()} }

// Apps lists running programs; those that do not answer are listed with Answers false.
func (t *Tree) Apps(ctx context.Context) ([]desktop.App, error) {
	ps, err := t.c.Programs(ctx)
	if err != nil {
		return nil, translate(err)
	}
	out := make([]desktop.App, len(ps))
	t.mu.Lock()
	for i, p := range ps {
		if old, ok := t.apps[p.Bus]; ok && !p.Answers {
			old.Answers = false
			p = old
		} else if p.Answers {
			t.apps[p.Bus] = p
		}
		out[i] = appOf(p)
	}
	t.mu.Unlock()
	return t.withoutBorrowed(ctx, out), nil
}

// withoutBorrowed leaves out a program's second connections: a Qt program that borrows GTK's style has one for each
// toolkit, and only one of them has windows.
func (t *Tree) withoutBorrowed(ctx context.Context, apps []desktop.App) []desktop.App {
	byPID := map[int][]string{}
	for _, a := range apps {
		if a.PID != 0 {
			byPID[a.PID] = append(byPID[a.PID], a.Ref.App)
		}
	}
	main := map[int]string{}
	for pid, buses := range byPID {
		if len(buses) > 1 {
			main[pid] = t.withWindows(ctx, buses)
		}
	}
	return slices.DeleteFunc(apps, func(a desktop.App) bool { return main[a.PID] != "" && main[a.PID] != a.Ref.App })
}

// app tells who a bus name is, asking only once: unique names are never given twice.
func (t *Tree) app(ctx context.Context, bus string) (desktop.App, error) {
	t.mu.Lock()
	p, ok := t.apps[bus]
	t.mu.Unlock()
	if ok {
		return appOf(p), nil
	}
	ps := t.c.Describe(ctx, []string{bus})
	if len(ps) == 0 {
		return desktop.App{}, fmt.Errorf("the program left: %w", desktop.ErrGone)
	}
	if !ps[0].Answers {
		if err := ctx.Err(); err != nil {
			return desktop.App{}, err
		}
		return appOf(ps[0]), fmt.Errorf("ask who it is: %w", desktop.ErrHung)
	}
	t.mu.Lock()
	t.apps[bus] = ps[0]
	t.mu.Unlock()
	return appOf(ps[0]), nil
}

func appOf(p atspi.Program) desktop.App {
	return desktop.App{Ref: refOf(atspi.Root(p.Bus)), Name: p.Name, PID: p.PID, Toolkit: toolkitOf(p.Toolkit, p.Version), Answers: p.Answers}
}

// Snapshot reads a scope.
func (t *Tree) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	l = withDefaults(l)
	ctx, cancel := context.WithTimeout(ctx, time.Duration(l.Budget)*time.Millisecond)
	defer cancel()
	p, err := t.resolve(ctx, s)
	if err != nil {
		return desktop.Snapshot{}, err
	}
	app, err := t.app(ctx, p.root.Bus)
	if err != nil {
		return desktop.Snapshot{App: app}, err
	}
	v := &view{t: t, app: app, q: quirks{app.Toolkit}, limits: l}
	var keep *kept
	if keeps(app) && !p.part && p.title == "" && l.Hidden {
		keep = &kept{trail: t.c.Trail(p.root.Bus), began: time.Now()}
	}
	// What is found has to be located too, so that finding gets only a part of the time.
	walking, stop := context.WithTimeout(ctx, time.Duration(l.Budget)*time.Millisecond*85/100)
	nodes, stops, err := t.c.Tree(walking, p.root, v.walk())
	stop()
	if err != nil {
		if errors.Is(err, atspi.ErrHung) {
			app.Answers = false
		} else if errors.Is(err, atspi.ErrGone) && !p.part {
			t.forget(p.root.Bus)
		}
		return desktop.Snapshot{App: app}, translate(err)
	}
	v.build(ctx, p, nodes)
	snap := desktop.Snapshot{App: app, Windows: v.windows(), Elements: v.elements()}
	v.tell(&snap, stops, ctx.Err() != nil)
	t.remember(p.root.Bus, v)
	if keep != nil && len(snap.Truncated) == 0 && snap.Unreadable == 0 {
		keep.snap = snap
		t.keep(p.root.Bus, keep)
	}
	if len(snap.Elements) == 0 && snap.Unreadable > 0 {
		return snap, fmt.Errorf("nothing of it could be read: %w", desktop.ErrHung)
	}
	return snap, nil
}

func withDefaults(l desktop.Limits) desktop.Limits {
	if l.Nodes <= 0 {
		l.Nodes = 3000
	}
	if l.Depth <= 0 {
		l.Depth = 60
	}
	if l.Budget <= 0 {
		l.Budget = 1000
	}
	return l
}

// translate wraps a client's error with the vocabulary's.
func translate(err error) error {
	if err == nil {
		return nil
	}
	for _, p := range []struct{ from, to error }{
		{atspi.ErrGone, desktop.ErrGone}, {atspi.ErrHung, desktop.ErrHung},
		{atspi.ErrUnsupported, desktop.ErrUnsupported}, {atspi.ErrNoBus, desktop.ErrNoBus},
	} {
		if errors.Is(err, p.from) {
			return fmt.Errorf("%w: %w", p.to, err)
		}
	}
	return err
}

func refOf(r atspi.Ref) desktop.Ref {
	if r.Nil() {
		return desktop.Ref{}
	}
	return desktop.Ref{Backend: Backend, App: r.Bus, ID: r.Path}
}

// nativeRef is the inverse of refOf. A Ref of another backend names nothing here.
func nativeRef(r desktop.Ref) (atspi.Ref, error) {
	if r.Backend != Backend || r.App == "" || r.ID == "" {
		return atspi.Ref{}, fmt.Errorf("%w: not an element of this screen", desktop.ErrGone)
	}
	return atspi.Ref{Bus: r.App, Path: r.ID}, nil
}
