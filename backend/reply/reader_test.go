package reply_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/reply"
)

// result is everything that a reading gives.
type result struct {
	let, rest string
	reply     reply.Reply
}

func readIn(o reply.Options, pieces ...string) (x result) {
	r := reply.NewReader(o)
	for _, p := range pieces {
		x.let += r.Write(p)
	}
	x.reply = r.Close()
	x.rest = r.Rest()
	return x
}

// bytewise are replies that can't be written into a text file.
var bytewise = []struct {
	name, text     string
	spoken, reason string
	calls          int
}{
	{"a byte order mark is skipped", "\ufeff{\"intent\":\"answer\",\"spokenText\":\"Hi.\"}", "Hi.", "", 0},
	{"a byte order mark in the middle is not spoken", "Hel\ufefflo.", "Hello.", "", 0},
	{"a NUL among words is not spoken", "Hel\x00lo.", "Hello.", "", 0},
	{"a NUL between the parts of an envelope breaks it", "{\"intent\":\"answer\",\x00\"spokenText\":\"Hi.\"}", "", `line 1, column 20: is no JSON: '\x00' can't stand here`, 0},
	{"a NUL inside of a string breaks it", "{\"intent\":\"answer\",\"spokenText\":\"H\x00i.\"}", "", "line 1, column 35: is no JSON: the control character", 0},
	{"bytes that are no characters", "Caf\xe9 \xff\xfe!", "Caf\ufffd \ufffd\ufffd!", "", 0},
	{"bytes that are no characters, in an envelope", "{\"intent\":\"answer\",\"spokenText\":\"Caf\xe9.\"}", "Caf\ufffd.", "", 0},
	{"half a character at the end", "So \xe2\x82", "So \ufffd\ufffd", "", 0},
	{"half a character in the middle", "a\xe2\x82b\xf0\x9f\x98.", "a\ufffd\ufffdb\ufffd\ufffd\ufffd.", "", 0},
	{"carriage returns", "One.\r\n{\"intent\":\"answer\",\r\n\"spokenText\":\"Hi.\"}\r\n", "Hi.", "", 0},
	{"columns count characters and lines", "äöü\r\n{\"intent\":\"ä\" x", "", "line 2, column 15: is no JSON", 0},
	{"deep brackets", "{\"intent\":" + strings.Repeat("[", 100) + "}", "", "line 1, column 74: is nested deeper than 64 levels", 0},
	{"depth that is still read", "{\"intent\":\"action\",\"spokenText\":\"\",\"payload\":{\"name\":\"x\",\"args\":{\"a\":" + strings.Repeat("[", 61) + strings.Repeat("]", 61) + "}}}", "", "", 1},
}

func TestBytesThatAreNoTextAreDecided(t *testing.T) {
	for _, c := range bytewise {
		t.Run(c.name, func(t *testing.T) {
			got := reply.Read(c.text, reply.Options{})
			require.Equal(t, c.spoken, got.Spoken)
			require.Len(t, got.Calls, c.calls)
			if c.reason == "" {
				require.Empty(t, got.Problems)
				return
			}
			require.Len(t, got.Problems, 1)
			require.Contains(t, got.Problems[0].Error(), c.reason)
		})
	}
}

// corpus is every text there is, each with each set of options.
func corpus(t testing.TB) (texts []string, opts []reply.Options) {
	for _, f := range fixtures(t) {
		texts = append(texts, f.text)
	}
	for _, c := range bytewise {
		texts = append(texts, c.text)
	}
	return texts, []reply.Options{{}, {Tags: true}, {Prose: true}, {Tags: true, Prose: true}}
}

func TestWhereATextIsCutMakesNoDifference(t *testing.T) {
	texts, opts := corpus(t)
	for _, o := range opts {
		for _, text := range texts {
			want := readIn(o, text)
			for i := range len(text) + 1 {
				require.Equal(t, want, readIn(o, text[:i], text[i:]), "%+v %q cut at %d", o, text, i)
			}
			require.Equal(t, want, readIn(o, strings.Split(text, "")...), "%+v %q by characters", o, text)
			var bytes []string
			for i := range len(text) {
				bytes = append(bytes, text[i:i+1])
			}
			require.Equal(t, want, readIn(o, bytes...), "%+v %q by bytes", o, text)
		}
	}
}

func TestWhatIsLetOutDependsOnWhatHasComeAlone(t *testing.T) {
	texts, opts := corpus(t)
	for _, o := range opts {
		for _, text := range texts {
			r, let := reply.NewReader(o), ""
			for i := range len(text) {
				let += r.Write(text[i : i+1])
				require.Equal(t, reply.NewReader(o).Write(text[:i+1]), let, "%+v %q", o, text[:i+1])
			}
		}
	}
}

