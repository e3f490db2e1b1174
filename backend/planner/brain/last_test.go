package brain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local"
)

func TestTheNewestChatIsKeptWhateverCameOfIt(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := New(Config{Now: func() time.Time { return at }})
	_, any := l.Last()
	require.False(t, any)
	place := Place{Server: local.Server{URL: "http://127.0.0.1:1/v1"}, Model: local.Model{Name: "qwen3"}}
	tried := []local.Attempt{{}}

	l.note(place, local.Result{}, nil)
	l.note(place, local.Result{Attempts: tried}, local.ErrUnreachable)
	_, any = l.Last()
	require.False(t, any, "nobody was asked")

	wrong := &local.WrongModel{Configured: "qwen3", Served: "gemma"}
	l.note(place, local.Result{Attempts: tried, Served: "gemma", Model: local.ServedOther}, wrong)
	last, any := l.Last()
	require.True(t, any)
	require.Equal(t, "The server answered with the model “gemma” instead of “qwen3”.", Explain(place, last.Err))

	l.note(place, local.Result{Attempts: tried, Served: "qwen3", Model: local.ServedSame, Usage: local.Usage{Prompt: 7}, FirstToken: time.Second, Total: 2 * time.Second}, nil)
	last, _ = l.Last()
	require.Equal(t, Last{At: at, URL: place.Server.URL, Asked: "qwen3", Served: "qwen3", Compared: local.ServedSame, Usage: local.Usage{Prompt: 7},
		Attempts: 1, First: time.Second, Total: 2 * time.Second}, last)
	require.Empty(t, Explain(place, last.Err))
}
