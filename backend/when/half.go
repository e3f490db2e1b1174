package when

import "time"

// readings gives what an open time can be, before and after noon.
func (s spoken) readings() (early, late clock) {
	early, late = s.clock, s.clock
	early.hour = s.hour % 12
	late.hour = s.hour%12 + 12
	return early, late
}

// byRule reads an open time on a day that is not today: 1 to 6 is in the afternoon, 7 to 11 in the
// morning, 12 is noon. It is what people mean who name an hour for another day.
func (s spoken) byRule() clock {
	if s.half == fixed {
		return s.clock
	}
	early, late := s.readings()
	if s.hour >= 7 && s.hour <= 11 {
		return early
	}
	return late
}

// part is a part of the day: the hours a clock time in it can have.
type part struct {
	name        string
	from, until int
}

var parts = map[string]part{
	"am": {"am", 0, 12}, "pm": {"pm", 12, 24}, "morning": {"morning", 1, 12}, "afternoon": {"afternoon", 12, 19},
	"evening": {"evening", 16, 24}, "night": {"night", 18, 24}, // after midnight it would be another day
}

// pluralParts are said of what repeats: "Monday mornings".
var pluralParts = map[string]string{"mornings": "morning", "afternoons": "afternoon", "evenings": "evening", "nights": "night"}

// dayHalf reads am, pm and parts of the day after a clock time.
func (p *parser) dayHalf(s spoken) (spoken, bool, error) {
	start := p.at
	switch {
	case p.take("am"), p.take("pm"):
		if s.half == fixed && s.hour > 0 && s.hour <= 12 && p.tokens[start-1].kind != word {
			s.half = open // the zero of "09:30 pm" only fills the place
		}
		if s.needsDay || s.noDay || s.endOfDay || s.hour == 0 || s.hour > 12 {
			return s, false, refuse(Impossible, "%d:%02d and “%s” don't fit.", s.hour, s.minute, p.tokens[p.at-1].text)
		}
	case p.sequence("at", "night"):
	case p.sequence("in", "the") && p.take("morning", "afternoon", "evening"):
	default:
		p.at = start
		return s, false, nil
	}
	s, err := s.within(parts[p.tokens[p.at-1].text])
	return s, true, err
}

// within takes the reading that lies in the part of the day. Twelve at night is the midnight that ends
// the day.
func (s spoken) within(w part) (spoken, error) {
	if w.name == "night" && (s.endOfDay || s.half == open && s.hour == 12 && s.minute == 0) {
		return spoken{half: fixed, endOfDay: true}, nil
	}
	readings := []clock{s.clock}
	if s.half == open {
		early, late := s.readings()
		readings = []clock{early, late}
	}
	for _, c := range readings {
		if c.hour >= w.from && c.hour < w.until && !s.endOfDay {
			return fixedAt(c), nil
		}
	}
	return s, refuse(Impossible, "%d:%02d and “%s” don't fit.", s.hour, s.minute, w.name)
}

// resolve finds the instant of a clock time:
//
//	on a day that is not today   an open time is read by byRule
//	today                        the next of its readings that is still to come; over is refused
//	without a day                the next of its readings, if need be tomorrow's
//
// Midnight is the one that ends the day; 0:00 begins it.
func (p *parser) resolve(s spoken, d day, haveDay bool) (time.Time, error) {
	today := p.today()
	switch {
	case s.endOfDay && haveDay:
		return p.instant(d.add(1), clock{})
	case s.endOfDay:
		return p.instant(today.add(1), clock{})
	case s.needsDay && !haveDay:
		return time.Time{}, refuse(Vague, "Say on which day at that time.")
	case s.noDay && haveDay:
		return time.Time{}, refuse(Ambiguous, "Midnight of a day can be its beginning or its end; say 0:%02d.", s.minute)
	case haveDay && d != today:
		return p.instant(d, s.byRule())
	}
	candidates := []clock{s.clock}
	if s.half == open {
		early, late := s.readings()
		candidates = []clock{early, late}
	}
	for _, c := range candidates {
		t, coming, err := p.later(c)
		if coming || err != nil && s.half == fixed {
			return t, err
		}
	}
	if haveDay {
		return time.Time{}, refuse(Past, "%d:%02d today is over.", s.hour, s.minute)
	}
	return p.instant(today.add(1), candidates[0])
}

// later is a clock time of today if it is still to come. An hour that the clocks are about to skip, or
// are showing for the second time, is refused.
func (p *parser) later(c clock) (time.Time, bool, error) {
	today, loc := p.today(), p.ref.Location()
	h, m, sec := p.ref.Clock()
	if t, ok := at(today, c, loc); !ok {
		if now := (clock{h, m, sec}); now.seconds() < c.seconds() {
			_, err := p.instant(today, c)
			return time.Time{}, false, err
		}
		return time.Time{}, false, nil
	} else if t.After(p.ref) {
		return t, true, nil
	}
	if again, twice := second(today, c, loc); twice && again.After(p.ref) {
		return time.Time{}, false, refuse(Ambiguous, "The clocks show %d:%02d twice today, and the first is over.", c.hour, c.minute)
	}
	return time.Time{}, false, nil
}
