package local

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// run plays outcomes against the decision until it stops, and gives the shapes of the attempts.
func run(schema, heard bool, outcomes ...Outcome) (shapes []string) {
	p := plan{stream: true, cache: true, schema: schema}
	var done []Attempt
	for _, outcome := range outcomes {
		shape := map[bool]string{true: "stream", false: "whole"}[p.stream]
		if p.cache {
			shape += "+cache"
		}
		if p.schema {
			shape += "+schema"
		}
		if p.pause > 0 {
			shape += "+pause"
		}
		shapes = append(shapes, shape)
		done = append(done, Attempt{Stream: p.stream, CachePrompt: p.cache, Schema: p.schema, Outcome: outcome})
		next, again := following(done, heard)
		if !again {
			return shapes
		}
		p = next
	}
	return append(shapes, "…")
}

func TestAttemptsFollowEachOther(t *testing.T) {
	const (
		ok, empty, invalid, cut = OutcomeOK, OutcomeEmpty, OutcomeInvalid, OutcomeCut
		away, schema, failed    = OutcomeUnreachable, OutcomeSchema, OutcomeFailed
	)
	for _, c := range []struct {
		name     string
		outcomes []Outcome
		want     []string
	}{
		{"at once", []Outcome{ok}, []string{"stream+cache+schema"}},
		{"empty, then good", []Outcome{empty, ok}, []string{"stream+cache+schema", "stream+schema"}},
		{"three streams, then in one piece", []Outcome{empty, invalid, cut, ok}, []string{"stream+cache+schema", "stream+schema", "stream+schema", "whole+schema"}},
		{"nothing after that", []Outcome{cut, cut, cut, cut, ok}, []string{"stream+cache+schema", "stream+schema", "stream+schema", "whole+schema"}},
		{"a refused connection once more", []Outcome{away, ok}, []string{"stream+cache+schema", "stream+cache+schema+pause"}},
		{"but only once", []Outcome{away, away, ok}, []string{"stream+cache+schema", "stream+cache+schema+pause"}},
		{"it costs no stream", []Outcome{away, cut, cut, cut, ok}, []string{"stream+cache+schema", "stream+cache+schema+pause", "stream+schema", "stream+schema", "whole+schema"}},
		{"a crash in between", []Outcome{cut, away, ok}, []string{"stream+cache+schema", "stream+schema", "stream+schema+pause"}},
		{"without the schema", []Outcome{schema, ok}, []string{"stream+cache+schema", "stream+cache"}},
		{"and then three streams", []Outcome{schema, invalid, invalid, invalid, invalid}, []string{"stream+cache+schema", "stream+cache", "stream", "stream", "whole"}},
		{"a failure that stays", []Outcome{failed, ok}, []string{"stream+cache+schema"}},
	} {
		require.Equal(t, c.want, run(true, false, c.outcomes...), c.name)
	}
}

func TestNothingIsAskedAgainOnceItWasHeard(t *testing.T) {
	for _, outcome := range []Outcome{OutcomeEmpty, OutcomeInvalid, OutcomeCut, OutcomeUnreachable, OutcomeSchema, OutcomeFailed} {
		require.Len(t, run(true, true, outcome, OutcomeOK), 1, outcome)
	}
}

func TestAnyOutcomesEnd(t *testing.T) {
	all := []Outcome{OutcomeOK, OutcomeEmpty, OutcomeInvalid, OutcomeCut, OutcomeUnreachable, OutcomeSchema, OutcomeFailed}
	var walk func(done []Attempt, p plan)
	walk = func(done []Attempt, p plan) {
		require.LessOrEqual(t, len(done), 6)
		for _, outcome := range all {
			if outcome == OutcomeSchema && !p.schema {
				continue
			}
			more := append(done[:len(done):len(done)], Attempt{Stream: p.stream, CachePrompt: p.cache, Schema: p.schema, Outcome: outcome})
			if next, again := following(more, false); again {
				walk(more, next)
			}
		}
	}
	walk(nil, plan{stream: true, cache: true, schema: true})
}

func TestErrorsBecomeOutcomes(t *testing.T) {
	for _, c := range []struct {
		err    error
		schema bool
		want   Outcome
	}{
		{nil, true, OutcomeOK},
		{fmt.Errorf("%w: refused", ErrUnreachable), true, OutcomeUnreachable},
		{&ServerError{Status: 500}, true, OutcomeSchema},
		{&ServerError{Status: 500}, false, OutcomeFailed},
		{&ServerError{Status: 400, Message: "failed to parse grammar"}, true, OutcomeSchema},
		{&ServerError{Status: 400, Message: "messages missing"}, true, OutcomeFailed},
		{&ServerError{Status: 401}, true, OutcomeFailed},
		{fmt.Errorf("%w (%w)", &PromptCut{}, &ServerError{Status: 500}), true, OutcomeFailed},
		{ErrEmpty, true, OutcomeEmpty},
		{fmt.Errorf("%w: no JSON", ErrInvalid), true, OutcomeInvalid},
		{ErrCut, true, OutcomeCut},
		{ErrMalformed, true, OutcomeCut},
		{ErrLength, true, OutcomeFailed},
		{ErrStalled, true, OutcomeFailed},
		{&WrongModel{}, true, OutcomeFailed},
		{ErrNotAServer, true, OutcomeFailed},
		{errors.New("anything else"), true, OutcomeFailed},
	} {
		require.Equal(t, c.want, outcomeOf(c.err, c.schema), "%v", c.err)
	}
}
