package pulse

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

// scripted is a server that says what a test tells it to.
type scripted struct {
	t      *testing.T
	socket string
	cookie []byte
}

// serve answers one connection: each command by what answer gives, as whole messages. nil ends the connection.
func serve(t *testing.T, answer func(op, tag uint32) [][]byte) *scripted {
	t.Helper()
	s := &scripted{t: t, socket: filepath.Join(t.TempDir(), "native")}
	l, err := net.Listen("unix", s.socket)
	require.NoError(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for {
			r, err := (&Conn{conn: c}).receive()
			if err != nil {
				return
			}
			op, tag := r.u32(), r.u32()
			out := [][]byte{reply(tag).b}
			switch op {
			case opAuth:
				r.u32()
				s.cookie = r.b[5:]
				out = [][]byte{reply(tag).u32(35 | 0x40000000).b}
			case opSetClientName:
			default:
				out = answer(op, tag)
			}
			if out == nil {
				return
			}
			for _, m := range out {
				if _, err := c.Write(framed(m, none)); err != nil {
					return
				}
			}
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	return s
}

func reply(tag uint32) *writer { return (&writer{}).u32(opReply).u32(tag) }

func framed(m []byte, channel uint32) []byte {
	h := make([]byte, head, head+len(m))
	binary.BigEndian.PutUint32(h, uint32(len(m)))
	binary.BigEndian.PutUint32(h[4:], channel)
	return append(h, m...)
}

func connect(t *testing.T, s *scripted) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), Address{Socket: s.socket})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestAnAnswerIsFoundAmongEvents(t *testing.T) {
	c := connect(t, serve(t, func(_, tag uint32) [][]byte {
		event := (&writer{}).u32(opEvent).u32(none).u32(0x10).u32(3).b
		late := reply(tag - 1).b
		return [][]byte{event, late, append(reply(tag).b, described().b...), event}
	}))
	for range 2 {
		s, err := c.DefaultSink(t.Context())
		require.NoError(t, err)
		require.Equal(t, "speakers", s.Name)
	}
}

func TestARefusalIsTheServersOwnWord(t *testing.T) {
	c := connect(t, serve(t, func(_, tag uint32) [][]byte {
		return [][]byte{(&writer{}).u32(opError).u32(tag).u32(1).b}
	}))
	err := c.SetMuted(t.Context(), 3, true)
	require.ErrorIs(t, err, AccessDenied)
	require.NotErrorIs(t, err, proof.ErrDispatched, "it was answered")
}

func TestAServerThatGoesAwayInTheMiddleLeavesOpenWhatBecameOfIt(t *testing.T) {
	c := connect(t, serve(t, func(uint32, uint32) [][]byte { return nil }))
	require.ErrorIs(t, c.SetVolume(t.Context(), 3, []uint32{Norm}), proof.ErrDispatched)
}

func TestMalformedMessagesAreErrors(t *testing.T) {
	for name, message := range map[string][]byte{
		"empty": {}, "no command": {tagU32, 0}, "another kind of value": {tagTrue, tagTrue}, "half an answer": reply(3).str("s").b,
	} {
		c := connect(t, serve(t, func(_, tag uint32) [][]byte {
			require.EqualValues(t, 3, tag)
			return [][]byte{message}
		}))
		_, err := c.DefaultSink(t.Context())
		require.ErrorIs(t, err, ErrMalformed, name)
	}
}

func TestAMessageThatIsTooLongIsNotRead(t *testing.T) {
	a, b := net.Pipe()
	defer a.Close()
	go func() { // ends with the pipe
		h := framed(nil, none)
		binary.BigEndian.PutUint32(h, longest+1)
		_, _ = b.Write(h)
		_ = b.Close()
	}()
	_, err := (&Conn{conn: a}).receive()
	require.ErrorIs(t, err, ErrMalformed)
}

func TestSoundIsSkipped(t *testing.T) {
	a, b := net.Pipe()
	defer a.Close()
	go func() { // ends with the pipe
		_, _ = b.Write(append(framed(make([]byte, 4000), 1), framed((&writer{}).u32(9).b, none)...))
		_, _ = io.Copy(io.Discard, b)
	}()
	r, err := (&Conn{conn: a}).receive()
	require.NoError(t, err)
	require.EqualValues(t, 9, r.u32())
	_ = b.Close()
}

func TestTheSharedSecretIsShown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cookie")
	secret := make([]byte, cookieSize)
	secret[7] = 7
	require.NoError(t, os.WriteFile(file, secret, 0o600))
	s := serve(t, func(_, tag uint32) [][]byte { return [][]byte{reply(tag).b} })
	c, err := Dial(t.Context(), Address{Socket: s.socket, Cookie: file})
	require.NoError(t, err)
	require.NoError(t, c.SetMuted(t.Context(), 1, true))
	require.NoError(t, c.Close())
	require.Equal(t, secret, s.cookie)
}

func TestAServerThatIsTooOldIsNotSpokenTo(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "native")
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer l.Close()
	go func() { // ends with the listener
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		r, err := (&Conn{conn: c}).receive()
		if err == nil {
			r.u32()
			_, _ = c.Write(framed(reply(r.u32()).u32(12).b, none))
		}
	}()
	_, err = Dial(t.Context(), Address{Socket: socket})
	require.ErrorContains(t, err, "version 12")
}

func TestNothingIsSentAfterTheContextHasEnded(t *testing.T) {
	s := serve(t, func(_, tag uint32) [][]byte { return [][]byte{reply(tag).b} })
	c := connect(t, s)
	ctx, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	err := c.SetMuted(ctx, 1, true)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, proof.ErrDispatched)
	require.NoError(t, c.Close())
}
