package phrase

import (
	"slices"
	"strings"
)

var reminderRules = []rule{
	{say: "(remind|ping|nudge) (me|us) <rest>", do: remind},
	{say: "(set|create|make|add|put in|put|pop|pop in|stick|stick in|chuck in|give me|gimme|set up|schedule|i need|i want|i'd like|i would like) [me] [new|quick|wee] reminder [in|on] <rest>", do: remind},
	{say: "(set|create|make|add) me reminder <rest>", do: remind},
	{say: "reminder (to|for|that|about|at|on|in) <rest>", do: remind},
	{say: "reminder : <rest>", do: remind},
	{say: "don't let me forget <rest>", do: remind},
	{say: "(add|put) <title> (to|on|in|into|onto) (reminders|reminder list|reminders list|to-do list|todo list|to do list|task list|tasks|to-dos|todos|shopping list|grocery list|list of reminders)", do: remindList},
	{say: "(remind me|set reminder|create reminder|add reminder|make reminder)", do: func(m said) (read, bool) {
		r := m.lacking("of what, and when", "What should I remind you of, and when?", " to ")
		r.bad.gap.Or = m.s.text[:m.toks[len(m.toks)-1].end] + " "
		return r, true
	}},
	{say: "(what are|show|show me|list|read|read me|read out|check|what's on|open) (reminders|reminder list|todos|to-dos|to-do list|todo list|list of reminders|tasks|open tasks|open reminders) [<range>]", asks: true, do: remindersOf},
	{say: "(what|which) (reminders|todos|to-dos|tasks) (do i have|are there|are due|are open|have i got|are set|are left) [<range>]", asks: true, do: remindersOf},
	{say: "(do i have any|are there any|have i got any|any) (reminders|todos|tasks) [due|set|open] [<range>]", asks: true, do: remindersOf},
	{say: "what (do i have|have i got) to do <range>", asks: true, do: remindersOf},
	{say: "what (am i supposed|was i supposed|do i need) to (do|remember) <range>", asks: true, do: remindersOf},
}

// remind reads what follows "remind me": a time and a thing, in either order.
func remind(m said) (read, bool) {
	rest := m.slot("rest")
	if len(rest) == 0 {
		return read{}, false
	}
	if r := rest[0]; r.isWord("what") || r.isWord("why") || r.isWord("who") || r.isWord("how") || r.isWord("where") || r.isWord("when") && !endsAsking(rest) && len(rest) > 1 && !rest[1].in(persons) {
		return read{}, false // a question in the shape of a request
	}
	// the time first: "tomorrow at five to call Anna"
	if at, after := m.s.timeHead(rest); at != nil {
		if follows := trimStops(after); len(follows) > 1 && follows[0].in(unsettled) {
			return m.unclear(rest, follows)
		}
		if follows := trimStops(after); len(follows) > 1 && follows[0].in(halves) {
			return m.unclear(rest, follows) // "at 13 pm to …"
		}
		if title := m.task(after); len(title) > 0 {
			return m.reminder(title, at)
		}
		if len(trimStops(after)) == 0 {
			return read{bad: m.s.gap(m.toks, "of what", "What should I remind you of?", "", " to ")}, true
		}
	}
	for to := min(6, len(rest)); to > 0; to-- {
		if !isVague(rest[:to]) {
			continue
		}
		if title := m.task(rest[to:]); len(title) > 0 {
			if cutTime, at := m.s.timeTail(title); at != nil && len(cutTime) > 0 && to == 1 {
				break
			}
			start := m.toks[0].start
			before := m.s.text[start:rest[0].start] + "to " + m.s.cut(title) + " "
			return read{bad: m.whenGap(before)}, true
		}
		if to == len(rest) {
			g := m.s.gap(m.toks, "of what, and when", "What should I remind you of, and when?", "", "")
			g.gap.Or = strings.TrimRight(m.s.text[:rest[0].start], " ") + " "
			g.gap.Before = g.gap.Or + "to "
			return read{bad: g}, true
		}
	}
	title := m.task(rest)
	if len(title) == 0 || len(m.name(title)) == 1 && m.name(title)[0].in(reminderPlaces) {
		return read{}, false
	}
	if joins(rest[0]) && len(title) == len(rest) && !rest[0].isWord("for") { // "at half seven to …": a time that is none
		for i, t := range rest[:min(len(rest), 8)] {
			if t.isWord("to") && i+1 < len(rest) {
				return read{bad: m.whenGap(m.s.text[m.toks[0].start:rest[0].start] + m.s.cut(rest[i:]) + " ")}, true
			}
		}
		return read{}, false
	}
	what, at := m.s.timeTail(title)
	if at != nil && len(what) > 0 && what[len(what)-1].in(copulas) {
		return read{}, false // "standups are at nine" tells, and wants nothing
	}
	if left := m.s.leftTime(what); left > 0 {
		return read{bad: m.whenGap(m.s.text[m.toks[0].start:what[left].start])}, true
	}
	if at != nil && (at[len(at)-1].isWord("yesterday") || at[len(at)-1].isWord("ago") || at[0].isWord("last")) && len(what) > 0 {
		return read{bad: m.whenGap(m.s.text[m.toks[0].start:what[len(what)-1].end])}, true
	}
	if slices.ContainsFunc(title, func(t token) bool { return t.isWord("if") || t.isWord("unless") }) {
		return read{bad: &refusal{why: IsHypothetic, rest: m.s.cut(m.toks)}}, true
	}
	if n, w := number(title); w > 0 && n > 0 && len(title) > w && title[w].isWord("to") {
		return m.unclear(rest, title[w:]) // "a reminder for 5 to call mum"
	}
	if at != nil && len(what) > 0 {
		return m.reminder(what, at)
	}
	if at != nil || rest[0].isWord("of") {
		return read{}, false
	}
	if what, vague := vagueTail(title); vague != nil && len(what) > 0 {
		start := m.toks[0].start
		end := what[len(what)-1].end
		return read{bad: m.whenGap(m.s.text[start:end] + " ")}, true
	}
	if bad := m.badTime(title); bad != nil {
		return read{bad: bad}, true
	}
	return m.reminder(title, nil)
}

