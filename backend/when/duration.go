package when

import (
	"math"
	"strconv"
	"time"
)

var fixedUnits = map[string]time.Duration{
	"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": 24 * time.Hour, "day": 24 * time.Hour, "days": 24 * time.Hour,
	"week": 7 * 24 * time.Hour, "weeks": 7 * 24 * time.Hour, "w": 7 * 24 * time.Hour,
	"fortnight": 14 * 24 * time.Hour, "fortnights": 14 * 24 * time.Hour,
}

// sharedUnits are those that people halve.
var sharedUnits = map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour, "hr": time.Hour,
	"day": 24 * time.Hour, "week": 7 * 24 * time.Hour}

// maxLength bounds a duration: ten years.
const maxLength = 3653 * 24 * time.Hour

// duration is a phrase that is a length of time and nothing else: "20 minutes", "for an hour".
func (p *parser) duration() (Result, bool, error) {
	said := p.take("for")
	if !said && len(p.tokens) == 2 && p.take("one") && p.take("day") {
		return Result{}, false, refuse(Vague, "“One day” may be any day; say “24 hours” or “for one day”.")
	}
	if t := p.peek(); !said && t.kind == number && len(t.text) == 4 && t.text[0] == '0' {
		return Result{}, false, nil // "0900 hours" is a time of day
	}
	p.at = 0
	p.take("for")
	length, ok, err := p.length()
	if !ok || err != nil || !p.done() {
		return Result{}, false, err
	}
	return Result{Kind: Duration, Length: length}, true, nil
}

// length reads parts, the bigger units first: "an hour and a half", "1h30m", "1 hour, 20 minutes and 5
// seconds". A day counts 24 hours here.
func (p *parser) length() (time.Duration, bool, error) {
	var total, last time.Duration
	for {
		start := p.at
		if last > 0 {
			// "an hour and a half" and "an hour and a quarter": a part of the unit before.
			if p.take("and") {
				if share, ok := p.share(); ok && !p.nextIsUnit() {
					total += time.Duration(share * float64(last))
					continue
				}
			}
			p.at = start
			p.take("and")
		}
		part, unit, ok := p.part()
		if !ok || last > 0 && unit >= last {
			p.at = start
			break
		}
		total, last = total+part, unit
		if total > maxLength {
			return 0, false, refuse(Impossible, "That is longer than ten years.")
		}
	}
	if last == 0 {
		return 0, false, nil
	}
	if total <= 0 {
		return 0, false, refuse(Impossible, "A length of time must be longer than nothing.")
	}
	return total, true, nil
}

// nextIsUnit tells "and a half" from "and a half hours" and "and a quarter of an hour".
func (p *parser) nextIsUnit() bool {
	t := p.peek()
	_, unit := fixedUnits[t.text]
	return unit || t.text == "of" || t.text == "a" || t.text == "an"
}

// share reads "a half", "half", "a quarter", "three quarters".
func (p *parser) share() (float64, bool) {
	start := p.at
	if p.sequence("three", "quarters") {
		return 0.75, true
	}
	p.take("a")
	switch {
	case p.take("half"):
		return 0.5, true
	case p.take("quarter"):
		return 0.25, true
	}
	p.at = start
	return 0, false
}

// part reads one number with its unit.
func (p *parser) part() (length, unit time.Duration, ok bool) {
	start := p.at
	// "half an hour", "a half hour", "a quarter of an hour", "three quarters of an hour"
	if share, is := p.share(); is {
		of := p.take("of")
		if p.take("a", "an") || !of {
			if unit, is := choose(p, sharedUnits); is {
				return time.Duration(share * float64(unit)), unit, true
			}
		}
		p.at = start
	}
	n, is := p.amount()
	if !is {
		p.at = start
		return 0, 0, false
	}
	if unit, is = choose(p, fixedUnits); !is {
		p.at = start
		return 0, 0, false
	}
	// Far beyond the limit is enough to be refused; the exact product may not fit into 64 bits.
	return time.Duration(min(math.Round(n*float64(unit)), float64(2*maxLength))), unit, true
}

// amount reads "20", "1.5", "twenty five", "a", "two and a half".
func (p *parser) amount() (float64, bool) {
	var n float64
	if t := p.peek(); t.kind == number {
		v, err := strconv.ParseFloat(t.text, 64)
		if err != nil || v > maxCount {
			return 0, false
		}
		p.at++
		n = v
	} else if c, ok := p.quantity(); ok {
		n = float64(c)
	} else if p.take("a", "an") {
		n = 1
	} else {
		return 0, false
	}
	start := p.at
	if p.take("and") {
		if share, ok := p.share(); ok && p.nextIsUnit() {
			return n + share, true
		}
		p.at = start
	}
	return n, true
}
