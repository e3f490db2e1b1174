package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The bounds of waiting, where the configuration names none.
const (
	DefaultStall      = 30 * time.Second  // between two pieces of an answer
	DefaultFirstChunk = 180 * time.Second // until the first: a long prompt is read at a few hundred tokens a second
	DefaultTotal      = 4 * time.Minute   // for a chat with all its attempts
	DefaultMaxTokens  = 1024
)

// readingAfter is when waiting for the first piece is called reading the prompt.
const readingAfter = time.Second

// farewell is how long a server that has given the finish reason may take for usage and end mark. What it still owes is
// no part of the answer.
const farewell = 2 * time.Second

// Kind is the program that serves, as far as that matters to how it is spoken to.
type Kind string

// The kinds.
const (
	LMStudio Kind = "lmstudio"
	Ollama   Kind = "ollama"
	LlamaCpp Kind = "llamacpp"
	OpenAI   Kind = "openai" // anything else that answers chat completions
)

// Config is one model on one server.
type Config struct {
	URL   string // http://127.0.0.1:1234/v1; with or without /v1
	Kind  Kind   // "" is OpenAI
	Model string // "" takes what the server serves, and nothing is compared
	Key   string // sent as a bearer token when the user's server asks for one

	Context int // the window as the server was found to have it, in tokens; 0: unknown
	// Window and KeepAlive can be set on an Ollama server only, and make the client use its native endpoint. A negative
	// KeepAlive keeps the model for ever; 0 leaves it to the server.
	Window    int
	KeepAlive time.Duration

	Stall, FirstChunk, Total time.Duration // 0: the defaults above
}

// Client talks to one server. It holds no state of a chat: its methods may be called from any goroutine, by several turns
// at once.
type Client struct {
	http   *http.Client
	root   string // without /v1, without a slash at the end
	config Config
}

// New takes a client of the egress door, which keeps the requests on this machine. The only error is a URL that is none.
func New(client *http.Client, c Config) (*Client, error) {
	root, err := rootOf(c.URL)
	if err != nil {
		return nil, err
	}
	for _, bound := range []struct {
		value *time.Duration
		or    time.Duration
	}{{&c.Stall, DefaultStall}, {&c.FirstChunk, DefaultFirstChunk}, {&c.Total, DefaultTotal}} {
		if *bound.value <= 0 {
			*bound.value = bound.or
		}
	}
	if c.Kind == "" {
		c.Kind = OpenAI
	}
	if c.Window > 0 && c.Kind == Ollama {
		c.Context = c.Window
	}
	return &Client{http: client, root: root, config: c}, nil
}

// rootOf cuts a server's address down to what stands before /v1 or /api.
func rootOf(address string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("the address of a model server looks like http://127.0.0.1:1234/v1, not like %q", safe(address))
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	root := strings.TrimRight(u.String(), "/")
	root = strings.TrimSuffix(root, "/chat/completions")
	for _, end := range []string{"/v1", "/api/v0", "/api"} {
		if cut, found := strings.CutSuffix(root, end); found {
			return strings.TrimRight(cut, "/"), nil
		}
	}
	return root, nil
}

// Message is one of a prompt: Role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request is one prompt.
type Request struct {
	Messages    []Message
	MaxTokens   int     // 0: DefaultMaxTokens
	Temperature float64 // sent as it is, 0 too

	// Schema leads the server, where it can be led; nil asks for free text. The order of its properties is that of the
	// answer. It must be thin: patterns and large bounds crash servers, and are refused with ErrSchema before anything is
	// sent. What comes back must be validated all the same.
	Schema     json.RawMessage
	SchemaName string // "" is "reply"
	// Valid says why a whole answer is not what was asked for; then it is asked again. nil with a schema: the text must
	// be JSON. nil without one: everything is valid.
	Valid func(content string) error

	PromptTokens int  // the caller's estimate, which the server's report is held against; 0: none
	NoThinking   bool // ask the server, where it can be asked, not to let the model think first
}

