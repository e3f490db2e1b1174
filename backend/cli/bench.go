package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"pace/backend/bench"
)

type benchCmd struct {
	Suite     benchSuite     `cmd:"" help:"Is Pace right? Controls that lag, hang, lie, vanish and revert, on GTK 3, GTK 4, Qt 5 and Chromium."`
	Apart     benchApart     `cmd:"" help:"Is Pace right? Forty sentences for three real programs, written apart from the code."`
	Fastpath  benchFastpath  `cmd:"" help:"How fast is a proven step, against bare signals, fixed waits and comparing pictures? Ends with suite and apart."`
	Planner   benchPlanner   `cmd:"" help:"What does Pace itself cost around a model? Asking, first words, plans, reading, prompts."`
	Route     benchRoute     `cmd:"" help:"How long does it take to say what a sentence is? All sentences that come with Pace, long lines, a stream of lines."`
	EvalRoute benchEvalRoute `cmd:"" help:"How right is that? Intents, routes and calls against what people expect, and what fires although nobody asked."`
	Eval      benchEval      `cmd:"" help:"How well does the model on this machine plan? Sentences of eight kinds; nothing is carried out."`
}

type benchFlags struct {
	JSON  bool     `name:"json" help:"Print the result as JSON."`
	Quick bool     `help:"Few runs: for a look, not for publishing."`
	Only  []string `help:"Only these: GTK3, GTK4, Qt5, Chromium, or a program's name."`
}

func (f benchFlags) options(std Std, b Build) bench.Options {
	self, err := os.Executable()
	if err != nil {
		self = "" // the arms that start a whole command are then left out, by name
	}
	return bench.Options{Environ: std.Environ, Version: b.Version, Self: self, Guard: GuardCommand(), Quick: f.Quick, Only: f.Only, Say: std.Err}
}

// show prints a result, also when the bench broke off.
func (f benchFlags) show(out io.Writer, result interface{ Print(io.Writer) }, err error) error {
	if errors.Is(err, bench.ErrMissing) {
		return &said{"The bench needs programs that are missing here: " + err.Error() + ".", 1, err}
	}
	if f.JSON {
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if werr := e.Encode(result); werr != nil {
			return fmt.Errorf("write the result: %w", werr)
		}
	} else {
		result.Print(out)
	}
	if err != nil {
		return &said{"The bench did not come to its end: " + err.Error() + ".", 1, err}
	}
	return nil
}

type benchSuite struct{ benchFlags }

func (c *benchSuite) Run(ctx context.Context, std Std, b Build) error {
	r, err := bench.Suite(ctx, c.options(std, b))
	return c.show(std.Out, &r, err)
}

type benchApart struct{ benchFlags }

func (c *benchApart) Run(ctx context.Context, std Std, b Build) error {
	r, err := bench.Apart(ctx, c.options(std, b))
	return c.show(std.Out, &r, err)
}

type benchFastpath struct{ benchFlags }

func (c *benchFastpath) Run(ctx context.Context, std Std, b Build) error {
	r, err := bench.Fastpath(ctx, c.options(std, b))
	return c.show(std.Out, r, err)
}

type benchPlanner struct {
	JSON  bool `name:"json" help:"Print the result as JSON."`
	Quick bool `help:"Few runs: for a look, not for publishing."`
}

func (c *benchPlanner) Run(ctx context.Context, std Std, b Build) error {
	f := benchFlags{JSON: c.JSON, Quick: c.Quick}
	r, err := bench.Planner(ctx, f.options(std, b))
	return f.show(std.Out, r, err)
}

type benchRoute struct {
	JSON  bool `name:"json" help:"Print the result as JSON."`
	Quick bool `help:"Few runs: for a look, not for publishing."`
}

func (c *benchRoute) Run(ctx context.Context, std Std, b Build) error {
	f := benchFlags{JSON: c.JSON, Quick: c.Quick}
	r, err := bench.Route(ctx, f.options(std, b))
	return f.show(std.Out, r, err)
}

// benchEvalRoute is a command and not only a test, like eval beside it: whoever has Pace can judge it, and a script gets
// the counts as JSON. The tests of package corpus hold the floors.
type benchEvalRoute struct {
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (c *benchEvalRoute) Run(std Std, b Build) error {
	f := benchFlags{JSON: c.JSON}
	r, err := bench.EvalRoute(f.options(std, b))
	return f.show(std.Out, r, err)
}

type benchEval struct {
	JSON  bool     `name:"json" help:"Print the result as JSON, with every sentence and what was made of it."`
	URL   string   `name:"url" help:"Address of the model server; the usual ones on this machine when absent." placeholder:"http://127.0.0.1:1234/v1"`
	Model string   `help:"Name of the model; the first that can chat when absent."`
	Only  []string `help:"Only these kinds or sentences: action, multiStep, screen, answer, clarify, outOfScope, destructive, injection, or an id."`
}

// Run reports and judges nobody: whatever the model makes of the sentences, and without one, the exit code is 0.
func (c *benchEval) Run(ctx context.Context, std Std, b Build) error {
	f := benchFlags{JSON: c.JSON}
	r, err := bench.Eval(ctx, f.options(std, b), bench.EvalOptions{URL: c.URL, Model: c.Model, Only: c.Only})
	return f.show(std.Out, r, err)
}
