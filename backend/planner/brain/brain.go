// Package brain is the planner that asks a model server on this machine. It finds the server and the model, writes the
// prompt, follows the answer and reads it.
//
// It promises that nothing is said or done of an answer that did not end by itself, came from another model than the one
// that is set, or followed from a prompt that was cut; that the user hears nothing twice; and that every failure is said
// in one sentence. Where no server can be asked, the built-in planner answers and says why. It decides nothing about
// acting: what it reads are proposals.
package brain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"pace/backend/planner"
	"pace/backend/planner/local"
	"pace/backend/planner/prompt"
	"pace/backend/reply"
	"pace/backend/tool"
)

// Settings are what the user has chosen. They are read for each prompt.
type Settings struct {
	URL      string // of the server; "" looks at the usual addresses
	NoURL    string // why the address that was set could not be taken; then no server is asked
	Model    string // "" takes the first that can chat, those in memory first
	Stall    time.Duration
	Window   int  // exchanges of the thread that are told word by word
	ReadOnly bool // actions are switched off

	Context   int           // tokens of prompt and reply together; 0: what the server says, see prompt.DefaultContext
	KeepAlive time.Duration // of a model in Ollama's memory; 0: as it was set up
}

// Config is what a Local is built from. All fields are needed but Check and Usual.
type Config struct {
	HTTP    *http.Client // of the egress door, for this machine only
	Prompts *prompt.Builder
	Check   func(calls [][]tool.Call) []tool.Problem // why calls are no plan, so that the model is asked again; nil takes all
	Set     func() Settings
	Nonces  io.Reader
	Now     func() time.Time
	Usual   []string // addresses to look at when none is set; nil: local.Usual()
}

// Checks gives a Check that goes by the tools a planner may name.
func Checks(reg *tool.Registry) func(calls [][]tool.Call) []tool.Problem {
	return func(calls [][]tool.Call) []tool.Problem {
		_, problems := reg.Plan(calls, tool.OfferPlanner)
		return problems
	}
}

// Place is a server with the model that is asked.
type Place struct {
	Server local.Server
	Model  local.Model
}

// Local asks a server on this machine. Its methods may be called at once.
type Local struct {
	cfg Config

	mu    sync.Mutex
	at    time.Time // of the last look
	set   Settings  // what was set then
	found Place
	err   error
	opens map[string]bool // models that open their thinking themselves, so that words may be heard as they come
	seen  seen            // see Last and Known
}

// New makes a Local; nothing is contacted before it is asked.
func New(c Config) *Local {
	if c.Usual == nil {
		c.Usual = local.Usual()
	}
	return &Local{cfg: c, opens: map[string]bool{}}
}

// How long a look holds. A server that was started meanwhile is found at the next sentence after a few seconds.
const (
	foundFor   = time.Minute
	missingFor = 3 * time.Second
)

// ErrNoServer says that nothing on this machine serves a model that can chat.
var ErrNoServer = errors.New("no model server with a chat model answers on this machine")

// ErrAddress says that the address that was set is none. No other server is asked in its place.
var ErrAddress = errors.New("the address of the model server that is set can't be used")

// ErrNoChat is an ErrNoServer of the server that is set: it is there, and none of its models can chat.
var ErrNoChat = fmt.Errorf("it has no model that can chat: %w", ErrNoServer)

