package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
	"pace/backend/when"
)

type calendar struct{ b Books }

type calendarArgs struct {
	Range string `json:"range" alias:"when,date" doc:"today, this week, friday …, next" default:"today" max:"200"`
}

func (calendar) Spec() tool.Spec {
	return tool.Spec{Name: "calendar", Aliases: []string{"Calendar.read", "calendar.list", "read_calendar"},
		Summary: "Reads the calendar.",
		Example: "what's on my calendar tomorrow", ExampleArg: `{"range":"tomorrow"}`, Args: tool.SchemaOf[calendarArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{usesCalendar}, Offer: tool.OfferAll}
}

func (calendar) Describe(raw json.RawMessage) string {
	return "Read the calendar for " + quote(args[calendarArgs](raw).Range, 60)
}

func (t calendar) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	now := t.b.Now()
	r := args[calendarArgs](raw).Range
	if strings.EqualFold(strings.TrimSpace(r), "next") {
		return t.next(ctx, now)
	}
	s, p := stretchOf(r, now)
	if p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	all, err := t.b.Calendar.Events(ctx, s.from, s.to)
	if err != nil {
		return proof.FailWith(broken("The calendar could not be read", err)), tool.Output{}
	}
	if len(all.Items) == 0 {
		return told("Your calendar", troubled("There is nothing in your calendar "+s.words+".", all.Troubles), len(all.Troubles) > 0)
	}
	text := fmt.Sprintf("%s %s", counted(len(all.Items), "event"), s.words)
	one := sameDay(s.from, s.to.Add(-time.Second))
	var b strings.Builder
	var day time.Time
	for i, e := range all.Items {
		if i == maxTold {
			fmt.Fprintf(&b, "\nand %d more", len(all.Items)-i)
			break
		}
		at := e.Start
		if at.Before(s.from) {
			at = s.from // it began before, and is told on the first day that was asked for
		}
		switch {
		case !one && !sameDay(at, day):
			fmt.Fprintf(&b, "\n%s: ", dayWords(at, now))
		case b.Len() > 0:
			b.WriteString("; ")
		default:
			b.WriteString(" ")
		}
		day = at
		b.WriteString(eventLine(e, at, now))
	}
	return told("Your calendar", headed(text, b.String()+".", all.Troubles), true)
}

// next tells the next event of the year to come.
func (t calendar) next(ctx context.Context, now time.Time) (proof.Outcome, tool.Output) {
	// What comes many times a day is listed with the first time of what is asked for, so that has to be the next.
	all, err := t.b.Calendar.Events(ctx, now.Add(1), now.AddDate(1, 0, 0))
	if err != nil {
		return proof.FailWith(broken("The calendar could not be read", err)), tool.Output{}
	}
	for _, e := range all.Items {
		if e.Start.After(now) && !e.AllDay {
			text := fmt.Sprintf("Next is %s, %s", clip(e.Title, 200)+placed(e), spanWords(e.Start, e.End, e.AllDay, now))
			if e.Many != nil && e.Many.Every > 0 {
				text += ", every " + everyWords(e.Many.Every)
			}
			text += "."
			return told("Your calendar", troubled(text, all.Troubles), true)
		}
	}
	return told("Your calendar", troubled("There is no event with a time in your calendar in the year to come.", all.Troubles), len(all.Troubles) > 0)
}

func placed(e pim.Event) string {
	if e.Location == "" {
		return ""
	}
	return " (" + clip(e.Location, 120) + ")"
}

// eventLine tells an event on a day of it.
func eventLine(e pim.Event, day, now time.Time) string {
	title := clip(e.Title, 200) + placed(e)
	if e.Many != nil {
		title += " (" + manyWords(e, now) + ")"
	}
	switch {
	case e.AllDay:
		return "all day " + title
	case e.Start.Equal(e.End):
		return clockWords(e.Start) + " " + title
	case sameDay(e.Start, e.End.Add(-time.Second)):
		return clockWords(e.Start) + "–" + clockWords(e.End) + " " + title
	case e.Start.Before(day):
		return "since " + momentWords(e.Start, false, now) + " until " + momentWords(e.End, false, now) + " " + title
	}
	return clockWords(e.Start) + " until " + momentWords(e.End, false, now) + " " + title
}

type calendarCreate struct{ b Books }

type calendarCreateArgs struct {
	Title    string `json:"title" alias:"name,summary,text" need:"true" min:"1" max:"500"`
	Start    string `json:"start" alias:"startDate,startsAt,start_date,date,when" doc:"when it begins or the whole time, in the person's words" need:"true" min:"1" max:"200"`
	End      string `json:"end" alias:"endDate,endsAt,end_date" doc:"or how long it takes" max:"200"`
	Location string `json:"location" alias:"place,where" max:"500"`
	AllDay   bool   `json:"allDay" alias:"all_day"`
	Notes    string `json:"notes" alias:"description" max:"20000"`
	Calendar string `json:"calendar" max:"200"`
}

// Check refuses what can't be written down.
func (a calendarCreateArgs) Check() error {
	for what, s := range map[string]string{"place": a.Location, "calendar": a.Calendar} {
		if s != "" {
			if err := pim.Line(what, s); err != nil {
				return err
			}
		}
	}
	if err := pim.Line("title", a.Title); err != nil {
		return err
	}
	return pim.Text("notes", a.Notes)
}

