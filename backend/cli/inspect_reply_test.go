package cli_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"pace/backend/cli"
	"pace/backend/reply"
)

// inspectReply is what a planner's text comes to on the command line.
func inspectReply(in io.Reader, args ...string) result {
	var out, errs strings.Builder
	code := cli.Main(append([]string{"inspect", "reply"}, args...), cli.Std{In: in, Out: &out, Err: &errs}, cli.Build{Version: "1.2.3"})
	return result{code, out.String(), errs.String()}
}

func TestAReplyIsPrintedAsThePlanItComesTo(t *testing.T) {
	for _, c := range []struct {
		name, text, flag, want string
		code                   int
	}{
		{"canonical names, coerced arguments, defaults", `{"intent":"Action","spokenText":"ok","payload":{"calls":[{"name":"app-launch","args":{"name":"Notes"}},{"name":"AX.scroll","args":{"steps":"5"}}]}}`, "",
			`{"source":"envelope","spoken":"ok","intent":"action","calls":[[{"tool":"open_app","args":{"app":"Notes"}}],[{"tool":"scroll","args":{"amount":5,"direction":"down"}}]],"problems":[]}`, 0},
		{"a group", `<tool_calls>[[{"tool":"open_application","name":"Notes"},{"tool":"website","url":"https://example.org?a=<b>&c"}]]</tool_calls>`, "",
			`{"source":"toolCalls","spoken":"","intent":"action","calls":[[{"tool":"open_app","args":{"app":"Notes"}},{"tool":"open_url","args":{"url":"https://example.org?a=<b>&c"}}]],"problems":[]}`, 0},
		{"an answer", `{"intent":"answer","spokenText":"<b> & é"}`, "", `{"source":"envelope","spoken":"<b> & é","intent":"answer","calls":[],"problems":[]}`, 0},
		{"words", "It is noon.\n", "", `{"source":"text","spoken":"It is noon.","intent":"answer","calls":[],"problems":[]}`, 0},
		{"a tag", "[KEY:ctrl+s]", "", `{"source":"tags","spoken":"","intent":"action","calls":[[{"tool":"key","args":{"key":"ctrl+s"}}]],"problems":[]}`, 0},
		{"a tag that was not offered", "[KEY:ctrl+s]", "--no-tags", `{"source":"text","spoken":"[KEY:ctrl+s]","intent":"answer","calls":[],"problems":[]}`, 0},
		{"dictation", `{"intent":"dictate","spokenText":"","payload":{"text":"Hi"}}`, "", `{"source":"envelope","spoken":"","intent":"dictate","calls":[[{"tool":"type","args":{"text":"Hi"}}]],"problems":[]}`, 0},
		{"an expectation", `{"intent":"action","spokenText":"","payload":{"name":"tap","args":{"label":"Save","expect":{"kind":"titleHas","value":"Saved"}}}}`, "",
			`{"source":"envelope","spoken":"","intent":"action","calls":[[{"tool":"click","args":{"label":"Save"},"expect":{"kind":"titleHas","target":{},"value":"Saved"}}]],"problems":[]}`, 0},
		{"pointing and wanting more", `{"intent":"action","spokenText":"There. [POINT:1,2:bin]","payload":{"name":"Clipboard.read","more":true}}`, "",
			`{"source":"envelope","spoken":"There.","intent":"action","calls":[[{"tool":"clipboard_read","args":{}}]],"problems":[],"marks":[{"kind":"point","x":1,"y":2,"label":"bin"}],"more":true}`, 0},
		{"a tool that is not there rejects all", `{"intent":"action","spokenText":"Both.","payload":{"more":true,"calls":[{"name":"Undo.last"},{"name":"Weather.report","args":{"day":"today"}}]}}`, "",
			`{"source":"envelope","spoken":"Both.","intent":"action","calls":[],"problems":[{"place":"calls[1]","reason":"there is no tool \"Weather.report\""}]}`, 1},
		{"an argument that is wrong rejects all", `{"intent":"action","spokenText":"","payload":{"calls":[{"name":"Undo.last"},{"name":"AX.scroll","args":{"amount":"many"}}]}}`, "",
			`{"source":"envelope","spoken":"","intent":"action","calls":[],"problems":[{"place":"calls[1].args.amount","reason":"is not a number"}]}`, 1},
		{"an expectation that holds whatever happens", `{"intent":"action","spokenText":"","payload":{"name":"tap","args":{"label":"Save","expect":{"kind":"titleHas"}}}}`, "",
			`{"source":"envelope","spoken":"","intent":"action","calls":[],"problems":[{"place":"calls[0].expect","reason":"titleHas needs a value"}]}`, 1},
		{"an invalid envelope", `{"intent":"answer","spokenText":"Hi.","mood":1}`, "", `{"source":"envelope","spoken":"Hi.","intent":"answer","calls":[],"problems":[{"place":"mood","reason":"is no part of an envelope"}]}`, 1},
		{"nothing", "", "", `{"source":"text","spoken":"","intent":"","calls":[],"problems":[{"place":"reply","reason":"is empty"}]}`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields(c.flag)
			got := inspectReply(iotest.OneByteReader(strings.NewReader(c.text)), args...)
			require.Equal(t, c.code, got.code, got.err)
			require.Empty(t, got.err)
			require.JSONEq(t, c.want, got.out)
			require.Equal(t, 1, strings.Count(got.out, "\n"), "one line")
			require.Equal(t, got, inspectReply(strings.NewReader(c.text), args...), "it makes no difference how it arrives")
		})
	}
}

func TestOfAnEndlessReplyNoMoreIsReadThanNeeded(t *testing.T) {
	endless := &zeros{}
	got := inspectReply(endless)
	require.Equal(t, 1, got.code)
	require.LessOrEqual(t, endless.read, reply.MaxReply+1)
	var out struct {
		Calls    []any
		Problems []struct{ Place, Reason string }
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &out))
	require.Contains(t, out.Problems[0].Reason, "is longer than 4 MB")
	require.Empty(t, out.Calls)
}

// zeros never ends.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	z.read += len(p)
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func TestAReplyThatCannotBeFetchedIsAnError(t *testing.T) {
	got := inspectReply(iotest.ErrReader(errors.New("gone")))
	require.Equal(t, 1, got.code)
	require.Empty(t, got.out)
	sentence(t, got.err)
}

// The bar is 200 µs for each KB read and validated. The first text is about what planners write, the second has
// nothing but calls.
func BenchmarkInspectedReply(b *testing.B) {
	call := `{"name":"AX.press","args":{"label":"Save as","container":"File","nth":2}}`
	for name, text := range map[string]string{
		"usual": `{"intent":"action","spokenText":"I'll open the settings, turn on the big text that you asked for, and then save all of it.","payload":{"calls":[` +
			`{"name":"App.launch","args":{"name":"Settings"}},{"name":"AX.press","args":{"label":"Appearance"}},{"name":"AX.setValue","args":{"target":"Text size","value":"Very large"}},` +
			`{"name":"type","args":{"text":"The letters on this screen are larger now, as you wished. Change it back whenever you like."}}],"more":true}}`,
		"calls": `{"intent":"action","spokenText":"I'll save all of them.","payload":{"calls":[` + strings.TrimSuffix(strings.Repeat(call+",", 12), ",") + `]}}`,
	} {
		b.Run(name, func(b *testing.B) {
			read := cli.ReadReply(b, text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				read()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/(float64(len(text))/1024), "µs/KB")
		})
	}
}
