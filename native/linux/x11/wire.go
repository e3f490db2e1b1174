//go:build linux

package x11

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// silence is how long the server may owe us an answer. Longer than any sane server grab (a window being dragged
// by a window manager that grabs the server), short enough that nothing waits for ever.
const silence = 30 * time.Second

// wire sits between xgb and the socket, for four reasons:
//   - xgb takes the cookie from the process environment; here the setup request is made by us and xgb's own is dropped.
//   - xgb reads every event as 32 bytes and loses the stream at the first generic event (XInput 2); here events are
//     taken out of the stream and handed to onEvent, whole.
//   - xgb learns extension events and errors by writing to package-level maps that the reader goroutines of other
//     connections read without a lock; here it never has to (extension errors arrive as Implementation errors).
//   - xgb waits for ever; here a read fails when the server owes an answer for longer than silence.
type wire struct {
	net.Conn
	r       *bufio.Reader
	pending []byte // of the message being handed to xgb
	through int    // bytes of its tail, still on the socket
	onEvent func(event []byte)

	mu      sync.Mutex
	greeted bool   // xgb's setup request was seen and dropped
	sent    uint16 // sequence number of the last request
	owed    bool   // a read deadline is set
}

// greet performs the connection setup with the given cookie and returns a wire that repeats the server's answer to xgb.
func greet(conn net.Conn, name string, data []byte) (*wire, error) {
	le := binary.LittleEndian
	req := make([]byte, 12, 64)
	req[0] = 'l'
	le.PutUint16(req[2:], 11)
	le.PutUint16(req[6:], uint16(len(name)))
	le.PutUint16(req[8:], uint16(len(data)))
	for _, b := range [][]byte{[]byte(name), data} {
		req = append(req, b...)
		req = append(req, make([]byte, -len(b)&3)...)
	}
	if _, err := conn.Write(req); err != nil {
		return nil, err
	}
	w := &wire{Conn: conn, r: bufio.NewReaderSize(conn, 64<<10)}
	head := make([]byte, 8)
	if _, err := io.ReadFull(w.r, head); err != nil {
		return nil, err
	}
	body := make([]byte, int(le.Uint16(head[6:]))*4)
	if _, err := io.ReadFull(w.r, body); err != nil {
		return nil, err
	}
	if head[0] != 1 {
		reason := body[:min(len(body), int(head[1]))]
		return nil, fmt.Errorf("refused: %s", strings.TrimSpace(string(reason)))
	}
	w.pending = append(head, body...)
	return w, nil
}

// Write passes one request on. xgb writes each request with one call, so counting calls counts sequence numbers.
func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.greeted {
		w.greeted = true
		return len(p), nil
	}
	w.sent++
	if !w.owed {
		w.owed = true
		if err := w.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return 0, err
		}
	}
	return w.Conn.Write(p)
}

// answered moves or lifts the deadline: nothing is owed once the newest request is answered.
func (w *wire) answered(seq uint16) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq == w.sent {
		w.owed = false
		return w.SetReadDeadline(time.Time{})
	}
	return w.SetReadDeadline(time.Now().Add(silence))
}

// Read gives xgb replies and errors only.
func (w *wire) Read(p []byte) (int, error) {
	for len(w.pending) == 0 && w.through == 0 {
		if err := w.next(); err != nil {
			return 0, err
		}
	}
	if len(w.pending) > 0 {
		n := copy(p, w.pending)
		w.pending = w.pending[n:]
		return n, nil
	}
	n, err := w.r.Read(p[:min(len(p), w.through)])
	w.through -= n
	return n, err
}

// next reads one message: an event goes to onEvent, anything else becomes pending.
func (w *wire) next() error {
	const errorCode, replyCode, genericEvent = 0, 1, 35
	msg := make([]byte, 32)
	if _, err := io.ReadFull(w.r, msg); err != nil {
		return err
	}
	le := binary.LittleEndian
	switch msg[0] & 0x7f {
	case errorCode:
		if msg[1] >= 128 { // an extension's own error, which xgb has no name for and would leave unanswered
			msg[1] = 17
		}
		w.pending = msg
		return w.answered(le.Uint16(msg[2:]))
	case replyCode:
		w.pending, w.through = msg, int(le.Uint32(msg[4:]))*4
		return w.answered(le.Uint16(msg[2:]))
	case genericEvent:
		extra := make([]byte, int(le.Uint32(msg[4:]))*4)
		if _, err := io.ReadFull(w.r, extra); err != nil {
			return err
		}
		msg = append(msg, extra...)
	}
	if w.onEvent != nil {
		w.onEvent(msg)
	}
	return nil
}
