package desktoptest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"pace/backend/desktop"
)

// Paging as the real platform does it.
const (
	pageOver  = 200 // a container with more children is not read whole
	pageFirst = 60  // so many of them are
)

// tree fulfils desktop.Tree. Nothing is cached: each call looks at the desk as it is.
type tree struct{ *Desk }

func (d tree) Apps(ctx context.Context) ([]desktop.App, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	var apps []*App
	for _, a := range d.apps {
		if !a.gone && !a.mute {
			apps = append(apps, a)
		}
	}
	d.mu.Unlock()
	out := make([]desktop.App, len(apps))
	var all sync.WaitGroup
	for i, a := range apps {
		all.Go(func() {
			_, err := a.reach(ctx)
			out[i] = desktop.App{Ref: a.Ref(), Name: a.name, PID: a.pid, Toolkit: a.toolkit, Answers: err == nil}
		})
	}
	all.Wait()
	return out, nil
}

func (d tree) Read(ctx context.Context, r desktop.Ref) (desktop.Element, error) {
	if _, err := d.reachRef(ctx, r); err != nil {
		return desktop.Element{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.controlLocked(r)
	if err != nil {
		return desktop.Element{}, fmt.Errorf("read %s: %w", r.ID, err)
	}
	return c.elementLocked(), nil
}

func (d tree) Text(ctx context.Context, r desktop.Ref) (string, error) {
	if _, err := d.reachRef(ctx, r); err != nil {
		return "", err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.controlLocked(r)
	if err != nil {
		return "", fmt.Errorf("text of %s: %w", r.ID, err)
	}
	if c.state.Has(desktop.Secure) {
		return "", desktop.ErrSecret
	}
	switch c.role {
	case desktop.TextField, desktop.SpinButton, desktop.Document, desktop.Label, desktop.Heading, desktop.StatusBar:
		return c.contentLocked(), nil
	}
	return "", fmt.Errorf("text of %s: %w", c.describeLocked(), desktop.ErrUnsupported)
}

func (d tree) Page(ctx context.Context, container desktop.Ref, from, n int) ([]desktop.Element, error) {
	if _, err := d.reachRef(ctx, container); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.controlLocked(container)
	if err != nil {
		return nil, fmt.Errorf("page of %s: %w", container.ID, err)
	}
	from = min(max(from, 0), len(c.children))
	path := c.pathLocked()
	var out []desktop.Element
	for _, x := range c.children[from:min(from+max(n, 0), len(c.children))] {
		e := x.elementLocked()
		e.Path = append(path[:len(path):len(path)], x.stepLocked())
		out = append(out, e)
	}
	return out, nil
}

// reachRef waits for the program that r belongs to and lets the cost of one read pass.
func (d *Desk) reachRef(ctx context.Context, r desktop.Ref) (sent bool, err error) {
	d.mu.Lock()
	a := d.appLocked(r)
	d.mu.Unlock()
	if a == nil {
		return false, fmt.Errorf("application %s: %w", r.App, desktop.ErrGone)
	}
	if sent, err = a.reach(ctx); err != nil {
		return sent, err
	}
	d.mu.Lock()
	cost := a.readCost
	d.mu.Unlock()
	if cost > 0 && pause(ctx, cost) != nil {
		return true, ended(ctx)
	}
	return true, nil
}

func (d tree) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	l = defaults(l)
	d.mu.Lock()
	a, err := d.appOfLocked(s)
	d.mu.Unlock()
	if err != nil {
		return desktop.Snapshot{}, fmt.Errorf("snapshot: %w", err)
	}
	if _, err := a.reach(ctx); err != nil {
		return desktop.Snapshot{}, fmt.Errorf("snapshot: %w", err)
	}
	d.mu.Lock()
	roots, cost := d.rootsLocked(a, s), a.readCost
	d.mu.Unlock()
	if len(roots) == 0 {
		return desktop.Snapshot{}, fmt.Errorf("snapshot: %s shows nothing: %w", a.name, desktop.ErrNotFound)
	}

	budget := time.Duration(l.Budget) * time.Millisecond
	dear := false
	if cost > 0 { // so many elements can be read in the time
		if most := max(int(budget/cost), 1); most < l.Nodes {
			l.Nodes, dear = most, true
		}
	}
	d.mu.Lock()
	out := d.walkLocked(a, roots, l, dear)
	if s.Root.Zero() && s.Window == 0 {
		a.keepLocked(out, l)
	}
	d.mu.Unlock()
	if pause(ctx, time.Duration(len(out.Elements))*cost) != nil {
		return desktop.Snapshot{}, ended(ctx)
	}
	return out, nil
}

func defaults(l desktop.Limits) desktop.Limits {
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

func (d *Desk) rootsLocked(a *App, s desktop.Scope) []*Control {
	switch {
	case !s.Root.Zero():
		if c, err := d.controlLocked(s.Root); err == nil {
			return []*Control{c}
		}
		return nil
	case s.Window != 0:
		if w := d.windowLocked(s.Window); w != nil {
			return []*Control{w.Control}
		}
		return nil
	}
	var out []*Control
	for _, w := range a.windows {
		out = append(out, w.Control)
	}
	return out
}

func (d *Desk) walkLocked(a *App, roots []*Control, l desktop.Limits, dear bool) desktop.Snapshot {
	out := desktop.Snapshot{App: desktop.App{Ref: a.root.refLocked(), Name: a.name, PID: a.pid, Toolkit: a.toolkit, Answers: true}}
	for _, w := range a.windows {
		e := w.elementLocked()
		e.Path = w.pathLocked()
		out.Windows = append(out.Windows, e)
	}
	short := map[string]bool{}
	miss := func(why string) {
		if !short[why] {
			short[why] = true
			out.Truncated = append(out.Truncated, why)
		}
	}
	type item struct {
		c     *Control
		path  []desktop.Step
		depth int
	}
	var queue []item
	for _, r := range roots {
		queue = append(queue, item{r, r.pathLocked(), 0})
	}
	for i := 0; i < len(queue); i++ {
		it := queue[i]
		if len(out.Elements) >= l.Nodes {
			if dear {
				miss("budget")
			} else {
				miss("nodes")
			}
			break
		}
		e := it.c.elementLocked()
		e.Path = it.path
		out.Elements = append(out.Elements, e)
		children := it.c.children
		if len(children) > pageOver {
			children = children[:pageFirst]
			miss("paged")
		}
		if it.depth >= l.Depth {
			if len(children) > 0 {
				miss("nodes")
			}
			continue
		}
		nth := map[desktop.Step]int{}
		for _, x := range children {
			step := desktop.Step{Role: x.role, Name: x.name}
			nth[step]++
			if !l.Hidden && !x.visibleLocked() {
				continue
			}
			at := desktop.Step{Role: x.role, Name: x.name, Nth: nth[step] - 1}
			queue = append(queue, item{x, append(it.path[:len(it.path):len(it.path)], at), it.depth + 1})
		}
	}
	return out
}
