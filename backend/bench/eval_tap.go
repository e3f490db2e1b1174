package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// tap listens to what a model server sends, beside whoever reads it: when the first token came, which model it says it
// is, and how many tokens it counts. It changes nothing of the traffic.
type tap struct {
	under http.RoundTripper

	mu    sync.Mutex
	heard []*tapped
}

// tapped is one answer as it came.
type tapped struct {
	text  bytes.Buffer
	marks []tapMark
}

// tapMark says when the text had which length.
type tapMark struct {
	length int
	at     time.Time
}

// heardOf is what was learned of one question with all its attempts.
type heardOf struct {
	Attempts   int
	FirstToken time.Time // of the last attempt; zero: none came
	Served     string
	Prompt     int // tokens; 0: not reported
	Completion int
}

// RoundTrip implements http.RoundTripper.
func (t *tap) RoundTrip(r *http.Request) (*http.Response, error) {
	chat := strings.HasSuffix(r.URL.Path, "/chat/completions")
	var one *tapped
	if chat {
		one = &tapped{}
		t.mu.Lock()
		t.heard = append(t.heard, one)
		t.mu.Unlock()
	}
	resp, err := t.under.RoundTrip(r)
	if err == nil && chat {
		resp.Body = &tapBody{resp.Body, t, one}
	}
	return resp, err
}

type tapBody struct {
	io.ReadCloser
	tap *tap
	one *tapped
}

func (b *tapBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.tap.mu.Lock()
		defer b.tap.mu.Unlock()
		b.one.text.Write(p[:n])
		b.one.marks = append(b.one.marks, tapMark{b.one.text.Len(), time.Now()})
	}
	return n, err
}

// take gives what was heard since it was last taken.
func (t *tap) take() heardOf {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := heardOf{Attempts: len(t.heard)}
	for _, one := range t.heard {
		out.FirstToken = one.read(&out)
	}
	t.heard = nil
	return out
}

// read goes through one answer, a stream or a whole.
func (o *tapped) read(out *heardOf) (first time.Time) {
	end := 0
	for line := range bytes.Lines(o.text.Bytes()) {
		end += len(line)
		var chunk struct {
			Model   string `json:"model"`
			Choices []struct {
				Delta, Message struct {
					Content   string `json:"content"`
					Reasoning string `json:"reasoning_content"`
				}
			} `json:"choices"`
			Usage *struct {
				Prompt     int `json:"prompt_tokens"`
				Completion int `json:"completion_tokens"`
			} `json:"usage"`
		}
		data := bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:"))
		if json.Unmarshal(data, &chunk) != nil {
			continue // no event, or not one of an answer
		}
		if chunk.Model != "" {
			out.Served = chunk.Model
		}
		if u := chunk.Usage; u != nil {
			out.Prompt, out.Completion = u.Prompt, u.Completion
		}
		for _, c := range chunk.Choices {
			if first.IsZero() && c.Delta.Content+c.Delta.Reasoning+c.Message.Content != "" {
				first = o.when(end)
			}
		}
	}
	return first
}

// when says when the text had come up to a length.
func (o *tapped) when(length int) time.Time {
	for _, m := range o.marks {
		if m.length >= length {
			return m.at
		}
	}
	return time.Time{}
}
