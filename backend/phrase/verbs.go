package phrase

import "strings"

// verb is a family of commands.
type verb uint8

const (
	noVerb    verb = iota
	vPress         // press, hit, push, tap: keys, calculator keys, anything that can be pressed
	vClick         // click: never a key
	vDouble        // double click
	vCheck         // check: has many other meanings
	vTick          // tick, enable, turn on
	vUntick        // uncheck, untick, disable, turn off
	vTurn          // turn X on
	vChoose        // choose, select, pick
	vOpen          // open, launch, start
	vGo            // go to, visit
	vSet           // set X to V
	vFill          // fill in X with V
	vClear         // clear X
	vType          // type
	vWrite         // write: has other meanings
	vEnter         // enter: is a key, a place and typing
	vScroll        // scroll
	vMaximise      // maximise
	vCentre        // centre
	vSnap          // snap, tile, dock
	vPut           // put or move the window
	vMake          // make the window …
	vUndo          // undo, revert
	vBack          // change it back, take that back
	vRead          // read the clipboard
	vPage          // page down
	vClose         // close this window
	vMinimise      // minimise
	vRestore       // restore, unminimise, bring back
	vFull          // full screen, leave full screen
	vQuit          // quit
	vRow           // the beginning of a command of the chain
	vRowFree       // … that ends in free text
)

// free reports whether v takes free text, in which separators and verbs may occur.
func (v verb) free() bool {
	return v == vType || v == vWrite || v == vEnter || v == vSet || v == vFill || v == vRowFree
}

// labels reports whether a command with v ends in the name of something on the screen.
func (v verb) labels() bool {
	switch v {
	case vPress, vClick, vDouble, vCheck, vTick, vUntick, vChoose, vGo, vClear:
		return true
	}
	return false
}

// verbs maps how a command begins. Longer beginnings win.
var verbs = map[string]verb{
	"press": vPress, "hit": vPress, "push": vPress, "tap": vPress, "tap on": vPress,
	"click": vClick, "click on": vClick, "left click": vClick, "left click on": vClick, "left-click": vClick, "left-click on": vClick,
	"double click": vDouble, "double click on": vDouble, "double-click": vDouble, "double-click on": vDouble,
	"doubleclick": vDouble, "doubleclick on": vDouble, "double tap": vDouble, "double tap on": vDouble, "double-tap": vDouble, "double-tap on": vDouble,
	"check": vCheck, "tick": vTick, "enable": vTick, "turn on": vTick, "switch on": vTick, "tick off": noVerb, "check off": noVerb,
	"uncheck": vUntick, "untick": vUntick, "disable": vUntick, "turn off": vUntick, "switch off": vUntick, "turn": vTurn, "switch": vTurn,
	"choose": vChoose, "select": vChoose, "pick": vChoose,
	"open": vOpen, "launch": vOpen, "start": vOpen, "open up": vOpen, "fire up": vOpen, "load up": vOpen, "boot up": vOpen, "start up": vOpen,
	"go to": vGo, "visit": vGo, "pull up": vGo, "navigate to": vGo, "browse to": vGo, "take me to": vGo, "switch to": vGo, "show": vGo,
	"set": vSet, "change": vSet,
	"fill in": vFill, "fill": vFill, "fill out": vFill,
	"clear": vClear, "empty": vClear, "type": vType, "type in": vType, "write": vWrite, "enter": vEnter,
	"scroll": vScroll, "maximise": vMaximise, "maximize": vMaximise, "centre": vCentre, "center": vCentre,
	"snap": vSnap, "tile": vSnap, "dock": vSnap, "put": vPut, "move": vPut, "make": vMake,
	"undo": vUndo, "revert": vUndo,
	"take that back": vBack, "take it back": vBack, "change it back": vBack, "change that back": vBack, "put it back": vBack, "put that back": vBack,
	"read": vRead, "read out": vRead, "read me": vRead, "show me": vRead, "tell me": vRead, "show my": vRead, "show the": vRead,
	"page down": vPage, "page up": vPage,
	"close this window": vClose, "close the window": vClose, "close my window": vClose, "close the current window": vClose, "close the active window": vClose, "close the": vClose,
	"minimise": vMinimise, "minimize": vMinimise, "iconify": vMinimise,
	"restore": vRestore, "unminimise": vRestore, "unminimize": vRestore, "un-minimise": vRestore, "un-minimize": vRestore, "bring back": vRestore,
	"unmaximise": vFull, "unmaximize": vFull, "un-maximise": vFull, "un-maximize": vFull,
	"full screen": vFull, "fullscreen": vFull, "go full screen": vFull, "go fullscreen": vFull, "enter full screen": vFull, "enter fullscreen": vFull,
	"leave full screen": vFull, "leave fullscreen": vFull, "exit full screen": vFull, "exit fullscreen": vFull,
	"quit": vQuit,
}

// verbAt finds the command that begins at toks[i] and how many tokens its verb takes: one of the plain grammar, or one of
// the chain, when that says more.
func verbAt(toks []token, i int) (verb, int) {
	v, w := plainVerbAt(toks, i)
	if v.free() {
		return v, w
	}
	r, rw := rowVerbAt(toks, i)
	switch {
	case r == noVerb, v != noVerb && !(r == vRowFree && rw > w):
		return v, w
	case i > 0 && rw == 1 && (i+1 == len(toks) || separator(toks[i+1])):
		return v, w // one word behind a separator may as well end what stands before it; see pieces
	}
	return r, rw
}

