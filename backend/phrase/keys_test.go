package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestKeysAndChords(t *testing.T) {
	for text, key := range map[string]string{
		"press ctrl+shift+t": "ctrl+shift+t", "press control-alt-delete": "ctrl+alt+delete", "press ctrl + +": "ctrl+plus", "press ctrl plus s": "ctrl+s",
		"press control plus": "ctrl+plus", "press shift tab": "shift+tab", "press cmd shift 4": "cmd+shift+4", "press command shift and 4": "cmd+shift+4",
		"press Windows+D": "super+d", "press super": "super", "press the a key": "a", "press key a": "a", "press F13": "f13", "press arrow up": "up",
		"press the Esc key please": "escape", "tap enter": "enter", "press Delete": "delete", "press ctrl minus": "ctrl+minus", "page down": "pagedown",
	} {
		means(t, text, `key{"key":"`+key+`"}`)
	}
}

func TestWhatIsOnlyPartlyAChordIsRefused(t *testing.T) {
	refuses(t, phrase.Incomplete, "press ctrl+", "press shift", "press control and")
	refuses(t, phrase.Unsupported, "press hyper+q", "press meta+x", "press fn+f1", "press ctrl+ctrl+s", "press ctrl+banana")
}

func TestAKeyNameInQuotesOrBehindClickIsALabel(t *testing.T) {
	means(t, `press "enter"`, `click{"label":"enter"}`, "click Delete", `click{"label":"Delete"}`, "press the Enter button", `click{"label":"Enter","role":"button"}`,
		"press Control Panel", `click{"label":"Control Panel"}`, "press Option A", `click{"label":"Option A"}`, "press F25", `click{"label":"F25"}`)
}
