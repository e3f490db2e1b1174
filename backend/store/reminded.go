package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// remindedKey is where the database keeps from when on reminders are told: what was due before is nobody's business.
const remindedKey = "reminders.from"

// From is the moment from which on reminders are told; zero when nobody has begun to. What was due at or before it is not
// told any more.
func (r Timers) From(ctx context.Context) (time.Time, error) {
	var from time.Time
	err := r.db.Read(ctx, func(pool *sql.DB) (err error) {
		from, err = remindedFrom(pool.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, remindedKey))
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("read from when reminders are told: %w", err)
	}
	return from, nil
}

func remindedFrom(row *sql.Row) (time.Time, error) {
	var text string
	switch err := row.Scan(&text); {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, err
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, nil // nobody can read it: begin anew
	}
	return time.UnixMilli(ms).UTC(), nil
}

// Begin has reminders told that become due after now, unless that was begun before, and gives the moment that holds. One
// in the future, which a clock that was wrong has left, is corrected.
func (r Timers) Begin(ctx context.Context, now time.Time) (from time.Time, err error) {
	if from, err = r.From(ctx); err != nil || !from.IsZero() && !from.After(now) {
		return from, err
	}
	err = r.db.Write(ctx, func(tx *sql.Tx) error {
		if from, err = remindedFrom(tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, remindedKey)); err != nil || !from.IsZero() && !from.After(now) {
			return err
		}
		from = time.UnixMilli(now.UnixMilli()).UTC()
		return setReminded(ctx, tx, from)
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("begin to tell of reminders: %w", err)
	}
	return from, nil
}

func setReminded(ctx context.Context, tx *sql.Tx, from time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2`,
		remindedKey, strconv.FormatInt(from.UnixMilli(), 10))
	return err
}

// Reading is what the user's files say of reminders at a moment.
type Reading struct {
	Due  []Timer   // what has become due since From: Label, Due, Record, Occasion and Tick of each; the newest of a record
	Gone []int64   // of those that ring: what is not to be told any more
	From time.Time // what was due before it may be forgotten, since all of it is in Due or known already
}

// Remind keeps each reminder that has become due as something that is due now, which TakeDue then gives to one process.
// What is known already, by record and occasion, is not told a second time; it rings on when it only seemed to be gone.
// A newer occasion takes the place of an older one that rings. Nothing is written when nothing is new.
func (r Timers) Remind(ctx context.Context, now time.Time, what Reading) error {
	fresh := make([]Timer, 0, len(what.Due))
	for _, t := range what.Due {
		known, err := r.read(ctx, `WHERE kind = 'reminder' AND record = ? AND occasion = ?`, t.Record, t.Occasion)
		if err != nil {
			return fmt.Errorf("look for a reminder: %w", err)
		}
		if len(known) == 0 || known[0].State == TimerCancelled || known[0].Label != t.Label || known[0].Tick != t.Tick {
			fresh = append(fresh, t)
		}
	}
	from, err := r.From(ctx)
	if err != nil {
		return err
	}
	later := what.From.After(from)
	if len(fresh) == 0 && len(what.Gone) == 0 && !later {
		return nil
	}
	err = r.db.Write(ctx, func(tx *sql.Tx) error {
		for _, t := range fresh {
			if err := remind(ctx, tx, now, t); err != nil {
				return err
			}
		}
		where, args := among(what.Gone)
		if _, err := tx.ExecContext(ctx, `UPDATE timers SET state = 'cancelled', ended = ? WHERE kind = 'reminder' AND state IN ('running', 'ringing') AND id IN `+where,
			slices.Insert(args, 0, any(now.UnixMilli()))...); err != nil {
			return err
		}
		if !later {
			return nil
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM timers WHERE kind = 'reminder' AND due <= ?1 AND ended <= ?1`, what.From.UnixMilli()); err != nil {
			return err
		}
		return setReminded(ctx, tx, what.From)
	})
	if err != nil {
		return fmt.Errorf("keep reminders: %w", err)
	}
	return nil
}

func remind(ctx context.Context, tx *sql.Tx, now time.Time, t Timer) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO timers (kind, label, set_at, due, length, state, record, occasion, tick) VALUES ('reminder',?1,?2,?3,0,'running',?4,?5,?6)
		ON CONFLICT (record, occasion) WHERE kind = 'reminder' DO UPDATE SET label = ?1, tick = ?6,
			state = CASE state WHEN 'cancelled' THEN CASE WHEN rang_at IS NULL THEN 'running' ELSE 'ringing' END ELSE state END,
			ended = CASE state WHEN 'cancelled' THEN NULL ELSE ended END`,
		t.Label, now.UnixMilli(), t.Due.UnixMilli(), t.Record, t.Occasion, t.Tick)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE timers SET state = 'dismissed', ended = ? WHERE kind = 'reminder' AND record = ? AND due < ? AND state IN ('running', 'ringing')`,
		now.UnixMilli(), t.Record, t.Due.UnixMilli())
	return err
}
