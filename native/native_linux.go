package native

import (
	"context"
	"io"

	"pace/backend/desktop"
	"pace/backend/system"
	"pace/native/linux"
)

const platform = "linux"

func options(o Options) linux.Options {
	return linux.Options{Environ: o.Environ, OwnPID: o.Own, GuardCommand: o.Guard}
}

func newDesktop(ctx context.Context, o Options) *desktop.Desktop {
	d, err := linux.New(ctx, options(o))
	if err != nil {
		return absent(err)
	}
	return d
}

func probes(ctx context.Context, o Options) []system.Probe { return linux.Probes(ctx, options(o)) }

func guard(ctx context.Context, in io.Reader, environ []string) error {
	return linux.RunGuard(ctx, in, environ)
}
