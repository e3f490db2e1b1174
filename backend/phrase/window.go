package phrase

import "strings"

type scrollArgs struct {
	Direction string `json:"direction"`
	Amount    int    `json:"amount"`
}

type snapArgs struct {
	Position string `json:"position"`
	App      string `json:"app,omitempty"`
}

// DefaultScroll is how many notches "scroll down" turns.
const DefaultScroll = 3

// scroll reads "down", "up 5", "down three times", "the page up", "left by 2 notches", "down a bit".
func (s *sentence) scroll(p, arg []token) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	if len(arg) == 0 {
		return refuse(Incomplete, "which direction")
	}
	if l := lows(arg); l == "the page" || l == "the window" || l == "this page" || l == "the list" {
		return refuse(Incomplete, "which direction")
	}
	drop := func(forms ...string) {
		for _, f := range forms {
			k := len(strings.Fields(f))
			if len(arg) > k && lows(arg[:k]) == f {
				arg = arg[k:]
				return
			}
		}
	}
	drop("the page", "this page", "the window", "the view", "the screen")
	drop("to the")
	if len(arg) == 0 || arg[0].kind != word {
		return refuse(notLabel(s.toks, Unsupported), "")
	}
	dir := arg[0].low
	switch dir {
	case "up", "down", "left", "right":
	case "upwards", "upward":
		dir = "up"
	case "downwards", "downward":
		dir = "down"
	default:
		if arg[0].in(compounds["scroll"]) {
			return refuse(notLabel(s.toks, NotImperative), "")
		}
		return refuse(notLabel(s.toks, Unsupported), "")
	}
	arg = arg[1:]
	if len(arg) > 1 && (arg[0].isWord("the") || arg[0].isWord("this")) && (arg[1].isWord("page") || arg[1].isWord("window")) {
		arg = arg[2:]
	}
	n, ok := amount(arg)
	switch {
	case !ok:
		return refuse(notLabel(s.toks, Unsupported), "")
	case n < 1 || n > 50:
		return refuse(Unsupported, "")
	}
	return read{steps: one(call("scroll", scrollArgs{dir, n})), sure: true}
}

func amount(arg []token) (int, bool) {
	switch lows(arg) {
	case "", "a bit", "a little", "a little bit", "some", "slightly", "slowly", "again", "further", "more", "some more", "a bit more", "a little more", "please":
		return DefaultScroll, true
	case "once", "one step", "a step", "a notch", "one line", "a line":
		return 1, true
	case "twice":
		return 2, true
	}
	if len(arg) > 1 && arg[0].isWord("by") {
		arg = arg[1:]
	}
	n, w := number(arg)
	if w == 0 {
		return 0, false
	}
	switch lows(arg[w:]) {
	case "", "times", "time", "notches", "notch", "steps", "step", "lines", "line", "clicks", "ticks", "more", "more times":
		return n, true
	}
	return 0, false
}

// windowPhrase maps what may follow "maximise" and "centre" to true.
var thisWindow = lines("the window,this window,my window,window,the current window,the active window,current window,it,this,this one,the app,this app,the screen")

func (s *sentence) arrange(v verb, p, arg []token) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	l := lows(arg)
	snap := func(position string) read {
		return read{steps: one(call("window_snap", snapArgs{Position: position})), sure: true}
	}
	switch v {
	case vMaximise:
		if (l == "" || thisWindow.has(l)) && l != "the screen" {
			return snap("maximize")
		}
		if app, ok := s.programName(v, arg); ok {
			return read{steps: one(call("window_snap", snapArgs{"maximize", app})), sure: true}
		}
	case vCentre:
		if (l == "" || thisWindow.has(l)) && l != "the screen" || strings.HasSuffix(l, " on the screen") && thisWindow.has(strings.TrimSuffix(l, " on the screen")) {
			return snap("center")
		}
	case vMake:
		for w := range thisWindow {
			if rest, ok := strings.CutPrefix(l, w+" "); ok && w != "the screen" {
				switch rest {
				case "full screen", "fullscreen", "full size", "maximised", "maximized", "fill the screen", "as big as possible":
					return snap("maximize")
				case "left half", "the left half", "fill the left half", "take the left half":
					return snap("left")
				case "right half", "the right half", "fill the right half", "take the right half":
					return snap("right")
				case "centred", "centered":
					return snap("center")
				case "minimised", "minimized":
					return snap("minimize")
				}
			}
		}
	case vSnap, vPut:
		rest := l
		had := v == vSnap
		longest := ""
		for w := range thisWindow {
			if (strings.HasPrefix(l, w+" ") || l == w) && len(w) > len(longest) && w != "the screen" {
				longest = w
			}
		}
		if longest != "" {
			rest, had = strings.TrimSpace(strings.TrimPrefix(l, longest)), true
		}
		if !had {
			break
		}
		if rest == "" {
			return refuse(Incomplete, "where to put the window")
		}
		if pos, ok := side(rest); ok && (v == vSnap || longest != "it" && longest != "this" || p[0].start > 0 || strings.Contains(rest, "half") || strings.Contains(rest, "side")) {
			return snap(pos)
		}
	}
	return refuse(notLabel(s.toks, Unsupported), "")
}

