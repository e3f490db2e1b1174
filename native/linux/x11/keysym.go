//go:build linux

package x11

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// Keysym is the meaning of a key: a character or a function. 0 means none.
type Keysym uint32

// Keysyms that the code itself needs; the rest is found by name or rune.
const (
	symBackSpace, symTab, symReturn, symEscape = 0xff08, 0xff09, 0xff0d, 0xff1b
	symISOLevel3, symISOLevel5, symModeSwitch  = 0xfe03, 0xfe11, 0xff7e
	symShiftL, symShiftR                       = 0xffe1, 0xffe2
	symUnicode                                 = 0x01000000
)

// KeysymOf is the keysym of a character, in the spelling the X protocol prefers: Latin-1 as itself, all else as
// 0x01000000 + code point. Newline, tab, escape and backspace are the keys of that name; other controls have none.
func KeysymOf(r rune) Keysym {
	switch {
	case r == '\n' || r == '\r':
		return symReturn
	case r == '\t':
		return symTab
	case r == '\b':
		return symBackSpace
	case r == 0x1b:
		return symEscape
	case r < 0x20 || (r >= 0x7f && r < 0xa0) || r > unicode.MaxRune || (r >= 0xd800 && r < 0xe000):
		return 0
	case r < 0x100:
		return Keysym(r)
	}
	return Keysym(symUnicode | r)
}

// Rune is the character a keysym stands for; ok is false for functions, modifiers and dead keys.
func (k Keysym) Rune() (r rune, ok bool) {
	switch {
	case k >= 0x20 && k < 0x7f, k >= 0xa0 && k < 0x100:
		return rune(k), true
	case k >= symUnicode+0x100 && k <= symUnicode+unicode.MaxRune:
		return rune(k - symUnicode), true
	}
	i := sort.Search(len(legacyRunes), func(i int) bool { return legacyRunes[i].sym >= k })
	if i < len(legacyRunes) && legacyRunes[i].sym == k {
		return legacyRunes[i].r, true
	}
	return 0, false
}

// canonical gives two keysyms of the same character the same value.
func (k Keysym) canonical() Keysym {
	if r, ok := k.Rune(); ok {
		return KeysymOf(r)
	}
	return k
}

// KeysymNamed finds a key by the name a person or a plan would use: a single character, or a name such as "enter",
// "page down", "F5", "plus", "volume up". Case, spaces, underscores and hyphens do not matter in names of more than one
// character. Modifiers are keys too: "shift", "ctrl", "alt", "super"; "cmd" and "command" are not known here, because which
// key they mean is the caller's decision.
func KeysymNamed(name string) (Keysym, bool) {
	if r := []rune(name); len(r) == 1 {
		k := KeysymOf(r[0])
		return k, k != 0
	}
	n := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(name)))
	if k, ok := namedKeys()[n]; ok {
		return k, true
	}
	if num, found := strings.CutPrefix(n, "f"); found {
		if i, err := strconv.Atoi(num); err == nil && i >= 1 && i <= 35 && num[0] != '0' {
			return Keysym(0xffbe + i - 1), true
		}
	}
	for _, pad := range []string{"numpad", "keypad", "kp"} {
		if d, found := strings.CutPrefix(n, pad); found && len(d) == 1 && d[0] >= '0' && d[0] <= '9' {
			return Keysym(0xffb0 + int(d[0]-'0')), true
		}
	}
	return 0, false
}

func namedKeys() map[string]Keysym {
	return map[string]Keysym{
		"enter": symReturn, "return": symReturn, "newline": symReturn, "tab": symTab, "space": ' ', "spacebar": ' ',
		"backspace": symBackSpace, "delete": 0xffff, "del": 0xffff, "forwarddelete": 0xffff,
		"escape": symEscape, "esc": symEscape, "insert": 0xff63, "ins": 0xff63,
		"home": 0xff50, "left": 0xff51, "up": 0xff52, "right": 0xff53, "down": 0xff54,
		"leftarrow": 0xff51, "uparrow": 0xff52, "rightarrow": 0xff53, "downarrow": 0xff54,
		"arrowleft": 0xff51, "arrowup": 0xff52, "arrowright": 0xff53, "arrowdown": 0xff54,
		"pageup": 0xff55, "pgup": 0xff55, "prior": 0xff55, "pagedown": 0xff56, "pgdn": 0xff56, "pgdown": 0xff56, "next": 0xff56,
		"end": 0xff57, "begin": 0xff58, "menu": 0xff67, "contextmenu": 0xff67, "help": 0xff6a, "pause": 0xff13, "break": 0xff6b,
		"print": 0xff61, "printscreen": 0xff61, "prtsc": 0xff61, "scrolllock": 0xff14, "numlock": 0xff7f, "capslock": 0xffe5,
		"shift": symShiftL, "lshift": symShiftL, "leftshift": symShiftL, "rshift": symShiftR, "rightshift": symShiftR,
		"ctrl": 0xffe3, "control": 0xffe3, "lctrl": 0xffe3, "leftctrl": 0xffe3, "leftcontrol": 0xffe3,
		"rctrl": 0xffe4, "rightctrl": 0xffe4, "rightcontrol": 0xffe4,
		"alt": 0xffe9, "option": 0xffe9, "lalt": 0xffe9, "leftalt": 0xffe9, "altgr": symISOLevel3, "ralt": 0xffea, "rightalt": 0xffea,
		"meta": 0xffe7, "super": 0xffeb, "win": 0xffeb, "windows": 0xffeb, "leftsuper": 0xffeb, "rightsuper": 0xffec, "hyper": 0xffed,
		"plus": '+', "minus": '-', "dash": '-', "hyphen": '-', "equal": '=', "equals": '=', "comma": ',', "period": '.', "dot": '.',
		"slash": '/', "backslash": '\\', "semicolon": ';', "colon": ':', "quote": '\'', "apostrophe": '\'', "doublequote": '"',
		"backtick": '`', "grave": '`', "tilde": '~', "underscore": '_', "asterisk": '*', "star": '*', "hash": '#', "pound": '#',
		"at": '@', "ampersand": '&', "percent": '%', "dollar": '$', "caret": '^', "exclamation": '!', "question": '?', "pipe": '|',
		"leftbracket": '[', "rightbracket": ']', "leftbrace": '{', "rightbrace": '}', "leftparen": '(', "rightparen": ')',
		"less": '<', "greater": '>',
		"numpadenter": 0xff8d, "kpenter": 0xff8d, "numpadadd": 0xffab, "kpadd": 0xffab, "numpadsubtract": 0xffad, "kpsubtract": 0xffad,
		"numpadmultiply": 0xffaa, "kpmultiply": 0xffaa, "numpaddivide": 0xffaf, "kpdivide": 0xffaf, "numpaddecimal": 0xffae,
		"volumedown": 0x1008ff11, "volumemute": 0x1008ff12, "mute": 0x1008ff12, "volumeup": 0x1008ff13,
		"play": 0x1008ff14, "playpause": 0x1008ff14, "mediaplay": 0x1008ff14, "mediastop": 0x1008ff15,
		"previoustrack": 0x1008ff16, "nexttrack": 0x1008ff17, "brightnessup": 0x1008ff02, "brightnessdown": 0x1008ff03,
	}
}
