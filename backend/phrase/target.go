package phrase

import (
	"strings"
	"unicode"
)

// target is something on the screen as a sentence names it.
type target struct {
	label     string
	role      string
	container string
	nth       int  // "the second Save button"; 0 = not said
	sure      bool // named by quotes, capitals, a sign, a kind or a common label, so that it can't be other text
}

const (
	maxLabelWords = 8
	maxLabelToks  = 24
)

// findTarget reads toks as the name of an element: article, label, kind, and the container it is in.
func (s *sentence) findTarget(toks []token, head string) (target, *refusal) {
	whole := toks
	fail := func(why Refusal, missing string) (target, *refusal) {
		return target{}, &refusal{why: why, rest: s.cut(whole), missing: missing}
	}
	if len(toks) == 0 {
		return fail(Incomplete, "which one")
	}
	if len(toks) > maxLabelToks {
		return fail(notLabel(toks, Unsupported), "")
	}
	toks, container := s.cutContainer(toks)
	name, bad := s.findName(toks, head)
	if bad != nil {
		if bad.rest == "" {
			bad.rest = s.cut(whole)
		}
		return target{}, bad
	}
	name.container = container
	return name, nil
}

// findName reads an element's name and kind.
func (s *sentence) findName(toks []token, head string) (target, *refusal) {
	article := false
	if len(toks) > 0 && toks[0].in(articles) && toks[0].lowerOrShout(s) {
		article, toks = true, toks[1:]
	}
	if len(toks) == 0 {
		return target{}, &refusal{why: Incomplete, missing: "which one"}
	}
	if len(toks) > 1 && toks[0].isWord("no") && toks[0].lowerCase() && !article {
		return target{}, &refusal{why: IsNegation}
	}
	var t target
	had := article // an article says that one of several is meant: "the second Save"
	toks, t.role, article = cutKind(toks, article, &t)
	if len(toks) > 0 && toks[0].kind == word && toks[0].lowerOrShout(s) && ordinals[toks[0].low] > 0 {
		switch n := ordinals[toks[0].low]; {
		case len(toks) == 1 && t.role != "": // the second button
			t.nth, t.sure = n, true
			return t, nil
		case len(toks) > 1 && toks[1].lowerCase() && toks[1].in(particles): // second to last
		case len(toks) > 1 && (t.role != "" || toks[1].kind == quoted || had && toks[1].kind == word && !toks[1].lowerOrShout(s) && startsLetter(toks[1].raw)):
			t.nth, t.sure, toks = n, true, toks[1:]
		}
	}
	if len(toks) == 0 {
		return target{}, &refusal{why: Incomplete, missing: "its name"}
	}
	if len(toks) == 1 && toks[0].kind == quoted {
		if strings.TrimSpace(toks[0].raw) == "" {
			return target{}, &refusal{why: Incomplete, missing: "its name"}
		}
		t.label, t.sure = toks[0].raw, true
		return t, nil
	}
	if n, ok := numeral(toks); ok {
		t.label, t.sure = n, true
		return t, nil
	}
	if sign, w := symbol(toks); w == len(toks) {
		t.label, t.sure = sign, true
		return t, nil
	}
	sure, why, missing := s.plausible(toks, head, article, t.sure)
	if why != None {
		return target{}, &refusal{why: why, missing: missing}
	}
	t.label, t.sure = joined(toks), sure || t.sure
	return t, nil
}

