package phrase

import (
	"slices"
	"strings"

	"pace/backend/when"
)

const calendarThing = "(calendar|diary|schedule|agenda|planner)"

var calendarRules = []rule{
	{say: "(what is|what's|whats|what've i got|what've i|let's have a look at what's|what do i have|what have i got|what have i|show me what's|tell me what's|what's happening|is there anything|do i have anything|anything|have i got anything|what's coming up|what's planned|what is planned) [planned|coming up] (on|in) " + calendarThing + " [<range>]", asks: true, do: calendarOf},
	{say: "(show|show me|read|read me|read out|check|open up|tell me|bring up|pull up|list|give me|look at|what's) " + calendarThing + " [for] <range>", asks: true, do: calendarOf},
	{say: "(show|show me|read|read me|read out|check|tell me|list|give me) " + calendarThing, do: calendarOf},
	{say: "(show|show me|list|read|read me|read out|tell me|check|give me|what are|what's) <range> (events|meetings|appointments|calendar|schedule|agenda)", asks: true, do: calendarOwn},
	{say: "(show|show me|list|read|read me|read out|tell me|check|give me|what are) (events|meetings|appointments|all events|all meetings|all appointments) [for|of|on] [<range>]", asks: true, do: calendarOf},
	{say: "(what|which) (events|meetings|appointments|plans) (do i have|have i got|are there|are on|are coming up) [<range>]", asks: true, do: calendarOf},
	{say: "(what've i got|what've i) (on|planned|scheduled|coming up) [<range>]", asks: true, do: calendarOf},
	{say: "(see|let's see|look at) " + calendarThing + " [for] <range>", do: calendarOf},
	{say: "(see|show me) what i have [on|planned] [for] <range>", do: calendarOf},
	{say: calendarThing + " [for] <range>", do: calendarOf},
	{say: "let's have a look at " + calendarThing + " [for] <range>", do: calendarOf},
	{say: "what (do i have|have i got) (on|planned|scheduled|coming up|going on) [<range>]", asks: true, do: calendarOf},
	{say: "(what do i have|what have i got|do i have anything on|do i have anything|do i have any meetings|do i have any appointments|do i have plans|have i got anything on|have i got any meetings|have i got anything|am i free|am i busy|anything on|anything scheduled|any meetings) <range>", asks: true, do: calendarOf},
	{say: "(show|show me|read me|tell me|give me) (day|week)", do: calendarSpan},
	{say: "(how does|what does) <range> look [like]", asks: true, do: calendarOwn},
	{say: "(how does|what does) (day|schedule|calendar|agenda|diary) look [like] [<range>]", asks: true, do: calendarDay},
	{say: "(when is|when's|what time is|when are|what time's|what is|what's|whats|show me|tell me) next (meeting|appointment|event)", asks: true, do: does("calendar", args{"range": "next"})},
	{say: "(put|enter|add|write) (in|into|on) " + calendarThing + " [:] <title>", do: eventSaid},
	{say: "(add|put|create|schedule|book|set up|enter|pencil in|make|stick|pop|chuck|bung|whack|block|block out|block off|mark|note) <title> (to|in|into|on|onto) " + calendarThing + " [<when>]", do: event},
	{say: "(schedule|book|pencil in|set up|plan|arrange|block out|block off|block) <title>", do: eventSaid},
	{say: "(add|create|make|new|put in|set up) [new] [calendar] (event|appointment|calendar entry|entry|calendar event|meeting) (called|named|titled|for|:) <title>", do: eventSaid},
	{say: "(add|create|make|new|put in|set up) [new] (appointment|meeting) with <title>", do: eventWith},
	{say: "(add|create|make|put in) <title> (event|appointment|meeting) <when>", do: event},
	{say: "(add|create|make|schedule|book|new) [new] [calendar] (event|appointment|calendar entry|calendar event|meeting)", do: lacks("what and when", "What is it, and when?", " called ")},
	{say: "add to " + calendarThing + " <title>", do: eventSaid},
	{say: "(add|put in|create|enter) <title>", do: eventNamed},
	{say: "(put|add) " + calendarThing + " entry <title>", do: eventSaid},
}

