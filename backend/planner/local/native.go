package local

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// native is Ollama's own protocol. Only there the size of the window and the stay of the model in memory can be chosen:
// its other endpoint takes both without a word and ignores them.
type native struct{}

func (native) path() string { return "/api/chat" }

type nativeBody struct {
	Model     string          `json:"model"`
	Messages  []Message       `json:"messages"`
	Stream    bool            `json:"stream"`
	Format    json.RawMessage `json:"format,omitempty"`
	Options   nativeOptions   `json:"options"`
	KeepAlive any             `json:"keep_alive,omitempty"`
	Think     *bool           `json:"think,omitempty"`
}

type nativeOptions struct {
	Temperature float64 `json:"temperature"`
	NumPredict  int     `json:"num_predict,omitempty"`
	NumCtx      int     `json:"num_ctx,omitempty"`
}

func (native) encode(c Config, p plan, r Request) ([]byte, error) {
	body := nativeBody{Model: c.Model, Messages: r.Messages, Stream: p.stream,
		Options: nativeOptions{Temperature: r.Temperature, NumPredict: r.MaxTokens, NumCtx: c.Window}}
	if p.schema {
		body.Format = r.Schema
	}
	if c.KeepAlive != 0 {
		body.KeepAlive = keepAlive(c.KeepAlive)
	}
	if r.NoThinking {
		body.Think = new(bool)
	}
	return json.Marshal(body)
}

// keepAlive spells a stay as Ollama reads it: whole seconds, and any negative number for "until it is unloaded".
func keepAlive(d time.Duration) int {
	if d < 0 {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

// nativeLine is one line of an answer.
type nativeLine struct {
	Model   string `json:"model"`
	Message struct {
		Content  string `json:"content"`
		Thinking string `json:"thinking"`
	} `json:"message"`
	Done       bool            `json:"done"`
	DoneReason string          `json:"done_reason"`
	Prompt     int             `json:"prompt_eval_count"`
	Completion int             `json:"eval_count"`
	Error      json.RawMessage `json:"error"`
}

func (native) read(body io.Reader, take func(chunk) error) error {
	return readLines(body, func(text []byte) error {
		var line nativeLine
		if err := decode(text, &line); err != nil {
			return err
		}
		if said(line.Error) {
			return complaintOf(http.StatusOK, text)
		}
		ch := chunk{text: line.Message.Content, thought: line.Message.Thinking != "", model: line.Model, done: line.Done}
		if line.Done {
			ch.finish = line.DoneReason
			ch.usage = &Usage{Prompt: line.Prompt, Completion: line.Completion}
		}
		return take(ch)
	})
}

// readLines reads JSON objects, one a line, and ends at the error of take. A body that begins otherwise is not a model
// server's.
func readLines(body io.Reader, take func(line []byte) error) error {
	buffered := bufio.NewReader(body)
	first, err := firstByte(buffered)
	switch {
	case err != nil:
		return err
	case first == 0:
		return nil
	case first != '{':
		return ErrNotAServer
	}
	lines := newLines(buffered, maxLine)
	for {
		line, _, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		if len(line) == 0 {
			continue
		}
		if err := take(line); err != nil {
			return err
		}
	}
}
