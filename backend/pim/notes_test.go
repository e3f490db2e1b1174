package pim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func contextCancelled(t testing.TB) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx, cancel
}

func TestTheTitleIsTheFirstHeading(t *testing.T) {
	for text, want := range map[string]string{
		"# Shopping\n\n- eggs\n": "Shopping", "text\n\n## Later ##\n": "Later", "#no heading\n# Yes": "Yes", "": "file", "plain": "file", "# \n## \nx": "file",
		"---\ntitle: x\n# in front matter\n---\n# After": "After", "```\n# code\n```\n# Real": "Real", "~~~\n```\n# code\n~~~\n# Real": "Real", "# C#": "C#", `# C \#`: "C #",
		"   # Three": "Three", "    # Four": "file", "####### Seven": "file", "\ufeff# Marked": "Marked", "# Line\r\nx": "Line", "# \u200bHid\u202eden": "Hid[U+202E]den", "---\n# never closed": "file",
	} {
		n, err := note(file{name: "file.md", data: []byte(text)})
		require.NoError(t, err)
		require.Equal(t, want, n.Title, "%q", text)
	}
	for _, data := range []string{"\xff\xfe#\x00", "a\x00b"} {
		_, err := note(file{name: "x.md", data: []byte(data)})
		require.ErrorIs(t, err, errNotText)
	}
}

func TestEveryNoteIsReadBackAsItWasWritten(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		x := NewNotes(filepath.Join(dir, slugOf(time.Unix(int64(n), 0).Format(time.RFC3339))))
		title := line(rapid.StringOfN(rapid.RuneFrom([]rune("ab #\\`*-üß牛🙂. ")), 1, 80, -1).Draw(r, "title"))
		if title == "" {
			title = "#"
		}
		body := rapid.StringOfN(rapid.RuneFrom([]rune("ab #\\`*->[]\n\tü牛🙂 ")), 0, 300, -1).Draw(r, "body")
		ref, err := x.AddNote(t.Context(), title, body)
		if err != nil {
			r.Fatalf("write %q: %v", title, err)
		}
		got, found, err := x.Note(t.Context(), ref.ID)
		if err != nil || found != ref || got.Title != title || !strings.HasSuffix(got.Text, "\n") || !strings.Contains(got.Text, strings.Trim(body, "\n \t")) {
			r.Fatalf("got %q (%q) %v %v, want %q %q", got.Title, got.Text, found, err, title, body)
		}
		named, err := x.Titled(t.Context(), strings.ToUpper(title))
		if err != nil || len(named.Items) != 1 {
			r.Fatalf("found by its title: %+v %v", named, err)
		}
		more := strings.TrimSpace(rapid.StringOfN(rapid.RuneFrom([]rune("ab#-*\nü ")), 1, 60, -1).Draw(r, "more") + "z")
		now, before, err := x.Append(t.Context(), ref, more)
		if err != nil {
			r.Fatalf("append: %v", err)
		}
		longer, _, err := x.Note(t.Context(), ref.ID)
		if err != nil || longer.Text[:before] != got.Text || !strings.HasSuffix(longer.Text, more+"\n") {
			r.Fatalf("after appending %q to %q: %q", more, got.Text, longer.Text)
		}
		if back, err := x.Cut(t.Context(), now, before); err != nil || back != ref {
			r.Fatalf("cut: %v %v", back, err)
		}
		if err := x.Remove(t.Context(), ref); err != nil {
			r.Fatalf("remove: %v", err)
		}
	})
}

func TestWhatIsAddedFitsTheEndOfTheNote(t *testing.T) {
	for _, c := range []struct{ have, text, want string }{
		{"# List\n\n- eggs\n", "milk", "- milk\n"},
		{"- [x] eggs", "milk", "\n- [ ] milk\n"},
		{"- eggs\n  * small\n", "milk", "  * milk\n"},
		{"- eggs\n", "- milk\n- tea", "- milk\n- tea\n"},
		{"- eggs\n", "two\nlines", "\ntwo\nlines\n"},
		{"# Log\n\nFirst.\n", "Second.", "\nSecond.\n"},
		{"First.\n\n", "Second.", "Second.\n"},
		{"First.", "Second.", "\n\nSecond.\n"},
		{"First.\r\n", "Second\nthird", "\r\nSecond\r\nthird\r\n"},
		{"", "First.", "First.\n"},
		{"\n\n", "First.", "First.\n"},
		{"---\n", "after a rule", "\nafter a rule\n"},
		{"-5 degrees\n", "more", "\nmore\n"},
	} {
		require.Equal(t, c.want, addition(c.have, c.text), "%q + %q", c.have, c.text)
	}
}