// Hear is how a chat is followed. All functions are called from Chat's own goroutine; each may be nil.
type Hear struct {
	// Delta gets each further piece of the content, raw as it comes.
	Delta func(delta string)
	// Spoken says whether the user heard or saw any of it. Then the answer is not asked for again. nil: as soon as Delta
	// was called.
	Spoken func() bool
	// State is told how the chat stands.
	State func(State)
}

// State is where a chat stands.
type State struct {
	Phase   Phase
	Attempt int   // from 1
	Why     error // of Again: what was wrong with the attempt before
}

// Phase is one stage of an attempt.
type Phase string

// The phases.
const (
	Asking  Phase = "asking"  // the request is on its way
	Reading Phase = "reading" // nothing came for a second: the model reads the prompt, or is being loaded
	Writing Phase = "writing" // the first piece has come; also when the model only thinks
	Again   Phase = "again"   // a new attempt begins: what Delta was given is void
)

// Usage is what a server reports, in tokens. 0 is unknown.
type Usage struct {
	Prompt     int
	Cached     int // of Prompt: not read again
	Completion int
}

// Result is what is known of a chat. With an error it holds what was learned until then, Content included.
type Result struct {
	Content    string
	Finish     string // "stop" when there is no error
	Served     string // the model, as the server names it
	Model      Served // compared with the configured one
	Usage      Usage  // zero when the server reports none
	Attempts   []Attempt
	FirstToken time.Duration // since Chat was called, of the last attempt; 0: none came
	Total      time.Duration
}

// Chat asks the server. It returns nil only for an answer that ended by itself, came from the configured model, follows
// from the whole prompt and is valid. It obeys ctx at once, and the connection is closed when it returns.
func (c *Client) Chat(ctx context.Context, r Request, hear Hear) (Result, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, c.config.Total, ErrTooLong)
	defer cancel()
	if r.MaxTokens <= 0 {
		r.MaxTokens = DefaultMaxTokens
	}
	if r.Valid == nil && r.Schema != nil {
		r.Valid = validJSON
	}
	if r.Schema != nil {
		if err := checkThin(r.Schema); err != nil {
			return Result{}, err
		}
	}
	ears := &ears{hear: hear}
	var result Result
	for p := (plan{stream: true, cache: true, schema: r.Schema != nil}); ; {
		if p.pause > 0 {
			pause := time.NewTimer(p.pause)
			select {
			case <-pause.C:
			case <-ctx.Done():
				pause.Stop()
				result.Total = time.Since(began)
				return result, ended(ctx)
			}
		}
		before := time.Since(began)
		a, attempt, err := c.attempt(ctx, p, r, ears, len(result.Attempts)+1)
		result.Content, result.Finish, result.Served, result.Usage = a.content.String(), a.finish, a.model, a.usage
		result.Model = CompareModel(c.config.Model, a.model)
		result.Attempts = append(result.Attempts, attempt)
		result.Total, result.FirstToken = time.Since(began), 0
		if attempt.FirstToken > 0 {
			result.FirstToken = before + attempt.FirstToken
		}
		next, again := following(result.Attempts, ears.spoken())
		if err == nil || !again {
			return result, err
		}
		p = next
		ears.state(State{Phase: Again, Attempt: len(result.Attempts) + 1, Why: err})
	}
}

func validJSON(content string) error {
	if !json.Valid([]byte(strings.TrimSpace(content))) {
		return errors.New("it is not JSON")
	}
	return nil
}

// ended names why a context is over: the bound of Chat itself, or the context's own error with its cause.
func ended(ctx context.Context) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrTooLong):
		return ErrTooLong
	case !errors.Is(cause, ctx.Err()):
		return fmt.Errorf("%w: %w", ctx.Err(), cause)
	}
	return ctx.Err()
}

// ears remembers what was handed to the caller.
type ears struct {
	hear    Hear
	touched bool
}

func (e *ears) delta(text string) {
	if e.hear.Delta != nil {
		e.touched = true
		e.hear.Delta(text)
	}
}

func (e *ears) spoken() bool { return e.touched && (e.hear.Spoken == nil || e.hear.Spoken()) }

func (e *ears) state(s State) {
	if e.hear.State != nil {
		e.hear.State(s)
	}
}
