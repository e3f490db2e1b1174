package reply

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThinkingHasNoPlaceInASpokenText(t *testing.T) {
	for spoken, want := range map[string]string{
		"Hello <think>SECRET</think> there.":                    "Hello there.",
		"<think>SECRET</think>Hello.":                           "Hello.",
		"Hello. <THINK >SECRET <think>a</think> b</Think> Yes.": "Hello. Yes.",
		"Hello. <thinking>SECRET":                               "Hello.",
		"SECRET </think>Hello.":                                 "Hello.",
		"a < b, <thin> and <b>c</b> <thinker>":                  "a < b, <thin> and <b>c</b> <thinker>",
		"Models write \u201c<think>\u201d or `</think>`.":       "Models write \u201c<think>\u201d or `</think>`.",
		"1 <<think>SECRET</think>2":                             "1 <2",
		"ends in <thi":                                          "ends in <thi",
	} {
		text := `{"intent":"answer","spokenText":` + quote(spoken) + `,"payload":{}}`
		got := Read(text, Options{})
		require.Equal(t, want, got.Spoken, spoken)
		r := NewReader(Options{})
		var let strings.Builder
		for i := range len(text) {
			let.WriteString(r.Write(text[i : i+1]))
		}
		r.Close()
		require.Equal(t, want, let.String()+r.Rest(), spoken)
	}
}

func quote(s string) string { return `"` + strings.NewReplacer(`"`, `\"`).Replace(s) + `"` }

func TestSpokenTextHoldsNothingThatTurnsTheDirectionOfWriting(t *testing.T) {
	got := Read("{\"intent\":\"answer\",\"spokenText\":\"a\u202eb\u2066c\u200fd\u061ce\",\"payload\":{}}", Options{})
	require.Equal(t, "abcde", got.Spoken)
}
