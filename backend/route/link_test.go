package route

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestLinksAreReadByTheirGrammar(t *testing.T) {
	for raw, want := range map[string]Link{
		"pace://listen":              {Action: LinkListen},
		"pace://panel":               {Action: LinkPanel},
		"pace://watch?enabled=true":  {Action: LinkWatch, Enabled: true},
		"pace://watch?enabled=false": {Action: LinkWatch},
		"pace://chat?text=hello":     {Action: LinkChat, Text: "hello"},

		"PACE://Listen":               {Action: LinkListen},
		"pAcE://CHAT?text=Hello":      {Action: LinkChat, Text: "Hello"},
		"pace://watch?enabled=%74rue": {Action: LinkWatch, Enabled: true},
		"pace://chat?%74ext=a":        {Action: LinkChat, Text: "a"},

		"pace://chat?text=open%20the+calculator":    {Action: LinkChat, Text: "open the calculator"},
		"pace://chat?text=1%2B1%3D2%26%23%25":       {Action: LinkChat, Text: "1+1=2&#%"},
		"pace://chat?text=a=b":                      {Action: LinkChat, Text: "a=b"},
		"pace://chat?text=what?":                    {Action: LinkChat, Text: "what?"},
		"pace://chat?text=a;b":                      {Action: LinkChat, Text: "a;b"},
		"pace://chat?text=http://example.org/a:b@c": {Action: LinkChat, Text: "http://example.org/a:b@c"},
		"pace://chat?text=Gr%C3%BC%c3%9fe":          {Action: LinkChat, Text: "Grüße"},
		"pace://chat?text=Grüße aus Zürich":         {Action: LinkChat, Text: "Grüße aus Zürich"},
		"pace://chat?text=%2520":                    {Action: LinkChat, Text: "%20"},
		"pace://chat?text=+a++b%09c%0D%0Ad%C2%A0e+": {Action: LinkChat, Text: "a b c d e"},
		"pace://chat?text=a%00b%E2%80%8Bc":          {Action: LinkChat, Text: "abc"},
		"pace://chat?text=%E2%80%AEabc":             {Action: LinkChat, Text: "[U+202E]abc"},
		"pace://chat?text=%1B[2J":                   {Action: LinkChat, Text: "[U+001B][2J"},
	} {
		got, err := ReadLink(raw)
		require.NoError(t, err, raw)
		require.Equal(t, want, got, raw)
		require.True(t, IsLink(raw))
	}
}

