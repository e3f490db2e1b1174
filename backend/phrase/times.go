package phrase

import (
	"errors"
	"slices"
	"strings"
	"time"

	"pace/backend/when"
)

// reading is the moment against which a phrase is tried for being a time at all; what it means is reckoned by the tool,
// with the clock, when it runs. It lies early on an ordinary Monday, so that no hour is over and no weekday is today.
var reading = time.Date(2026, time.June, 1, 0, 0, 30, 0, time.UTC)

// timeTail cuts the longest time off the end of toks. Linking words stay with it.
func (s *sentence) timeTail(toks []token) (before, at []token) {
	for from := max(0, len(toks)-14); from < len(toks); from++ {
		if from > 0 && joins(toks[from-1]) && !joins(toks[from]) {
			continue // the linking word belongs to it, and was tried
		}
		if s.isTime(toks[from:]) {
			before = toks[:from]
			return trimStops(before), toks[from:]
		}
	}
	return toks, nil
}

// timeHead cuts the longest time off the beginning of toks.
func (s *sentence) timeHead(toks []token) (at, after []token) {
	for to := min(14, len(toks)); to > 0; to-- {
		if s.isTime(toks[:to]) {
			return toks[:to], toks[to:]
		}
	}
	return nil, toks
}

// timely reports whether a time may begin or end with t.
func timely(t token) bool {
	return t.in(timeWords) || strings.ContainsAny(t.low, "0123456789") || joins(t) || units[t.low] > 0 || tens[t.low] > 0 || ordinals[t.low] != 0 || months.has(t.low) ||
		strings.HasSuffix(t.low, "teenth") || strings.HasSuffix(t.low, "tieth") || strings.HasSuffix(t.low, "lfth")
}

var timeWords = words(`today tomorrow yesterday tonight noon midnight midday half quarter a an the every each second seconds minute minutes hour hours day days week weeks month
	months year years fortnight morning afternoon evening night weekend weekends weekday weekdays o'clock oclock am pm a.m p.m a.m. p.m. from between until till to after before ago now
	monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
	daily hourly weekly monthly yearly annually end start beginning first last all within during q1 q2 q3 q4 min mins hr hrs sec secs past zero eleventh daylong three thirty thirty-first twenty-first`)

func joins(t token) bool {
	return t.isWord("at") || t.isWord("on") || t.isWord("in") || t.isWord("by") || t.isWord("for") || t.isWord("from") || t.isWord("every") || t.isWord("next") || t.isWord("this")
}

var takesTime = words("remind wake set schedule add put")

// timeFirst turns "tomorrow at nine remind me to water the ferns" around, so that the time stands behind the command. nil
// when the sentence does not begin with a time, or when what follows takes none.
func (s *sentence) timeFirst() *sentence {
	if len(s.toks) < 4 || s.toks[0].kind != word {
		return nil
	}
	if v, _ := verbAt(s.toks, 0); v != noVerb && !s.toks[0].isWord("every") {
		return nil
	}
	follows := false
	for i := 1; i+1 < len(s.toks) && i < 16; i++ {
		follows = follows || s.toks[i].in(takesTime)
	}
	if !follows {
		return nil
	}
	if c, ok := chain.match(s, trimCommand(s.toks), nil); ok && c.read.bad == nil {
		return nil // "every 10 minutes check my inbox"
	}
	at, after := s.timeHead(s.toks)
	after = trimStops(after)
	if at == nil || len(after) < 2 {
		return nil
	}
	switch lows(after[:2]) {
	case "remind me", "wake me", "set a", "set an", "schedule a", "schedule an", "schedule my", "add a", "add an", "put a":
		return newSentence(s.cut(after) + " " + s.cut(at))
	}
	return nil
}

// isTime reports whether toks are one time, with or without the word that links it.
func (s *sentence) isTime(toks []token) bool {
	if len(toks) == 0 || !timely(toks[0]) || !timely(toks[len(toks)-1]) || joins(toks[len(toks)-1]) {
		return false // most words begin no time; asking for each of them costs more than all the rest
	}
	for _, t := range toks {
		if t.kind == quoted || t.kind == newline {
			return false
		}
	}
	if s.daysPart(toks) {
		return true
	}
	r, ok := s.asTime(toks)
	if !ok && (toks[0].isWord("by") || toks[0].isWord("for") || toks[0].isWord("on") || toks[0].isWord("starting")) && len(toks) > 1 {
		r, ok = s.asTime(toks[1:])
	}
	return ok && r.Kind != when.Duration
}

