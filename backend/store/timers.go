package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The kinds of timers.
const (
	KindTimer    = "timer"    // rings after a length of time
	KindAlarm    = "alarm"    // rings at a time of day
	KindReminder = "reminder" // one occasion of a reminder in the user's files, kept from the time at which it is due
)

// The states of a timer. One that has ended stays for a while, so that an undo finds it.
const (
	TimerRunning   = "running"
	TimerRinging   = "ringing" // it went off, and nobody has taken notice yet
	TimerDismissed = "dismissed"
	TimerCancelled = "cancelled" // or, of a reminder: its file says that it is no longer to be told
)

// Timer is one thing that rings: a timer, an alarm, or a reminder. Times are kept to the millisecond and read back in UTC. Timers can be compared with ==.
type Timer struct {
	ID     int64
	Kind   string
	Label  string // the user's words, or ""
	Set    time.Time
	Due    time.Time
	Length time.Duration // as asked; 0 for an alarm
	State  string
	Rang   time.Time // zero: it has not gone off
	Taken  time.Time // zero: nobody has taken on telling of it
	Told   bool
	Ended  time.Time // zero: it has not ended

	// Of a reminder alone.
	Record   string // finds it among all others
	Occasion string // which of its times
	Tick     bool   // it can be done as a whole
}

// WentOff is a timer that this process has to tell of. Again says that another process took that on before and did not
// finish, so that the user may have heard of it.
type WentOff struct {
	Timer
	Again bool
}

// ErrFull says that no more timers may run at once.
var ErrFull = errors.New("too many timers run already")

// Timers keeps the timers.
type Timers struct{ db *DB }

// Timers gives the repository of timers.
func (db *DB) Timers() Timers { return Timers{db} }

// Add keeps a running timer and gives its id, or ErrFull when most run already. ID, State and what comes after are
// ignored.
func (r Timers) Add(ctx context.Context, t Timer, most int) (id int64, err error) {
	err = r.db.Write(ctx, func(tx *sql.Tx) error {
		if err := roomFor(ctx, tx, 1, most); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, `INSERT INTO timers (kind, label, set_at, due, length, state) VALUES (?,?,?,?,?,'running')`,
			t.Kind, t.Label, t.Set.UnixMilli(), t.Due.UnixMilli(), t.Length.Milliseconds())
		if err != nil {
			return err
		}
		id, err = res.LastInsertId()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("keep timer: %w", err)
	}
	return id, nil
}

func roomFor(ctx context.Context, tx *sql.Tx, n, most int) error {
	var running int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM timers WHERE state = 'running'`).Scan(&running); err != nil {
		return err
	}
	if running+n > most {
		return ErrFull
	}
	return nil
}

// Get gives the timers with these ids that there are, in the order of when they are due.
func (r Timers) Get(ctx context.Context, ids ...int64) ([]Timer, error) {
	where, args := among(ids)
	list, err := r.read(ctx, `WHERE id IN `+where+` ORDER BY due, id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read timers: %w", err)
	}
	return list, nil
}

// Open gives what runs or rings, in the order of when it is due.
func (r Timers) Open(ctx context.Context) ([]Timer, error) {
	list, err := r.read(ctx, `WHERE state IN ('running', 'ringing') ORDER BY due, id`)
	if err != nil {
		return nil, fmt.Errorf("list timers: %w", err)
	}
	return list, nil
}

// TakeDue makes what is due at now ring, and gives it to this process alone to tell of: of two that ask at once only one
// gets it. What another process took on longer than lease ago and has not told of is given out again, and so is what
// seems to have been taken on further than that in the future, since the clock was set back. (Two processes that read
// the clock a moment apart may come to the database in the other order.)
func (r Timers) TakeDue(ctx context.Context, now time.Time, lease time.Duration) ([]WentOff, error) {
	var out []WentOff
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		list, err := scanTimers(tx.QueryContext(ctx, timerColumns+`WHERE state = 'running' AND due <= ?1
			OR state = 'ringing' AND told = 0 AND (taken <= ?2 OR taken > ?3) ORDER BY due, id`, now.UnixMilli(), now.Add(-lease).UnixMilli(), now.Add(lease).UnixMilli()))
		if err != nil {
			return err
		}
		for _, t := range list {
			again := t.State == TimerRinging
			if _, err := tx.ExecContext(ctx, `UPDATE timers SET state = 'ringing', rang_at = coalesce(rang_at, ?2), taken = ?2 WHERE id = ?1`, t.ID, now.UnixMilli()); err != nil {
				return err
			}
			if !again {
				t.State, t.Rang = TimerRinging, time.UnixMilli(now.UnixMilli()).UTC()
			}
			t.Taken = time.UnixMilli(now.UnixMilli()).UTC()
			out = append(out, WentOff{t, again})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take due timers: %w", err)
	}
	return out, nil
}

