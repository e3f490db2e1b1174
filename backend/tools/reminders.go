package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/schedule"
	"pace/backend/tool"
	"pace/backend/when"
)

type reminder struct{ b Books }

type reminderArgs struct {
	Title string `json:"title" alias:"text,name,reminder" need:"true" min:"1" max:"500"`
	When  string `json:"when" alias:"due,date,at,time,dueDate,due_date" doc:"in the person's words" max:"200"`
	Notes string `json:"notes" alias:"body" max:"20000"`
	List  string `json:"list" max:"200"`
}

// Check refuses what can't be written down.
func (a reminderArgs) Check() error {
	if err := pim.Line("title", a.Title); err != nil {
		return err
	}
	if a.List != "" {
		if err := pim.Line("list", a.List); err != nil {
			return err
		}
	}
	return pim.Text("notes", a.Notes)
}

func (reminder) Spec() tool.Spec {
	return tool.Spec{Name: "reminder", Aliases: []string{"Reminders.add", "reminder.add", "reminder.create", "reminders.create", "add_reminder", "create_reminder"},
		Summary: "Writes down something to remember, with or without a time.",
		Example: "remind me to call Anna tomorrow at five", ExampleArg: `{"title":"call Anna","when":"tomorrow at five"}`, Args: tool.SchemaOf[reminderArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Always}, Uses: []tool.Resource{usesReminders}, Reversible: true, Offer: tool.OfferAll}
}

func (reminder) Describe(raw json.RawMessage) string {
	a := args[reminderArgs](raw)
	d := "Write down the reminder " + quote(a.Title, 80)
	if a.When != "" {
		d += " for " + quote(a.When, 60)
	}
	return d
}

// record resolves what is to be written down, seen from now.
func (t reminder) record(a reminderArgs, now time.Time) (pim.Reminder, *proof.Problem) {
	r := pim.Reminder{Title: strings.Join(strings.Fields(a.Title), " "), Notes: strings.TrimSpace(a.Notes), List: strings.Join(strings.Fields(a.List), " ")}
	if strings.TrimSpace(a.When) == "" {
		return r, nil
	}
	at, p := remindTime(a.When, now)
	if p != nil {
		return r, p
	}
	switch at.Kind {
	case when.Duration:
		return r, unclear("“%s” is how long something takes; say “in %s” or when.", clip(a.When, 60), clip(a.When, 60))
	case when.Span:
		if at.AllDay && !sameDay(at.Start, at.End.Add(-time.Second)) {
			return r, unclear("“%s” is more than one day; say which.", clip(a.When, 60))
		}
	}
	r.Due, r.AllDay, r.Repeats = at.Start.Truncate(time.Second), at.AllDay, at.Repeats
	over := !r.Due.After(now)
	if r.AllDay {
		over = !dayStart(r.Due, 1).After(now)
	}
	if over {
		return r, unclear("That time is over already: %s. A reminder needs one that is still to come.", momentWords(r.Due, r.AllDay, now))
	}
	return r, nil
}

func (t reminder) Preview(_ context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	now := t.b.Now()
	r, p := t.record(args[reminderArgs](raw), now)
	if p != nil {
		return p.Text, p
	}
	if r.Due.IsZero() {
		return "", nil
	}
	return dueWords(r, now), nil
}

// dueWords tells when a reminder is due.
func dueWords(r pim.Reminder, now time.Time) string {
	s := momentWords(r.Due, r.AllDay, now)
	if w := repeatWords(r.Repeats); w != "" {
		s += ", " + w
	}
	return s
}

func (t reminder) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	now := t.b.Now()
	want, p := t.record(args[reminderArgs](raw), now)
	if p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	if err := ctx.Err(); err != nil {
		return proof.Cancel(proof.ReasonCancelled, "Stopped."), tool.Output{}
	}
	var ref pim.Ref
	const failed = "The reminder could not be kept"
	look := looking{goal: true, check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		if ref.ID == "" {
			return t.have(ctx, want, now)
		}
		got, found, err := t.b.Reminders.Reminder(ctx, ref.ID)
		if err != nil {
			return unread("What became of the reminder could not be read", err)
		}
		if found != ref || !got.Reads(want) {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		return proof.Satisfied, reminderEvidence(got, now, inReminders, ref.ID, ref.Stamp, "", reminderParts(got).String()), nil
	}}
	o := recorded(ctx, look, func(ctx context.Context) error {
		var err error
		if ref, err = t.b.Reminders.AddReminder(ctx, want); err != nil {
			return broken(failed, err)
		}
		return nil
	})
	if o.OK() && !want.Due.IsZero() && t.b.Bell != nil {
		o = o.Because(o.Report() + " " + t.promise(ctx, want, now))
	}
	return o, tool.Output{}
}

// promise sees to it that a reminder is told of, and says when that will be.
func (t reminder) promise(ctx context.Context, r pim.Reminder, now time.Time) string {
	if err := t.b.Bell.Promise(ctx); err != nil {
		return "It can't be said whether Pace will tell you then: its database can't be written."
	}
	at := schedule.ToldAt(r)
	switch {
	case !t.b.Bell.Rings():
		return "Pace tells you only while it runs as an app: start pace or pace serve, else it tells you at the next start."
	case strings.Contains(r.Repeats, "SECONDLY"):
		return "Pace tells you at most once a minute."
	case !r.AllDay:
		return "Pace tells you then."
	case !at.After(now):
		return "It is for the whole day, so Pace shows it from now on."
	}
	return "Pace tells you at " + at.Format("15:04") + "."
}