// Find tells which server and model would be asked, from the last look when that is not long ago. Errors are those of
// local.Client.Inspect, ErrNoServer and local.ErrNoModel.
func (l *Local) Find(ctx context.Context, anew bool) (Place, error) {
	set := l.cfg.Set()
	l.mu.Lock()
	age := l.cfg.Now().Sub(l.at)
	hold := missingFor
	if l.err == nil {
		hold = foundFor
	}
	if !anew && !l.at.IsZero() && age < hold && set == l.set {
		defer l.mu.Unlock()
		return l.found, l.err
	}
	l.mu.Unlock()
	found, err := l.look(ctx, set)
	if ctx.Err() != nil {
		return Place{}, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.set, l.found, l.err = l.cfg.Now(), set, found, err
	return found, err
}

func (l *Local) look(ctx context.Context, set Settings) (Place, error) {
	if set.NoURL != "" {
		return Place{}, fmt.Errorf("%w: it %s", ErrAddress, set.NoURL)
	}
	if set.URL == "" {
		for _, s := range local.Probe(ctx, l.cfg.HTTP, l.cfg.Usual) {
			if m, err := choose(s, set.Model); err == nil {
				return Place{s, m}, nil
			}
		}
		return Place{}, ErrNoServer
	}
	c, err := local.New(l.cfg.HTTP, local.Config{URL: set.URL})
	if err != nil {
		return Place{}, err
	}
	s, err := c.Inspect(ctx)
	if err != nil {
		return Place{Server: local.Server{URL: set.URL}}, err
	}
	m, err := choose(s, set.Model)
	switch {
	case errors.Is(err, ErrNoServer) && s.Loading:
		err = local.ErrLoading
	case errors.Is(err, ErrNoServer):
		err = ErrNoChat
	}
	return Place{s, m}, err
}

// choose picks the model that is set, or the first that can chat. A server that lists none may serve the one that is set
// all the same; whether it does shows in its answer.
func choose(s local.Server, name string) (local.Model, error) {
	models := s.ChatModels()
	if name == "" {
		if len(models) == 0 {
			return local.Model{}, ErrNoServer
		}
		return models[0], nil
	}
	for _, m := range models {
		if local.CompareModel(name, m.Name) == local.ServedSame {
			m.Name = name
			return m, nil
		}
	}
	if len(s.Models) == 0 {
		return local.Model{Name: name}, nil
	}
	return local.Model{}, fmt.Errorf("%w: %s", local.ErrNoModel, name)
}

// Name is the name of the tier.
func (l *Local) Name() string { return "local" }

// Reach looks for the server, from the last look when that is not long ago.
func (l *Local) Reach(ctx context.Context) bool {
	_, err := l.Find(ctx, false)
	return err == nil
}

// Plan asks the model, and the built-in planner where that can't be done.
func (l *Local) Plan(ctx context.Context, p planner.Prompt, hear planner.Hear) (reply.Reply, error) {
	found, err := l.Find(ctx, false)
	if err == nil {
		var r reply.Reply
		if r, err = l.ask(ctx, found, p, hear); err == nil || !absent(err) {
			if errors.Is(err, local.ErrWrongModel) {
				l.forget() // it may have been changed on the server: the next sentence looks again
			}
			return r, l.failure(ctx, found, err)
		}
		l.forget()
	}
	if ctx.Err() != nil {
		return reply.Reply{}, ctx.Err()
	}
	return planner.StandIn{Why: Sentence(found, err)}.Plan(ctx, p, hear)
}

// absent are the failures after which nobody was asked.
func absent(err error) bool {
	return errors.Is(err, local.ErrUnreachable) || errors.Is(err, local.ErrLoading) || errors.Is(err, local.ErrNoModel) || errors.Is(err, local.ErrNotAServer)
}

// Found is a Local for a user who has not chosen yet: where no server is found, the built-in planner answers as itself.
type Found struct{ *Local }

// Plan asks the model that was found.
func (f Found) Plan(ctx context.Context, p planner.Prompt, hear planner.Hear) (reply.Reply, error) {
	if _, err := f.Find(ctx, false); err != nil && ctx.Err() == nil {
		return planner.Builtin{}.Plan(ctx, p, hear)
	}
	return f.Local.Plan(ctx, p, hear)
}

// forget makes the next sentence look again.
func (l *Local) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = time.Time{}
}

func (l *Local) failure(ctx context.Context, f Place, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &planner.Failure{Why: Sentence(f, err), Err: err}
}

