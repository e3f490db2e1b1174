package phrase

import "strings"

type valueArgs struct {
	Target    string `json:"target"`
	Value     string `json:"value"`
	Container string `json:"container,omitempty"`
	Nth       int    `json:"nth,omitempty"`
}

func setValue(target, value, container string) read {
	return setNth(target, value, container, 0)
}

func setNth(target, value, container string, nth int) read {
	return read{steps: one(call("set_value", valueArgs{target, value, container, nth}))}
}

// tick reads what follows check, tick, enable, turn on and their opposites.
func (s *sentence) tick(v verb, p, arg []token, within string) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	value := "true"
	switch v {
	case vUntick:
		value = "false"
	case vTurn: // turn Line numbers off
		n := len(arg)
		if n < 2 || !(arg[n-1].isWord("on") || arg[n-1].isWord("off")) {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		if arg[n-1].isWord("off") {
			value = "false"
		}
		arg = arg[:n-1]
	}
	if len(arg) == 0 || v != vCheck && s.onlyPlace(arg) {
		return refuse(Incomplete, "what to "+p[0].low)
	}
	bare, container := s.cutContainer(arg)
	if container == "" {
		container = within
	}
	article := bare[0].isWord("the") && len(bare) > 1
	inner := bare
	if article {
		inner = bare[1:]
	}
	head := "tick"
	if v == vCheck {
		head = "check"
	}
	kind := false
	inner, kind = cutFieldKind(inner)
	if len(inner) == 0 {
		return refuse(Incomplete, "which one to "+p[0].low)
	}
	nth := 0
	if n := ordinals[inner[0].low]; n > 0 && inner[0].lowerOrShout(s) && (article || kind) {
		switch {
		case len(inner) == 1:
			return refuse(Incomplete, "the name of what to "+p[0].low)
		case kind || inner[1].kind == quoted || !inner[1].lowerOrShout(s):
			nth, inner = n, inner[1:]
		}
	}
	lower := inner[0].lowerOrShout(s)
	word := p[0].low
	if !kind {
		switch {
		case lower && word == "check" && (article || inner[0].in(affairs) || inner[0].in(possessives)):
			return refuse(notLabel(s.toks, NotImperative), "")
		case lower && (word == "turn" || word == "switch" || word == "enable" || word == "disable") && (article || inner[len(inner)-1].in(goods)),
			(word == "turn" || word == "switch") && article && inner[len(inner)-1].in(goods):
			return refuse(notLabel(s.toks, Unsupported), "")
		}
	}
	t, bad := s.findName(inner, head)
	if bad != nil {
		bad.rest = s.cut(p)
		return read{bad: bad}
	}
	r := setNth(t.label, value, container, max(nth, t.nth))
	r.sure = t.sure || kind
	return r
}

// cutFieldKind takes "field", "check box", "slider" off the end of a name.
func cutFieldKind(toks []token) ([]token, bool) {
	for w := min(2, len(toks)); w >= 1; w-- {
		n := len(toks)
		if toks[n-1].kind == word && fieldKinds.has(plainLows(toks[n-w:])) && (n == w || toks[n-1].lowerCase() || toks[n-w-1].kind == quoted) {
			return toks[:n-w], true
		}
	}
	return toks, false
}

