package when

import (
	"slices"
	"strconv"
	"strings"
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
	endOfDay bool // midnight: the one that ends its day
	needsDay bool // "at the same time" is none without a day
	noDay    bool // "half past midnight" of a day can be at its beginning or its end
}

func fixedAt(c clock) spoken { return spoken{clock: c, half: fixed} }

// lead is the word that stood before a clock time; a bare number depends on it.
type lead int

const (
	alone     lead = iota
	afterAt        // "at", which makes a number an hour
	afterFrom      // "from" or "between", after which "five to six" are two times
)

// clockTime reads a time of day. A bare hour needs "at" before or a part of the day after it:
// otherwise it could be any number.
func (p *parser) clockTime() (spoken, bool, error) {
	start := p.at
	s, ok, bare, err := p.anyClock()
	if err != nil || !ok || bare {
		p.at = start
		return spoken{}, false, err
	}
	return s, true, nil
}

// anyClock is clockTime that also takes a bare hour and says so.
func (p *parser) anyClock() (s spoken, ok, bare bool, err error) {
	start := p.at
	if !p.take("at", "@") {
		return p.looseClock(alone)
	}
	if s, ok, _, err = p.looseClock(afterAt); !ok {
		p.at = start
	}
	return s, ok, false, err
}

// looseClock reads the time and am, pm or the part of the day behind it.
func (p *parser) looseClock(after lead) (s spoken, ok, bare bool, err error) {
	start := p.at
	s, ok, bare, err = p.clockWords(after)
	if err != nil || !ok {
		p.at = start
		return spoken{}, false, false, err
	}
	s, named, err := p.dayHalf(s)
	return s, err == nil, bare && !named, err
}

// clockWords reads the time without am or pm. bare: it is a number that may be something else.
func (p *parser) clockWords(after lead) (s spoken, ok, bare bool, err error) {
	switch {
	case p.take("noon"):
		return fixedAt(clock{hour: 12}), true, false, nil
	case p.take("midnight"):
		return spoken{half: fixed, endOfDay: true}, true, false, nil
	case p.take("oh", "zero"):
		n, is := choose(p, units) // "oh eight hundred"
		return fixedAt(clock{hour: n}), is && p.take("hundred"), false, nil
	case p.sequence("the", "same", "time"), p.sequence("same", "time"), p.sequence("this", "time"):
		h, m, s := p.ref.Clock()
		return spoken{clock: clock{h, m, s}, half: fixed, needsDay: true}, true, false, nil
	}
	if t := p.peek(); t.kind == clockText {
		p.at++
		s, err := digital(t.text)
		return s, err == nil, false, err
	}
	if s, ok := p.relativeToHour(after); ok {
		return s, true, false, nil
	}
	start := p.at
	if t := p.peek(); t.kind == number {
		switch {
		case strings.Contains(t.text, "."):
			return dotted(p)
		case len(t.text) == 4:
			return fourDigits(p, after)
		}
	}
	hour, is := p.count()
	if !is || hour > 23 {
		p.at = start
		return spoken{}, false, false, nil
	}
	if p.take("oclock") {
		return whole(hour), true, false, nil
	}
	if hour == 12 && p.take("noon") {
		return fixedAt(clock{hour: 12}), true, false, nil
	}
	if hour == 12 && p.take("midnight") {
		return spoken{half: fixed, endOfDay: true}, true, false, nil
	}
	if p.tokens[start].kind == word {
		s, ok, bare := p.spokenMinutes(hour)
		return s, ok, bare, nil
	}
	if p.take("h") { // 19h30, 17h; "1h30" may be a length
		s := fixedAt(clock{hour: hour})
		if t := p.peek(); t.kind == number && len(t.text) == 2 {
			if s.minute, _ = p.count(); s.minute > 59 {
				return spoken{}, false, false, refuse(Impossible, "An hour has no minute %d.", s.minute)
			}
		}
		return s, true, hour < 13, nil
	}
	return whole(hour), true, true, nil
}

// relativeToHour reads half past seven, quarter to eight, ten (minutes) past five, five to twelve.
func (p *parser) relativeToHour(after lead) (spoken, bool) {
	start := p.at
	minute, clear := 0, true // clear: "to" means before, and does not join two times
	switch {
	case p.take("half"):
		minute, clear = 30, false // "half to" is nothing
	case p.take("quarter"), p.sequence("a", "quarter"):
		minute = 15
	default:
		spelt := p.peek().kind == word
		if n, is := p.count(); is && n < 60 {
			minute = n
			// "five to twelve" is 11:55, "nine to five" is a working day, and with digits nobody knows.
			clear = p.take("minutes", "minute", "min", "mins") || after != afterFrom && spelt && slices.Contains([]int{5, 10, 20, 25}, n)
		}
	}
	before := minute > 0 && clear && p.take("to", "till", "before")
	if !before && (minute == 0 || !p.take("past", "after")) {
		p.at = start
		return spoken{}, false
	}
	switch hour, is := p.hour(); {
	case is:
		s := spoken{clock: clock{hour: hour, minute: minute}}
		if before {
			s.hour, s.minute = (hour+10)%12+1, 60-minute
		}
		p.take("oclock")
		return s, true
	case before && p.take("noon"):
		return fixedAt(clock{hour: 11, minute: 60 - minute}), true
	case p.take("noon"):
		return fixedAt(clock{hour: 12, minute: minute}), true
	case before && p.take("midnight"):
		return fixedAt(clock{hour: 23, minute: 60 - minute}), true
	case p.take("midnight"):
		return spoken{clock: clock{minute: minute}, half: fixed, noDay: true}, true
	}
	p.at = start
	return spoken{}, false
}

// spokenMinutes reads what may follow an hour in words: five thirty, five oh five, seventeen hundred.
func (p *parser) spokenMinutes(hour int) (s spoken, ok, bare bool) {
	s = whole(hour)
	mark := p.at
	switch {
	case p.take("hundred"):
		if p.take("hours") || hour > 12 {
			return fixedAt(clock{hour: hour}), true, false
		}
	case p.take("oh", "o"):
		if n, is := choose(p, units); is && hour >= 1 {
			s.minute = n
			return s, true, hour == 19 || hour == 20
		}
	default:
		if p.peek().kind != word {
			break
		}
		if n, is := p.count(); is && n >= 10 && n < 60 && hour >= 1 {
			s.minute = n
			return s, true, hour == 19 || hour == 20 // "nineteen thirty" may be a year
		}
	}
	p.at = mark
	return s, true, true
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
			return spoken{}, refuse(Impossible, "%q is no time of day.", text)
		}
		v, err := strconv.Atoi(part)
		if err != nil || v >= limits[i] || len(part) > 2 || i > 0 && len(part) != 2 {
			return spoken{}, refuse(Impossible, "%q is no time of day.", text)
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

// fourDigits reads 1730 on the 24-hour clock. Without "at" or a leading zero it may be a year.
func fourDigits(p *parser, after lead) (spoken, bool, bool, error) {
	text := p.peek().text
	s, err := digital(text[:2] + ":" + text[2:])
	if err != nil {
		if after == afterAt {
			return spoken{}, false, false, refuse(Impossible, "%q is no time of day.", text)
		}
		return spoken{}, false, false, nil
	}
	p.at++
	s.half = fixed
	return s, true, !p.take("hours", "hrs") && text[0] != '0', nil
}
