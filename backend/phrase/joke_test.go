package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestWhatIsTakenBackAtTheEndIsNotDone(t *testing.T) {
	for _, command := range []string{"mute", "press Save", "open Firefox", "type hello", "set a timer for 5 minutes", "take a screenshot"} {
		for _, end := range []string{" just kidding", " (just kidding)", " (joke)", " haha", ", lol", " /s", " 😂", ", not", " or not", ", scratch that", " not now", ", on second thought", " my foot"} {
			nothing(t, command+end)
		}
	}
	means(t, `type "just kidding"`, `type{"text":"just kidding"}`, "press Save 👍", `click{"label":"Save"}`)
	refuses(t, phrase.IsNegation, "press Save, just kidding", "mute 😂")
}

// Each of these did something in some version of the grammar.
func TestHalfReadWishesAreNotCarriedOut(t *testing.T) {
	nothing(t,
		"set volume to 20, I mean 30", "set volume to 20 no wait", "set volume to -5", "set the input volume to 20", "set Level to 70, no, 80", "set Level to 70 last week",
		"open Mousepad, type hello, save, then quit it", "type hello, mute", "schedule a meeting on 3/4/2026 at 5", "schedule a meeting on 31 June at 5",
		"remind me to call mum every day except Sunday at 5", "remind me at 5 or 6 to call mum", "remind me at 5, sorry 6, to call mum", "remind me to call mum at 25:00",
		"remind me to call mum around 5", "remind me to call mum before 5", "remind me to call mum if it rains", "remind me to call mum yesterday",
		"set a reminder for 5 to call mum", "set a timer for 5 or 10 minutes", "set a timer for five to ten minutes", "set a timer for minus 5 minutes",
		"set a timer for 5 minutes and another for 10 minutes", "set the timer on the oven to 20 minutes", "schedule lunch tomorrow at 12 to 1",
		"close the window, darling", "take a note, Ann", "quit it", "cut!", "skip it", "remind me of home", "open Firefox the moment I leave",
		"open Firefox given enough memory", "open Firefox bitte", "open Firefox again", "set a timer für 5 minutes", "Volume 3", "volume two", "type A personality",
		"type is a noun", "write your name on the board", "write Bob a letter", "press no button", "choose Blue from", "open it in Chromium",
		"open Preferences in the Edit menu", "open Firefox on Sunday", "open tickets in the queue")
	means(t,
		"press OK and then paste", `click{"label":"OK"} key{"key":"cmd+v"}`,
		"open github.com/golang/go in a new tab", `open_url{"url":"https://github.com/golang/go"}`,
		"volume up twice", `volume{"direction":"up","steps":4}`,
		"press Buy now", `click{"label":"Buy now"}`,
		"switch to Firefox", `open_app{"app":"Firefox"}`,
		"open a terminal", `open_app{"app":"terminal"}`,
		"email Bob", `mail{"to":"Bob"}`,
		"remind me to take 2 pills at 9", `reminder{"title":"take 2 pills","when":"at 9"}`,
		"add lunch with Sam for 3 people tomorrow at noon", `calendar_create{"start":"tomorrow at noon","title":"lunch with Sam for 3 people"}`,
	)
}