// fragments are the pieces that random replies are made of.
var fragments = []string{
	"<think>", "</think>", "<THINK >", "</thinking>", "`<think>`", `"</think>"`, "<tool_calls>", "</tool_calls>", "<tool_call>", "<function=", "<",
	`{"intent":"answer",`, `{"intent":"action",`, `"spokenText":"Hello there. You.",`, `"spokenText":"`, `"payload":{"name":"Undo.last"}}`, `"payload":{}}`, `{`, `}`, `[`, `]`, `"`, `\`, `,`, `:`,
	`\u00e9`, `\ud83d`, `\ude00`, `{"intent":"answer","spokenText":"Yes. No."}`, `{"a":1}`, `[{"tool":"undo_last"}]`, `[[{"tool":"undo_last"}]]`, "null", "NaN", "-1.5e3",
	"[CLICK:1,2]", "[POINT:3,4:x:screen1]", "[POINT:", "[DONE]", "[TYPE:a b", "```json\n", "```", "One sentence. ", "words ", "Ünïcödé. ", "日本。", "\n", " ", "\x00", "\xff", "\xe2\x82", "\ufeff", "😀",
}

func randomReply(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 24).Draw(t, "reply"), "")
}

func randomOptions(t *rapid.T) reply.Options {
	return reply.Options{Tags: rapid.Bool().Draw(t, "tags"), Prose: rapid.Bool().Draw(t, "prose")}
}

func TestRandomRepliesInRandomPiecesComeToTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, o := randomReply(t), randomOptions(t)
		want := readIn(o, text)
		sound(t, text, o, want)
		var pieces []string
		for rest := text; rest != ""; {
			n := rapid.IntRange(0, len(rest)).Draw(t, "cut")
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		require.Equal(t, want, readIn(o, pieces...), "%q", pieces)
	})
}

// sound checks what holds of every reply.
func sound(t require.TestingT, text string, o reply.Options, x result) {
	got := x.reply
	require.Equal(t, got.Spoken, x.let+x.rest, "%q", text)
	require.Contains(t, []string{reply.Envelope, reply.ToolCalls, reply.Tags, reply.Text}, got.Source)
	require.True(t, utf8.ValidString(got.Spoken), "%q", got.Spoken)
	require.Equal(t, strings.TrimSpace(got.Spoken), got.Spoken)
	for _, c := range got.Spoken {
		require.True(t, !unicode.IsControl(c) || unicode.IsSpace(c), "%q", got.Spoken)
	}
	if len(got.Problems) > 0 {
		require.Empty(t, got.Calls, "nothing of a reply with problems is done")
		require.Empty(t, got.Marks)
		require.False(t, got.More)
	} else {
		require.NotEmpty(t, got.Intent)
		require.True(t, got.Source != reply.Text || got.Spoken != "" || len(got.Marks) > 0 || strings.Contains(text, "POINT") || strings.Contains(text, "point"), "an empty success: %q", text)
	}
	for _, p := range got.Problems {
		require.NotEmpty(t, p.Place)
		require.NotEmpty(t, p.Reason)
		require.Less(t, len(p.Error()), 2000)
	}
	for _, step := range got.Calls {
		require.NotEmpty(t, step)
		for _, c := range step {
			require.NotEmpty(t, c.Tool)
		}
	}
	if got.Intent == reply.Answer || got.Intent == reply.Clarify || got.Intent == reply.Refuse {
		require.Empty(t, got.Calls)
	}
	if o.Prose || got.Source == reply.Envelope {
		return
	}
	require.Empty(t, x.let, "words are held to the end: %q", text)
}

func TestThinkingIsNeitherSpokenNorRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// The secret stands in thinking only, whatever is around it there; closing tags in it would end it.
		inside := func(name string) string {
			all := rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 8).Draw(t, name)
			var kept []string
			for _, f := range all {
				if !strings.Contains(f, "<") {
					kept = append(kept, f)
				}
			}
			return strings.Join(kept, "") + " zebra " + strings.Join(kept, "")
		}
		text := ""
		switch rapid.IntRange(0, 2).Draw(t, "shape") {
		case 0:
			text = "<think>" + inside("a") + " <think>" + inside("b") + " </think> " + inside("c") + " </think> Hello."
		case 1:
			text = "x " + inside("a") + " </think> Hello."
		case 2:
			text = "Hello. <think>" + inside("a")
		}
		got := reply.Read(text, reply.Options{Tags: rapid.Bool().Draw(t, "tags")})
		require.Empty(t, got.Calls)
		require.NotContains(t, printed(t, got.Problems), "zebra")
		if got.Spoken == "" { // a string that does not end may hold the end of the thought, or not
			require.NotEmpty(t, got.Problems, "%q", text)
			return
		}
		require.Equal(t, "Hello.", got.Spoken, "%q", text)
	})
}

func TestTheSpokenTextIsWhatTheEnvelopeSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := strings.TrimSpace(rapid.StringOf(rapid.SampledFrom([]rune("abc .!?\n\"\\{}()<>/äß日😀"))).Draw(t, "said"))
		intent := rapid.SampledFrom([]string{reply.Answer, reply.Action, reply.Refuse}).Draw(t, "intent")
		x := readIn(reply.Options{}, `{"intent":"`+intent+`","spokenText":`+quoted(said)+`,"payload":{`+map[bool]string{true: `"name":"Undo.last"`}[intent == reply.Action]+`}}`)
		require.Equal(t, said, x.reply.Spoken)
		require.Empty(t, x.reply.Problems)
		if intent == reply.Action {
			require.Empty(t, x.let)
			require.Len(t, x.reply.Calls, 1)
		} else {
			require.Equal(t, said, x.let)
		}
	})
}

func TestAReaderThatIsClosedReadsNoMore(t *testing.T) {
	r := reply.NewReader(reply.Options{})
	require.Equal(t, "Hi.", r.Write(`{"intent":"answer","spokenText":"Hi."}`))
	first := r.Close()
	require.Empty(t, r.Write("more"))
	require.Equal(t, first, r.Close())
	require.Empty(t, r.Rest())
	require.Equal(t, reply.Reply{Source: reply.Text, Problems: first.Problems}, func() reply.Reply {
		x := reply.NewReader(reply.Options{}).Close()
		require.Equal(t, "reply: is empty", x.Problems[0].Error())
		x.Problems = first.Problems
		return x
	}())
}
