// Package corpus owns the sentences by which routing is judged, and the judging: which intent, route and calls a careful
// person expects, and where Pace would act although nobody asked. It parts each file in two by the text alone: one half
// may be looked at while rules are written, the other is only ever counted. No result holds a sentence of that half.
package corpus

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"pace/backend/event"
	"pace/backend/route"
)

// Half says what a sentence is for.
type Half string

const (
	Tuning Half = "tuning"  // may be looked at while rules are written
	Held   Half = "heldOut" // is only counted
)

// HalfOf is where a sentence belongs: the first bit of its SHA-256.
func HalfOf(text string) Half {
	if sha256.Sum256([]byte(text))[0]>>7 == 1 {
		return Held
	}
	return Tuning
}

// Case is one sentence with what is expected of it. Empty fields are not judged.
type Case struct {
	Text   string
	Intent string
	Route  string
	Calls  *[][]event.Call // nil: not judged; no calls: nothing may be done
	Topic  string
	Half   Half
}

// Corpus is one file.
type Corpus struct {
	Name  string
	Note  string
	Cases []Case
}

// open names the files that were written after rules and to be looked at: all of them is for tuning.
var open = map[string]bool{"strangers": true}

// Load reads the files that come with Pace, by name.
func Load() ([]Corpus, error) { return load(route.Sentences()) }

func load(files fs.FS) ([]Corpus, error) {
	names, err := fs.Glob(files, "testdata/*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("list the sentences: %w", err)
	}
	var out []Corpus
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read the sentences: %w", err)
		}
		c, err := read(strings.TrimSuffix(path.Base(name), ".jsonl"), text)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func read(name string, text []byte) (Corpus, error) {
	c := Corpus{Name: name}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var row struct {
			Note, Text, Intent, Route, Topic, Why string
			Calls                                 *[][]event.Call
		}
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&row); err != nil {
			return c, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		if row.Note != "" {
			c.Note = row.Note
			continue
		}
		k := Case{Text: row.Text, Intent: row.Intent, Route: row.Route, Calls: row.Calls, Topic: row.Topic, Half: HalfOf(row.Text)}
		if row.Topic != "" { // talk: nothing may be done
			k.Calls = &[][]event.Call{}
		}
		if open[name] {
			k.Half = Tuning
		}
		c.Cases = append(c.Cases, k)
	}
	return c, lines.Err()
}
