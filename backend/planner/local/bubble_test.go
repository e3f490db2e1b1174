package local

import (
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/egress"
	"pace/backend/planner/local/localtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const chatPath = "/v1/chat/completions"

// bubble is a double behind the real egress door, on a network in memory and a virtual clock.
type bubble struct {
	*testing.T
	double *localtest.Double
	wire   *localtest.Wire
	door   *egress.Door
	http   *http.Client
	began  time.Time

	deltas []string
	states []string
	spoken func() bool
}

// inBubble runs f. Everything that f starts must have ended by itself when it returns.
func inBubble(t *testing.T, f func(b *bubble)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{T: t, double: localtest.New(), began: time.Now()}
		b.wire = localtest.NewWire(b.double)
		b.door = egress.New(egress.Config{Audit: egress.NewAudit(filepath.Join(dir, "audit.jsonl")), Dial: b.wire.Dial})
		b.http = b.door.Client(egress.Lane{Subsystem: "planner", Operation: "chat"})
		defer b.wire.Close()
		defer b.door.Close()
		f(b)
		b.door.Close()
		synctest.Wait()
		require.Zero(t, b.wire.Open(), "connections are left open")
	})
}

// client makes a client; change may set more of its configuration.
func (b *bubble) client(change ...func(*Config)) *Client {
	b.Helper()
	config := Config{URL: "http://127.0.0.1:11434/v1", Model: "tiny"}
	for _, c := range change {
		c(&config)
	}
	client, err := New(b.http, config)
	require.NoError(b, err)
	return client
}

// hear collects what is handed out. "states" holds each phase with the time since the beginning.
func (b *bubble) hear() Hear {
	return Hear{
		Delta:  func(text string) { b.deltas = append(b.deltas, text) },
		Spoken: b.spoken,
		State: func(s State) {
			b.states = append(b.states, string(s.Phase)+" "+time.Since(b.began).String())
		},
	}
}

func never() bool { return false }

func ask(text string) Request {
	return Request{Messages: []Message{{Role: "system", Content: "Be brief."}, {Role: "user", Content: text}}}
}

func (b *bubble) chat(c *Client, r Request) (Result, error) {
	b.Helper()
	return c.Chat(b.Context(), r, b.hear())
}

func frames(frame ...string) localtest.Answer {
	a := localtest.Answer{Type: "text/event-stream"}
	for _, f := range frame {
		a.Frames = append(a.Frames, localtest.Frame{Text: f})
	}
	return a
}

// say is a frame with a piece of content; more is the rest of the choice, such as a finish reason.
func say(text, more string) string {
	return `data: {"model":"tiny","choices":[{"index":0,"delta":{"content":"` + text + `"}` + more + `}]}` + "\n\n"
}

const stop = `,"finish_reason":"stop"`

func outcomes(r Result) (all []Outcome) {
	for _, a := range r.Attempts {
		all = append(all, a.Outcome)
	}
	return all
}