func TestWhateverElseALinkHoldsIsRejectedInOneSentence(t *testing.T) {
	for raw, about := range map[string]string{
		"":                     "not a pace",
		"press 7":              "not a pace",
		"https://listen":       "not a pace",
		" pace://listen":       "not a pace",
		"pace":                 "not a pace",
		"ſpace://listen":       "not a pace",
		"pace:listen":          "begins with",
		"pace:/listen":         "begins with",
		"pace:":                "begins with",
		"pace://":              "one of",
		"pace://?text=a":       "one of",
		"pace://listen ":       "one of",
		"pace://sing":          "one of",
		"pace://liſten":        "one of",
		"pace://%6Cisten":      "one of",
		"pace://chat.":         "one of",
		"pace://listen/":       "after a “/”",
		"pace:///listen":       "after a “/”",
		"pace://listen/now":    "after a “/”",
		"pace://chat/?text=a":  "after a “/”",
		`pace://listen\`:       "after a “/”",
		"pace://listen#":       "“#”",
		"pace://chat?text=a#b": "“#”",
		"pace://me@listen":     "user",
		"pace://me:pw@listen":  "user",
		"pace://listen:80":     "port",
		"pace://listen:":       "port",
		"pace://[::1]":         "port",

		"pace://listen?":                         "nothing after",
		"pace://listen?text=a":                   "nothing after",
		"pace://panel?enabled=true":              "nothing after",
		"pace://chat":                            "has to say “text”",
		"pace://watch":                           "has to say “enabled”",
		"pace://chat?":                           "nothing else",
		"pace://chat?text":                       "nothing else",
		"pace://chat?Text=a":                     "nothing else",
		"pace://chat?text=a&":                    "nothing else",
		"pace://chat?text=a&yes=1":               "nothing else",
		"pace://chat?enabled=true":               "nothing else",
		"pace://chat?text[]=a":                   "nothing else",
		"pace://chat?text=a&text=b":              "once",
		"pace://chat?text=a&%74ext=":             "once",
		"pace://watch?enabled=true&enabled=true": "once",

		"pace://watch?enabled=":      "“true” or “false”",
		"pace://watch?enabled=1":     "“true” or “false”",
		"pace://watch?enabled=True":  "“true” or “false”",
		"pace://watch?enabled=true+": "“true” or “false”",

		"pace://chat?text=":                                  "says nothing",
		"pace://chat?text=+%20%0A":                           "says nothing",
		"pace://chat?text=%E2%80%8B":                         "says nothing",
		"pace://chat?text=%":                                 "encoded",
		"pace://chat?text=%2":                                "encoded",
		"pace://chat?text=%zz":                               "encoded",
		"pace://chat?text=%\x11\x12":                         "encoded",
		"pace://chat?text=%u0041":                            "encoded",
		"pace://chat?text=%ff":                               "encoded",
		"pace://chat?text=%C3":                               "encoded",
		"pace://chat?text=%ED%A0%80":                         "encoded", // half of a pair
		"pace://chat?text=%C0%AF":                            "encoded", // a longer spelling of "/"
		"pace://chat?%zz=a":                                  "encoded",
		"pace://chat?text=\xff":                              "no characters",
		"pace://" + strings.Repeat("a", 100<<10):             "too long",
		"pace://chat?text=" + strings.Repeat("%41", 100<<10): "too long",
	} {
		got, err := ReadLink(raw)
		var bad *BadLink
		require.True(t, errors.As(err, &bad), "%.60q: %+v", raw, got)
		require.Contains(t, bad.Text, about, "%.60q", raw)
		require.Regexp(t, `^[A-Z][^\n]*\.$`, bad.Text)
		require.Zero(t, got)
	}
}

func TestALinkSaysFiveHundredCharactersAtMostAndIsNeverCut(t *testing.T) {
	for _, char := range []string{"a", "é", "€", "🙂"} {
		text := strings.Repeat(char, MaxLinkText)
		for _, raw := range []string{text, url.QueryEscape(text), every(text)} {
			l, err := ReadLink("pace://chat?text=" + raw)
			require.NoError(t, err, char)
			require.Equal(t, text, l.Text)
			_, err = ReadLink("pace://chat?text=" + raw + "x")
			require.ErrorContains(t, err, "more than 500", char)
		}
	}
	_, err := ReadLink("pace://chat?text=a" + strings.Repeat("+", MaxLinkText))
	require.ErrorContains(t, err, "more than 500", "what is counted is what was sent, not what is left of it")
}

// every encodes each byte, which is the longest way to write a text.
func every(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15])))
	}
	return b.String()
}

func FuzzReadLink(f *testing.F) {
	for _, raw := range []string{"pace://listen", "pace://chat?text=hello+there%20%2B", "PACE://watch?enabled=false", "pace://panel", "pace://chat?text=%E2%80%AE%00%0A",
		"pace://me:pw@chat:80/x?text=a&text=b#c", "pace://chat?text=%ff", "pace:chat", "pace://chat?text=" + strings.Repeat("%F0%9F%99%82", 500)} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		l, err := ReadLink(raw)
		if err != nil {
			var bad *BadLink
			require.True(t, errors.As(err, &bad))
			require.Regexp(t, `^[A-Z][^\n]*\.$`, bad.Text)
			require.Zero(t, l)
			return
		}
		require.True(t, IsLink(raw))
		takes, known := linkForms[l.Action]
		require.True(t, known)
		require.Equal(t, l.Action == LinkChat, l.Text != "")
		require.Equal(t, takes.name != "", strings.Contains(raw, "?"))
		require.NotContains(t, raw, "#")
		require.True(t, utf8.ValidString(l.Text))
		require.Equal(t, strings.TrimSpace(l.Text), l.Text)
		for _, r := range l.Text {
			require.False(t, unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r), "%q", l.Text)
		}
		if l.Action == LinkChat { // what was read reads the same again, and as the standard library reads it
			again, err := ReadLink("pace://chat?text=" + url.QueryEscape(l.Text))
			if utf8.RuneCountInString(l.Text) <= MaxLinkText {
				require.NoError(t, err)
				require.Equal(t, l, again)
			}
			_, query, _ := strings.Cut(raw, "?")
			if values, err := url.ParseQuery(query); err == nil {
				require.Len(t, values["text"], 1)
				require.LessOrEqual(t, utf8.RuneCountInString(values.Get("text")), MaxLinkText)
			}
		}
	})
}
