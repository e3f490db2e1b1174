package prompt

import (
	"slices"
	"strings"

	"pace/backend/planner"
	"pace/backend/tool"
)

// told is how a set of tools is told in the system message. How is decided by what the model holds and not by the
// sentence: the text stays the same from one sentence to the next, and what a server has computed for it stays good.
//
// The more there is to tell, the more of it goes into a short list, and the full lines of the tools that a sentence may
// need go with the sentence. In tokens, for 48 tools of the usual length: 3105 in full; 752 with those that take an
// element of the screen in full and the others by name and arguments; 531 with the others by name alone; 216 with all by
// name alone. A model of 4096 has room for 911 beside a screen of a thousand: 752 and three lines that go with the
// sentence. Of 68 sentences of the evaluation that need a tool 68 come with its full line, of 820 commands that were
// written for other tests 805; beside a screen that fills its room 762 of these.
type told struct {
	text string
	cost int    // tokens of text
	rest []bool // by tool: not told in full

	names bool // all are told at least by name
}

// tools are the tools of one kind of turn.
type tools struct {
	specs []tool.Spec
	lines []string // of each tool, as it goes with a sentence
	index *index
	ways  []told // the fullest first, the last is always taken
}

// terse is for lists that say once what all of it has in common.
var terse = style{}

func newTools(specs []tool.Spec) tools {
	ts := tools{specs: specs, index: newIndex(specs)}
	if len(specs) == 0 {
		ts.ways = []told{{text: noTools, cost: Tokens(noTools)}}
		return ts
	}
	for _, s := range specs {
		ts.lines = append(ts.lines, line(s, fields(s.Args, terse), terse)+"\n")
	}
	all, none := func(tool.Spec) bool { return true }, func(tool.Spec) bool { return false }
	way := func(text string, full func(tool.Spec) bool) {
		t := told{text: text, cost: Tokens(text), names: text != unlisted}
		for _, s := range specs {
			t.rest = append(t.rest, !full(s))
		}
		ts.ways = append(ts.ways, t)
	}
	way(toolsHead+lines(specs, style{true, true}), all)
	way(familiesHead+families(specs), hands)
	way(namesHead+names(specs, hands), hands)
	way(namesHead+names(specs, none), none)
	way(unlisted, none)
	return ts
}

// hands reports a tool that takes an element of the screen: any element of any program is a reason to need it, so no words
// of a sentence tell when.
func hands(s tool.Spec) bool {
	return s.Risk == tool.InputInjection && slices.ContainsFunc(s.Args.Fields, func(f tool.Field) bool { return element[f.Name] })
}

// element are the arguments that the number of an element may stand for, see pointing.
var element = map[string]bool{"label": true, "target": true, "into": true}

// families lists tools by what they risk, so that it is said once: hands in full, the others by name and arguments.
func families(specs []tool.Spec) string {
	var b strings.Builder
	for _, f := range [...]struct {
		risk tool.Risk
		head string
	}{
		{tool.InputInjection, "They work the program in front:"}, {tool.ChangesSystem, "They change programs or the system:"},
		{tool.ReadOnly, "They change nothing:"}, {tool.External, "They reach beyond this computer:"},
	} {
		var long []tool.Spec
		var short []string
		for _, s := range specs {
			switch {
			case s.Risk != f.risk:
			case hands(s):
				long = append(long, s)
			default:
				short = append(short, signature(s))
			}
		}
		if len(long)+len(short) == 0 {
			continue
		}
		b.WriteString(f.head)
		if len(short) > 0 {
			b.WriteString(" " + strings.Join(short, "; "))
		}
		b.WriteString("\n" + lines(long, terse))
	}
	return b.String()
}

// signature is the short line of a tool: name{needed [what may be missing]}. A sign in it that would end it early can
// only come from a tool of a connected server.
func signature(s tool.Spec) string {
	var needed, other []string
	for _, f := range s.Args.Fields {
		switch {
		case f.Required:
			needed = append(needed, bare(f.Name))
		case !untold[f.Name]:
			other = append(other, bare(f.Name))
		}
	}
	if len(other) > 0 {
		needed = append(needed, "["+strings.Join(other, " ")+"]")
	}
	return bare(s.Name) + "{" + head(strings.Join(needed, " "), tellLimit) + "}"
}

func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("{}[]; ", r) {
			return '_'
		}
		return r
	}, said(name))
}

// names lists tools by name alone, save those that full picks.
func names(specs []tool.Spec, full func(tool.Spec) bool) string {
	var long []tool.Spec
	var short []string
	for _, s := range specs {
		if full(s) {
			long = append(long, s)
		} else {
			short = append(short, bare(s.Name))
		}
	}
	return strings.Join(short, ", ") + "\n" + lines(long, terse)
}

const (
	// besides is what has to find room beside the fixed text: a screen of a thousand tokens, where it is, and a sentence.
	besides = 1100
	// half is the most that tools take where such a screen does not find its room anyway.
	half = 640
	// These bound the lines that go with a sentence, in tokens, about fifty a line. They are read anew with every sentence,
	// while the rest is read once. Beside a screen that fills its room there are fewest to enough of them, else most.
	fewest, enough, most = 90, 160, 320
)

// room is how many tokens the tools may take of a window with a screen in it: what the screen leaves, and in a window in
// which the screen does not find its room anyway, half.
func (f fixed) room(window int) int {
	open := window - f.base
	return max(open-Tokens(pointing)-besides, min(open/2, half))
}

// way picks how the tools are told in a window of so many tokens.
func (f fixed) way(window int) told {
	room := f.room(window)
	for i, w := range f.tools.ways {
		beside := fewest
		if i == 0 {
			beside = 0 // nothing has to go with the sentence
		}
		if w.cost+beside <= room {
			return w
		}
	}
	return f.tools.ways[len(f.tools.ways)-1]
}

// chosen are the tools whose full lines go with a sentence, the likeliest first. The first sure of them have their room
// beside a screen; the others go along where there is more.
func (f fixed) chosen(w told, window int, text string, thread []planner.Turn) (chosen []int, sure int) {
	if !slices.Contains(w.rest, true) {
		return nil, 0
	}
	kept, left := min(max(f.room(window)-w.cost, fewest), enough)-Tokens(chosenHead), most
	if !w.names {
		kept = enough // no other tool can be called, so this goes before all but the sentence
	}
	for _, i := range f.tools.index.choose(text, thread) {
		n := Tokens(f.tools.lines[i])
		if !w.rest[i] || n > left {
			continue
		}
		left -= n
		if n <= kept && sure == len(chosen) {
			kept -= n
			sure++
		}
		chosen = append(chosen, i)
	}
	return chosen, sure
}