func calendarOf(m said) (read, bool) {
	at := m.rangeOf("range")
	if at == nil {
		if span := m.slot("range"); len(span) <= 6 {
			if why := m.s.impossible(span); why != "" {
				last := m.toks[len(m.toks)-1].end
				return read{bad: &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "which day",
					gap: &Gap{Question: why + " Which day?", Before: m.s.text[:span[0].start], After: m.s.text[last:]}}}, true
			}
		}
		return read{}, false
	}
	if len(at) == 0 {
		return made("calendar", args{"range": "today"})
	}
	return made("calendar", args{"range": m.s.cut(at)})
}

// calendarDay reads "what does my day look like": today, unless a day is named.
func calendarSpan(m said) (read, bool) {
	if m.says([]string{"week"}) {
		return made("calendar", args{"range": "this week"})
	}
	return made("calendar", args{"range": "today"})
}

func calendarDay(m said) (read, bool) { return calendarOf(m) }

// calendarOwn reads "today's events", "tomorrow's schedule", "this week's meetings", "my week".
func calendarOwn(m said) (read, bool) {
	at := m.slot("range")
	if len(at) == 0 || len(at) > 4 {
		return read{}, false
	}
	l := strings.TrimSuffix(strings.TrimSuffix(lows(at), "'s"), "’s")
	for _, own := range []string{"my ", "the "} {
		l = strings.TrimPrefix(l, own)
	}
	switch l {
	case "day":
		return made("calendar", args{"range": "today"})
	case "week":
		return made("calendar", args{"range": "this week"})
	}
	if !spans.has(l) && !m.s.timeText(l) {
		return read{}, false
	}
	return made("calendar", args{"range": l})
}

// timeText is isTime for words that are no part of the sentence as it was written.
func (s *sentence) timeText(l string) bool {
	other := newSentence(l)
	return other.isTime(other.toks)
}

// event reads "lunch with Bo … in my calendar for Friday at noon".
func event(m said) (read, bool) {
	title, at := m.slot("title"), m.slot("when")
	if len(title) == 0 {
		return read{}, false
	}
	if len(at) > 0 {
		_, at = m.s.timeTail(at)
		if why := m.s.impossible(m.slot("when")); at == nil && why != "" {
			begins := m.slot("when")[0].start
			return read{bad: &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "when",
				gap: &Gap{Time: true, Question: why + " When exactly?", Before: m.s.text[:begins], After: m.s.text[m.toks[len(m.toks)-1].end:]}}}, true
		}
		if at == nil || len(at) != len(m.slot("when")) {
			return m.eventIn(append(append([]token(nil), title...), m.slot("when")...), title)
		}
		return m.eventAt(title, at, nil)
	}
	return m.eventIn(title, title)
}

// eventSaid reads "lunch with Bo on Friday at noon at Leo's".
func eventSaid(m said) (read, bool) {
	title := m.slot("title")
	if len(title) == 0 {
		return read{}, false
	}
	head := m.toks[0].low
	r, ok := m.eventIn(title, title)
	if ok && r.bad != nil && head != "add" && head != "create" && head != "new" && !eventWords(title) {
		return read{}, false // "plan a trip": no time, and nothing that belongs to a calendar
	}
	if (head == "book" || head == "plan" || head == "arrange" || head == "block") && !eventWords(title) {
		return read{}, false // "book a table for eight" is not for the calendar
	}
	return r, ok
}

// eventWith reads "a meeting with Bo on Friday at 3": what it is belongs to its title.
func eventWith(m said) (read, bool) {
	for i, t := range m.toks {
		if t.isWord("with") && i > 0 {
			return m.eventIn(m.toks[i-1:], m.toks[i-1:])
		}
	}
	return read{}, false
}

// eventNamed reads "add lunch with Bo on Friday at noon": a time, and something that belongs to a calendar.
func eventNamed(m said) (read, bool) {
	title := m.slot("title")
	if len(title) < 2 || !eventWords(title) && !m.s.hours(title) {
		return read{}, false
	}
	r, ok := m.eventIn(title, title)
	return r, ok && (r.bad == nil || m.s.impossible(title) != "")
}

