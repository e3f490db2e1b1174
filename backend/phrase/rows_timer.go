package phrase

import (
	"slices"
	"strings"
)

const timerThing = "(timer|countdown|egg timer|kitchen timer|stopwatch|count down)"

var timerRules = []rule{
	{say: "(add|give|put) <length> [more] to (timer|alarm|countdown)", do: timerChanged},
	{say: "(add|give|put) <length> [more] to <label> (timer|alarm|countdown)", do: timerChanged},
	{say: "(snooze|extend|prolong|lengthen|shorten|restart|reset|pause|resume) [<label>] (timer|alarm|countdown) [<rest>]", do: timerChanged},
	{say: "(set|change|move|put) <label> (timer|alarm|countdown) to <rest>", do: timerChanged},
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
	{say: "(cancel|stop|remove|delete|clear|end|kill|turn off|switch off|dismiss|abort|drop) [all] (timers|alarms|timers and alarms|alarms and timers)", do: timersAll},
	{say: "(cancel|stop|remove|delete|clear|end|kill|turn off|switch off|dismiss|abort|drop) (timer|countdown)", do: does("timers", args{"action": "cancel"})},
	{say: "(cancel|stop|remove|delete|clear|end|kill|turn off|switch off|dismiss|abort|drop) alarm", do: does("timers", args{"action": "cancel", "label": "alarm"})},
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
	if len(toks) > 1 && toks[0].lowerCase() && toks[0].determines() {
		toks = toks[1:]
	}
	return toks
}

// timerKinds are words before "timer" that belong to its name where it has no other.
var timerKinds = words("egg kitchen")

func (m said) timer(length, label []token) (read, bool) {
	if len(label) == 0 {
		for i, t := range m.toks[:len(m.toks)-1] {
			if t.in(timerKinds) && m.toks[i+1].isWord("timer") {
				label = m.toks[i : i+1]
			}
		}
	}
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
		if len(rest) == 1 && rest[0].raw[0] != '0' && len(rest[0].raw) < 5 && strings.Contains(rest[0].raw, ":") {
			g := m.s.gap(m.toks, "whether that is how long or until when", "How long is that, or until when: “1 hour 30 minutes”, or “1:30 pm”?", "", "")
			g.gap.Before = strings.TrimRight(m.s.text[:rest[0].start], " ") + " "
			return read{bad: g}, true // "a timer for 1:30"
		}
		return made("start_timer", args{"at": m.s.cut(rest)})
	}
	if why := m.s.impossible(rest); why != "" {
		g := m.s.gap(m.toks, "for how long", why+" For how long?", "", "")
		g.gap.Before = strings.TrimRight(m.s.text[:rest[0].start], " ") + " "
		return read{bad: g}, true
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

// timerChanged is a wish that Pace can't fulfil yet: a timer that runs is cancelled, and another one set. Reading it as the
// wish for a second timer would leave the first one to ring.
func timerChanged(m said) (read, bool) {
	length, label := m.slot("length"), m.name(m.slot("label"))
	if len(length) > 0 && !m.s.isDuration(length) || len(label) > 4 {
		return read{}, false
	}
	if rest := m.slot("rest"); len(length) == 0 && !m.says([]string{"snooze", "extend", "prolong", "lengthen", "shorten", "restart", "reset", "pause", "resume"}) && !m.s.isDuration(rest) && !m.s.isTime(rest) {
		return read{}, false
	}
	if all := m.slot("label"); m.toks[0].isWord("set") && (len(all) == len(label) || all[0].isWord("a") || all[0].isWord("an")) {
		return read{}, false // "set pasta timer to 3 minutes" begins one
	}
	return read{bad: &refusal{why: Unsupported, rest: m.s.cut(m.toks), hint: m.timerHint(label)}}, true
}

// timerHint says what to say instead.
func (m said) timerHint(label []token) string {
	why, thing, article := "A timer that runs can't be changed yet.", "timer", "a "
	if m.says([]string{"alarm"}) {
		why, thing, article = "An alarm that is set can't be changed yet.", "alarm", "an "
	}
	if len(label) > 0 && !label[0].determines() {
		thing, article = m.s.plain(label)+" "+thing, "a "
	}
	return why + " Cancel it and set another: say “cancel the " + thing + "”, and then “set " + article + thing + " for …”."
}

// timersAll means every timer, or every alarm.
func timersAll(m said) (read, bool) {
	a := args{"action": "cancel", "all": true}
	if !m.says([]string{"timers"}) {
		a["label"] = "alarms"
	}
	return made("timers", a)
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
	if why := m.s.impossible(rest); why != "" {
		g := m.s.gap(m.toks, "at what time", why+" At what time?", "", "")
		g.gap.Before = strings.TrimRight(m.s.text[:rest[0].start], " ") + " "
		return read{bad: g}, true
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
