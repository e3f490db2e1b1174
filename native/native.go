// Package native picks the platform this build is for. It holds nothing but the choice, so that no other package
// needs a build constraint.
package native

import (
	"context"
	"io"

	"pace/backend/desktop"
	"pace/backend/system"
)

// Options tell a platform where it is. Nothing is read from the process environment.
type Options struct {
	Environ []string
	// Own reports whether a process is one of Pace's, so that its windows are left out.
	Own func(pid int) bool
	// Guard is the command that keeps watch over held keys and a lent clipboard when this process dies; empty = none.
	Guard []string
}

// New connects to the screen. A part that can't be had is nil with its reason in Missing; New itself never fails.
func New(ctx context.Context, o Options) *desktop.Desktop { return newDesktop(ctx, o) }

// Machine gives the parts of the machine that are not its screen. What can't be had says so by its capability.
func Machine(o Options) system.Machine { return machine(o) }

// Probes looks at each part of the machine that Pace needs, within a second each.
func Probes(ctx context.Context, o Options) []system.Probe { return probes(ctx, o) }

// Memory is the main memory of this machine in bytes.
func Memory() (uint64, error) { return memory() }

// Name is what this platform is called.
func Name() string { return platform }

// absent is a screen of which nothing could be had.
func absent(err error) *desktop.Desktop {
	m := map[string]error{}
	for _, part := range []string{"Tree", "Actor", "Watcher", "Windows", "Input", "Clipboard", "Screen", "Launcher"} {
		m[part] = err
	}
	return &desktop.Desktop{Missing: m}
}

// Guard is the other side of Options.Guard: it runs in a process of its own until in closes, and longer when it then has
// to keep the clipboard that Pace had lent.
func Guard(ctx context.Context, in io.Reader, environ []string) error { return guard(ctx, in, environ) }
