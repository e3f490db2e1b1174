package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// pragmas are applied to every connection, in this order, and read back by a test: a misspelt
// pragma is no error in SQLite. busy_timeout stands first, because switching a new file to WAL
// already needs the write lock when two processes start together.
var pragmas = []struct {
	name, value string
	want        string // what reading it back gives
}{
	{"busy_timeout", "5000", "5000"},
	{"journal_mode", "WAL", "wal"},
	{"foreign_keys", "1", "1"},
	{"synchronous", "NORMAL", "1"}, // WAL + NORMAL can lose the last commits at a power cut, never the file
	{"temp_store", "MEMORY", "2"},
}

// quickCheckLimit is the size up to which Open reads the whole file. Above it the check costs more
// than a press may (measured on two busy cores: 3.5 ms per MB), and Check belongs to the host.
const quickCheckLimit = 2 << 20

// ErrReadOnly is what every write gets from a database in rescue mode.
var ErrReadOnly = errors.New("the database is in read-only rescue mode")

// Damaged says that the file is not a healthy SQLite database. It was not changed.
type Damaged struct {
	Path   string
	Detail string // SQLite's own words
}

func (d *Damaged) Error() string {
	return fmt.Sprintf("database %s is damaged: %s", d.Path, d.Detail)
}

// DB is the open database. All methods may be called from any goroutine.
type DB struct {
	path   string
	write  *sql.DB // one connection, BEGIN IMMEDIATE; nil in rescue mode
	read   *sql.DB
	rescue *Damaged
}

// Open opens pace.db, creates it when missing (0600), checks it and brings its schema up to date.
// A damaged file gives *Damaged and a file of a newer Pace gives *Newer; both are left as they are.
// The check is complete for files up to 2 MiB; bigger ones are checked by Check, which the host
// runs in the background.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	// SQLite would create it with the process's umask, and gives -wal and -shm the same mode.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	info, err := file.Stat()
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db := &DB{path: path}
	if db.write, err = sql.Open("sqlite", dsn(path, "_txlock=immediate")); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.write.SetMaxOpenConns(1)
	if db.read, err = sql.Open("sqlite", dsn(path, "_pragma=query_only(1)")); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", err), db.write.Close())
	}
	db.read.SetMaxOpenConns(4)
	if err := alone(path, func() error { return db.prepare(ctx, info.Size()) }); err != nil {
		return nil, errors.Join(db.damage(err), db.Close())
	}
	return db, nil
}

func (db *DB) prepare(ctx context.Context, size int64) error {
	if size > 0 && size <= quickCheckLimit {
		if err := db.check(ctx, db.write, "PRAGMA quick_check(5)"); err != nil {
			return err
		}
	}
	return migrate(ctx, db.write, migrations)
}

// uri escapes the path, so '?' and '%' in a folder name are safe.
func uri(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

func dsn(path string, extra ...string) string {
	parts := extra
	for _, p := range pragmas {
		parts = append(parts, "_pragma="+p.name+"("+p.value+")")
	}
	return uri(path) + "?" + strings.Join(parts, "&")
}

// Close ends both pools. Calls that are still running fail.
func (db *DB) Close() error {
	end := func() error {
		var errs []error
		for _, pool := range []*sql.DB{db.read, db.write} {
			if pool != nil {
				errs = append(errs, pool.Close())
			}
		}
		return errors.Join(errs...)
	}
	if db.rescue != nil {
		return end() // the file itself is not open
	}
	return alone(db.path, end)
}

// Path is the file that Open was given.
func (db *DB) Path() string { return db.path }

// Rescued is nil for a healthy database; in rescue mode it says what is wrong with the file.
func (db *DB) Rescued() *Damaged { return db.rescue }

// Check reads the whole file and every foreign key. It takes about a second per 100 MB and may run
// beside everything else. Damage gives *Damaged.
func (db *DB) Check(ctx context.Context) error {
	if err := db.check(ctx, db.read, "PRAGMA integrity_check(20)"); err != nil {
		return db.damage(err)
	}
	rows, err := db.read.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return db.damage(fmt.Errorf("check foreign keys: %w", err))
	}
	defer rows.Close()
	if rows.Next() {
		return &Damaged{Path: db.path, Detail: "a row refers to one that does not exist"}
	}
	return db.damage(rows.Err())
}

func (db *DB) check(ctx context.Context, pool *sql.DB, pragma string) error {
	rows, err := pool.QueryContext(ctx, pragma)
	if err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return fmt.Errorf("check database: %w", err)
		}
		if line != "ok" {
			found = append(found, line)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	if len(found) > 0 {
		return &Damaged{Path: db.path, Detail: strings.Join(found, "; ")}
	}
	return nil
}

// damage turns SQLite's codes for a broken file into *Damaged and leaves other errors alone.
func (db *DB) damage(err error) error {
	var code *sqlite.Error
	if errors.As(err, &code) {
		switch code.Code() & 0xff { // the primary code of an extended one
		case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
			return &Damaged{Path: db.path, Detail: code.Error()}
		}
	}
	return err
}

// Read runs fn on a connection of the reader pool, which refuses writes.
func (db *DB) Read(ctx context.Context, fn func(*sql.DB) error) error {
	return db.damage(fn(db.read))
}

// Write runs fn in one immediate transaction: it holds the write lock from the start, so a read
// inside it is never overtaken. An error or panic of fn rolls back.
func (db *DB) Write(ctx context.Context, fn func(*sql.Tx) error) error {
	if db.write == nil {
		return ErrReadOnly
	}
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", db.damage(err))
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := fn(tx); err != nil {
		return db.damage(err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", db.damage(err))
	}
	return nil
}