// cutKind takes the kind off a name: "Save button", "the button called Save", "button Save". A kind makes sure.
func cutKind(toks []token, article bool, t *target) ([]token, string, bool) {
	for w := 2; w >= 1; w-- {
		n := len(toks)
		if n < w {
			continue
		}
		role, ok := kinds[plainLows(toks[n-w:])]
		if ok && n > w && w == 1 && !article && vagueKinds.has(toks[n-1].low) && toks[n-2].kind != quoted {
			continue // "As image" is a label
		}
		if ok && (toks[n-1].lowerCase() || article || n > 1 && toks[n-w-boolInt(n > w)].kind == quoted) {
			t.sure = t.sure || n > w
			return toks[:n-w], role, article
		}
	}
	for w := 2; w >= 1; w-- {
		if len(toks) <= w {
			continue
		}
		role, ok := kinds[plainLows(toks[:w])]
		if !ok || !toks[0].lowerCase() {
			continue
		}
		rest := toks[w:]
		for _, intro := range []string{"called", "named", "labelled", "labeled", "marked", "titled", "that says", "which says", "that reads", "saying", "with the label", "with the name", "with the text"} {
			k := len(strings.Fields(intro))
			if len(rest) > k && plainLows(rest[:k]) == intro {
				t.sure = true
				return rest[k:], role, false
			}
		}
		if rest[0].kind == quoted && len(rest) == 1 || rest[0].kind == word && !rest[0].lowerCase() {
			t.sure = true
			return rest, role, false
		}
	}
	return toks, "", article
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// plainLows is lows for unquoted words, else a text that matches nothing.
func plainLows(toks []token) string {
	if len(toks) == 1 && toks[0].kind == word {
		return toks[0].low
	}
	return lows(toks)
}

// cutContainer takes "in the Right group", "from the Export menu" off the end.
func (s *sentence) cutContainer(toks []token) ([]token, string) {
	for i := len(toks) - 2; i > 0; i-- {
		if !toks[i].in(locators) || !toks[i].lowerOrShout(s) {
			continue
		}
		if i == 1 && toks[0].in(articles) {
			break // "the in progress tab"
		}
		if name, _, ok := s.container(toks[i+1:], toks[i].low); ok {
			return toks[:i], name
		}
	}
	return toks, ""
}

var locators = words("in on from inside within under of")

// container reads the name behind a locating word and its kind, "" when no kind is said.
func (s *sentence) container(toks []token, locator string) (name, kind string, ok bool) {
	article := false
	if len(toks) > 0 && (toks[0].in(articles) || toks[0].isWord("my")) {
		article, toks = true, toks[1:]
	}
	n := len(toks)
	if n == 0 || n > 6 {
		return "", "", false
	}
	for w := min(2, n); w >= 1; w-- {
		k := plainLows(toks[n-w:])
		if !holders.has(k) || toks[n-1].kind == quoted || !article && !toks[n-1].lowerCase() {
			continue
		}
		if n == w {
			return k, k, article // "in the dialog"
		}
		if name, ok := plainName(toks[:n-w], 4); ok {
			return name, k, true
		}
		return "", "", false
	}
	if locator == "of" || locator == "under" {
		return "", "", false
	}
	if len(toks) == 1 && toks[0].kind == quoted {
		return toks[0].raw, "", toks[0].raw != ""
	}
	if toks[0].kind == word && !toks[0].lowerOrShout(s) && startsLetter(toks[0].raw) {
		name, ok := plainName(toks, 4)
		return name, "", ok
	}
	if article && (appNouns.has(lows(toks)) || n <= 2 && !toks[0].in(spots) && !toks[n-1].in(spots) && locator != "on") {
		name, ok := plainName(toks, 2)
		return name, "", ok
	}
	return "", "", false
}

// spots and times look like containers and are none.
var spots = words(`morning evening afternoon night meantime meanwhile corner middle background foreground left right top bottom end future past
	way first last second beginning rain sun dark air world name case order screen list front back house street city country kitchen room car fridge garden centre center`)

// plainName joins the words of a name that holds nothing but a name.
func plainName(toks []token, most int) (string, bool) {
	if len(toks) == 1 && toks[0].kind == quoted {
		return toks[0].raw, strings.TrimSpace(toks[0].raw) != ""
	}
	if len(toks) == 0 || len(toks) > most {
		return "", false
	}
	for i, t := range toks {
		if t.kind != word || t.in(hardInflected) || t.lowerCase() && (t.in(subjects) || t.in(objects) || t.in(quantities) || t.in(conditions) || t.in(denials) || t.in(places) || t.in(times) || ordinals[t.low] != 0 || i == 0 && t.in(particles) || i > 0 && t.in(adverbs)) {
			return "", false
		}
		if t.low == "or" {
			return "", false
		}
	}
	return joined(toks), true
}

// joined puts words together with single spaces where there was any.
func joined(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && t.gap {
			b.WriteByte(' ')
		}
		if t.kind == quoted {
			b.WriteString(t.raw)
			continue
		}
		b.WriteString(t.raw)
	}
	return b.String()
}

