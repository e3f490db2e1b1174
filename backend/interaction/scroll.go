package interaction

import (
	"context"
	"fmt"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Scroll turns the wheel over the largest scrolling part of the window in front, or over the target, and reads
// what moved: the scroll bar, or the place of what the window shows. Over a program without accessibility the wheel
// turns too; what it does there is not known.
func (x *Session) Scroll(ctx context.Context, step int, t desktop.Target, dx, dy int) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Input == nil {
		return refusal(ctx, x.missing("Input")), nil
	}
	if w, ok := x.blind(ctx); ok {
		if t.Label != "" || len(t.Path) > 0 {
			return refusal(ctx, dark(w, t.Label)), nil
		}
		return x.scrollBlind(ctx, w, dx, dy), nil
	}
	var fd found
	var err error
	if t.Label != "" || len(t.Path) > 0 {
		fd, _, err = x.reach(ctx, t, anything)
	} else {
		fd, err = x.look(ctx, &t, firstLook, anything)
	}
	if err != nil {
		return refusal(ctx, err), nil
	}
	if fd.el.Ref.Zero() {
		fd.el = fd.scrollable()
	}
	if fd.view(fd.el).Empty() {
		return proof.Refuse(proof.ReasonNotFound, "There is nothing to scroll in this window."), nil
	}
	e := &scrolled{x: x, fd: fd, dx: dx, dy: dy}
	shot := x.shoot(ctx, fd)
	o := x.act(ctx, fd.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) {
		if x.desk.Input == nil {
			return proof.Pointer, x.missing("Input")
		}
		if !x.handsOff(ctx) {
			return proof.Pointer, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
		}
		if err := x.raise(ctx, fd.at); err != nil {
			return proof.Pointer, err
		}
		c := fd.view(fd.el) // a long list reaches beyond its window
		px, err := x.pixel(ctx, c.Center())
		if err != nil {
			return proof.Pointer, err
		}
		if fd.at.window.ID != 0 && !x.mine(ctx, fd.at, px) {
			return proof.Pointer, &proof.Problem{Reason: proof.ReasonObstructed, Text: "The window is covered, so it was not scrolled."}
		}
		proof.Dispatching(ctx)
		if err := x.desk.Input.Scroll(ctx, px, dx, dy); err != nil {
			return proof.Pointer, sentence(err, "")
		}
		return proof.Pointer, nil
	}, x.cfg.BudgetPress)
	if o.Effect() == proof.Unchanged && o.Reason() == proof.ReasonNoEffect {
		o = proof.NoEffect(proof.Pointer, &proof.Problem{Reason: proof.ReasonNoEffect, Text: "Nothing moved; it may be at its end already."}).Timed(o.Timing())
	}
	return o, x.reshoot(ctx, shot)
}

// scrollable picks what a person would scroll: the largest visible list, text or page.
func (fd found) scrollable() desktop.Element {
	var best desktop.Element
	area := 0.0
	for _, e := range fd.f.snap.Elements {
		switch e.Role {
		case desktop.List, desktop.Table, desktop.Document:
		case desktop.TextField:
			if !e.Has(desktop.MultiLine) {
				continue
			}
		default:
			continue
		}
		w, _ := fd.f.window(e)
		r := fd.view(e)
		if (e.Has(desktop.Visible) || fd.scrolledAway(e)) && w.Ref == fd.win.Ref && r.W*r.H > area {
			best, area = e, r.W*r.H
		}
	}
	if best.Ref.Zero() {
		best = fd.win
	}
	return best
}

// scrolled expects a scroll bar of the window to have moved, or what the window shows to stand elsewhere.
type scrolled struct {
	x      *Session
	fd     found
	dx, dy int
	bars   map[desktop.Ref]string
	marks  map[desktop.Ref]desktop.Rect // a few things inside, by place
	names  map[desktop.Ref]desktop.Element
}

// Relative: what moved is against where it stood.
func (s *scrolled) Relative() {}

func (s *scrolled) Wake(ctx context.Context) (<-chan struct{}, error) { return s.fd.a.wake(ctx), nil }

func (s *scrolled) Before(ctx context.Context) error {
	s.bars, s.marks, s.names = map[desktop.Ref]string{}, map[desktop.Ref]desktop.Rect{}, map[desktop.Ref]desktop.Element{}
	for _, e := range s.fd.f.snap.Elements {
		w, _ := s.fd.f.window(e)
		if w.Ref != s.fd.win.Ref {
			continue
		}
		if e.Role == desktop.ScrollBar {
			if now, err := s.x.desk.Tree.Read(ctx, e.Ref); err == nil {
				s.bars[e.Ref], s.names[e.Ref] = now.Value, e
			}
			continue
		}
		if len(s.marks) >= 12 || !e.Has(desktop.Visible) || e.Bounds.Empty() || !s.under(e) {
			continue
		}
		if now, err := s.x.desk.Tree.Read(ctx, e.Ref); err == nil && !now.Bounds.Empty() {
			s.marks[e.Ref], s.names[e.Ref] = now.Bounds, e
		}
	}
	return nil
}

// under reports whether e lies inside what is scrolled.
func (s *scrolled) under(e desktop.Element) bool {
	if e.Ref == s.fd.el.Ref {
		return e.Role == desktop.List || e.Role == desktop.Document
	}
	for _, a := range s.fd.f.ancestors(e) {
		if a.Ref == s.fd.el.Ref {
			return true
		}
	}
	return false
}

func (s *scrolled) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	read := false
	for r, was := range s.bars {
		now, err := s.x.desk.Tree.Read(ctx, r)
		if err != nil {
			continue
		}
		read = true
		if now.Value != was {
			return proof.Satisfied, proof.Evidence{Kind: proof.ValueRead, What: "The scroll bar", Before: was, After: now.Value}, nil
		}
	}
	for r, was := range s.marks {
		now, err := s.x.desk.Tree.Read(ctx, r)
		if err != nil {
			continue
		}
		read = true
		if now.Bounds.X != was.X || now.Bounds.Y != was.Y {
			return proof.Satisfied, proof.Evidence{Kind: proof.StateRead, What: capital(s.names[r].Describe()),
				Before: fmt.Sprintf("at %.0f, %.0f", was.X, was.Y), After: fmt.Sprintf("at %.0f, %.0f", now.Bounds.X, now.Bounds.Y)}, nil
		}
	}
	if !read {
		return proof.Unknown, proof.Evidence{}, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "It was scrolled, but nothing in the window tells where it stands."}
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}