func TestNothingIsAddedToANoteThatChangedMeanwhile(t *testing.T) {
	x := NewNotes(t.TempDir())
	ref, err := x.AddNote(t.Context(), "Log", "one")
	require.NoError(t, err)
	path := filepath.Join(x.shelf.dir, "log.md")
	require.NoError(t, os.WriteFile(path, []byte("# Log\n\nmine\n"), 0o600))
	_, _, err = x.Append(t.Context(), ref, "two")
	require.ErrorIs(t, err, ErrChanged)
	_, err = x.Cut(t.Context(), ref, 3)
	require.ErrorIs(t, err, ErrChanged)
	require.ErrorIs(t, x.Remove(t.Context(), ref), ErrChanged)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "# Log\n\nmine\n", string(data))
	require.NoError(t, os.Remove(path))
	_, _, err = x.Append(t.Context(), ref, "two")
	require.ErrorIs(t, err, ErrGone)
	_, _, err = x.Append(t.Context(), Ref{"../x.md", ""}, "two")
	require.ErrorIs(t, err, ErrGone)
}

func TestANoteIsFoundByTitleOrByFile(t *testing.T) {
	x := NewNotes(t.TempDir())
	put(t, x.shelf.dir, "a.md", "# Shopping")
	put(t, x.shelf.dir, "b.md", "# shopping\n")
	put(t, x.shelf.dir, "c.md", "# Other")
	put(t, x.shelf.dir, "bad.md", "\xff")
	ids := func(title string) (out []string) {
		found, err := x.Titled(t.Context(), title)
		require.NoError(t, err)
		require.Equal(t, []Trouble{{"bad.md", errNotText.Error()}}, found.Troubles)
		for _, n := range found.Items {
			out = append(out, n.ID)
		}
		return out
	}
	require.Equal(t, []string{"a.md", "b.md"}, ids("SHOPPING"))
	require.Equal(t, []string{"b.md"}, ids("b.md"))
	require.Equal(t, []string{"c.md"}, ids("c"))
	require.Empty(t, ids("shop"))
}

func TestASearchPutsTheBestNoteFirst(t *testing.T) {
	x := NewNotes(t.TempDir())
	put(t, x.shelf.dir, "a.md", "# Trip\n\nThe key for Zürich\nis with Bo.\n")
	put(t, x.shelf.dir, "b.md", "# Zurich keys\n\nnothing else")
	put(t, x.shelf.dir, "c.md", "# Far\n\nkey\n\nzurich\n")
	put(t, x.shelf.dir, "d.md", "# Monkeys in Zurich\n")
	put(t, x.shelf.dir, "bad.md", "\x00")
	got, err := x.Search(t.Context(), "ZURICH key", 10)
	require.NoError(t, err)
	var lines []string
	for _, h := range got.Items {
		lines = append(lines, h.ID+": "+h.Line)
	}
	require.Equal(t, []string{"b.md: nothing else", "a.md: The key for Zürich", "c.md: key"}, lines)
	require.Len(t, got.Troubles, 1)
	got, err = x.Search(t.Context(), "zurich", 2)
	require.NoError(t, err)
	require.Len(t, got.Items, 2)
	got, err = x.Search(t.Context(), "?!", 2)
	require.NoError(t, err)
	require.Empty(t, got.Items)
}

func TestANoteThatIsNoTextIsNotWritten(t *testing.T) {
	x := NewNotes(t.TempDir())
	for _, c := range [][2]string{{"", "x"}, {"a\nb", "x"}, {"a", "\x00"}, {"a", "\x1b[31m"}, {"a", strings.Repeat("x", MaxText+1)}} {
		_, err := x.AddNote(t.Context(), c[0], c[1])
		require.Error(t, err)
	}
	require.Empty(t, seen(t, x.shelf.dir))
}
