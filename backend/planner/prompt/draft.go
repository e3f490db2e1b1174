package prompt

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"pace/backend/planner"
	"pace/backend/untrusted"
)

// A nonce is drawn once for each prompt, before anything is shortened, so that shortening does not change it.
const nonceBytes = 12

// spokenLimit is the most that is repeated of one side of an earlier exchange, in bytes. A sentence may hold a page
// that was to be typed.
const spokenLimit = 1500

// draft is a prompt that may still be shortened.
type draft struct {
	fixed
	in    Input
	nonce string // hex; "" when nothing is wrapped

	told   told
	chosen []int // tools whose full lines are still in, the likeliest first
	sure   int   // how many of them are not the first to give way

	lines   []string // that are still in
	unseen  int      // elements without a line
	thread  []planner.Turn
	outside []planner.Outside
	steps   []planner.Step
	gone    []bool // by step: what it read has been left out
	now     bool   // Now is still in

	cut  map[string]int // what went, by kind
	kind []string       // kinds in the order in which they went
}

func newDraft(f fixed, in Input) (*draft, error) {
	if in.Context <= 0 {
		in.Context = DefaultContext
	}
	if in.Reply <= 0 {
		in.Reply = DefaultReply
	}
	d := &draft{fixed: f, in: in, thread: in.Thread, outside: in.Outside, steps: in.Steps, now: true, unseen: in.Unseen, cut: map[string]int{}}
	d.gone = make([]bool, len(d.steps))
	if in.Brief {
		d.outside, d.steps, d.unseen = nil, nil, 0
	} else {
		d.lines = d.bounded(in.Screen)
		window := in.Context - in.Reply
		d.told = f.way(window)
		d.chosen, d.sure = f.chosen(d.told, window, in.Text, in.Thread)
	}
	// What the window keeps out is not left out for want of room: that is what the user has set.
	if keep := min(max(in.Window, 1), MaxWindow); len(d.thread) > keep {
		d.thread = d.thread[len(d.thread)-keep:]
	}
	if !d.wraps() {
		return d, nil
	}
	if in.Nonces == nil {
		return nil, errors.New("make a nonce: no source of randomness")
	}
	var raw [nonceBytes]byte
	if _, err := io.ReadFull(in.Nonces, raw[:]); err != nil {
		return nil, fmt.Errorf("make a nonce: %w", err)
	}
	d.nonce = hex.EncodeToString(raw[:])
	return d, nil
}

// bounded keeps whole lines within what a model is given of one text; a line that holds a line break would be two.
func (d *draft) bounded(lines []string) []string {
	size, out := 0, make([]string, 0, len(lines))
	for i, l := range lines {
		l = strings.Join(strings.Fields(untrusted.Clean(l)), " ")
		if size += len(l) + 1; size > untrusted.Limit {
			d.left("screen", len(lines)-i)
			d.unseen += len(lines) - i
			break
		}
		out = append(out, l)
	}
	return out
}

func (d *draft) wraps() bool {
	return len(d.lines) > 0 || len(d.outside) > 0 || len(d.steps) > 0 || d.in.Now.App != "" || d.in.Now.Window != ""
}

// wrap puts a text between delimiters under the nonce of this message.
func (d *draft) wrap(source untrusted.Source, text string) string {
	raw, err := hex.DecodeString(d.nonce)
	if err != nil || len(raw) != nonceBytes {
		panic("wrapped without a nonce") // wraps says when one is drawn
	}
	w, err := untrusted.New(bytes.NewReader(raw)).Wrap(source, text)
	if err != nil {
		panic(err) // the reader holds what is read
	}
	return w.Text
}

func (d *draft) left(what string, n int) {
	if n <= 0 {
		return
	}
	if _, known := d.cut[what]; !known {
		d.kind = append(d.kind, what)
	}
	d.cut[what] += n
}

// piece is a part of the text under its name.
type piece struct{ name, text string }

// system is the part that changes least.
func (d *draft) system() []piece {
	out := []piece{{"voice", voice}}
	if d.in.Brief {
		return out
	}
	out = append(out, piece{"rules", d.rules}, piece{"tools", d.told.text})
	if len(d.lines) > 0 {
		out = append(out, piece{"pointing", pointing})
	}
	return out
}

// user is what changes with every sentence.
func (d *draft) user() []piece {
	var out []piece
	add := func(name, text string) {
		if text != "" {
			out = append(out, piece{name, text + "\n\n"})
		}
	}
	// First, since they are the same when the model is asked again for the sentence.
	add("chosen", d.need())
	if d.now {
		add("now", d.surroundings())
	}
	add("screen", d.screen())
	for _, o := range d.outside {
		add("outside", sentenceCase(untrusted.Clean(o.About))+":\n"+d.wrap(o.Source, o.Text))
	}
	add("steps", d.done())
	// A byte that is no character would make the request invalid; all else is the person's own.
	return append(out, piece{"sentence", "The person says:\n" + strings.ToValidUTF8(d.in.Text, "\ufffd")})
}

// need gives the full lines of what the sentence may need.
func (d *draft) need() string {
	if len(d.chosen) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(chosenHead)
	for _, i := range d.chosen {
		b.WriteString(d.tools.lines[i])
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// screen lists the elements, and says how many are not listed.
func (d *draft) screen() string {
	var b strings.Builder
	if len(d.lines) > 0 {
		b.WriteString("On the screen:\n" + d.wrap(untrusted.Screen, strings.Join(d.lines, "\n")))
		if d.unseen > 0 {
			fmt.Fprintf(&b, "\n(More elements are there that are not listed: %d.)", d.unseen)
		}
	} else if d.cut["screen"] > 0 {
		fmt.Fprintf(&b, "(The elements of the window in front are not listed, for want of room: %d.)", d.unseen)
	}
	return b.String()
}

// exchange gives an earlier turn as two messages. Neither is empty: some chat templates refuse that, or two of one
// role in a row.
func exchange(t planner.Turn) [2]Message {
	text := func(s string) string {
		if s = strings.TrimSpace(untrusted.Clean(s)); s == "" {
			return "(nothing)"
		}
		return head(s, spokenLimit)
	}
	return [2]Message{{User, text(t.Said)}, {Assistant, text(t.Answered)}}
}

// head is the beginning of a long text with a note of what is missing.
func head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := limit
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s … (%d more bytes)", s[:n], len(s)-n)
}

func sentenceCase(s string) string {
	if s == "" {
		return "A text from outside"
	}
	r, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[n:]
}

// join writes pieces as one text.
func join(ps []piece) string {
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.text)
	}
	return b.String()
}
