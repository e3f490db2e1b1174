package linux

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/untrusted"
	"pace/native/linux/pulse"
)

// Volume is the default output of the session's sound server. It connects for each question: that takes about a
// millisecond, and a server that was restarted meanwhile is no trouble.
type Volume struct {
	at     pulse.Address
	remote string // where sound goes when it is not this machine
}

// NewVolume finds the sound server as any program of the session would.
func NewVolume(environ []string) *Volume {
	socket, remote := pulseSocket(environ)
	cookie := valueIn(environ, "PULSE_COOKIE")
	if cookie == "" {
		config := valueIn(environ, "XDG_CONFIG_HOME")
		if home := valueIn(environ, "HOME"); config == "" && home != "" {
			config = filepath.Join(home, ".config")
		}
		cookie = filepath.Join(config, "pulse", "cookie")
	}
	return &Volume{at: pulse.Address{Socket: socket, Cookie: cookie}, remote: remote}
}

// pulseSocket is where the sound server of this machine listens; remote is set when it is another machine's.
func pulseSocket(environ []string) (path, remote string) {
	server := valueIn(environ, "PULSE_SERVER")
	for s := range strings.FieldsSeq(server) {
		if i := strings.LastIndexByte(s, '}'); i >= 0 { // {machine id}unix:…
			s = s[i+1:]
		}
		if p, ok := strings.CutPrefix(s, "unix:"); ok {
			return p, ""
		}
		if strings.HasPrefix(s, "/") {
			return s, ""
		}
	}
	if server != "" {
		return "", server
	}
	if dir := valueIn(environ, "PULSE_RUNTIME_PATH"); dir != "" {
		return filepath.Join(dir, "native"), ""
	}
	if dir := valueIn(environ, "XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "pulse", "native"), ""
	}
	return "", ""
}

// soundPart is what the doctor calls it.
const soundPart = "audio"

// Capability asks the server for its output.
func (v *Volume) Capability(ctx context.Context) system.Capability {
	_, err := v.sink(ctx)
	return v.capability(err)
}

// capability says in words what stands in the way.
func (v *Volume) capability(err error) system.Capability {
	c := system.Capability{Name: soundPart, State: system.Absent}
	const install = "Install PipeWire with pipewire-pulse, or PulseAudio, then log out and in again."
	switch {
	case err == nil:
		c.State = system.Ready
	case v.remote != "":
		c.State, c.Reason = system.Denied, "Sound goes to another machine ("+v.remote+"), and Pace reaches for none but this one."
		c.Fix = "To hear sound here, start Pace without PULSE_SERVER."
	case errors.Is(err, pulse.ErrNoOutput):
		c.Reason = "There is no sound output."
		c.Fix = "Connect headphones or loudspeakers, or turn an output on in the sound settings."
	case errors.Is(err, pulse.AccessDenied) || errors.Is(err, fs.ErrPermission):
		c.State, c.Reason = system.Denied, "The sound server does not let Pace in."
		c.Fix = "Start Pace as the user who is logged in."
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoServer):
		c.Reason, c.Fix = "No sound server is running.", install
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		c.Reason, c.Fix = "The sound server does not answer.", "Restart PipeWire or PulseAudio, or log out and in again."
	default:
		c.Reason, c.Fix = "The sound server can't be used: "+err.Error()+".", install
	}
	return c
}

var errNoServer = errors.New("no sound server is known")

// dial connects to the server of this machine.
func (v *Volume) dial(ctx context.Context) (*pulse.Conn, error) {
	switch {
	case v.remote != "":
		return nil, fmt.Errorf("sound goes to %s", v.remote)
	case v.at.Socket == "":
		return nil, errNoServer
	}
	return pulse.Dial(ctx, v.at)
}

// explain joins an error with what a person can do about it. One that comes from a hanging server stays as it is: that
// it was there a moment ago is known.
func (v *Volume) explain(err error) error {
	if err == nil || errors.Is(err, proof.ErrDispatched) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", v.capability(err).Err(), err)
}

// with does something on a connection of its own.
func (v *Volume) with(ctx context.Context, do func(*pulse.Conn, pulse.Sink) error) error {
	c, err := v.dial(ctx)
	if err != nil {
		return v.explain(err)
	}
	defer c.Close()
	s, err := c.DefaultSink(ctx)
	if err != nil {
		return v.explain(err)
	}
	return v.explain(do(c, s))
}

func (v *Volume) sink(ctx context.Context) (out pulse.Sink, err error) {
	err = v.with(ctx, func(_ *pulse.Conn, s pulse.Sink) error { out = s; return nil })
	return out, err
}

// Loudness reads the default output.
func (v *Volume) Loudness(ctx context.Context) (system.Loudness, error) {
	s, err := v.sink(ctx)
	if err != nil {
		return system.Loudness{}, err
	}
	return system.Loudness{Level: system.Level(s.Percent()), Muted: s.Muted}, nil
}

// SetLevel keeps the balance.
func (v *Volume) SetLevel(ctx context.Context, l system.Level) error {
	return v.with(ctx, func(c *pulse.Conn, s pulse.Sink) error {
		proof.Dispatching(ctx)
		return c.SetVolume(ctx, s.Index, s.At(int(l.Clamp())))
	})
}

// SetMuted leaves the level alone.
func (v *Volume) SetMuted(ctx context.Context, muted bool) error {
	return v.with(ctx, func(c *pulse.Conn, s pulse.Sink) error {
		proof.Dispatching(ctx)
		return c.SetMuted(ctx, s.Index, muted)
	})
}

// Wake follows the outputs on a connection of its own.
func (v *Volume) Wake(ctx context.Context) (<-chan struct{}, error) {
	c, err := v.dial(ctx)
	if err != nil {
		return nil, v.explain(err)
	}
	wake, err := c.Follow(ctx)
	return wake, v.explain(err)
}

// probe is for the doctor.
func (v *Volume) probe(ctx context.Context) system.Probe {
	s, err := v.sink(ctx)
	p := v.capability(err).Probe(false)
	if err == nil {
		name := s.Description
		if name == "" {
			name = s.Name
		}
		p.Detail = fmt.Sprintf("%s at %d %%", strings.Join(strings.Fields(untrusted.Clean(name)), " "), s.Percent())
		if s.Muted {
			p.Detail += ", muted"
		}
	}
	return p
}
