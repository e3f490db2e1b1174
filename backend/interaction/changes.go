package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// changes proves a press that declares no expectation, by what differs after it.
//
// Strong, alone enough: the target's own name, value or state; the target is gone while its program lives; the
// program opened or closed a window, dialog or menu. Weak: something else in the same window. What moves by
// itself (progress, clocks, scroll bars), the caret, pixels, and other windows and programs never count.
type changes struct {
	x      *Session
	a      *attention
	at     place
	target desktop.Element
	win    desktop.Element // the accessibility window that holds the target
	snap   desktop.Snapshot
	taken  int // mark of a when snap began to be taken

	mark   int // mark of a at the baseline
	before map[desktop.Ref]desktop.Element
	tops   map[desktop.Ref]bool // top-level elements
	wins   map[desktop.WindowID]desktop.Window
	since  time.Time // of the baseline

	lastFull time.Time
	fullCost time.Duration
	deciding bool                  // the look that decides, at the end of the budget or when settling
	partial  bool                  // the last full look did not reach everything
	page     desktop.Ref           // the document that the target lies in; zero outside of browsers
	unread   bool                  // the last look could not read what it had to
	weak     []sight               // of the latest look
	strong   string                // of what a strong sight of that look was
	frozen   []sight               // what had changed when the next step was dispatched
	grown    map[string]bool       // what was strong by then: a window may come later than the first sign of it
	heard    map[desktop.Ref]heard // what was read of weak sights, and when that was new
	round    time.Time             // when they were read last
	restless bool                  // something was seen that changes by itself
}

// thing names what a sight is of: a window by its number, since one that has just opened still changes its title.
func (s sight) thing() string {
	switch {
	case s.top != 0:
		return fmt.Sprint("window ", s.top)
	case !s.ref.Zero():
		return fmt.Sprint(s.ref)
	}
	return claim(s.ev)
}

// sight is one difference that was read.
type sight struct {
	top   desktop.WindowID // of a window that came
	ref   desktop.Ref
	el    desktop.Element // as it was read now; zero when it is gone
	in    desktop.Ref     // its container, when it came, went or was made anew: then the container is what gave the signal
	ev    proof.Evidence
	plain bool // a text or value that can be quoted
	still bool // it is known to have kept still before the press
}

// Relative: a change is against the baseline.
func (c *changes) Relative() {}

func (c *changes) Wake(ctx context.Context) (<-chan struct{}, error) {
	return merge(ctx, c.a.wake(ctx), c.windowWake(ctx)), nil
}

func (c *changes) windowWake(ctx context.Context) <-chan struct{} {
	if c.x.desk.Windows == nil {
		return nil
	}
	w, err := c.x.desk.Windows.Watch(ctx)
	if err != nil {
		return nil
	}
	return w
}

