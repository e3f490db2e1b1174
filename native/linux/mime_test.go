package linux

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// database writes a database of types below a data folder.
func database(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "mime"), 0o755))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "mime", name), []byte(text), 0o644))
	}
	return dir
}

func TestANameTellsTheTypeByTheHeaviestAndLongestPattern(t *testing.T) {
	d := readTypes([]string{database(t, t.TempDir(), map[string]string{"globs2": "# comment\n50:application/gzip:*.gz\n50:application/x-compressed-tar:*.tar.gz\n60:text/x-readme:readme*\n" +
		"50:text/x-c:*.c\n50:text/x-c++src:*.C:cs\nbroken\nx:y:z\n50:application/pdf:*.pdf\n"})})
	for name, want := range map[string]string{"a.gz": "application/gzip", "a.tar.gz": "application/x-compressed-tar", "README.pdf": "text/x-readme", "a.PDF": "application/pdf",
		"a.c": "text/x-c", "nothing": "", "pdf": ""} {
		require.Equal(t, want, d.named(name), name)
	}
}

func TestThePersonsOwnTypesCountMore(t *testing.T) {
	system := database(t, t.TempDir(), map[string]string{"globs2": "50:text/x-old:*.old\n50:text/x-note:*.note\n"})
	own := database(t, t.TempDir(), map[string]string{"globs2": "50:text/x-old:__NOGLOBS__\n50:text/x-old:*.older\n80:text/x-mine:*.note\n"})
	d := readTypes([]string{own, system})
	require.Equal(t, "", d.named("a.old"))
	require.Equal(t, "text/x-old", d.named("a.older"))
	require.Equal(t, "text/x-mine", d.named("a.note"))
}

func TestAFileMayBeOpenedAsWhatItsTypeIsMadeOf(t *testing.T) {
	dir := t.TempDir()
	d := readTypes([]string{database(t, dir, map[string]string{"globs2": "50:application/x-doc+xml:*.doc\n50:text/x-log:*.log\n",
		"subclasses": "application/x-doc+xml application/xml\napplication/xml text/plain\n# a comment line\nbroken\n", "aliases": "application/xml text/xml\n"})})
	file := func(name, content string) []string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
		info, err := os.Stat(path)
		require.NoError(t, err)
		return d.of(path, info)
	}
	require.Equal(t, []string{"application/x-doc+xml", "application/xml", "text/plain", "text/xml"}, file("a.doc", ""))
	require.Equal(t, []string{"text/x-log", "text/plain"}, file("a.log", ""))
	require.Equal(t, []string{"text/plain"}, file("words", strings.Repeat("ü", 256)+"x"), "text that is cut within a character")
	require.Equal(t, []string{"text/plain"}, file("words2", "x"+strings.Repeat("ü", 300)))
	require.Equal(t, []string{"text/plain"}, file("empty", ""))
	require.Equal(t, []string{"application/octet-stream"}, file("bytes", "a\x00b"))
	require.Equal(t, []string{"application/octet-stream"}, file("latin", strings.Repeat("\xfc\xe4", 300)))
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"inode/directory"}, d.of(dir, info))
}