func (calendarCreate) Spec() tool.Spec {
	return tool.Spec{Name: "calendar_create", Aliases: []string{"calendar_event", "cal_event", "Calendar.createEvent", "Calendar.create", "Calendar.add", "cal.event", "create_event", "add_event"},
		Summary: "Puts an event into the calendar.",
		Example: "add lunch with Bo on friday from 12 to 1 at Leo's", ExampleArg: `{"title":"lunch with Bo","start":"on friday from 12 to 1","location":"Leo's"}`, Args: tool.SchemaOf[calendarCreateArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Always}, Uses: []tool.Resource{usesCalendar}, Reversible: true, Offer: tool.OfferAll}
}

func (calendarCreate) Describe(raw json.RawMessage) string {
	a := args[calendarCreateArgs](raw)
	d := fmt.Sprintf("Put %s into the calendar, %s", quote(a.Title, 80), quote(a.Start, 60))
	if a.End != "" {
		d += " to " + quote(a.End, 60)
	}
	if a.Location != "" {
		d += ", at " + quote(a.Location, 60)
	}
	return d
}

// usual is how long an event takes when nobody says.
const usual = time.Hour

// record resolves what is to be written down, seen from now.
func (t calendarCreate) record(a calendarCreateArgs, now time.Time) (pim.Event, *proof.Problem) {
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	e := pim.Event{Title: flat(a.Title), Location: flat(a.Location), Notes: strings.TrimSpace(a.Notes), Calendar: flat(a.Calendar)}
	r, p := readTime(a.Start, now)
	if p != nil {
		return e, p
	}
	if r.Kind == when.Duration {
		return e, unclear("“%s” is how long something takes; say when it begins.", clip(a.Start, 60))
	}
	e.Start, e.End, e.AllDay, e.Repeats = r.Start, r.End, r.AllDay, r.Repeats
	if strings.TrimSpace(a.End) != "" {
		if p := t.end(&e, a.End); p != nil {
			return e, p
		}
	}
	if a.AllDay && !e.AllDay {
		last := e.Start
		if e.End.After(e.Start) {
			last = e.End.Add(-time.Second)
		}
		e.Start, e.End, e.AllDay = dayStart(e.Start, 0), dayStart(last, 1), true
	}
	if e.End.IsZero() {
		e.End = e.Start.Add(usual)
	}
	e.Start, e.End = e.Start.Truncate(time.Second), e.End.Truncate(time.Second)
	return e, nil
}

// end reads when an event ends, seen from its beginning: "at one" is the one o'clock after it.
func (t calendarCreate) end(e *pim.Event, text string) *proof.Problem {
	r, p := readTime(text, e.Start)
	if p != nil {
		return p
	}
	switch {
	case r.Kind == when.Duration:
		e.End = e.Start.Add(r.Length)
	case r.Kind == when.Instant && !e.AllDay:
		e.End = r.Start
	case r.Kind == when.Span && r.AllDay && e.AllDay:
		e.End = r.End // the last day belongs to it
	default:
		return unclear("“%s” and “%s” don't fit together as the end and the beginning of an event.", clip(text, 60), clip(e.Title, 60))
	}
	if !e.End.After(e.Start) {
		return unclear("An event must end after it begins; “%s” is not after its beginning.", clip(text, 60))
	}
	return nil
}

func (t calendarCreate) Preview(_ context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	now := t.b.Now()
	e, p := t.record(args[calendarCreateArgs](raw), now)
	if p != nil {
		return p.Text, p
	}
	return eventTime(e, now), nil
}

func eventTime(e pim.Event, now time.Time) string {
	s := spanWords(e.Start, e.End, e.AllDay, now)
	if w := repeatWords(e.Repeats); w != "" {
		s += ", " + w
	}
	return s
}

func (t calendarCreate) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	now := t.b.Now()
	want, p := t.record(args[calendarCreateArgs](raw), now)
	if p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	if ctx.Err() != nil {
		return proof.Cancel(proof.ReasonCancelled, "Stopped."), tool.Output{}
	}
	var ref pim.Ref
	look := looking{goal: true, check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		if ref.ID == "" {
			return t.have(ctx, want, now)
		}
		got, found, err := t.b.Calendar.Event(ctx, ref.ID)
		if err != nil {
			return unread("What became of the event could not be read", err)
		}
		if found != ref || !got.Reads(want) {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		return proof.Satisfied, eventEvidence(got, now, inCalendar, ref.ID, ref.Stamp, "", eventParts(got).String()), nil
	}}
	o := recorded(ctx, look, func(ctx context.Context) error {
		var err error
		if ref, err = t.b.Calendar.AddEvent(ctx, want); err != nil {
			return broken("The event could not be kept", err)
		}
		return nil
	})
	return o, tool.Output{}
}

// have looks for the same event.
func (t calendarCreate) have(ctx context.Context, want pim.Event, now time.Time) (proof.Verdict, proof.Evidence, error) {
	all, err := t.b.Calendar.Events(ctx, want.Start, want.End)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, broken("The calendar could not be read", err)
	}
	for _, e := range all.Items {
		if e.Reads(want) {
			return proof.Satisfied, eventEvidence(e, now), nil
		}
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}

func eventEvidence(e pim.Event, now time.Time, path ...string) proof.Evidence {
	after := "in your calendar, for " + eventTime(e, now)
	if e.Location != "" {
		after += ", at " + clip(e.Location, 120)
	}
	return proof.Evidence{Kind: proof.Record, What: quote(e.Title, 200), After: after, Path: path}
}

// Undo takes the new event away again.
func (calendarCreate) Undo(c tool.Call, o proof.Outcome) (tool.Call, bool) { return takeAway(o) }
