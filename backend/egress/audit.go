package egress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	rotateAt  = 5 << 20
	rotations = 3 // older ones are deleted
	lockWait  = 2 * time.Second
	targetCap = 120
)

// Kind says how bytes left.
type Kind string

// The kinds of audit rows.
const (
	HTTP       Kind = "http"
	Connection Kind = "connection" // bytes of a connection outside a request, such as a failed handshake
	HandOver   Kind = "handOver"   // given to another program; what that sends on is not measured
	ToolCall   Kind = "call"       // a tool call on this machine: nothing crossed anything by it alone
)

// Row is one line of audit.jsonl: sizes and names, never content. A crossing off this machine has a
// row "started" before its first byte and one "ended" or "failed" with its sizes, under one ID.
type Row struct {
	At         time.Time `json:"at"`
	ID         string    `json:"id"`
	Turn       string    `json:"turn,omitempty"`
	Kind       Kind      `json:"kind"`
	State      State     `json:"state"`
	Subsystem  string    `json:"subsystem"`
	Operation  string    `json:"operation,omitempty"`
	Target     string    `json:"target"` // host:port, or the name of the program; of a call, what it was about
	OffDevice  bool      `json:"offDevice"`
	Sent       int64     `json:"sent"`     // of a call: bytes of its arguments
	Received   int64     `json:"received"` // of a call: bytes that it read
	DurationMs int64     `json:"durationMs"`
	Status     int       `json:"status,omitempty"` // HTTP
	Effect     string    `json:"effect,omitempty"` // of a call: what is known of it
}

// State is where a crossing stands.
type State string

// The states of a crossing.
const (
	Started State = "started"
	Ended   State = "ended"
	Failed  State = "failed"
)

// Audit is the file of all crossings. Several processes may write it at once.
type Audit struct {
	path  string
	limit int64
	mu    sync.Mutex
}

// NewAudit writes to path (0600), which need not exist yet.
func NewAudit(path string) *Audit { return &Audit{path: path, limit: rotateAt} }

// Add appends one row. An error means that it is not written, and nothing may leave.
func (a *Audit) Add(ctx context.Context, row Row) error {
	row.At = row.At.UTC()
	if len(row.Target) > targetCap {
		row.Target = strings.ToValidUTF8(row.Target[:targetCap], "")
	}
	line, err := json.Marshal(row)
	if err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	unlock, err := a.lock(ctx)
	if err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	defer unlock()
	if err := a.append(append(line, '\n')); err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	return nil
}

// lock keeps other processes out while the file is looked at, rotated and written. The lock is a file
// of its own, since the audit itself changes its name. A stopped process may hold it: the wait ends.
func (a *Audit) lock(ctx context.Context) (func(), error) {
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(a.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	retry := time.NewTicker(2 * time.Millisecond)
	defer retry.Stop()
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil // closing gives the lock up
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return nil, errors.Join(err, file.Close())
		}
		select {
		case <-retry.C:
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("another Pace holds the audit: %w", ctx.Err()), file.Close())
		}
	}
}

func (a *Audit) append(line []byte) error {
	if info, err := os.Stat(a.path); err == nil && info.Size() > 0 && info.Size()+int64(len(line)) > a.limit {
		for i := rotations; i > 0; i-- {
			if err := os.Rename(a.rotated(i-1), a.rotated(i)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	file, err := os.OpenFile(a.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > 0 {
		// A crash may have left half a line; the next one must not become part of it.
		last := make([]byte, 1)
		if _, err = file.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err == nil {
		_, err = file.Write(line)
	}
	return errors.Join(err, file.Close())
}

// rotated names the i-th older file; 0 is the present one.
func (a *Audit) rotated(i int) string {
	if i == 0 {
		return a.path
	}
	return fmt.Sprintf("%s.%d", a.path, i)
}

// Rows gives what was written since a time, oldest first, and the number of lines that can't be read.
func (a *Audit) Rows(ctx context.Context, since time.Time) (rows []Row, broken int, err error) {
	all, err := a.read(ctx, since)
	return all.rows, all.broken, err
}

// written is what the files hold.
type written struct {
	rows   []Row // since the time that was asked for
	broken int
	from   time.Time // of the oldest row that there is
	full   bool      // as many files as are kept are there, so older ones may have been deleted
}

func (a *Audit) read(ctx context.Context, since time.Time) (w written, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	unlock, err := a.lock(ctx)
	if err != nil {
		return written{}, fmt.Errorf("read audit: %w", err)
	}
	defer unlock()
	for i := rotations; i >= 0; i-- {
		data, err := os.ReadFile(a.rotated(i))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return written{}, fmt.Errorf("read audit: %w", err)
		}
		w.full = w.full || i == rotations
		for line := range bytes.Lines(data) {
			line = bytes.TrimSpace(line)
			if len(line) == 0 {
				continue
			}
			var row Row
			if json.Unmarshal(line, &row) != nil || row.At.IsZero() {
				w.broken++
				continue
			}
			if w.from.IsZero() {
				w.from = row.At
			}
			if !row.At.Before(since) {
				w.rows = append(w.rows, row)
			}
		}
	}
	return w, nil
}
