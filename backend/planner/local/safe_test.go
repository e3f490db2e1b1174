package local

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestWordsOfAServerAreMadeSafe(t *testing.T) {
	for text, want := range map[string]string{
		"  model\n\n\t'x'  not found ": "model 'x' not found",
		"\x1b[31mred\x1b[0m":           "[31mred [0m",
		"evil\u202egnp.exe":            "evilgnp.exe",
		"zero\u200bwidth":              "zerowidth",
		"broken \xff\xfe bytes":        "broken bytes",
		"größer als 你好":                "größer als 你好",
		"\x00\x01":                     "",
		"":                             "",
	} {
		require.Equal(t, want, safe(text), "%q", text)
	}
}

func TestWordsOfAServerAreBounded(t *testing.T) {
	got := safe(strings.Repeat("ü", 5000))
	require.Equal(t, shown+1, utf8.RuneCountInString(got))
	require.True(t, strings.HasSuffix(got, "…"))
	require.Equal(t, strings.Repeat("a", shown), safe(strings.Repeat("a", shown)))
}