// plausible judges whether unquoted words are a label. It refuses whatever could be the rest of another kind of
// sentence; quotes overrule it.
func (s *sentence) plausible(toks []token, head string, article, kind bool) (sure bool, why Refusal, missing string) {
	first := toks[0]
	lower := first.lowerOrShout(s)
	named := !lower
	n := len(toks)
	no := func(otherwise Refusal) (bool, Refusal, string) { return false, notLabel(s.toks, otherwise), "" }
	if n > maxLabelWords {
		return no(NotImperative)
	}
	if twoWordVerb(toks) {
		return no(Unsupported)
	}
	if n == 1 && lower && first.in(objects) {
		return false, Incomplete, "what “" + first.raw + "” is"
	}
	if compounds[head].has(first.low) && !article && !kind && first.lowerOrShout(s) {
		if n == 1 && first.in(objects) {
			return false, Incomplete, "which one"
		}
		return no(NotImperative)
	}
	if compounds[head].has(first.low) && !article && !kind && s.headline() {
		return no(NotImperative)
	}
	for i, t := range toks {
		low := t.lowerOrShout(s)
		switch {
		case t.kind == word && t.gap && strings.ContainsRune("'‘`\"“„«", []rune(t.raw)[0]):
			return false, Incomplete, "the closing quotation mark"
		case innerStop(toks, i):
		case t.kind == quoted, t.kind == newline, t.kind == punct:
			if t.stop("?") {
				return false, IsQuestion, ""
			}
			return no(Unsupported)
		case i > 0 && (t.in(copulas) || low && t.in(hardInflected)):
			return no(NotImperative)
		case low && lower && i > 0 && t.in(inflected):
			return no(NotImperative)
		case low && i == 0 && t.in(hardInflected):
			return no(NotImperative)
		case t.in(denials) || t.low == "nothing" && low:
			ok := named && (i == 0 || i == 1 && toks[0].low == "do")
			if !ok {
				return no(IsNegation)
			}
		case low && (t.in(conditions) || t.low == "while" || t.low == "because" || t.low == "since" || t.low == "although" || t.low == "before" || t.low == "after"):
			return no(IsHypothetic)
		case low && t.in(reporting) && t.low != "write" && t.low != "read" && t.low != "quote" && t.low != "tell" && t.low != "ask" && t.low != "order" && t.low != "say":
			return no(IsReported)
		case n > 1 && t.raw != "&" && !strings.ContainsFunc(t.raw, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r) || r > 0x2000 && r != '–' && r != '—' || unicode.In(r, unicode.So, unicode.Sc)
		}):
			return no(Unsupported) // a dash, a slash: the label or a second thought?
		case low && i > 0 && t.low == "no":
			return no(IsNegation)
		case t.in(secondThoughts) && (low || n == 1):
			return no(IsNegation)
		case i == 0 && (t.low == "i" || t.low == "we" || t.low == "you") && n > 1 && toks[1].in(opinions):
			return no(NotImperative)
		case low && (t.low == "or" || t.low == "nor" || t.low == "instead"):
			return no(Unsupported)
		case low && t.in(times) && (i > 0 || n == 1):
			return no(Unsupported)
		case low && i > 0 && (t.in(places) || t.low == "left" || t.low == "right"):
			return no(Unsupported)
		case low && i == 0 && (ordinals[t.low] != 0 && (n > 1 || kind) || t.low == "last" || t.in(quantities) || t.low == "following"):
			return no(Unsupported)
		case low && i == 0 && t.in(possessives):
			return no(Unsupported)
		case low && i == 0 && t.in(objects):
			return no(Incomplete)
		case low && lower && t.in(subjects) && i > 0:
			return no(NotImperative)
		case low && t.in(foreign):
			return no(NotEnglish)
		case low && i > 0 && t.low == "to" && i+1 < n && toks[i+1].lowerCase() && toks[i+1].in(smallActions) && !(lower && i == 1 && first.in(common) && toks[i+1].low == "save"):
			return no(Unsupported)
		case low && i > 0 && (t.low == "at" || t.low == "every" || t.low == "each" || t.low == "like"):
			return no(Unsupported)
		case low && i > 0 && t.low == "and" && i+1 < n && toks[i+1].lowerCase() && toks[i+1].in(subjects):
			return no(NotImperative)
		case low && i > 0 && i+1 < n && (t.low == "in" || t.low == "by" || t.low == "for") && !startsLetter(toks[i+1].raw):
			return no(Unsupported)
		case low && i > 0 && i < n && (t.low == "in" || t.low == "on" || t.low == "from" || t.low == "at" || t.low == "into" || t.low == "onto") && i+1 < n && (toks[i+1].in(articles) || toks[i+1].in(possessives)):
			return no(Unsupported)
		case low && i > 0 && (t.low == "and" || t.low == "then" || t.low == "&") && i+1 < n && toks[i+1].lowerCase() && toks[i+1].in(otherVerbs) && (i+2 < n || t.low == "then"):
			return no(Unsupported)
		case low && i > 0 && t.low == "then":
			return no(Unsupported)
		case low && i > 0 && i == n-1 && t.in(adverbs):
			return no(Unsupported)
		}
	}
	if last := toks[n-1]; last.lowerOrShout(s) && (last.isWord("and") || last.isWord("then") || last.isWord("the") || last.isWord("a") ||
		last.isWord("to") && !(n > 1 && (named || kind))) {
		return false, Incomplete, "what comes next" // "Jump to" is a name
	}
	if named || kind {
		if kind && lower && (first.in(particles) && !article || n > 5) && !first.in(common) {
			return no(Unsupported)
		}
		return true, None, ""
	}
	if n == 1 && (first.in(adverbs) || len(first.low) == 1 && first.low == "i") {
		return no(NotImperative)
	}
	usual := false
	for _, t := range toks {
		usual = usual || t.in(common)
	}
	if first.in(particles) && !first.in(common) || n > 4 {
		return no(NotImperative)
	}
	if article && !usual && head != "click" && head != "double" && head != "tick" {
		return no(NotImperative)
	}
	return usual && n <= 2 && first.in(common), None, ""
}

