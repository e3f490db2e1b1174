package phrase

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode"
	"unicode/utf8"

	"pace/backend/tool"
)

// sentence is one normalised sentence while it is read.
type sentence struct {
	text     string
	toks     []token
	unclosed int
	shout    bool   // all in capitals, so that they mean nothing
	row      string // the row of the chain that took the first command
}

func newSentence(n string) *sentence {
	toks, unclosed := tokenise(n)
	if len(toks) > 1 {
		toks[0].low = untwist(toks[0].low)
	}
	s := &sentence{text: n, toks: toks, unclosed: unclosed}
	upper := 0
	for _, t := range toks {
		if t.kind != word || !unicode.IsLetter([]rune(t.raw)[0]) {
			continue
		}
		if startsLower(t.raw) || len(t.raw) > 1 && t.raw[1:] != upperTail(t.raw[1:]) {
			upper = -1
			break
		}
		upper++
	}
	s.shout = upper >= 3
	return s
}

// untwist rights two letters of a verb that changed places: "opne". No other English word comes of these.
func untwist(w string) string {
	if len(w) < 4 || len(w) > 6 || verbHeads.has(w) {
		return w
	}
	for i := 1; i < len(w); i++ {
		if right := w[:i-1] + string(w[i]) + string(w[i-1]) + w[i+1:]; twisted.has(right) {
			return right
		}
	}
	return w
}

var twisted = words("open close press click type scroll mute play pause")

func upperTail(s string) string { return string(bytes.ToUpper([]byte(s))) }

// bareWake reports whether the sentence is nothing but a call for attention.
func (s *sentence) bareWake() bool {
	l := lows(dropStops(s.toks))
	if l == "pace" {
		return true
	}
	if len(s.toks) >= 2 && len(s.toks) <= 4 {
		for _, ld := range leads[s.toks[0].low] {
			if ld.always && len(ld.words) == 2 && ld.words[1] == "pace" && l == ld.words[0]+" pace" {
				return true
			}
		}
	}
	return false
}

// cut is the text of toks as it was written.
func (s *sentence) cut(toks []token) string {
	if len(toks) == 0 {
		return ""
	}
	return s.text[toks[0].start:toks[len(toks)-1].end]
}

// piece is a stretch of the sentence that begins with a command.
type piece struct {
	toks   []token
	from   int  // token where it begins
	strong bool // "then", a semicolon or a line break leads to it
	verb   verb
}

// read is what became of one piece.
type read struct {
	steps [][]tool.Call
	sure  bool
	bad   *refusal
}

// commands reads the whole sentence. On a refusal the steps are those understood before it.
func (s *sentence) commands() ([][]tool.Call, *refusal) {
	toks := s.toks
	if len(trimStops(toks)) == 0 {
		return nil, &refusal{why: Empty, rest: s.text}
	}
	if clipboardQuestion(toks) {
		return one(call("clipboard_read", struct{}{})), nil
	}
	if path, bad := s.menuPath(toks, false); path != nil || bad != nil {
		return path, bad
	}
	if len(toks) == 1 && toks[0].kind == word {
		if u, ok, _ := s.address(toks, false); ok {
			return one(call("open_url", urlArgs{u})), nil
		}
	}
	v, _ := verbAt(toks, 0)
	if v == noVerb && !s.leadsIn(toks) {
		if overlong(toks) {
			return nil, &refusal{why: TooLong, rest: s.text}
		}
		return nil, &refusal{why: classify(s.toks), rest: s.text}
	}
	pieces := s.pieces(toks)
	if plainRunes(pieces) > MaxRunes {
		return nil, &refusal{why: TooLong, rest: s.text}
	}
	var steps [][]tool.Call
	for i := 0; i < len(pieces); {
		p := pieces[i]
		next := i + 1
		var r read
		if p.verb.free() && !opensQuoted(p) {
			for ; next < len(pieces); next++ {
				q := pieces[next]
				got := s.one(q)
				if got.bad == nil && (q.strong || got.sure) {
					break
				}
				if got.bad != nil && (q.strong && q.verb != vCheck || next+1 == len(pieces) && dangling(q)) {
					return steps, got.bad
				}
			}
			p.toks = toks[p.from:]
			if next < len(pieces) {
				p.toks = toks[p.from : pieces[next-1].from+len(pieces[next-1].toks)]
			}
		}
		r = s.one(p)
		steps = append(steps, itsWindow(steps, p, r.steps)...)
		if r.bad != nil {
			return steps, r.bad
		}
		if len(steps) > MaxSteps {
			return steps, &refusal{why: TooLong, rest: s.cut(p.toks)}
		}
		i = next
	}
	return steps, nil
}

