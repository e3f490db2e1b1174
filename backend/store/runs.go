package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Run is the record of one tool call. Args hold what the user wrote: private content, not a log.
type Run struct {
	ID     int64
	Turn   string
	Step   int
	Tool   string
	Args   json.RawMessage // nil is kept as {}
	Effect string          // proof.Effect, or Begun
	Means  string          // proof.Means, "" when nothing was dispatched
	Report string
	At     time.Time // kept to the millisecond, read back in UTC
	Undo   *Undo     // nil: nothing takes it back

	Said     string          // the sentence that asked for it; "" when there was none, or it is not kept
	Origin   string          // who brought the turn, "" in records of an older Pace
	Label    string          // the call in the words of its approval, "" in records of an older Pace
	Evidence json.RawMessage // a list of event.Evidence; nil for none
}

// Undo is the ordinary tool call that takes a run back.
type Undo struct {
	Tool     string
	Args     json.RawMessage
	UndoneAt time.Time // zero: not undone
}

// RunFilter narrows List. The zero value lists everything.
type RunFilter struct {
	Turn   string
	Tool   string
	Effect string
	Since  time.Time
	Limit  int // ≤ 0 means 100

	Tools  []string  // any of these; nil = whichever
	Until  time.Time // before this
	Before int64     // of runs older than this one, 0 = from the newest on
	Text   string    // somewhere in the sentence, the label, the report or what was read; case does not matter
}

// Begun is the effect of a run of which only the beginning is on record: it is being made now, or Pace ended in the
// middle of it. BegunReport is the report of such a run, true in either case.
const (
	Begun       = "begun"
	BegunReport = "It was begun; what came of it is not known."
)

// ErrNoRun says that no run has this id, or that it cannot be (or already was) undone or ended.
var ErrNoRun = errors.New("no such run")

// Runs keeps the run records.
type Runs struct{ db *DB }

// Runs gives the repository of run records.
func (db *DB) Runs() Runs { return Runs{db} }

// Add records a run with its undo call, both or neither, and returns its id. ID is ignored.
func (r Runs) Add(ctx context.Context, run Run) (int64, error) {
	var id int64
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx,
			`INSERT INTO runs (turn, step, tool, args, effect, means, report, at, said, origin, label, evidence)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
			run.Turn, run.Step, run.Tool, argsText(run.Args), run.Effect, run.Means, run.Report, run.At.UnixMilli(),
			run.Said, run.Origin, run.Label, evidenceText(run.Evidence))
		if err != nil {
			return err
		}
		if id, err = res.LastInsertId(); err != nil {
			return err
		}
		return addUndo(ctx, tx, id, run.Undo)
	})
	if err != nil {
		return 0, fmt.Errorf("record run of %s: %w", run.Tool, err)
	}
	return id, nil
}

func addUndo(ctx context.Context, tx *sql.Tx, id int64, u *Undo) error {
	if u == nil {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO undo (run, tool, args, undone_at) VALUES (?,?,?,?)`,
		id, u.Tool, argsText(u.Args), millisOrNull(u.UndoneAt))
	return err
}

// Begin records that a run is about to be made, before it is, so that it is on record whatever ends Pace in the middle.
// What became of it (Effect, Means, Report, Evidence, Undo) is not known yet and ignored.
func (r Runs) Begin(ctx context.Context, run Run) (int64, error) {
	run.Effect, run.Means, run.Report, run.Undo, run.Evidence = Begun, "", BegunReport, nil, nil
	return r.Add(ctx, run)
}

// End writes what became of a run that Begin recorded: Args, Effect, Means, Report, Origin, Label, Evidence and Undo, all or nothing. A run that has
// ended already, or was deleted meanwhile, gives ErrNoRun and stays as it is.
func (r Runs) End(ctx context.Context, run Run) error {
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE runs SET args = ?, effect = ?, means = ?, report = ?, origin = ?, label = ?, evidence = ? WHERE id = ? AND effect = ?`,
			argsText(run.Args), run.Effect, run.Means, run.Report, run.Origin, run.Label, evidenceText(run.Evidence), run.ID, Begun)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(ErrNoRun, err)
		}
		return addUndo(ctx, tx, run.ID, run.Undo)
	})
	if err != nil {
		return fmt.Errorf("record the end of run %d: %w", run.ID, err)
	}
	return nil
}

// Say writes the sentence into all runs of a turn.
func (r Runs) Say(ctx context.Context, turn, said string) error {
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE runs SET said = ? WHERE turn = ?`, said, turn)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the sentence of turn %s: %w", turn, err)
	}
	return nil
}

const runColumns = `SELECT runs.id, turn, step, runs.tool, runs.args, effect, means, report, at,
	undo.tool, undo.args, undone_at, said, origin, label, evidence FROM runs LEFT JOIN undo ON undo.run = runs.id `

