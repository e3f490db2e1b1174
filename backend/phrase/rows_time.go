package phrase

import (
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

const timerThing = "(timer|countdown|egg timer|kitchen timer|stopwatch|count down)"

var timerRules = []rule{
	{say: "(set|start|create|make|begin|add|put on|run|give me|gimme|i need|set up|put|stick|stick on|chuck on|pop on|pop|chuck|let's have|i want|i'd like) <about> " + timerThing, do: timerBefore},
	{say: "(set|start|create|make|begin|add|put on|run|give me|gimme|i need|set up|put|stick|stick on|chuck on|pop on|pop|chuck|let's have|i want|i'd like) [wee|quick|little] " + timerThing + " [on] [for|of|to|called|named] <rest>", do: timerBehind},
	{say: "(set|put) <length> on [<label>] timer", do: timerOn},
	{say: "(set|start|create|make|begin|add|run|set up|put on) <label> " + timerThing + " [for|of|to] <rest>", do: timerLabelled},
	{say: timerThing + " [for|of] <rest>", do: timerBehind},
	{say: "<n:num> minute timer [for <rest>]", do: timerShort},
	{say: "time <rest>", do: timerOnly},
	{say: "count down [from|for] <rest>", do: timerOnly},
	{say: "(set|start|create|make|begin|add) " + timerThing, do: lacks("for how long", "For how long?", " for ")},
	{say: "(set|create|make|add|start|i need|give me) <about> (alarm|alarm clock) [for <rest>]", do: alarm},
	{say: "(set|create|make|add|put|i need|give me) (alarm|alarm clock) [on] (for|at|to) <rest>", do: alarm},
	{say: "(wake|get) me up <rest>", do: alarm},
	{say: "wake me <rest>", do: alarm},
	{say: "alarm [for|at] <rest>", do: alarm},
	{say: "(set|create|add|make) alarm", do: lacks("for what time", "For what time?", " for ")},
	{say: "(wake me up|wake me)", do: lacks("at what time", "At what time?", " ")},
	{say: "(how much time|how long|how long's|how many minutes|how much longer|how much|how much time's) [time] (is left|do i have left|have i got left|remains|is there|left) [(on|in) (timer|timers|countdown|clock)]", asks: true, do: does("timers", args{"action": "list"})},
	{say: "(how much time|how long|how long's|how many minutes|how much longer|how much|how much time's) [time] (is left|do i have left|have i got left|remains|left) (on|in|for) <label> [timer|countdown|alarm]", asks: true, do: timerLeft},
	{say: "(how long|how much time|how much) (does|until|till|before) timer [have left|is done|ends|goes off|rings]", asks: true, do: does("timers", args{"action": "list"})},
	{say: "(list|show|show me|read|check|what are|what's on|which are) (timers|timer|running timers|active timers|alarms|all timers|all alarms)", asks: true, do: does("timers", args{"action": "list"})},
	{say: "(what|which) (timers|alarms) (are running|are set|do i have|are active|have i set|are on|are going)", asks: true, do: does("timers", args{"action": "list"})},
	{say: "(are there any|do i have any) (timers|alarms) [running|set|going|active]", asks: true, do: does("timers", args{"action": "list"})},
	{say: "(cancel|stop|remove|delete|clear|end|kill|turn off|switch off|dismiss|abort|drop) [all] (timer|timers|countdown|alarm|alarms)", do: does("timers", args{"action": "cancel"})},
	{say: "(cancel|stop|remove|delete|clear|end|kill|turn off|switch off|dismiss|abort|drop) <label> (timer|alarm|countdown)", do: timerNamed},
}

// lengthAndLabel reads "10 minutes for the tea", "tea for 4 minutes", "tea 4 minutes", "half an hour".
func (m said) lengthAndLabel(toks []token) (length, label []token, ok bool) {
	toks = trimStops(toks)
	for _, w := range []string{"for", "of", "to"} {
		if len(toks) > 1 && toks[0].isWord(w) {
			toks = toks[1:]
		}
	}
	if len(toks) == 0 || len(toks) > 24 {
		return nil, nil, false
	}
	for to := min(len(toks), 10); to > 0; to-- { // the length first
		if !m.s.isDuration(toks[:to]) {
			continue
		}
		rest := trimStops(toks[to:])
		if len(rest) == 0 {
			return toks[:to], nil, true
		}
		for _, w := range []string{"for", "called", "named", "labelled", "labeled", "to"} {
			if len(rest) > 1 && rest[0].isWord(w) {
				if label := m.name(rest[1:]); !m.s.isDuration(label) {
					return toks[:to], label, true
				}
				return nil, nil, false // two lengths
			}
		}
		if len(rest) == 1 && rest[0].isWord("timer") {
			return toks[:to], nil, true
		}
	}
	for from := 1; from < len(toks); from++ { // then the label first
		if toks[from].kind == punct || !m.s.isDuration(toks[from:]) {
			continue
		}
		label := m.name(toks[:from])
		if slices.ContainsFunc(label, func(t token) bool {
			_, isNumber := number([]token{t})
			return isNumber > 0 || t.isWord("or") || t.isWord("minus") || t.isWord("and") || t.isWord("to") || t.in(foreign)
		}) {
			return nil, nil, false // "5 or 10 minutes", "minus 5 minutes": not one length
		}
		if len(label) > 1 && label[0].isWord("on") {
			label = m.name(label[1:])
		}
		for len(label) > 1 && (label[len(label)-1].isWord("for") || label[len(label)-1].isWord("of") || label[len(label)-1].kind == punct) {
			label = label[:len(label)-1]
		}
		if len(label) == 1 && label[0].in(particles) {
			return toks[from:], nil, true
		}
		return toks[from:], m.name(label), true
	}
	return nil, nil, false
}

// name drops the article in front of a name.
func (m said) name(toks []token) []token {
	toks = trimStops(toks)
	if len(toks) > 1 && toks[0].lowerCase() && (toks[0].in(articles) || toks[0].in(possessives) || toks[0].isWord("a") || toks[0].isWord("an")) {
		toks = toks[1:]
	}
	return toks
}

func (m said) timer(length, label []token) (read, bool) {
	if len(length) > 1 && length[0].isWord("for") {
		length = length[1:]
	}
	a := args{"duration": m.s.cut(length)}
	if len(label) > 0 {
		a["label"] = m.s.plain(label)
	}
	return made("start_timer", a)
}

// timerBefore reads "set a 10 minute tea timer".
func timerBefore(m said) (read, bool) {
	about := m.name(m.slot("about"))
	if length, label, ok := m.lengthAndLabel(about); ok {
		return m.timer(length, label)
	}
	for to := len(about) - 1; to > 0; to-- { // "25 minute focus"
		if m.s.isDuration(about[:to]) {
			label := trimStops(about[to:])
			if len(label) > 1 && label[0].isWord("on") {
				label = m.name(label[1:])
			}
			if len(label) == 1 && label[0].isWord("clock") {
				label = nil
			}
			return m.timer(about[:to], label)
		}
	}
	if len(about) > 0 && len(about) <= 3 && about[0].lowerCase() && m.s.headed(about) {
		return m.lacking("for how long", "For how long?", " for "), true
	}
	return read{}, false
}

// headed reports whether toks are plain words that may name a thing.
func (s *sentence) headed(toks []token) bool {
	for _, t := range toks {
		if t.kind != word || t.in(particles) || t.in(subjects) || t.in(copulas) {
			return false
		}
	}
	return true
}

func timerBehind(m said) (read, bool) {
	rest := m.slot("rest")
	if isVague(rest) {
		g := m.s.gap(m.toks, "for how long", "For how long?", "", "")
		g.gap.Before = strings.TrimRight(m.s.text[:rest[0].start], " ") + " "
		return read{bad: g}, true
	}
	if length, label, ok := m.lengthAndLabel(rest); ok {
		return m.timer(length, label)
	}
	if m.s.isTime(rest) {
		return made("start_timer", args{"at": m.s.cut(rest)})
	}
	return read{}, false
}

// timerLabelled reads "set a pasta timer for 8 minutes".
func timerLabelled(m said) (read, bool) {
	label, length := m.name(m.slot("label")), m.slot("rest")
	if len(label) == 0 || len(label) > 4 {
		return read{}, false
	}
	if m.s.isDuration(label) && len(length) <= 6 && m.s.headed(m.name(length)) {
		return m.timer(label, m.name(length)) // "a 15 minute timer for the obs"
	}
	if !m.s.headed(label) || !m.s.isDuration(length) {
		return read{}, false
	}
	return m.timer(length, label)
}

// timerOn reads "nine minutes on the pasta timer", with "set" in front.
func timerOn(m said) (read, bool) {
	length, label := m.slot("length"), m.name(m.slot("label"))
	if !m.s.isDuration(length) || len(label) > 4 || !m.s.headed(label) {
		return read{}, false
	}
	return m.timer(length, label)
}

func timerOnly(m said) (read, bool) {
	rest := m.slot("rest")
	if m.s.isDuration(rest) {
		return m.timer(rest, nil)
	}
	return read{}, false
}

func timerShort(m said) (read, bool) {
	n := m.m
	span, _ := n.Slot("n")
	length := m.toks[span.From : span.To+1]
	if !m.s.isDuration(length) {
		return read{}, false
	}
	return m.timer(length, m.name(m.slot("rest")))
}

func timerLeft(m said) (read, bool) {
	label := m.name(m.slot("label"))
	if len(label) == 0 || len(label) > 4 || !m.s.headed(label) || !m.says([]string{"timer", "countdown", "alarm"}) {
		return read{}, false
	}
	return made("timers", args{"action": "list", "label": m.s.plain(label)})
}

func timerNamed(m said) (read, bool) {
	label := m.name(m.slot("label"))
	if len(label) == 0 || len(label) > 6 || !m.s.headed(label) {
		return read{}, false
	}
	return made("timers", args{"action": "cancel", "label": m.s.plain(label)})
}

// alarm reads "an alarm for half past six", "a 7 am alarm", "wake me up at 7 for the train".
func alarm(m said) (read, bool) {
	if about := m.name(m.slot("about")); len(about) > 0 && m.s.isTime(about) {
		a := args{"at": m.s.cut(about)}
		if label := m.name(m.slot("rest")); len(label) > 0 {
			a["label"] = m.s.plain(label)
		}
		return made("start_timer", a)
	}
	rest := m.slot("rest")
	if len(rest) == 0 {
		return read{}, false
	}
	if at, after := m.s.timeHead(m.linked(rest)); at != nil {
		if len(at) > 1 && at[0].isWord("at") {
			at = at[1:]
		}
		a := args{"at": m.s.cut(at)}
		after = trimStops(after)
		switch {
		case len(after) == 0:
			return made("start_timer", a)
		case len(after) > 1 && len(after) <= 8 && (after[0].isWord("for") || after[0].isWord("called") || after[0].isWord("to")):
			a["label"] = m.s.plain(m.name(after[1:]))
			return made("start_timer", a)
		}
		return read{}, false
	}
	if isVague(rest) {
		return m.lacking("at what time", "At what time?", " at "), true
	}
	return read{}, false
}

// linked drops a linking word in front of a bare clock time that reads better without: "for 7 am".
func (m said) linked(toks []token) []token {
	if len(toks) > 1 && (toks[0].isWord("for") || toks[0].isWord("to")) {
		return toks[1:]
	}
	return toks
}

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
	if len(title) == 0 {
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
		case joins(title[i]) && i+1 < n && i > 0 && (months.has(title[i+1].low) || strings.Trim(title[i+1].low, "0123456789thstndrd") == "" && title[i+1].low[0] <= '9' && title[i+1].low[0] >= '0') && w != "in" && w != "for" && w != "from":
			return i
		case w == "or" && i+1 < n && timely(title[i+1]):
			return i
		}
	}
	return -1
}

// badTime finds a time at the end of a title that looks like one and is none, as in "pay rent on 31 February".
func (m said) badTime(title []token) *refusal {
	for from := max(1, len(title)-5); from < len(title); from++ {
		if !joins(title[from-1]) {
			continue
		}
		tail := title[from:]
		if _, w := number(tail); w > 0 && (len(tail) == w || months.has(tail[w].low) || tail[w].isWord("pm") || tail[w].isWord("am") || tail[w].isWord("o'clock")) || months.has(tail[0].low) {
			end := title[from-1].start
			return m.whenGap(m.s.text[m.toks[0].start:end])
		}
	}
	return nil
}

var months = words("january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec")

// whenGap asks for the time; before is the command without it.
func (m said) whenGap(before string) *refusal {
	last := m.toks[len(m.toks)-1].end
	return &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "when",
		gap: &Gap{Question: "When exactly?", Before: m.s.text[:m.toks[0].start] + strings.TrimRight(before, " ") + " ", After: m.s.text[last:]}}
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