// rowVerbAt finds the beginning of a command of the chain. Small words between its words do not count.
func rowVerbAt(toks []token, i int) (verb, int) {
	if i >= len(toks) || toks[i].kind != word {
		return noVerb, 0
	}
	key := toks[i].low
	best, width := rowHeads[key], 1
	if !rowStarts.has(key) {
		return noVerb, 0
	}
	n := 1
	for j := i + 1; j < len(toks) && j < i+7 && n < 3 && (toks[j].kind == word || toks[j].stop(":")); j++ {
		next := key + " " + toks[j].low
		if !rowStarts.has(next) {
			if toks[j].determines() {
				continue
			}
			break
		}
		key = next
		n++
		if v, ok := rowHeads[key]; ok {
			best, width = v, j-i+1
		}
	}
	if best == noVerb {
		return noVerb, 0
	}
	return best, width
}

// rowHeads are the beginnings of the commands of the chain, and rowStarts what these begin with. They are made once, and
// not where they are declared, since the chain itself asks for verbs.
var rowHeads, rowStarts = map[string]verb{}, set{}

func init() {
	for _, row := range chain.rows {
		for _, r := range row.rules {
			if r.weak {
				for _, h := range r.form.Heads() {
					rowStarts[strings.Fields(h)[0]] = struct{}{}
				}
				continue
			}
			v := vRow
			if r.form.EndsOpen() {
				v = vRowFree
			}
			for _, h := range r.form.Heads() {
				rowHeads[h] = max(rowHeads[h], v)
			}
		}
	}
	for h := range rowHeads {
		for i := range h + " " {
			if i == len(h) || h[i] == ' ' {
				rowStarts[h[:i]] = struct{}{}
			}
		}
	}
}

// plainVerbAt is verbAt for the plain grammar.
func plainVerbAt(toks []token, i int) (verb, int) {
	if i >= len(toks) || toks[i].kind != word {
		return noVerb, 0
	}
	if !verbHeads.has(toks[i].low) {
		return noVerb, 0
	}
	key := toks[i].low
	best, width := verbs[key], 1
	for w := 2; w <= 3 && i+w <= len(toks) && toks[i+w-1].kind == word; w++ {
		if toks[i].lowerCase() && !toks[i+w-1].lowerCase() {
			break // "click On hold": the small word begins the label
		}
		key += " " + toks[i+w-1].low
		if v, ok := verbs[key]; ok {
			best, width = v, w
		}
	}
	alone := i > 0 && (i+width == len(toks) || separator(toks[i+width]))
	if best == noVerb || alone && (best == vEnter || best.aside()) {
		return noVerb, 0 // "press tab and enter" names a key, "press save and quit" one button
	}
	return best, width
}

// aside reports whether v without an object is a command only when it is the whole sentence: it also ends labels and
// text that is to be typed.
func (v verb) aside() bool { return v == vMinimise || v == vRestore || v == vFull || v == vQuit }

var verbHeads = heads(verbs)

func heads(m map[string]verb) set {
	s := set{}
	for k := range m {
		for i := range k + " " {
			if i == len(k) || k[i] == ' ' {
				s[k[:i]] = struct{}{}
				break
			}
		}
	}
	return s
}

// separator reports whether t may stand between two commands.
func separator(t token) bool {
	switch t.kind {
	case newline:
		return true
	case punct:
		return t.low == "," || t.low == ";" || t.low == "." || t.low == "!"
	case word:
		return t.low == "and" || t.low == "then" || t.low == "&" || t.low == "afterwards" || t.low == "followed"
	}
	return false
}

var linkers = words("and then & afterwards now please also just finally next first lastly")

// skipSeparators walks over the separators and linking words from i.
func skipSeparators(toks []token, i int) int {
	for i < len(toks) {
		switch {
		case toks[i].kind == newline, toks[i].kind == punct && separator(toks[i]), toks[i].in(linkers):
			i++
		case toks[i].isWord("after") && i+1 < len(toks) && (toks[i+1].isWord("that") || toks[i+1].isWord("this")):
			i += 2
		case toks[i].isWord("followed") && i+1 < len(toks) && toks[i+1].isWord("by"):
			i += 2
		case toks[i].isWord("go") && i+2 < len(toks) && toks[i+1].isWord("ahead") && toks[i+2].isWord("and"):
			i += 3
		default:
			return i
		}
	}
	return i
}

// clipboardQuestion reports whether toks ask what the clipboard holds: the one question that is a command.
func clipboardQuestion(toks []token) bool {
	return len(toks) <= 10 && clipboardAsks.has(lows(dropStops(toks)))
}

func dropStops(toks []token) []token {
	for n := len(toks); n > 0 && toks[n-1].kind == punct; n = len(toks) {
		toks = toks[:n-1]
	}
	return toks
}

var clipboardAsks = clipboardForms()

func clipboardForms() set {
	s := set{"what did i copy": {}, "what have i copied": {}}
	for _, where := range []string{"on", "in"} {
		for _, whose := range []string{"the", "my"} {
			board := where + " " + whose + " clipboard"
			for _, ask := range []string{"what's", "what is", "whats", "what do i have", "what have i got", "what text is"} {
				s[ask+" "+board] = struct{}{}
				s[ask+" currently "+board] = struct{}{}
			}
		}
	}
	for _, whose := range []string{"the", "my"} {
		s["what does "+whose+" clipboard say"] = struct{}{}
		s["what does "+whose+" clipboard contain"] = struct{}{}
		s["what does "+whose+" clipboard hold"] = struct{}{}
	}
	return s
}
