package native

import (
	"context"
	"io"
	"strings"

	"pace/backend/desktop"
	"pace/backend/system"
	"pace/native/linux"
)

const platform = "linux"

func options(o Options) linux.Options {
	return linux.Options{Environ: o.Environ, OwnPID: o.Own, GuardCommand: o.Guard, Keep: kept(o.Environ)}
}

// kept names what a program that the user opens gets of Pace's environment: all that a menu would give it, but
// neither Pace's own settings nor what looks like a key that was meant for Pace.
func kept(environ []string) []string {
	var names []string
	for _, line := range environ {
		name, _, _ := strings.Cut(line, "=")
		up := strings.ToUpper(name)
		secret := up == "PACE_HOME" || strings.HasPrefix(up, "PACE_PLANNER_")
		for _, w := range [...]string{"KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"} {
			secret = secret || strings.Contains(up, w)
		}
		if name != "" && !secret {
			names = append(names, name)
		}
	}
	return names
}

func newDesktop(ctx context.Context, o Options) *desktop.Desktop {
	d, err := linux.New(ctx, options(o))
	if err != nil {
		return absent(err)
	}
	return d
}

func machine(o Options) system.Machine { return linux.Machine(options(o)) }

func probes(ctx context.Context, o Options) []system.Probe { return linux.Probes(ctx, options(o)) }

func guard(ctx context.Context, in io.Reader, environ []string) error {
	return linux.RunGuard(ctx, in, environ)
}

func memory() (uint64, error) { return linux.Memory() }
