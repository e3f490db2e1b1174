package interaction

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/proof"
)

// textIs expects the content to be exactly text, after the normaliser.
type textIs struct {
	x    *Session
	fd   found
	text string
	was  string
	last string
	read bool
}

func (e *textIs) Goal() bool                                        { return true }
func (e *textIs) Wake(ctx context.Context) (<-chan struct{}, error) { return e.fd.a.wake(ctx), nil }
func (e *textIs) Before(ctx context.Context) (err error) {
	e.was, err = e.x.text(ctx, e.fd)
	if err != nil {
		return sentence(err, e.fd.el.Describe())
	}
	return e.fd.stale()
}

// Held is about what Before read.
func (e *textIs) Held() (proof.Verdict, proof.Evidence) { return e.judge(e.was) }

func (e *textIs) judge(now string) (proof.Verdict, proof.Evidence) {
	ev := proof.Evidence{Kind: proof.ValueRead, What: capital(e.fd.el.Describe()), Before: quoted(e.was), After: quoted(now), Path: e.fd.path()}
	if sameText(now, e.text) {
		return proof.Satisfied, ev
	}
	return proof.Unsatisfied, ev
}

// before is what Before read.
func (e *textIs) before() string { return e.was }

func (e *textIs) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	now, err := e.x.text(ctx, e.fd)
	e.last, e.read = now, err == nil
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, e.fd.el.Describe())
	}
	v, ev := e.judge(now)
	return v, ev, nil
}

// Finish tells a field that made something else of the text from one that took none.
func (e *textIs) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	return rewritten(m, e.fd, e.was, e.last, e.read)
}

func rewritten(m proof.Means, fd found, was, now string, read bool) *proof.Outcome {
	el := fd.el
	if !read {
		return nil
	}
	ev := proof.Evidence{Kind: proof.ValueRead, What: capital(el.Describe()), Before: quoted(was), After: quoted(now), Path: fd.path()}
	if tidy(now) == tidy(was) {
		o := proof.NoEffect(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s did not take the text.", capital(el.Describe()))}, ev)
		return &o
	}
	o := proof.Some(m, &proof.Problem{Reason: proof.ReasonRewritten,
		Text: fmt.Sprintf("%s made something else of it: it says %s.", capital(el.Describe()), short(quoted(now)))}, ev)
	return &o
}

func short(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// inserted expects text to stand in the content where something else stood or nothing: the content before, with
// one stretch of it (the selection, often empty) replaced by text.
type inserted struct {
	x    *Session
	fd   found
	text string
	was  string
	last string
	read bool
}

// Relative: what was inserted is against the content before.
func (e *inserted) Relative() {}

func (e *inserted) Wake(ctx context.Context) (<-chan struct{}, error) { return e.fd.a.wake(ctx), nil }

func (e *inserted) Before(ctx context.Context) (err error) {
	e.was, err = e.x.text(ctx, e.fd)
	if err != nil {
		return sentence(err, e.fd.el.Describe())
	}
	return nil
}

// before is what Before read.
func (e *inserted) before() string { return e.was }

func (e *inserted) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	now, err := e.x.text(ctx, e.fd)
	ev := proof.Evidence{Kind: proof.ValueRead, What: capital(e.fd.el.Describe()), Before: quoted(e.was), After: quoted(now), Path: e.fd.path()}
	e.last, e.read = now, err == nil
	if err != nil {
		return proof.Unknown, ev, sentence(err, e.fd.el.Describe())
	}
	if now != e.was && insertedInto(e.was, now, e.text) {
		return proof.Satisfied, ev, nil
	}
	return proof.Unsatisfied, ev, nil
}

func (e *inserted) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	return rewritten(m, e.fd, e.was, e.last, e.read)
}

// insertedInto reports whether now is was with one stretch replaced by text.
func insertedInto(was, now, text string) bool {
	was, now, text = nfc(was), nfc(now), nfc(text)
	for from := 0; ; {
		i := strings.Index(now[from:], text)
		if i < 0 {
			return false
		}
		i += from
		head, tail := now[:i], now[i+len(text):]
		if len(head)+len(tail) <= len(was) && strings.HasPrefix(was, head) && strings.HasSuffix(was, tail) {
			return true
		}
		from = i + 1
		if from > len(now) {
			return false
		}
	}
}
