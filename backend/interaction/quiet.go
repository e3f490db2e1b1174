package interaction

import (
	"context"
	"slices"
	"sort"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// heard is what was last read of a weak sight, and when it was first read so without a signal that explains it.
type heard struct {
	text string
	look time.Time
	new  time.Time
}

// changesOf is the rule of a press behind an expectation, or nil when something declared is expected.
func changesOf(e proof.Expectation) *changes {
	switch e := e.(type) {
	case *changes:
		return e
	case *keyed:
		return e.changes
	case fully:
		return e.c
	}
	return nil
}

// again reads a confirmed step's effect again. What was proven by something strong is not saved by something weak:
// a label that counts says nothing about a tick that was taken back.
func (p *pending) again(ctx context.Context) proof.Outcome {
	e := p.expect
	if c := changesOf(e); c != nil {
		e = fully{e, c}
		if !p.out.WeakOnly() {
			e = strongly{e, p.out.Evidence()[0]}
		}
	}
	return proof.Settle(ctx, p.out, e, p.sent)
}

// fully looks at everything before it says that nothing is different any more: a change without a signal is found in
// no other way.
type fully struct {
	proof.Expectation
	c *changes
}

func (f fully) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	if v, ev, err := f.Expectation.Check(ctx); v == proof.Satisfied || err != nil {
		return v, ev, err
	}
	strong, weak, err := f.c.look(ctx, true)
	f.c.unread = err != nil
	return f.c.judge(strong, weak, err)
}

type strongly struct {
	proof.Expectation
	first proof.Evidence
}

func (s strongly) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	v, ev, err := s.Expectation.Check(ctx)
	c := changesOf(s.Expectation)
	// A window that came up meanwhile does not stand for the target's own change either.
	other := s.first.Kind == proof.OwnChange && ev.Kind != proof.OwnChange && ev.Kind != proof.Vanished
	if v == proof.Satisfied && (ev.Weak() || other) || v == proof.Unknown && !c.unread {
		return proof.Unsatisfied, proof.Evidence{What: c.target.Describe()}, nil
	}
	return v, ev, err
}

// stirred is when the element, or the children of what it came into or left, gave a signal last.
func (c *changes) stirred(ref, in desktop.Ref) time.Time {
	t := c.a.last(ref)
	if u := c.a.lastOf(in, desktop.EventChildren); u.After(t) {
		t = u
	}
	return t
}

// keptStill reports whether a sight is known to have kept still for the quiet time before the press, so that its
// change is the press's doing. What changed without a signal is not known to give any, and what stands in something
// that got children a moment ago may itself be only that old.
func (c *changes) keptStill(s sight) bool {
	if c.stirred(s.ref, s.in).Before(c.since) || !c.a.quietBefore(s.ref, c.since, c.x.cfg.Quiet) {
		return false
	}
	around := c.above(s.el)
	if !s.in.Zero() {
		around = append(around, s.in)
	}
	return !slices.ContainsFunc(around, func(r desktop.Ref) bool {
		return !c.a.quietOf(r, desktop.EventChildren, c.since, c.x.cfg.Quiet)
	})
}

// movesItself reports whether something is known to have changed shortly before the press, when Pace did nothing.
func (c *changes) movesItself(ref, in desktop.Ref) bool {
	from := c.since.Add(-c.x.cfg.Quiet)
	return !c.x.acted(from, c.since) && (c.a.changedIn(ref, "", from, c.since) ||
		!in.Zero() && c.a.changedIn(in, desktop.EventChildren, from, c.since))
}

// trusted drops what is known to change by itself and puts first what is known to have kept still before.
func (c *changes) trusted(weak []sight) []sight {
	var still, unknown []sight
	for _, s := range weak {
		if s.in.Zero() {
			c.note(s, reading(s.el), false)
		}
		s.still = c.keptStill(s)
		switch {
		case s.still:
			still = append(still, s)
		case c.movesItself(s.ref, s.in) && !c.deciding:
			c.restless = true // it may settle this press all the same, if it keeps still from now on
		default:
			unknown = append(unknown, s)
		}
	}
	out := append(still, unknown...)
	// What a person would point at comes first: a text that changed before a part that was shown or hidden.
	sort.SliceStable(out, func(i, j int) bool { return out[i].plain && !out[j].plain })
	return out
}

// hear reads a sight again and remembers what it says, to notice when it says something else without any signal. Of
// what came or went that is what its container holds: what is gone says nothing more.
func (c *changes) hear(ctx context.Context, s sight) {
	text, mute := "", true
	if s.in.Zero() {
		if is, err := c.x.desk.Tree.Read(ctx, s.ref); err == nil {
			text, mute = reading(again(s.el, is)), false
		}
	} else if held, err := c.x.desk.Tree.Snapshot(ctx, desktop.Scope{Root: s.in}, desktop.Limits{Depth: 1, Hidden: true}); err == nil {
		mute = false
		for _, e := range held.Elements {
			text += reading(e) + "\n\n"
		}
	}
	c.note(s, text, mute)
}

func (c *changes) note(s sight, text string, mute bool) {
	if c.heard == nil {
		c.heard = map[desktop.Ref]heard{}
	}
	h, known := c.heard[s.ref]
	if !known { // nor was it among what differed at the last round
		if h.look = c.since; c.round.After(c.since) {
			h.look = c.round
		}
	}
	now := time.Now()
	stirred := c.stirred(s.ref, s.in)
	if mute || !known && stirred.Before(h.look) || known && h.text != text {
		h.new = now // even if some signal came since: there may have been more than one change, and not for each a signal
	}
	h.text, h.look = text, now
	c.heard[s.ref] = h
}

