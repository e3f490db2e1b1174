package phrase

import (
	"strings"

	"pace/backend/tool"
)

type clickArgs struct {
	Label     string `json:"label,omitempty"`
	Role      string `json:"role,omitempty"`
	Container string `json:"container,omitempty"`
	Nth       int    `json:"nth,omitempty"`
}

type keyArgs struct {
	Key string `json:"key"`
}

func (t target) click(name string) []tool.Call {
	return call(name, clickArgs{t.label, t.role, t.container, t.nth})
}

// press reads what follows press, click, tap, hit, push and double click.
func (s *sentence) press(v verb, p, arg []token, within string) read {
	verbWord := p[0].low
	what := "what to " + strings.TrimSuffix(verbWord, "-click")
	if v == vDouble {
		what = "what to double-click"
	}
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	if len(arg) > 1 && arg[0].isWord("on") && arg[0].lowerOrShout(s) && (v == vPress || v == vClick) && !arg[1].in(times) {
		arg = arg[1:]
	}
	if n := len(arg); n > 1 && arg[n-1].isWord("again") {
		arg = arg[:n-1]
	}
	switch {
	case len(arg) == 0:
		return refuse(Incomplete, what)
	case arg[0].isWord("and"):
		return refuse(Unsupported, "")
	case len(arg) == 2 && arg[1].isWord("times"):
		if _, w := number(arg); w == 1 {
			return refuse(Incomplete, what)
		}
	}
	if last := arg[len(arg)-1]; last.isWord("and") || last.isWord("then") {
		return refuse(Incomplete, "what comes next")
	}
	if at, ok, bad := s.spot(arg); bad != nil {
		bad.rest = s.cut(p)
		return read{bad: bad}
	} else if ok && within == "" {
		name := "click"
		if v == vDouble {
			name = "double_click"
		}
		return read{steps: one(call(name, at)), sure: true}
	}
	if v != vPress || verbWord == "tap" {
		arg = s.intoField(arg)
	}
	if s.onlyPlace(arg) {
		return refuse(Incomplete, what)
	}
	arg = dropDigitWord(arg)
	if w := afterthought(arg); w != None {
		return refuse(w, "")
	}
	arg, n, ok := count(arg)
	if !ok {
		return refuse(Unsupported, "")
	}
	if v == vPress && within == "" {
		key, ok, broken := s.pressKey(verbWord, arg)
		if broken != nil && !severalItems(arg) {
			broken.rest = s.cut(p)
			return read{bad: broken}
		}
		if ok {
			return read{steps: again(one(call("key", keyArgs{key})), n), sure: true}
		}
	}
	if v == vClick && twoNumbers(arg) {
		return refuse(Incomplete, "whether “"+s.cut(arg)+"” is a place (click at "+s.cut(arg)+") or two buttons")
	}
	if v != vDouble {
		if labels := sums(arg); labels != nil {
			if len(labels) > MaxSteps {
				return refuse(TooLong, "")
			}
			if n > 1 && len(labels) > 1 {
				return refuse(Unsupported, "")
			}
			var steps [][]tool.Call
			for _, l := range labels {
				steps = append(steps, call("click", clickArgs{Label: l, Container: within}))
			}
			return read{steps: again(steps, n), sure: true}
		}
		if labels, where := s.sumsWithin(arg); labels != nil && n == 1 && len(labels) <= MaxSteps {
			var steps [][]tool.Call
			for _, l := range labels {
				steps = append(steps, call("click", clickArgs{Label: l, Container: where}))
			}
			return read{steps: steps, sure: true}
		}
		if r, ok := s.pressList(v, verbWord, arg, within); ok && n == 1 {
			return r
		}
	}
	name := "click"
	head := verbWord
	if v == vDouble {
		name, head = "double_click", "double"
	} else {
		if path, bad := s.menuPath(arg, true); bad == nil && path != nil && n == 1 {
			return read{steps: path, sure: true}
		}
	}
	if v == vClick {
		head = "click"
	}
	t, bad := s.findTarget(arg, head)
	if bad != nil {
		if bad.missing == "which one" || bad.missing == "its name" {
			bad.missing = what
		}
		if len(arg) != len(s.toks) && bad.why == Unsupported {
			bad.rest = s.cut(p)
		}
		return read{bad: bad}
	}
	if t.container == "" {
		t.container = within
	}
	return read{steps: again(one(t.click(name)), n), sure: t.sure}
}

// dropDigitWord makes "the number 3" and "the digit 3" the same as "3".
func dropDigitWord(arg []token) []token {
	rest := arg
	if len(rest) > 2 && rest[0].isWord("the") {
		rest = rest[1:]
	}
	if len(rest) > 1 && (rest[0].isWord("number") || rest[0].isWord("digit")) {
		if _, w := number(rest[1:]); w > 0 {
			return rest[1:]
		}
	}
	return arg
}

// pressKey reads arg as a key or a chord. Push and tap name a key only when nothing else can be meant.
func (s *sentence) pressKey(verbWord string, arg []token) (string, bool, *refusal) {
	if verbWord == "push" || verbWord == "tap" {
		last := arg[len(arg)-1]
		if !(len(arg) == 1 && arg[0].in(unmistakable)) && !last.isWord("key") && !strings.Contains(last.low, "+") {
			return "", false, nil
		}
	}
	return chord(arg)
}

// sumsWithin reads "7 plus 5 on the calculator".
func (s *sentence) sumsWithin(arg []token) (labels []string, where string) {
	rest, where := s.cutContainer(arg)
	if where == "" {
		return nil, ""
	}
	return sums(rest), where
}