// itsWindow lets "it" mean the program that was opened in the step before: "open Ableton and maximise it".
func itsWindow(before [][]tool.Call, p piece, steps [][]tool.Call) [][]tool.Call {
	if len(before) == 0 || len(steps) != 1 || before[len(before)-1][0].Tool != "open_app" || !slices.ContainsFunc(p.toks, func(t token) bool { return t.isWord("it") }) {
		return steps
	}
	var opened appArgs
	var snap snapArgs
	if c := steps[0][0]; c.Tool != "window_snap" || json.Unmarshal(c.Args, &snap) != nil || snap.App != "" || json.Unmarshal(before[len(before)-1][0].Args, &opened) != nil {
		return steps
	}
	snap.App = opened.App
	return one(call("window_snap", snap))
}

// dangling reports whether q is the bare beginning of a command: "… and press".
func dangling(q piece) bool {
	_, w := verbAt(q.toks, 0)
	return w == len(q.toks) && (q.verb == vPress || q.verb == vClick || q.verb == vDouble || q.verb == vType || q.verb == vScroll)
}

// pieces cuts toks where a separator leads to another command.
func (s *sentence) pieces(toks []token) []piece {
	v, _ := verbAt(toks, 0)
	cur := piece{from: 0, verb: v}
	first := 1
	if v == noVerb {
		_, n := s.leadIn(toks)
		cur.verb, _ = verbAt(toks, n)
		first = n + 1
	}
	var out []piece
	for i := first; i < len(toks); i++ {
		after := toks[i].isWord("after") && i+1 < len(toks) && toks[i+1].isWord("that")
		if !separator(toks[i]) && !after {
			continue
		}
		j := skipSeparators(toks, i)
		if j == i {
			continue
		}
		w, _ := verbAt(toks, j)
		if w == noVerb && s.oneWord(toks, cur, i, j) {
			w = vRow
		}
		if w == noVerb {
			i = j - 1
			continue
		}
		if labelEnds(toks, i, j, cur.verb) {
			continue
		}
		strong := false
		for _, t := range toks[i:j] {
			strong = strong || t.isWord("then") || t.isWord("afterwards") || t.stop(";") || t.kind == newline || t.isWord("after") || t.isWord("followed")
		}
		cur.toks = toks[cur.from:i]
		out = append(out, cur)
		cur = piece{from: j, strong: strong, verb: w}
		i = j
	}
	cur.toks = toks[cur.from:]
	return append(out, cur)
}

// oneWord reports whether the word at j, alone between separators, is a command ("… and copy"): behind "then", or behind a
// command of the chain. Elsewhere it may as well belong to what stands before it.
func (s *sentence) oneWord(toks []token, cur piece, i, j int) bool {
	if j >= len(toks) || j+1 < len(toks) && !separator(toks[j+1]) || !toks[j].lowerCase() {
		return false
	}
	if c, ok := chain.match(s, toks[j:j+1], nil); !ok || c.read.bad != nil {
		return false
	}
	if slices.ContainsFunc(toks[i:j], func(t token) bool { return t.isWord("then") || t.kind == newline || t.stop(";") }) && !cur.verb.free() {
		return true
	}
	c, ok := chain.match(s, trimStops(toks[cur.from:i]), nil)
	return ok && c.read.bad == nil
}

// labelEnds recognises "Save and Open": a capitalised verb behind "and" at the end of a label.
func labelEnds(toks []token, i, j int, v verb) bool {
	if v.free() || j != i+1 || !toks[i].isWord("and") || toks[j].lowerCase() || toks[i-1].kind != word || toks[i-1].lowerCase() {
		return false
	}
	return j+1 == len(toks) || separator(toks[j+1])
}

// opensQuoted reports whether the free text of p is quoted, so that it ends where the quotes end.
func opensQuoted(p piece) bool {
	if p.verb == vSet || p.verb == vFill {
		n := len(p.toks)
		return n > 0 && p.toks[n-1].kind == quoted
	}
	_, w := verbAt(p.toks, 0)
	if w < len(p.toks) && p.toks[w].stop(":") {
		w++
	}
	return w > 0 && w < len(p.toks) && p.toks[w].kind == quoted
}

// plainRunes counts what is read as command.
func plainRunes(pieces []piece) int {
	n := 0
	for i, p := range pieces {
		if p.verb.free() {
			if i == 0 || p.strong {
				continue
			}
		}
		if i > 0 && pieces[0].verb.free() {
			continue // may be text; a long label is refused anyway
		}
		for _, t := range p.toks {
			if t.kind != quoted {
				n += utf8.RuneCountInString(t.raw) + 1
			}
		}
	}
	return n
}

func overlong(toks []token) bool { return plainRunes([]piece{{toks: toks}}) > MaxRunes }

// call makes one step of one call.
func call(name string, args any) []tool.Call {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(args); err != nil {
		panic("phrase: arguments of " + name + ": " + err.Error()) // plain structs of strings and numbers
	}
	return []tool.Call{{Tool: name, Args: json.RawMessage(bytes.TrimSpace(b.Bytes()))}}
}

func one(c []tool.Call) [][]tool.Call { return [][]tool.Call{c} }

// again repeats steps n times.
func again(steps [][]tool.Call, n int) [][]tool.Call {
	var out [][]tool.Call
	for range n {
		out = append(out, steps...)
	}
	return out
}
