package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/tool"
	"pace/backend/tools"
)

// records keeps what was run in the database and finds what can be undone there.
type records struct {
	a     *App
	reads func(store.Run) bool // whether a run only read

	mu     sync.Mutex
	turn   string                   // the newest turn of this process, and what was seen in it by step: the trace, which
	proofs map[int][]proof.Evidence // keeps that too, is written a moment later, or not at all
}

// reads tells by the tools whether a run only read. What no tool knows any more changed something.
func reads(reg *tool.Registry) func(store.Run) bool {
	return func(r store.Run) bool {
		p, problems := reg.Plan([][]tool.Call{{{Tool: r.Tool, Args: r.Args}}}, tool.OfferAll)
		return len(problems) == 0 && p.Steps()[0][0].Spec.Risk == tool.ReadOnly
	}
}

// evidence is what was seen in a step of the newest turn of this process.
func (r *records) evidence(turn string, step int) []proof.Evidence {
	r.mu.Lock()
	defer r.mu.Unlock()
	if turn != r.turn {
		return nil
	}
	return r.proofs[step]
}

func (r *records) Begin(ctx context.Context, x executor.Record) (int64, error) {
	db, err := r.a.DB()
	if err != nil {
		return 0, err
	}
	run := store.Run{Turn: x.Turn, Step: x.Step, Tool: x.Call.Tool, Args: x.Call.Args, At: x.At}
	r.a.note(&run, x)
	return db.Runs().Begin(ctx, run)
}

func (r *records) Record(ctx context.Context, x executor.Record) (int64, error) {
	db, err := r.a.DB()
	if err != nil {
		return 0, unkept(err)
	}
	run := store.Run{ID: x.ID, Turn: x.Turn, Step: x.Step, Tool: x.Call.Tool, Args: x.Call.Args, Effect: string(x.Outcome.Effect()),
		Means: string(x.Outcome.Means()), Report: x.Outcome.Report(), At: x.At}
	if x.Undo != nil {
		run.Undo = &store.Undo{Tool: x.Undo.Tool, Args: x.Undo.Args}
	}
	r.saw(run, x.Outcome.Evidence())
	r.a.note(&run, x)
	r.a.age(ctx, db, x.At)
	if x.ID == 0 {
		id, err := db.Runs().Add(ctx, run)
		return id, unkept(err)
	}
	return x.ID, unkept(db.Runs().End(ctx, run))
}

// saw keeps the evidence of a step of the newest turn that changed something.
func (r *records) saw(run store.Run, evidence []proof.Evidence) {
	if r.reads(run) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn != run.Turn {
		r.turn, r.proofs = run.Turn, map[int][]proof.Evidence{}
	}
	r.proofs[run.Step] = evidence
}

func (r *records) Undo(ctx context.Context, id int64) (int64, tool.Call, bool, error) {
	db, err := r.a.DB()
	if err != nil {
		return 0, tool.Call{}, false, err
	}
	run, call, ok, err := r.undoable(ctx, db, id)
	if id == 0 {
		// Asked last: what was taken back between the readings made two different pictures of them.
		if late := overtaken(ctx, db); late != nil {
			return 0, tool.Call{}, false, late
		}
	}
	return run, call, ok, err
}

func (r *records) undoable(ctx context.Context, db *store.DB, id int64) (int64, tool.Call, bool, error) {
	last, err := lastDone(ctx, db, r.reads)
	switch {
	case err != nil:
		return 0, tool.Call{}, false, err
	case id == 0 && last.Effect == store.Begun && r.underWay(last.Turn):
		return 0, tool.Call{}, false, &proof.Problem{Reason: proof.ReasonUnavailable, Text: "The last thing you asked for is still going on, so nothing was taken back. Stop it instead."}
	case id == 0 && last.Effect == store.Begun:
		return 0, tool.Call{}, false, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "The last thing Pace did was begun, and what came of it is not known, so nothing was taken back."}
	}
	run, ok, err := db.Runs().Undoable(ctx)
	switch {
	case err != nil:
		return 0, tool.Call{}, false, err
	case id != 0 && (!ok || run.ID != id):
		return 0, tool.Call{}, false, notOffered(ctx, db, id)
	case !ok:
		return 0, tool.Call{}, false, nil
	case id == 0 && last.ID != run.ID:
		return 0, tool.Call{}, false, &proof.Problem{Reason: proof.ReasonNotFound, Text: "The last thing Pace did can't be undone, and what it did before was left alone."}
	}
	return run.ID, tool.Call{Tool: run.Undo.Tool, Args: run.Undo.Args}, true, nil
}