// choose reads what follows choose, select and pick: "Blue from Colour", "As image from the Export menu", "the
// Advanced tab", "Blue".
func (s *sentence) choose(p, arg []token, within string) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	head := p[0].low
	if len(arg) == 0 {
		return refuse(Incomplete, "what to "+head)
	}
	if arg[0].in(locators) && arg[0].lowerOrShout(s) {
		return refuse(notLabel(s.toks, Incomplete), "what to "+head)
	}
	if last := arg[len(arg)-1]; len(arg) > 1 && last.isWord("from") && last.lowerOrShout(s) {
		return refuse(Incomplete, "from where to "+head)
	}
	if path, bad := s.menuPath(arg, true); bad == nil && path != nil {
		return read{steps: path, sure: true}
	}
	for i := len(arg) - 2; i > 0; i-- {
		if !(arg[i].isWord("from") || arg[i].isWord("in") || arg[i].isWord("on") || arg[i].isWord("for") || arg[i].isWord("under") || arg[i].isWord("inside") || arg[i].isWord("within")) || !arg[i].lowerCase() {
			continue
		}
		name, kind, ok := s.container(arg[i+1:], arg[i].low)
		if !ok && arg[i].low == "for" {
			continue
		}
		if !ok {
			continue
		}
		switch kind {
		case "", "list", "dropdown", "drop-down", "combo box", "combobox", "box", "field", "drop-down list", "dropdown list", "dropdown menu", "drop-down menu":
			if kind != "" && name == kind || arg[i].low == "on" || arg[i].low == "under" {
				break // no name to set
			}
			t, bad := s.findName(arg[:i], head)
			if bad != nil {
				bad.rest = s.cut(p)
				return read{bad: bad}
			}
			if t.role != "" && t.role != "item" {
				break
			}
			if t.nth > 0 {
				return refuse(Unsupported, "")
			}
			r := setValue(name, t.label, within)
			r.sure = true
			return r
		}
		break
	}
	t, bad := s.findTarget(arg, head)
	if bad != nil {
		if bad.missing == "which one" || bad.missing == "its name" {
			bad.missing = "what to " + head
		}
		return read{bad: bad}
	}
	if t.container == "" {
		t.container = within
	}
	return read{steps: one(t.click("click")), sure: t.sure}
}

// set reads "set X to V", "change X to V", "fill in X with V".
func (s *sentence) set(v verb, p, arg []token, within string) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	head := p[0].low
	joint := "to"
	if v == vFill {
		joint = "with"
	}
	if len(arg) == 0 || s.onlyPlace(arg) {
		return refuse(Incomplete, "what to "+head)
	}
	at := -1
	for i, t := range arg {
		if i > 12 {
			break
		}
		if t.kind == word && (t.low == joint && t.lowerOrShout(s) || t.low == "=" && v == vSet) {
			at = i
			break
		}
	}
	switch {
	case at == 0:
		return refuse(Incomplete, "what to "+head)
	case at < 0:
		if v == vSet && (arg[0].in(compounds["set"]) || arg[0].in(particles) || arg[0].in(quantities)) {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		if r, ok := bySense(trimStops(s.toks)); ok {
			return refuse(r, "")
		}
		if foreignWords(arg) {
			return refuse(NotEnglish, "")
		}
		if len(arg) > 4 {
			return refuse(NotImperative, "")
		}
		return refuse(Incomplete, "the value")
	case at == len(arg)-1:
		return refuse(Incomplete, "the value")
	}
	if where := arg[0]; where.kind == word && where.lowerCase() && where.in(objects) && at == 1 {
		return refuse(Incomplete, "what to "+head)
	}
	name, ok, sure := s.field(arg[:at])
	if _, kind := cutFieldKind(arg[:at]); ok && !kind && arg[0].kind == word && machineWords.has(strings.ToLower(name)) && arg[at-1].lowerCase() {
		return refuse(notLabel(s.toks, Unsupported), "") // what the row of it did not take is not for a field on the screen either
	}
	if !ok || arg[0].in(setIdioms) || arg[at-1].lowerCase() && arg[at-1].in(goods) {
		return refuse(notLabel(arg[:at], Unsupported), "")
	}
	value := arg[at+1:]
	if v == vFill && !sure && arg[0].isWord("the") {
		return refuse(notLabel(s.toks, Unsupported), "") // "fill the bath with water"
	}
	if another(value, joint) {
		return refuse(Unsupported, "")
	}
	text, bad := s.value(value, p)
	if bad != nil {
		return read{bad: bad}
	}
	r := setValue(name, text, within)
	r.sure = sure
	return r
}

// machineWords are settings of the machine. A field that is called so has a capital letter, or stands in quotation marks.
var machineWords = lines("volume,sound,audio,brightness,screen brightness,display brightness,sound level,volume level,input volume,output volume,system volume,mic volume,microphone volume,backlight,music,timer,alarm,reminder")

