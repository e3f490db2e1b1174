package when

import (
	"strconv"
	"strings"
	"time"
)

// half says which half of the day a clock time names.
type half int

const (
	open  half = iota // 1 to 12 without am, pm or a part of the day: two readings
	fixed             // one reading; hour is that of a 24-hour clock
)

// spoken is a clock time as it was said. For an open one the hour is 1 to 12.
type spoken struct {
	clock
	half     half
	endOfDay bool // midnight, the one at the end of the day
}

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

// clockTime reads a time of day. A bare hour needs "at" before or a part of the day after it:
// otherwise it could be any number.
func (p *parser) clockTime() (spoken, bool, error) {
	start := p.at
	said := p.take("at", "@")
	s, ok, bare, err := p.looseClock(said)
	if err != nil || !ok || bare && !said {
		p.at = start
		return spoken{}, false, err
	}
	return s, true, nil
}

// looseClock is clockTime that also takes a bare hour and says so.
func (p *parser) looseClock(said bool) (s spoken, ok, bare bool, err error) {
	s, ok, bare, err = p.clockWords(said)
	if err != nil || !ok {
		return spoken{}, false, false, err
	}
	s, named, err := p.dayHalf(s)
	return s, err == nil, bare && !named, err
}

// clockWords reads the time without am or pm. bare: it is a single number. said: "at" stood before it,
// so that "five to six" is 5:55 and not a span.
func (p *parser) clockWords(said bool) (s spoken, ok, bare bool, err error) {
	switch {
	case p.take("noon"):
		return spoken{clock: clock{hour: 12}, half: fixed}, true, false, nil
	case p.take("midnight"):
		return spoken{half: fixed, endOfDay: true}, true, false, nil
	}
	if t := p.peek(); t.kind == clockText {
		p.at++
		s, err := digital(t.text)
		return s, err == nil, false, err
	}
	start := p.at
	// half past seven, quarter to eight, ten (minutes) past five
	minute, clear := 0, true
	switch {
	case p.take("half"):
		minute, clear = 30, false // "half to" is nothing
	case p.take("quarter"), p.sequence("a", "quarter"):
		minute = 15
	default:
		spelt := p.peek().kind == word
		if n, is := p.count(); is && n < 60 {
			minute = n
			clear = p.take("minutes", "minute", "min") || said && spelt
		}
	}
	if minute > 0 {
		if before := clear && p.take("to", "till", "before"); before || p.take("past", "after") {
			if hour, is := p.hour(); is {
				s := spoken{clock: clock{hour: hour, minute: minute}}
				if before {
					s.hour, s.minute = (hour+10)%12+1, 60-minute
				}
				p.take("oclock")
				return s, true, false, nil
			}
		}
	}
	p.at = start
	if p.peek().kind == number && strings.Contains(p.peek().text, ".") {
		return dotted(p)
	}
	hour, is := p.count()
	if !is || hour > 23 {
		p.at = start
		return spoken{}, false, false, nil
	}
	if p.take("oclock") {
		return whole(hour), true, false, nil
	}
	// five thirty, five fifteen, five oh five
	if p.tokens[start].kind == word {
		mark := p.at
		if p.take("oh", "o") {
			if n, is := choose(p, units); is && hour >= 1 && hour <= 12 {
				return spoken{clock: clock{hour: hour, minute: n}}, true, false, nil
			}
		} else if n, is := p.count(); is && n >= 10 && n < 60 && hour >= 1 && hour <= 12 {
			return spoken{clock: clock{hour: hour, minute: n}}, true, false, nil
		}
		p.at = mark
	}
	return whole(hour), true, true, nil
}

// hour reads 1 to 12.
func (p *parser) hour() (int, bool) {
	start := p.at
	n, ok := p.count()
	if !ok || n < 1 || n > 12 {
		p.at = start
		return 0, false
	}
	return n, true
}

