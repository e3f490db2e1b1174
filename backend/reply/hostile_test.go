package reply

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// hostile are pieces that a careless reader would take quadratic time, or a deep stack, for when they are repeated.
var hostile = map[string]string{
	"braces":            "{",
	"brackets":          "[",
	"objects":           `{"a":`,
	"lists of objects":  `[{`,
	"keys":              `{"`,
	"escapes":           `{"\`,
	"open thoughts":     "<think>",
	"closed thoughts":   "</think>",
	"balanced thoughts": "<think>a</think>",
	"half tags":         "<think",
	"blank tags":        "<think   ",
	"angles":            "<",
	"blocks":            "<tool_calls>",
	"blocks with lists": "<tool_calls>[{",
	"whole blocks":      `<tool_calls>[{"tool":"x"}]</tool_calls>`,
	"bad blocks":        `<tool_calls>[{]</tool_calls>`,
	"types":             "[TYPE:",
	"thinking types":    "[TYPE:</think>",
	"clicks":            "[CLICK:1,2]",
	"bad clicks":        "[CLICK:x]",
	"points":            "[POINT:1,2]",
	"bad points":        "[POINT:1]",
	"envelopes":         `x{"intent":"answer","spokenText":"a"}`,
	"broken envelopes":  `x{"intent":"answer",}`,
	"objects of words":  `{"a":1}`,
	"calls":             `{"tool":"x"}`,
	"quoted tags":       "\"</think>\"",
	"sentences":         "One. ",
	"words":             "a",
	"blanks":            " ",
	"line ends":         "\n",
	"emoji":             "😀",
	"no characters":     "\xe2\x82",
	"keys in an object": `"k":1,`,
	"fences":            "```json\n{",
}

// starts are what the repetition stands behind.
var starts = []string{"", "x ", "<think>", `{"intent":"answer","spokenText":"`, `{"intent":"action","spokenText":"","payload":{"name":"x","args":{`, "<tool_calls>[", "[TYPE:", "{\"a\":\""}

// Time is not measured: each character is read a bounded number of times.
func TestWorkGrowsWithTheTextAlone(t *testing.T) {
	for name, piece := range hostile {
		for _, start := range starts {
			for _, o := range []Options{{}, {Tags: true}, {Tags: true, Prose: true}} {
				text := start + strings.Repeat(piece, 20_000/len(piece))
				r := NewReader(o)
				r.Write(text)
				got := r.Close()
				require.LessOrEqual(t, r.work, 3*utf8.RuneCountInString(text)+64, "%s behind %q", name, start)
				require.LessOrEqual(t, len(got.Problems), maxProblems+1)
			}
		}
	}
}

func TestTwoMegabytesOfNestingAreRead(t *testing.T) {
	for _, piece := range []string{"[", "{", `{"a":`, "<think>", "</think>", "[{", "<tool_calls>[[", "[TYPE:<think>"} {
		text := strings.Repeat(piece, 2<<20/len(piece))
		r := NewReader(Options{Tags: true})
		for i := 0; i < len(text); i += 1 << 10 {
			r.Write(text[i:min(i+1<<10, len(text))])
		}
		got := r.Close()
		require.LessOrEqual(t, r.work, 3*len(text), piece)
		require.Empty(t, got.Calls)
	}
}

func TestALongReplyIsReadWhole(t *testing.T) {
	long := strings.Repeat("a b. ", 1<<20/5)
	r := NewReader(Options{})
	require.Equal(t, strings.TrimSpace(long), r.Write(`{"intent":"answer","spokenText":"`+long+`"}`))
	require.Empty(t, r.Close().Problems)

	got := Read(`{"intent":"dictate","spokenText":"","payload":{"text":"`+strings.Repeat(`\u00e9`, 1<<19)+`"}}`, Options{})
	require.Empty(t, got.Problems)
	require.Len(t, got.Calls[0][0].Args, len(`{"text":""}`)+1<<20)
}

func TestATooLongReplyDoesNothing(t *testing.T) {
	call := `{"intent":"action","spokenText":"","payload":{"name":"Undo.last","why":"`
	for _, c := range []struct {
		size int
		ok   bool
	}{{MaxReply, true}, {MaxReply + 1, false}} {
		text := call + strings.Repeat("a", c.size-len(call)-3) + `"}}`
		require.Len(t, text, c.size)
		got := Read(text, Options{})
		require.Equal(t, c.ok, got.Acts())
		if !c.ok {
			require.Equal(t, "reply: is longer than 4 MB", got.Problems[0].Error())
		}
	}
	r := NewReader(Options{})
	for range 3 * MaxReply >> 20 {
		r.Write(strings.Repeat("a", 1<<20))
	}
	require.LessOrEqual(t, len(r.buf), MaxReply, "what is too long is not kept")
	require.Contains(t, r.Close().Problems[0].Reason, "longer")
}

func TestAHundredThousandBadCallsAreToldInFew(t *testing.T) {
	got := Read(`{"intent":"action","spokenText":"","payload":{"calls":[`+strings.Repeat(`{"n":1},`, 100_000)+`{"name":"x"}]}}`, Options{})
	require.Len(t, got.Problems, maxProblems+1)
	require.Equal(t, "reply: has more problems than are told here", got.Problems[maxProblems].Error())
}