// ask sends one prompt and reads the answer.
func (l *Local) ask(ctx context.Context, f Place, p planner.Prompt, hear planner.Hear) (reply.Reply, error) {
	set := l.cfg.Set()
	config := f.Server.Config(f.Model)
	config.Stall, config.KeepAlive, config.Window = set.Stall, set.KeepAlive, set.Context
	room := f.Model.Context
	if set.Context > 0 && (room == 0 || set.Context < room || f.Server.Kind == local.Ollama) {
		room = set.Context
	}
	client, err := local.New(l.cfg.HTTP, config)
	if err != nil {
		return reply.Reply{}, err
	}
	chat, err := l.cfg.Prompts.Build(prompt.Input{Prompt: p, Window: set.Window, Context: room, ReadOnly: set.ReadOnly, Nonces: l.cfg.Nonces})
	if err != nil {
		return reply.Reply{}, err
	}
	e := &ear{hear: hear, opts: reply.Options{Prose: p.Brief && l.opensItself(f.Model.Name)}}
	e.begin()
	result, err := client.Chat(ctx, l.request(chat, p), local.Hear{Delta: e.delta, Spoken: func() bool { return e.spoke }, State: e.state})
	e.wait("")
	l.note(f, result, err)
	if err != nil {
		return reply.Reply{}, err
	}
	r := e.reader.Close()
	l.learn(f.Model.Name, result.Content)
	if r.Acts() && p.Bind != nil {
		var problems []tool.Problem
		r.Calls, problems = p.Bind(chat.Listed, r.Calls)
		r.Problems = append(r.Problems, problems...)
	}
	if !r.Acts() {
		e.say(e.reader.Rest())
	}
	return r, nil
}

func (l *Local) request(c prompt.Chat, p planner.Prompt) local.Request {
	r := local.Request{MaxTokens: c.Reply, Temperature: temperature, Schema: c.Schema, SchemaName: prompt.SchemaName, PromptTokens: c.Tokens, NoThinking: true}
	for _, m := range c.Messages {
		r.Messages = append(r.Messages, local.Message{Role: m.Role, Content: m.Content})
	}
	if c.Schema != nil {
		r.Valid = func(content string) error { return l.valid(content, c.Listed, p) }
	}
	return r
}

// valid says why a whole answer can't be used: it is no reply, names an element that was not told, or calls something that
// is no plan. The model is then asked again, as long as nobody has heard it.
func (l *Local) valid(content string, listed int, p planner.Prompt) error {
	got := reply.Read(content, reply.Options{})
	calls, problems := got.Calls, got.Problems
	if got.Acts() && p.Bind != nil {
		calls, problems = p.Bind(listed, calls)
	}
	if len(problems) == 0 && len(calls) > 0 && l.cfg.Check != nil {
		problems = l.cfg.Check(calls)
	}
	if len(problems) > 0 {
		return problems[0]
	}
	return nil
}

// temperature of all prompts: plans should not vary much from one time to the next.
const temperature = 0.4

// opensItself reports whether a model was seen to write the tag that opens its thinking, or not to think: some servers'
// templates write that tag for it, and then words that arrive may be thinking until the closing tag comes.
func (l *Local) opensItself(model string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.opens[model]
}

func (l *Local) learn(model, content string) {
	low := strings.ToLower(content)
	closed, opened := strings.Index(low, "</think"), strings.Index(low, "<think")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opens[model] = closed < 0 || opened >= 0 && opened < closed
}

// ear hears one chat. After Again what was heard is void, which happens only while nothing of it was said.
type ear struct {
	hear   planner.Hear
	opts   reply.Options
	reader *reply.Reader
	spoke  bool
	waits  bool
}

func (e *ear) begin() { e.reader = reply.NewReader(e.opts) }

func (e *ear) delta(text string) { e.say(e.reader.Write(text)) }

func (e *ear) say(text string) {
	if text != "" && e.hear.Say != nil {
		e.spoke = true
		e.hear.Say(text)
	}
}

func (e *ear) state(s local.State) {
	switch s.Phase {
	case local.Reading:
		e.wait("reading the prompt")
	case local.Writing:
		e.wait("")
	case local.Again:
		e.begin()
		e.wait("asking again")
	}
}

func (e *ear) wait(what string) {
	if e.hear.Wait != nil && (what != "" || e.waits) {
		e.waits = what != ""
		e.hear.Wait(what)
	}
}
