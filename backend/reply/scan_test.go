package reply

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// scanned reads a text: how many bytes make the first value, -1 when it is wrong or not whole.
func scanned(text string) (int, *scan) {
	s := &scan{}
	for i, c := range text {
		switch s.step(c) {
		case whole:
			return i + utf8.RuneLen(c), s
		case wrong:
			return -1, s
		}
	}
	return -1, s
}

func TestOnlyJSONIsScannedWhole(t *testing.T) {
	for text, is := range map[string]bool{
		`{}`: true, `[]`: true, ` { "a" : [ 1 , -2.5e+3 , true , null , "x" ] } `: true, `{"a":{"b":{}}}`: true, `[[],{}]`: true,
		`[0]`: true, `[-0]`: true, `[1E5]`: true, `["\u0041\n\/"]`: true, `{"":""}`: true, "[\"\u2028\x7f\"]": true,
		`{`: false, `[1`: false, `{"a"}`: false, `{"a":}`: false, `{"a":1,}`: false, `[1,]`: false, `[,1]`: false, `{,}`: false, `{1:2}`: false,
		`[01]`: false, `[1.]`: false, `[.5]`: false, `[+1]`: false, `[1e]`: false, `[-]`: false, `[1 2]`: false, `[1a]`: false, `[nul]`: false, `[nulls]`: false, `[True]`: false,
		`[NaN]`: false, `[Infinity]`: false, `['a']`: false, `["\x41"]`: false, `["\u00g0"]`: false, "[\"a\nb\"]": false, "[\"a\tb\"]": false, `{"a":1]`: false, `[1}`: false,
		`[1]]`: true, `{} trailing`: true, `// c`: false, `1`: false, `"a"`: false, `true`: false, ``: false,
	} {
		n, _ := scanned(text)
		require.Equal(t, is, n > 0, "%q", text)
		require.Equal(t, is, n > 0 && json.Valid([]byte(text[:max(n, 0)])), "%q", text)
	}
}

func TestHalvesOfCharactersAndNULsAreNoticed(t *testing.T) {
	for text, flaw := range map[string]string{
		`["\ud83d\ude00"]`: "", `["\ud83d"]`: "holds half a character", `["\ud83dx"]`: "holds half a character", `["\ud83d\n"]`: "holds half a character",
		`["\ud83d\u0041"]`: "holds half a character", `["\ud83d\ud83d\ude00"]`: "holds half a character", `["\ude00"]`: "holds half a character",
		`{"\ud83d":1}`: "holds half a character", `["\u0000"]`: "holds a NUL", `["\u0001"]`: "", `["\ufffd"]`: "",
	} {
		n, s := scanned(text)
		require.Equal(t, len(text), n, text)
		require.Equal(t, flaw, s.flaw, text)
	}
}

func TestTheScanSaysWhatIsWrong(t *testing.T) {
	for text, why := range map[string]string{
		`{"a":x`:                `is no JSON: 'x' can't stand here`,
		"{\"a\n":                `is no JSON: the control character '\n' stands in a string`,
		strings.Repeat("[", 65): "is nested deeper than 64 levels",
	} {
		s := scan{}
		got := ""
		for _, c := range text {
			if s.step(c) == wrong {
				got = s.why(c)
			}
		}
		require.Equal(t, why, got)
	}
}

// decoded reads the first string of a list as the scan decodes it.
func decoded(text string) string {
	var s scan
	var out []rune
	for _, c := range text {
		v := s.step(c)
		if s.event == stringGoes || s.event == stringEnds {
			out = append(out, s.out...)
		}
		if s.event == stringEnds || v != going {
			break
		}
	}
	return string(out)
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e-3,"\u00e9\ud83d\ude00\ud83d"]}`, `["\ud83d\"]`, `[[[[]]]]`, `{"a":{"b":null}}x`, `[1e5,-0,0.1]`, `["a\/\b\f\n\r\t\\"]`, `{"a":tru}`, `[`, `{"x":1,"x":2}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip()
		}
		text = strings.ToValidUTF8(text, "\ufffd")
		n, s := scanned(text)
		if n > 0 {
			require.True(t, json.Valid([]byte(text[:n])), "%q", text[:n])
			v := parse([]byte(text[:n]))
			require.Equal(t, strings.TrimLeft(text[:n], " \t\r\n"), string(v.raw), "the parser reads as far as the scan")
			if s.flaw == "" {
				require.Empty(t, cmpDecoded(v))
			}
			var words []string
			if json.Unmarshal([]byte(text[:n]), &words) == nil && len(words) > 0 {
				require.Equal(t, words[0], decoded(text))
			}
			return
		}
		trimmed := strings.TrimSpace(text)
		if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
			require.False(t, json.Valid([]byte(text)) && !s.deep, "%q is JSON", text)
		}
	})
}

// cmpDecoded names strings that the parser decodes in another way than the library.
func cmpDecoded(n node) (bad []string) {
	if n.kind == '"' {
		var want string
		if json.Unmarshal(n.raw, &want) != nil || want != n.text() {
			bad = append(bad, string(n.raw))
		}
	}
	for _, m := range n.members {
		bad = append(bad, cmpDecoded(m.val)...)
	}
	for _, x := range n.items {
		bad = append(bad, cmpDecoded(x)...)
	}
	return bad
}
