package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The entries one turn leaves for the next. The values are the writer's own JSON types.
const (
	LastTarget      = "lastTarget"      // what "it", "close it" and "the second one" mean
	PendingQuestion = "pendingQuestion" // the question asked and its options, in the same order
	LastPlan        = "lastPlan"        // the sentence and the plan that "again" repeats
	Exchanges       = "exchanges"       // what was said to a planner and answered, oldest first
)

// Thread keeps the short thread between turns. Entries expire by the clock of the caller.
type Thread struct{ db *DB }

// Thread gives the repository of the thread between turns.
func (db *DB) Thread() Thread { return Thread{db} }

// Put replaces the entry. A ttl ≤ 0 keeps it until it is replaced or dropped.
func (t Thread) Put(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	var expires any
	if ttl > 0 {
		expires = now.Add(ttl).UnixMilli()
	}
	err = t.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO thread (key, value, at, expires) VALUES (?1, ?2, ?3, ?4)
			ON CONFLICT (key) DO UPDATE SET value = ?2, at = ?3, expires = ?4`, key, string(text), now.UnixMilli(), expires)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	return nil
}

// Get reads the entry into value and says whether there is one that has not expired at now. An
// entry from the future counts as expired: the clock was set back, so its age is unknown.
func (t Thread) Get(ctx context.Context, key string, now time.Time, value any) (bool, error) {
	var text string
	err := t.db.Read(ctx, func(pool *sql.DB) error {
		return pool.QueryRowContext(ctx, `SELECT value FROM thread WHERE key = ?1
			AND (expires IS NULL OR (?2 < expires AND ?2 >= at))`, key, now.UnixMilli()).Scan(&text)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("recall %s: %w", key, err)
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		return false, fmt.Errorf("recall %s: %w", key, err)
	}
	return true, nil
}

// Drop deletes the entry, for instance a question that was answered. A missing one is no error.
func (t Thread) Drop(ctx context.Context, key string) error {
	err := t.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM thread WHERE key = ?`, key)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop %s: %w", key, err)
	}
	return nil
}
