package phrase

import "strings"

// keyNames maps what a key is called to its name in the key tool.
var keyNames = map[string]string{
	"enter": "enter", "return": "enter", "escape": "escape", "esc": "escape", "tab": "tab", "tabulator": "tab",
	"space": "space", "space bar": "space", "spacebar": "space", "backspace": "backspace", "back space": "backspace",
	"delete": "delete", "del": "delete", "insert": "insert", "ins": "insert", "home": "home", "end": "end",
	"page up": "pageup", "pageup": "pageup", "pgup": "pageup", "page-up": "pageup",
	"page down": "pagedown", "pagedown": "pagedown", "pgdn": "pagedown", "pgdown": "pagedown", "page-down": "pagedown",
	"up": "up", "down": "down", "left": "left", "right": "right",
	"up arrow": "up", "down arrow": "down", "left arrow": "left", "right arrow": "right",
	"arrow up": "up", "arrow down": "down", "arrow left": "left", "arrow right": "right",
	"caps lock": "capslock", "capslock": "capslock", "print screen": "printscreen", "printscreen": "printscreen", "prtsc": "printscreen",
}

// modifierNames maps what a modifier is called. cmd is the platform's primary modifier, super is the Super key.
var modifierNames = map[string]string{
	"ctrl": "ctrl", "control": "ctrl", "ctl": "ctrl", "strg": "ctrl", "shift": "shift", "alt": "alt", "option": "alt", "opt": "alt",
	"cmd": "cmd", "command": "cmd", "⌘": "cmd", "super": "super", "win": "super", "windows": "super",
}

// signKeys are keys that a chord names by a word, since + joins a chord.
var signKeys = map[string]string{"+": "plus", "plus": "plus", "-": "minus", "minus": "minus", "=": "equal", "equals": "equal",
	".": "period", "period": "period", "dot": "period", ",": "comma", "comma": "comma", "/": "slash", "slash": "slash",
	"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}

// unmistakable keys are keys whatever verb is used: nobody labels them so.
var unmistakable = words("enter return escape esc tab backspace spacebar pageup pagedown pgup pgdn")

// mainKey names the key that toks call, alone ("enter", "page down", "F5") or in a chord (letters, digits, signs).
func mainKey(toks []token, inChord bool) (string, bool) {
	if len(toks) == 0 || len(toks) > 2 {
		return "", false
	}
	for _, t := range toks {
		if t.kind == quoted {
			return "", false
		}
	}
	k := lows(toks)
	if n, ok := keyNames[k]; ok {
		return n, true
	}
	if len(toks) > 1 {
		if toks[0].isWord("letter") && single(toks[1].low) {
			return toks[1].low, true
		}
		return "", false
	}
	if functionKey(k) {
		return k, true
	}
	if inChord {
		if n, ok := signKeys[k]; ok {
			return n, true
		}
		return k, single(k)
	}
	return "", false
}

// single reports whether k is one letter or digit.
func single(k string) bool {
	return len(k) == 1 && (k[0] >= 'a' && k[0] <= 'z' || k[0] >= '0' && k[0] <= '9')
}

func functionKey(k string) bool {
	if len(k) < 2 || len(k) > 3 || k[0] != 'f' || !digits(k[1:]) || k[1] == '0' {
		return false
	}
	return len(k) == 2 || k <= "f24"
}

// chord reads toks as one key or a chord of keys. broken is set when it begins like a chord and can't be one:
// something is missing after the modifier, or the modifier is unknown.
func chord(toks []token) (key string, ok bool, broken *refusal) {
	saidKey := false
	if n := len(toks); n > 1 && toks[n-1].isWord("key") || n > 1 && toks[n-1].isWord("keys") {
		saidKey, toks = true, toks[:n-1]
	}
	if len(toks) > 1 && (toks[0].isWord("the") || saidKey && toks[0].isWord("a") && len(toks) > 2) {
		toks = toks[1:]
	}
	if len(toks) > 1 && (toks[0].isWord("key") || toks[0].isWord("keys") || toks[0].isWord("shortcut")) {
		saidKey, toks = true, toks[1:]
	}
	if len(toks) == 0 || len(toks) > 10 {
		return "", false, nil
	}
	if k, ok := mainKey(toks, saidKey); ok {
		return k, true, nil
	}
	if len(toks) == 1 && modifierNames[toks[0].low] == "super" && (saidKey || toks[0].isWord("super")) {
		return "super", true, nil
	}
	parts, glued := chordParts(toks)
	if len(parts) == 0 {
		return "", false, nil
	}
	var mods []string
	i := 0
	for i < len(parts) && modifierNames[parts[i]] != "" {
		m := modifierNames[parts[i]]
		for _, x := range mods {
			if x == m {
				return "", false, &refusal{why: Unsupported}
			}
		}
		mods = append(mods, m)
		i++
	}
	rest := strings.Join(parts[i:], " ")
	switch {
	case len(mods) == 0 && glued && len(parts) > 1 && unknownModifier(parts[0]):
		return "", false, &refusal{why: Unsupported}
	case len(mods) == 0:
		return "", false, nil
	case rest == "":
		return "", false, &refusal{why: Incomplete, missing: "the key that goes with " + strings.Join(mods, "+")}
	}
	main, ok := mainKey(fields(rest), true)
	if !glued && (!ok || parts[0] == "option") {
		return "", false, nil // "Control Panel" and "Option A" are labels
	}
	if !ok {
		return "", false, &refusal{why: Unsupported}
	}
	return strings.Join(append(mods, main), "+"), true, nil
}

func unknownModifier(s string) bool {
	switch s {
	case "hyper", "meta", "fn", "altgr", "compose", "mod", "mod4":
		return true
	}
	return false
}

// chordParts takes apart "ctrl+shift+t", "Ctrl-S", "control and c", "alt + F4", "command v". glued says that a + or
// - joined two of them.
func chordParts(toks []token) (parts []string, glued bool) {
	for i, t := range toks {
		if t.kind == quoted {
			return nil, false
		}
		w := t.low
		switch {
		case (w == "+" || w == "plus" || w == "-" || w == "and") && i > 0 && i < len(toks)-1 && len(parts) > 0 && modifierNames[parts[len(parts)-1]] != "":
			glued = true
			continue
		case w == "+" && i == len(toks)-1 && i > 0:
			glued = true
			if len(toks) > 2 && toks[i-1].low == "+" {
				parts = append(parts, "+") // ctrl + +
			}
			continue
		}
		if (strings.Contains(w, "+") || strings.Contains(w, "-")) && len(w) > 1 && w != "page-up" && w != "page-down" {
			sep := "+"
			if !strings.Contains(w, "+") {
				sep = "-"
			}
			trail := ""
			if strings.HasSuffix(w, sep+sep) {
				trail, w = sep, strings.TrimSuffix(w, sep+sep)
			}
			for _, p := range strings.Split(w, sep) {
				if p != "" {
					parts = append(parts, p)
				}
			}
			if trail != "" {
				parts = append(parts, trail)
			}
			glued = true
			continue
		}
		parts = append(parts, w)
	}
	return parts, glued
}

// fields makes word tokens of s, without offsets.
func fields(s string) []token {
	var out []token
	for _, f := range strings.Fields(s) {
		out = append(out, token{kind: word, raw: f, low: f})
	}
	return out
}
