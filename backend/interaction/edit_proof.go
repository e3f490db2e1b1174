package interaction

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/proof"
)

// spliced expects the text of a field to be what it was, with one stretch of it replaced.
type spliced struct {
	x    *Session
	p    piece
	text string
	last string
	read bool
	left *Left // how it was left, once it was seen
}

// Relative: what was replaced is against the content before.
func (e *spliced) Relative() {}

func (e *spliced) Wake(ctx context.Context) (<-chan struct{}, error) { return e.p.fd.a.wake(ctx), nil }

// Before makes sure that the text is still the one of which the new one was made.
func (e *spliced) Before(ctx context.Context) error {
	now, err := e.x.text(ctx, e.p.fd)
	if err != nil {
		return sentence(err, e.p.fd.el.Describe())
	}
	if now != e.p.whole {
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: fmt.Sprintf("The text of %s changed while Pace looked, so it was left as it is.", e.p.fd.el.Describe())}
	}
	return nil
}

// before is what Before read.
func (e *spliced) before() string { return e.p.whole }

func (e *spliced) evidence(now string) proof.Evidence {
	return proof.Evidence{Kind: proof.ValueRead, What: capital(e.p.fd.el.Describe()), Before: quoted(e.p.whole), After: quoted(now), Path: e.p.fd.path()}
}

func (e *spliced) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	now, err := e.x.text(ctx, e.p.fd)
	e.last, e.read = now, err == nil
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, e.p.fd.el.Describe())
	}
	if e.left != nil && now != e.p.whole {
		// It was seen to be right. That it still stands is what lasting means: the person may type elsewhere by now.
		if _, stands := e.left.find(now); stands {
			return proof.Satisfied, e.evidence(now), nil
		}
	} else if e.around(now) && nfc(now[len(e.p.Before):len(now)-len(e.p.After)]) == nfc(e.text) {
		left := LeftOf(e.p.whole, now)
		e.left = &left
		return proof.Satisfied, e.evidence(now), nil
	}
	return proof.Unsatisfied, e.evidence(now), nil
}

// around reports whether everything but the piece is as it was.
func (e *spliced) around(now string) bool {
	return len(now) >= len(e.p.Before)+len(e.p.After) && strings.HasPrefix(now, e.p.Before) && strings.HasSuffix(now, e.p.After)
}

// Finish tells a text that somebody else changed meanwhile from one of which the program made something else.
func (e *spliced) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	if e.read && e.last != e.p.whole && !e.around(e.last) {
		o := proof.Some(m, &proof.Problem{Reason: proof.ReasonRewritten,
			Text: fmt.Sprintf("%s changed in other places too while Pace edited it: it says %s.", capital(e.p.fd.el.Describe()), short(quoted(e.last)))}, e.evidence(e.last))
		return &o
	}
	return rewritten(m, e.p.fd, e.p.whole, e.last, e.read)
}
