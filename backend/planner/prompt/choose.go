package prompt

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pace/backend/planner"
	"pace/backend/tool"
)

// index finds the tools that a sentence is about by the words they share. It asks no model, and the same sentence finds
// the same tools.
type index struct {
	weight  []map[string]float64 // by tool: stem → how much it says about the tool
	rare    map[string]float64   // by stem: how few tools have it
	kin     map[string][]string  // by stem: what tools say instead
	named   map[string]bool      // empty words that are the name of a tool
	example []map[string]bool    // by tool: all words of its example
	usual   []int                // for sentences that share no word with any tool
}

// What a word says about a tool, by where it stands. A name is chosen to say what the tool is; the kind of an argument is
// told by its words in passing.
const (
	inName    = 3.0
	inAlias   = 2.4
	inExample = 2.0
	inSummary = 2.0
	inValue   = 1.5
	inArg     = 1.0
	inDoc     = 0.8
)

// termLimit bounds the words that count of one text of a tool, so that none is found by everything.
const termLimit = 40

func newIndex(specs []tool.Spec) *index {
	x := &index{rare: map[string]float64{}, kin: kinship(), named: map[string]bool{}}
	for _, s := range specs {
		x.named[s.Name] = stops[s.Name]
	}
	for i, s := range specs {
		w := map[string]float64{}
		add := func(text string, weight float64) {
			ts := terms(text, nil)
			for _, t := range ts[:min(len(ts), termLimit)] {
				w[t] = max(w[t], weight)
			}
		}
		add(s.Name, inName)
		if x.named[s.Name] {
			w[stem(s.Name)] = inName
		}
		for _, a := range s.Aliases[:min(len(s.Aliases), termLimit)] {
			add(a, inAlias)
		}
		add(s.Summary, inSummary)
		add(s.Example, inExample)
		for _, f := range s.Args.Fields[:min(len(s.Args.Fields), termLimit)] {
			if untold[f.Name] {
				continue
			}
			add(f.Name, inArg)
			add(f.Doc, inDoc)
			add(strings.Join(f.Enum, " "), inValue)
			for _, said := range sorted(f.Also) {
				add(said, inValue)
			}
		}
		x.weight = append(x.weight, w)
		x.example = append(x.example, words(s.Example))
		if slices.Contains(usual[:], s.Name) {
			x.usual = append(x.usual, i)
		}
		for t := range w {
			x.rare[t]++
		}
	}
	x.dampen()
	for t, n := range x.rare {
		x.rare[t] = math.Log(1 + float64(len(specs))/n)
	}
	return x
}

// wordy is how many times the words of the average tool a tool may have before they count less. Pace's own stay below it:
// it is for tools of connected servers that would be found by everything.
const wordy = 2

// dampen makes the words of wordy tools count less.
func (x *index) dampen() {
	all := 0
	for _, w := range x.weight {
		all += len(w)
	}
	for _, w := range x.weight {
		if share := wordy * float64(all) / float64(len(x.weight)*len(w)+1); share < 1 {
			for t := range w {
				w[t] *= share
			}
		}
	}
}

// usual are the tools that most wishes need.
var usual = [...]string{"open_app", "open_url", "window_close", "window_snap"}

func sorted(m map[string]string) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// What a word counts: the first of a step, which mostly says what to do; behind the second, where it mostly says with
// what; of the exchange before ("and a bit more"); and one that is only kin to a word that was said. Around these numbers
// it hardly matters which are taken.
const (
	first    = 1.2
	later    = 0.7
	earlier  = 0.4
	relative = 0.6
)

// weak is the share of the best match below which a tool is not worth its line.
const weak = 0.33

// maxSteps bounds the steps of a sentence that are looked at each for itself.
const maxSteps = 4

// choose ranks the tools that the sentence may need, the likeliest first. A sentence of several steps names the best of
// each before the second best of any. Where no word is shared, as in another language, it is those that most wishes need.
func (x *index) choose(text string, thread []planner.Turn) []int {
	var out []int
	add := func(is ...int) {
		for _, i := range is {
			if !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	all := map[string]float64{}
	for i, step := range steps(text) {
		said := map[string]float64{}
		x.hear(said, step, 1)
		for t, w := range said {
			all[t] = max(all[t], w)
		}
		if found := x.rank(said); i < maxSteps && len(found) > 0 {
			add(found[0])
		}
	}
	if n := len(thread); n > 0 {
		x.hear(all, thread[n-1].Said, earlier)
		x.hear(all, thread[n-1].Answered, earlier) // what Pace asked back
	}
	add(x.rank(all)...)
	if len(out) == 0 {
		add(x.alike(text)...)
		add(x.usual...)
	}
	return out
}

// steps parts a sentence where a further wish may begin.
func steps(text string) []string {
	text = partings.Replace(text)
	return slices.DeleteFunc(strings.Split(text, "\n"), func(s string) bool { return strings.TrimSpace(s) == "" })
}

var partings = strings.NewReplacer(", ", "\n", "; ", "\n", ". ", "\n", " and ", "\n", " then ", "\n")

// hear notes the words of a text.
func (x *index) hear(said map[string]float64, text string, weight float64) {
	for i, t := range terms(text, x.named) {
		w := weight
		switch {
		case i == 0:
			w *= first
		case i > 1:
			w *= later
		}
		said[t] = max(said[t], w)
		for _, k := range x.kin[t] {
			said[k] = max(said[k], w*relative)
		}
	}
}

// rank lists the tools that share words with what was said.
func (x *index) rank(said map[string]float64) []int {
	order := make([]string, 0, len(said))
	for t := range said {
		order = append(order, t)
	}
	slices.Sort(order) // a sum of floats depends on their order
	type match struct {
		tool  int
		score float64
	}
	var found []match
	for i, w := range x.weight {
		score := 0.0
		for _, t := range order {
			score += said[t] * w[t] * x.rare[t]
		}
		if score > 0 {
			found = append(found, match{i, score})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	var out []int
	for _, m := range found {
		if m.score >= weak*found[0].score {
			out = append(out, m.tool)
		}
	}
	return out
}

// similar is the share of words, of those of a sentence and of an example together, from which the two are alike.
const similar = 0.5

// alike lists the tools of which the example is nearly the sentence, word by word, also in words that say nothing by
// themselves: "what can you do".
func (x *index) alike(text string) []int {
	said := words(text)
	var out []int
	for i, example := range x.example {
		both := 0
		for w := range said {
			if example[w] {
				both++
			}
		}
		if either := len(said) + len(example) - both; both > 0 && float64(both) >= similar*float64(either) {
			out = append(out, i)
		}
	}
	return out
}
