package phrase

import "strings"

// manage reads what follows minimise, restore, full screen and quit: nothing, "this window", or a program.
func (s *sentence) manage(v verb, p, arg []token) read {
	l := lows(arg)
	if v == vRestore {
		for _, tail := range []string{" to its normal size", " to normal size", " to its old size", " to its previous size", " to normal", " from the taskbar"} {
			if strings.HasSuffix(l, tail) {
				arg = arg[:len(arg)-len(strings.Fields(tail))]
				l = lows(arg)
			}
		}
	}
	if v == vFull {
		for _, f := range []string{"mode", "with", "on", "in"} {
			if len(arg) > 0 && arg[0].isWord(f) {
				arg = arg[1:]
				l = lows(arg)
			}
		}
	}
	if v == vQuit && (l == "it" || l == "that" || l == "this") && p[0].start == 0 {
		return read{bad: &refusal{why: Unsupported, rest: s.cut(p)}} // "quit it!"
	}
	app, ok := "", (l == "" || thisWindow.has(l)) && l != "the screen"
	if !ok {
		app, ok = s.programName(v, arg)
	}
	if !ok {
		return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
	}
	sure := len(arg) > 0
	switch v {
	case vQuit:
		return read{steps: one(call("window_close", closeArgs{App: app, All: true})), sure: sure}
	case vMinimise:
		return read{steps: one(call("window_snap", snapArgs{"minimize", app})), sure: sure}
	case vRestore:
		return read{steps: one(call("window_snap", snapArgs{"restore", app})), sure: sure}
	}
	position := "maximize"
	if strings.HasPrefix(p[0].low, "un") || p[0].isWord("leave") || p[0].isWord("exit") {
		position = "normal"
	}
	return read{steps: one(call("window_snap", snapArgs{position, app})), sure: true}
}

// programName reads the program whose window is meant: one that people know by name ("mousepad"), one that is said to
// be a program or a window ("the Zotero app", "the Notes window"), or one capitalised word behind a verb that takes
// little else. Capitals say nothing where every word has them.
func (s *sentence) programName(v verb, toks []token) (string, bool) {
	if len(toks) > 1 && (toks[0].in(articles) || toks[0].isWord("my")) {
		toks = toks[1:]
	}
	kind := false
	if n := len(toks); n > 1 && toks[n-1].in(programKinds) && toks[n-1].lowerOrShout(s) {
		kind, toks = true, toks[:n-1]
	}
	name, ok := plainName(toks, 4)
	switch {
	case !ok:
		return "", false
	case appNouns.has(lows(toks)) || toks[0].kind == quoted:
		return name, true
	case toks[0].lowerOrShout(s) || !startsLetter(toks[0].raw):
		return "", false
	case kind:
		return name, true
	}
	return name, (v == vMinimise || v == vQuit) && len(toks) == 1 && !s.headline()
}

var programKinds = words("window app application program programme")
