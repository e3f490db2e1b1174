package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

// TakesBack is the tool that takes records back which Pace has made. Nobody names it but undo.
const TakesBack = "record_remove"

type recordRemove struct{ b Books }

type recordRemoveArgs struct {
	In   string `json:"in" enum:"reminders,calendar,notes" need:"true"`
	ID   string `json:"id" need:"true" min:"1" max:"500"`
	Hash string `json:"hash" doc:"what the record must still be" need:"true" min:"1" max:"100"`
	Keep *int   `json:"keep" doc:"of a note: take away only what stands behind so many bytes" min:"0"`
	Was  string `json:"was,omitempty" doc:"a mark for each part of the record as it was left" max:"500"`
}

func (recordRemove) Spec() tool.Spec {
	return tool.Spec{Name: TakesBack, Summary: "Takes a record back that Pace has made, if it still is as Pace left it.",
		Example: "undo that", ExampleArg: `{"in":"reminders","id":"1","hash":"0"}`, Args: tool.SchemaOf[recordRemoveArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{usesReminders, usesCalendar, usesNotes}, Offer: tool.OfferCommand}
}

var recordWords = map[string]string{inReminders: "reminder", inCalendar: "event", inNotes: "note"}

func (recordRemove) Describe(raw json.RawMessage) string {
	a := args[recordRemoveArgs](raw)
	if a.Keep != nil {
		return "Take back what was added to the note"
	}
	return "Take back the " + recordWords[a.In]
}

// shelf is what a record lies in, its name, and the marks of its parts.
func (t recordRemove) shelf(ctx context.Context, a recordRemoveArgs) (r pim.Remover, title string, now recordParts, err error) {
	switch a.In {
	case inReminders:
		var x pim.Reminder
		x, _, err = t.b.Reminders.Reminder(ctx, a.ID)
		return t.b.Reminders, "Reminder " + quote(x.Title, 200), reminderParts(x), err
	case inCalendar:
		var x pim.Event
		x, _, err = t.b.Calendar.Event(ctx, a.ID)
		return t.b.Calendar, "Event " + quote(x.Title, 200), eventParts(x), err
	}
	var x pim.Note
	x, _, err = t.b.Notes.Note(ctx, a.ID)
	return t.b.Notes, "The note " + quote(x.Title, 200), noteParts(x), err
}

func (t recordRemove) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[recordRemoveArgs](raw)
	what := "The " + recordWords[a.In] + " could not be taken back"
	shelf, title, parts, err := t.shelf(ctx, a)
	if errors.Is(err, pim.ErrGone) {
		return proof.Refuse(proof.ReasonNotFound, fmt.Sprintf("The %s is not there any more, so there is nothing to take back.", recordWords[a.In])), tool.Output{}
	}
	if err != nil {
		return proof.FailWith(broken(what, err)), tool.Output{}
	}
	changed := proof.Refuse(proof.ReasonNotPermitted, title+" has been changed since"+parts.since(a.Was)+", so it was left as it is.")
	if now, err := shelf.Stamp(ctx, a.ID); err != nil || now != a.Hash {
		return changed, tool.Output{}
	}
	if a.Keep != nil {
		return t.cut(ctx, a, title), tool.Output{}
	}
	o := recorded(ctx, looking{check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		switch _, err := shelf.Stamp(ctx, a.ID); {
		case errors.Is(err, pim.ErrGone):
			return proof.Satisfied, proof.Evidence{Kind: proof.Vanished, What: title}, nil
		case err != nil:
			return proof.Unknown, proof.Evidence{}, broken(what, err)
		}
		return proof.Unsatisfied, proof.Evidence{}, nil
	}}, func(ctx context.Context) error {
		if err := shelf.Remove(ctx, pim.Ref{ID: a.ID, Stamp: a.Hash}); err != nil {
			return broken(what, err)
		}
		return nil
	})
	return o, tool.Output{}
}

// cut takes back what was added to a note.
func (t recordRemove) cut(ctx context.Context, a recordRemoveArgs, title string) proof.Outcome {
	const what = "What was added to the note could not be taken back"
	was := pim.Ref{ID: a.ID, Stamp: a.Hash}
	var now pim.Ref
	return recorded(ctx, looking{check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		got, err := t.b.Notes.Stamp(ctx, a.ID)
		if err != nil {
			return unread(what, err)
		}
		if now.ID == "" || got != now.Stamp {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		return proof.Satisfied, proof.Evidence{Kind: proof.Record, What: title, After: "as it was before"}, nil
	}}, func(ctx context.Context) error {
		var err error
		if now, err = t.b.Notes.Cut(ctx, was, *a.Keep); err != nil {
			return broken(what, err)
		}
		return nil
	})
}

// takeAway makes the call that takes a new record away, or what was added to one: the evidence says where it is.
func takeAway(o proof.Outcome) (tool.Call, bool) {
	for _, e := range o.Evidence() {
		if e.Kind != proof.Record || len(e.Path) < 3 {
			continue
		}
		a := recordRemoveArgs{In: e.Path[0], ID: e.Path[1], Hash: e.Path[2]}
		if len(e.Path) > 4 {
			a.Was = e.Path[4]
		}
		if len(e.Path) > 3 && e.Path[3] != "" {
			n, err := strconv.Atoi(e.Path[3])
			if err != nil {
				return tool.Call{}, false
			}
			a.Keep = &n
		}
		raw, err := json.Marshal(a)
		return tool.Call{Tool: TakesBack, Args: raw}, err == nil
	}
	return tool.Call{}, false
}
