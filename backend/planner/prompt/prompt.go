// Package prompt writes what a model is asked, the same for every tier. It owns the words, their order and the room
// they may take, and the schema of the reply that goes with them.
//
// It promises that the same Input gives the same bytes; that what changes from turn to turn stands behind what does
// not, so that a model server can go on from what it has computed; that whatever comes from outside is wrapped as
// untrusted under the nonce of this message; and that what had no room is told, never lost in silence. It reads no
// clock, no screen and no settings, and asks nobody.
package prompt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"pace/backend/planner"
	"pace/backend/tool"
)

// Message is one message of a chat.
type Message struct {
	Role    string `json:"role"` // system, user, assistant
	Content string `json:"content"`
}

// The roles.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Defaults of an Input.
const (
	DefaultContext = 4096 // what the common servers load a model with unless told otherwise
	DefaultReply   = 1024 // the longest reply that is asked for
	MaxWindow      = 8
)

// Input is what a prompt is made of.
type Input struct {
	planner.Prompt

	Window   int       // how many exchanges of Thread are given word by word; ≤ 0 is off, which still keeps the last
	Context  int       // tokens the model can hold; ≤ 0 means DefaultContext
	Reply    int       // tokens of it that are kept free for the reply; ≤ 0 means DefaultReply
	ReadOnly bool      // the user lets Pace change nothing: only tools that read are offered
	Nonces   io.Reader // randomness for the nonce, crypto/rand.Reader outside tests; not read when nothing is wrapped
}

// Chat is a prompt ready to be sent.
type Chat struct {
	Messages []Message       `json:"messages"`
	Schema   json.RawMessage `json:"schema,omitempty"` // of the reply; nil in a brief prompt, whose reply is prose
	Tokens   int             `json:"tokens"`           // estimate of all messages, see Tokens
	Context  int             `json:"context"`
	Reply    int             `json:"reply"`
	Tools    int             `json:"tools"`   // how many the model may name
	Told     []string        `json:"told"`    // those whose full line it is given, by name; of the others it has name and arguments, or the name
	Listed   int             `json:"listed"`  // how many lines of Screen the model is given; a number beyond is one it made up
	Parts    []Part          `json:"parts"`   // what the estimate is made of, in the order of the text
	LeftOut  []LeftOut       `json:"leftOut"` // what had no room, in the order in which it went
}

// Part is one part of a prompt and what it costs.
type Part struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

// LeftOut is something that the model is not told.
type LeftOut struct {
	What  string `json:"what"`  // screen, thread, outside, steps, now, tools
	Count int    `json:"count"` // lines, exchanges or texts; of texts that were cut, bytes
	Unit  string `json:"unit"`
}

// ErrTooLong says that the sentence does not fit the model even when all else is left out.
var ErrTooLong = errors.New("the sentence is too long for this model")

// TooLong carries the numbers of ErrTooLong.
type TooLong struct{ Tokens, Room int }

func (e *TooLong) Error() string {
	return fmt.Sprintf("%v: about %d tokens, and there is room for %d", ErrTooLong, e.Tokens, e.Room)
}

// Is makes errors.Is(err, ErrTooLong) hold.
func (e *TooLong) Is(target error) bool { return target == ErrTooLong }

// Builder writes prompts for one set of tools. It is immutable and may be used by several turns at once.
type Builder struct {
	all, reading fixed
}

// fixed is the text that is the same in every turn.
type fixed struct {
	rules  string
	schema json.RawMessage
	tools  tools
	base   int // tokens of what stands in every acting prompt, its tools aside
}

// New reads the registry once.
func New(r *tool.Registry) *Builder {
	of := func(specs []tool.Spec) fixed {
		f := fixed{rules: rules(specs), schema: schema(specs), tools: newTools(specs)}
		f.base = Tokens(voice) + Tokens(f.rules) + perPrompt + 2*perMessage
		return f
	}
	return &Builder{all: of(offered(r, false)), reading: of(offered(r, true))}
}

// Schema is that of a reply to an acting prompt, byte-identical for one set of tools.
func (b *Builder) Schema(readOnly bool) json.RawMessage {
	return slices.Clone(b.fixed(readOnly).schema)
}

func (b *Builder) fixed(readOnly bool) fixed {
	if readOnly {
		return b.reading
	}
	return b.all
}

// BriefRoute reports whether a sentence that was routed so wants only words. The names are those of `inspect route`.
func BriefRoute(route string) bool { return route == "answer" || route == "chitchat" }

// Build writes a prompt. How the tools are told in the system message follows from Context and Reply; where not all are
// told in full there, the full lines of those that the sentence may need go with it, and Told says which the model has.
//
// When it would not fit Context less Reply, parts are left out in this order: all but the likeliest two or three of those
// lines; screen lines, the last first; exchanges of the thread, the oldest first; other texts from outside, the last
// first; what earlier steps read, the oldest first; what surrounds the sentence; the other lines of tools, the least
// likely first. LeftOut tells all but the first of it, and the model is told what it misses of the screen and of its own
// steps. The fixed text, the steps themselves and the sentence are never
// shortened: ErrTooLong when they do not fit. Any other error is that of Nonces.
func (b *Builder) Build(in Input) (Chat, error) {
	d, err := newDraft(b.fixed(in.ReadOnly), in)
	if err != nil {
		return Chat{}, err
	}
	return d.fit()
}
