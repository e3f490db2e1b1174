package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Meta keeps small facts about the database itself, such as when it was last checked.
type Meta struct{ db *DB }

// Meta gives the repository of facts about the database.
func (db *DB) Meta() Meta { return Meta{db} }

// Get gives the value, or "" when the key was never set.
func (m Meta) Get(ctx context.Context, key string) (string, error) {
	var value string
	err := m.db.Read(ctx, func(pool *sql.DB) error {
		return pool.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, key).Scan(&value)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read meta %s: %w", key, err)
	}
	return value, nil
}

// Set replaces the value.
func (m Meta) Set(ctx context.Context, key, value string) error {
	err := m.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO meta (key, value) VALUES (?1, ?2)
			ON CONFLICT (key) DO UPDATE SET value = ?2`, key, value)
		return err
	})
	if err != nil {
		return fmt.Errorf("write meta %s: %w", key, err)
	}
	return nil
}
