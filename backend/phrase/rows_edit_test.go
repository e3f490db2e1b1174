package phrase_test

import "testing"

func TestTheSelectionIsEdited(t *testing.T) {
	means(t,
		"make this shorter", `edit_selection{"operation":"shorten"}`,
		"fix the grammar", `edit_selection{"operation":"fixGrammar"}`,
		"replace \"foo\" with \"bar\"", `edit_selection{"new":"bar","old":"foo","operation":"replace"}`,
		"replace Monday with Tuesday", `edit_selection{"new":"Tuesday","old":"Monday","operation":"replace"}`,
		"turn this into bullet points", `edit_selection{"operation":"makeBullets"}`,
		"delete the last sentence", `edit_selection{"operation":"deleteLastSentence"}`,
		"make it more direct", `edit_selection{"operation":"makeDirect"}`,
	)
	nothing(t, "replace butter with oil")
}

func TestNamedKeys(t *testing.T) {
	means(t,
		"save", `key{"key":"cmd+s"}`,
		"save it", `key{"key":"cmd+s"}`,
		"new tab", `key{"key":"cmd+t"}`,
		"close tab", `key{"key":"cmd+w"}`,
		"copy that and paste it", `key{"key":"cmd+c"} key{"key":"cmd+v"}`,
		"select all and copy", `key{"key":"cmd+a"} key{"key":"cmd+c"}`,
		"undo", `undo_last{}`,
		"redo that", `key{"key":"cmd+shift+z"}`,
		"zoom in", `key{"key":"cmd+plus"}`,
		"go back", `key{"key":"alt+left"}`,
		"find", `key{"key":"cmd+f"}`,
		"print this page", `key{"key":"cmd+p"}`,
	)
}

func TestWindowsByTheirProgram(t *testing.T) {
	means(t,
		"close Firefox", `window_close{"app":"Firefox"}`,
		"move Firefox to the right", `window_snap{"app":"Firefox","position":"right"}`,
		"make this window bigger", `window_snap{"position":"maximize"}`,
	)
}
