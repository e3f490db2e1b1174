package phrase

import (
	"strings"
	"unicode/utf8"
)

// lead is a beginning that carries no meaning. An unconditional one is always cut; the others only when a command
// follows, since "can you see it" and "so am I" are not commands.
type lead struct {
	words  []string
	always bool
	polite bool // a request dressed as a question, whose question mark goes with it
	gerund bool // "would you mind pressing"
}

var leads = byFirst(
	lead{always: true}, "hey pace", "hi pace", "hello pace", "yo pace", "ok pace", "okay pace", "dear pace", "please", "kindly", "um", "uh", "erm", "uhm", "pls", "plz", "oh", "ooh", "yo",
	lead{}, "pace", "just", "now", "then", "so", "well", "ok", "okay", "alright", "all right", "er", "hmm", "hey", "also",
	"first", "firstly", "first of all", "next", "finally", "lastly", "secondly", "after that", "afterwards", "and", "and then", "quickly", "simply",
	"go ahead and", "go on and", "go and", "do me a favour and", "do me a favor and", "do me a massive favour and", "do me a huge favour and", "do me a huge favor and", "do me a big favour and", "do one thing",
	"be a dear and", "be a legend and", "be a love and", "be a pal and", "be an angel and", "be a star and", "right then", "right so", "hey so", "okay so", "ok so", "so now", "alright pal", "alright mate", "mate", "haw", "before i forget", "one more thing",
	"i want that you", "please to", "do please", "let's go and", "might as well", "be so kind and", "be so kind as to",
	"i'd like you to", "i would like you to", "i want you to", "i need you to", "i'd love you to", "make sure to", "be sure to", "try to", "let's", "let us", "you can now",
	lead{polite: true}, "can you", "could you", "would you", "will you", "can you please", "could you please", "can u", "could u", "would you please",
	"might you", "could ya", "can ya", "would ya", "would you be a dear and", "would you be an angel and", "could you be a dear and", "you can", "could you just", "would you just", "can you just", "would you kindly", "could you kindly", "could you maybe", "can you maybe", "could we", "can we", "perhaps you could", "maybe you could", "perhaps you can", "maybe you can", "would you ever", "be so good as to", "i should like to", "i'd like to", "would you be so kind as to", "would you be so kind and", "could you be so kind as to", "may i ask you to", "can i ask you to", "could i ask you to",
	lead{polite: true, gerund: true}, "would you mind", "do you mind",
)

func byFirst(rows ...any) map[string][]lead {
	out := map[string][]lead{}
	var kind lead
	for _, r := range rows {
		switch r := r.(type) {
		case lead:
			kind = r
		case string:
			l := kind
			l.words = strings.Fields(r)
			out[l.words[0]] = append(out[l.words[0]], l)
		}
	}
	return out
}

// Normalise cuts wake phrases, politeness, fillers and the full stop off a sentence and makes the spaces and
// quotation marks of its command part uniform. Quoted text and text that is to be typed stay as they are. It is
// idempotent.
func Normalise(text string) string {
	s := strings.TrimFunc(strings.ToValidUTF8(text, "\uFFFD"), space)
	for {
		before := s
		var polite bool
		s, polite = cutLead(s)
		if _, ok := dictationOf(s); ok {
			if polite {
				s = trimRight(strings.TrimSuffix(s, "?"))
			}
			return s
		}
		s = cutTail(s, polite)
		s = uniform(s)
		if s == before {
			return s
		}
	}
}

// cutLead walks over leads and cuts them.
func cutLead(s string) (rest string, polite bool) {
	if first, _ := headWord(s, 0); first == "next" {
		if _, w := rowVerbAt(headTokens(s), 0); w > 1 {
			return s, false // "next track" begins a command, and "next" is not cut off it
		}
	}
	pos, keep := 0, 0
	wasPolite, gerund, free := false, false, true
	for {
		at, l, comma, ok := matchLead(s, pos)
		if !ok {
			break
		}
		free = free && (l.always || comma && l.words[0] != "hey" && !l.polite)
		pos = at
		if free && at < len(s) {
			keep = at
		}
		wasPolite = wasPolite || l.polite
		gerund = l.gerund || gerund && l.always
		if pos >= len(s) {
			break
		}
	}
	if pos == 0 || pos >= len(s) {
		return s[min(keep, len(s)):], false
	}
	rest = s[pos:]
	if gerund {
		if w, ok := base(rest); ok {
			return w, true
		}
		return s[keep:], false
	}
	toks := headTokens(rest)
	if v, _ := verbAt(toks, 0); v != noVerb || clipboardQuestion(toks) || toks[0].in(otherVerbs) || toks[0].in(negations) {
		return rest, wasPolite
	}
	return s[keep:], false
}

