package local

import (
	"errors"
	"time"
)

// streamed is how often a stream is tried before the answer is asked for in one piece.
const streamed = 3

// refusedPause is how long a port that refuses connections is given before the one further try. A server that restarts
// gives no sign which could be waited for.
const refusedPause = 300 * time.Millisecond

// plan is the shape of one attempt.
type plan struct {
	stream bool
	cache  bool          // ask the server to reuse what it has read of an earlier prompt
	schema bool          // send the schema
	pause  time.Duration // before it
}

// Attempt is one request of a chat, for the trace and the interface.
type Attempt struct {
	Stream      bool
	CachePrompt bool
	Schema      bool
	Outcome     Outcome
	Err         error
	Chars       int           // bytes of content that came
	FirstToken  time.Duration // since the attempt began; 0: none came
	Total       time.Duration
}

// Outcome is what became of an attempt.
type Outcome string

// The outcomes.
const (
	OutcomeOK          Outcome = "ok"
	OutcomeEmpty       Outcome = "empty"
	OutcomeInvalid     Outcome = "invalid"     // complete, but not what the caller can read
	OutcomeCut         Outcome = "cut"         // no finish reason, or the connection broke
	OutcomeUnreachable Outcome = "unreachable" // no connection, or it broke before the answer began
	OutcomeSchema      Outcome = "schema"      // refused, maybe because of the schema
	OutcomeFailed      Outcome = "failed"      // what another attempt would not change
)

func outcomeOf(err error, schema bool) Outcome {
	var server *ServerError
	switch {
	case err == nil:
		return OutcomeOK
	case errors.Is(err, ErrUnreachable):
		return OutcomeUnreachable
	case errors.Is(err, ErrPromptCut):
		return OutcomeFailed
	case errors.As(err, &server) && schema && server.blamesSchema():
		return OutcomeSchema
	case errors.Is(err, ErrEmpty):
		return OutcomeEmpty
	case errors.Is(err, ErrInvalid):
		return OutcomeInvalid
	case errors.Is(err, ErrCut), errors.Is(err, ErrMalformed):
		return OutcomeCut
	}
	return OutcomeFailed
}

// following decides whether another attempt is made, and which. heard means that part of an answer reached the user's
// ears: it can't be taken back, and must not be said twice.
func following(done []Attempt, heard bool) (plan, bool) {
	last := done[len(done)-1]
	if heard {
		return plan{}, false
	}
	same := plan{stream: last.Stream, cache: last.CachePrompt, schema: last.Schema}
	streams := 0 // attempts that got an answer of some kind
	unreachable := 0
	for _, a := range done {
		switch {
		case a.Outcome == OutcomeUnreachable:
			unreachable++
		case a.Stream && a.Outcome != OutcomeSchema:
			streams++
		}
	}
	switch last.Outcome {
	case OutcomeUnreachable:
		same.pause = refusedPause
		return same, unreachable == 1
	case OutcomeSchema:
		same.schema = false
		return same, true
	case OutcomeEmpty, OutcomeInvalid, OutcomeCut:
		same.cache = false
		if !last.Stream {
			return plan{}, false
		}
		same.stream = streams < streamed
		return same, true
	}
	return plan{}, false
}
