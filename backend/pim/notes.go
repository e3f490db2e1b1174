package pim

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"pace/backend/untrusted"
)

// FileNotes keeps notes as Markdown files of a folder. A note's title is its first heading, else the name of its file.
type FileNotes struct{ shelf shelf }

// NewNotes keeps them in dir, which need not be there.
func NewNotes(dir string) *FileNotes { return &FileNotes{shelf{dir: dir, ext: ".md"}} }

var _ Notes = (*FileNotes)(nil)

// noteFile writes a new note.
func noteFile(title, body string) []byte {
	text := "# " + escapeTitle(title) + "\n"
	if body = strings.Trim(strings.ReplaceAll(body, "\r\n", "\n"), "\n"); strings.TrimSpace(body) != "" {
		text += "\n" + body + "\n"
	}
	return []byte(text)
}

// escapeTitle keeps hashes at the end of a title from being taken for the closing of the heading.
func escapeTitle(title string) string {
	title = strings.TrimSpace(title)
	if bare := strings.TrimRight(title, "#"); bare != title && (bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") || strings.HasSuffix(bare, `\`)) {
		return bare + `\` + title[len(bare):]
	}
	return title
}

// titleOf finds the first heading (CommonMark's ATX form) outside of front matter and code.
func titleOf(text, name string) string {
	fence := ""
	front := strings.HasPrefix(text, "---\n") || strings.HasPrefix(text, "---\r\n")
	for i, l := range strings.Split(text, "\n") {
		if i > 500 {
			break
		}
		l = strings.TrimRight(l, "\r")
		if front {
			front = i == 0 || l != "---" && l != "..."
			continue
		}
		if t := strings.TrimLeft(l, " "); strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			if mark := t[:3]; fence == "" {
				fence = mark
			} else if fence == mark {
				fence = ""
			}
			continue
		}
		if fence == "" {
			if t, ok := heading(l); ok {
				return t
			}
		}
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}

func heading(l string) (string, bool) {
	t := strings.TrimLeft(l, " ")
	bare := strings.TrimLeft(t, "#")
	level := len(t) - len(bare)
	if len(l)-len(t) > 3 || level < 1 || level > 6 || bare == "" || bare[0] != ' ' && bare[0] != '\t' {
		return "", false
	}
	t = strings.TrimSpace(bare)
	if end := strings.TrimRight(t, "#"); end != t {
		switch {
		case end == "" || strings.HasSuffix(end, " ") || strings.HasSuffix(end, "\t"):
			t = strings.TrimSpace(end)
		case strings.HasSuffix(end, `\`):
			t = strings.TrimSuffix(end, `\`) + t[len(end):]
		}
	}
	return line(t), line(t) != ""
}

// note makes a record of a file. Only text is a note.
func note(f file) (Note, error) {
	text := string(bytes.TrimPrefix(f.data, []byte("\ufeff")))
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return Note{}, errNotText
	}
	return Note{f.name, titleOf(text, shown(f.name)), text, f.changed}, nil
}

var errNotText = errors.New("it is not text")

func (x *FileNotes) all(ctx context.Context) ([]Note, []Trouble, error) {
	files, bad, err := x.shelf.files(ctx)
	if err != nil {
		return nil, nil, err
	}
	out := make([]Note, 0, len(files))
	for _, f := range files {
		n, err := note(f)
		if err != nil {
			bad = append(bad, Trouble{shown(f.name), why(err)})
			continue
		}
		out = append(out, n)
	}
	return out, sortTroubles(bad), nil
}

// Note reads one.
func (x *FileNotes) Note(ctx context.Context, id string) (Note, Ref, error) {
	f, err := x.shelf.read(id)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrGone
	}
	if err != nil {
		return Note{}, Ref{}, err
	}
	n, err := note(f)
	return n, Ref{id, f.stamp()}, err
}

// Stamp reads the stamp of a note.
func (x *FileNotes) Stamp(ctx context.Context, id string) (string, error) {
	_, ref, err := x.Note(ctx, id)
	return ref.Stamp, err
}

// Titled finds notes by their title.
func (x *FileNotes) Titled(ctx context.Context, title string) (Found[Note], error) {
	all, bad, err := x.all(ctx)
	if err != nil {
		return Found[Note]{}, err
	}
	same := func(of func(Note) string) []Note {
		return slices.DeleteFunc(slices.Clone(all), func(n Note) bool { return loose(of(n)) != loose(title) })
	}
	found := same(func(n Note) string { return n.Title })
	if byName := same(func(n Note) string { return n.ID }); len(byName) == 1 {
		found = byName // the whole name of a file says which one, when a title does not
	}
	if len(found) == 0 {
		found = same(func(n Note) string { return strings.TrimSuffix(n.ID, filepath.Ext(n.ID)) })
	}
	return Found[Note]{found, bad}, nil
}

// loose makes titles comparable: case and distances don't matter, accents do.
func loose(s string) string { return strings.ToLower(line(s)) }

// Search finds notes by their words.
func (x *FileNotes) Search(ctx context.Context, query string, limit int) (Found[Hit], error) {
	all, bad, err := x.all(ctx)
	if err != nil {
		return Found[Hit]{}, err
	}
	want := words(query)
	type ranked struct {
		Hit
		score int
	}
	var hits []ranked
	for _, n := range all {
		if err := ctx.Err(); err != nil {
			return Found[Hit]{}, err
		}
		title := words(n.Title)
		if !begin(append(slices.Clone(title), words(n.Text)...), want) {
			continue
		}
		h := ranked{Hit: Hit{Note: n, Line: lineOf(n, want)}}
		switch {
		case begin(title, want):
			h.score = 2
		case begin(words(h.Line), want):
			h.score = 1
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
	})
	out := Found[Hit]{Troubles: bad}
	for _, h := range hits[:min(len(hits), max(limit, 0))] {
		out.Items = append(out.Items, h.Hit)
	}
	return out, nil
}

// lineOf gives the line of a note that holds most of the words, the first of several; the title is no line.
func lineOf(n Note, want []string) string {
	best, most := "", -1
	for _, l := range strings.Split(untrusted.Clean(n.Text), "\n") {
		l = line(l)
		if t, ok := heading(l); l == "" || ok && t == n.Title {
			continue
		}
		count := 0
		for _, w := range want {
			if begin(words(l), []string{w}) {
				count++
			}
		}
		if count > most {
			best, most = l, count
		}
	}
	return clip(best, 300)
}

// AddNote writes a note.
func (x *FileNotes) AddNote(ctx context.Context, title, body string) (Ref, error) {
	if err := Line("title", title); err != nil {
		return Ref{}, err
	}
	if err := Text("text", body); err != nil {
		return Ref{}, err
	}
	data := noteFile(title, body)
	name, err := x.shelf.add(ctx, title, data)
	if err != nil {
		return Ref{}, err
	}
	return Ref{name, stamp(data)}, nil
}

// Append writes behind the end.
func (x *FileNotes) Append(ctx context.Context, ref Ref, text string) (Ref, int, error) {
	if err := Text("text", text); err != nil {
		return Ref{}, 0, err
	}
	f, err := x.shelf.read(ref.ID)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrGone
	}
	if err != nil {
		return Ref{}, 0, err
	}
	if f.stamp() != ref.Stamp {
		return Ref{}, 0, ErrChanged
	}
	if _, err := note(f); err != nil {
		return Ref{}, 0, err
	}
	data := append(slices.Clone(f.data), addition(string(f.data), text)...)
	if len(data) > maxFile {
		return Ref{}, 0, errTooBig
	}
	if err := x.shelf.replace(ctx, ref.ID, ref.Stamp, data); err != nil {
		return Ref{}, 0, err
	}
	return Ref{ref.ID, stamp(data)}, len(f.data), nil
}

// addition is what stands behind a note's present text to make it longer by another: one more item of a list that the
// note ends with, else a paragraph. Line ends are those of the note.
func addition(have, text string) string {
	text = strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	eol := "\n"
	if strings.Contains(have, "\r\n") {
		eol = "\r\n"
	}
	lead := ""
	last := lastLine(have)
	item := bullet(last)
	if have != "" && !strings.HasSuffix(have, "\n") {
		lead = eol
	}
	switch ends := strings.TrimRight(have, " \t\r\n"); {
	case item != "" && !strings.Contains(text, "\n") && bullet(text) == "":
		text = item + text
	case item != "" && bullet(text) != "":
	case ends != "" && strings.Count(have[len(ends):]+lead, "\n") < 2:
		lead += eol
	}
	return lead + strings.ReplaceAll(text, "\n", eol) + eol
}

func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// bullet gives the mark of an item of a list, "" when a line is none. A box is given empty.
func bullet(l string) string {
	t := strings.TrimLeft(l, " \t")
	if len(t) < 2 || !strings.ContainsRune("-*+", rune(t[0])) || t[1] != ' ' {
		return ""
	}
	mark := l[:len(l)-len(t)] + t[:2]
	if len(t) >= 6 && t[2] == '[' && t[4] == ']' && t[5] == ' ' {
		mark += "[ ] "
	}
	return mark
}

// Cut takes an Append back.
func (x *FileNotes) Cut(ctx context.Context, ref Ref, keep int) (Ref, error) {
	f, err := x.shelf.read(ref.ID)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrGone
	}
	if err != nil {
		return Ref{}, err
	}
	if f.stamp() != ref.Stamp || keep < 0 || keep > len(f.data) {
		return Ref{}, ErrChanged
	}
	if err := x.shelf.replace(ctx, ref.ID, ref.Stamp, f.data[:keep]); err != nil {
		return Ref{}, err
	}
	return Ref{ref.ID, stamp(f.data[:keep])}, nil
}

// Remove deletes a note that is still as ref says.
func (x *FileNotes) Remove(ctx context.Context, ref Ref) error {
	if !x.shelf.holds(ref.ID) {
		return ErrGone
	}
	return x.shelf.remove(ctx, ref.ID, ref.Stamp)
}