type closeArgs struct {
	App string `json:"app,omitempty"`
	All bool   `json:"all,omitempty"`
}

// closeWindow reads "this window" and "the Calculator window". What else is closed (a deal, a door, a file) is no
// window, and "close it" is a follow-up.
func (s *sentence) closeWindow(p, arg []token) read {
	n := len(arg)
	switch {
	case n == 0 && p[len(p)-1].isWord("window"):
		return read{steps: one(call("window_close", closeArgs{})), sure: true}
	case n >= 2 && n <= 4 && arg[n-1].isWord("window") && !arg[0].lowerCase():
		return read{steps: one(call("window_close", closeArgs{App: joined(arg[:n-1])})), sure: true}
	}
	return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
}

// side reads "left", "to the left half of the screen", "in the middle".
func side(l string) (string, bool) {
	for _, tail := range []string{" of the screen", " of my screen", " of the display", " of the desktop"} {
		l = strings.TrimSuffix(l, tail)
	}
	for _, prep := range []string{"on to ", "onto ", "to ", "on ", "in ", "into ", "at ", "against "} {
		if r, ok := strings.CutPrefix(l, prep); ok {
			l = r
			break
		}
	}
	l = strings.TrimPrefix(l, "the ")
	for _, tail := range []string{" half", " side", " edge", "-hand side", " hand side"} {
		l = strings.TrimSuffix(l, tail)
	}
	switch l {
	case "left", "right", "top", "bottom":
		return l, true
	case "upper":
		return "top", true
	case "lower":
		return "bottom", true
	case "center", "centre", "middle":
		return "center", true
	case "full screen", "fullscreen", "whole screen", "full":
		return "maximize", true
	}
	return "", false
}

// undo reads what follows undo and revert.
func (s *sentence) undo(p, arg []token) read {
	switch lows(arg) {
	case "", "that", "it", "this", "last", "the last", "the last one", "again",
		"the last thing", "my last thing", "last thing", "the last change", "my last change", "last change", "the last action", "my last action", "last action",
		"the last step", "my last step", "last step", "the last edit", "my last edit", "last edit", "that change", "this change", "the change", "that last change",
		"the last command", "what you did", "what you just did", "the thing you just did", "that last step", "that last one", "the previous step", "the previous change", "the previous action":
		return read{steps: one(call("undo_last", struct{}{})), sure: true}
	}
	return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
}

// readOut reads what follows read, show me, tell me: only the clipboard can be read.
func (s *sentence) readOut(p, arg []token, within string) read {
	all := p
	if p[0].isWord("show") && len(p) > 1 {
		all = p[1:]
		if p[1].isWord("me") {
			all = p[2:]
		}
	} else if len(p) > 2 && p[1].isWord("me") {
		all = p[2:]
	} else {
		all = p[1:]
	}
	for len(all) > 1 && (all[0].isWord("out") || all[0].isWord("me") || all[0].isWord("aloud")) {
		all = all[1:]
	}
	l := lows(dropStops(all))
	switch strings.TrimSuffix(l, " aloud") {
	case "the clipboard", "my clipboard", "clipboard", "the clipboard contents", "the contents of the clipboard", "the contents of my clipboard",
		"the content of the clipboard", "the content of my clipboard", "what's on the clipboard to me", "the clipboard to me", "my clipboard to me", "clipboard contents", "out the clipboard", "out my clipboard", "the clipboard out", "the text on the clipboard", "the text on my clipboard":
		return read{steps: one(call("clipboard_read", struct{}{})), sure: true}
	}
	if clipboardAsks.has(l) {
		return read{steps: one(call("clipboard_read", struct{}{})), sure: true}
	}
	if p[0].isWord("show") {
		return s.goTo(p[:1], all, within)
	}
	if len(all) == 0 {
		return read{bad: &refusal{why: Incomplete, rest: s.cut(p), missing: "what to " + p[0].low}}
	}
	return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
}
