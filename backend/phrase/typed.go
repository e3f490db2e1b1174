package phrase

import (
	"strings"
	"unicode"

	"pace/backend/tool"
)

type typeArgs struct {
	Text string `json:"text"`
	Into string `json:"into,omitempty"`
}

// typeText reads what follows type, write and enter. Quoted text is taken as it is; other text reaches to the end
// of the command, or to "into X".
func (s *sentence) typeText(v verb, p, arg []token, within string) read {
	head := p[0].low
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	if len(arg) > 1 && arg[0].stop(":") {
		arg = arg[1:]
	}
	for len(arg) > 0 && arg[len(arg)-1].kind == newline {
		arg = arg[:len(arg)-1]
	}
	if len(arg) == 0 {
		return refuse(Incomplete, "what to "+head)
	}
	if missing := s.onlyField(p, arg); missing != "" {
		return refuse(Incomplete, missing)
	}
	if arg[0].kind == quoted {
		return s.typeQuoted(p, arg, within)
	}
	if why, missing := s.notText(v, arg); why != None {
		return refuse(why, missing)
	}
	text, into, sure := s.splitInto(arg)
	switch {
	case text == nil && into == "":
		return refuse(Incomplete, "which field")
	case text == nil:
		return refuse(Incomplete, "what to "+head)
	}
	if len(text) == 1 && into != "" && text[0].lowerOrShout(s) && text[0].in(objects) {
		return refuse(Incomplete, "the text") // "write something in Notes"
	}
	if into == "" {
		into = within
	}
	if len(text) == 1 && text[0].kind == quoted {
		return s.typeQuoted(p, arg, within)
	}
	var more [][]tool.Call
	if text2, key, bad := s.trailingKey(text, into); bad {
		return refuse(Incomplete, "whether “"+key+"” is a key or text")
	} else if key != "" {
		text, more = text2, one(call("key", keyArgs{key}))
	}
	if last := text[len(text)-1]; len(text) > 1 && last.lowerCase() && (last.low == "then" || last.low == "and") && into == "" {
		return refuse(Incomplete, "what comes next")
	}
	if key := s.hangingCommand(text); key != "" && into == "" {
		return refuse(Incomplete, "whether “"+key+"” is text or a command; text can be put in quotation marks")
	}
	if w := afterthought(text); w != None {
		return refuse(w, "")
	}
	if tail := s.looksLikeCommand(text); tail != nil {
		return read{bad: &refusal{why: Unsupported, rest: s.cut(tail)}}
	}
	content := s.cut(text)
	if n, ok := numeral(text); ok && into != "" && len(text) == 1 && !text[0].lowerCase() {
		content = n
	}
	steps := one(call("type", typeArgs{content, into}))
	return read{steps: append(steps, more...), sure: v == vType || into != "" && sure}
}

// onlyField recognises a place where the text is missing: "type in Name", "write into the Notes field". What is
// missing is told, "" when there is text.
//
// "Type in" is also said for "type". So behind "in" something is the place when it is named as a field: with a capital
// letter, by its kind, or as everybody calls it; and it is left open when it only has an article. All else is the
// text: numbers, quoted text, lower-case words, and whatever is longer than a name.
func (s *sentence) onlyField(p, arg []token) string {
	head, where, rest := p[0].low, "", arg
	switch {
	case len(p) > len(arg) && p[len(p)-len(arg)-1].isWord("in"):
		where = "in"
	case arg[0].lowerOrShout(s) && arg[0].in(fieldLocators):
		where, rest = arg[0].low, arg[1:]
	}
	rest = trimStops(rest)
	if where == "" || len(rest) == 0 || rest[0].kind == quoted && len(rest) == len(arg) {
		return ""
	}
	name, ok, certain := s.field(rest)
	bare := rest
	if bare[0].in(articles) || bare[0].isWord("my") {
		bare = bare[1:]
	}
	if len(bare) == 0 {
		return ""
	}
	inner, kind := cutFieldKind(bare)
	switch {
	case kind && len(inner) == 0:
		return "what to " + head + ", and into which field" // the field: which?
	case !ok:
		return ""
	case kind, where == "into", certain && (where == "in" || where == "inside") && (bare[0].kind == quoted || startsLetter(bare[0].raw)):
		return "what to " + head + " into “" + name + "”"
	case where == "in" && head == "type" && len(bare) < len(rest) && len(bare) <= 3:
		return "whether “" + s.cut(rest) + "” is the text or the place; text can be put in quotation marks"
	}
	return ""
}

var fieldLocators = words("in into inside on to under within")

