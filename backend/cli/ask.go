package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"pace/backend/app"
	"pace/backend/bridge/host"
	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/turn"
)

type askCmd struct {
	JSON     bool     `name:"json" help:"Print every event as one JSON object a line."`
	Yes      bool     `help:"Approve what the sentence itself asks; never what comes after text from outside was read."`
	DryRun   bool     `help:"Show plan, targets and risk; touch nothing."`
	Tier     string   `help:"Which brain: builtin, local, appleFoundationModels, cliBridge, cliDirect or directAPI." enum:",builtin,local,appleFoundationModels,cliBridge,cliDirect,directAPI" default:""`
	MaxSteps int      `help:"Refuse plans with more steps than this." default:"0"`
	Text     []string `arg:"" help:"What to do, in one sentence; - reads it from standard input."`
}

// Help is shown below the flags.
func (askCmd) Help() string {
	return `Exit codes: 0 done, 1 failed, partial or cancelled, 2 bad arguments, 3 blocked (approval, permission,
no screen, or a question), 4 not understood, 5 delivered but not provable.

Examples:
  pace ask "open Calculator and then press 7"
  pace ask --dry-run "set Level to 70"
  pace ask "undo that"`
}

func (c *askCmd) Run(ctx context.Context, std Std, b Build, g *globals) error {
	text, err := c.sentence(std)
	if err != nil {
		return err
	}
	if c.MaxSteps < 0 {
		return &said{"--max-steps takes a whole number from 1.", usageExit, nil}
	}
	return c.do(ctx, std, b, text, g.Verbose)
}

// asAsk is what a command calls itself while it hosts.
const asAsk = "ask"

// do attaches to the Pace that runs here, or is the host for as long as the turn takes, so that two commands at once
// never fight over mouse and keyboard.
func (c *askCmd) do(ctx context.Context, std Std, b Build, text string, verbose bool) error {
	p := newPrinter(std, c.JSON, verbose)
	req := turn.Request{Text: text, Origin: "ask", Attended: true, Yes: c.Yes, DryRun: c.DryRun, Tier: c.Tier, MaxSteps: c.MaxSteps, Skip: ancestors()}
	return insist(ctx, func() (again bool, err error) {
		if cl, err := host.Dial(socket(std)); err == nil {
			err = c.attached(ctx, std, cl, req, p)
			var no *host.Refused
			switch {
			case err == nil:
				return false, exitFor(p)
			case errors.As(err, &no):
				return no.Kind == "closing", &said{no.Text, event.Blocked.ExitCode(), nil}
			case errors.Is(err, host.ErrSilent):
				return true, &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
			}
			return false, &said{"The running Pace went away in the middle; what was done is in its records.", 1, err}
		}
		return c.alone(ctx, std, b, req, p)
	})
}

// alone works without a running Pace. again is true when one has come up meanwhile.
func (c *askCmd) alone(ctx context.Context, std Std, b Build, req turn.Request, p *printer) (again bool, err error) {
	a, err := b.open(app.Options{Environ: std.Environ, Guard: GuardCommand()})
	if err != nil {
		return false, noFolder(err)
	}
	defer a.Close()
	h, err := host.Listen(socketOf(a.Folders, std.Environ), asAsk, a.Turns(), a.Approve, nil, nil)
	switch {
	case errors.Is(err, host.ErrRunning):
		return true, &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	case err == nil: // without a socket the turn works all the same
		defer h.Close()
	}
	return false, c.hosted(ctx, std, a, req, p)
}

func (c *askCmd) hosted(ctx context.Context, std Std, a *app.App, req turn.Request, p *printer) error {
	t, err := a.Turns().Submit(ctx, req)
	if err != nil {
		return &said{"Pace could not start on that.", 1, err}
	}
	for e := range t.Events() {
		p.print(e)
		if q, ok := e.Body.(*event.Approval); ok && (!c.Yes || q.Tainted) {
			go func() { a.Approve.Decide(q.ID, askPerson(std, q), "terminal") }()
		}
	}
	return exitFor(p)
}