// pressList reads several things behind one verb: "tab and then enter", "5 then minus", "Red, Green and Blue". Two
// labels joined by a bare "and" are one label, since there are such labels.
func (s *sentence) pressList(v verb, verbWord string, arg []token, within string) (read, bool) {
	type item struct {
		toks   []token
		strong bool
	}
	var items []item
	from, strong := 0, false
	firm, commas, ands := false, 0, 0
	for i := 0; i < len(arg); i++ {
		if i == from || !(arg[i].stop(",") || arg[i].stop(";") || arg[i].kind == newline || arg[i].isWord("and") || arg[i].isWord("then") || arg[i].isWord("followed")) {
			continue
		}
		j := skipSeparators(arg, i)
		if j == i {
			continue
		}
		if j >= len(arg) {
			return read{bad: &refusal{why: Incomplete, rest: s.cut(arg[i:]), missing: "what comes next"}}, true
		}
		items = append(items, item{arg[from:i], strong})
		strong = false
		for _, t := range arg[i:j] {
			firm = firm || t.isWord("then") || t.isWord("followed") || t.stop(";") || t.kind == newline
			strong = strong || !t.isWord("and")
			if t.stop(",") {
				commas++
			} else if t.isWord("and") {
				ands++
			}
		}
		from = j
		i = j - 1
	}
	if from == 0 {
		return read{}, false
	}
	items = append(items, item{arg[from:], strong})
	// "Red, Green and Blue" is a list; "Yes, delete" may be one label
	firm = firm || commas > 1 || commas > 0 && ands > 0
	var steps [][]tool.Call
	for i, it := range items {
		toks, n, ok := count(it.toks)
		if !ok {
			return read{}, false
		}
		if v == vPress {
			if key, ok, broken := s.pressKey(verbWord, toks); broken == nil && ok {
				if i > 0 && !it.strong && !firm && len(toks) == 1 && !toks[0].in(unmistakable) && !toks[0].lowerCase() {
					return read{}, false
				}
				steps = append(steps, again(one(call("key", keyArgs{key})), n)...)
				continue
			}
		}
		if labels := sums(toks); labels != nil {
			for _, l := range labels {
				steps = append(steps, again(one(call("click", clickArgs{Label: l, Container: within})), n)...)
			}
			continue
		}
		if toks[0].in(otherVerbs) && toks[0].lowerCase() && len(toks) > 1 && i > 0 {
			return read{steps: steps, bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(toks)}}, true
		}
		if !firm && !(i == 0 && allKeys(items[1].toks)) {
			if commas > 0 {
				return read{steps: steps, bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(arg)}}, true
			}
			return read{}, false
		}
		t, bad := s.findTarget(toks, verbWord)
		if bad != nil {
			return read{steps: steps, bad: bad}, true
		}
		if !t.sure {
			return read{steps: steps, bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(toks)}}, true
		}
		if t.container == "" {
			t.container = within
		}
		steps = append(steps, again(one(t.click("click")), n)...)
	}
	return read{steps: steps, sure: true}, true
}

// severalItems reports whether arg names several things one after the other.
func severalItems(arg []token) bool {
	for i, t := range arg {
		if t.isWord("then") || t.stop(",") || t.stop(";") || t.kind == newline {
			return true
		}
		if t.isWord("and") && i > 0 && modifierNames[arg[i-1].low] == "" {
			return true
		}
	}
	return false
}

var pathKinds = lines("menu,submenu,menu item,menu entry,entry,item,option,command")

func allKeys(toks []token) bool { return len(toks) == 1 && toks[0].in(unmistakable) }

// menuPath reads "File > Export > As image". Only the last entry is pressed; what stands before it, all of it, is where it
// is: another menu may hold an Export of its own. Without a
// verb every entry must be a name, since "a > b" is a comparison. With an article before it all, as in "the File >
// Export menu", the kind at the end says what the whole is and is no part of the last name.
func (s *sentence) menuPath(toks []token, withVerb bool) ([][]tool.Call, *refusal) {
	var parts [][]token
	from := 0
	for i, t := range toks {
		if t.kind == word && (t.raw == ">" || t.raw == "→" || t.raw == "▸" || t.raw == "›" || t.raw == "->") {
			parts = append(parts, toks[from:i])
			from = i + 1
		}
	}
	if from == 0 || len(parts) > 8 {
		return nil, nil
	}
	last := toks[from:]
	if withVerb && toks[0].isWord("the") {
		for w := min(2, len(last)-1); w > 0; w-- {
			if pathKinds.has(plainLows(last[len(last)-w:])) && last[len(last)-1].lowerCase() {
				last = last[:len(last)-w]
				break
			}
		}
	}
	parts = append(parts, last)
	var names []string
	for _, p := range parts {
		if withVerb && len(p) > 1 && p[0].isWord("the") {
			p = p[1:]
		}
		name, ok := plainName(p, 6)
		if ok && !withVerb {
			v, _ := verbAt(p, 0)
			ok = p[0].kind == quoted || !p[0].lowerCase() && !digits(p[0].low) && startsLetter(p[0].raw) && (v == noVerb || len(names) > 0)
		}
		if !ok {
			return nil, nil
		}
		names = append(names, name)
	}
	n := len(names)
	return one(call("click", clickArgs{Label: names[n-1], Container: strings.Join(names[:n-1], " > ")})), nil
}
