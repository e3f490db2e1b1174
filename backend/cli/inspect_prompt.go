package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/app"
	"pace/backend/event"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/process"
	"pace/backend/route"
	"pace/backend/untrusted"
)

// inspectPrompt shows what a model would be asked. Without --screen it opens nothing at all. It shows the prompt of a
// sentence that begins a conversation; what an earlier one left behind is not in it.
type inspectPrompt struct {
	Screen  bool      `help:"Look at the window in front and list its elements."`
	JSON    bool      `name:"json" help:"Print the messages, the schema of the reply and the estimate as JSON."`
	Context int       `help:"How many tokens the model can hold." default:"4096"`
	Now     time.Time `help:"Time to write it for (RFC 3339); the present when absent." format:"2006-01-02T15:04:05Z07:00"`
	Text    []string  `arg:"" optional:"" help:"The sentence."`
}

func (c *inspectPrompt) Run(ctx context.Context, std Std, b Build) error {
	text := strings.Join(c.Text, " ")
	switch {
	case text == "":
		return &said{"Say which sentence: pace inspect prompt \"press 7\".", usageExit, nil}
	case c.Context <= 0:
		return &said{"A model holds at least one token: --context 4096.", usageExit, nil}
	}
	reg, err := app.Registry()
	if err != nil {
		return &said{"The tools contradict each other.", 1, err}
	}
	if c.Now.IsZero() {
		c.Now = time.Now()
	}
	in := prompt.Input{Context: c.Context, Nonces: rand.Reader, Prompt: planner.Prompt{Text: text,
		Now: planner.Now{Weekday: c.Now.Weekday().String(), Part: observe.Part(c.Now)}}}
	in.Brief = prompt.BriefRoute(route.Route(text).Route)
	out := shownPrompt{Needs: observe.Needs(text, false), Brief: in.Brief}
	if c.Screen {
		in.Brief, out.Brief = false, false // whoever asks for the screen wants to see it in the prompt
		if err := c.look(ctx, std, b, &in, &out); err != nil {
			return err
		}
	}
	out.Chat, err = prompt.New(reg).Build(in)
	switch {
	case errors.Is(err, prompt.ErrTooLong):
		return &said{tooLong(err), 1, err}
	case err != nil:
		return &said{"The prompt could not be made.", 1, err}
	}
	if c.JSON {
		e := json.NewEncoder(std.Out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(out)
	}
	_, err = fmt.Fprint(std.Out, out.plain())
	return err
}

// shownPrompt is a prompt with what led to it.
type shownPrompt struct {
	prompt.Chat
	Brief    bool           `json:"brief"`              // only words are wanted
	Needs    observe.Reason `json:"needsScreen"`        // why the sentence needs the screen; "" when it does not
	Problems []string       `json:"problems,omitempty"` // what could not be looked at
}

func tooLong(err error) string {
	var long *prompt.TooLong
	if errors.As(err, &long) {
		return fmt.Sprintf("The sentence and the rules take about %d tokens, and there is room for %d; a model that holds more is needed (--context).", long.Tokens, long.Room)
	}
	return "The sentence is too long for this model."
}

// look fills in what is on the screen.
func (c *inspectPrompt) look(ctx context.Context, std Std, b Build, in *prompt.Input, out *shownPrompt) error {
	a, err := b.open(app.Options{Environ: std.Environ, Guard: GuardCommand()})
	if err != nil {
		return noFolder(err)
	}
	defer a.Close()
	typedIn := ancestors()
	o := observe.New(a.Desktop(), observe.Config{OCR: observe.Tesseract{Starter: process.New(std.Environ)}})
	s, err := o.Look(ctx, observe.Wish{Skip: func(pid int) bool { return slices.Contains(typedIn, pid) }})
	switch {
	case observe.Dark(err):
		return &said{"There is no screen to look at. Run pace doctor to see why.", event.Blocked.ExitCode(), err}
	case err != nil:
		return &said{"The screen could not be looked at.", 1, err}
	}
	for _, p := range s.Problems {
		out.Problems = append(out.Problems, untrusted.Clean(p.Error()))
	}
	in.Screen, in.Unseen = s.Lines, s.Unseen
	in.Now.App, in.Now.Window, in.Now.Summary = s.App, s.Window, s.Summary
	if d := a.Desktop(); d.Screen != nil {
		if displays, err := d.Screen.Displays(ctx); err == nil {
			in.Now.Displays = len(displays)
		}
	}
	return nil
}

// plain prints a prompt for a person: the texts as the model gets them, then what they cost.
func (s shownPrompt) plain() string {
	var b strings.Builder
	for _, m := range s.Messages {
		fmt.Fprintf(&b, "── %s (about %d tokens)\n%s\n\n", m.Role, prompt.Tokens(m.Content), m.Content)
	}
	if s.Schema != nil {
		fmt.Fprintf(&b, "── response format\n%s\n\n", prompt.ResponseFormat(s.Schema))
	}
	b.WriteString("── estimate\n")
	for _, p := range s.Parts {
		fmt.Fprintf(&b, "%6d  %s\n", p.Tokens, p.Name)
	}
	fmt.Fprintf(&b, "%6d  in all, with what stands around %d messages\n", s.Tokens, len(s.Messages))
	fmt.Fprintf(&b, "%6d  the model holds; %d of them are kept free for its reply\n", s.Context, s.Reply)
	switch {
	case s.Brief || s.Tools == 0:
	case len(s.Told) == s.Tools:
		fmt.Fprintf(&b, "All %d tools are told in full.\n", s.Tools)
	default:
		fmt.Fprintf(&b, "Told in full are %d of %d tools: %s.\n", len(s.Told), s.Tools, strings.Join(s.Told, ", "))
	}
	for _, l := range s.LeftOut {
		fmt.Fprintf(&b, "Left out for want of room: %d %s (%s).\n", l.Count, l.Unit, l.What)
	}
	switch {
	case s.Brief:
		b.WriteString("This sentence wants only words, so neither tools nor the screen are told.\n")
	case s.Listed == 0 && s.Needs != "":
		b.WriteString("This sentence needs the screen, which was not looked at: --screen.\n")
	}
	for _, p := range s.Problems {
		fmt.Fprintf(&b, "Not looked at: %s.\n", p)
	}
	return b.String()
}