// asTime tries three days of the week: "on Monday" is not clear when said on a Monday, nor "next Thursday" before Friday.
// That is for the tool to say, when it is known on which day it is said.
func (s *sentence) asTime(toks []token) (r when.Result, ok bool) {
	text := s.cut(toks)
	if len(text) > 120 {
		return r, false
	}
	for _, days := range []int{0, 2, 5} {
		var err error
		if r, err = when.Parse(text, reading.AddDate(0, 0, days)); err == nil {
			return r, true
		}
		if !slices.ContainsFunc(toks, func(t token) bool { return t.in(dayWords) }) {
			break
		}
	}
	return r, false
}

// dayWords are those whose meaning depends on the day on which they are said.
var dayWords = words(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekend week next this last`)

// daysPart reports whether toks are a part of a day, with or without the day: "tonight", "on Sunday evening". It names no
// hour; whoever keeps a time chooses one by a stated rule, and shows it.
func (s *sentence) daysPart(toks []token) bool {
	n := len(toks)
	if n == 0 || n > 5 || toks[n-1].kind != word {
		return false
	}
	switch last := toks[n-1].low; {
	case last == "tonight" && n == 1:
		return true
	case last != "morning" && last != "afternoon" && last != "evening" && last != "night" || n == 1:
		return false
	}
	day := toks[:n-1]
	switch lows(day) {
	case "this", "in the", "tomorrow", "yesterday":
		return lows(day) != "yesterday"
	}
	return s.isTime(day)
}

// impossible says why a time among toks can't be: "25:00" is no time of day. "" when there is none of the kind.
func (s *sentence) impossible(toks []token) string {
	for from := max(0, len(toks)-24); from < len(toks); from++ {
		if toks[from].kind != word || !timely(toks[from]) || joins(toks[from]) && from+1 < len(toks) && !toks[from].isWord("in") {
			continue // a linking word adds nothing, save "in 0 minutes"
		}
		for to := min(len(toks), from+8); to > from; to-- {
			text := s.cut(toks[from:to])
			if len(text) > 120 || !timely(toks[to-1]) && !strings.ContainsAny(text, "0123456789") {
				continue
			}
			var no *when.Refused
			if _, err := when.Parse(text, reading); errors.As(err, &no) && no.Cause == when.Impossible {
				return no.Why
			}
		}
	}
	return ""
}

// whenQuestion asks for a time, and says first why the one that was said can't be.
func (s *sentence) whenQuestion(toks []token) string {
	return strings.TrimSpace(s.impossible(toks) + " When exactly?")
}

// isDuration reports whether toks are a length of time.
func (s *sentence) isDuration(toks []token) bool {
	if len(toks) == 0 || len(toks) > 12 || toks[0].kind != word {
		return false
	}
	if last := toks[len(toks)-1]; !last.in(lengths) && !strings.ContainsAny(last.low, "0123456789") {
		return false
	}
	text := s.cut(toks)
	if len(text) > 120 {
		return false
	}
	r, err := when.Parse(text, reading)
	return err == nil && r.Kind == when.Duration
}

// lengths are the words that a length of time ends in.
var lengths = words("second seconds sec secs s minute minutes min mins m hour hours hr hrs h day days week weeks fortnight half quarter d one two three four five six seven eight nine")

// vagueTimes are words for a time of which no hour follows.
var vagueTimes = words(`later soon sometime eventually tomorrow tonight today morning afternoon evening night noonish lunch lunchtime dinner breakfast weekend week
	month day after before work school next this in a the few couple of bit while some time point when i'm i get home back again early late around about
	monday tuesday wednesday thursday friday saturday sunday on at`)

// isVague reports whether toks speak of a time that is none: "later", "tomorrow morning", "in a bit".
func isVague(toks []token) bool {
	if len(toks) == 0 || len(toks) > 6 {
		return false
	}
	for _, t := range toks {
		if !t.in(vagueTimes) {
			return false
		}
	}
	switch toks[0].low {
	case "a", "the", "of", "about", "around", "to", "week", "day", "time", "point", "home", "work", "school":
		return false
	}
	return !(len(toks) == 1 && joins(toks[0]))
}

// vagueTail cuts a time that is none off the end.
func vagueTail(toks []token) (before, at []token) {
	for from := max(0, len(toks)-5); from < len(toks); from++ {
		if isVague(toks[from:]) {
			return toks[:from], toks[from:]
		}
	}
	return toks, nil
}