func (c *askCmd) attached(ctx context.Context, std Std, cl *host.Client, r turn.Request, p *printer) error {
	return cl.Run(ctx, host.Submit{Text: r.Text, Origin: r.Origin, Attended: r.Attended, Yes: r.Yes, DryRun: r.DryRun, Tier: r.Tier,
		MaxSteps: r.MaxSteps, Skip: r.Skip}, func(e event.Event) {
		p.print(e)
		q, ok := e.Body.(*event.Approval)
		switch {
		case !ok || c.Yes && !q.Tainted:
		case std.Terminal:
			go func() { _ = cl.Decide(q.ID, askPerson(std, q)) }()
		default:
			fmt.Fprintln(std.Err, inTheWindow)
		}
	})
}

// inTheWindow is said where nobody can be asked here.
const inTheWindow = "This has to be approved in the window of the running Pace; without an answer it is not done."

// sentence joins the arguments, or reads standard input.
func (c *askCmd) sentence(std Std) (string, error) {
	text := strings.Join(c.Text, " ")
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(std.In, turn.MaxSentence+1))
		if err != nil {
			return "", &said{"The sentence could not be read from standard input.", 1, err}
		}
		text = strings.TrimRight(string(b), "\r\n")
		if len(b) > turn.MaxSentence {
			text = strings.ToValidUTF8(string(b), "?") // perhaps cut within a character; the turn says that it is too long
		}
	}
	if strings.TrimSpace(text) == "" {
		return "", &said{"Say what to do: pace ask \"press 7\".", usageExit, nil}
	}
	if !utf8.ValidString(text) {
		return "", &said{"The sentence holds bytes that are no characters.", usageExit, nil}
	}
	return text, nil
}

// askPerson shows what would be done and reads yes or no. Anything but a clear yes is no.
func askPerson(std Std, q *event.Approval) bool {
	if !std.Terminal {
		return false
	}
	out := visible{std.Err}
	fmt.Fprintf(out, "\n%s\n", q.Why)
	for i, c := range q.Calls {
		target := ""
		if c.Target != "" {
			target = ": " + c.Target
		}
		fmt.Fprintf(out, "  %d. %s%s (%s)\n", i+1, c.Describe, target, risk(c))
	}
	fmt.Fprint(std.Err, "Do it? [y/N] ")
	line, err := bufio.NewReader(std.In).ReadString('\n')
	if err != nil {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	}
	return false
}

func risk(c event.Planned) string {
	words := map[string]string{"readOnly": "only reads", "changesAppOrSystem": "changes an app or the system", "inputInjection": "uses your mouse or keyboard", "external": "reaches outside"}
	r := words[c.Risk]
	switch {
	case c.Undoable:
		r += ", can be undone"
	case c.Risk != "readOnly":
		r += ", can't be undone"
	}
	return r
}

func exitFor(p *printer) error {
	if p.ended == nil {
		return &said{"The turn ended without a result.", 1, nil}
	}
	if n := p.ended.Status.ExitCode(); n != 0 {
		return exit(n)
	}
	return nil
}

// printer shows a turn as JSON lines or for a person.
type printer struct {
	out     io.Writer
	json    bool
	verbose bool
	said    string // the last report, so that it is not said again at the end
	left    int    // steps that were not begun for the reason last said, and are not printed yet
	why     string // that reason
	under   bool   // a step is under way
	lost    string // why a step is not on record
	did     bool   // one of these may have changed something
	ended   *event.Ended
}

func newPrinter(std Std, json, verbose bool) *printer {
	p := &printer{out: std.Out, json: json, verbose: verbose}
	if !json {
		p.out = visible{std.Out}
	}
	return p
}