// matchLead finds the longest lead at pos; at is where the sentence goes on, comma whether a stop followed.
func matchLead(s string, pos int) (at int, found lead, comma, ok bool) {
	first, end := headWord(s, pos)
	for _, l := range leads[first] {
		if len(l.words) <= len(found.words) {
			continue
		}
		e, good := end, true
		for _, w := range l.words[1:] {
			var h string
			if h, e = headWord(s, skipSpace(s, e)); h != w {
				good = false
				break
			}
		}
		if !good {
			continue
		}
		n, c := e, false
		for n < len(s) {
			r, w := utf8.DecodeRuneInString(s[n:])
			if r == ',' || r == ':' || r == '!' || r == '-' && n > e || r == '–' || r == '—' || r == '.' || r == ';' {
				c = true
			} else if !space(r) {
				break
			}
			n += w
		}
		at, found, comma, ok = n, l, c, true
	}
	return at, found, comma, ok
}

// headWord is the lower-case word at pos, without stops, and where it ends.
func headWord(s string, pos int) (string, int) {
	i := pos
	for i < len(s) && i-pos < 24 {
		r, w := utf8.DecodeRuneInString(s[i:])
		if space(r) || strings.ContainsRune(",:;!.?", r) {
			break
		}
		i += w
	}
	return fold(s[pos:i]), i
}

func skipSpace(s string, i int) int {
	for i < len(s) {
		r, w := utf8.DecodeRuneInString(s[i:])
		if !space(r) {
			break
		}
		i += w
	}
	return i
}

// headTokens are the first few tokens of s.
func headTokens(s string) []token {
	if len(s) > 120 {
		cut := 120
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	toks, _ := tokenise(s)
	return toks
}

var gerunds = map[string]string{"pressing": "press", "clicking": "click", "tapping": "tap", "hitting": "hit", "pushing": "push", "checking": "check",
	"ticking": "tick", "unchecking": "uncheck", "unticking": "untick", "opening": "open", "launching": "launch", "starting": "start", "typing": "type",
	"writing": "write", "entering": "enter", "setting": "set", "changing": "change", "choosing": "choose", "selecting": "select", "picking": "pick",
	"scrolling": "scroll", "going": "go", "visiting": "visit", "undoing": "undo", "reading": "read", "maximising": "maximise", "maximizing": "maximize",
	"clearing": "clear", "minimising": "minimise", "minimizing": "minimize", "restoring": "restore", "quitting": "quit", "closing": "close", "turning": "turn", "double-clicking": "double-click", "snapping": "snap", "moving": "move", "centring": "centre", "centering": "center"}

// base turns "pressing 3" into "press 3".
func base(s string) (string, bool) {
	w, end := headWord(s, 0)
	b, ok := gerunds[w]
	if stem, is := strings.CutSuffix(w, "ing"); !ok && is && len(stem) > 2 {
		undoubled := stem
		if n := len(stem); stem[n-1] == stem[n-2] {
			undoubled = stem[:n-1]
		}
		for _, b = range []string{stem, stem + "e", undoubled} {
			if ok = verbHeads.has(b) || rowStarts.has(b); ok {
				break
			}
		}
	}
	return b + s[end:], ok
}

// endsTyped reports whether the last command of s types text, and whether s ends in quoted text or a target
// behind it.
func endsTyped(s string) (from int, typed, quotedEnd bool) {
	from, v, toks := lastVerb(s)
	if !v.free() {
		return from, false, false
	}
	for _, t := range toks {
		if t.kind == quoted {
			return from, false, true
		}
	}
	return from, true, false
}

// lastVerb finds where the last command of s begins, and its tokens.
func lastVerb(s string) (from int, v verb, toks []token) {
	all, _ := tokenise(s)
	if len(all) == 0 {
		return 0, noVerb, nil
	}
	v, _ = verbAt(all, 0)
	toks = all
	for i := 1; i < len(all); i++ {
		if !separator(all[i]) {
			continue
		}
		j := skipSeparators(all, i)
		if w, _ := verbAt(all, j); w != noVerb && j > i {
			from, v, toks = all[j].start, w, all[j:]
		}
		i = max(i, j-1)
	}
	return from, v, toks
}

// fillers are sounds people make while they look for a word.
var fillers = words("um uh erm uhm")

// uniform collapses space and straightens quotation marks of a sentence that types nothing.
func uniform(s string) string {
	toks, _ := tokenise(s)
	for i := range toks {
		if i > 0 && !separator(toks[i-1]) && !toks[i-1].in(linkers) {
			continue
		}
		if v, _ := verbAt(toks, i); v.free() {
			return s
		}
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, t := range toks {
		if t.in(fillers) && (i > 0 || len(toks) > 1) {
			if rest := s[t.start:t.end]; rest == t.raw {
				continue
			}
		}
		if i > 0 && b.Len() > 0 && t.gap && t.kind != newline && toks[i-1].kind != newline {
			b.WriteByte(' ')
		}
		if r, _ := utf8.DecodeRuneInString(s[t.start:]); t.kind == quoted && (r == '“' || r == '„') && !strings.Contains(t.raw, `"`) {
			b.WriteString(`"` + t.raw + `"`)
			continue
		}
		b.WriteString(s[t.start:t.end])
	}
	return b.String()
}
