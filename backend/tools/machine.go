package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

// Machine makes the tools that work on the machine beside its screen. What they did is known to last when l has
// settled it.
func Machine(m system.Machine, l *Lasting) []tool.Tool {
	return []tool.Tool{volume{m.Volume, l}, brightness{m.Brightness, l}, music{m.Media, l}, machineStatus{m}}
}

// lookFirst bounds the reading that a tool decides by, before it asks for anything.
const lookFirst = 2 * time.Second

// pointsPerStep is what one step of volume and brightness is in percentage points, and usualSteps how many are taken
// when none are named.
const (
	pointsPerStep = 5
	usualSteps    = 2
)

// wish is a state of one part of the machine that is to come about, read afresh each time. It is a goal: what is so
// already is left alone.
type wish[T any] struct {
	read  func(context.Context) (T, error)
	wake  func(context.Context) (<-chan struct{}, error)
	holds func(was, now T) bool
	shows func(was, now T) proof.Evidence
	// missed says what is so instead, when the wish did not come true; nil leaves the usual words.
	missed func(was, now T) *proof.Outcome
	says   sayings

	was, now T
	known    bool // now was read by the last look
}

func (w *wish[T]) Wake(ctx context.Context) (<-chan struct{}, error) {
	c, err := w.wake(ctx)
	return c, w.says.trouble(err)
}

func (w *wish[T]) Before(ctx context.Context) (err error) {
	w.was, err = w.read(ctx)
	return w.says.trouble(err)
}

func (w *wish[T]) Held() (proof.Verdict, proof.Evidence) {
	if w.holds(w.was, w.was) {
		return proof.Satisfied, w.shows(w.was, w.was)
	}
	return proof.Unsatisfied, proof.Evidence{}
}

func (w *wish[T]) Goal() bool { return true }

func (w *wish[T]) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	now, err := w.read(ctx)
	if w.known = err == nil; err != nil {
		return proof.Unknown, proof.Evidence{}, w.says.trouble(err)
	}
	w.now = now
	if w.holds(w.was, now) {
		return proof.Satisfied, w.shows(w.was, now), nil
	}
	return proof.Unsatisfied, w.shows(w.was, now), nil
}

func (w *wish[T]) Finish(context.Context, proof.Means) *proof.Outcome {
	if !w.known || w.missed == nil {
		return nil
	}
	return w.missed(w.was, w.now)
}

// happening is a wish about a difference: it can't hold already.
type happening[T any] struct{ wish[T] }

func (*happening[T]) Relative() {}

// sayings are the words for one part of the machine.
type sayings struct {
	part  string // "The volume"
	other string // who answers for it: "The sound server"
}

// trouble makes a problem of what a part answers with.
func (s sayings) trouble(err error) error {
	var p *proof.Problem
	var un *system.Unavailable
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return err
	case errors.As(err, &un):
		return capable(un.Capability)
	case errors.Is(err, system.ErrNoPlayer):
		return &proof.Problem{Reason: proof.ReasonAppEnded, Text: capitalised(s.other) + " has ended in the meantime.", Err: err}
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, system.ErrPlayerHung) || errors.Is(err, proof.ErrDispatched):
		return &proof.Problem{Reason: proof.ReasonHung, Text: capitalised(s.other) + " does not answer.", Err: err}
	case errors.Is(err, context.Canceled):
		return err
	}
	return &proof.Problem{Reason: proof.ReasonNoEvidence, Text: s.part + " can't be told: " + s.other + " gives no readable answer.", Err: err}
}

// refused makes a problem of a request that was answered with no.
func (s sayings) refused(err error) error {
	var p *proof.Problem
	var un *system.Unavailable
	if err == nil || errors.As(err, &p) || errors.As(err, &un) || errors.Is(err, proof.ErrDispatched) || errors.Is(err, system.ErrNoPlayer) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return s.trouble(err)
	}
	return &proof.Problem{Reason: proof.ReasonNoEffect, Text: capitalised(s.other) + " did not do it.", Err: err}
}

// capitalised begins a sentence.
func capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// capable says what a part of the machine lacks, nil when nothing.
func capable(c system.Capability) *proof.Problem {
	if c.State == system.Ready {
		return nil
	}
	text := strings.TrimSpace(c.Reason + " " + c.Fix)
	if text == "" {
		text = "This machine has no way to do that."
	}
	reason := proof.ReasonUnavailable
	if c.State == system.Denied {
		reason = proof.ReasonNotPermitted
	}
	return &proof.Problem{Reason: reason, Text: text, Err: c.Err()}
}

// Lacks says what stands in the way of a capability: nil when it is there. mine is false when it is neither of the machine
// beside its screen nor a part that is still to be built, and nothing was asked.
func Lacks(ctx context.Context, m system.Machine, s system.Session, c tool.Capability) (why *proof.Problem, mine bool) {
	if part, later := c.Later(); later {
		return notYet(part), true
	}
	switch c {
	case tool.NeedsSound:
		return capable(m.Volume.Capability(ctx)), true
	case tool.NeedsBacklight:
		return capable(m.Brightness.Capability(ctx)), true
	case tool.NeedsPlayer:
		return capable(m.Media.Capability(ctx)), true
	case tool.NeedsLock:
		return capable(s.Lock.Capability(ctx)), true
	case tool.NeedsMail:
		return handled(ctx, s, "mailto", "mail"), true
	case tool.NeedsMessages:
		return handled(ctx, s, "sms", "messages"), true
	}
	return nil, false
}

// handled says that no program is set for a kind of address, nil when one is.
func handled(ctx context.Context, s system.Session, scheme, kind string) *proof.Problem {
	_, err := s.Opener.Handler(ctx, scheme)
	var un *system.Unavailable
	switch {
	case err == nil:
		return nil
	case errors.As(err, &un):
		return capable(un.Capability)
	}
	c := system.Capability{Name: kind + " program", State: system.Absent, Reason: "It can't be told which program is for " + kind + "."}
	if errors.Is(err, system.ErrNoHandler) {
		c.Reason = "No program for " + kind + " is set up."
		c.Fix = "Install one, or choose one for " + scheme + ": links in the settings of your desktop."
	}
	return capable(c)
}

// undone is the outcome of a tool that could not even look.
func undone(ctx context.Context, err error) proof.Outcome {
	var p *proof.Problem
	switch {
	case ctx.Err() != nil && errors.As(context.Cause(ctx), &p):
		return proof.Cancel(p.Reason, p.Text)
	case ctx.Err() != nil:
		return proof.Cancel(proof.ReasonCancelled, "Pace was stopped.")
	case errors.As(err, &p) && (p.Reason == proof.ReasonUnavailable || p.Reason == proof.ReasonNotPermitted):
		return proof.RefuseFor(p)
	}
	return proof.FailWith(err)
}

// steps is how far up or down is wanted, in percentage points.
func points(steps, percent *int) int {
	switch {
	case percent != nil:
		return *percent
	case steps != nil:
		return *steps * pointsPerStep
	}
	return usualSteps * pointsPerStep
}

// changed is the reason for which an undo leaves something alone.
func changed(part, now string) proof.Outcome {
	return proof.Refuse(proof.ReasonNotPermitted, fmt.Sprintf("%s is %s now, which is not how Pace left it, so it was left alone.", part, now))
}

// amount checks the arguments that say how far: they contradict a fixed level, and each other.
func amount(direction string, level, steps, percent *int) error {
	switch {
	case level != nil && (direction != "" || steps != nil || percent != nil):
		return errors.New("names a level and also a way to go from here")
	case steps != nil && percent != nil:
		return errors.New("says twice how far")
	}
	return nil
}
