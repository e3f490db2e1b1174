package linux

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"pace/backend/proof"
	"pace/backend/system"
)

// busLimit bounds one question on a bus, when the context would wait longer.
const busLimit = 2 * time.Second

// ErrNoBacklight says that no display of this machine has a backlight that can be set.
var ErrNoBacklight = errors.New("this machine has no backlight that can be set")

// errNotAllowed says that nobody is there who may set the backlight for Pace.
var errNotAllowed = errors.New("the login manager, which may set the backlight, can't be reached")

// Brightness is the backlight that the kernel shows in a folder, set through the login manager: the file itself belongs
// to root.
type Brightness struct {
	Folder  string // /sys/class/backlight
	Bus     string // address of the system bus
	Session string // id at the login manager; "" is the one that Pace runs in
}

// NewBrightness finds both as any program of the session would.
func NewBrightness(environ []string) *Brightness {
	return &Brightness{Folder: "/sys/class/backlight", Bus: systemBus(environ), Session: valueIn(environ, "XDG_SESSION_ID")}
}

// Capability looks for a backlight and for the login manager, and changes nothing.
func (b *Brightness) Capability(ctx context.Context) system.Capability {
	_, err := b.device()
	if err == nil {
		err = b.allowed(ctx)
	}
	return backlightCapability(err)
}

func backlightCapability(err error) system.Capability {
	c := system.Capability{Name: "backlight", State: system.Absent}
	switch {
	case err == nil:
		c.State = system.Ready
	case errors.Is(err, ErrNoBacklight):
		c.Reason, c.Fix = "This machine has no backlight that can be set.", "Use the buttons of the display itself."
	case errors.Is(err, errNotAllowed):
		c.State, c.Reason = system.Denied, "The brightness can't be set: the login manager can't be reached."
		c.Fix = "Log in through a session that systemd-logind or elogind knows, and start Pace inside it."
	default:
		c.Reason, c.Fix = "The backlight can't be read: "+err.Error()+".", "Restart the machine."
	}
	return c
}

// allowed asks the login manager for the session that may set the backlight.
func (b *Brightness) allowed(ctx context.Context) error {
	return b.onSession(ctx, func(ctx context.Context, session dbus.BusObject) error {
		var v dbus.Variant
		err := session.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, loginManager+".Session", "Id").Store(&v)
		if err != nil {
			return fmt.Errorf("%w: %w", errNotAllowed, err)
		}
		return nil
	})
}

func (b *Brightness) onSession(ctx context.Context, do func(context.Context, dbus.BusObject) error) error {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	conn, err := openBus(ctx, b.Bus)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotAllowed, err)
	}
	defer conn.Close()
	path, err := loginSession(ctx, conn, b.Session)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotAllowed, err)
	}
	return do(ctx, conn.Object(loginManager, path))
}

// backlight is one device of the folder.
type backlight struct {
	name string
	path string
	most int
}

// device chooses among several as the kernel advises: what the firmware offers works on most machines, what a graphics
// driver offers is the last resort (Documentation/ABI/stable/sysfs-class-backlight).
func (b *Brightness) device() (backlight, error) {
	entries, err := os.ReadDir(b.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return backlight{}, fmt.Errorf("list the backlights: %w", err)
	}
	kinds := []string{"raw", "platform", "firmware"}
	var best backlight
	rank := -2
	for _, e := range entries { // by name
		d := backlight{name: e.Name(), path: filepath.Join(b.Folder, e.Name())}
		if d.most, err = d.number("max_brightness"); err != nil || d.most < 1 {
			continue
		}
		kind, _ := os.ReadFile(filepath.Join(d.path, "type"))
		if r := slices.Index(kinds, strings.TrimSpace(string(kind))); r > rank {
			best, rank = d, r
		}
	}
	if best.name == "" {
		return backlight{}, ErrNoBacklight
	}
	return best, nil
}