// underWay reports whether a turn is being worked on in this process.
func (r *records) underWay(turn string) bool {
	s, ok := r.a.turns.peek()
	return ok && s.Running(turn)
}

// What is said of a run that another request takes back, or has.
const (
	beingTakenBack = "That is being taken back already, by another request."
	takenBackSince = "That was taken back a moment ago, by another request."
	takenBackOnce  = "That was taken back already."
)

// overtaken is a *proof.Problem when something was taken back since the sentence was said: then "that" is gone, and what
// was done before it was never meant. Times to come tell nothing: the clock was set back.
func overtaken(ctx context.Context, db *store.DB) error {
	asked := tool.Asked(ctx)
	if asked.IsZero() {
		return nil
	}
	rows, err := db.Runs().List(ctx, store.RunFilter{Limit: lookBack})
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Undo != nil && r.Undo.UndoneAt.After(asked) && !r.Undo.UndoneAt.After(time.Now()) {
			return &proof.Problem{Reason: proof.ReasonNotFound, Text: takenBackSince}
		}
	}
	return nil
}

// notOffered says why a given run can't be taken back now: an older one only as the newest, since what came after may
// rest on it.
func notOffered(ctx context.Context, db *store.DB, id int64) error {
	rows, err := db.Runs().List(ctx, store.RunFilter{Before: id + 1, Limit: 1})
	switch {
	case err != nil:
		return err
	case len(rows) == 0 || rows[0].ID != id || rows[0].Undo == nil:
		return nil
	case !rows[0].Undo.UndoneAt.IsZero():
		return &proof.Problem{Reason: proof.ReasonNotFound, Text: takenBackOnce}
	}
	return &proof.Problem{Reason: proof.ReasonNotFound, Text: "What was done since comes first, so that was not taken back."}
}

// Claim holds a lock over all processes while a run is taken back: the system frees it when its holder is killed, and the
// run is then offered as before. The database tells under it whether there still is something to take back.
func (r *records) Claim(ctx context.Context, run, id int64) (func(context.Context, bool), error) {
	db, err := r.a.DB()
	if err != nil {
		return nil, err
	}
	free, err := store.Hold(filepath.Join(r.a.Folders.Data, "undo.lock"))
	if errors.Is(err, store.ErrHeld) {
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: beingTakenBack}
	}
	if err != nil {
		return nil, &proof.Problem{Reason: proof.ReasonInternal, Text: "Nothing can be written in Pace's folder, so nothing was taken back.", Err: err}
	}
	now, _, ok, err := r.Undo(ctx, run)
	switch {
	case err == nil && ok && now == id:
		return func(ctx context.Context, done bool) {
			defer free()
			if done {
				_ = db.Runs().MarkUndone(ctx, id, time.Now()) // else it is offered again, and leaves alone what is not as Pace left it
			}
		}, nil
	case err == nil && !ok:
		err = &proof.Problem{Reason: proof.ReasonNotFound, Text: takenBackOnce}
	case err == nil:
		err = &proof.Problem{Reason: proof.ReasonNotFound, Text: "Something else was done meanwhile, so nothing was taken back."}
	}
	free()
	return nil, err
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
func lastDone(ctx context.Context, db *store.DB, reads func(store.Run) bool) (store.Run, error) {
	return newest(ctx, db, func(r store.Run) bool {
		switch proof.Effect(r.Effect) {
		case store.Begun, proof.Confirmed, proof.Partial, proof.Unverifiable, proof.Cancelled:
			undone := r.Undo != nil && !r.Undo.UndoneAt.IsZero()
			return !undone && !undid(r) && !reads(r)
		}
		return false
	})
}

// newest is the newest run of which is holds, the zero Run when there is none: however many questions came after it.
func newest(ctx context.Context, db *store.DB, is func(store.Run) bool) (store.Run, error) {
	for before := int64(0); ; {
		rows, err := db.Runs().List(ctx, store.RunFilter{Before: before, Limit: lookBack})
		if err != nil {
			return store.Run{}, err
		}
		if i := slices.IndexFunc(rows, is); i >= 0 {
			return rows[i], nil
		}
		if len(rows) < lookBack {
			return store.Run{}, nil
		}
		before = rows[len(rows)-1].ID
	}
}

// undid reports whether a run was itself an undo.
func undid(r store.Run) bool { return tools.TakesBackBy(r.Tool, r.Args) }
