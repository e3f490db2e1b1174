package local

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func readEvents(r io.Reader) (all []string, err error) {
	e := newEvents(r, 1000)
	for {
		ev, err := e.next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, fmt.Sprintf("%s|%s", ev.kind, ev.data))
	}
}

func TestEventsAreReadAsTheStandardSays(t *testing.T) {
	cases := map[string]struct {
		text string
		want []string
	}{
		"one a line":                {"data: a\n\ndata: b\n\n", []string{"|a", "|b"}},
		"no space":                  {"data:a\n\n", []string{"|a"}},
		"only one space goes":       {"data:  a\n\n", []string{"| a"}},
		"several data lines":        {"data: a\ndata: b\n\n", []string{"|a\nb"}},
		"an empty data line":        {"data: a\ndata\ndata: b\n\n", []string{"|a\n\nb"}},
		"comments between":          {": ping\n\ndata: a\n: ping\ndata: b\n\n:\n\n", []string{"|a\nb"}},
		"other fields":              {"id: 7\nretry: 10\ndata: a\nnonsense\n\n", []string{"|a"}},
		"a named event":             {"event: error\ndata: {}\n\ndata: b\n\n", []string{"error|{}", "|b"}},
		"a name without data":       {"event: ping\n\ndata: b\n\n", []string{"|b"}},
		"an error as a field":       {"data: a\n\nerror: {\"code\":500}\n\n", []string{"|a", `error|{"code":500}`}},
		"no blank line at the end":  {"data: a\n\ndata: b\n", []string{"|a", "|b"}},
		"no line end at the end":    {"data: a\n\ndata: [DONE]", []string{"|a", "|[DONE]"}},
		"a byte order mark":         {"\ufeffdata: a\n\n", []string{"|a"}},
		"many blank lines":          {"\n\n\ndata: a\n\n\n\n", []string{"|a"}},
		"a colon within the value":  {"data: a: b\n\n", []string{"|a: b"}},
		"nothing":                   {"", nil},
		"comments only, no answer":  {": a\n: b\n\n", nil},
		"a field that only resembl": {"datax: a\n\n", nil},
	}
	for name, c := range cases {
		for ending, text := range map[string]string{"LF": c.text, "CRLF": strings.ReplaceAll(c.text, "\n", "\r\n"), "CR": strings.ReplaceAll(c.text, "\n", "\r")} {
			t.Run(name+" "+ending, func(t *testing.T) {
				// A data line keeps its own line feeds whatever the stream ends its lines with.
				got, err := readEvents(strings.NewReader(text))
				require.NoError(t, err)
				require.Equal(t, c.want, got)
				got, err = readEvents(iotest.OneByteReader(strings.NewReader(text)))
				require.NoError(t, err)
				require.Equal(t, c.want, got, "byte by byte")
			})
		}
	}
}

func TestEventsAreTheSameHoweverTheStreamIsSplit(t *testing.T) {
	text := "\ufeffdata: {\"a\":\"ü\"}\r\n\r\n: ping\n\nevent: error\rdata: b\r\rdata: c\ndata: d\n\ndata: [DONE]"
	want, err := readEvents(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, want, 4)
	for i := range len(text) {
		for j := i; j < len(text); j += 3 {
			got, err := readEvents(io.MultiReader(strings.NewReader(text[:i]), strings.NewReader(text[i:j]), strings.NewReader(text[j:])))
			require.NoError(t, err)
			require.Equal(t, want, got, "split at %d and %d", i, j)
		}
	}
}

func TestAnEventBeyondTheBoundIsAnError(t *testing.T) {
	line := "data: " + strings.Repeat("x", 600) + "\n"
	_, err := readEvents(strings.NewReader(line + line + "\n"))
	require.ErrorIs(t, err, ErrTooBig)
	_, err = readEvents(strings.NewReader("data: " + strings.Repeat("x", 2000)))
	require.ErrorIs(t, err, ErrTooBig)
}