// whole is a full hour; 0 and 13 to 23 have one reading.
func whole(hour int) spoken {
	s := spoken{clock: clock{hour: hour}}
	if hour == 0 || hour > 12 {
		s.half = fixed
	}
	return s
}

// digital reads 17:30, 5:30 and 17:30:05. A leading zero, or an hour that a 12-hour clock does not
// have, makes it a 24-hour time.
func digital(text string) (spoken, error) {
	parts := strings.Split(text, ":")
	limits := []int{24, 60, 60}
	var n [3]int
	for i, part := range parts {
		if i > 2 {
			return spoken{}, refuse("%q is no time of day.", text)
		}
		v, err := strconv.Atoi(part)
		if err != nil || v >= limits[i] || len(part) > 2 || i > 0 && len(part) != 2 {
			return spoken{}, refuse("%q is no time of day.", text)
		}
		n[i] = v
	}
	s := spoken{clock: clock{n[0], n[1], n[2]}}
	if len(parts[0]) == 2 && parts[0][0] == '0' || n[0] == 0 || n[0] > 12 {
		s.half = fixed
	}
	return s, nil
}

// dotted reads 7.30 as 7:30; with any other number of digits it is no time.
func dotted(p *parser) (spoken, bool, bool, error) {
	hour, minute, _ := strings.Cut(p.peek().text, ".")
	if len(minute) != 2 || len(hour) > 2 {
		return spoken{}, false, false, nil
	}
	s, err := digital(hour + ":" + minute)
	if err != nil {
		return spoken{}, false, false, nil
	}
	p.at++
	return s, true, true, nil // bare: "7.30" may be a number
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

// dayHalf reads am, pm and parts of the day after a clock time.
func (p *parser) dayHalf(s spoken) (spoken, bool, error) {
	start := p.at
	switch {
	case p.take("am"), p.take("pm"):
	case p.sequence("at", "night"):
	case p.sequence("in", "the") && p.take("morning", "afternoon", "evening"):
	default:
		p.at = start
		return s, false, nil
	}
	s, err := s.within(parts[p.tokens[p.at-1].text])
	return s, true, err
}

// within takes the reading that lies in the part of the day.
func (s spoken) within(w part) (spoken, error) {
	readings := []clock{s.clock}
	if s.half == open {
		early, late := s.readings()
		readings = []clock{early, late}
	}
	for _, c := range readings {
		if c.hour >= w.from && c.hour < w.until && !s.endOfDay {
			return spoken{clock: c, half: fixed}, nil
		}
	}
	return s, refuse("%d:%02d and “%s” don't fit.", s.hour, s.minute, w.name)
}

// resolve finds the instant of a clock time. With a day that is not today, open times are read by
// byRule. On today, or without a day, an open time is the next of its two readings that is still to
// come; without a day and with none left today, it is tomorrow's by byRule.
func (p *parser) resolve(s spoken, d day, haveDay bool) (time.Time, error) {
	today := p.today()
	if s.endOfDay {
		if haveDay && d != today {
			return time.Time{}, refuse("Midnight of a day can be its beginning or its end; say 0:00 or name the day after.")
		}
		return p.instant(today.add(1), clock{})
	}
	if haveDay && (d != today || s.half == fixed) {
		return p.instant(d, s.byRule())
	}
	candidates := []clock{s.clock}
	if s.half == open {
		early, late := s.readings()
		candidates = []clock{early, late}
	}
	for _, c := range candidates {
		// A reading that the clocks skip today is none.
		if t, ok := at(today, c, p.ref.Location()); ok && t.After(p.ref) {
			return t, nil
		}
	}
	if haveDay {
		return time.Time{}, refuse("%d:%02d today is over.", s.hour, s.minute)
	}
	if s.half == open && s.hour == 12 {
		return time.Time{}, refuse("Twelve can be noon or midnight.")
	}
	return p.instant(today.add(1), s.byRule())
}
