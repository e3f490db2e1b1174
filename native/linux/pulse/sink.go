package pulse

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Norm is the volume that is called 100 %.
const Norm = 0x10000

// placeholder is the output that a server makes up when there is no real one: nobody hears it.
const placeholder = "auto_null"

// byDefault names whatever is the default output at the time of asking.
const byDefault = "@DEFAULT_SINK@"

// ErrNoOutput says that nothing is there that could be heard.
var ErrNoOutput = errors.New("there is no sound output")

// Sink is one output as it is now.
type Sink struct {
	Index       uint32
	Name        string
	Description string   // what people call it: text from outside
	Volumes     []uint32 // one for each channel; Norm is 100 %
	Muted       bool
}

// DefaultSink reads the default output. ErrNoOutput when there is none, or only the placeholder for one.
func (c *Conn) DefaultSink(ctx context.Context) (Sink, error) {
	r, err := c.ask(ctx, opGetSinkInfo, (&writer{}).u32(none).str(byDefault))
	if errors.Is(err, NoSuchEntity) {
		return Sink{}, ErrNoOutput
	}
	if err != nil {
		return Sink{}, fmt.Errorf("read the sound output: %w", err)
	}
	s, err := r.sink()
	if err != nil {
		return Sink{}, fmt.Errorf("read the sound output: %w", err)
	}
	if s.Name == placeholder {
		return Sink{}, ErrNoOutput
	}
	return s, nil
}

// sink reads the beginning of an output's description; what follows is not needed.
func (r *reader) sink() (Sink, error) {
	var s Sink
	s.Index, s.Name, s.Description = r.u32(), r.str(), r.str()
	r.spec()
	n := r.channels()
	r.u32() // the module that made it
	s.Volumes, s.Muted = r.volumes(), r.bool()
	if r.err != nil {
		return Sink{}, r.err
	}
	if n == 0 || len(s.Volumes) != n {
		return Sink{}, fmt.Errorf("%w: %d channels, %d volumes", ErrMalformed, n, len(s.Volumes))
	}
	return s, nil
}

// SetVolume asks for volumes of an output, one for each channel.
func (c *Conn) SetVolume(ctx context.Context, sink uint32, volumes []uint32) error {
	if err := c.change(ctx, opSetSinkVolume, (&writer{}).u32(sink).noString().volumes(volumes)); err != nil {
		return fmt.Errorf("set the volume: %w", err)
	}
	return nil
}

// SetMuted asks for silence, or for its end.
func (c *Conn) SetMuted(ctx context.Context, sink uint32, muted bool) error {
	if err := c.change(ctx, opSetSinkMute, (&writer{}).u32(sink).noString().bool(muted)); err != nil {
		return fmt.Errorf("mute the sound: %w", err)
	}
	return nil
}

// Percent is how loud the loudest channel is.
func (s Sink) Percent() int { return int((uint64(slices.Max(s.Volumes))*100 + Norm/2) / Norm) }

// At gives the volumes that make the loudest channel so loud and keep the balance. From silence all become alike.
func (s Sink) At(percent int) []uint32 {
	to := (uint64(percent)*Norm + 50) / 100
	top := uint64(slices.Max(s.Volumes))
	out := make([]uint32, len(s.Volumes))
	for i, v := range s.Volumes {
		out[i] = uint32(to)
		if top > 0 {
			out[i] = uint32((uint64(v)*to + top/2) / top)
		}
	}
	return out
}

// What may change: an output, or which of them is the default.
const (
	maskSink   = 0x01
	maskServer = 0x80
)

// Follow gives the connection away to waiting: a value comes for each change of an output or of which is the default,
// and one that nobody waits for is dropped. The channel is closed when ctx ends or the server goes away, and the
// connection with it. It returns when the server has taken the subscription.
func (c *Conn) Follow(ctx context.Context) (<-chan struct{}, error) {
	if _, err := c.ask(ctx, opSubscribe, (&writer{}).u32(maskSink|maskServer)); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("follow the sound output: %w", err)
	}
	out := make(chan struct{}, 1)
	go func() { // ends with ctx, which closes what it reads from
		defer close(out)
		defer c.Close()
		stop := context.AfterFunc(ctx, func() { _ = c.Close() })
		defer stop()
		for {
			r, err := c.receive()
			if err != nil {
				return
			}
			if r.u32() != opEvent {
				continue
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, nil
}
