package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestWindowsScrollingUndoAndTheClipboard(t *testing.T) {
	means(t,
		"make the window full screen", `window_snap{"position":"maximize"}`,
		"move the window to the left", `window_snap{"position":"left"}`,
		"put the window in the middle", `window_snap{"position":"center"}`,
		"snap it to the left half", `window_snap{"position":"left"}`,
		"scroll down by 5 notches", `scroll{"direction":"down","amount":5}`,
		"scroll the page down", `scroll{"direction":"down","amount":3}`,
		"scroll left twice", `scroll{"direction":"left","amount":2}`,
		"take that back", `undo_last{}`,
		"undo", `undo_last{}`,
		"read my clipboard to me", `clipboard_read{}`,
		"press OK and read the clipboard", `click{"label":"OK"} clipboard_read{}`,
	)
	refuses(t, phrase.Unsupported, "scroll to the bottom", "scroll down 500", "undo the damage", "read the news", "centre the text", "move the mouse left", "maximise Profits Today")
	refuses(t, phrase.Incomplete, "scroll", "snap")
}
