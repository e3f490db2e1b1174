package app

import (
	"context"
	"encoding/json"
	"time"

	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/tool"
)

// records keeps what was run in the database and finds what can be undone there.
type records struct{ a *App }

func (r *records) Record(ctx context.Context, x executor.Record) (int64, error) {
	db, err := r.a.DB()
	if err != nil {
		return 0, err
	}
	run := store.Run{Turn: x.Turn, Step: x.Step, Tool: x.Call.Tool, Args: x.Call.Args, Effect: string(x.Outcome.Effect()),
		Means: string(x.Outcome.Means()), Report: x.Outcome.Report(), At: x.At}
	if x.Undo != nil {
		run.Undo = &store.Undo{Tool: x.Undo.Tool, Args: x.Undo.Args}
	}
	return db.Runs().Add(ctx, run)
}

func (r *records) Undo(ctx context.Context, id int64) (int64, tool.Call, bool, error) {
	db, err := r.a.DB()
	if err != nil {
		return 0, tool.Call{}, false, err
	}
	run, ok, err := db.Runs().Undoable(ctx)
	if err != nil || !ok {
		return 0, tool.Call{}, false, err
	}
	if id != 0 && run.ID != id {
		// An older run may be taken back only as the newest: what came after may rest on it.
		return 0, tool.Call{}, false, nil
	}
	if last, err := lastDone(ctx, db); err != nil {
		return 0, tool.Call{}, false, err
	} else if id == 0 && last.ID != run.ID {
		return 0, tool.Call{}, false, &proof.Problem{Reason: proof.ReasonNotFound, Text: "The last thing Pace did can't be undone, and what it did before was left alone."}
	}
	return run.ID, tool.Call{Tool: run.Undo.Tool, Args: run.Undo.Args}, true, nil
}

func (r *records) Done(ctx context.Context, id int64) error {
	db, err := r.a.DB()
	if err != nil {
		return err
	}
	return db.Runs().MarkUndone(ctx, id, time.Now())
}

// thread opens the database only when a turn really refers to another.
type thread struct{ a *App }

func (t thread) Get(ctx context.Context, key string, now time.Time, value any) (bool, error) {
	db, err := t.a.DB()
	if err != nil {
		return false, err
	}
	return db.Thread().Get(ctx, key, now, value)
}

func (t thread) Put(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error {
	db, err := t.a.DB()
	if err != nil {
		return err
	}
	return db.Thread().Put(ctx, key, value, now, ttl)
}

func (t thread) Drop(ctx context.Context, key string) error {
	db, err := t.a.DB()
	if err != nil {
		return err
	}
	return db.Thread().Drop(ctx, key)
}

// lastDone is the newest run that may have changed something: "that" in "undo that".
func lastDone(ctx context.Context, db *store.DB) (store.Run, error) {
	rows, err := db.Runs().List(ctx, store.RunFilter{Limit: 50})
	if err != nil {
		return store.Run{}, err
	}
	for _, r := range rows {
		switch proof.Effect(r.Effect) {
		case proof.Confirmed, proof.Partial, proof.Unverifiable, proof.Cancelled:
			undone := r.Undo != nil && !r.Undo.UndoneAt.IsZero()
			if r.Tool != "clipboard_read" && !undone && !undid(r) {
				return r, nil
			}
		}
	}
	return store.Run{}, nil
}

// undid reports whether a run was itself an undo: only those are told how Pace left what they take back.
func undid(r store.Run) bool {
	var a struct {
		OnlyIf *string         `json:"onlyIf"`
		Left   json.RawMessage `json:"left"`
	}
	return json.Unmarshal(r.Args, &a) == nil && (a.OnlyIf != nil || a.Left != nil)
}
