package linux

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Types that are no kind of content.
const (
	folderType  = "inode/directory"
	textType    = "text/plain"
	unknownType = "application/octet-stream"
)

// glob is a line of a globs2 file: names that fit are of this type.
type glob struct {
	weight  int
	kind    string
	pattern string
	exact   bool // case counts
}

// types tells what kind of file a name is, from the shared database of the desktop.
type types struct {
	globs   []glob
	parents map[string][]string // a type → what else it may be opened as
	names   map[string]string   // another name → the type
}

// readTypes reads the databases below the data folders, the most personal first.
func readTypes(dataDirs []string) types {
	t := types{parents: map[string][]string{}, names: map[string]string{}}
	for _, dir := range slices.Backward(dataDirs) {
		if text, err := readSmall(filepath.Join(dir, "mime", "globs2")); err == nil {
			t.addGlobs(text)
		}
		fields(filepath.Join(dir, "mime", "subclasses"), func(child, parent string) {
			t.parents[child] = append([]string{parent}, t.parents[child]...)
		})
		fields(filepath.Join(dir, "mime", "aliases"), func(other, name string) { t.names[other] = name })
	}
	return t
}

// fields reads lines of two words.
func fields(file string, each func(a, b string)) {
	text, err := readSmall(file)
	if err != nil {
		return
	}
	for line := range bytes.Lines(text) {
		if f := strings.Fields(string(line)); len(f) == 2 && f[0][0] != '#' {
			each(f[0], f[1])
		}
	}
}

func (t *types) addGlobs(text []byte) {
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		weight, err := strconv.Atoi(f[0])
		if err != nil {
			continue
		}
		if f[2] == "__NOGLOBS__" { // what less personal databases say of this type does not count
			t.globs = slices.DeleteFunc(t.globs, func(g glob) bool { return g.kind == f[1] })
			continue
		}
		t.globs = append(t.globs, glob{weight, f[1], f[2], len(f) > 3 && slices.Contains(strings.Split(f[3], ","), "cs")})
	}
}

// named gives the type that a name is of, "" when no pattern fits. The heaviest pattern wins, then the longest.
func (t types) named(name string) string {
	var best glob
	low := strings.ToLower(name)
	for _, g := range t.globs {
		subject, pattern := low, strings.ToLower(g.pattern)
		if g.exact {
			subject, pattern = name, g.pattern
		}
		if g.weight < best.weight || g.weight == best.weight && len(g.pattern) <= len(best.pattern) {
			continue
		}
		if ok, err := path.Match(pattern, subject); ok && err == nil {
			best = g
		}
	}
	return best.kind
}

// of gives the type of a file or folder, and after it what else it may be opened as.
func (t types) of(file string, info os.FileInfo) []string {
	kind := folderType
	if !info.IsDir() {
		if kind = t.named(filepath.Base(file)); kind == "" {
			kind = sniffed(file)
		}
	}
	out := []string{kind}
	for i := 0; i < len(out) && len(out) < 20; i++ {
		next := t.parents[out[i]]
		if name, ok := t.names[out[i]]; ok {
			next = append(slices.Clone(next), name)
		}
		for _, p := range next {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	if strings.HasPrefix(kind, "text/") && !slices.Contains(out, textType) {
		out = append(out, textType)
	}
	return out
}

// sniffed tells text from anything else by how a file begins.
func sniffed(file string) string {
	r, err := os.Open(file)
	if err != nil {
		return unknownType
	}
	defer r.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return unknownType
	}
	head = head[:n]
	for range utf8.UTFMax - 1 { // it may end within a character
		if n < 512 || utf8.Valid(head) {
			break
		}
		head = head[:len(head)-1]
	}
	if bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head) {
		return unknownType
	}
	return textType
}

// readSmall reads a file that is not larger than those of a desktop are.
func readSmall(path string) ([]byte, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxEntry+1))
	if err == nil && len(text) > maxEntry {
		err = fmt.Errorf("%w: too large", errNoEntry)
	}
	return text, err
}
