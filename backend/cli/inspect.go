package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"pace/backend/app"
	"pace/backend/route"
	"pace/backend/system"
)

type inspectCmd struct {
	Tools  inspectTools  `cmd:"" help:"The tools as JSON: what each does, takes, risks and asks."`
	Route  inspectRoute  `cmd:"" help:"What a sentence would do without a model, as JSON."`
	Reply  inspectReply  `cmd:"" help:"What a planner's text on standard input comes to, as JSON; exit 1 when it is invalid."`
	Prompt inspectPrompt `cmd:"" help:"What a model would be asked for a sentence, exactly, and about how many tokens that is."`
	When   inspectWhen   `cmd:"" help:"What a phrase for a date or a time means, as JSON."`
}

type inspectTools struct{}

func (inspectTools) Run(std Std) error {
	reg, err := app.Registry()
	if err != nil {
		return &said{"The tools contradict each other.", 1, err}
	}
	e := json.NewEncoder(std.Out)
	e.SetIndent("", "  ")
	return e.Encode(reg.Cards())
}

type inspectRoute struct {
	Lines bool     `help:"Read one sentence a line from standard input, print one JSON object a line."`
	Text  []string `arg:"" optional:"" help:"The sentence."`
}

func (c *inspectRoute) Run(std Std) error {
	out := bufio.NewWriter(std.Out)
	defer out.Flush()
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if !c.Lines {
		if len(c.Text) == 0 {
			return &said{"Say which sentence: pace inspect route \"press 7\".", usageExit, nil}
		}
		return e.Encode(route.Route(strings.Join(c.Text, " ")))
	}
	in := bufio.NewReaderSize(std.In, 64<<10)
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" || err == nil {
			if err := e.Encode(route.Route(line)); err != nil {
				return &said{"The result could not be written.", 1, err}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &said{"Standard input could not be read.", 1, err}
		}
		if in.Buffered() == 0 {
			out.Flush() // somebody may be waiting for this answer before the next question
		}
	}
}

type doctorCmd struct {
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

func (c *doctorCmd) Run(ctx context.Context, std Std, b Build) error {
	look := b.Probes
	if look == nil {
		look = func(ctx context.Context, environ []string) []system.Probe {
			return app.Probes(ctx, environ, GuardCommand())
		}
	}
	probes := look(ctx, std.Environ)
	// Also without a folder to work in the rest is looked at: that is what a doctor is for.
	home := system.Probe{Name: "Pace's folder", State: system.Ok, Detail: "Can be written."}
	var chosen []system.Probe
	if a, err := b.open(app.Options{Environ: std.Environ, Guard: GuardCommand()}); err != nil {
		home.State, home.Detail, home.Fix = system.Fail, "Pace can't use it: "+err.Error()+".", "Make it writable for you, or set PACE_HOME to another folder."
	} else {
		home.Detail = a.Folders.Data
		chosen = a.Choices(ctx)
		defer a.Close()
	}
	probes = append(append(probes, home), chosen...)
	if c.JSON {
		e := json.NewEncoder(std.Out)
		e.SetIndent("", "  ")
		if err := e.Encode(probes); err != nil {
			return err
		}
	} else {
		for _, p := range probes {
			fmt.Fprintf(std.Out, "%s %-22s %s\n", map[system.Health]string{system.Ok: "✓", system.Warn: "!", system.Missing: "–", system.Fail: "✗"}[p.State], p.Name, p.Detail)
			if p.Fix != "" && p.State != system.Ok {
				fmt.Fprintf(std.Out, "  %-22s → %s\n", "", p.Fix)
			}
		}
	}
	switch system.Worst(probes) {
	case system.Fail:
		return exit(1)
	}
	return nil
}

type forgetCmd struct{}

func (forgetCmd) Run(ctx context.Context, std Std, b Build) error {
	a, err := b.open(app.Options{Environ: std.Environ})
	if err != nil {
		return noFolder(err)
	}
	defer a.Close()
	if err := a.Forget(ctx); err != nil {
		return &said{"Some of what is kept of past turns could not be deleted.", 1, err}
	}
	fmt.Fprintln(std.Out, "The traces and records of past turns are deleted; what they did can't be undone by Pace any more.")
	return nil
}

// guardCmd is told the display and its authority file as arguments, so that a list of processes shows what it watches;
// it takes them from its environment.
type guardCmd struct {
	Watched []string `arg:"" optional:""`
}

func (guardCmd) Run(ctx context.Context, std Std, b Build) error {
	if b.Guard == nil {
		return &said{"This build has no key watcher.", 1, nil}
	}
	// The signals that end Pace must not end the watcher before it has let go of what Pace held: it ends with its input.
	return b.Guard(context.WithoutCancel(ctx), std.In, std.Environ)
}
