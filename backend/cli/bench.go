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
	Suite    benchSuite    `cmd:"" help:"Is Pace right? Controls that lag, hang, lie, vanish and revert, on GTK 3, GTK 4, Qt 5 and Chromium."`
	Apart    benchApart    `cmd:"" help:"Is Pace right? Forty sentences for three real programs, written apart from the code."`
	Fastpath benchFastpath `cmd:"" help:"How fast is a proven step, against bare signals, fixed waits and comparing pictures? Ends with suite and apart."`
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