// hours reports whether toks end in a time with a beginning and an end.
func (s *sentence) hours(toks []token) bool {
	_, at := s.timeTail(toks)
	if at == nil {
		return false
	}
	r, ok := s.asTime(at)
	return ok && r.Kind == when.Span && !r.AllDay
}

// eventWords reports whether toks name something that people put into a calendar.
func eventWords(toks []token) bool {
	for _, t := range toks {
		switch t.low {
		case "meeting", "appointment", "event", "call", "lunch", "dinner", "breakfast", "dentist", "interview", "party", "coffee", "drinks", "standup", "stand-up", "checkup", "check-up":
			return true
		}
	}
	return false
}

// eventIn looks for the time, and a place behind it or before it.
func (m said) eventIn(all, title []token) (read, bool) {
	what, at := m.s.timeTail(all)
	if at != nil && len(what) > 0 {
		if left := m.s.leftTime(what); left > 0 {
			return read{bad: m.whenGap(m.s.text[m.toks[0].start:what[left].start])}, true
		}
		return m.eventAt(what, at, nil)
	}
	if len(trimStops(what)) == 0 && at != nil {
		return read{bad: m.s.gap(m.toks, "what it is", "What is it?", "", " called ")}, true
	}
	for i := len(all) - 1; i > 1; i-- { // "… on friday from 12 to 1 at Leo's"
		if !(all[i-1].isWord("at") || all[i-1].isWord("in")) || i < len(all)-6 {
			continue
		}
		if what, at := m.s.timeTail(all[:i-1]); at != nil && len(what) > 0 && !timely(all[i]) && m.s.leftTime(what) < 0 {
			return m.eventAt(what, at, all[i:])
		}
	}
	if what, vague := vagueTail(all); vague != nil && len(what) > 0 {
		end := what[len(what)-1].end
		return read{bad: m.whenGap(m.s.text[m.toks[0].start:end] + " ")}, true
	}
	return read{bad: &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "when",
		gap: &Gap{Time: true, Question: m.s.whenQuestion(all), Before: m.s.text[:title[len(title)-1].end] + " ", After: m.s.text[title[len(title)-1].end:]}}}, true
}

func (m said) eventAt(title, at, place []token) (read, bool) {
	title = trimStops(title)
	for _, lead := range []string{"called", "named", "titled", "for", "an event", "event", "appointment for", "meeting called"} {
		k := len(strings.Fields(lead))
		if len(title) > k && lows(title[:k]) == lead && lead != "event" {
			title = title[k:]
		}
	}
	title = m.name(title)
	if len(title) == 1 && (title[0].determines() || title[0].isWord("new")) {
		// "add a meeting on Friday": the title is what stands behind the little word
		i := slices.IndexFunc(m.toks, func(t token) bool { return t.isWord("meeting") || t.isWord("appointment") })
		if i < 0 {
			return read{bad: m.s.gap(m.toks, "what it is", "What is it?", "", " called ")}, true
		}
		title = m.toks[i : i+1]
	}
	a := args{"title": m.s.plain(title), "start": m.s.cut(m.linkedWhen(at))}
	if len(title) > 2 && place == nil { // "lunch with Bo at Leo's on friday"
		for i := len(title) - 2; i > 0 && i >= len(title)-5; i-- {
			if title[i].isWord("at") && !title[i+1].in(subjects) {
				a["title"], a["location"] = m.s.plain(title[:i]), m.s.plain(title[i+1:])
				break
			}
		}
	}
	if len(place) > 0 {
		a["location"] = m.s.plain(place)
	}
	return made("calendar_create", a)
}

