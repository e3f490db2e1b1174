package native

import (
	"context"
	"errors"
	"io"

	"pace/backend/desktop"
	"pace/backend/system"
	"pace/native/darwin"
)

const platform = "macOS"

func newDesktop(ctx context.Context, o Options) *desktop.Desktop {
	d, err := darwin.New(ctx, darwin.Options{Environ: o.Environ, OwnPID: o.Own})
	if err != nil {
		return absent(err)
	}
	return d
}

func machine(Options) system.Machine { return darwin.Machine() }

func probes(ctx context.Context, o Options) []system.Probe {
	return darwin.Probes(ctx, darwin.Options{Environ: o.Environ, OwnPID: o.Own})
}

func guard(context.Context, io.Reader, []string) error {
	return errors.New("no input is built for macOS yet, so there is nothing to watch over")
}

func memory() (uint64, error) { return darwin.Memory() }
