package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
)

// unkept is the error of a record that could not be kept, with what a person is told of it.
func unkept(err error) error {
	if err == nil {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonUnavailable, Text: unkeptBecause(err), Err: err}
}

// unkeptBecause is the second half of a sentence.
func unkeptBecause(err error) string {
	var damaged *store.Damaged
	var newer *store.Newer
	switch {
	case errors.As(err, &damaged), errors.Is(err, store.ErrReadOnly):
		return "the database is damaged"
	case errors.As(err, &newer):
		return "the database was written by a newer version of Pace"
	case errors.Is(err, store.ErrNoRun):
		return "its record was deleted meanwhile"
	}
	return "the database can't be written"
}

// recordProbe says whether what Pace does can be put on record. Looking makes no database where there is none yet.
func (a *App) recordProbe(ctx context.Context) system.Probe {
	p := system.Probe{Name: "record of actions", State: system.Ok, Detail: "Can be read and written."}
	path := a.Folders.Database()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		p.Detail = "Nothing is on record yet."
		return p
	}
	db, err := a.DB()
	switch {
	case err == nil && db.Rescued() != nil:
		err = db.Rescued()
	case err == nil:
		err = usable(ctx, db)
	}
	if err == nil {
		return p
	}
	p.State = system.Fail
	p.Detail = fmt.Sprintf("%s, so nothing that Pace does is put on record or can be undone.", capital(unkeptBecause(err)))
	p.Fix = mend(path, err)
	return p
}

// checkLimit bounds how long a database is read to find damage. One that takes longer is taken to be whole as far as it was
// read.
const checkLimit = 5 * time.Second

// usable reports damage that opening has not found, and a database that can be read and not written.
func usable(ctx context.Context, db *store.DB) error {
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	if err := db.Check(limited); err != nil && limited.Err() == nil {
		return err
	}
	return db.Write(ctx, func(*sql.Tx) error { return nil })
}

// mend says what helps.
func mend(path string, err error) string {
	var damaged *store.Damaged
	var newer *store.Newer
	switch {
	case errors.As(err, &damaged), errors.Is(err, store.ErrReadOnly):
		fix := fmt.Sprintf("End every Pace and move %s, with the files of that name beside it, somewhere else; Pace then begins a new one.", path)
		if backups := store.Backups(filepath.Join(filepath.Dir(path), "backups")); len(backups) > 0 {
			fix += fmt.Sprintf(" To have older records back, copy %s to its place.", backups[0])
		}
		return fix
	case errors.As(err, &newer):
		return "Use the newest version of Pace."
	}
	return fmt.Sprintf("Make room on the disk, and %s writable for you.", path)
}

func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
