package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestTypedTextIsKeptExactly(t *testing.T) {
	means(t,
		"type how are you?", `type{"text":"how are you?"}`,
		"type hello!", `type{"text":"hello!"}`,
		"type One. Two.", `type{"text":"One. Two."}`,
		"type e.g.", `type{"text":"e.g."}`,
		"type hello there.", `type{"text":"hello there"}`,
		"type it’s fine", `type{"text":"it’s fine"}`,
		`type "two  spaces, and then press enter"`, `type{"text":"two  spaces, and then press enter"}`,
		"type a  b", `type{"text":"a  b"}`,
		"type hello 👍", `type{"text":"hello 👍"}`,
		`type 5" pipe`, `type{"text":"5\" pipe"}`,
		"type <b> & </b>", `type{"text":"<b> & </b>"}`,
		"type press enter", `type{"text":"press enter"}`,
		"type salt, pepper and open wine", `type{"text":"salt, pepper and open wine"}`,
		"type the meeting is at five", `type{"text":"the meeting is at five"}`,
	)
}

func TestTypedTextEndsWhereACompleteCommandFollows(t *testing.T) {
	means(t,
		"type milk, eggs and bread, then press enter", `type{"text":"milk, eggs and bread"} key{"key":"enter"}`,
		"type hello then enter", `type{"text":"hello"} key{"key":"enter"}`,
		"type press OK and hit enter", `type{"text":"press OK"} key{"key":"enter"}`,
		`type "hello" twice`, `type{"text":"hello"} type{"text":"hello"}`,
	)
	refuses(t, phrase.Incomplete, "type hello and enter", "type salt and press", "type hello and then", `type "unclosed`)
	refuses(t, phrase.Unsupported, "type hello and save the file", "type hello then save the file", `type "a" "b"`, `type "a" and "b"`)
}

func TestPolitenessBehindTypedTextIsNotTyped(t *testing.T) {
	means(t, "type hello, please", `type{"text":"hello"}`, "type hello world please", `type{"text":"hello world"}`, "type hello, thanks.", `type{"text":"hello"}`,
		"type yes please", `type{"text":"yes please"}`, "type thanks", `type{"text":"thanks"}`, "type many thanks", `type{"text":"many thanks"}`)
}

func TestTheTargetOfTypingIsNamedWithoutArticleAndKind(t *testing.T) {
	means(t,
		"type cats into the search bar", `type{"text":"cats","into":"search"}`,
		"in Notes type hello", `type{"text":"hello","into":"Notes"}`,
		"type hello into the field called Name", `type{"text":"hello","into":"Name"}`,
		`type 'hello' in "My Notes" and press enter`, `type{"text":"hello","into":"My Notes"} key{"key":"enter"}`,
		"type see you in the morning", `type{"text":"see you in the morning"}`,
		"type I live in a house", `type{"text":"I live in a house"}`,
		"enter 42", `type{"text":"42"}`,
	)
	refuses(t, phrase.Incomplete, "type hello into it", "type hello into the field", "type in", "type my password", "type it", "type into Name")
}
