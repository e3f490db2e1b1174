package atspi

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/godbus/dbus/v5"
)

// Sentinels that every method wraps.
var (
	ErrNoBus       = errors.New("no accessibility bus")
	ErrGone        = errors.New("the object no longer exists")
	ErrHung        = errors.New("the program does not answer")
	ErrUnsupported = errors.New("the object does not offer this")
	ErrTooMany     = errors.New("more objects than are taken at once")
	// ErrVanished is a program that left while a message to it was on the way: whether it acted on the message
	// is not known. It is a kind of ErrGone.
	ErrVanished = fmt.Errorf("the program left without answering (%w)", ErrGone)
	// ErrUnanswered is a message that went out and was not answered within its bound. It is a kind of ErrHung.
	ErrUnanswered = fmt.Errorf("no answer in time (%w)", ErrHung)
)

// kinds sorts the bus's error names. Stale objects come under several: an exited program is an unknown name, a
// dropped GTK object an unknown object or method, by toolkit and version.
var kinds = map[string]error{
	"org.freedesktop.DBus.Error.ServiceUnknown":   ErrGone,
	"org.freedesktop.DBus.Error.NameHasNoOwner":   ErrGone,
	"org.freedesktop.DBus.Error.UnknownObject":    ErrGone,
	"org.freedesktop.DBus.Error.NoReply":          ErrVanished,
	"org.freedesktop.DBus.Error.Disconnected":     ErrNoBus,
	"org.freedesktop.DBus.Error.LimitsExceeded":   ErrHung,
	"org.freedesktop.DBus.Error.Timeout":          ErrUnanswered,
	"org.freedesktop.DBus.Error.TimedOut":         ErrUnanswered,
	"org.freedesktop.DBus.Error.UnknownInterface": ErrUnsupported,
	"org.freedesktop.DBus.Error.UnknownMethod":    ErrUnsupported,
	"org.freedesktop.DBus.Error.UnknownProperty":  ErrUnsupported,
	"org.freedesktop.DBus.Error.NotSupported":     ErrUnsupported,
	"org.freedesktop.DBus.Error.InvalidArgs":      ErrUnsupported,
}

// kindOf wraps err, which came back from the bus, with the sentinel it belongs to.
func kindOf(err error) error {
	if err == nil {
		return nil
	}
	var remote dbus.Error
	switch {
	case errors.As(err, &remote):
		kind, known := kinds[remote.Name]
		if !known {
			return err
		}
		if kind == ErrUnsupported && staleText(remote.Error()) {
			kind = ErrGone
		}
		return fmt.Errorf("%w: %s", kind, remote.Error())
	case errors.Is(err, dbus.ErrClosed):
		return fmt.Errorf("%w: %w", ErrNoBus, err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrUnanswered, err)
	}
	return err
}

// staleText tells a dropped object from a missing method: GTK answers both as an unknown method, Qt says of an
// object that is gone that it lacks the interface which every object has.
func staleText(s string) bool {
	if strings.Contains(s, ifAccessible+" was not found") {
		return true
	}
	s = strings.ToLower(s)
	return strings.Contains(s, "object") && strings.Contains(s, "does not exist")
}

func isGone(err error) bool { return errors.Is(err, ErrGone) }
