package local

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// completions is the protocol of OpenAI's chat completions.
type completions struct{}

func (completions) path() string { return "/v1/chat/completions" }

// completionsBody is the request: the library's, and what it lacks. A field here stands for the library's of that name.
type completionsBody struct {
	openai.ChatCompletionRequest
	Temperature float64 `json:"temperature"` // the library leaves 0 out, and servers then take 0.8
	MaxTokens   int     `json:"max_tokens"`  // the library calls it outdated; local servers know no other
	CachePrompt bool    `json:"cache_prompt"`
}

func (completions) encode(c Config, p plan, r Request) ([]byte, error) {
	body := completionsBody{Temperature: r.Temperature, MaxTokens: r.MaxTokens, CachePrompt: p.cache}
	body.Model, body.Stream = c.Model, p.stream
	for _, m := range r.Messages {
		body.Messages = append(body.Messages, openai.ChatCompletionMessage{Role: m.Role, Content: m.Content})
	}
	if p.stream {
		body.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	}
	if p.schema {
		// json_schema and never json_object: LM Studio knows only the former.
		body.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: cmp.Or(r.SchemaName, "reply"), Schema: r.Schema},
		}
	}
	if r.NoThinking && c.Kind == LlamaCpp {
		body.ChatTemplateKwargs = map[string]any{"enable_thinking": false}
	}
	return json.Marshal(body)
}

// completionsChunk is a piece of a stream, or the error that took its place.
type completionsChunk struct {
	openai.ChatCompletionStreamResponse
	Error json.RawMessage `json:"error"`
}

// completionsWhole is an answer that was not streamed.
type completionsWhole struct {
	Model   string `json:"model"`
	Choices []struct {
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
		FinishReason openai.FinishReason `json:"finish_reason"`
	} `json:"choices"`
	Usage *openai.Usage   `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// read tells a stream from a whole answer and from a web page by what it begins with. The content type is not asked: it
// is wrong often enough.
func (d completions) read(body io.Reader, take func(chunk) error) error {
	buffered := bufio.NewReader(body)
	first, err := firstByte(buffered)
	switch {
	case err != nil:
		return err
	case first == '<':
		return ErrNotAServer
	case first == '{':
		return d.readWhole(buffered, take)
	}
	events := newEvents(buffered, maxLine)
	for {
		ev, err := events.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		data := bytes.TrimSpace(ev.data)
		switch {
		case len(data) == 0:
			continue
		case ev.kind == "error":
			return complaintOf(http.StatusOK, data)
		case string(data) == "[DONE]":
			return take(chunk{done: true})
		}
		if err := d.readEvent(data, take); err != nil {
			return err
		}
	}
}

// readEvent reads the data of one event: one chunk, or several where a server leaves out the blank lines between them.
func (completions) readEvent(data []byte, take func(chunk) error) error {
	for len(data) > 0 {
		one, rest := data, []byte(nil)
		if !json.Valid(data) {
			if line, more, found := bytes.Cut(data, []byte("\n")); found {
				one, rest = bytes.TrimSpace(line), bytes.TrimSpace(more)
			}
		}
		data = rest
		if string(one) == "[DONE]" {
			return take(chunk{done: true})
		}
		var piece completionsChunk
		if err := decode(one, &piece); err != nil {
			return err
		}
		if said(piece.Error) {
			return complaintOf(http.StatusOK, one)
		}
		ch := chunk{model: piece.Model, usage: usageOf(piece.Usage)}
		if len(piece.Choices) > 0 { // the chunk with the usage has none
			choice := piece.Choices[0]
			ch.text, ch.finish = choice.Delta.Content, string(choice.FinishReason)
			ch.thought = choice.Delta.ReasoningContent != ""
		}
		if err := take(ch); err != nil {
			return err
		}
	}
	return nil
}

func (completions) readWhole(body io.Reader, take func(chunk) error) error {
	var answer completionsWhole
	var raw json.RawMessage
	if err := whole(body, &raw); err != nil {
		return err
	}
	if err := decode(raw, &answer); err != nil {
		return err
	}
	if said(answer.Error) {
		return complaintOf(http.StatusOK, raw)
	}
	if len(answer.Choices) == 0 {
		return errors.Join(ErrMalformed, errors.New("it holds no choice"))
	}
	choice := answer.Choices[0]
	return take(chunk{text: choice.Message.Content, finish: string(choice.FinishReason), model: answer.Model,
		usage: usageOf(answer.Usage), done: true})
}

// said tells an error that is there from one that is null.
func said(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func usageOf(u *openai.Usage) *Usage {
	if u == nil {
		return nil
	}
	usage := &Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens}
	if u.PromptTokensDetails != nil {
		usage.Cached = u.PromptTokensDetails.CachedTokens
	}
	return usage
}
