package intent

import (
	"maps"
	"slices"
	"strings"
)

// classes is a set of word classes.
type classes uint64

// vocabulary knows the words that the tables name. A word that it does not know has number 0 and no class.
type vocabulary struct {
	words  map[string]entry
	names  map[string]classes  // of the classes
	list   []string            // by number
	spoken map[string][]string // what is meant by a written form

	num, poss, person, verbs classes
	short                    classes // behind these "'s" is "is"
}

type entry struct {
	id      uint16
	classes classes
}

// newVocabulary reads lines of "class: words".
func newVocabulary(text string) *vocabulary {
	v := &vocabulary{words: map[string]entry{}, names: map[string]classes{}, list: []string{""}}
	var class classes
	for _, f := range strings.Fields(text) {
		if name, ok := strings.CutSuffix(f, ":"); ok {
			class = v.names[name]
			if class == 0 {
				class = 1 << len(v.names)
				v.names[name] = class
			}
			continue
		}
		id := v.add(f)
		e := v.words[f]
		v.words[f] = entry{id, e.classes | class}
	}
	if len(v.names) > 64 {
		panic("intent: more than 64 classes of words")
	}
	return v
}

func (v *vocabulary) add(w string) uint16 {
	if e, ok := v.words[w]; ok {
		return e.id
	}
	id := uint16(len(v.list))
	v.list = append(v.list, w)
	v.words[w] = entry{id: id}
	return id
}

// find looks a word up. A longer word that is not known may be one with two letters swapped: "opne".
func (v *vocabulary) find(w string) (string, entry) {
	if e, ok := v.words[w]; ok {
		return w, e
	}
	if len(w) < 3 || len(w) > 20 {
		return w, entry{}
	}
	var b [20]byte
	copy(b[:], w)
	for i := 0; i+1 < len(w); i++ {
		if b[i] >= 0x80 || b[i+1] >= 0x80 || b[i] == b[i+1] {
			continue
		}
		b[i], b[i+1] = b[i+1], b[i]
		if e, ok := v.words[string(b[:len(w)])]; ok && v.spoken[v.list[e.id]] == nil {
			return v.list[e.id], e
		}
		b[i], b[i+1] = b[i+1], b[i]
	}
	return w, entry{}
}

// plurals gives the classes whose name ends in "+s" to the plurals of their words too, and drops that ending.
func (v *vocabulary) plurals() {
	for _, name := range slices.Sorted(maps.Keys(v.names)) {
		c := v.names[name]
		short, ok := strings.CutSuffix(name, "+s")
		if !ok {
			continue
		}
		delete(v.names, name)
		v.names[short] = c
		for _, w := range v.list[1:] {
			if v.words[w].classes&c == 0 {
				continue
			}
			more := w + "s"
			switch last := w[len(w)-1]; {
			case last == 'y' && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
				more = w[:len(w)-1] + "ies"
			case last == 's' || last == 'x' || strings.HasSuffix(w, "ch") || strings.HasSuffix(w, "sh"):
				more = w + "es"
			}
			id := v.add(more)
			e := v.words[more]
			v.words[more] = entry{id, e.classes | c}
		}
	}
}

// spell reads lines of "written = meant".
func (v *vocabulary) spell(text string) {
	v.spoken = map[string][]string{}
	for _, pair := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		written, meant, _ := strings.Cut(pair, "=")
		full := strings.Fields(meant)
		if written = strings.TrimSpace(written); len(full) == 1 && full[0] == written {
			continue
		}
		v.spoken[written] = full
		for _, w := range full {
			v.add(w)
		}
		if e, ok := v.words[written]; ok && len(full) == 1 { // what was meant is all that was written
			m := v.words[full[0]]
			v.words[full[0]] = entry{m.id, m.classes | e.classes}
		}
	}
}

func (v *vocabulary) class(name string) classes {
	c, ok := v.names[name]
	if !ok {
		panic("intent: no class of words " + name)
	}
	return c
}

// gerund turns "pressing" into "press" when that is a known verb.
func (v *vocabulary) gerund(w string) (string, bool) {
	stem, ok := strings.CutSuffix(w, "ing")
	if !ok || len(stem) < 2 {
		return "", false
	}
	n := len(stem)
	for _, verb := range [...]string{stem, stem + "e", stem[:n-1]} {
		if e, ok := v.words[verb]; ok && e.classes&v.verbs != 0 && (verb != stem[:n-1] || stem[n-1] == stem[n-2]) {
			return verb, true
		}
	}
	return "", false
}
