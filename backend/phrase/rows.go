package phrase

import (
	"slices"
	"strings"

	"pace/backend/phrase/form"
)

// Row is one row of the chain: the commands of one part of Pace, as people say them.
type Row struct {
	Name string
	// Command says that the row belongs to a part with things of its own (flows, skills, recordings …); the others are
	// fast actions, which follow from the sentence alone.
	Command bool
	rules   []rule
}

// chain is the order in which rows are asked; the first rule that fits a command wins. A row that takes any name
// ("run NAME") must not take a command from a row behind it that knows it better: such a rule is weak, or leaves out the
// words of the other row. The order itself is pinned by a test.
var chain = index([]Row{
	{"watch", true, watchRules},
	{"annotations", true, annotationRules},
	{"research", true, researchRules},
	{"listening", true, listeningRules},
	{"memory", true, memoryRules},
	{"automation", true, automationRules},
	{"shortcut", true, shortcutRules},
	{"create", true, createRules},
	{"flow", true, flowRules},
	{"site", true, siteRules},
	{"cron", true, cronRules},
	{"background", true, backgroundRules},
	{"meeting", true, meetingRules},
	{"skill", true, skillRules},
	{"find", true, findRules},
	{"media", false, mediaRules},
	{"sound", false, soundRules},
	{"light", false, lightRules},
	{"timer", false, timerRules},
	{"reminder", false, reminderRules},
	{"calendar", false, calendarRules},
	{"notes", false, noteRules},
	{"mail", false, mailRules},
	{"contacts", false, contactRules},
	{"files", false, fileRules},
	{"capture", false, captureRules},
	{"edit", false, editRules},
	{"keys", false, keyRules},
	{"window", false, windowRules},
	{"self", false, selfRules},
	{"never", false, slices.Concat(eitherRules, neverRules)},
})

// Rows lists the rows of the chain in order.
func Rows() []Row { return append([]Row(nil), chain.rows...) }

// args are the arguments of a call.
type args = map[string]any

// rule is one way to say a command, and what it comes to.
type rule struct {
	say  string
	do   func(m said) (read, bool) // false: this is not what was meant
	weak bool                      // only the owner of the thing can say whether there is one of that name
	asks bool                      // a question, which may carry its mark

	form       *form.Form
	row, order int
}

// said is a command that fits a rule.
type said struct {
	s    *sentence
	toks []token
	m    form.Match
}

// slot gives the tokens of a slot, nil when it is absent.
func (m said) slot(name string) []token {
	span, ok := m.m.Slot(name)
	if !ok {
		return nil
	}
	return trimStops(m.toks[span.From:span.To])
}

// plain is the text of toks; of one quoted text what is inside the quotes.
func (s *sentence) plain(toks []token) string {
	if len(toks) == 1 && toks[0].kind == quoted {
		return toks[0].raw
	}
	return s.cut(toks)
}

func (m said) number(name string) (int, bool) {
	span, ok := m.m.Slot(name)
	if !ok {
		return 0, false
	}
	return amountOf(m.toks[span.From:span.To])
}

// does makes a rule's end that is always the same call.
func does(name string, a args) func(said) (read, bool) {
	if a == nil {
		a = args{}
	}
	steps := one(call(name, a))
	return func(said) (read, bool) { return read{steps: steps, sure: true}, true }
}

func made(name string, a args) (read, bool) {
	return read{steps: one(call(name, a)), sure: true}, true
}

// lacks makes a rule's end that asks for the piece that is missing. The answer is put behind the command, after join.
func lacks(missing, question, join string) func(said) (read, bool) {
	return func(m said) (read, bool) { return m.lacking(missing, question, join), true }
}

func (m said) lacking(missing, question, join string) read {
	return read{bad: m.s.gap(m.toks, missing, question, "", join)}
}

// table finds the rules that may fit a command by its first two words, small words left out; only these are matched. A
// command can begin with about five hundred rules, and one rule costs up to a microsecond.
type table struct {
	rows []Row
	two  map[string][]*rule // by two words
	one  map[string][]*rule // by one, where a slot follows
}

func index(rows []Row) table {
	t := table{rows: rows, two: map[string][]*rule{}, one: map[string][]*rule{}}
	order := 0
	for i := range rows {
		for j := range rows[i].rules {
			r := &rows[i].rules[j]
			r.form, r.row, r.order = form.Compile(r.say), i, order
			order++
			seen := set{}
			for _, h := range r.form.Heads() {
				var key []string
				for _, w := range strings.Fields(h) {
					if !form.Small(w) {
						key = append(key, w)
					}
				}
				by, k := t.one, key[0]
				if len(key) > 1 {
					by, k = t.two, key[0]+" "+key[1]
				}
				if !seen.has(k) {
					seen[k] = struct{}{}
					by[k] = append(by[k], r)
				}
			}
		}
	}
	return t
}

