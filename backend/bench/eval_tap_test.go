package bench

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sent is a round trip that answers with one text after the other.
type sent struct{ parts []string }

func (s sent) RoundTrip(r *http.Request) (*http.Response, error) {
	var readers []io.Reader
	for _, p := range s.parts {
		readers = append(readers, strings.NewReader(p))
	}
	return &http.Response{StatusCode: 200, Body: io.NopCloser(io.MultiReader(readers...)), Request: r}, nil
}

func TestATapHearsAStreamAndLeavesItAsItIs(t *testing.T) {
	parts := []string{
		`data: {"model":"/m/a.gguf","choices":[{"delta":{"role":"assistant","content":null}}]}` + "\n\n",
		`data: {"model":"/m/a.gguf","choices":[{"delta":{"content":"Hel`, `lo"}}]}` + "\n\n",
		`data: {"choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n\n",
		`data: {"choices":[],"usage":{"prompt_tokens":70,"completion_tokens":4}}` + "\n\ndata: [DONE]\n\n",
	}
	tp := &tap{under: sent{parts}}
	for range 2 {
		req, err := http.NewRequest(http.MethodPost, "http://127.0.0.1/v1/chat/completions", nil)
		require.NoError(t, err)
		began := time.Now()
		resp, err := tp.RoundTrip(req)
		require.NoError(t, err)
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, strings.Join(parts, ""), string(text))
		tp.mu.Lock()
		marks := tp.heard[len(tp.heard)-1].marks
		tp.mu.Unlock()
		require.False(t, marks[0].at.Before(began))
	}
	want := tp.heard[1].marks[2].at // the piece that completes the first content
	got := tp.take()
	require.Equal(t, heardOf{Attempts: 2, FirstToken: want, Served: "/m/a.gguf", Prompt: 70, Completion: 4}, got)
	require.Equal(t, heardOf{}, tp.take(), "what was taken is gone")
}

func TestATapKnowsOtherAnswersFromChats(t *testing.T) {
	tp := &tap{under: sent{[]string{`{"data":[]}`}}}
	req, err := http.NewRequest(http.MethodGet, "http://127.0.0.1/v1/models", nil)
	require.NoError(t, err)
	resp, err := tp.RoundTrip(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Zero(t, tp.take().Attempts)

	tp.under = sent{[]string{`{"model":"m","choices":[{"message":{"content":"Hi"}}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`}}
	req, err = http.NewRequest(http.MethodPost, "http://127.0.0.1/v1/chat/completions", nil)
	require.NoError(t, err)
	resp, err = tp.RoundTrip(req)
	require.NoError(t, err)
	_, err = io.ReadAll(resp.Body)
	require.NoError(t, err)
	got := tp.take()
	require.Equal(t, "m", got.Served)
	require.Equal(t, 3, got.Prompt)
	require.False(t, got.FirstToken.IsZero(), "a whole answer is its own first token")
}
