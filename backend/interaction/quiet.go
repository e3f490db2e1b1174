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
	}
	return nil
}

// again reads a confirmed step's effect again. What was proven by something strong is not saved by something weak:
// a label that counts says nothing about a tick that was taken back.
func (p *pending) again(ctx context.Context) proof.Outcome {
	e := p.expect
	if changesOf(e) != nil && !p.out.WeakOnly() {
		e = strongly{e}
	}
	return proof.Settle(ctx, p.out, e, p.sent)
}

type strongly struct{ proof.Expectation }

func (s strongly) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	v, ev, err := s.Expectation.Check(ctx)
	if c := changesOf(s.Expectation); v == proof.Satisfied && ev.Weak() || v == proof.Unknown && !c.unread {
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
// change is the press's doing. What changed without a signal is not known to give any.
func (c *changes) keptStill(s sight) bool {
	return !c.stirred(s.ref, s.in).Before(c.since) && c.a.quietBefore(s.ref, c.since, c.x.cfg.Quiet) &&
		(s.in.Zero() || c.a.quietOf(s.in, desktop.EventChildren, c.since, c.x.cfg.Quiet))
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
		c.hear(s)
		switch {
		case c.keptStill(s):
			still = append(still, s)
		case c.movesItself(s.ref, s.in):
			c.restless = true
		default:
			unknown = append(unknown, s)
		}
	}
	out := append(still, unknown...)
	// What a person would point at comes first: a text that changed before a part that was shown or hidden.
	sort.SliceStable(out, func(i, j int) bool { return out[i].plain && !out[j].plain })
	return out
}

// hear remembers what a sight says now, to notice when it says something else without any signal.
func (c *changes) hear(s sight) {
	if c.heard == nil {
		c.heard = map[desktop.Ref]heard{}
	}
	now, text := time.Now(), s.ev.What+s.ev.After
	h, known := c.heard[s.ref]
	if !known {
		h.look = c.since
	}
	if (!known || h.text != text) && c.stirred(s.ref, s.in).Before(h.look) {
		h.new = now
	}
	h.text, h.look = text, now
	c.heard[s.ref] = h
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
func (c *changes) freeze() {
	if c.frozen == nil {
		c.frozen = append([]sight{}, c.weak...)
	}
}

// settle decides whether weak evidence counts: an element that kept still for the quiet time before the press, or
// keeps still for it afterwards.
func (c *changes) settle(ctx context.Context, o proof.Outcome, sent, seen time.Time) proof.Outcome {
	bound := sent.Add(c.x.cfg.BudgetPress + 2*c.x.cfg.Quiet)
	if !until(ctx, seen.Add(c.x.cfg.Lasting)) {
		return o.Doubt(stoppedEarly())
	}
	for {
		weak, strong, err := c.standing(ctx)
		now := time.Now()
		switch {
		case err != nil:
			return o.Doubt(sentence(err, c.target.Describe()))
		case strong != nil:
			return o.With(o.Means(), strong.ev).MarkSettled(now.Sub(sent))
		case len(weak) == 0 && c.restless:
			return o.Doubt(c.onlyRestless())
		case len(weak) == 0:
			last := o.Evidence()[0]
			return o.TakeBack(proof.Evidence{Kind: proof.Reverted, What: last.What, Before: last.After, After: last.Before})
		}
		next := bound.Add(time.Second)
		for _, s := range weak {
			if c.keptStill(s) && !c.x.acted(c.since.Add(-c.x.cfg.Quiet), c.since) {
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
	if c.frozen == nil {
		strong, weak, err = c.look(ctx, true)
		return weak, strong, err
	}
	if c.mute(c.frozen) {
		if _, _, err := c.look(ctx, true); err != nil {
			return nil, nil, err
		}
	}
	return c.frozen, nil, nil
}

func (c *changes) onlyRestless() *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonNoEvidence,
		Text: capital(c.target.Describe()) + " was pressed; only things that keep changing by themselves changed, so it is not known whether it did anything."}
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
