package bridge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

// part is something of the machine that abilities may need: what it is called, what it is for, and which probe examines
// it. One without a capability is needed by no tool.
type part struct {
	capability  tool.Capability
	name, about string
	probe       string
}

// parts lists them in the order in which they are shown.
var parts = [...]part{
	{tool.NeedsTree, "Accessibility", "See and press what windows show.", "accessibility"},
	{tool.NeedsInput, "Mouse and keys", "Move the pointer and press keys.", "input"},
	{tool.NeedsWindows, "Windows", "List, place and close windows.", "window manager"},
	{tool.NeedsLauncher, "Programs", "Open programs, files and addresses.", ""},
	{tool.NeedsMail, "Mail program", "Open drafts, which you send.", ""},
	{tool.NeedsMessages, "Messages program", "Open drafts of short messages, which you send.", ""},
	{tool.NeedsClipboard, "Clipboard", "Read what was copied.", ""},
	{tool.NeedsScreen, "Pictures of the screen", "Show a target before and after, and read text that only a picture holds.", "screen capture"},
	{tool.NeedsSound, "Sound output", "Set the volume.", "audio"},
	{tool.NeedsBacklight, "Backlight", "Set the brightness of the screen.", "backlight"},
	{tool.NeedsPlayer, "Music players", "Play, pause and skip.", "media player"},
	{"", "Notifications", "Tell you of a timer while the window is closed.", "notifications"},
	{"", "Calls and quiet", "Remind you without a sound while you are in a call or want quiet.", "presence"},
	{tool.NeedsLock, "Screen lock", "Lock the screen, and keep silent while it is locked.", "screen lock"},
	{"", "Keyring", "Keep keys for services outside this machine.", "keyring"},
}

// display is the probe that says what to do when there is no display at all.
const display = "display"

// partOf describes what a capability needs. One that is not in the table is called by its own name.
func partOf(c tool.Capability) part {
	for _, p := range parts {
		if p.capability == c {
			return p
		}
	}
	return part{capability: c, name: capital(string(c)), about: "Some abilities need it.", probe: string(c)}
}

// id names a part for an interface.
func (p part) id() string {
	if p.capability == "" {
		return p.probe
	}
	return string(p.capability)
}

// known lists the parts of the table and behind them those that only a tool names.
func known(r *tool.Registry) []part {
	out := slices.Clone(parts[:])
	for _, c := range r.Cards() {
		for _, n := range c.Needs {
			if !slices.ContainsFunc(out, func(p part) bool { return p.capability == n }) {
				out = append(out, partOf(n))
			}
		}
	}
	return out
}

// lacking asks the executor's own question of every capability that a tool needs, all at the same time: what is said here
// is what stops a plan. Nil is for what is there.
func (p Parts) lacking() map[tool.Capability]*proof.Problem {
	out := map[tool.Capability]*proof.Problem{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, x := range known(p.Registry) {
		if x.capability == "" {
			continue
		}
		all.Go(func() {
			why := p.Turns.Executor.Available(x.capability)
			mu.Lock()
			defer mu.Unlock()
			out[x.capability] = why
		})
	}
	all.Wait()
	return out
}

// probed examines the machine and finds each probe by its name.
func (p Parts) probed(ctx context.Context) map[string]system.Probe {
	out := map[string]system.Probe{}
	for _, x := range p.Probes(ctx) {
		out[x.Name] = x
	}
	return out
}

// standing is what is known of a part: ready, limited, denied or absent, why, and what helps.
type standing struct{ state, reason, fix string }

// stands joins what stops a plan with what a fresh probe found. The first decides; the second may know more, or that the
// first holds no longer.
func stands(problem *proof.Problem, probe system.Probe, probed bool, noDisplay system.Probe) standing {
	well := probed && probe.State == system.Ok
	if problem == nil {
		if !probed || well {
			return standing{state: "ready", reason: probe.Detail}
		}
		return standing{"limited", probe.Detail, probe.Fix}
	}
	s := standing{state: "absent", reason: problem.Text, fix: probe.Fix}
	if problem.Reason == proof.ReasonNotPermitted {
		s.state = "denied"
	}
	var un *system.Unavailable
	switch {
	case errors.As(problem.Err, &un):
		s.reason, s.fix = un.Capability.Reason, un.Capability.Fix
	case well:
		s.reason, s.fix = "It works now, but did not when Pace was started.", "Start Pace again."
	case noDisplay.State == system.Fail:
		s.fix = noDisplay.Fix
	case probed && probe.State != system.Ok:
		s.reason = probe.Detail
	}
	return s
}

// alone judges a part that no tool needs, by its probe.
func alone(probe system.Probe, probed bool) standing {
	if !probed {
		return standing{"absent", "This build of Pace does not look for it.", ""}
	}
	s := standing{reason: probe.Detail, fix: probe.Fix}
	switch probe.State {
	case system.Ok:
		s.state, s.fix = "ready", ""
	case system.Warn:
		s.state = "limited"
	default:
		s.state = "absent"
	}
	return s
}

// words makes a name for a person of a tool's: "Open app".
func words(name string) string { return capital(strings.ReplaceAll(name, "_", " ")) }