// have looks for the same reminder: asked twice for one thing, nobody wants it twice.
func (t reminder) have(ctx context.Context, want pim.Reminder, now time.Time) (proof.Verdict, proof.Evidence, error) {
	var to time.Time
	if !want.Due.IsZero() {
		to = want.Due.Add(time.Second)
	}
	all, err := t.b.Reminders.Reminders(ctx, time.Time{}, to)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, broken("The reminders could not be read", err)
	}
	for _, r := range all.Items {
		if r.Reads(want) {
			return proof.Satisfied, reminderEvidence(r, now), nil
		}
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}

func reminderEvidence(r pim.Reminder, now time.Time, path ...string) proof.Evidence {
	after := "in your reminders"
	switch {
	case !r.Due.IsZero():
		after += ", for " + dueWords(r, now)
	default:
		after += ", without a time"
	}
	return proof.Evidence{Kind: proof.Record, What: quote(r.Title, 200), After: after, Path: path}
}

// Undo takes the new record away again.
func (reminder) Undo(c tool.Call, o proof.Outcome) (tool.Call, bool) { return takeAway(o) }

type reminders struct{ b Books }

type remindersArgs struct {
	Range string `json:"range" alias:"when,date" doc:"absent: all" max:"200"`
	ID    string `json:"id,omitempty" doc:"only this one, as an earlier list offered it" max:"500"`
}

func (reminders) Spec() tool.Spec {
	return tool.Spec{Name: "reminders", Aliases: []string{"Reminders.list", "Reminders.read", "list_reminders", "read_reminders"},
		Summary: "Reads the open reminders.",
		Example: "what are my reminders for today", ExampleArg: `{"range":"today"}`, Args: tool.SchemaOf[remindersArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{usesReminders}, Offer: tool.OfferAll}
}

func (reminders) Describe(raw json.RawMessage) string {
	switch r := args[remindersArgs](raw).Range; {
	case args[remindersArgs](raw).ID != "":
		return "Read one reminder"
	case r != "":
		return "Read the reminders for " + quote(r, 60)
	}
	return "Read the reminders"
}

// maxTold is how many records of a kind are told at once.
const maxTold = 40

func (t reminders) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	now := t.b.Now()
	if id := args[remindersArgs](raw).ID; id != "" {
		return t.single(ctx, id, now)
	}
	var s stretch
	if r := args[remindersArgs](raw).Range; strings.TrimSpace(r) != "" {
		var p *proof.Problem
		if s, p = stretchOf(r, now); p != nil {
			return proof.RefuseFor(p), tool.Output{}
		}
	}
	from := s.from
	if !from.After(now) && (s.to.IsZero() || s.to.After(now)) {
		from = time.Time{} // what is overdue belongs to today
	}
	all, err := t.b.Reminders.Reminders(ctx, from, s.to)
	if err != nil {
		return proof.FailWith(broken("The reminders could not be read", err)), tool.Output{}
	}
	words := ""
	if s.words != "" {
		words = " " + s.words
	}
	if len(all.Items) == 0 {
		return told("Your reminders", troubled("There are no open reminders"+words+".", all.Troubles), len(all.Troubles) > 0)
	}
	var lines []string
	for i, r := range all.Items {
		if i == maxTold {
			lines = append(lines, fmt.Sprintf("and %d more", len(all.Items)-i))
			break
		}
		lines = append(lines, reminderLine(r, now))
	}
	text := headed(counted(len(all.Items), "open reminder")+words, " "+strings.Join(lines, "; ")+".", all.Troubles)
	o, out := told("Your reminders", text, true)
	out.Listed = reminderOptions(all.Items, now)
	return o, out
}

// reminderOptions offers reminders by their ids: all of them or, where one has none, nothing, since they are counted.
func reminderOptions(all []pim.Reminder, now time.Time) (out []proof.Candidate) {
	for _, r := range all {
		if r.ID == "" {
			return nil
		}
		out = append(out, proof.Candidate{Label: reminderLine(r, now), Path: []string{"arg:id", r.ID}})
	}
	return out
}

// single tells all of one reminder.
func (t reminders) single(ctx context.Context, id string, now time.Time) (proof.Outcome, tool.Output) {
	r, _, err := t.b.Reminders.Reminder(ctx, id)
	if err != nil {
		return proof.RefuseFor(broken("That reminder could not be read", err)), tool.Output{}
	}
	text := reminderLine(r, now)
	if r.Repeats != "" { // its first time may be long over
		text = fmt.Sprintf("%s (%s, first %s)", clip(r.Title, 200), repeatWords(r.Repeats), momentWords(r.Due, r.AllDay, now))
	}
	if r.Done {
		text = clip(r.Title, 200) + " (done)"
	}
	if r.List != "" {
		text += ", in the list " + quote(r.List, 80)
	}
	if text += "."; r.Notes != "" {
		text += "\n" + clip(r.Notes, maxRead)
	}
	return told("Your reminders", text, true)
}

func reminderLine(r pim.Reminder, now time.Time) string {
	if r.Due.IsZero() {
		return clip(r.Title, 200)
	}
	late := ""
	end := r.Due
	if r.AllDay {
		end = dayStart(r.Due, 1)
	}
	if end.Before(now) {
		late = "overdue since "
	}
	return fmt.Sprintf("%s (%s%s)", clip(r.Title, 200), late, dueWords(r, now))
}
