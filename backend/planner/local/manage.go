package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrNotOffered says that this kind of server can't do this; the person has to do it in the server's own program.
var ErrNotOffered = errors.New("this model server does not offer that")

// manageBudget bounds a small request that changes something.
const manageBudget = 30 * time.Second

// PullSilence is how long a download may stand still. The server checks what it has read without a word, which takes its
// time with a large model on a slow disk.
const PullSilence = 5 * time.Minute

// Progress is how far a download is. Total is 0 where the step has no size.
type Progress struct {
	Step        string // the server's own words, made safe to show
	Done, Total int64  // bytes of the present file
}

// Pull lets an Ollama server download a model. Pace itself sends only the name, to this machine; the server fetches from
// where it was set up to, which Pace neither sees nor counts, so a person must have asked for it. It ends with ctx, when
// nothing moved for PullSilence, or with the server's word that it succeeded: a stream that just ends is a failure.
func (c *Client) Pull(ctx context.Context, model string, tell func(Progress)) error {
	if c.config.Kind != Ollama {
		return ErrNotOffered
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(PullSilence, func() { cancel(ErrStalled) })
	defer silence.Stop()
	body, err := json.Marshal(map[string]any{"model": model, "stream": true})
	if err != nil {
		return fmt.Errorf("pull %s: %w", safe(model), err)
	}
	succeeded := false
	err = c.lines(ctx, "/api/pull", body, func(text []byte) error {
		silence.Reset(PullSilence)
		var line struct {
			Status    string          `json:"status"`
			Total     int64           `json:"total"`
			Completed int64           `json:"completed"`
			Error     json.RawMessage `json:"error"`
		}
		if err := decode(text, &line); err != nil {
			return err
		}
		if said(line.Error) {
			return complaintOf(http.StatusOK, text)
		}
		succeeded = line.Status == "success"
		if tell != nil {
			tell(Progress{Step: safe(line.Status), Done: line.Completed, Total: line.Total})
		}
		return nil
	})
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	} else if err == nil && !succeeded {
		err = ErrCut
	}
	if err != nil {
		return fmt.Errorf("pull %s: %w", safe(model), err)
	}
	return nil
}

// lines posts a request and reads its answer line by line, in the caller's goroutine.
func (c *Client) lines(ctx context.Context, path string, body []byte, take func([]byte) error) error {
	req, err := c.newRequest(ctx, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return unreachable(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return complaint(resp.StatusCode, resp.Body)
	}
	return readLines(resp.Body, take)
}

// Unload asks the server to give the model's memory back. Whether it has is seen by Inspect.
func (c *Client) Unload(ctx context.Context, model string) error {
	ctx, cancel := context.WithTimeout(ctx, manageBudget)
	defer cancel()
	path, content := "", map[string]any{"model": model}
	switch c.config.Kind {
	case Ollama:
		path, content["keep_alive"], content["stream"] = "/api/generate", 0, false
	case LlamaCpp: // of a router; a server with one model answers 404
		path = "/models/unload"
	default:
		return ErrNotOffered
	}
	body, err := json.Marshal(content)
	if err != nil {
		return fmt.Errorf("unload %s: %w", safe(model), err)
	}
	var answer json.RawMessage
	err = c.call(ctx, http.MethodPost, path, body, "", &answer)
	var server *ServerError
	if c.config.Kind == LlamaCpp && errors.As(err, &server) && server.Status == http.StatusNotFound {
		return ErrNotOffered
	}
	if err != nil {
		return fmt.Errorf("unload %s: %w", safe(model), err)
	}
	return nil
}

// Details is what an Ollama server tells of one model.
type Details struct {
	Context    int  // the window that its own settings ask for; 0: they don't, and the server's default counts
	MaxContext int  // the window it was trained for; 0: unknown
	Chat       bool // it can answer
	Thinks     bool // it can think first
}

// Show asks an Ollama server about a model.
func (c *Client) Show(ctx context.Context, model string) (Details, error) {
	if c.config.Kind != Ollama {
		return Details{}, ErrNotOffered
	}
	ctx, cancel := context.WithTimeout(ctx, manageBudget)
	defer cancel()
	body, err := json.Marshal(map[string]any{"model": model})
	if err != nil {
		return Details{}, fmt.Errorf("look at %s: %w", safe(model), err)
	}
	var answer showAnswer
	if err := c.call(ctx, http.MethodPost, "/api/show", body, "", &answer); err != nil {
		return Details{}, fmt.Errorf("look at %s: %w", safe(model), err)
	}
	return answer.details(model), nil
}

type showAnswer struct {
	Parameters   string                     `json:"parameters"` // lines of a name and a value
	Info         map[string]json.RawMessage `json:"model_info"`
	Capabilities []string                   `json:"capabilities"`
	Details      struct {
		Family string `json:"family"`
	} `json:"details"`
}

func (a showAnswer) details(model string) Details {
	d := Details{Chat: chats(model, a.Details.Family)}
	for line := range strings.Lines(a.Parameters) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" {
			d.Context, _ = strconv.Atoi(f[1])
		}
	}
	for key, value := range a.Info {
		if strings.HasSuffix(key, ".context_length") {
			_ = json.Unmarshal(value, &d.MaxContext) // a value of another type is as good as none
		}
	}
	if len(a.Capabilities) > 0 {
		d.Chat = false
		for _, can := range a.Capabilities {
			d.Chat = d.Chat || can == "completion"
			d.Thinks = d.Thinks || can == "thinking"
		}
	}
	return d
}

// Health is how a server stands.
type Health string

// The states of a server.
const (
	Ready     Health = "ready"     // it lists a model that can chat
	Loading   Health = "loading"   // it is up, its model is not
	NoModels  Health = "noModels"  // it is up and has nothing that can chat
	NotServer Health = "notServer" // something else answers there
	Absent    Health = "absent"    // nothing answers
)

// Check says how the client's server stands, from what it says and never from a status alone. err is the reason for
// anything but Ready.
func (c *Client) Check(ctx context.Context) (Health, error) {
	server, err := c.Inspect(ctx)
	var said *ServerError
	switch {
	case errors.Is(err, ErrNotAServer), errors.As(err, &said):
		return NotServer, err
	case err != nil:
		return Absent, err
	case server.Loading:
		return Loading, ErrLoading
	case len(server.ChatModels()) == 0:
		return NoModels, ErrNoModel
	}
	return Ready, nil
}
