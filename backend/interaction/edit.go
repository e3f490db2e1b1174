package interaction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// ErrNothingSelected says that an edit of the selection found none.
var ErrNothingSelected = errors.New("nothing is selected")

// Part says which text of a field is meant.
type Part int

const (
	Selected      Part = iota // what is selected, and nothing else
	SelectedOrAll             // when nothing is selected all of it, provided that it is short
	All
)

// ShortText is the longest text, in characters, of which everything is meant when nothing is selected.
const ShortText = 5000

// Piece is the text that is to become another, and what stands around it.
type Piece struct{ Text, Before, After string }

// Made is what a piece is to become. With a Problem it is left alone; so it is when Text is what it was: Why says that in
// one plain sentence, and Already that it is as it was wanted.
type Made struct {
	Text    string
	Why     string
	Already bool
	Problem *proof.Problem
}

// Rewrite makes another text of what is selected in a field, by default the one that the caret is in, and reads it back:
// the new text stands where the old one stood, and everything else is as it was, byte for byte. Means, best first: the
// element's own interface, the clipboard (given back), keys.
func (x *Session) Rewrite(ctx context.Context, step int, t desktop.Target, part Part, with func(Piece) Made, expect *desktop.Expect) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	p, err := x.piece(ctx, t, part)
	if err != nil {
		return refusal(ctx, err), nil
	}
	m := with(p.Piece)
	switch {
	case m.Problem != nil:
		return proof.RefuseFor(m.Problem), nil
	case m.Text == p.Text && m.Already:
		ev := proof.Evidence{Kind: proof.AlreadySo, What: capital(p.words()), After: quoted(p.Text), Path: p.fd.path()}
		return proof.Confirm(proof.Semantic, ev).Because(m.Why), nil
	case m.Text == p.Text:
		return proof.NoEffect("", &proof.Problem{Reason: proof.ReasonNoEffect, Text: m.Why}), nil
	}
	return x.splice(ctx, p, m.Text, expect)
}

// piece is a stretch of a field's text as it was found.
type piece struct {
	Piece
	fd    found
	span  desktop.Span
	whole string
	all   bool // nothing was selected, or everything was asked for
}

func (p piece) words() string {
	if p.all {
		return p.fd.el.Describe()
	}
	return "the selected text of " + p.fd.el.Describe()
}

// piece finds a field and what of its text is meant. Nothing is read of a password field.
func (x *Session) piece(ctx context.Context, t desktop.Target, part Part) (piece, error) {
	fd, err := x.field(ctx, t)
	var problem *proof.Problem
	if errors.As(err, &problem) && problem.Reason == proof.ReasonNotFound && t.Label == "" && len(t.Path) == 0 {
		return piece{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is no text field in “%s” whose text could be edited.", orIt(titled(fd.at.window)))}
	}
	if err != nil {
		return piece{}, err
	}
	if p := fits("", fd.el); p != nil {
		return piece{}, p
	}
	p := piece{fd: fd, all: part == All}
	if p.whole, err = x.text(ctx, fd); err != nil {
		return p, sentence(err, fd.el.Describe())
	}
	chars := utf8.RuneCountInString(p.whole)
	p.span = desktop.Span{To: chars}
	if part != All {
		if err := x.selected(ctx, &p, part, chars); err != nil {
			return p, err
		}
	}
	p.cut(p.span)
	return p, nil
}

// cut makes a stretch the one that is meant.
func (p *piece) cut(at desktop.Span) {
	from, to := byteAt(p.whole, at.From), byteAt(p.whole, at.To)
	p.span, p.Text, p.Before, p.After = at, p.whole[from:to], p.whole[:from], p.whole[to:]
}

// mixed says why a piece can't be rewritten that holds more than text.
func (p piece) mixed() *proof.Problem {
	if !strings.ContainsRune(p.Text, embedded) {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonUnsupported, Text: capital(p.words()) + " holds more than text, so it was left as it is."}
}

// embedded stands in a text for something that is none, a picture or a table.
const embedded = '\ufffc'

// selected narrows a piece to what is selected.
func (x *Session) selected(ctx context.Context, p *piece, part Part, chars int) error {
	spans, err := x.selection(ctx, p.fd)
	el := p.fd.el.Describe()
	switch {
	case errors.Is(err, desktop.ErrUnsupported):
		return &proof.Problem{Reason: proof.ReasonUnsupported, Text: fmt.Sprintf("What is selected in %s can't be told, so it was left as it is.", el), Err: err}
	case err != nil:
		return sentence(err, el)
	case len(spans) > 1:
		return &proof.Problem{Reason: proof.ReasonAmbiguous, Text: fmt.Sprintf("Several parts of %s are selected; Pace edits one at a time.", el)}
	case len(spans) == 1 && spans[0].From >= 0 && spans[0].To <= chars:
		p.span = spans[0]
		return nil
	case len(spans) == 1:
		return &proof.Problem{Reason: proof.ReasonUnsupported, Text: fmt.Sprintf("What is selected in %s does not agree with its text, so it was left as it is.", el)}
	case x.edited.el == p.fd.el.Ref && x.edited.whole == p.whole:
		p.span = x.edited.span // what this turn has just rewritten
		return nil
	case part == Selected:
		return &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("Nothing is selected in %s.", el), Err: ErrNothingSelected}
	case chars > ShortText:
		return &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("Nothing is selected in %s, and all of its text is more than %d characters; select the part that is meant.", el, ShortText)}
	}
	p.all = true
	return nil
}