var noteRules = []rule{
	{say: "(make|take) [quick] (note|memo) , <body>", do: noteComma},
	{say: "(make|take|create|write|jot down|write down|add|start|new|leave|open|stick|pop|put) [me] [new|quick|wee] (note|memo) [in|down] (that|saying|to self|that says|which says|to self that|to self :|:) <body>", do: noteBody},
	{say: "(make|take|create|write|add|start|new) [me] [new|quick] note (called|named|titled) <title> [saying|that says|with text|with] <body>", do: noteTitled},
	{say: "(make|take|create|write|add|start|new) [me] [new|quick] note (called|named|titled) <title>", do: noteTitle},
	{say: "(make|take|create|write|start|add) [me] [new|quick] note (about|of|on) <title>", do: noteAbout},
	{say: "(note down|jot down|write down|take down) (that|:) <body>", do: noteBody},
	{say: "(note down|jot down|take note that|take note :|note to self :|note to self|memo :|note :) <body>", do: noteBody},
	{say: "(add|append|put|write|stick|pop|chuck) <body> (to|into|in|onto|on|at end of) [note (called|named|titled)] <title> (note|notes|list)", do: noteAppend},
	{say: "(add|append|put|write) <body> (to|into|in|onto) note (called|named|titled|about) <title>", do: noteAppend},
	{say: "(append|add) to [note (called|named)] <title> [note] : <body>", do: noteAppend},
	{say: "(save|put|store|keep|write) <body> (in|to|into|as) (notes|a note|new note|note)", do: noteBody},
	{say: "(search|look through|look in|search through|go through|search in|check) notes (for|about) <query>", do: noteSearch},
	{say: "(find|search|look up|look for|show me|get|pull up|open|show) note (about|on|called|named|with|titled|mentioning|where|for|containing) <query>", do: noteSearch},
	{say: "(find|search|look for|show me|show|get|pull up|look up) notes (about|on|with|mentioning|for|containing|that mention) <query>", do: noteSearch},
	{say: "(find|search for|look up|look for) <query> in notes", do: noteSearch},
	{say: "what (do|did) notes say about <query>", asks: true, do: noteSearch},
	{say: "what (do|did) i (note|write down|write|have in notes) about <query>", asks: true, do: noteSearch},
	{say: "(make|take|create|write|add|start|new) [me] [new|quick] note", do: lacks("what to note", "What should the note say?", " that ")},
	{say: "(write|note|jot) (that|this) down", do: nothing},
}

// nothing is the end of what looks like a command of a row and is none.
func nothing(said) (read, bool) { return read{}, false }

func noteBody(m said) (read, bool) {
	body := m.polite(m.slot("body"))
	if len(body) == 0 || len(body) == 1 && body[0].in(objects) || body[0].in(copulas) {
		return read{}, false
	}
	return made("notes", args{"action": "create", "body": m.s.plain(body)})
}

// noteComma takes what stands behind a comma; without one it could be anything.
func noteComma(m said) (read, bool) {
	span, _ := m.m.Slot("body")
	if !m.toks[span.From-1].stop(",") || span.To-span.From < 3 { // "take a note, Ann"
		return read{}, false
	}
	return noteBody(m)
}

func noteTitled(m said) (read, bool) {
	title, body := m.slot("title"), m.slot("body")
	if len(title) == 0 || len(title) > 20 || len(body) == 0 {
		return read{}, false
	}
	from, to := title[len(title)-1].end, body[0].start
	switch strings.Trim(strings.ToLower(m.s.text[from:to]), " .,…") {
	case "with": // "Trip with Bo" is a title
		if len(title) > 8 || len(body) < 2 || !body[0].lowerCase() {
			return read{}, false
		}
		fallthrough
	case ":", "saying", "that says", "with the text", "with text":
		return made("notes", args{"action": "create", "title": m.s.plain(title), "body": m.s.plain(m.polite(body))})
	}
	return read{}, false
}

func noteTitle(m said) (read, bool) {
	title := m.polite(m.slot("title"))
	if len(title) == 0 || len(title) > 12 || slices.ContainsFunc(title[1:], func(t token) bool { return t.isWord("saying") }) {
		return read{}, false
	}
	return made("notes", args{"action": "create", "title": m.s.plain(title)})
}

func noteAbout(m said) (read, bool) {
	title := m.polite(m.slot("title"))
	if len(title) == 0 || len(title) > 12 || title[0].in(objects) {
		return read{}, false
	}
	return made("notes", args{"action": "create", "title": m.s.plain(m.name(title))})
}

func noteAppend(m said) (read, bool) {
	body, title := m.slot("body"), m.name(m.slot("title"))
	if len(body) == 0 || len(title) == 0 || len(title) > 8 {
		return read{}, false
	}
	switch lows(title) {
	case "reminders", "reminder", "calendar":
		return read{}, false
	case "to-do", "todo", "task", "shopping", "grocery", "to do":
		if !m.says([]string{"note", "notes"}) {
			return read{}, false // such a list need not be a note
		}
	}
	return made("notes", args{"action": "append", "title": m.s.plain(title), "body": m.s.plain(body)})
}

