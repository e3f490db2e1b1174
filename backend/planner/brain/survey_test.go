package brain

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local"
)

func TestASurveySaysInOneSentenceWhyNobodyCanBeAsked(t *testing.T) {
	now := time.Now()
	here := local.Server{URL: "http://127.0.0.1:8080/v1", Kind: local.LlamaCpp}
	loading := here
	loading.Loading = true
	for _, c := range []struct {
		name string
		s    Survey
		want string
	}{
		{"nobody has looked", Survey{Err: ErrNoServer}, ""},
		{"one can be asked", Survey{At: now, Place: Place{Server: here}}, ""},
		{"none at all", Survey{At: now, Err: ErrNoServer}, "No model server with a chat model answers on this machine."},
		{"the one that is set loads", Survey{At: now, Place: Place{Server: loading}}, "The model server at 127.0.0.1:8080 is still loading its model."},
		{"the only one loads", Survey{At: now, Err: ErrNoServer, Servers: []local.Server{loading}}, "The model server at 127.0.0.1:8080 is still loading its model."},
		{"none has the model", Survey{At: now, Err: ErrNoServer, Servers: []local.Server{here}, Model: "qwen3"}, "No model server that was found has the model “qwen3”."},
		{"none can chat", Survey{At: now, Err: ErrNoServer, Servers: []local.Server{here}}, "No model server that was found has a model that can chat."},
		{"the one that is set can't chat", Survey{At: now, Err: ErrNoServer, Place: Place{Server: here}}, "The model server at 127.0.0.1:8080 has no model that can chat."},
		{"the one that is set lacks the model", Survey{At: now, Err: fmt.Errorf("%w: x", local.ErrNoModel), Place: Place{Server: here}, Model: "qwen3"}, "The model server at 127.0.0.1:8080 does not have the model “qwen3”."},
		{"it is away", Survey{At: now, Err: local.ErrUnreachable, Place: Place{Server: local.Server{URL: here.URL}}}, "The model server at 127.0.0.1:8080 does not answer."},
		{"a reason that nobody foresaw", Survey{At: now, Err: errors.New("x")}, "Asking the model failed."},
	} {
		require.Equal(t, c.want, c.s.Problem(), c.name)
		require.Equal(t, c.want == "" && !c.s.At.IsZero(), c.s.Ready(), c.name)
	}
}

func TestTheServerThatIsAskedStandsFirstAndOnce(t *testing.T) {
	a, b := local.Server{URL: "http://127.0.0.1:1/v1", Kind: local.Ollama}, local.Server{URL: "http://127.0.0.1:2/v1", Kind: local.LlamaCpp}
	require.Equal(t, []local.Server{b, a}, with([]local.Server{a, b}, b))
	require.Equal(t, []local.Server{b, a}, with([]local.Server{a}, b))
	require.Equal(t, []local.Server{a}, with([]local.Server{a}, local.Server{URL: b.URL}), "one that does not answer is not among those found")
}