func (d backlight) number(file string) (int, error) {
	b, err := os.ReadFile(filepath.Join(d.path, file))
	if err != nil {
		return 0, fmt.Errorf("read the backlight: %w", err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return 0, fmt.Errorf("read the backlight: %w", err)
	}
	return n, nil
}

// step is how bright it is. What was asked for is kept apart from what the hardware says: the latter decides, save where
// it differs by rounding, or speaks of another scale, as some drivers do.
func (d backlight) step() (int, error) {
	asked, err := d.number("brightness")
	if err != nil {
		return 0, err
	}
	real, err := d.number("actual_brightness")
	off := max(real-asked, asked-real)
	if err != nil || real > d.most || real < 0 || off < max(1, d.most/100) {
		return asked, nil
	}
	return real, nil
}

// Backlight reads the kernel's files.
func (b *Brightness) Backlight(context.Context) (system.Backlight, error) {
	d, err := b.device()
	if err != nil {
		return system.Backlight{}, explainBacklight(err)
	}
	n, err := d.step()
	if err != nil {
		return system.Backlight{}, err
	}
	return system.Backlight{Level: system.LevelOf(n, d.most), Steps: d.most}, nil
}

func explainBacklight(err error) error {
	if errors.Is(err, ErrNoBacklight) || errors.Is(err, errNotAllowed) {
		return fmt.Errorf("%w: %w", backlightCapability(err).Err(), err)
	}
	return err
}

// SetBrightness asks the login manager, which answers after it has written the file.
func (b *Brightness) SetBrightness(ctx context.Context, l system.Level) error {
	d, err := b.device()
	if err != nil {
		return explainBacklight(err)
	}
	step := system.Backlight{Steps: d.most}.StepOf(l)
	err = b.onSession(ctx, func(ctx context.Context, session dbus.BusObject) error {
		proof.Dispatching(ctx)
		call := session.CallWithContext(ctx, loginManager+".Session.SetBrightness", dbus.FlagNoAutoStart, "backlight", d.name, uint32(step))
		return sentTo(call.Err, "the login manager")
	})
	return explainBacklight(err)
}

// sentTo tells of a call on a bus whether it was refused or left without an answer.
func sentTo(err error, whom string) error {
	var answer dbus.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &answer):
		return fmt.Errorf("%w: ask %s: %w", proof.ErrDispatched, whom, err)
	}
	switch answer.Name {
	case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: upper(whom) + " does not allow that.", Err: err}
	case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.Disconnected":
		return fmt.Errorf("%w: ask %s: %w", proof.ErrDispatched, whom, err)
	}
	return fmt.Errorf("ask %s: %w", whom, err)
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Wake watches the kernel's files: it tells of changes that somebody wrote and of those of the hardware's own keys.
// Where that can't be had, the channel stays silent until ctx ends.
func (b *Brightness) Wake(ctx context.Context) (<-chan struct{}, error) {
	d, err := b.device()
	if err != nil {
		return nil, explainBacklight(err)
	}
	out := make(chan struct{}, 1)
	events, err := watchFiles(filepath.Join(d.path, "brightness"), filepath.Join(d.path, "actual_brightness"))
	if err != nil {
		context.AfterFunc(ctx, func() { close(out) })
		return out, nil
	}
	go func() { // ends with ctx, which closes what it reads from
		defer close(out)
		defer events.Close()
		stop := context.AfterFunc(ctx, func() { _ = events.Close() })
		defer stop()
		buf := make([]byte, 4096)
		for {
			if _, err := events.Read(buf); err != nil {
				return
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, nil
}

// watchFiles gives a file that can be read when one of those given was written.
func watchFiles(paths ...string) (*os.File, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	f := os.NewFile(uintptr(fd), "inotify") // non-blocking, so that closing it ends a read
	n := 0
	for _, p := range paths {
		if _, err = unix.InotifyAddWatch(fd, p, unix.IN_MODIFY|unix.IN_CLOSE_WRITE); err == nil {
			n++
		}
	}
	if n == 0 {
		_ = f.Close()
		return nil, fmt.Errorf("watch files: %w", err)
	}
	return f, nil
}

// probe is for the doctor.
func (b *Brightness) probe(ctx context.Context) system.Probe {
	p := b.Capability(ctx).Probe(false)
	if p.State == system.Ok {
		l, err := b.Backlight(ctx)
		if err != nil {
			return backlightCapability(err).Probe(false)
		}
		p.Detail = fmt.Sprintf("%d %%, in %d steps", l.Level, l.Steps)
	}
	return p
}
