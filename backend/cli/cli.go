// Package cli is the commands: it reads arguments, attaches to a running Pace or hosts one for its own lifetime, and
// prints. Every error ends as one plain sentence on standard error and an exit code; details come with --verbose.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"pace/backend/app"
	"pace/backend/system"
)

// Std is where a command reads and writes.
type Std struct {
	In       io.Reader
	Out, Err io.Writer
	Environ  []string
	Terminal bool // In is a terminal, so that a person can be asked
}

// Build is what the outside gives the commands.
type Build struct {
	Version string
	// Pages holds frontend/dist.
	Pages fs.FS
	// Window runs the desktop window until it is closed; nil in builds without one.
	Window       func(ctx context.Context, std Std, link string) error
	NeedsDisplay bool // a window needs DISPLAY or WAYLAND_DISPLAY here
	// App opens the application; nil = app.New. Tests put a desktop of their own under it.
	App func(app.Options) (*app.App, error)
	// Probes looks at the machine; nil = this platform's.
	Probes func(ctx context.Context, environ []string) []system.Probe
	// Guard keeps watch over held keys; see the platform.
	Guard func(ctx context.Context, in io.Reader, environ []string) error
}

// usageExit is the exit code of bad arguments.
const usageExit = 2

// guardName is the hidden command of the watcher over held keys.
const guardName = "__guard"

func (b Build) open(o app.Options) (*app.App, error) {
	if b.App != nil {
		return b.App(o)
	}
	return app.New(o)
}

type globals struct {
	Verbose bool `help:"Show the details of errors."`
}

type commands struct {
	globals
	Version kong.VersionFlag `help:"Print the version."`

	Open       openCmd       `cmd:"" default:"withargs" help:"Open the desktop window (the default)."`
	Ask        askCmd        `cmd:"" help:"Do one thing, from one sentence."`
	Serve      serveCmd      `cmd:"" help:"Serve the same interface to a browser on this machine."`
	Inspect    inspectCmd    `cmd:"" help:"Show how Pace reads things, without acting."`
	Doctor     doctorCmd     `cmd:"" help:"Check the machine and name the fix for what is missing."`
	Forget     forgetCmd     `cmd:"" help:"Delete the traces and records of past turns."`
	Models     modelsCmd     `cmd:"" help:"List, download and unload the models of the servers on this machine."`
	Bench      benchCmd      `cmd:"" help:"Measure how right and how fast Pace is, on a private desktop."`
	Completion completionCmd `cmd:"" help:"Print a completion script for bash, zsh or fish."`
	Smoke      smokeCmd      `cmd:"" hidden:"" help:"Drive a Pace that was started for a test."`
	Guard      guardCmd      `cmd:"" name:"__guard" hidden:""`
}

// exit carries an exit code through kong.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// said is an error that has its sentence.
type said struct {
	text string
	code int
	err  error
}

func (s *said) Error() string { return s.text }
func (s *said) Unwrap() error { return s.err }

// Main runs one command and returns its exit code.
func Main(args []string, std Std, b Build) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if len(args) == 0 || args[0] != guardName {
		context.AfterFunc(ctx, stop) // who asks twice means it: the second Ctrl+C ends this process at once
	}
	for _, a := range args {
		if !utf8.ValidString(a) { // the parser would put question marks in their place
			fmt.Fprintln(std.Err, "The command holds bytes that are no characters.")
			return usageExit
		}
	}
	var c commands
	code := -1
	k, err := kong.New(&c, kong.Name("pace"), kong.Description("A desktop companion that acts on your screen and proves what it did."),
		kong.Writers(std.Out, std.Err), kong.Exit(func(n int) { code = n; panic(exit(n)) }), kong.Vars{"version": "pace " + b.Version},
		kong.UsageOnError(), kong.Bind(&c.globals), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std), kong.Bind(b))
	if err != nil {
		fmt.Fprintln(std.Err, err)
		return 1
	}
	return run(k, args, std, &c, &code)
}

func run(k *kong.Kong, args []string, std Std, c *commands, code *int) (result int) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(exit); ok {
				result = *code
				return
			}
			result = finish(&said{"Something went wrong inside Pace.", 1, fmt.Errorf("%v\n%s", v, debug.Stack())}, std, c.Verbose)
		}
	}()
	p, err := k.Parse(args)
	if err != nil {
		fmt.Fprintf(std.Err, "pace: %v\nTry `pace --help`.\n", err)
		return usageExit
	}
	p.Bind(k)
	return finish(p.Run(), std, c.Verbose)
}

func finish(err error, std Std, verbose bool) int {
	var e exit
	var s *said
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return int(e)
	case errors.As(err, &s):
		fmt.Fprintln(std.Err, s.text)
		if verbose && s.err != nil {
			fmt.Fprintf(std.Err, "  %v\n", s.err)
		}
		return s.code
	}
	fmt.Fprintf(std.Err, "Pace could not do that.\n")
	if verbose {
		fmt.Fprintf(std.Err, "  %v\n", err)
	}
	return 1
}

// noFolder says which folder can't be used and what helps.
func noFolder(err error) *said {
	where := "its folder"
	var p *fs.PathError
	if errors.As(err, &p) {
		where = fmt.Sprintf("the folder %s (%v)", p.Path, p.Err)
	}
	return &said{fmt.Sprintf("Pace can't use %s. Set PACE_HOME to a folder that you can write to.", where), 1, err}
}