func noteSearch(m said) (read, bool) {
	query := m.name(m.polite(m.slot("query")))
	if len(query) == 0 || len(query) > 20 {
		return read{}, false
	}
	return made("notes", args{"action": "search", "query": m.s.plain(query)})
}

var mailRules = []rule{
	{say: "(draft|compose|write|start|prepare|create|begin|open|new) [me] [new] [draft] (email|e-mail|mail) [draft] [to <to>] [(about|with subject|with subject line|subject|regarding|re|titled|on) <subject>] (saying|that says|saying that|with text|to say|to say that|telling (him|her|them) that|telling (him|her|them)|body|with body|and say|and tell (him|her|them)|that) <body>", do: mail},
	{say: "(draft|compose|write|start|prepare|create|begin|open|new) [me] [new] [draft] (email|e-mail|mail) [draft] [to <to>] [(about|with subject|with subject line|subject|regarding|re|titled|on) <subject>]", do: mail},
	{say: "(draft|compose|prepare|start) <to> (email|e-mail|mail) (about|regarding|saying|that says) <subject>", do: nothing},
	{say: "(draft|compose|write|prepare|create) [me] [new] (message|text|text message|dm) to <recipient> (saying|that says|saying that|that|to say|to say that|telling (him|her|them) that|:) <text>", do: message},
	{say: "(draft|compose|write|prepare|create|open|start) [me] [new] (message|text|text message|dm|chat) (to|with|for) <recipient>", do: message},
	{say: "(open|start|show|go to|bring up|pull up) [my] (messages|message|chat|conversation|dm|dms|message thread) (with|to) <recipient>", do: message},
	{say: "(draft|compose|write|prepare) [me] [new] (message|text|text message)", do: lacks("to whom", "To whom?", " to ")},
	{say: "(email|e-mail|mail) <to> (that|saying|saying that|to say|to say that|telling (him|her|them) that) <body>", do: mail},
	{say: "(email|e-mail) <to> about <subject>", do: mail},
	{say: "(email|e-mail) <to>", do: mailTo},
	{say: "(message|text|dm) <recipient> (saying|that|saying that|to say|to say that|telling (him|her|them) that) <text>", do: message},
}

func mail(m said) (read, bool) {
	a := args{}
	for slot, limit := range map[string]int{"to": 12, "subject": 30, "body": 1 << 20} {
		toks := m.slot(slot)
		if toks == nil {
			continue
		}
		if len(toks) == 0 || len(toks) > limit {
			return read{}, false
		}
		if slot != "body" {
			toks = m.polite(toks)
		}
		a[slot] = m.s.plain(toks)
	}
	if to := m.slot("to"); len(to) > 0 {
		for _, t := range to {
			if t.isWord("about") || t.isWord("saying") || t.isWord("that") || t.isWord("subject") || t.isWord("regarding") || t.isWord("telling") {
				return read{}, false
			}
		}
		if len(to) == 1 && to[0].in(objects) {
			return read{}, false
		}
	}
	if sub := m.slot("subject"); len(sub) > 0 {
		for _, t := range sub {
			if t.isWord("saying") || t.isWord("telling") {
				return read{}, false
			}
		}
	}
	return made("mail", a)
}

// mailTo reads "email Bob": somebody with a name or an address, and no more.
func mailTo(m said) (read, bool) {
	to := m.polite(m.slot("to"))
	if len(to) == 0 || len(to) > 3 || to[0].lowerCase() && !strings.Contains(to[0].raw, "@") && len(to) > 1 || to[0].in(objects) || to[0].in(articles) {
		return read{}, false
	}
	return mail(m)
}

func message(m said) (read, bool) {
	who := m.name(m.polite(m.slot("recipient")))
	if len(who) == 0 || len(who) > 5 || len(who) == 1 && who[0].in(objects) {
		return read{}, false
	}
	for _, t := range who {
		if t.isWord("saying") || t.isWord("that") || t.isWord("about") || t.isWord("telling") {
			return read{}, false
		}
	}
	a := args{"recipient": m.s.plain(who)}
	if text := m.slot("text"); len(text) > 0 {
		a["text"] = m.s.plain(text)
	}
	return made("messages", a)
}

