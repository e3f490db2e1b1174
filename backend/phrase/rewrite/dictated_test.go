package rewrite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpokenMarksAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"hello comma world period how are you question mark":                   "Hello, world. How are you?",
		"dear bo comma new line thanks for the file period new paragraph anna": "Dear bo,\nThanks for the file.\n\nAnna",
		"one comma two":                         "one, two",
		"see open paren page two close paren":   "see (page two)",
		"user underscore name":                  "user_name",
		"write to anna at sign example dot com": "write to anna@example.com",
		"he said open quote stop close quote":   "he said “stop”",
		"well dash maybe":                       "well – maybe",
		"say hello exclamation mark":            "Say hello!",
		"Grüße comma 🙂":                         "Grüße, 🙂",
		"new line":                              "\n",
		"a full stop full stop":                 "A full stop.",
		"":                                      "",
	} {
		require.Equal(t, want, Dictated(text), text)
	}
}

func TestNamesOfMarksCanBeWords(t *testing.T) {
	for _, same := range []string{"a long period of time", "put a comma here", "comma", "period", "Dear Bo, I like the Oxford comma.", "the colon of the patient",
		"Meet me at noon, period instruments will play.", "he said \"comma\" twice", "COMMA", "a dot"} {
		require.Equal(t, same, Dictated(same))
	}
	require.Equal(t, "The trial period is over.", Dictated("the trial period is over period"))
	require.Equal(t, "Dear Bo, thanks.\nAnna", Dictated("Dear Bo, thanks. new line Anna"), "a line end is one in any text")
}

func TestPersonalWordsGetTheirSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"i think im late":          "I think I'm late",
		"lets go":                  "let's go",
		"Lets go":                  "Let's go",
		"ok lets go and lets see":  "ok let's go and let's see",
		"he lets me go":            "he lets me go",
		"the door lets the air in": "the door lets the air in",
		"i.e. this, and I":         "i.e. this, and I",
		"for i":                    "for I",
		"Hi, I'm here.":            "Hi, I'm here.",
		"IM me":                    "IM me",
	} {
		require.Equal(t, want, Dictated(text), text)
	}
}

func TestCodeIsWrittenAsItIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"camel case user name":                                       "userName",
		"pascal case http server":                                    "HttpServer",
		"snake case total count":                                     "total_count",
		"kebab case main menu":                                       "main-menu",
		"constant case max size":                                     "MAX_SIZE",
		"for i in range open paren ten close paren colon":            "for i in range(ten):",
		"camel case user name equals 5 plus 2":                       "userName = 5 + 2",
		"snake case total count dot append open paren x close paren": "total_count.append(x)",
		"function call get user":                                     "getUser()",
		"function call get user with id and limit":                   "getUser(id, limit)",
		"function call snake case get user with user id and string hello world semicolon": "get_user(userId, \"hello world\");",
		"function call render without arguments dot function call commit":                 "render().commit()",
		"if x double equals y open brace new line return close brace":                     "if x == y {\nreturn }",
		"camel case größe in metern":                                                      "größeInMetern",
		"import os":                                                                       "import os",
	} {
		require.Equal(t, want, Code(text), text)
	}
	require.Equal(t, "user_name", Dictated("snake case user name"), "who names a way of writing code means code")
	require.Equal(t, "getUser(id)", Dictated("function call get user with id"))
}
