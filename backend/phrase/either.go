package phrase

// eitherRules are wishes to have something written down for a time, of which nobody knows whether the calendar or the
// reminders are meant. They are asked last: every record that is named has taken its own before.
var eitherRules = []rule{
	{say: "(add|put|stick|pop|schedule|pencil in|book) <title>", do: either},
}

// either asks which of the two it is. Both answers are whole sentences, so that either is read as if it had been said.
func either(m said) (read, bool) {
	title := m.slot("title")
	what, at := m.s.timeTail(title)
	what = m.name(what)
	if at == nil || len(what) == 0 || len(what) > 8 {
		return read{}, false
	}
	for _, t := range what {
		if t.kind != word || t.in(objects) || t.in(placed) {
			return read{}, false // "put it back at 5", "put the window on the left"
		}
	}
	if all := trimStops(title); m.toks[0].isWord("book") && (all[0].determines() || all[0].in(quantities) || eitherBuys.has(what[0].low)) {
		return read{}, false // "book a table"
	}
	if _, n := number(what); n > 0 {
		return read{}, false // "add 5 on Monday", "book two seats"
	}
	thing, moment := m.s.cut(what), m.s.cut(m.linkedWhen(at))
	g := &Gap{Question: "As an event in your calendar, or as a reminder?", Choices: []Choice{
		{Label: "As an event in your calendar", Words: []string{"event", "calendar", "appointment", "entry", "diary"}, Whole: "add " + thing + " to my calendar " + moment},
		{Label: "As a reminder", Words: []string{"reminder", "remind", "reminders"}, Whole: "remind me of " + thing + " " + moment},
	}}
	return read{bad: &refusal{why: Incomplete, rest: m.s.cut(m.toks), missing: "whether it is an event or a reminder", gap: g,
		hint: "That could be an event or a reminder. Say “add … to my calendar " + moment + "”, or “remind me of … " + moment + "”."}}, true
}

// settled drops a question of which a choice means nothing; what to say instead is left. The hint of one that is asked is
// not needed.
func (r refusal) settled() refusal {
	if r.gap == nil || len(r.gap.Choices) == 0 {
		return r
	}
	for _, c := range r.gap.Choices {
		if !Read(c.Whole).Complete() {
			r.why, r.missing, r.gap = Unsupported, "", nil
			return r
		}
	}
	r.hint = ""
	return r
}

var (
	// placed are words of a wish to move or mark something, not to write it down.
	placed     = words("window screen tab tabs page volume brightness sound left right top bottom back away down up on off aside together note notes list lists folder file files to in into onto with and then")
	eitherBuys = words("ticket tickets table tables flight flights hotel hotels room rooms seat seats taxi cab uber train trains trip car")
)
