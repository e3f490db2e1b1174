package system

import (
	"context"
	"errors"
)

// Machine is the parts of one machine that are not its screen. None of its fields is nil: what a machine lacks says so
// by its Capability.
type Machine struct {
	Volume     Volume
	Brightness Brightness
	Media      Media
	Notifier   Notifier
	Clock      Clock
	Files      Files
	Presence   Presence
}

// Bare is a machine without any of its parts, and why that is so.
func Bare(reason, fix string) Machine {
	of := func(name string) absent {
		return absent{Capability{Name: name, State: Absent, Reason: reason, Fix: fix}}
	}
	return Machine{Volume: noVolume{of("audio")}, Brightness: noBrightness{of("backlight")}, Media: noMedia{of("media player")},
		Notifier: noNotifier{of("notifications")}, Clock: noClock{of("clock changes")}, Files: noFiles{of("file changes")},
		Presence: noPresence{of("presence")}}
}

// absent answers for a part that is not there.
type absent struct{ c Capability }

func (a absent) Capability(context.Context) Capability { return a.c }

func (a absent) Wake(context.Context) (<-chan struct{}, error) { return nil, a.c.Err() }

type noVolume struct{ absent }

func (n noVolume) Loudness(context.Context) (Loudness, error) { return Loudness{}, n.c.Err() }
func (n noVolume) SetLevel(context.Context, Level) error      { return n.c.Err() }
func (n noVolume) SetMuted(context.Context, bool) error       { return n.c.Err() }

type noBrightness struct{ absent }

func (n noBrightness) Backlight(context.Context) (Backlight, error) { return Backlight{}, n.c.Err() }
func (n noBrightness) SetBrightness(context.Context, Level) error   { return n.c.Err() }

type noMedia struct{ absent }

func (n noMedia) Playback(context.Context, string) (Playback, error) {
	return Playback{}, errors.Join(ErrNoPlayer, n.c.Err())
}
func (n noMedia) Command(context.Context, string, MediaCommand) error { return n.c.Err() }

type noNotifier struct{ absent }

func (n noNotifier) Notify(context.Context, Notification) (string, error) { return "", n.c.Err() }
func (n noNotifier) Withdraw(context.Context, string) error               { return n.c.Err() }

type noClock struct{ absent }

func (n noClock) Jumps(context.Context) (<-chan struct{}, error) { return nil, n.c.Err() }

type noFiles struct{ absent }

func (n noFiles) Changes(context.Context, string) (<-chan struct{}, error) { return nil, n.c.Err() }