// unsettled are words behind a time that leave it open, or take it back.
var unsettled = words("or and sorry no wait actually rather except until till not maybe")

// halves are words that belong to a time of day.
var halves = words("am pm a.m a.m. p.m p.m. o'clock oclock")

// unclear asks for the time of a reminder whose time is said in two ways; the thing is what follows "to".
func (m said) unclear(rest, follows []token) (read, bool) {
	for i, t := range follows {
		if t.isWord("to") && i+1 < len(follows) {
			return read{bad: m.whenGap(m.s.text[m.toks[0].start:rest[0].start] + m.s.cut(follows[i:]) + " ")}, true
		}
	}
	return read{}, false
}

// leftTime finds what is left of a time at the end of a title: a date that was not read, or a word that leads to one. It is
// the index from which on, or -1.
func (s *sentence) leftTime(title []token) int {
	n := len(title)
	for i := max(1, n-5); i < n; i++ {
		switch w := title[i].low; {
		case title[i].kind != word:
		case w == "except" || w == "around" || w == "before" || w == "after" || w == "until" || w == "till" || w == "by" || w == "every":
			if i == n-1 || timely(title[i+1]) || title[i+1].isWord("day") {
				return i
			}
		case strings.Trim(w, "0123456789/.-:") == "" && strings.ContainsAny(w, "/:") && strings.ContainsAny(w, "0123456789"):
			if i > 0 && joins(title[i-1]) {
				return i - 1
			}
			return i
		case strings.Trim(w, "0123456789.-") == "" && strings.ContainsAny(w, ".-") && i > 1 && joins(title[i-1]):
			return i - 1 // "on 24.12.", "on 2026-13-24": a date that was not read
		case joins(title[i]) && i+1 < n && i > 0 && weekdays.has(title[i+1].low) && w != "in" && w != "for" && w != "from":
			return i // "lunch on Monday" before another day
		case joins(title[i]) && i+1 < n && i > 0 && (months.has(title[i+1].low) || dayNumber(title[i+1].low)) && w != "in" && w != "for" && w != "from":
			return i
		case w == "or" && i+1 < n && timely(title[i+1]):
			return i
		}
	}
	return -1
}

// dayNumber reports whether w is the day of a month in digits: "31", "31st".
func dayNumber(w string) bool {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		w = strings.TrimSuffix(w, end)
	}
	return digits(w) && len(w) <= 2
}

// frequency finds "twice a day" at the end of a title: how often, but not when.
func frequency(title []token) int {
	n := len(title)
	if n < 4 || !(title[n-2].isWord("a") || title[n-2].isWord("per") || title[n-2].isWord("each")) || !lengthUnits.has(title[n-1].low) {
		return -1
	}
	if t := title[n-3]; t.isWord("once") || t.isWord("twice") || t.isWord("times") && n > 4 {
		if t.isWord("times") {
			return n - 4
		}
		return n - 3
	}
	return -1
}

// reminderPlaces are where reminders are kept, and nothing to be reminded of.
var reminderPlaces = words("calendar list reminders diary agenda")