func (x *Session) selection(ctx context.Context, fd found) ([]desktop.Span, error) {
	s, ok := x.desk.Tree.(desktop.Selector)
	if !ok {
		return nil, desktop.ErrUnsupported
	}
	return s.Selection(ctx, fd.el.Ref)
}

// byteAt is where the n-th character of s begins.
func byteAt(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// edited is a part of a text that was rewritten, so that a later step of the turn finds it again where the program does not
// leave it selected.
type edited struct {
	el    desktop.Ref
	span  desktop.Span
	whole string
}

// splice puts text in the place of a piece and reads the whole back.
func (x *Session) splice(ctx context.Context, p piece, text string, expect *desktop.Expect) (proof.Outcome, *Shot) {
	if bad := cmp.Or(p.mixed(), fits(text, p.fd.el)); bad != nil {
		return proof.RefuseFor(bad), nil
	}
	shot := x.shoot(ctx, p.fd)
	var e proof.Expectation = &spliced{x: x, p: p, text: text}
	if expect != nil {
		var err error
		if e, err = x.declared(ctx, *expect, p.fd); err != nil {
			return refusal(ctx, err), nil
		}
	}
	everything := p.Before == "" && p.After == ""
	pick := x.everything(true)
	ways := []way{{proof.Semantic, x.own(desktop.SetText, text)}}
	if !everything {
		pick = x.pick(p.span)
		ways = []way{{proof.Semantic, x.part(p.span, text)}}
	}
	ways = append(ways, way{proof.Paste, x.pasteOver(text, pick)}, way{proof.Keys, x.keysOver(text, pick)})
	o := x.write(ctx, p.fd, e, everything, ways)
	if o.OK() {
		o = o.Because(fmt.Sprintf("%s changed from %s to %s.", capital(p.words()), short(quoted(p.Text)), short(quoted(text))))
		if !p.all {
			x.again(ctx, p, text)
		}
	}
	return o, x.reshoot(ctx, shot)
}

// again selects what was put in the place of a selection, so that "and now shorter" is about the same. Where that can't be
// done the turn remembers it.
func (x *Session) again(ctx context.Context, p piece, text string) {
	span := desktop.Span{From: p.span.From, To: p.span.From + utf8.RuneCountInString(text)}
	whole, err := x.text(ctx, p.fd)
	if err != nil {
		return
	}
	x.edited = edited{el: p.fd.el.Ref, span: span, whole: whole}
	if x.desk.Actor != nil && !span.Empty() {
		_ = x.desk.Actor.Do(ctx, p.fd.el.Ref, desktop.Mark, desktop.Arg{Span: span})
	}
}

// part replaces a stretch through the element's own interface.
func (x *Session) part(span desktop.Span, text string) func(context.Context, found) error {
	return func(ctx context.Context, fd found) error {
		if x.desk.Actor == nil || !fd.el.Can(desktop.Insert) {
			return sentence(desktop.ErrUnsupported, fd.el.Describe())
		}
		err := x.desk.Actor.Do(proof.Act(ctx), fd.el.Ref, desktop.Replace, desktop.Arg{Text: text, Span: span})
		if err != nil && !errors.Is(err, desktop.ErrNoAnswer) {
			return sentence(err, fd.el.Describe())
		}
		return err
	}
}

// pick makes a stretch the selected one before a key replaces it: what a key would replace instead must not be guessed.
func (x *Session) pick(span desktop.Span) picks {
	return func(ctx context.Context, fd found) error {
		is := func() bool {
			now, err := x.selection(ctx, fd)
			return err == nil && slices.Equal(now, []desktop.Span{span})
		}
		if is() {
			return nil
		}
		lost := &proof.Problem{Reason: proof.ReasonUnsupported, Text: fmt.Sprintf("The part of %s that is meant can't be selected, so it was left as it is.", fd.el.Describe())}
		if x.desk.Actor == nil {
			return lost
		}
		if err := x.desk.Actor.Do(ctx, fd.el.Ref, desktop.Mark, desktop.Arg{Span: span}); err != nil {
			lost.Err = err
			return lost
		}
		wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetText/2)
		defer stop()
		for wake := fd.a.wake(wctx); !is(); {
			if _, ok := <-wake; !ok {
				return lost
			}
		}
		return nil
	}
}

// PreviewPiece names the text that would be rewritten, or says why it would not be.
func (x *Session) PreviewPiece(ctx context.Context, t desktop.Target, part Part, with func(Piece) Made) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p, err := x.piece(ctx, t, part)
	if err != nil {
		return "", sentence(err, "")
	}
	m := with(p.Piece)
	if bad := cmp.Or(m.Problem, p.mixed(), fits(m.Text, p.fd.el)); bad != nil {
		return "", bad
	}
	return p.words() + fmt.Sprintf(" in “%s”", orIt(titled(p.fd.at.window))), nil
}
