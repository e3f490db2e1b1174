package bridge

import (
	"encoding/json"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/settings"
	"pace/backend/store"
	"pace/backend/tool"
	"pace/backend/tools"
)

// Activity is the history of what was done: the record of each call that ran, with what was read and whether it can be
// taken back. A page of it is asked for again when the turn's rows, which are pushed, say that something was done.
type Activity struct{ p Parts }

// ActivityFilter narrows a page. Empty fields narrow nothing.
type ActivityFilter struct {
	Family string `json:"family"` // a family of tools
	Effect string `json:"effect"` // proof.Effect
	Text   string `json:"text"`   // anywhere in what is shown of a row
	Day    string `json:"day"`    // YYYY-MM-DD in this machine's zone
	Before int64  `json:"before"` // rows older than this run; 0 = from the newest on
	Limit  int    `json:"limit"`
}

// ActivityPage is a part of the history, newest first.
type ActivityPage struct {
	Rows     []ActivityRow `json:"rows"`
	More     bool          `json:"more"`     // there are older ones that fit the filter
	Undoable int64         `json:"undoable"` // the one run that can be taken back now, 0 = none
	Families []Family      `json:"families"` // those that there are tools of
	Keeping  bool          `json:"keeping"`  // sentences and what was read are being kept
	Problem  string        `json:"problem"`  // why nothing new is put on record; "" when all of it is
}

// ActivityRow is one call that ran.
type ActivityRow struct {
	Run      int64            `json:"run"`
	Turn     string           `json:"turn"`
	At       string           `json:"at"`     // RFC 3339, in UTC
	Said     string           `json:"said"`   // the sentence, "" when there was none or it is not kept
	Origin   string           `json:"origin"` // ask, interface, link, schedule, mcp, voice; undo, answer: a button; "" unknown
	Tool     string           `json:"tool"`
	Family   string           `json:"family"`
	Label    string           `json:"label"`
	Effect   string           `json:"effect"`
	Means    string           `json:"means"`
	Evidence []event.Evidence `json:"evidence"`
	Report   string           `json:"report"`
	Undo     UndoState        `json:"undo"`
}

// UndoState says whether a run can be taken back.
type UndoState struct {
	State string `json:"state"` // offered, undone, held (not yet: a newer one comes first), none
	Why   string `json:"why"`   // for held and none
	At    string `json:"at"`    // when it was undone, RFC 3339
}

// Bounds of a page.
const (
	maxPage   = 200
	usualPage = 50
	maxWanted = 200 // bytes of the text that is looked for
)

// List gives a page of the history.
func (a *Activity) List(f ActivityFilter) (ActivityPage, error) {
	q, problem := a.query(f)
	if problem != nil {
		return ActivityPage{}, problem
	}
	db, err := a.p.DB()
	if err != nil {
		return ActivityPage{}, noRecord(err)
	}
	rows, err := db.Runs().List(a.p.Context, q)
	if err != nil {
		return ActivityPage{}, noRecord(err)
	}
	open, some, err := db.Runs().Undoable(a.p.Context)
	if err != nil {
		return ActivityPage{}, noRecord(err)
	}
	page := ActivityPage{Rows: []ActivityRow{}, Families: familiesIn(a.p.Registry), Keeping: a.p.Settings.Bool(settings.TraceEnabled)}
	if some {
		page.Undoable = open.ID
	}
	if db.Rescued() != nil {
		page.Problem = "The database is damaged, so nothing that Pace does now is put on record, and what was done before comes from an older copy, if from any. Health says what helps."
	}
	if page.More = len(rows) == q.Limit; page.More {
		rows = rows[:q.Limit-1]
	}
	for _, r := range rows {
		page.Rows = append(page.Rows, a.row(r, page.Undoable))
	}
	return page, nil
}

func noRecord(error) *Error {
	return &Error{"internal", "The record of what was done could not be read."}
}

// query reads a filter. One row more than wanted is asked for, to know whether there are more.
func (a *Activity) query(f ActivityFilter) (store.RunFilter, *Error) {
	limit := f.Limit
	if limit <= 0 {
		limit = usualPage
	}
	q := store.RunFilter{Effect: f.Effect, Text: f.Text, Before: max(f.Before, 0), Limit: min(limit, maxPage) + 1}
	if len(q.Text) > maxWanted {
		return q, &Error{"invalid", "That is too much text to look for."}
	}
	if f.Family != "" {
		names, ok := familyTools(f.Family, a.p.Registry)
		if !ok {
			return q, &Error{"invalid", "There is no such kind of action."}
		}
		q.Tools = names
	}
	if f.Day != "" {
		day, err := time.ParseInLocation(time.DateOnly, f.Day, time.Local)
		if err != nil {
			return q, &Error{"invalid", "That is no day."}
		}
		q.Since, q.Until = day, day.AddDate(0, 0, 1) // a day of 23 or 25 hours too
	}
	return q, nil
}

func (a *Activity) row(r store.Run, undoable int64) ActivityRow {
	v := ActivityRow{Run: r.ID, Turn: r.Turn, At: r.At.Format(time.RFC3339), Said: r.Said, Origin: r.Origin, Tool: r.Tool,
		Family: familyOf(r.Tool), Label: r.Label, Effect: r.Effect, Means: r.Means, Evidence: []event.Evidence{}, Report: r.Report}
	t, known := a.p.Registry.Lookup(r.Tool)
	if v.Label == "" && known {
		v.Label = t.Describe(r.Args)
	}
	if v.Label == "" {
		v.Label = r.Tool
	}
	_ = json.Unmarshal(r.Evidence, &v.Evidence) // what can't be read is not shown; the rest is
	if v.Evidence == nil {
		v.Evidence = []event.Evidence{}
	}
	var spec tool.Spec
	if known {
		spec = t.Spec()
	}
	v.Undo = undoState(r, v.Evidence, spec, undoable)
	return v
}

// undoState decides what there is to say of taking a run back. spec is zero for a tool that is not there any more.
func undoState(r store.Run, seen []event.Evidence, spec tool.Spec, undoable int64) UndoState {
	no := func(why string) UndoState { return UndoState{State: "none", Why: why} }
	switch {
	case r.Undo != nil && !r.Undo.UndoneAt.IsZero():
		return UndoState{State: "undone", At: r.Undo.UndoneAt.Format(time.RFC3339)}
	case r.Undo != nil && r.ID == undoable:
		return UndoState{State: "offered"}
	case r.Undo != nil:
		return UndoState{State: "held", Why: "What was done since comes first."}
	case spec.Risk == tool.ReadOnly:
		return no("It only looked.")
	case r.Effect == store.Begun:
		return no("It is not known whether it happened.")
	case r.Origin == "undo" || tools.TakesBackBy(r.Tool, r.Args):
		return no("It took something back itself.")
	}
	switch proof.Effect(r.Effect) {
	case proof.Refused, proof.Unchanged, proof.NotAttempted:
		return no("It changed nothing.")
	case proof.Failed:
		return no("It did not work.")
	case proof.Confirmed:
	default:
		return no("What came of it is not certain.")
	}
	for _, e := range seen {
		if e.Kind == string(proof.AlreadySo) {
			return no("It was so already.")
		}
	}
	if spec.Reversible {
		return no("What was there before is not known.")
	}
	return no("This kind of action can’t be taken back.")
}
