package bench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"pace/backend/app"
	"pace/backend/egress"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/planner/brain"
	"pace/backend/planner/local"
	"pace/backend/planner/prompt"
	"pace/backend/reply"
	"pace/backend/route"
	"pace/backend/tool"
)

// EvalOptions choose what is asked.
type EvalOptions struct {
	URL   string   // of the model server; "" looks at the usual addresses
	Model string   // "" takes the first that can chat
	Only  []string // kinds or ids; empty = all
}

// evalPatience bounds one sentence with all its attempts: a small machine may read a prompt for minutes.
const evalPatience = 10 * time.Minute

// evalGone is how many sentences in a row may find no server before the run is given up.
const evalGone = 3

// evalTells is how often whoever waits is told how far it is. A fast model is through all sentences in a minute.
const evalTells = 10 * time.Second

// evalRun is one run of the sentences.
type evalRun struct {
	o     Options
	set   evalSet
	reg   *tool.Registry
	brain *brain.Local
	tap   *tap
	sizes *prompt.Builder
	place brain.Place
	out   *EvalResult
	gone  int
}

// Eval has a model plan the sentences and judges the plans. Nothing is carried out, and no result is a failure of the
// run: an error means that it broke off, and the result holds what there was by then. Without a model server on this
// machine Missing says so and nothing is asked.
func Eval(ctx context.Context, o Options, e EvalOptions) (*EvalResult, error) {
	return evaluate(ctx, o, e, local.Usual())
}

func evaluate(ctx context.Context, o Options, e EvalOptions, usual []string) (*EvalResult, error) {
	out := &EvalResult{Version: o.Version, At: time.Now().UTC(), Machine: computer(), Cases: []EvalCase{}}
	defer func() { out.Machine.LoadAfter = load(); out.sum() }()
	set, err := readEval()
	if err != nil {
		return out, err
	}
	cases := set.only(e.Only)
	if len(cases) == 0 {
		out.Missing = fmt.Sprintf("There is nothing to evaluate: no kind or sentence is called %s.", strings.Join(e.Only, " or "))
		return out, nil
	}
	reg, err := app.Registry()
	if err != nil {
		return out, fmt.Errorf("the tools: %w", err)
	}
	door, shut, err := ownDoor()
	if err != nil {
		return out, err
	}
	defer shut()
	r := &evalRun{o: o, set: set, reg: reg, sizes: prompt.New(reg), out: out}
	client := door.Client(egress.Lane{Subsystem: "planner", Operation: "eval"})
	r.tap = &tap{under: client.Transport}
	client.Transport = r.tap
	r.brain = r.ask(client, e, usual)
	if r.place, err = r.brain.Find(ctx, true); err != nil {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		out.Missing = missing(err)
		return out, nil
	}
	out.Server = EvalServer{URL: r.place.Server.URL, Kind: string(r.place.Server.Kind), Version: r.place.Server.Version, Model: r.place.Model.Name, Context: r.place.Model.Context}
	return out, r.all(ctx, cases)
}

func (r *evalRun) ask(client *http.Client, e EvalOptions, usual []string) *brain.Local {
	return brain.New(brain.Config{HTTP: client, Prompts: r.sizes, Check: brain.Checks(r.reg), Nonces: rand.Reader, Now: time.Now, Usual: usual,
		Set: func() brain.Settings { return brain.Settings{URL: e.URL, Model: e.Model, Window: prompt.MaxWindow} }})
}

// missing says why nothing can be asked, in one sentence.
func missing(err error) string {
	if errors.Is(err, brain.ErrNoServer) {
		return "No model server with a chat model answers on this machine, so there is nothing to evaluate; start one (LM Studio, Ollama, llama.cpp) or name it with --url."
	}
	return fmt.Sprintf("There is nothing to evaluate: %v.", err)
}

func (r *evalRun) all(ctx context.Context, cases []evalCase) error {
	var told time.Time
	for i, c := range cases {
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Since(told) > evalTells {
			r.o.say("%d of %d sentences", i, len(cases))
			told = time.Now()
		}
		row := EvalCase{ID: c.ID, Kind: c.Kind, Text: c.Text}
		var known bool
		if row.Got, known = r.unasked(c); known {
			row.Builtin = true
		} else if err := r.one(ctx, c, &row); err != nil {
			return err
		}
		row.Verdict = judgePlan(c, row.Got)
		r.out.Cases = append(r.out.Cases, row)
	}
	return nil
}

// unasked is what Pace makes of a sentence without a model. A turn that has done something asks the model in any case.
func (r *evalRun) unasked(c evalCase) (Got, bool) {
	way, parse := route.Read(c.Text)
	switch {
	case len(c.Steps) > 0:
		return Got{}, false
	case parse.Followup != nil: // nothing went before that it could refer to, so Pace asks back
		return Got{Intent: reply.Clarify}, true
	case len(way.Calls) > 0:
		return gotOf(r.reg, reply.Reply{Intent: reply.Action, Calls: parse.Steps}), true
	}
	return Got{}, false
}

// one asks the model.
func (r *evalRun) one(ctx context.Context, c evalCase, row *EvalCase) error {
	p := r.set.prompt(c)
	way := route.Route(c.Text)
	p.Brief = prompt.BriefRoute(way.Route) && len(c.Steps) == 0
	if screen, shown := r.set.Screens[c.Screen]; shown {
		// The model is judged, not whether Pace would have looked: that is only told.
		row.NotLooked = p.Brief || observe.Needs(c.Text, false) == observe.NotNeeded
		p.Brief = false
		marks := screen.marks()
		p.Bind = func(listed int, calls [][]tool.Call) ([][]tool.Call, []tool.Problem) {
			return marks.Shown(listed).Bind(r.reg, calls)
		}
	}
	chat, err := r.sizes.Build(prompt.Input{Prompt: p, Window: prompt.MaxWindow, Context: r.place.Model.Context, Nonces: rand.Reader})
	if err == nil {
		row.Estimate, row.LeftOut = chat.Tokens, len(chat.LeftOut) > 0
	}
	row.Brief = p.Brief
	limited, cancel := context.WithTimeout(ctx, evalPatience)
	defer cancel()
	began := time.Now()
	got, err := r.brain.Plan(limited, p, planner.Hear{})
	row.WholeMs = milli(time.Since(began))
	heard := r.tap.take()
	if !heard.FirstToken.IsZero() {
		row.FirstMs = milli(heard.FirstToken.Sub(began))
	}
	row.Attempts, row.Served, row.PromptTokens, row.ReplyTokens = heard.Attempts, heard.Served, heard.Prompt, heard.Completion
	if ctx.Err() != nil {
		return ctx.Err()
	}
	row.Got = r.got(got, err)
	if r.gone >= evalGone {
		return fmt.Errorf("the model server went away: %s", row.Got.Failed)
	}
	return nil
}

func milli(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// got tells an answer from an answer that can't be read and from none.
func (r *evalRun) got(got reply.Reply, err error) Got {
	var failed *planner.Failure
	switch {
	case got.Source == reply.Builtin: // it stood in
		r.gone++
		return Got{Failed: "the model server could not be asked: " + got.Spoken}
	case errors.Is(err, local.ErrInvalid):
		r.gone = 0
		why := err
		if errors.As(err, &failed) {
			why = failed.Err
		}
		return Got{Invalid: why.Error()}
	case errors.As(err, &failed):
		r.gone = 0
		return Got{Failed: failed.Err.Error()}
	case err != nil:
		return Got{Failed: err.Error()}
	}
	r.gone = 0
	return gotOf(r.reg, got)
}