// typeQuoted reads "…" and what may follow it: a target, "twice".
func (s *sentence) typeQuoted(p, arg []token, within string) read {
	text, rest := arg[0].raw, arg[1:]
	if text == "" {
		return read{bad: &refusal{why: Incomplete, rest: s.cut(p), missing: "what to type"}}
	}
	rest = trimStops(rest)
	n := 1
	if len(rest) > 0 {
		padded, m, ok := count(append([]token{arg[0]}, rest...))
		if !ok {
			return read{bad: &refusal{why: Unsupported, rest: s.cut(rest)}}
		}
		rest, n = padded[1:], m
	}
	into := within
	if len(rest) > 0 {
		ok := false
		if len(rest) > 1 && (rest[0].isWord("in") || rest[0].isWord("into") || rest[0].isWord("to") || rest[0].isWord("on") || rest[0].isWord("inside")) {
			into, ok, _ = s.field(rest[1:])
		}
		if !ok {
			return read{bad: &refusal{why: notLabel(rest, Unsupported), rest: s.cut(rest)}}
		}
	}
	return read{steps: again(one(call("type", typeArgs{text, into})), n), sure: true}
}

// splitInto cuts "into the Subject field", "in Notes" off unquoted text. "into" always means a target, "in" only
// when what follows is named, is said to be a field, or is a field that everybody calls so.
func (s *sentence) splitInto(arg []token) (text []token, into string, sure bool) {
	for i := len(arg) - 2; i >= 0 && i >= len(arg)-9; i-- {
		t := arg[i]
		if t.kind != word || !(t.lowerOrShout(s) || t.raw == strings.ToUpper(t.raw)) || !(t.low == "into" || t.low == "in" || t.low == "inside" || t.low == "to" && i > 0 || t.low == "on") {
			continue
		}
		name, ok, certain := s.field(arg[i+1:])
		certain = certain && !(arg[i+1].kind == word && digits(arg[i+1].low)) // "born in 1984"
		if !ok {
			if rest := arg[i+1:]; t.low == "into" && len(rest) <= 2 && (rest[0].in(objects) || rest[0].in(articles) || rest[0].isWord("a")) {
				return nil, "", false // into it, into the field: which?
			}
			if rest := arg[i+1:]; len(rest) > 2 && rest[0].isWord("the") && rest[1].lowerOrShout(s) && ordinals[rest[1].low] != 0 {
				if _, kind := cutFieldKind(rest); kind {
					return nil, "", false // into the second field: no tool counts fields
				}
			}
			continue
		}
		kind := false
		if _, k := cutFieldKind(arg[i+1:]); k {
			kind = true
		}
		if t.low == "into" || t.low == "in" && certain || (t.low == "inside" || t.low == "to" || t.low == "on") && kind && certain {
			if i == 0 {
				return nil, name, true
			}
			return arg[:i], name, true
		}
	}
	return arg, "", false
}

// notText recognises sentences that begin like typing and are something else.
func (s *sentence) notText(v verb, arg []token) (Refusal, string) {
	first := arg[0]
	low := first.lowerCase()
	if len(arg) == 1 && low && first.in(objects) || len(arg) == 1 && low && first.in(asks) && first.low != "do" && first.low != "can" && first.low != "is" {
		return Incomplete, "the text"
	}
	if len(arg) == 2 && arg[1].stop("?") && (first.in(asks) || first.in(objects)) {
		return IsQuestion, ""
	}
	switch v {
	case vType:
		if first.low == "of" || first.low == "setting" {
			return notLabel(s.toks, NotImperative), ""
		}
		if low && len(arg) == 1 && first.in(adverbs) {
			return notLabel(s.toks, Unsupported), ""
		}
		if low && (first.low == "up" || first.low == "out" || first.low == "what" || first.low == "whatever" || first.low == "like") {
			return notLabel(arg, Unsupported), ""
		}
		if low && (first.low == "is" || first.low == "are" || first.low == "was" || first.low == "means" || first.low == "casting") || len(arg) == 2 && typeNouns.has(first.low) && arg[1].in(typeKinds) {
			return NotImperative, ""
		}
		if typeNouns.has(first.low) {
			for _, t := range arg[1:] {
				if t.in(hardInflected) || t.in(inflected) {
					return NotImperative, ""
				}
			}
		}
	case vWrite:
		if low && first.in(possessives) || !low && len(arg) > 2 && (arg[1].isWord("a") || arg[1].isWord("an") || arg[1].isWord("the")) && arg[1].lowerCase() {
			return notLabel(arg, Unsupported), "" // "write your name on the board", "write Bob a letter"
		}
		if low && (first.in(articles) || first.low == "a" || first.low == "an" || first.low == "me" || first.low == "my" || first.low == "some" || first.low == "us" || first.in(writeWords)) {
			return notLabel(arg, Unsupported), ""
		}
	case vEnter:
		if low && (first.in(articles) || first.low == "a" || first.low == "an" || first.in(particles) || first.in(possessives)) {
			if _, into, _ := s.splitInto(arg); into == "" {
				return notLabel(s.toks, NotImperative), ""
			}
		}
		if low && first.in(inflected) {
			return NotImperative, ""
		}
	}
	if low && len(arg) > 1 && (first.low == "or" || first.low == "and") || low && len(arg) == 1 && first.low == "the" {
		return notLabel(s.toks, Unsupported), ""
	}
	if low && first.in(possessives) && len(arg) <= 3 && arg[len(arg)-1].in(secrets) {
		return Incomplete, "the text itself"
	}
	return None, ""
}