// List gives the newest runs first.
func (r Runs) List(ctx context.Context, f RunFilter) ([]Run, error) {
	var where []string
	var args []any
	add := func(clause string, value any) { where, args = append(where, clause), append(args, value) }
	if f.Turn != "" {
		add("turn = ?", f.Turn)
	}
	if f.Tool != "" {
		add("runs.tool = ?", f.Tool)
	}
	if f.Effect != "" {
		add("effect = ?", f.Effect)
	}
	if !f.Since.IsZero() {
		add("at >= ?", f.Since.UnixMilli())
	}
	if !f.Until.IsZero() {
		add("at < ?", f.Until.UnixMilli())
	}
	if f.Before > 0 {
		add("runs.id < ?", f.Before)
	}
	if f.Tools != nil {
		where = append(where, "runs.tool IN ("+strings.TrimSuffix(strings.Repeat("?,", len(f.Tools)), ",")+")")
		for _, t := range f.Tools {
			args = append(args, t)
		}
	}
	if f.Text != "" {
		add(textIn, "%"+pattern(f.Text)+"%")
	}
	query := runColumns
	if len(where) > 0 {
		query += "WHERE " + strings.Join(where, " AND ")
	}
	if f.Limit <= 0 {
		f.Limit = 100
	}
	list, err := r.query(ctx, query+" ORDER BY runs.id DESC LIMIT ?", append(args, f.Limit)...)
	if err != nil {
		return nil, fmt.Errorf("list runs: %w", err)
	}
	return list, nil
}

// Undoable gives the latest run that has an undo call and was not undone. Order is that of
// recording, not of the clock, which may have been set back. ok is false when there is none.
func (r Runs) Undoable(ctx context.Context) (run Run, ok bool, err error) {
	list, err := r.query(ctx, runColumns+`WHERE undo.run IS NOT NULL AND undone_at IS NULL ORDER BY runs.id DESC LIMIT 1`)
	if err != nil {
		return Run{}, false, fmt.Errorf("find what can be undone: %w", err)
	}
	if len(list) == 0 {
		return Run{}, false, nil
	}
	return list[0], true, nil
}

// MarkUndone notes that the undo call of this run was carried out. A second time, or for a run
// without an undo call, it gives ErrNoRun: of two processes that undo at once only one wins.
func (r Runs) MarkUndone(ctx context.Context, id int64, at time.Time) error {
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE undo SET undone_at = ? WHERE run = ? AND undone_at IS NULL`, at.UnixMilli(), id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(ErrNoRun, err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("mark run %d undone: %w", id, err)
	}
	return nil
}

// Forget deletes the runs recorded before a time, with their undo calls, and says how many.
func (r Runs) Forget(ctx context.Context, before time.Time) (int64, error) {
	var n int64
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `DELETE FROM runs WHERE at < ?`, before.UnixMilli())
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget runs: %w", err)
	}
	return n, nil
}

// Strip takes from runs recorded before a time what only a person wants to know of them: the sentence and what was read.
// The calls and what takes them back stay.
func (r Runs) Strip(ctx context.Context, before time.Time) error {
	err := r.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE runs SET said = '', evidence = '[]' WHERE at < ? AND (said != '' OR evidence != '[]')`, before.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("strip runs: %w", err)
	}
	return nil
}

func (r Runs) query(ctx context.Context, query string, args ...any) ([]Run, error) {
	var list []Run
	err := r.db.Read(ctx, func(pool *sql.DB) error {
		rows, err := pool.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var run Run
			var runArgs string
			var at int64
			var evidence string
			var undoTool, undoArgs sql.NullString
			var undoneAt sql.NullInt64
			if err := rows.Scan(&run.ID, &run.Turn, &run.Step, &run.Tool, &runArgs, &run.Effect, &run.Means,
				&run.Report, &at, &undoTool, &undoArgs, &undoneAt, &run.Said, &run.Origin, &run.Label, &evidence); err != nil {
				return err
			}
			run.Args, run.At = json.RawMessage(runArgs), time.UnixMilli(at).UTC()
			if evidence != noEvidence {
				run.Evidence = json.RawMessage(evidence)
			}
			if undoTool.Valid {
				run.Undo = &Undo{Tool: undoTool.String, Args: json.RawMessage(undoArgs.String)}
				if undoneAt.Valid {
					run.Undo.UndoneAt = time.UnixMilli(undoneAt.Int64).UTC()
				}
			}
			list = append(list, run)
		}
		return rows.Err()
	})
	return list, err
}

func argsText(args json.RawMessage) string {
	if len(args) == 0 {
		return "{}"
	}
	return string(args)
}

const noEvidence = "[]"

func evidenceText(e json.RawMessage) string {
	if len(e) == 0 {
		return noEvidence
	}
	return string(e)
}

// textIn looks for one pattern in everything of a run that a person reads. Of the evidence only what was read counts,
// not the names of its fields.
const textIn = `(said || char(10) || label || char(10) || report || char(10) || coalesce((SELECT group_concat(
	coalesce(json_extract(value, '$.what'), '') || char(10) || coalesce(json_extract(value, '$.before'), '') || char(10) ||
	coalesce(json_extract(value, '$.after'), ''), char(10)) FROM json_each(evidence)), '')) LIKE ? ESCAPE '\'`

// pattern quotes a text for LIKE. SQLite folds the case of ASCII only, so another letter stands for any character there:
// better one row too many than one that can't be found.
func pattern(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(`%_\`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r > unicode.MaxASCII && unicode.ToUpper(r) != unicode.ToLower(r):
			b.WriteByte('_')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func millisOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
