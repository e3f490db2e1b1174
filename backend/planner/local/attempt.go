package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"pace/backend/egress"
)

// maxAnswer bounds the content of one answer. A plan is a few kilobytes.
const maxAnswer = 1 << 20

// chunk is one step of an answer, the same for every protocol.
type chunk struct {
	text    string
	thought bool // the model works, but on nothing that is part of the answer
	finish  string
	model   string
	usage   *Usage
	done    bool // the protocol's own end
}

// answer is what has come of one attempt.
type answer struct {
	content strings.Builder
	finish  string
	model   string
	usage   Usage
}

// errDone ends the reading of a stream that is complete.
var errDone = errors.New("done")

// attempt makes one request and follows its answer. When it returns, the request is over: its goroutine has ended and
// its connection is closed or free.
func (c *Client) attempt(ctx context.Context, p plan, r Request, ears *ears, number int) (*answer, Attempt, error) {
	began := time.Now()
	a := &answer{}
	attempt := Attempt{Stream: p.stream, CachePrompt: p.cache, Schema: p.schema}
	ears.state(State{Phase: Asking, Attempt: number})
	err := c.follow(ctx, p, r, a, func(ch chunk) {
		if attempt.FirstToken == 0 && ch.text != "" {
			attempt.FirstToken = max(time.Since(began), 1) // 0 stands for "none"
		}
		if ch.text != "" {
			ears.delta(ch.text)
		}
	}, func(phase Phase) { ears.state(State{Phase: phase, Attempt: number}) })
	if err == nil {
		err = c.judge(a, r)
	}
	attempt.Err, attempt.Outcome = err, outcomeOf(err, p.schema)
	attempt.Chars, attempt.Total = a.content.Len(), time.Since(began)
	return a, attempt, err
}

// judge says whether a complete answer is a success.
func (c *Client) judge(a *answer, r Request) error {
	if cut := promptCut(r.PromptTokens, a.usage.Prompt, c.config.Context); cut != nil {
		return cut
	}
	switch {
	case a.finish == "":
		return ErrCut
	case a.finish == "length":
		return ErrLength
	case a.finish != "stop":
		return fmt.Errorf("%w: %q", ErrFinish, safe(a.finish))
	case strings.TrimSpace(a.content.String()) == "":
		return ErrEmpty
	}
	if r.Valid != nil {
		if err := r.Valid(a.content.String()); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return nil
}

// follow runs the request in a goroutine of its own and waits for its pieces, for the timers and for ctx.
func (c *Client) follow(ctx context.Context, p plan, r Request, a *answer, heard func(chunk), phase func(Phase)) error {
	request, cancel := context.WithCancel(ctx)
	pieces := make(chan chunk) // unbuffered: when the end has come, every piece has been taken
	end := make(chan error, 1)
	running := true
	go func() { end <- c.fetch(request, p, r, pieces) }()
	defer func() {
		cancel()
		if running {
			<-end // fetch obeys its context
		}
	}()

	reading := time.NewTimer(readingAfter)
	defer reading.Stop()
	silence := time.NewTimer(c.config.FirstChunk)
	defer silence.Stop()
	writing := false
	for {
		select {
		case <-ctx.Done():
			return ended(ctx)
		case <-reading.C:
			phase(Reading)
		case <-silence.C:
			switch {
			case a.finish != "":
				return nil // complete; only the farewell is missing
			case writing:
				return fmt.Errorf("%w for %s", ErrStalled, c.config.Stall)
			}
			return fmt.Errorf("%w: nothing came within %s", ErrStalled, c.config.FirstChunk)
		case ch := <-pieces:
			if ctx.Err() != nil { // both were ready: nothing is handed out after a cancel
				return ended(ctx)
			}
			if err := c.take(a, ch); err != nil {
				return err
			}
			// A first chunk that only names the role says nothing: servers send it before the prompt is read.
			if !writing && (ch.text != "" || ch.thought || ch.finish != "") {
				writing = true
				reading.Stop()
				phase(Writing)
			}
			heard(ch)
			switch {
			case a.finish != "":
				silence.Reset(farewell)
			case writing:
				silence.Reset(c.config.Stall)
			}
		case err := <-end:
			running = false
			if ctx.Err() != nil {
				return ended(ctx)
			}
			if a.finish != "" && errors.Is(err, ErrCut) {
				return nil // the finish reason had come
			}
			return err
		}
	}
}

// take adds a piece to the answer, before it is handed out.
func (c *Client) take(a *answer, ch chunk) error {
	if ch.model != "" {
		a.model = ch.model
		if CompareModel(c.config.Model, ch.model) == ServedOther {
			return &WrongModel{Configured: c.config.Model, Served: ch.model}
		}
	}
	if a.content.Len()+len(ch.text) > maxAnswer {
		return fmt.Errorf("%w: more than %d bytes", ErrTooBig, maxAnswer)
	}
	a.content.WriteString(ch.text)
	if ch.finish != "" {
		a.finish = ch.finish
	}
	if ch.usage != nil {
		a.usage = *ch.usage
	}
	return nil
}

// fetch makes the request and hands out the pieces of its answer until it ends.
func (c *Client) fetch(ctx context.Context, p plan, r Request, pieces chan<- chunk) error {
	dialect := c.dialect()
	body, err := dialect.encode(c.config, p, r)
	if err != nil {
		return fmt.Errorf("write the request: %w", err)
	}
	req, err := c.newRequest(ctx, http.MethodPost, dialect.path(), body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return unreachable(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return c.withWindow(complaint(resp.StatusCode, resp.Body), r)
	}
	err = dialect.read(resp.Body, func(ch chunk) error {
		select {
		case pieces <- ch:
		case <-ctx.Done():
			return ctx.Err()
		}
		if ch.done {
			return errDone
		}
		return nil
	})
	if errors.Is(err, errDone) {
		return nil
	}
	return c.withWindow(err, r)
}

// withWindow turns a refusal of the prompt's length into the error that carries the numbers.
func (c *Client) withWindow(err error, r Request) error {
	var server *ServerError
	if !errors.As(err, &server) || !errors.Is(err, ErrPromptCut) {
		return err
	}
	cut := &PromptCut{Estimated: r.PromptTokens, Reported: server.Prompt, Context: server.Context, Refused: true}
	if cut.Context == 0 {
		cut.Context = c.config.Context
	}
	if cut.Reported == 0 {
		cut.Reported = r.PromptTokens
	}
	return fmt.Errorf("%w (%w)", cut, server)
}

func (c *Client) newRequest(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	var content io.Reader
	if body != nil {
		content = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.root+path, content)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	// A compressing server holds pieces back until its buffer is full.
	req.Header.Set("Accept-Encoding", "identity")
	// No request here does harm when it is sent twice. Present but empty, this header is not sent: it lets net/http take a
	// new connection when the server closes a kept one at the very moment at which it is used again.
	req.Header["Idempotency-Key"] = []string{}
	if c.config.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.config.Key)
	}
	return req, nil
}

// unreachable sorts what a request can fail with before an answer begins. What the egress door refused is no fault of
// the server and stays what it is.
func unreachable(err error) error {
	var refused *egress.Refused
	if errors.As(err, &refused) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
