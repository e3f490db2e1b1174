package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Newer says that the file was written by a later Pace. Migrations only go forward.
type Newer struct{ Have, Know int }

func (n *Newer) Error() string {
	return fmt.Sprintf("the database has version %d, this program knows up to %d", n.Have, n.Know)
}

type migration struct {
	version int
	name    string
	text    string
}

// readMigrations lists NNNN_name.sql files in order and insists on 1, 2, 3 … without a gap: a
// forgotten or doubled number would otherwise skip a step silently.
func readMigrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	slices.Sort(names)
	var list []migration
	for i, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("migration %s: expected number %d", name, i+1)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read migration: %w", err)
		}
		list = append(list, migration{version, name, string(text)})
	}
	return list, nil
}

// migrate brings the file to the newest version. The version lives in user_version, inside the
// same transaction as the change it describes, so a crash leaves the one or the other. It is read
// again under the write lock: two processes may start on a new file together.
func migrate(ctx context.Context, db *sql.DB, files fs.FS) error {
	list, err := readMigrations(files)
	if err != nil {
		return err
	}
	var have int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if have == len(list) {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin migration: %w", err)
	}
	defer tx.Rollback()
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if have > len(list) {
		return &Newer{Have: have, Know: len(list)}
	}
	for _, m := range list[have:] {
		if _, err := tx.ExecContext(ctx, m.text); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(list))); err != nil {
		return fmt.Errorf("write schema version: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit migration: %w", err)
	}
	return nil
}
