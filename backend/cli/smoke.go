package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pace/backend/bridge/host"
	"pace/backend/bridge/smoke"
	"pace/backend/event"
)

// smokeCmd stands in no list of commands: it is for whoever tries Pace, or a package of it, and does nothing to a Pace that
// was not started for that.
type smokeCmd struct {
	JSON   bool   `name:"json" help:"Print JSON: every event of a request, or what came of the hook."`
	Answer string `help:"Answer what asks for approval from here: yes or no." enum:",yes,no" default:""`
	Hook   string `arg:"" help:"One of those below."`
}

// Help is shown below the flags.
func (smokeCmd) Help() string {
	var b strings.Builder
	b.WriteString("Drives the window, the settings and the questions of a running Pace (the window, or pace serve), to try them.\n" +
		"It works only on a Pace that was started with " + smoke.Variable + "=1 in its environment.\n\nHooks:\n")
	for _, h := range smoke.All() {
		fmt.Fprintf(&b, "  %-14s %s\n", h.Name, h.Does)
	}
	b.WriteString(`
Exit codes: as those of pace ask; 3 also where there is no such Pace, or nothing that a hook could be about.
An approval waits in the window until somebody answers it there, or --answer does.

Example:
  ` + smoke.Variable + `=1 pace serve &
  pace smoke approval --answer yes`)
	return b.String()
}

func (c *smokeCmd) Run(ctx context.Context, std Std, g *globals) error {
	if !slices.ContainsFunc(smoke.All(), func(h smoke.Hook) bool { return h.Name == c.Hook }) {
		return &said{fmt.Sprintf("There is no hook %q; pace smoke --help lists them.", clip(c.Hook, 40)), usageExit, nil}
	}
	cl, err := host.Dial(socket(std))
	if err != nil {
		return &said{fmt.Sprintf("No Pace is running here; start one with %s=1.", smoke.Variable), event.Blocked.ExitCode(), err}
	}
	p := newPrinter(std, c.JSON, g.Verbose)
	end, err := cl.Hook(ctx, c.Hook, ancestors(), func(e event.Event) {
		p.print(e)
		if q, ok := e.Body.(*event.Approval); ok {
			c.answer(std, cl, q)
		}
	})
	var no *host.Refused
	switch {
	case errors.As(err, &no) && no.Kind == "bad":
		return &said{fmt.Sprintf("The Pace that is running here has no smoke hooks: it was not started with %s=1.", smoke.Variable), event.Blocked.ExitCode(), err}
	case errors.As(err, &no):
		return &said{no.Text, event.Blocked.ExitCode(), err}
	case errors.Is(err, host.ErrSilent):
		return &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	case err != nil:
		return &said{"The running Pace went away in the middle; what was done is in its records.", 1, err}
	case end.Said == "":
		return exitFor(p)
	case c.JSON:
		row, _ := json.Marshal(end) // two plain fields
		fmt.Fprintf(std.Out, "%s\n", row)
	case end.Exit == 0:
		fmt.Fprintln(std.Out, end.Said)
	default:
		return &said{end.Said, end.Exit, nil}
	}
	if end.Exit != 0 {
		return exit(end.Exit)
	}
	return nil
}

// answer answers an approval as it was told to, or asks the person at the terminal.
func (c *smokeCmd) answer(std Std, cl *host.Client, q *event.Approval) {
	switch {
	case c.Answer != "":
		_ = cl.Decide(q.ID, c.Answer == "yes") // where it can't be told, the end of the turn says what came of it
	case std.Terminal:
		go func() { _ = cl.Decide(q.ID, askPerson(std, q)) }()
	default:
		fmt.Fprintln(std.Err, inTheWindow)
	}
}