// innerStop reports whether a stop within a label belongs to it: the dot of an abbreviation, as in "Nr. 5", or the
// colon behind a number, as in "Step 2: Save". Others may be a second thought.
func innerStop(toks []token, i int) bool {
	if toks[i].kind != punct || toks[i].gap || i == 0 || i+1 >= len(toks) || toks[i-1].kind != word || toks[i+1].kind != word || !toks[i+1].gap {
		return false
	}
	switch toks[i].low {
	case ".":
		return toks[i-1].in(abbreviations)
	case ":":
		return i > 1 && digits(toks[i-1].low) && !toks[i+1].lowerCase() && !toks[i+1].in(secondThoughts)
	}
	return false
}

var abbreviations = words("nr no vol st dr mr mrs ms fig ch sec p pp vs incl approx dept ave inc ltd co max min e.g i.e")

// headline reports whether every word begins with a capital, as in titles.
func (s *sentence) headline() bool {
	for _, t := range s.toks {
		if t.kind != word || t.lowerCase() {
			return false
		}
	}
	return len(s.toks) > 1
}

// lowerOrShout reports whether case tells nothing good about t: it is in lower case, or the whole sentence is in
// capitals.
func (t token) lowerOrShout(s *sentence) bool { return t.lowerCase() || s.shout && t.kind == word }