// reading is what of an element a person could tell apart.
func reading(e desktop.Element) string {
	s := e.Name + "\n" + e.Value
	for _, w := range watched {
		if e.Has(w.state) {
			s += "\n" + w.on
		}
	}
	return s
}

// stillSince is since when a sight has been as it is, as far as is known.
func (c *changes) stillSince(s sight, sent time.Time) time.Time {
	t := sent
	for _, u := range [...]time.Time{c.stirred(s.ref, s.in), c.heard[s.ref].new} {
		if u.After(t) {
			t = u
		}
	}
	return t
}

// freeze remembers what had changed when the next step was sent, so that its effects are not credited to this one.
func (c *changes) freeze(ctx context.Context) {
	if c.frozen != nil {
		return
	}
	c.frozen, c.grown = append([]sight{}, c.weak...), map[string]bool{}
	if c.strong != "" {
		c.grown[c.strong] = true
		ws, _ := c.windows(ctx) // the same window may be seen first by either of two systems
		for id := range ws {
			if _, had := c.wins[id]; !had {
				c.grown[sight{top: id}.thing()] = true
			}
		}
	}
	for _, s := range c.frozen {
		if !s.still {
			c.hear(ctx, s)
		}
	}
}

// settle decides whether weak evidence counts: an element that kept still for the quiet time before the press, or
// keeps still for it afterwards.
func (c *changes) settle(ctx context.Context, o proof.Outcome, sent, seen time.Time) proof.Outcome {
	bound := sent.Add(c.x.cfg.BudgetPress + 2*c.x.cfg.Quiet)
	if !until(ctx, seen.Add(c.x.cfg.Lasting)) {
		return o.Doubt(stoppedEarly())
	}
	if least := time.Now().Add(2 * c.x.cfg.Quiet); c.frozen != nil && least.After(bound) {
		bound = least // it has not been read since the next step was sent
	}
	firm, sure := "", false
	for {
		weak, strong, err := c.standing(ctx)
		now := time.Now()
		switch {
		case err != nil:
			return o.Doubt(sentence(err, c.target.Describe()))
		case strong != nil:
			// It came after all, late, and has to last as any other.
			if sure && claim(strong.ev) == firm {
				return proof.Confirm(o.Means(), strong.ev).Timed(o.Timing()).MarkSettled(now.Sub(sent))
			}
			if firm, sure = claim(strong.ev), true; !until(ctx, now.Add(c.x.cfg.Lasting)) {
				return o.Doubt(stoppedEarly())
			}
			continue
		case len(weak) == 0 && c.restless:
			return o.Doubt(c.onlyRestless())
		case len(weak) == 0:
			last := o.Evidence()[0]
			return o.TakeBack(proof.Evidence{Kind: proof.Reverted, What: last.What, Before: last.After, After: last.Before})
		}
		next := bound.Add(time.Second)
		for _, s := range weak {
			if s.still && !c.x.acted(c.since.Add(-c.x.cfg.Quiet), c.since) {
				return proven(o, s, c.stirred(s.ref, s.in), sent, now)
			}
			ready := c.stillSince(s, sent).Add(c.x.cfg.Quiet)
			if !ready.After(now) {
				return proven(o, s, c.stirred(s.ref, s.in), sent, now)
			}
			if ready.Before(next) {
				next = ready
			}
		}
		if next.After(bound) {
			return o.Doubt(c.onlyRestless())
		}
		if soon := now.Add(c.x.cfg.Quiet / 7); c.mute(weak) && soon.Before(next) {
			next = soon // without signals only looking again tells whether it keeps still
		}
		if !until(ctx, next) {
			return o.Doubt(stoppedEarly())
		}
	}
}

// mute reports whether something changed without giving a signal, so that keeping still can't be heard.
func (c *changes) mute(weak []sight) bool {
	return slices.ContainsFunc(weak, func(s sight) bool { return !c.heard[s.ref].new.IsZero() })
}

// standing is what still differs. For a step that others followed, only what had changed before them counts, and
// that it was so when they were sent has been read already.
func (c *changes) standing(ctx context.Context) (weak []sight, strong *sight, err error) {
	if weak = c.frozen; c.frozen == nil {
		strong, weak, err = c.look(ctx, true)
	}
	if c.frozen != nil && len(c.grown) > 0 {
		if strong, _, err = c.look(ctx, true); strong != nil && !c.grown[strong.thing()] {
			strong = nil // of a later step
		}
	}
	for _, s := range weak {
		c.hear(ctx, s)
	}
	c.round = time.Now()
	if err == nil {
		err = ctx.Err()
	}
	return weak, strong, err
}

func (c *changes) onlyRestless() *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonNoEvidence,
		Text: c.did() + "; only things that keep changing by themselves changed, so it is not known whether it did anything."}
}

func proven(o proof.Outcome, s sight, changed, sent, now time.Time) proof.Outcome {
	if ev := o.Evidence(); len(ev) > 0 && s.ev.After != "" && (ev[0].What != s.ev.What || ev[0].After != s.ev.After) {
		t := o.Timing()
		if changed.After(sent) {
			d := changed.Sub(sent)
			t.Proven = &d
		}
		o = proof.Confirm(o.Means(), s.ev).Timed(t)
	}
	return o.MarkSettled(now.Sub(sent))
}

func stoppedEarly() *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonCancelled, Text: "It was seen, but Pace was stopped before it could see that it lasts."}
}

// claim is what an evidence says, to compare two.
func claim(e proof.Evidence) string { return string(e.Kind) + e.What + e.After }
