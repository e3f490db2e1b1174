package proof

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// answer is what one Check says.
type answer struct {
	v   Verdict
	bad bool // with an error
}

// script is an expectation that says what it is told to, in order; the last answer repeats.
type script struct {
	answers []answer
	goal    bool
	finish  *Outcome
	acts    int
	n       int
	seen    []answer // by reads after the act
	first   answer   // by the read before it
	wake    chan struct{}
}

func (s *script) Check(context.Context) (Verdict, Evidence, error) {
	a := s.answers[min(s.n, len(s.answers)-1)]
	s.n++
	if s.acts == 0 {
		s.first = a
	} else {
		s.seen = append(s.seen, a)
	}
	if a.bad {
		return a.v, Evidence{Kind: ValueRead, What: "x", After: "y"}, errors.New("cut off")
	}
	return a.v, Evidence{Kind: ValueRead, What: "x", After: "y"}, nil
}
func (s *script) Wake(context.Context) (<-chan struct{}, error)  { return s.wake, nil }
func (s *script) Goal() bool                                     { return s.goal }
func (s *script) Finish(_ context.Context, means Means) *Outcome { return s.finish }

type baselined struct{ *script }

func (baselined) Before(context.Context) error { return nil }

func good(a answer) bool { return a.v == Satisfied && !a.bad }

func TestNoOrderOfEventsConfirmsWithoutASatisfiedReadAfterTheAct(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		answers := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) answer {
			return answer{Verdict(rapid.IntRange(0, 2).Draw(rt, "verdict")), rapid.IntRange(0, 4).Draw(rt, "bad") == 0}
		}), 1, 12).Draw(rt, "answers")
		signals := rapid.SliceOfN(rapid.IntRange(0, 1500), 0, 10).Draw(rt, "signals at ms")
		budget := time.Duration(rapid.IntRange(1, 1200).Draw(rt, "budget ms")) * time.Millisecond
		actErr := rapid.SampledFrom([]error{nil, ErrDispatched, fmt.Errorf("x: %w", ErrDispatched), errors.New("no"), &Problem{Reason: ReasonDisabled, Text: "No."}}).Draw(rt, "act's error")
		takes := time.Duration(rapid.SampledFrom([]int{0, 0, 5, 2000}).Draw(rt, "act takes ms")) * time.Millisecond
		cancelAt := rapid.SampledFrom([]int{-1, -1, 0, 10, 500, 3000}).Draw(rt, "cancelled at ms")
		goal, compares := rapid.Bool().Draw(rt, "goal"), rapid.Bool().Draw(rt, "compares")
		var finish *Outcome
		if rapid.Bool().Draw(rt, "finisher") {
			lie := Confirm(API, Evidence{Kind: ValueRead, What: "x", After: "y"})
			finish = &lie
		}

		s := &script{answers: answers, goal: goal, finish: finish}
		var o Outcome
		var took time.Duration
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s.wake = make(chan struct{}, 1)
			for _, ms := range signals {
				time.AfterFunc(time.Duration(ms)*time.Millisecond, func() {
					select {
					case s.wake <- struct{}{}:
					default:
					}
				})
			}
			if cancelAt == 0 {
				cancel()
			} else if cancelAt > 0 {
				time.AfterFunc(time.Duration(cancelAt)*time.Millisecond, cancel)
			}
			var e Expectation = s
			if compares {
				e = baselined{s}
			}
			start := time.Now()
			o = Until(ctx, e, func(context.Context) (Means, error) {
				s.acts++
				time.Sleep(takes) // virtual
				return Semantic, actErr
			}, budget)
			took = time.Since(start)
		})

		require.LessOrEqual(rt, s.acts, 1, "acted more than once")
		require.LessOrEqual(rt, took, max(budget, takes), "waited longer than the budget")
		if o.Effect() == Confirmed {
			require.NotEmpty(rt, o.Evidence())
			if s.acts == 0 {
				require.True(rt, goal && good(s.first), "confirmed without acting, and the goal did not hold")
				require.Equal(rt, AlreadySo, o.Evidence()[0].Kind)
			} else {
				require.NotEmpty(rt, s.seen, "confirmed without a read after the act")
				require.True(rt, good(s.seen[len(s.seen)-1]), "confirmed though the latest read did not satisfy")
				require.True(rt, goal || s.first.v == Unsatisfied || compares && !good(s.first), "confirmed what may have been so before")
				require.True(rt, actErr == nil || errors.Is(actErr, ErrDispatched))
			}
		}
		if s.acts == 0 {
			require.Contains(rt, []Effect{Confirmed, Cancelled}, o.Effect(), "an effect of an act that was not made")
		}
		if o.Effect() == Unchanged {
			last := s.seen[len(s.seen)-1]
			require.True(rt, last.v != Unknown && !last.bad, "nothing changed is said of what could not be read")
		}
		if actErr != nil && !errors.Is(actErr, ErrDispatched) && s.acts == 1 {
			require.Empty(rt, s.seen)
			require.Contains(rt, []Effect{Failed, Refused, Cancelled}, o.Effect())
		}
	})
}
