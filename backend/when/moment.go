package when

import (
	"strings"
	"time"
)

// moment reads what has one beginning: a date, a time, both in any order, an offset from now, a run of
// whole days, and any of the timed ones "for" a length.
func (p *parser) moment() (Result, bool, error) {
	if t, ok, err := try(p, p.offset); ok || err != nil {
		return Result{Kind: Instant, Start: t}, ok, err
	}
	if t, ok, err := try(p, p.isoTime); ok || err != nil {
		if err != nil {
			return Result{}, false, err
		}
		return p.lasting(t)
	}
	if run, ok, err := try(p, p.period); err != nil || ok && p.done() {
		return p.wholeDays(run), ok, err
	}
	p.at = 0
	length, lasts, err := try(p, p.lengthBefore)
	if err != nil {
		return Result{}, false, err
	}
	opened := !lasts && p.take("from") // "from noon for two hours"
	w, ok, err := p.dayAndTime()
	if err != nil || !ok || w.bare {
		return Result{}, false, err
	}
	if !w.haveTime {
		// "tomorrow morning" without an hour: complain asks for it.
		return p.wholeDays(days{w.day, w.day}), w.part.name == "" && !lasts && !opened, nil
	}
	t, err := p.place(w)
	if err != nil || w.allDay {
		return Result{}, false, err
	}
	if lasts {
		return Result{Kind: Span, Start: t, End: t.Add(length)}, true, nil
	}
	r, ok, err := p.lasting(t)
	return r, ok && (!opened || r.Kind == Span), err
}

// lengthBefore reads "for two hours from" and "for an hour" before a time.
func (p *parser) lengthBefore() (time.Duration, bool, error) {
	if !p.take("for") {
		return 0, false, nil
	}
	length, ok, err := p.length()
	p.take("from", "starting")
	return length, ok, err
}

// wanted is a day, a part of the day and a time of day, as far as they were said.
type wanted struct {
	day      day
	haveDay  bool
	allDay   bool
	part     part
	time     spoken
	haveTime bool
	bare     bool // the time is a number that nothing makes an hour
	wasOpen  bool // time was neither am nor pm by what was said, before a rule decided
}

// dayAndTime reads them in any order.
func (p *parser) dayAndTime() (w wanted, ok bool, err error) {
	for !p.done() {
		start := p.at
		if !w.haveDay {
			if err := p.wantDay(&w); err != nil {
				return w, false, err
			}
		}
		if w.haveDay && w.part.name == "" {
			in := p.sequence("in", "the")
			if name := p.peek().text; p.take("morning", "afternoon", "evening") || !in && p.take("night") {
				w.part = parts[name]
			} else if in {
				p.at -= 2
			}
		}
		if !w.haveTime {
			if w.time, w.haveTime, w.bare, err = p.anyClock(); err != nil {
				return w, false, err
			}
		}
		if !w.allDay {
			w.allDay = p.sequence("all", "day")
		}
		if p.at == start {
			break
		}
	}
	w.bare = w.bare && w.part.name == "" // "eight tonight"
	return w, w.haveDay || w.haveTime, nil
}

// wantDay reads a date, or tonight, this morning and the like, which are today with a part of it.
func (p *parser) wantDay(w *wanted) error {
	if p.take("tonight") {
		w.day, w.haveDay, w.part = p.today(), true, parts["night"]
		w.part.from = 17 // "tonight at five" is today's
		return nil
	}
	start := p.at
	if p.take("this") && p.take("morning", "afternoon", "evening") {
		w.day, w.haveDay, w.part = p.today(), true, parts[p.tokens[p.at-1].text]
		return nil
	}
	p.at = start
	if w.time.needsDay && p.sequence("next", "week") {
		w.day, w.haveDay = p.today().add(7), true
		return nil
	}
	d, ok, err := try(p, p.date)
	if ok {
		w.day, w.haveDay = d, true
	}
	return err
}

// place finds the instant.
func (p *parser) place(w wanted) (time.Time, error) {
	if w.part.name != "" {
		fitted, err := w.time.within(w.part)
		if err != nil {
			return time.Time{}, err
		}
		w.time = fitted
	}
	return p.resolve(w.time, w.day, w.haveDay)
}

// lasting reads "for an hour" after a time, which makes it a span.
func (p *parser) lasting(t time.Time) (Result, bool, error) {
	start := p.at
	if p.take("for") {
		length, ok, err := p.length()
		if err != nil {
			return Result{}, false, err
		}
		if ok {
			return Result{Kind: Span, Start: t, End: t.Add(length)}, true, nil
		}
		p.at = start
	}
	return Result{Kind: Instant, Start: t}, true, nil
}

func (p *parser) wholeDays(run days) Result {
	loc := p.ref.Location()
	return Result{Kind: Span, AllDay: true, Start: run.first.start(loc), End: run.last.add(1).start(loc)}
}

// offset reads "in 20 minutes", "an hour from now", "90 seconds ago". Hours are real hours, whatever
// the clocks do; whole days, weeks and longer are dates and left to ahead.
func (p *parser) offset() (time.Time, bool, error) {
	if _, dated, err := try(p, p.ahead); dated || err != nil {
		p.at = 0
		return time.Time{}, false, err
	}
	in := p.take("in")
	from := p.at
	length, ok, err := p.length()
	if !ok || err != nil {
		return time.Time{}, false, err
	}
	said := p.tokens[from:p.at]
	switch {
	case in && p.sequence("'s", "time"):
	case in && length == time.Second && said[0].text == "a":
		return time.Time{}, false, refuse(Vague, "“In a second” is no exact time.")
	case in:
		p.sequence("from", "now")
	case p.sequence("from", "now"):
	case p.take("ago"):
		length = -length
	default:
		return time.Time{}, false, nil
	}
	t := p.ref.Add(length)
	if !p.done() {
		return t, false, nil
	}
	return t, true, p.exact(said, length, t)
}

// exact refuses a length with days in it when people may count otherwise: "in a day and a half" (whole
// days, or 36 hours), or across a change of the clocks.
func (p *parser) exact(said []token, length time.Duration, t time.Time) error {
	days, hours := false, false
	for _, w := range said {
		if unit, ok := fixedUnits[w.text]; ok && w.kind == word {
			days, hours = days || unit >= 24*time.Hour, hours || unit < 24*time.Hour
		}
	}
	_, before := p.ref.Zone()
	_, after := t.Zone()
	if days && (!hours || before != after) {
		return refuse(Ambiguous, "That can be whole days or exactly %g hours; say which.", length.Abs().Hours())
	}
	return nil
}

// isoTime reads a date and time in one, as programs write it. With an offset it is that instant, shown
// in the zone of ref; without, it is local.
func (p *parser) isoTime() (time.Time, bool, error) {
	p.take("at", "on")
	t := p.peek()
	if t.kind != dateText || !strings.Contains(t.text, "t") {
		return time.Time{}, false, nil
	}
	p.at++
	text := strings.ToUpper(t.text)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if exact, err := time.Parse(layout, text); err == nil {
			return exact.In(p.ref.Location()), true, nil
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if local, err := time.Parse(layout, text); err == nil {
			h, m, s := local.Clock()
			exact, err := p.instant(dayOf(local), clock{h, m, s})
			return exact, err == nil, err
		}
	}
	return time.Time{}, false, refuse(Impossible, "%q is no date and time.", t.text)
}
