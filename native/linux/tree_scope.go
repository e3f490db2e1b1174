package linux

import (
	"context"
	"errors"
	"fmt"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// place is a resolved Scope: where reading begins, and which window of it is meant.
type place struct {
	root  atspi.Ref
	title string // only this window; empty = all
	part  bool   // root is inside a window
}

// resolve turns a Scope into a place.
func (t *Tree) resolve(ctx context.Context, s desktop.Scope) (place, error) {
	switch {
	case !s.Root.Zero():
		r, err := nativeRef(s.Root)
		return place{root: r, part: r.Path != atspi.RootPath}, err
	case s.Window != 0:
		return t.byWindow(ctx, s.Window)
	case !s.App.Zero():
		r, err := nativeRef(s.App)
		return place{root: atspi.Root(r.Bus)}, err
	}
	if _, ok := t.geo.(Finder); ok {
		p, err := t.byWindow(ctx, 0)
		p.title = "" // the application in front, not the window
		if err == nil || !errors.Is(err, desktop.ErrNotFound) {
			return p, err
		}
	}
	return t.inFront(ctx)
}

func (t *Tree) byWindow(ctx context.Context, id desktop.WindowID) (place, error) {
	f, ok := t.geo.(Finder)
	if !ok {
		return place{}, fmt.Errorf("windows can't be told apart here: %w", desktop.ErrUnsupported)
	}
	pid, title, ok := f.FindWindow(ctx, id)
	if !ok {
		return place{}, fmt.Errorf("window %d: %w", id, desktop.ErrNotFound)
	}
	bus, err := t.byPID(ctx, pid)
	return place{root: atspi.Root(bus), title: title}, err
}

func (t *Tree) byPID(ctx context.Context, pid int) (string, error) {
	var known []string
	t.mu.Lock()
	for bus, p := range t.apps {
		if p.PID == pid {
			known = append(known, bus)
		}
	}
	t.mu.Unlock()
	alive := known[:0]
	for _, bus := range known {
		if t.c.Alive(ctx, bus) {
			alive = append(alive, bus)
		} else {
			t.forget(bus)
		}
	}
	if len(alive) > 0 {
		return t.withWindows(ctx, alive), nil
	}
	apps, err := t.Apps(ctx)
	if err != nil {
		return "", err
	}
	for _, a := range apps {
		if a.PID == pid {
			alive = append(alive, a.Ref.App)
		}
	}
	if len(alive) > 0 {
		return t.withWindows(ctx, alive), nil
	}
	return "", fmt.Errorf("process %d has no accessibility: %w", pid, desktop.ErrNotFound)
}

// withWindows chooses among several connections of one process: a Qt program that borrows GTK's style has one for
// each toolkit, and only one has windows.
func (t *Tree) withWindows(ctx context.Context, buses []string) string {
	if len(buses) == 1 {
		return buses[0]
	}
	counts := make([]int, len(buses))
	b := t.c.NewBatch(ctx)
	for i, bus := range buses {
		b.ChildCount(atspi.Root(bus), &counts[i], nil)
	}
	b.Run()
	for i, n := range counts {
		if n > 0 {
			return buses[i]
		}
	}
	return buses[0]
}

// inFront asks every program for a window that says it is active. They are asked together.
func (t *Tree) inFront(ctx context.Context) (place, error) {
	apps, err := t.Apps(ctx)
	if err != nil {
		return place{}, err
	}
	kids := make([][]atspi.Ref, len(apps))
	counts := make([]int, len(apps))
	b := t.c.NewBatch(ctx)
	for i, a := range apps {
		if a.Answers {
			b.ChildCount(atspi.Root(a.Ref.App), &counts[i], nil)
		}
	}
	b.Run()
	b = t.c.NewBatch(ctx)
	for i, a := range apps {
		if n := counts[i]; n > 0 && n <= pageOver {
			b.Children(atspi.Root(a.Ref.App), &kids[i], nil)
		}
	}
	b.Run()
	type found struct {
		bus    string
		states atspi.States
	}
	var all []*found
	b = t.c.NewBatch(ctx)
	for i, a := range apps {
		for _, k := range kids[i] {
			f := &found{bus: a.Ref.App}
			all = append(all, f)
			b.States(k, &f.states, nil)
		}
	}
	b.Run()
	for _, f := range all {
		if f.states.Has(atspi.Active) {
			return place{root: atspi.Root(f.bus)}, nil
		}
	}
	return place{}, fmt.Errorf("no application is in front: %w", desktop.ErrNotFound)
}
