// Package trace keeps what happened in each turn as NDJSON, one file per day: the turn's events exactly as they went
// over the wire, and private rows, which went over none. A turn is written when it has ended, since only then is known
// what of it may be kept. It is the user's own content, not a log: files are private (0600), kept for some days only, can be
// switched off, and one call deletes them all, from whichever process. A row that can't be written is counted, and
// never stops a turn.
package trace

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"pace/backend/event"
)

// Config says whether and how long to keep.
type Config struct {
	Dir     string
	Enabled func() bool
	Days    func() int // files older than this many days are deleted once a day, also while switched off
	Now     func() time.Time
}

// Trace writes rows. Its methods may be called at once.
type Trace struct {
	cfg Config

	mu    sync.Mutex
	day   string // of file
	file  *os.File
	swept string           // the day on which old files were deleted last
	turns map[string]*held // those that have not ended
	lost  int
}

// New makes a Trace; nothing is opened before the first row.
func New(c Config) *Trace {
	return &Trace{cfg: c, turns: map[string]*held{}}
}

// Follow writes rows until the channel is closed.
func (t *Trace) Follow(rows <-chan event.Event) {
	for e := range rows {
		t.Write(e)
	}
}

// Write takes one row. What a turn said may hold what is meant for a password field, and whether it does is known at its
// end only: until then all of it is held back, in memory, so that no file ever holds what must not be kept, whoever ends
// Pace in the middle.
func (t *Trace) Write(e event.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if day := t.cfg.Now().Format(dayForm); day != t.swept {
		t.swept = day
		t.expire()
	}
	h := t.turns[e.Turn]
	if e.Type == event.TurnStarted {
		if h = t.begin(e.Turn, h); !e.At.IsZero() {
			h.since = e.At // rows may come late
		}
	}
	if h == nil || !h.begun {
		if e.Type == event.TurnEnded {
			delete(t.turns, e.Turn) // readings of a turn whose beginning never came
		}
		return
	}
	if h.on = h.on && t.cfg.Enabled(); h.on {
		if e.Type == event.TurnStarted {
			h.rows = slices.Insert(h.rows, 0, any(e)) // a reading may have overtaken it
		} else {
			h.rows = append(h.rows, e)
		}
	}
	if end, ok := e.Body.(*event.Ended); ok {
		delete(t.turns, e.Turn)
		if h.on {
			t.keep(h, end.Private)
		}
	}
}

// held is a turn that has not ended.
type held struct {
	on    bool // it is to be written
	begun bool
	day   string    // whose file it goes to
	since time.Time // when it began
	rows  []any     // event.Event or Reading
}

// begin holds what comes of a turn. h is what came before its first row, or nil.
func (t *Trace) begin(turn string, h *held) *held {
	if h == nil {
		now := t.cfg.Now()
		h = &held{on: t.cfg.Enabled(), day: now.Format(dayForm), since: now}
		t.turns[turn] = h
	}
	h.begun = true
	return h
}

// keep writes a whole turn at once, without the texts that may be kept nowhere.
func (t *Trace) keep(h *held, private []string) {
	if h.since.Before(t.forgotten()) {
		return
	}
	var all bytes.Buffer
	rows := 0
	for _, r := range h.rows {
		row, err := json.Marshal(without(r, private))
		if err != nil {
			t.lost++
			continue
		}
		all.Write(overwrite(row, private))
		all.WriteByte('\n')
		rows++
	}
	if err := t.open(h.day); err != nil {
		t.lost += rows
		return
	}
	if _, err := t.file.Write(all.Bytes()); err != nil {
		t.lost += rows
	}
}

// open opens the file of a day, unless it is the one that is open.
func (t *Trace) open(day string) error {
	if t.file != nil && day == t.day && !t.deleted() {
		return nil
	}
	return t.create(day)
}

// dayForm is how a file is named after its day.
const dayForm = "2006-01-02"

// deleted reports whether somebody else (pace forget, a person) has deleted the file that is being written.
func (t *Trace) deleted() bool {
	ours, err := t.file.Stat()
	if err != nil {
		return true
	}
	there, err := os.Stat(t.file.Name())
	return err != nil || !os.SameFile(ours, there)
}

