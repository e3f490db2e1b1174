package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	backupPrefix = "pace-"
	backupSuffix = ".db"
	backupStamp  = "20060102T150405.000Z"
	backupsKept  = 3
)

// Backup writes a complete, checked copy to dir as pace-<UTC time>.db and deletes all but the
// newest three. It may run while others read and write. Nothing is deleted unless the new copy
// was read back as healthy.
func (db *DB) Backup(ctx context.Context, dir string, now time.Time) (string, error) {
	if db.rescue != nil {
		return "", ErrReadOnly // a copy of a rescue would push out the good ones
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	final := filepath.Join(dir, backupPrefix+now.UTC().Format(backupStamp)+backupSuffix)
	part := final + ".part"
	defer os.Remove(part)
	// VACUUM INTO wants an empty or missing file; making it first sets the mode.
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	if err := file.Close(); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	if _, err := db.write.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return "", fmt.Errorf("back up: %w", db.damage(err))
	}
	if err := checkFile(ctx, part); err != nil {
		return "", fmt.Errorf("back up: the copy is not healthy: %w", err)
	}
	if err := os.Rename(part, final); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	old := Backups(dir)
	for _, path := range old[min(backupsKept, len(old)):] {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return final, fmt.Errorf("delete old backup: %w", err)
		}
	}
	return final, nil
}

// BackupDue says whether the newest backup in dir is older than every (or there is none).
func BackupDue(dir string, now time.Time, every time.Duration) bool {
	list := Backups(dir)
	if len(list) == 0 {
		return true
	}
	stamp := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(list[0]), backupPrefix), backupSuffix)
	at, err := time.Parse(backupStamp, stamp)
	return err != nil || now.Sub(at) >= every
}

// Backups lists the copies in dir, newest first.
func Backups(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(escapeGlob(dir), backupPrefix+"*"+backupSuffix))
	slices.Sort(list)
	slices.Reverse(list)
	return list
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// Rescue opens a database whose file Open called damaged, for reading only: the newest healthy
// backup (from the folder "backups" beside the file) or, without one, an empty schema in memory.
// The damaged file is not touched. Every write gives ErrReadOnly until Restore.
func Rescue(ctx context.Context, damaged *Damaged) (*DB, error) {
	db := &DB{path: damaged.Path, rescue: damaged}
	for _, path := range Backups(filepath.Join(filepath.Dir(damaged.Path), "backups")) {
		if checkFile(ctx, path) != nil {
			continue
		}
		pool, err := openFrozen(path)
		if err != nil {
			return nil, err
		}
		db.read = pool
		return db, nil
	}
	pool, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("open rescue database: %w", err)
	}
	pool.SetMaxOpenConns(1) // each connection of :memory: is a database of its own
	pool.SetMaxIdleConns(1)
	if err := migrate(ctx, pool, migrations); err != nil {
		return nil, errors.Join(fmt.Errorf("open rescue database: %w", err), pool.Close())
	}
	if _, err := pool.ExecContext(ctx, "PRAGMA query_only = 1"); err != nil {
		return nil, errors.Join(fmt.Errorf("open rescue database: %w", err), pool.Close())
	}
	db.read = pool
	return db, nil
}

// Restored says what Restore did.
type Restored struct {
	Kept string // where the damaged file now lies; it is never deleted
	From string // the backup that replaced it; "" when Pace starts with an empty database
}

// Restore moves a damaged file aside (pace.db.damaged-<UTC time>, with its -wal and -shm) and puts
// a copy of the newest healthy backup in its place. No Pace may have the file open. It looks again
// first: a file that Open accepts is refused.
func Restore(ctx context.Context, path string, now time.Time) (Restored, error) {
	var damaged *Damaged
	db, err := Open(ctx, path)
	if err == nil {
		err = errors.Join(db.Check(ctx), db.Close()) // what Open skips in a big file may be the damage
	}
	switch {
	case err == nil:
		return Restored{}, fmt.Errorf("restore %s: the file is healthy", filepath.Base(path))
	case !errors.As(err, &damaged):
		return Restored{}, fmt.Errorf("restore: %w", err) // locked or unreadable is not damaged
	}
	kept := path + ".damaged-" + now.UTC().Format(backupStamp)
	for _, tail := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+tail, kept+tail); err != nil && !errors.Is(err, os.ErrNotExist) {
			return Restored{}, fmt.Errorf("put damaged database aside: %w", err)
		}
	}
	for _, backup := range Backups(filepath.Join(filepath.Dir(path), "backups")) {
		if checkFile(ctx, backup) != nil {
			continue
		}
		data, err := os.ReadFile(backup)
		if err != nil {
			continue
		}
		if err := WriteFile(path, data); err != nil {
			return Restored{Kept: kept}, fmt.Errorf("restore: %w", err)
		}
		return Restored{Kept: kept, From: backup}, nil
	}
	return Restored{Kept: kept}, nil
}

// openFrozen opens a file nobody writes. immutable=1 leaves no -wal or -shm beside it.
func openFrozen(path string) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", uri(path)+"?mode=ro&immutable=1&_pragma=query_only(1)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", filepath.Base(path), err)
	}
	return pool, nil
}

func checkFile(ctx context.Context, path string) error {
	if info, err := os.Stat(path); err != nil {
		return err
	} else if info.Size() == 0 {
		return errors.New("the file is empty")
	}
	pool, err := openFrozen(path)
	if err != nil {
		return err
	}
	defer pool.Close()
	db := &DB{path: path}
	return db.check(ctx, pool, "PRAGMA quick_check(1)")
}
