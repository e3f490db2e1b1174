package phrase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	means(t, "type hello then save the file", `type{"text":"hello"} key{"key":"cmd+s"}`, "type hello and save the file", `type{"text":"hello"} key{"key":"cmd+s"}`)
	refuses(t, phrase.Unsupported, "type hello and save the world", `type "a" "b"`, `type "a" and "b"`)
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

func TestAPlaceWithoutTextIsAskedForTheText(t *testing.T) {
	for text, missing := range map[string]string{
		"type in Name":                       "what to type into “Name”",
		"type into the Name field":           "what to type into “Name”",
		"type in the Name field":             "what to type into “Name”",
		"type to the Name field":             "what to type into “Name”",
		"type inside Name":                   "what to type into “Name”",
		"Type in Name, please.":              "what to type into “Name”",
		"type in name":                       "what to type into “name”",
		"type in First name":                 "what to type into “First name”",
		`type into "My Notes"`:               "what to type into “My Notes”",
		"type in my notes":                   "what to type into “notes”",
		"write in Notes":                     "what to write into “Notes”",
		"write into the search box":          "what to write into “search”",
		"enter in Name":                      "what to enter into “Name”",
		"enter into the Postcode field":      "what to enter into “Postcode”",
		"type in Name and press enter":       "what to type into “Name”",
		"type in the Name box then press OK": "what to type into “Name”",
		"type in the field":                  "what to type, and into which field",
		"type in the beginning":              "whether “the beginning” is the text or the place; text can be put in quotation marks",
		"write something in Notes":           "the text",
		"type it into Name":                  "the text",
		"in Notes type":                      "what to type",
		"type hello into the second field":   "which field",
	} {
		p := phrase.Read(text)
		require.False(t, p.Complete(), "%q fires: %s", text, show(p))
		require.Equal(t, phrase.Incomplete, p.Why, "%q", text)
		require.Equal(t, missing, p.Missing, "%q", text)
	}
}

func TestBehindTypeInStandsTextUnlessAFieldIsNamed(t *testing.T) {
	means(t,
		"type in 1984", `type{"text":"1984"}`,
		`type "in Name"`, `type{"text":"in Name"}`,
		`type in "Berlin"`, `type{"text":"Berlin"}`,
		"type in hello", `type{"text":"hello"}`,
		"type in hello world", `type{"text":"hello world"}`,
		"type in the meeting is at five", `type{"text":"the meeting is at five"}`,
		"type in Dear Anna, how are you", `type{"text":"Dear Anna, how are you"}`,
		"type born in 1984", `type{"text":"born in 1984"}`,
		"type in hello in Notes", `type{"text":"hello","into":"Notes"}`,
		`type in "hello" in Notes`, `type{"text":"hello","into":"Notes"}`,
		"type hello in Name", `type{"text":"hello","into":"Name"}`,
	)
}