func (t *Trace) create(day string) error {
	if t.file != nil {
		_ = t.file.Close()
		t.file = nil
	}
	if err := os.MkdirAll(t.cfg.Dir, 0o700); err != nil {
		return fmt.Errorf("make trace folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(t.cfg.Dir, day+".ndjson"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("open trace: %w", err)
	}
	t.file, t.day = f, day
	return nil
}

// expire deletes files by the day in their name; what is not named like one of ours is left alone.
func (t *Trace) expire() {
	oldest := t.cfg.Now().AddDate(0, 0, -t.cfg.Days()).Format(dayForm)
	for _, f := range files(t.cfg.Dir) {
		if strings.TrimSuffix(filepath.Base(f), ".ndjson") < oldest {
			_ = os.Remove(f)
		}
	}
}

func files(dir string) []string {
	all, _ := filepath.Glob(filepath.Join(dir, "????-??-??.ndjson"))
	sort.Strings(all)
	return all
}

// Lost counts rows that could not be written.
func (t *Trace) Lost() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lost
}

// mark is a file beside the folder that says when somebody has forgotten everything: another process may hold a turn that
// began before, and must not write it down afterwards.
func (t *Trace) mark() string { return t.cfg.Dir + ".forgotten" }

// forgotten is when everything was forgotten last, as far as that is known.
func (t *Trace) forgotten() time.Time {
	text, err := os.ReadFile(t.mark())
	if err != nil {
		return time.Time{}
	}
	at, _ := time.Parse(time.RFC3339Nano, string(text)) // zero when it is not readable
	return at
}

// Forget deletes every trace, and what is held of turns that have not ended, here and in other processes.
func (t *Trace) Forget() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var errs []error
	if _, err := os.Stat(filepath.Dir(t.cfg.Dir)); err == nil {
		errs = append(errs, os.WriteFile(t.mark(), []byte(t.cfg.Now().Format(time.RFC3339Nano)), 0o600))
	}
	for _, h := range t.turns {
		h.on, h.rows = false, nil
	}
	if t.file != nil {
		_ = t.file.Close()
		t.file = nil
	}
	for _, f := range files(t.cfg.Dir) {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Close ends writing.
func (t *Trace) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	t.file = nil
	return err
}

// Recent gives the rows of the last n turns, oldest first, those that have not ended behind the others. A row or a file
// that can't be read is left out; the others stay.
func (t *Trace) Recent(ctx context.Context, n int) ([]event.Event, error) {
	going := t.going() // first: a turn that ends meanwhile is in the files then
	all := files(t.cfg.Dir)
	var rows []event.Event
	var errs []error
	turns := map[string]bool{}
	for i := len(all) - 1; i >= 0 && len(turns) <= n; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		day, err := readFile(all[i])
		if err != nil {
			errs = append(errs, err)
		}
		for _, e := range day {
			turns[e.Turn] = true
		}
		rows = append(day, rows...)
	}
	for _, e := range going {
		if !turns[e.Turn] {
			rows = append(rows, e)
		}
	}
	if len(rows) == 0 {
		return nil, errors.Join(errs...) // one bad file must not hide the others
	}
	return lastTurns(rows, n), nil
}

// going gives the rows that are held of turns that have not ended, a turn after the other.
func (t *Trace) going() []event.Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	var turns [][]event.Event
	for _, h := range t.turns {
		var rows []event.Event
		for _, r := range h.rows {
			if e, ok := r.(event.Event); ok {
				rows = append(rows, e)
			}
		}
		if len(rows) > 0 {
			turns = append(turns, rows)
		}
	}
	slices.SortFunc(turns, func(a, b []event.Event) int { return a[0].At.Compare(b[0].At) })
	return slices.Concat(turns...)
}

func lastTurns(rows []event.Event, n int) []event.Event {
	keep := map[string]bool{}
	for i := len(rows) - 1; i >= 0; i-- {
		if !keep[rows[i].Turn] {
			if len(keep) == n {
				continue
			}
			keep[rows[i].Turn] = true
		}
	}
	var out []event.Event
	for _, e := range rows {
		if keep[e.Turn] {
			out = append(out, e)
		}
	}
	return out
}

func readFile(path string) ([]event.Event, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open trace: %w", err)
	}
	defer f.Close()
	return Read(f)
}

// Read reads rows; lines that are none are left out (a machine that lost power may have written half of one).
func Read(r io.Reader) ([]event.Event, error) {
	var rows []event.Event
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := br.ReadBytes('\n')
		var e event.Event
		if len(line) > 1 && json.Unmarshal(line, &e) == nil {
			rows = append(rows, e)
		}
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, fmt.Errorf("read trace: %w", err)
		}
	}
}