// MarkTold notes that the user was told that these went off.
func (r Timers) MarkTold(ctx context.Context, ids ...int64) error {
	where, args := among(ids)
	if _, err := r.change(ctx, `UPDATE timers SET told = 1 WHERE id IN `+where, args...); err != nil {
		return fmt.Errorf("mark timers told: %w", err)
	}
	return nil
}

// Cancel ends those of these timers that still run, and gives the ids of those that it ended.
func (r Timers) Cancel(ctx context.Context, at time.Time, ids ...int64) ([]int64, error) {
	return r.end(ctx, TimerRunning, TimerCancelled, at, ids)
}

// Dismiss ends those of these timers that ring, and gives the ids of those that it ended.
func (r Timers) Dismiss(ctx context.Context, at time.Time, ids ...int64) ([]int64, error) {
	return r.end(ctx, TimerRinging, TimerDismissed, at, ids)
}

func (r Timers) end(ctx context.Context, from, to string, at time.Time, ids []int64) ([]int64, error) {
	where, args := among(ids)
	ended, err := r.change(ctx, `UPDATE timers SET state = ?, ended = ? WHERE state = ? AND id IN `+where+` RETURNING id`,
		append([]any{to, at.UnixMilli(), from}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("end timers: %w", err)
	}
	return ended, nil
}

// Resume lets cancelled timers run again with the time that they had left, and alarms at their time: all of these, or
// none. It gives false when one of them is not cancelled, or an alarm's time has passed, and ErrFull as Add does.
func (r Timers) Resume(ctx context.Context, now time.Time, most int, ids ...int64) (ok bool, err error) {
	where, args := among(ids)
	errNot := errors.New("not all of them can run again")
	err = r.db.Write(ctx, func(tx *sql.Tx) error {
		if err := roomFor(ctx, tx, len(ids), most); err != nil {
			return err
		}
		list, err := scanTimers(tx.QueryContext(ctx, timerColumns+`WHERE state = 'cancelled' AND id IN `+where, args...))
		if err != nil {
			return err
		}
		if len(list) != len(ids) {
			return errNot
		}
		for _, t := range list {
			due := t.Due
			if t.Kind == KindTimer {
				due = now.Add(t.Due.Sub(t.Ended))
			}
			if !due.After(now) {
				return errNot
			}
			if _, err := tx.ExecContext(ctx, `UPDATE timers SET state = 'running', due = ?, ended = NULL WHERE id = ?`, due.UnixMilli(), t.ID); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, errNot):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("resume timers: %w", err)
	}
	return true, nil
}

// Sweep lets what has been ringing since before quiet rest, and deletes what ended before gone. Reminders stay: what was
// told of them is known until Remind forgets it.
func (r Timers) Sweep(ctx context.Context, now, quiet, gone time.Time) error {
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE timers SET state = 'dismissed', ended = ? WHERE state = 'ringing' AND told = 1 AND rang_at < ?`,
			now.UnixMilli(), quiet.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM timers WHERE ended < ? AND kind <> 'reminder'`, gone.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("sweep timers: %w", err)
	}
	return nil
}

const timerColumns = `SELECT id, kind, label, set_at, due, length, state, rang_at, taken, told, ended, record, occasion, tick FROM timers `

func (r Timers) read(ctx context.Context, query string, args ...any) (list []Timer, err error) {
	err = r.db.Read(ctx, func(pool *sql.DB) error {
		list, err = scanTimers(pool.QueryContext(ctx, timerColumns+query, args...))
		return err
	})
	return list, err
}

func scanTimers(rows *sql.Rows, err error) ([]Timer, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Timer
	for rows.Next() {
		var t Timer
		var set, due, length int64
		var rang, taken, ended sql.NullInt64
		if err := rows.Scan(&t.ID, &t.Kind, &t.Label, &set, &due, &length, &t.State, &rang, &taken, &t.Told, &ended, &t.Record, &t.Occasion, &t.Tick); err != nil {
			return nil, err
		}
		t.Set, t.Due, t.Length = time.UnixMilli(set).UTC(), time.UnixMilli(due).UTC(), time.Duration(length)*time.Millisecond
		t.Rang, t.Taken, t.Ended = momentOf(rang), momentOf(taken), momentOf(ended)
		list = append(list, t)
	}
	return list, rows.Err()
}

func momentOf(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64).UTC()
}

// change runs one statement that may return ids.
func (r Timers) change(ctx context.Context, query string, args ...any) (ids []int64, err error) {
	err = r.db.Write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return rows.Err()
	})
	return ids, err
}

// among is "(?,?)" for these ids; no ids are no rows.
func among(ids []int64) (string, []any) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return "(" + strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",") + ")", args
}