// badTime finds what looks like a time in a title and is none: "twice a day", "on 31 February", "at 3" of a part of it.
func (m said) badTime(title []token) *refusal {
	without := func(at int) *refusal { return m.whenGap(m.s.text[m.toks[0].start:title[at].start]) }
	if at := frequency(title); at > 0 {
		return without(at)
	}
	for i := 1; i+1 < len(title); i++ { // "pick up the kids at 3 and then …"
		if next := title[i+1].low; title[i].isWord("at") && (dayNumber(next) || strings.Contains(next, ":")) {
			return without(i)
		}
	}
	for from := max(1, len(title)-5); from < len(title); from++ {
		if joins(title[from-1]) && noTime(title[from:], title[from-1].isWord("in")) {
			return without(from - 1)
		}
	}
	return nil
}

// noTime reports whether toks behind a word that leads to a time begin like one: "31 February", "minus five minutes", and
// behind "in" also "0 minutes".
func noTime(toks []token, in bool) bool {
	if toks[0].isWord("minus") || toks[0].isWord("negative") || months.has(toks[0].low) {
		return true
	}
	_, w := number(toks)
	switch {
	case w == 0:
		return false
	case len(toks) == w:
		return true
	}
	unit := toks[w]
	return months.has(unit.low) || unit.isWord("pm") || unit.isWord("am") || unit.isWord("o'clock") || in && len(toks) == w+1 && lengthUnits.has(unit.low)
}

var (
	weekdays    = words("monday tuesday wednesday thursday friday saturday sunday")
	lengthUnits = words("second seconds minute minutes hour hours day days week weeks month months")
)

var months = words("january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec")

// whenGap asks for the time; before is the command without it.
func (m said) whenGap(before string) *refusal {
	last := m.toks[len(m.toks)-1].end
	return &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "when",
		gap: &Gap{Time: true, Question: m.s.whenQuestion(m.toks), Before: m.s.text[:m.toks[0].start] + strings.TrimRight(before, " ") + " ", After: m.s.text[last:]}}
}

// task drops the little word that leads to what is to be remembered.
func (m said) task(toks []token) []token {
	toks = trimStops(toks)
	for len(toks) > 1 {
		switch {
		case toks[0].isWord("to") || toks[0].isWord("that") || toks[0].isWord("about") || toks[0].isWord("of") || toks[0].isWord(":") || toks[0].isWord("for"):
			toks = trimStops(toks[1:])
		default:
			return m.polite(toks)
		}
		if len(toks) > 0 && !toks[0].isWord("that") {
			return m.polite(toks)
		}
	}
	return nil
}

// polite cuts "please" and "thanks" off the end of a title.
func (m said) polite(toks []token) []token {
	for len(toks) > 1 && (toks[len(toks)-1].isWord("please") || toks[len(toks)-1].isWord("thanks") || toks[len(toks)-1].kind == punct) {
		toks = toks[:len(toks)-1]
	}
	return toks
}

func (m said) reminder(title, at []token) (read, bool) {
	a := args{"title": m.s.plain(m.polite(title))}
	if at != nil {
		a["when"] = m.s.cut(m.linkedWhen(at))
	}
	return made("reminder", a)
}

// linkedWhen drops "for" and "by", which lead to a time and are no part of it.
func (m said) linkedWhen(at []token) []token {
	if len(at) > 1 && (at[0].isWord("for") || at[0].isWord("by")) {
		return at[1:]
	}
	return at
}

func remindList(m said) (read, bool) {
	title := m.slot("title")
	if len(title) == 0 || len(title) > 30 {
		return read{}, false
	}
	if what, at := m.s.timeTail(title); at != nil && len(what) > 0 {
		return m.reminder(what, at)
	}
	return m.reminder(title, nil)
}

func remindersOf(m said) (read, bool) {
	at := m.rangeOf("range")
	if at == nil {
		return read{}, false
	}
	if len(at) == 0 {
		return made("reminders", args{})
	}
	return made("reminders", args{"range": m.s.cut(at)})
}

// rangeOf reads a slot that holds a stretch of time ("for today", "this week"): empty when it is absent, nil when it is
// something else.
func (m said) rangeOf(name string) []token {
	at := m.slot(name)
	if len(at) == 0 {
		return []token{}
	}
	if len(at) > 1 && (at[0].isWord("for") || at[0].isWord("on") || at[0].isWord("due")) {
		at = at[1:]
	}
	if m.s.isTime(at) || spans.has(lows(at)) {
		return at
	}
	return nil
}

// spans are stretches of time that a calendar is asked for by name.
var spans = lines("today,tomorrow,tonight,this morning,this afternoon,this evening,tomorrow morning,tomorrow afternoon,tomorrow evening,this week,next week,the week,this weekend,the weekend,next weekend,this month,next month,the rest of the week,the rest of the day,the next few days")