const contactField = "(phone number|telephone number|phone|number|mobile number|cell number|mobile|cell|email|e-mail|email address|e-mail address|mail address|address|home address|postal address|street address)"

var contactRules = []rule{
	{say: "(what is|what's|whats|look up|find|find me|get|get me|give me|gimme|give us|show me|tell me|show) <name> " + contactField + " [again]", asks: true, do: contactOf},
	{say: "(what is|what's|whats|look up|find|find me|get|get me|give me|show me|tell me|show) " + contactField + " (of|for) <name>", asks: true, do: contactFor},
	{say: "(where does) <name> live", asks: true, do: contactLives},
	{say: "do i have <name> " + contactField, asks: true, do: contactOf},
	{say: "(add) <title> (to|in) (things|things 3|things inbox)", do: thing},
	{say: "(create|make|add) [new] (to-do|todo|task) in things (to|called|named|:) <title>", do: thing},
	{say: "(create|make|add|new) things (to-do|todo|task) (to|called|named|:|for) <title>", do: thing},
	{say: "(put) <title> (in|into|on) things [inbox|list]", do: thing},
}

// contactOf reads "Anna's phone number".
func contactOf(m said) (read, bool) {
	name := m.slot("name")
	if len(name) == 0 || len(name) > 4 {
		return read{}, false
	}
	text := m.s.cut(name)
	bare := strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
	if bare == text && !strings.HasSuffix(text, "s'") && !strings.HasSuffix(text, "s’") {
		return read{}, false // a name that owns nothing
	}
	bare = strings.TrimRight(bare, "'’")
	if who := strings.ToLower(bare); who == "it" || who == "that" || who == "what" || who == "the" || strings.HasPrefix(who, "the ") || strings.HasPrefix(who, "this ") {
		return read{}, false
	}
	return m.contact(strings.TrimPrefix(strings.TrimPrefix(bare, "my "), "My "), m.toks[m.slotEnd("name"):])
}

func (m said) slotEnd(name string) int {
	span, _ := m.m.Slot(name)
	return span.To
}

func contactFor(m said) (read, bool) {
	name := m.slot("name")
	if len(name) == 0 || len(name) > 4 || name[0].lowerCase() && !name[0].in(possessives) && len(name) > 2 || name[0].in(articles) {
		return read{}, false
	}
	span, _ := m.m.Slot("name")
	return m.contact(m.s.plain(m.name(name)), m.toks[:span.From])
}

func contactLives(m said) (read, bool) {
	name := m.slot("name")
	if len(name) == 0 || len(name) > 3 || name[0].in(articles) || name[0].in(subjects) {
		return read{}, false
	}
	return made("contacts", args{"name": m.s.plain(m.name(name)), "field": "address"})
}

// contact tells from the words around the name what is asked for.
func (m said) contact(name string, words []token) (read, bool) {
	field := "address"
	for _, t := range words {
		switch t.low {
		case "phone", "number", "telephone", "mobile", "cell":
			field = "phone"
		case "email", "e-mail", "mail":
			field = "email"
		}
	}
	return made("contacts", args{"name": name, "field": field})
}

// choreVerbs begin what people put on a list of things to do.
var choreVerbs = words("renew pick buy call book pay ring phone email collect return cancel order wash clean water feed fix repair sort finish file post bring drop hand sign apply register")

func thing(m said) (read, bool) {
	title := m.polite(m.slot("title"))
	if len(title) == 0 || len(title) > 30 {
		return read{}, false
	}
	wish := title[0].in(otherVerbs) || title[0].in(taskVerbs) || verbHeads.has(title[0].low) || choreVerbs.has(title[0].low)
	if !strings.Contains(m.s.cut(m.toks), "Things") && !m.says([]string{"inbox", "3", "to-do", "todo", "task"}) && !(wish && len(title) > 1) {
		return read{}, false // "add colour to things"
	}
	return made("things", args{"title": m.s.plain(title)})
}