// candidates are the rules that a command beginning so may fit, in the order of the chain.
func (t table) candidates(words []form.Word) []*rule {
	second := ""
	for _, w := range words[1:] {
		if !form.Small(w.Low) {
			second = w.Low
			break
		}
	}
	one, two := t.one[words[0].Low], t.two[words[0].Low+" "+second]
	if len(one) == 0 || len(two) == 0 {
		return append(one, two...)
	}
	out := make([]*rule, 0, len(one)+len(two))
	for len(one) > 0 && len(two) > 0 {
		if one[0].order < two[0].order {
			out, one = append(out, one[0]), one[1:]
		} else {
			out, two = append(out, two[0]), two[1:]
		}
	}
	return append(append(out, one...), two...)
}

// claimed is a command that a row takes.
type claimed struct {
	row  int
	read read
}

// match asks the rows for a command. weak collects what the weak rules before the match would do.
func (t table) match(s *sentence, toks []token, weak *[]claimed) (claimed, bool) {
	if len(toks) == 0 || toks[0].kind != word || !rowStarts.has(toks[0].low) {
		return claimed{}, false
	}
	asking := endsAsking(toks)
	bare := toks
	if asking {
		bare = toks[:len(toks)-1]
	}
	if len(bare) == 0 {
		return claimed{}, false
	}
	words := make([]form.Word, len(bare))
	for i, tok := range bare {
		words[i].Low = tok.low
		if tok.kind == word {
			_, words[i].Number = amountWidth(bare[i:])
		}
	}
	run := form.NewRun(words)
	for _, r := range t.candidates(words) {
		if asking && !r.asks || r.weak && weak == nil {
			continue
		}
		var got read
		if !run.Match(r.form, func(m form.Match) bool {
			var ok bool
			got, ok = r.do(said{s, bare, m})
			return ok
		}) {
			continue
		}
		if r.weak {
			if got.bad == nil {
				*weak = append(*weak, claimed{r.row, got})
			}
			continue
		}
		return claimed{r.row, got}, true
	}
	return claimed{}, false
}

// trimCommand is trimStops that leaves the question mark: a request that still has one asks something.
func trimCommand(toks []token) []token {
	trimmed := trimStops(toks)
	if n := len(toks); n > 0 && endsAsking(toks) && len(trimmed) > 0 {
		return append(slices.Clip(trimmed), toks[n-1])
	}
	return trimmed
}

// amountWidth reads a number, also one with a percent sign that is written to it.
func amountWidth(toks []token) (n, width int) {
	if n, w := number(toks); w > 0 {
		return n, w
	}
	if l := len(toks[0].low); l > 1 && l <= 5 && toks[0].low[l-1] == '%' && digits(toks[0].low[:l-1]) {
		n, _ = number([]token{{kind: word, low: toks[0].low[:l-1]}})
		return n, 1
	}
	return 0, 0
}

func amountOf(toks []token) (int, bool) {
	n, w := amountWidth(toks)
	return n, w > 0
}

// weakly gives what the whole sentence means to rows that only know the kind of thing it names.
func (s *sentence) weakly() []Claim {
	if s.row != "" {
		return nil // a rule that is sure took it
	}
	toks := trimCommand(s.toks)
	if len(toks) == 0 || len(toks) > 12 || endsAsking(toks) || len(toks) > 1 && toks[1].in(persons) {
		return nil
	}
	var found []claimed
	chain.match(s, toks, &found)
	var out []Claim
	for _, f := range found {
		out = append(out, Claim{chain.rows[f.row].Name, f.read.steps})
	}
	return out
}

// implied completes a command of which only the thing is said: "ten minute timer", "calendar tomorrow", "some music".
// nil when nothing fits whole.
func (s *sentence) implied() *sentence {
	if len(s.toks) == 0 || len(s.toks) > 10 || s.toks[0].kind != word || endsAsking(s.toks) {
		return nil
	}
	if v, _ := verbAt(s.toks, 0); v != noVerb || classify(s.toks) != NotImperative {
		return nil
	}
	verb := ""
	for _, t := range s.toks {
		switch t.low {
		case "timer", "alarm":
			verb = "set a "
		case "music":
			verb = "play "
		}
	}
	if verb == "" {
		return nil
	}
	first := s.toks[0]
	if first.in(articles) || first.isWord("a") || first.isWord("an") {
		first = s.toks[min(1, len(s.toks)-1)]
	}
	whole := newSentence(verb + s.text[first.start:])
	if c, ok := chain.match(whole, trimStops(whole.toks), nil); ok && c.read.bad == nil {
		return whole
	}
	return nil
}