// merge joins two wake-up channels; the result is closed when ctx ends.
func merge(ctx context.Context, a, b <-chan struct{}) <-chan struct{} {
	if b == nil {
		return a
	}
	out := make(chan struct{}, 1)
	go func() {
		defer close(out)
		for {
			select {
			case <-ctx.Done():
				return
			case _, ok := <-a:
				if !ok {
					return
				}
			case _, ok := <-b:
				if !ok {
					b = nil
					continue
				}
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out
}

// Before takes the baseline. The snapshot in which the target was found serves, patched by what signals say has
// changed since; it is taken again only when that is too much or signals were lost.
func (c *changes) Before(ctx context.Context) error {
	c.mark, c.since = c.a.mark(), time.Now()
	moved, whole := c.a.after(c.taken, c.since)
	if !whole || len(moved) > 24 || anyStructural(moved) {
		s, err := c.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: c.at.app.Ref}, desktop.Limits{Hidden: true})
		if err != nil {
			return sentence(err, "")
		}
		c.snap, moved = s, nil
	}
	c.before = make(map[desktop.Ref]desktop.Element, len(c.snap.Elements))
	for _, e := range c.snap.Elements {
		c.before[e.Ref] = e
	}
	for _, m := range moved {
		old, known := c.before[m.ref]
		if !known {
			continue
		}
		if e, err := c.x.desk.Tree.Read(ctx, m.ref); err == nil {
			c.before[m.ref] = again(old, e)
		}
	}
	if e, ok := c.before[c.target.Ref]; ok {
		c.target = e
	}
	c.page = desktop.Ref{}
	for _, r := range c.above(c.target) {
		if c.before[r].Role == desktop.Document {
			c.page = r // the outermost: a frame may change what is around it
		}
	}
	c.tops = map[desktop.Ref]bool{}
	for _, w := range c.snap.Windows {
		c.tops[w.Ref] = w.Has(desktop.Visible)
	}
	ws, err := c.windows(ctx)
	if err != nil {
		return err
	}
	c.wins = ws
	return nil
}

// again is a fresh reading in the place of an older one, which knows what a single read can't: path and parent.
func again(old, now desktop.Element) desktop.Element {
	now.Path, now.Parent, now.Index = old.Path, old.Parent, old.Index
	if now.NameFrom == desktop.NameNone || old.NameFrom == desktop.NameGeometry || old.NameFrom == desktop.NameLabel {
		now.Name, now.NameFrom = old.Name, old.NameFrom
	}
	return now
}

func anyStructural(cs []change) bool {
	for _, c := range cs {
		if c.kind == desktop.EventChildren || c.kind == desktop.EventWindow {
			return true
		}
	}
	return false
}

func (c *changes) windows(ctx context.Context) (map[desktop.WindowID]desktop.Window, error) {
	out := map[desktop.WindowID]desktop.Window{}
	if c.x.desk.Windows == nil {
		return out, nil
	}
	ws, err := c.x.desk.Windows.List(ctx)
	if err != nil {
		return nil, sentence(err, "")
	}
	for _, w := range ws {
		// Menus are told by their entries, which show or hide; a tip that the pointer brings up is no effect at all.
		if w.PID == c.at.app.PID && !w.Own && w.Kind != "menu" {
			out[w.ID] = w
		}
	}
	return out, nil
}

// Check looks at the target, the windows, and whatever gave a signal. A full look is added when signals alone
// can't tell: structure changed, signals were lost, or nothing came.
func (c *changes) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	strong, weak, err := c.look(ctx, proof.LastLook(ctx))
	if !proof.LastLook(ctx) && turns(c.target) {
		// What may be moving by itself is no reason to stop waiting for what such a press is for.
		weak = slices.DeleteFunc(slices.Clone(weak), func(s sight) bool { return !s.still })
	}
	c.unread = err != nil
	return c.judge(strong, weak, err)
}

func (c *changes) judge(strong *sight, weak []sight, err error) (proof.Verdict, proof.Evidence, error) {
	switch {
	case strong != nil:
		return proof.Satisfied, strong.ev, nil
	case err != nil:
		return proof.Unknown, proof.Evidence{}, sentence(err, c.target.Describe())
	case len(weak) > 0:
		return proof.Satisfied, weak[0].ev, nil
	case c.restless:
		return proof.Unknown, proof.Evidence{}, c.onlyRestless()
	}
	return proof.Unsatisfied, proof.Evidence{What: c.target.Describe()}, nil
}

// did says what was sent: to a window as a whole only keys are.
func (c *changes) did() string {
	if c.target.Role == desktop.WindowRole || c.target.Role == desktop.Dialog {
		return "The key was sent"
	}
	return capital(c.target.Describe()) + " was pressed"
}

// Finish says which element did nothing, when that was read.
func (c *changes) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	switch {
	case c.unread:
		return nil
	case c.restless:
		o := proof.Deliver(m, c.onlyRestless())
		return &o
	}
	if c.target.Role == desktop.MenuItem {
		// Many entries do what no reading shows (Copy, Save): delivered, not known.
		o := proof.Deliver(m, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: capital(c.target.Describe()) + " was chosen, but nothing on the screen shows what it did."})
		return &o
	}
	o := proof.NoEffect(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: c.did() + ", but nothing changed."})
	return &o
}