// another reports whether unquoted text goes on with "and Age to 5": a second value, which is not said whole.
func another(toks []token, joint string) bool {
	apart := false
	for _, t := range toks {
		if t.kind == quoted {
			return false
		}
		if apart && t.isWord(joint) {
			return true
		}
		apart = apart || separator(t) && t.low != "." && t.low != "!"
	}
	return false
}

// measures stand behind a number and belong to the value.
var measures = words("px pt pts cm mm m km inch inches em rem kg g mb gb kb hz khz ms s min h days hours minutes seconds degrees euros dollars pounds am pm points pixels rows columns pages % percent items lines x")

var setIdioms = words("fire sail foot eyes free aside course pen mind hands")

// value is what stands behind "to": quoted, a number, or the words as they are.
func (s *sentence) value(toks, p []token) (string, *refusal) {
	toks = trimStops(toks)
	if len(toks) == 0 {
		return "", &refusal{why: Incomplete, rest: s.cut(p), missing: "the value"}
	}
	if toks[0].kind == quoted {
		if len(toks) > 1 {
			return "", &refusal{why: notLabel(toks[1:], Unsupported), rest: s.cut(toks[1:])}
		}
		return toks[0].raw, nil
	}
	if n, ok := numeral(toks); ok {
		return n, nil
	}
	if tail := afterthought(toks); tail != None {
		return "", &refusal{why: tail, rest: s.cut(toks)}
	}
	last := toks[len(toks)-1]
	if n, w := number(toks); w > 0 && n >= 0 && len(toks) > w && !(len(toks) == w+1 && toks[w].in(measures)) {
		return "", &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(toks)} // "70, no, 80", "70 last week"
	}
	for _, t := range toks[1:] {
		if t.in(secondThoughts) || t.isWord("kidding") {
			return "", &refusal{why: IsNegation, rest: s.cut(toks)}
		}
	}
	if last.isWord("and") || last.isWord("then") {
		return "", &refusal{why: Incomplete, rest: s.cut(toks), missing: "what comes next"}
	}
	if len(toks) == 1 && toks[0].in(objects) {
		return "", &refusal{why: Incomplete, rest: s.cut(p), missing: "the value"}
	}
	for i, t := range toks {
		if t.kind == word && t.lowerCase() && i > 0 && (t.low == "if" || t.low == "unless" || t.low == "or" || t.low == "tomorrow") {
			return "", &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(toks)}
		}
	}
	return s.cut(toks), nil
}

// field reads the name of a field, without article and kind.
func (s *sentence) field(toks []token) (name string, ok, sure bool) {
	if len(toks) > 1 && (toks[0].in(articles) || toks[0].isWord("my")) {
		toks = toks[1:]
	}
	if len(toks) == 0 {
		return "", false, false
	}
	bare, kind := cutFieldKind(toks)
	if kind && len(bare) == 0 {
		return "", false, false // "the field" has no name
	}
	if !kind {
		for w := min(2, len(toks)-1); w >= 1; w-- { // "the field called Name"
			if fieldKinds.has(plainLows(toks[:w])) && toks[0].lowerCase() {
				kind, bare = true, toks[w:]
				if len(bare) > 1 && (bare[0].isWord("called") || bare[0].isWord("named") || bare[0].isWord("labelled") || bare[0].isWord("labeled")) {
					bare = bare[1:]
				}
				break
			}
		}
	}
	name, ok = plainName(bare, 5)
	if !ok {
		return "", false, false
	}
	lower := bare[0].kind == word && bare[0].lowerOrShout(s)
	return name, true, kind || !lower || plainFields.has(strings.ToLower(name))
}

// clear reads "clear the Name field".
func (s *sentence) clear(p, arg []token, within string) read {
	if len(arg) == 0 {
		return read{bad: &refusal{why: Incomplete, rest: s.cut(p), missing: "what to clear"}}
	}
	bare, container := s.cutContainer(arg)
	if container == "" {
		container = within
	}
	if len(bare) == 1 && bare[0].lowerCase() && bare[0].in(objects) {
		return read{bad: &refusal{why: Incomplete, rest: s.cut(p), missing: "what to clear"}}
	}
	name, ok, sure := s.field(bare)
	if !ok || !sure {
		return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
	}
	r := setValue(name, "", container)
	r.sure = true
	return r
}
