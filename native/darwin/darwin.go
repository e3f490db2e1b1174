// Package darwin is the place of Pace's screen on macOS. None of it is built yet: every part is absent, with that as its
// reason, so that everything above can be compiled, started and asked there. It never pretends to do anything.
package darwin

import (
	"context"
	"errors"
	"strings"

	"pace/backend/desktop"
	"pace/backend/system"
)

// ErrNotBuilt is why every part is missing.
var ErrNotBuilt = errors.New("this part of Pace is not built for macOS yet")

// Options are what a connection to the screen will need.
type Options struct {
	Environ []string           // NAME=VALUE, usually os.Environ()
	OwnPID  func(pid int) bool // which processes are Pace
}

// part is one thing Pace needs of a platform. The table is the whole truth about this package.
type part struct {
	field string // of desktop.Desktop; empty for what is only probed
	probe string
	needs bool // Pace is of no use without it
	fix   string
}

// today is what can be done about any of it.
const today = "Use Pace on Linux with X11 for this today."

func parts() []part {
	return []part{
		{"Tree", "accessibility", true, today},
		{"Actor", "", true, ""},
		{"Watcher", "", true, ""},
		{"Windows", "windows", true, today},
		{"Input", "input", true, today},
		{"Clipboard", "clipboard", false, today},
		{"Screen", "screen capture", false, today},
		{"Launcher", "programs", true, today},
		{"", "audio", false, today},
		{"", "backlight", false, today},
		{"", "media player", false, today},
		{"", "notifications", false, today},
		{"", "presence", false, today},
		{"", "keyring", false, today},
	}
}

// New answers with a desktop whose parts are all missing. The error is that of ctx.
func New(ctx context.Context, _ Options) (*desktop.Desktop, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d := &desktop.Desktop{Missing: map[string]error{}}
	for _, p := range parts() {
		if p.field != "" {
			d.Missing[p.field] = ErrNotBuilt
		}
	}
	return d, nil
}

// Machine is one whose parts are all absent.
func Machine() system.Machine {
	why := ErrNotBuilt.Error()
	return system.Bare(strings.ToUpper(why[:1])+why[1:]+".", today)
}

// Probes says of each part that it is not there.
func Probes(context.Context, Options) []system.Probe {
	var out []system.Probe
	for _, p := range parts() {
		if p.probe == "" {
			continue
		}
		c := system.Capability{Name: p.probe, State: system.Absent, Reason: ErrNotBuilt.Error(), Fix: p.fix}
		out = append(out, c.Probe(p.needs))
	}
	return out
}

// Locked can't tell.
func Locked(context.Context, Options) (bool, error) { return false, ErrNotBuilt }