// look returns the first strong sight, or all weak ones, most trusted first.
func (c *changes) look(ctx context.Context, full bool) (strong *sight, weak []sight, err error) {
	var chosen *sight // of a row whose own changes prove little
	defer func() {
		if chosen != nil && strong == nil && err == nil && !slices.ContainsFunc(weak, func(s sight) bool { return s.ref == chosen.ref }) {
			weak = append(weak, c.trusted([]sight{*chosen})...)
		}
		if c.weak, c.strong = weak, ""; strong != nil {
			c.strong = strong.thing()
		}
	}()
	var mute error // the program does not answer; its windows can be seen all the same, since the window system lists them
	now, err := c.x.desk.Tree.Read(ctx, c.target.Ref)
	switch {
	case errors.Is(err, desktop.ErrGone):
		if s, e := c.gone(ctx); s != nil || e != nil {
			return s, nil, e
		}
	case err != nil:
		mute = err
	default:
		s, enough := c.mine(c.target, again(c.target, now))
		if enough {
			return s, nil, nil
		}
		chosen = s
	}
	ws, err := c.windows(ctx)
	if err != nil {
		return nil, nil, err
	}
	for id, w := range ws {
		if _, had := c.wins[id]; !had {
			c.x.came(id)
			return &sight{top: id, ev: proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", w.Title)}}, nil, nil
		}
	}
	for id, w := range c.wins {
		if _, has := ws[id]; !has {
			if id != c.at.window.ID && c.x.young(id, c.since.Add(-c.x.cfg.Quiet)) {
				c.restless = true // a step before opened it, and it went by itself
				continue
			}
			return &sight{ev: proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("Window “%s”", w.Title)}}, nil, nil
		}
	}
	if mute != nil {
		return nil, nil, mute
	}
	moved, whole := c.a.after(c.mark, c.since)
	if !full && whole && !anyStructural(moved) && (len(moved) > 0 || time.Since(c.since) < 150*time.Millisecond) {
		return c.signalled(ctx, moved)
	}
	if !full && time.Since(c.lastFull) < 3*c.fullCost {
		return c.signalled(ctx, moved) // a full look costs the application more than it can tell us so soon
	}
	start := time.Now()
	strong, weak, err = c.whole(ctx)
	c.lastFull, c.fullCost = time.Now(), time.Since(start)
	if strong != nil || err != nil || len(weak) > 0 || !c.partial {
		return strong, weak, err
	}
	// A look that was cut short (a busy machine) shows no difference where it did not reach: what gave a signal is
	// read by itself, and without any of that nothing is known.
	if strong, weak, err = c.signalled(ctx, moved); strong == nil && len(weak) == 0 && err == nil {
		err = &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "The window could not be read whole, so it is not known whether anything changed."}
	}
	return strong, weak, err
}

// own compares the target with itself. Focus and being held down are what any click does, so they are no change.
func (c *changes) own(was, is desktop.Element) *sight {
	if (was.Name != is.Name || was.Value != is.Value) && c.movesItself(was.Ref, desktop.Ref{}) {
		c.restless = true // a button that counts down
		is.Name, is.Value = was.Name, was.Value
	}
	what, b, a, ok := differs(was, is)
	if !ok {
		return nil
	}
	kind := proof.OwnChange
	if was.Has(desktop.Visible) && !is.Has(desktop.Visible) {
		kind = proof.Vanished
	}
	return &sight{ref: is.Ref, ev: proof.Evidence{Kind: kind, What: what, Before: b, After: a}}
}

// mine compares the target with itself and tells whether that alone is enough.
//
// GTK 4 uses the widgets of rows again: one that says something else, or is hidden, may stand for another row. And a row
// that is merely chosen says little, since in some lists the pointer passing over it does that; it counts like anything
// else nearby that lasts.
func (c *changes) mine(was, is desktop.Element) (s *sight, enough bool) {
	if !c.reused(was) {
		s = c.own(was, is)
		return s, s != nil
	}
	if was.Name != is.Name || was.Has(desktop.Visible) != is.Has(desktop.Visible) {
		return nil, false
	}
	if s = c.own(was, is); s != nil {
		s.el, s.ev.Kind = is, proof.Nearby
	}
	return s, false
}

// reused reports whether e is a row of a GTK 4 list, in one of which a row was pressed.
func (c *changes) reused(e desktop.Element) bool {
	return c.at.app.Toolkit == desktop.GTK4 && c.target.Role == desktop.ListItem && e.Role == desktop.ListItem
}

// gone decides what it means that the target answers no more: it was made anew, it vanished, or its program ended.
func (c *changes) gone(ctx context.Context) (*sight, error) {
	s, err := c.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: c.at.app.Ref}, desktop.Limits{})
	if err != nil {
		ws, werr := c.windows(ctx)
		if werr == nil && len(ws) == 0 {
			if closes(c.target) {
				return &sight{ev: proof.Evidence{Kind: proof.WindowGone, What: c.at.app.Name}}, nil
			}
			return nil, &proof.Problem{Reason: proof.ReasonAppEnded, Text: fmt.Sprintf("%s ended. Whether that was meant can't be told.", orIt(c.at.app.Name))}
		}
		return nil, err
	}
	if e, ok := s.ByPath(c.target.Path); ok {
		if s, enough := c.mine(c.target, e); enough {
			return s, nil
		}
		c.target.Ref = e.Ref
		return nil, nil
	}
	if c.movesItself(c.target.Ref, c.target.Parent) {
		c.restless = true // it comes and goes by itself
		return nil, nil
	}
	if c.target.Role == desktop.MenuItem || c.reused(c.target) {
		return nil, nil // its menu closed, and some programs make menus anew each time; or its widget is done with
	}
	return &sight{ev: proof.Evidence{Kind: proof.Vanished, What: capital(c.target.Describe())}}, nil
}

func orIt(s string) string {
	if s == "" {
		return "The application"
	}
	return s
}

