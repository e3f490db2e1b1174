package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/settings"
	"pace/backend/store"
)

// Origins of a run beside those of event.Started: nobody said a sentence, a button was pressed.
const (
	byUndo   = "undo"
	byAnswer = "answer"
)

// note adds to a record what a person wants to know of it later. The sentence and what was read are kept under the
// same rule as traces: not at all when the user keeps no record of turns.
func (a *App) note(run *store.Run, x executor.Record) {
	if s, ok := a.turns.peek(); ok {
		if t, known := s.Registry.Lookup(x.Call.Tool); known {
			run.Label = t.Describe(x.Call.Args)
		}
		if r, known := s.Request(x.Turn); known {
			switch run.Said, run.Origin = r.Text, r.Origin; {
			case r.Undo != 0:
				run.Origin = byUndo
			case len(r.Option) > 0:
				run.Origin = byAnswer
			}
		}
	}
	if !a.Settings.Bool(settings.TraceEnabled) {
		run.Said = ""
		return
	}
	run.Said = clip(run.Said, maxSaid)
	run.Evidence = plainJSON(event.FromOutcome(x.Outcome).Evidence)
}

// maxSaid bounds what of a sentence is kept with each of its steps, in bytes: what is to be typed may be long.
const maxSaid = 1 << 10

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := []rune(s[:most])
	return string(cut[:len(cut)-1]) + "…" // the last may be half a letter
}

// plainJSON leaves < > & as they are, so that they can be searched for.
func plainJSON(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}

// age strips old records once a day, as old traces are deleted. Records that stay longer than they should cost no turn.
func (a *App) age(ctx context.Context, db *store.DB, now time.Time) {
	day := now.Format(time.DateOnly)
	if old := a.aged.Swap(&day); old != nil && *old == day {
		return
	}
	_ = db.Runs().Strip(ctx, now.AddDate(0, 0, -a.Settings.Int(settings.TraceDays)))
}

// Forget deletes what is kept of past turns: traces, and records with what takes them back.
func (a *App) Forget(ctx context.Context) error {
	err := a.trace.Forget()
	if _, gone := os.Stat(a.Folders.Database()); errors.Is(gone, fs.ErrNotExist) {
		return err
	}
	db, broken := a.DB()
	if broken != nil {
		return errors.Join(err, broken)
	}
	_, broken = db.Runs().Forget(ctx, time.Now().Add(time.Second)) // kept to the millisecond
	return errors.Join(err, broken)
}
