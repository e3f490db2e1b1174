package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestWindowsAreMinimisedAndRestored(t *testing.T) {
	means(t,
		"minimise this window", `window_snap{"position":"minimize"}`,
		"minimize", `window_snap{"position":"minimize"}`,
		"iconify the window", `window_snap{"position":"minimize"}`,
		"minimise it", `window_snap{"position":"minimize"}`,
		"minimise Mousepad", `window_snap{"position":"minimize","app":"Mousepad"}`,
		"minimise the calculator", `window_snap{"position":"minimize","app":"calculator"}`,
		"minimise the Notes window", `window_snap{"position":"minimize","app":"Notes"}`,
		"make this window minimised", `window_snap{"position":"minimize"}`,
		"would you mind minimising this window?", `window_snap{"position":"minimize"}`,
		"could you minimise this window for me?", `window_snap{"position":"minimize"}`,
		"restore this window", `window_snap{"position":"restore"}`,
		"restore this window to its normal size", `window_snap{"position":"restore"}`,
		"unminimise Mousepad", `window_snap{"position":"restore","app":"Mousepad"}`,
		"un-minimise the Zotero app", `window_snap{"position":"restore","app":"Zotero"}`,
		"restore the Notes window", `window_snap{"position":"restore","app":"Notes"}`,
		`restore "My Notes"`, `window_snap{"position":"restore","app":"My Notes"}`,
		"bring back Firefox", `window_snap{"position":"restore","app":"Firefox"}`,
		"maximise Firefox", `window_snap{"position":"maximize","app":"Firefox"}`,
		"press OK and minimise this window", `click{"label":"OK"} window_snap{"position":"minimize"}`,
	)
}

func TestFullScreenIsEnteredAndLeft(t *testing.T) {
	means(t,
		"full screen", `window_snap{"position":"maximize"}`,
		"Fullscreen, please", `window_snap{"position":"maximize"}`,
		"go full screen", `window_snap{"position":"maximize"}`,
		"leave full screen", `window_snap{"position":"normal"}`,
		"exit fullscreen mode", `window_snap{"position":"normal"}`,
		"unmaximise this window", `window_snap{"position":"normal"}`,
	)
}

func TestAProgramIsQuitByClosingItsWindows(t *testing.T) {
	means(t,
		"quit", `window_close{"all":true}`,
		"quit the app", `window_close{"all":true}`,
		"quit Mousepad", `window_close{"app":"Mousepad","all":true}`,
		"please quit the Zotero app", `window_close{"app":"Zotero","all":true}`,
		"press OK and quit Mousepad", `click{"label":"OK"} window_close{"app":"Mousepad","all":true}`,
	)
}

func TestWhatOnlySoundsLikeAWindowIsLeftAlone(t *testing.T) {
	refuses(t, phrase.Unsupported, "quit smoking", "Quit Smoking", "quit your job", "restore order", "restore Windows", "restore the old painting", "bring back the 90s",
		"minimise the risk", "Minimise Your Losses", "minimise all windows", "leave full screen time to them", "restore it to factory settings", "type hello then quit")
	refuses(t, phrase.IsQuestion, "should I quit Mousepad?")
	refuses(t, phrase.IsNegation, "don't quit Mousepad")
	means(t,
		"press save and quit", `click{"label":"save and quit"}`,
		"press Save and Quit", `click{"label":"Save and Quit"}`,
		"press Restore", `click{"label":"Restore"}`,
		"click Minimise", `click{"label":"Minimise"}`,
		"type I smoke and quit", `type{"text":"I smoke and quit"}`,
		"type hello and minimise", `type{"text":"hello and minimise"}`,
	)
}