func (p *printer) print(e event.Event) {
	if end, ok := e.Body.(*event.Ended); ok {
		p.ended = end
	}
	if p.json {
		row, err := json.Marshal(e)
		if err == nil {
			fmt.Fprintf(p.out, "%s\n", row)
		}
		return
	}
	if r, ok := e.Body.(*event.StepResult); ok && r.Outcome.Effect == string(proof.NotAttempted) {
		if r.Outcome.Report != p.why {
			p.flush()
		}
		p.left, p.why = p.left+1, r.Outcome.Report
		return
	}
	p.flush()
	switch b := e.Body.(type) {
	case *event.Plan:
		for _, g := range b.Calls {
			for _, c := range g {
				if c.Target != "" {
					fmt.Fprintf(p.out, "· %s: %s (%s)\n", c.Describe, c.Target, risk(c))
				}
			}
		}
	case *event.Step:
		fmt.Fprintf(p.out, "· %s\n", b.Describe)
		p.under = true
	case *event.Delta:
		if p.under && b.Waiting != "" {
			fmt.Fprintf(p.out, "  … %s\n", clip(b.Waiting, 80))
		}
	case *event.StepResult:
		p.under = false
		p.said = b.Outcome.Report
		fmt.Fprintf(p.out, "  %s %s%s\n", mark(b.Outcome.Effect), clipped(p.said, 4000), took(b.Outcome.Timing))
		if p.verbose && b.Detail != "" {
			fmt.Fprintf(p.out, "    (%s)\n", clip(b.Detail, 1000))
		}
		if b.Unrecorded != "" {
			p.lost, p.did = b.Unrecorded, p.did || did(b.Outcome.Effect)
		}
	case *event.Ended:
		rest := b.Spoken
		if p.said != "" { // the only step's report has just been printed
			rest = strings.TrimSpace(strings.TrimPrefix(rest, p.said))
		}
		if rest != "" {
			fmt.Fprintf(p.out, "%s\n", clipped(rest, 4000))
		}
		if p.lost != "" {
			fmt.Fprintf(p.out, "%s\n", unrecorded(p.lost, p.did))
		}
		if b.Question != nil {
			for i, o := range b.Question.Options {
				fmt.Fprintf(p.out, "  %d. %s\n", i+1, o.Label)
			}
			if len(b.Question.Options) > 0 {
				fmt.Fprintf(p.out, "Answer within two minutes: pace ask \"the first one\"\n")
			}
		}
	}
}

// did reports whether a step with this effect may have changed something, or read it.
func did(effect string) bool {
	switch proof.Effect(effect) {
	case proof.Confirmed, proof.Partial, proof.Unverifiable, proof.Cancelled:
		return true
	}
	return false
}

// unrecorded says that something is not on record, and why.
func unrecorded(why string, did bool) string {
	if did {
		return "This was done, but could not be put on record: " + why + "."
	}
	return "This could not be put on record: " + why + "."
}

// flush says once why steps were not begun; a plan of twenty would say it nineteen times.
func (p *printer) flush() {
	switch {
	case p.left == 1:
		fmt.Fprintf(p.out, "  %s %s\n", mark(string(proof.NotAttempted)), clip(p.why, 300))
	case p.left > 1:
		fmt.Fprintf(p.out, "  %s %d steps: %s\n", mark(string(proof.NotAttempted)), p.left, clip(p.why, 300))
	default:
		return
	}
	p.said, p.left, p.why = p.why, 0, ""
}

func mark(effect string) string {
	switch effect {
	case "confirmed":
		return "✓"
	case "unverifiable":
		return "?"
	case "notAttempted":
		return "–"
	}
	return "✗"
}

func took(t event.Timing) string {
	switch {
	case t.ProvenMs == nil:
		return ""
	case t.SettledMs == nil:
		return fmt.Sprintf(" (%.0f ms)", *t.ProvenMs)
	}
	return fmt.Sprintf(" (seen after %.0f ms, still so after %.0f ms)", *t.ProvenMs, *t.SettledMs)
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// clipped shortens a text of several lines in its middle: the last one may say what could not be read.
func clipped(s string, n int) string {
	i := strings.LastIndexByte(s, '\n')
	last := len([]rune(s[i+1:]))
	if i < 0 || last >= n/2 || len([]rune(s)) <= n {
		return clip(s, n)
	}
	return clip(s[:i], n-last-1) + s[i:]
}

// ancestors lists the processes above this one: the shell, and the terminal whose window is in front while
// somebody types a command. Their windows are not what the sentence means.
func ancestors() []int {
	var out []int
	pid := os.Getppid()
	for range 32 {
		if pid <= 1 {
			break
		}
		out = append(out, pid)
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			break
		}
		// The second field may hold spaces and brackets; the parent is the second after the last bracket.
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if len(fields) < 2 {
			break
		}
		next, err := strconv.Atoi(fields[1])
		if err != nil {
			break
		}
		pid = next
	}
	return out
}

// GuardCommand starts this binary as the watcher over held keys.
func GuardCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, "__guard"}
}
