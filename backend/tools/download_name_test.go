package tools

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestAFileIsNamedByThePersonElseByTheAddress(t *testing.T) {
	for _, c := range []struct{ said, address, want string }{
		{"", "https://example.org/a/report.pdf", "report.pdf"},
		{"", "https://example.org/a/report.pdf?x=/y.exe#z", "report.pdf"},
		{"", "https://example.org", "pace-download"},
		{"", "https://example.org/", "pace-download"},
		{"", "https://example.org/a/", "a"},
		{"", "https://example.org/..", "pace-download"},
		{"", "https://example.org/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "passwd"},
		{"", "https://example.org/a%00b%0Ac.txt", "abc.txt"},
		{"", "https://example.org/%E2%80%AEgpj.exe", "gpj.exe"},
		{"", "https://example.org/Gr%C3%BC%C3%9Fe.txt", "Grüße.txt"},
		{"", "https://example.org/%ff%fe.txt", "_.txt"},
		{"mine.pdf", "https://example.org/report.pdf", "mine.pdf"},
		{"../../../etc/passwd", "https://example.org/x", "passwd"},
		{`C:\Windows\system32\a.dll`, "https://example.org/x", "a.dll"},
		{"/etc/", "https://example.org/x", "etc"},
		{"...", "https://example.org/x", "x"},
		{"/", "https://example.org/x", "x"},
		{".bashrc", "https://example.org/x", "bashrc"},
		{"~/.ssh/authorized_keys", "https://example.org/x", "authorized_keys"},
		{"a..b....c", "https://example.org/x", "a.b.c"},
		{"  report .pdf. ", "https://example.org/x", "report .pdf"},
	} {
		u, err := url.Parse(c.address)
		require.NoError(t, err, c.address)
		require.Equal(t, c.want, fileName(c.said, u), "%q %s", c.said, c.address)
	}
}

func TestANameHasAtMost255BytesAndKeepsItsEnding(t *testing.T) {
	for _, name := range []string{strings.Repeat("x", 400) + ".pdf", strings.Repeat("ü", 200) + ".tar.gz", strings.Repeat("🙂", 90), strings.Repeat("y", 400), "a." + strings.Repeat("z", 300)} {
		for _, n := range []int{1, 2, 9999} {
			got := numbered(safeName(name), n)
			require.LessOrEqual(t, len(got), 255)
			require.Greater(t, len(got), 240)
			require.True(t, utf8.ValidString(got))
		}
	}
	require.True(t, strings.HasSuffix(numbered(safeName(strings.Repeat("ü", 200)+".tar.gz"), 2), "ü 2.tar.gz"))
}

func TestANumberStandsBeforeTheEnding(t *testing.T) {
	for name, want := range map[string]string{"a.pdf": "a 2.pdf", "a.tar.gz": "a 2.tar.gz", "a": "a 2", "version 1.2 final": "version 1.2 final 2", "tar.gz": "tar 2.gz"} {
		require.Equal(t, want, numbered(name, 2))
		require.Equal(t, name, numbered(name, 1))
	}
}

func FuzzANameStaysInItsFolder(f *testing.F) {
	for _, s := range []string{"a.pdf", "../x", `..\..\x`, "\x00", "....//", "/", ".", "ü" + strings.Repeat("/", 9), "a\u202egpj.exe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := fileName(s, &url.URL{Path: "/" + s})
		require.NotEmpty(t, got)
		require.LessOrEqual(t, len(got), 255)
		require.False(t, strings.ContainsAny(got, "/\\\x00\n"), "%q", got)
		require.NotContains(t, got, "..")
		require.NotEqual(t, byte('.'), got[0])
		require.True(t, utf8.ValidString(got))
		require.LessOrEqual(t, len(numbered(got, 7)), 255)
	})
}