// closes reports whether ending its program is what an element is for.
func closes(e desktop.Element) bool {
	switch fold(e.Name) {
	case "close", "quit", "exit", "ok", "cancel", "yes", "no", "discard", "close without saving", "don't save":
		return true
	}
	return e.Role == desktop.MenuItem && containsWords(fold(e.Name), "quit")
}

// signalled reads again just what gave a signal.
func (c *changes) signalled(ctx context.Context, moved []change) (*sight, []sight, error) {
	var weak []sight
	for i := len(moved) - 1; i >= 0 && i >= len(moved)-64; i-- {
		m := moved[i]
		was, known := c.before[m.ref]
		if known && silent(was) {
			continue
		}
		is, err := c.x.desk.Tree.Read(ctx, m.ref)
		if err != nil {
			continue // gone or mute: a structural signal follows and brings the full look
		}
		if !known {
			if opened(is) {
				return &sight{ref: is.Ref, ev: proof.Evidence{Kind: proof.WindowNew, What: capital(is.Describe())}}, nil, nil
			}
			continue
		}
		is = again(was, is)
		if opened(is) && !was.Has(desktop.Visible) {
			return &sight{ref: is.Ref, ev: proof.Evidence{Kind: proof.WindowNew, What: capital(is.Describe())}}, nil, nil
		}
		s, inTarget := c.nearby(was, is)
		if s == nil {
			continue
		}
		if inTarget {
			return s, nil, nil
		}
		weak = append(weak, *s)
	}
	return nil, c.trusted(weak), nil
}

// whole compares a fresh snapshot with the baseline.
func (c *changes) whole(ctx context.Context) (*sight, []sight, error) {
	s, err := c.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: c.at.app.Ref}, desktop.Limits{Hidden: true})
	if err != nil {
		return nil, nil, err
	}
	for _, w := range s.Windows {
		if shown, had := c.tops[w.Ref]; w.Has(desktop.Visible) && (!had || !shown) && (w.Name != "" || w.Role != desktop.WindowRole) {
			return &sight{ref: w.Ref, ev: proof.Evidence{Kind: proof.WindowNew, What: capital(w.Describe())}}, nil, nil
		}
	}
	var weak []sight
	now := make(map[desktop.Ref]bool, len(s.Elements))
	var fresh []desktop.Element
	for _, is := range s.Elements {
		now[is.Ref] = true
		was, known := c.before[is.Ref]
		if !known {
			fresh = append(fresh, is)
			continue
		}
		if opened(is) && is.Has(desktop.Visible) && !was.Has(desktop.Visible) {
			return &sight{ref: is.Ref, ev: proof.Evidence{Kind: proof.WindowNew, What: capital(is.Describe())}}, nil, nil
		}
		if silent(was) {
			continue
		}
		d, inTarget := c.nearby(was, is)
		if d == nil {
			continue
		}
		if inTarget {
			return d, nil, nil
		}
		weak = append(weak, *d)
	}
	// Toolkits that draw anew give everything a new reference: what has the same path and content is no change.
	lost := map[string]desktop.Element{}
	for r, was := range c.before {
		if !now[r] && was.Has(desktop.Visible) && c.inWindow(was) && !silent(was) && !c.inMenu(was) && !c.reused(was) {
			lost[key(was)] = was
		}
	}
	complete := len(s.Truncated) == 0 && len(c.snap.Truncated) == 0
	c.partial = s.Unreadable > 0
	for _, w := range s.Truncated {
		c.partial = c.partial || w == "budget" || w == "nodes"
	}
	for _, is := range fresh {
		if was, ok := lost[key(is)]; ok {
			delete(lost, key(is))
			if d, _ := c.nearby(was, is); d != nil {
				d.in = is.Parent
				weak = append(weak, *d)
			}
			continue
		}
		if opened(is) && is.Has(desktop.Visible) {
			return &sight{ref: is.Ref, ev: proof.Evidence{Kind: proof.WindowNew, What: capital(is.Describe())}}, nil, nil
		}
		if complete && !c.reused(is) && is.Has(desktop.Visible) && is.Name != "" && !silent(is) && c.inWindow(is) && !clockLike("", is.Name) {
			weak = append(weak, sight{ref: is.Ref, el: is, in: is.Parent, ev: proof.Evidence{Kind: proof.Nearby, What: capital(is.Describe()), After: "there"}})
		}
	}
	if complete {
		for _, was := range lost {
			if was.Name != "" {
				weak = append(weak, sight{ref: was.Ref, in: was.Parent, ev: proof.Evidence{Kind: proof.Nearby, What: capital(was.Describe()), Before: "there", After: "gone"}})
			}
		}
	}
	return nil, c.trusted(weak), nil
}
