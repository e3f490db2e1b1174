package pulse

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"pace/backend/proof"
)

// The commands that are used (pulsecore/native-common.h).
const (
	opError         = 0
	opReply         = 2
	opAuth          = 8
	opSetClientName = 9
	opGetSinkInfo   = 21
	opGetSourceInfo = 23
	opGetClientInfo = 27
	opGetRecorders  = 32
	opSubscribe     = 35
	opSetSinkVolume = 36
	opSetSinkMute   = 39
	opEvent         = 66
)

const (
	// version is what this client speaks. PulseAudio 16 speaks 35 and PipeWire 35; both step down, to not less than 13.
	version    = 32
	oldest     = 13
	none       = 0xFFFFFFFF // "no index", and the channel of commands
	head       = 20         // bytes before a message: length, channel, offset (two), flags
	longest    = 1 << 20    // of a message; an output with many ports takes some kilobytes
	cookieSize = 256
	waitAnswer = 2 * time.Second // for a server that hangs, when ctx would wait longer
)

// A Refusal is the server's own answer that it does not do something (pulse/def.h).
type Refusal uint32

// The refusals that callers tell apart.
const (
	AccessDenied Refusal = 1
	NoSuchEntity Refusal = 5
)

func (r Refusal) Error() string {
	switch r {
	case AccessDenied:
		return "the sound server does not let Pace in"
	case NoSuchEntity:
		return "the sound server has no such output"
	}
	return fmt.Sprintf("the sound server refused it (error %d)", uint32(r))
}

// Address says where a sound server listens and with what it knows its user.
type Address struct {
	Socket string // path
	Cookie string // file with the shared secret; PipeWire needs none, and PulseAudio takes the user's id instead
}

// Conn is one connection. It is not for several goroutines at once, save Close.
type Conn struct {
	conn   net.Conn
	tag    uint32
	speaks uint32 // the version of the protocol that both sides know
}

// Dial connects and says who Pace is.
func Dial(ctx context.Context, a Address) (*Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", a.Socket)
	if err != nil {
		return nil, fmt.Errorf("reach the sound server: %w", err)
	}
	c := &Conn{conn: conn}
	if err := c.introduce(ctx, a.Cookie); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Conn) introduce(ctx context.Context, cookie string) error {
	secret, err := os.ReadFile(cookie)
	if err != nil || len(secret) < cookieSize {
		secret = make([]byte, cookieSize) // a server that goes by the user's id takes any
	}
	r, err := c.ask(ctx, opAuth, (&writer{}).u32(version).bytes(secret[:cookieSize]))
	if err != nil {
		return fmt.Errorf("introduce Pace to the sound server: %w", err)
	}
	v := r.u32() & 0xFFFF
	if r.err != nil || v < oldest {
		return errors.Join(fmt.Errorf("the sound server speaks version %d of the protocol, %d is the oldest that is understood", v, oldest), r.err)
	}
	c.speaks = min(v, version)
	name := (&writer{}).properties([2]string{"application.name", "Pace"}, [2]string{"application.id", "pace"})
	if _, err = c.ask(ctx, opSetClientName, name); err != nil {
		return fmt.Errorf("introduce Pace to the sound server: %w", err)
	}
	return nil
}

// Close ends the connection, and whatever waits on it.
func (c *Conn) Close() error { return c.conn.Close() }

// errUnanswered says that a command went out and no answer came.
var errUnanswered = errors.New("the sound server did not answer")

// change asks for something to be done. An error that wraps proof.ErrDispatched says that it may have been done.
func (c *Conn) change(ctx context.Context, op uint32, body *writer) error {
	_, err := c.ask(ctx, op, body)
	if errors.Is(err, errUnanswered) {
		return fmt.Errorf("%w: %w", proof.ErrDispatched, err)
	}
	return err
}

// ask sends a command and waits for its answer.
func (c *Conn) ask(ctx context.Context, op uint32, body *writer) (*reader, error) {
	ctx, cancel := context.WithTimeout(ctx, waitAnswer)
	defer cancel()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	// The context's end is put on the socket, so that a write or read that hangs returns.
	stop := context.AfterFunc(ctx, func() { _ = c.conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	c.tag++
	if err := c.send(op, c.tag, body); err != nil {
		return nil, unanswered(ctx, err) // a part of it may have arrived
	}
	for {
		r, err := c.receive()
		if err != nil {
			return nil, unanswered(ctx, err)
		}
		got, tag := r.u32(), r.u32()
		switch {
		case r.err != nil:
			return nil, unanswered(ctx, r.err)
		case tag != c.tag || got != opReply && got != opError:
			continue // an event
		case got == opError:
			n := r.u32()
			if r.err != nil {
				return nil, r.err
			}
			return nil, Refusal(n)
		}
		return r, nil
	}
}

// unanswered prefers the reason for which the socket was given up.
func unanswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return fmt.Errorf("%w: %w", errUnanswered, err)
}

// send writes one message whole, so that a server never waits for the rest of one.
func (c *Conn) send(op, tag uint32, body *writer) error {
	m := (&writer{}).u32(op).u32(tag)
	m.b = append(m.b, body.b...)
	var out bytes.Buffer
	for _, v := range [...]uint32{uint32(len(m.b)), none, 0, 0, 0} {
		_ = binary.Write(&out, binary.BigEndian, v) // to memory
	}
	out.Write(m.b)
	if u, ok := c.conn.(*net.UnixConn); ok && op == opAuth {
		return sendAsUser(u, out.Bytes())
	}
	_, err := c.conn.Write(out.Bytes())
	return err
}

// receive reads one message of commands; sound, which Pace never asked for, is skipped.
func (c *Conn) receive() (*reader, error) {
	for {
		var h [head]byte
		if _, err := io.ReadFull(c.conn, h[:]); err != nil {
			return nil, err
		}
		n, channel := binary.BigEndian.Uint32(h[:]), binary.BigEndian.Uint32(h[4:])
		if n > longest {
			return nil, fmt.Errorf("%w: a message of %d bytes", ErrMalformed, n)
		}
		b := make([]byte, n)
		if _, err := io.ReadFull(c.conn, b); err != nil {
			return nil, err
		}
		if channel == none {
			return &reader{b: b}, nil
		}
	}
}