var (
	typeNouns  = words("a b o 1 2 i ii one two safety system systems theory error errors inference class classes checking checker")
	typeKinds  = words("personality personalities negative positive error errors flour diabetes safety inference theory systems blood")
	writeWords = words("to up down back about off out it this that what whatever how home soon like code poems poetry letters emails in on for with well better")
	secrets    = words("name password address email e-mail phone number pin username signature birthday")
)

// trailingKey recognises "… then enter" behind text. bad is set when "and enter" leaves it open.
func (s *sentence) trailingKey(text []token, into string) (rest []token, key string, bad bool) {
	n := len(text)
	if n < 3 || into != "" || !text[n-1].in(unmistakable) {
		return text, "", false
	}
	key, _ = mainKey(text[n-1:], false)
	switch {
	case text[n-2].isWord("then"):
		cut := n - 2
		for cut > 1 && (text[cut-1].isWord("and") || text[cut-1].kind == punct) {
			cut--
		}
		return text[:cut], key, false
	case text[n-2].isWord("and"):
		return text, text[n-1].raw, true
	}
	return text, "", false
}

// looksLikeCommand finds a command at the end of unquoted text that no tool knows. Typing it would be a guess.
func (s *sentence) looksLikeCommand(text []token) []token {
	for i := 1; i+1 < len(text); i++ {
		if !(separator(text[i])) {
			continue
		}
		then := false
		j := i
		for ; j < len(text) && (separator(text[j]) || text[j].in(linkers)); j++ {
			then = then || text[j].isWord("then")
		}
		if j >= len(text) {
			break
		}
		if text[j].lowerCase() && (then && (text[j].in(otherVerbs) || text[j].in(uiVerbs)) ||
			text[j].in(uiVerbs) && j+1 < len(text) && (text[j+1].in(articles) || text[j+1].isWord("it") || text[j+1].isWord("everything"))) {
			return text[j:]
		}
		i = j - 1
	}
	return nil
}

// hangingCommand finds one word between separators, or at the end, that is a command of the chain as well as it may be
// text: "hello, save, then …".
func (s *sentence) hangingCommand(text []token) string {
	for i := 1; i < len(text); i++ {
		if !separator(text[i-1]) || i+1 < len(text) && !separator(text[i+1]) {
			continue
		}
		if c, ok := chain.match(s, text[i:i+1], nil); ok && c.read.bad == nil && text[i].lowerCase() {
			return text[i].raw
		}
	}
	return ""
}

// afterthought recognises ", no wait" and ", she said" at the end of unquoted text.
func afterthought(text []token) Refusal {
	if n := len(text); n > 3 && (text[n-3].isWord("as") || text[n-3].isWord("like")) && text[n-2].in(persons) && text[n-1].in(reporting) {
		return IsReported // "… as I said"
	}
	from := -1
	for i := len(text) - 1; i > 0 && i > len(text)-8; i-- {
		if text[i].kind == punct || text[i].kind == word && (text[i].raw == "-" || text[i].raw == "–" || text[i].raw == "—") {
			from = i + 1
			break
		}
	}
	if from < 0 || from >= len(text) {
		return None
	}
	tail := lows(text[from:])
	all := lows(text)
	for _, w := range []string{"no wait", "wait no", "never mind", "nevermind", "scratch that", "actually no", "no don't", "don't do it", "forget it", "cancel that", "on second thought", "no no"} {
		if strings.HasPrefix(tail, w) || strings.HasSuffix(all, ", "+w) || strings.Contains(all, ", no wait ") {
			return IsNegation
		}
	}
	f := strings.Fields(tail)
	if len(f) >= 2 && len(f) <= 4 && reporting.has(f[len(f)-1]) && (persons.has(f[0]) || f[0] == "the" || f[0] == "my") {
		return IsReported
	}
	if len(f) == 2 && reporting.has(f[1]) && f[1] != "write" && f[1] != "read" {
		return IsReported
	}
	return None
}

func startsLetter(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r)
	}
	return false
}
