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

// note adds to a record what a person wants to know of it later. What was read is kept under the same rule as traces: not
// at all when the user keeps no record of turns.
func (a *App) note(run *store.Run, x executor.Record) {
	if s, ok := a.turns.peek(); ok {
		if t, known := s.Registry.Lookup(x.Call.Tool); known {
			run.Label = t.Describe(x.Call.Args)
		}
		if r, known := s.Request(x.Turn); known {
			switch run.Origin = r.Origin; {
			case r.Undo != 0:
				run.Origin = byUndo
			case len(r.Option) > 0:
				run.Origin = byAnswer
			}
		}
	}
	if !a.Settings.Bool(settings.TraceEnabled) {
		return
	}
	run.Evidence = plainJSON(event.FromOutcome(x.Outcome).Evidence)
}

// said keeps the sentence of a turn that has come to its end, under the same rule: before that it may hold what is meant for
// a password field. A sentence that can't be kept is missed in the history and nowhere else.
func (a *App) said(ctx context.Context, turn, text string) {
	if text == "" || !a.Settings.Bool(settings.TraceEnabled) {
		return
	}
	if db, err := a.DB(); err == nil {
		_ = db.Runs().Say(ctx, turn, clip(text, maxSaid))
	}
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
