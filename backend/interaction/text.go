package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// MaxText is the longest text that is typed in one step, in bytes. Longer ones are refused, never cut.
const MaxText = 1 << 20

// Type inserts text at the caret of the target, or of the focused element when the target is empty, and reads it
// back. Means, best first: the element's own interface, the clipboard (given back), keys (at most 12 characters
// that the keyboard lacks). A means follows another only when that one provably did nothing.
func (x *Session) Type(ctx context.Context, step int, t desktop.Target, text string, expect *desktop.Expect) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	fd, err := x.field(ctx, t)
	if err != nil {
		return refusal(ctx, err), nil
	}
	if p := fits(text, fd.el); p != nil {
		return proof.RefuseFor(p), nil
	}
	shot := x.shoot(ctx, fd)
	var e proof.Expectation = &inserted{x: x, fd: fd, text: text}
	if expect != nil {
		if e, err = x.declared(ctx, *expect, fd); err != nil {
			return refusal(ctx, err), nil
		}
	}
	o := x.write(ctx, fd, e, false, []way{
		{proof.Semantic, x.own(desktop.Insert, text)},
		{proof.Paste, x.paste(text, false)},
		{proof.Keys, x.keys(text, false)},
	})
	return o, x.reshoot(ctx, shot)
}

// SetText replaces the whole content of a text field and reads it back.
func (x *Session) setText(ctx context.Context, fd found, text string, declared proof.Expectation) proof.Outcome {
	if p := fits(text, fd.el); p != nil {
		return proof.RefuseFor(p)
	}
	e := declared
	if e == nil {
		e = &textIs{x: x, fd: fd, text: text}
	}
	return x.write(ctx, fd, e, true, []way{
		{proof.Semantic, x.own(desktop.SetText, text)},
		{proof.Paste, x.paste(text, true)},
		{proof.Keys, x.keys(text, true)},
	})
}

// way is one means of writing. It returns errNothingSent (or an error that wraps desktop.ErrUnsupported) when it
// sent nothing.
type way struct {
	means proof.Means
	do    func(ctx context.Context, fd found) error
}

// write tries the means in order. After something was sent another is tried only while the content is as it was
// before, and only when writing twice comes to the same: a busy program may carry out the first one late.
func (x *Session) write(ctx context.Context, fd found, e proof.Expectation, twice bool, ways []way) proof.Outcome {
	reads, own := e.(interface{ before() string })
	var before string
	if !own {
		var err error
		if before, err = x.text(ctx, fd); errors.Is(err, desktop.ErrSecret) {
			return refusal(ctx, err)
		} else if err != nil {
			twice = false // whether it did nothing can't be told
		}
	}
	var last proof.Outcome
	var sent *proof.Outcome // of an earlier way that did nothing
	for i, w := range ways {
		var halt *proof.Problem
		last = x.act(ctx, fd.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) {
			err := w.do(ctx, fd)
			if errors.Is(err, desktop.ErrNoAnswer) {
				err = dispatched(err, "")
			} else if errors.Is(err, proof.ErrDispatched) {
				errors.As(err, &halt)
			}
			return w.means, err
		}, x.cfg.BudgetText)
		if halt != nil {
			return halted(last, halt)
		}
		switch last.Effect() {
		case proof.Unchanged:
			o := last
			sent = &o
		case proof.Failed, proof.Refused:
			if sent != nil {
				last = *sent
			}
		default:
			return last
		}
		if i == len(ways)-1 || ctx.Err() != nil {
			break
		}
		if p := last.Problem(); p != nil && p.Reason == proof.ReasonUserInput {
			break
		}
		if own {
			before = reads.before()
		}
		now, err := x.text(ctx, fd)
		if sent != nil && (!twice || err != nil || now != before || last.Reason() == proof.ReasonReverted) {
			break // it did something, or that can't be told: writing again could write twice
		}
	}
	return last
}

// halted is the outcome of a writing that stopped in the middle: what was read, and why no more was written.
func halted(o proof.Outcome, why *proof.Problem) proof.Outcome {
	switch o.Effect() {
	case proof.Partial:
		return proof.Some(o.Means(), why, o.Evidence()...).Timed(o.Timing())
	case proof.Unchanged:
		return proof.NoEffect(o.Means(), why, o.Evidence()...).Timed(o.Timing())
	case proof.Unverifiable:
		return proof.Deliver(o.Means(), why).Timed(o.Timing())
	}
	return o
}

// field finds the text element to write into.
func (x *Session) field(ctx context.Context, t desktop.Target) (found, error) {
	if t.Label != "" || len(t.Path) > 0 {
		fd, _, err := x.reach(ctx, t, writable)
		if _, ferr, ok := x.fillable(ctx, t, err); ok && ferr != nil {
			return fd, ferr
		} else if ok {
			fd, _, err = x.reach(ctx, t, fillable)
		}
		return fd, err
	}
	fd, err := x.look(ctx, &t, firstLook, writable)
	if err != nil {
		return found{}, err
	}
	var focused, only, closed []desktop.Element
	for _, e := range fd.f.snap.Elements {
		if w, ok := fd.f.window(e); !writable(e) || !e.Has(desktop.Visible) || ok && w.Ref != fd.win.Ref {
			continue
		}
		if e.Has(desktop.Focused) {
			focused = append(focused, e)
		}
		if !fillable(e) {
			closed = append(closed, e) // never offered as an answer, since it would be refused
			continue
		}
		only = append(only, e)
	}
	switch {
	case len(focused) > 0:
		fd.el = focused[len(focused)-1] // the innermost, when a combo and its entry both say so
	case len(only) == 1:
		fd.el = only[0]
	case len(only) == 0 && len(closed) > 0:
		fd.el = closed[0] // says why it can't be filled in
	case len(only) == 0:
		return fd, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is no text field to type into in “%s”.", fd.at.window.Title)}
	default:
		return fd, &proof.Problem{Reason: proof.ReasonAmbiguous, Text: "Which field should that go into?", Candidates: fd.candidates(only)}
	}
	return fd, nil
}

// fillable looks again when a field's name fits several: those that would be refused (passwords, what is greyed out or
// can't be changed) are no answers to offer. ok is false when that changes nothing.
func (x *Session) fillable(ctx context.Context, t desktop.Target, err error) (fd found, ferr error, ok bool) {
	var p *proof.Problem
	if !errors.As(err, &p) || p.Reason != proof.ReasonAmbiguous {
		return found{}, nil, false
	}
	fd, ferr = x.find(ctx, t, fillable)
	if errors.As(ferr, &p) && p.Reason != proof.ReasonAmbiguous {
		return found{}, nil, false
	}
	return fd, ferr, true
}

func fillable(e desktop.Element) bool {
	return writable(e) && fits("", e) == nil
}

func writable(e desktop.Element) bool {
	return e.Has(desktop.Editable) || e.Role == desktop.TextField || e.Role == desktop.Password || e.Role == desktop.SpinButton
}

// fits refuses text that the field can't take: control characters anywhere, line ends in a single line, passwords.
func fits(text string, el desktop.Element) *proof.Problem {
	switch {
	case el.Role == desktop.Password || el.Has(desktop.Secure):
		return sentence(desktop.ErrSecret, "")
	case !el.Has(desktop.Enabled):
		return &proof.Problem{Reason: proof.ReasonDisabled, Text: fmt.Sprintf("%s is greyed out, so nothing was typed.", capital(el.Describe()))}
	case el.Has(desktop.ReadOnly) || !el.Has(desktop.Editable):
		return &proof.Problem{Reason: proof.ReasonDisabled, Text: fmt.Sprintf("%s can't be changed.", capital(el.Describe()))}
	case len(text) > MaxText:
		return &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("That is %d KB of text; Pace types at most %d KB at once.", len(text)>>10, MaxText>>10)}
	case !utf8.ValidString(text):
		return &proof.Problem{Reason: proof.ReasonInvalid, Text: "That text holds bytes that are no characters."}
	}
	for _, r := range text {
		if (r == '\n' || r == '\t') && !el.Has(desktop.MultiLine) {
			return &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("%s takes one line, so text with a line end or tab was not typed.", capital(el.Describe()))}
		}
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return &proof.Problem{Reason: proof.ReasonInvalid, Text: "That text holds control characters, so it was not typed."}
		}
	}
	return nil
}

// own writes through the element's own interface.
func (x *Session) own(v desktop.Verb, text string) func(context.Context, found) error {
	return func(ctx context.Context, fd found) error {
		if x.desk.Actor == nil || !fd.el.Can(v) {
			return sentence(desktop.ErrUnsupported, fd.el.Describe())
		}
		err := x.desk.Actor.Do(proof.Act(ctx), fd.el.Ref, v, desktop.Arg{Text: text})
		if err != nil && !errors.Is(err, desktop.ErrNoAnswer) {
			return sentence(err, fd.el.Describe())
		}
		return err
	}
}

// aims is how often a target is aimed at: a program that has just brought up another window may do it once more.
const aims = 3

// aim makes sure that keys will go to the element: window in front, element focused, both read back when both were done. A
// browser says of what has the focus in a page that it is focused, whichever of its windows is in front.
func (x *Session) aim(ctx context.Context, fd found) error {
	if x.desk.Input == nil {
		return x.missing("Input")
	}
	if !x.handsOff(ctx) {
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
	}
	for range aims {
		if err := x.raise(ctx, fd.at); err != nil {
			return err
		}
		focused, err := x.focus(ctx, fd)
		if leads := x.leads(ctx, fd.at); focused && leads {
			return nil
		} else if leads && err != nil {
			return err // where another window is in front by now, many say that nothing is focused
		}
	}
	return &proof.Problem{Reason: proof.ReasonObstructed, Text: fmt.Sprintf("Another window keeps taking the focus from %s, so nothing was typed.", fd.el.Describe())}
}

// focus makes the element the focused one of its window, and tells whether it is.
func (x *Session) focus(ctx context.Context, fd found) (bool, error) {
	el, err := x.fresh(ctx, fd.at, fd.el)
	if err != nil {
		return false, sentence(err, fd.el.Describe())
	}
	if el.Has(desktop.Focused) {
		return true, nil
	}
	e := &elementIs{x: x, fd: fd, want: "is focused", goal: true, test: func(e desktop.Element) bool { return e.Has(desktop.Focused) }}
	o := proof.Until(ctx, e, func(ctx context.Context) (proof.Means, error) {
		if x.desk.Actor != nil {
			if err := x.desk.Actor.Do(ctx, fd.el.Ref, desktop.Focus, desktop.Arg{}); err == nil {
				return proof.Semantic, nil
			}
		}
		f := fd
		return proof.Pointer, x.click(ctx, &f, 1)
	}, x.cfg.BudgetPress)
	if o.OK() {
		return true, nil
	}
	return false, &proof.Problem{Reason: proof.ReasonObstructed, Text: fmt.Sprintf("%s did not take the focus, so nothing was typed.", capital(fd.el.Describe())), Err: o.Problem()}
}

// leads reports whether keys go to the place's window, or to a dialog or menu over it.
func (x *Session) leads(ctx context.Context, at place) bool {
	if x.desk.Windows == nil || at.window.ID == 0 {
		return true
	}
	if id, err := x.desk.Windows.Front(ctx); err != nil || id == at.window.ID {
		return err == nil
	}
	ws, err := x.desk.Windows.List(ctx)
	return err == nil && slices.ContainsFunc(ws, func(w desktop.Window) bool { return w.Active && at.over(w) })
}

// still aims again when another window has come to the front since.
func (x *Session) still(ctx context.Context, fd found) error {
	if x.leads(ctx, fd.at) {
		return nil
	}
	return x.aim(ctx, fd)
}

// lost is the problem of keys that were sent when another window came to the front: what became of them is read.
func lost(fd found) error {
	return fmt.Errorf("%w: %w", proof.ErrDispatched, &proof.Problem{Reason: proof.ReasonObstructed,
		Text: fmt.Sprintf("Another window came to the front while Pace typed into %s.", fd.el.Describe())})
}

// paste writes by the clipboard and gives it back.
func (x *Session) paste(text string, replace bool) func(context.Context, found) error {
	return x.pasteOver(text, x.everything(replace))
}

// picks selects what the next key is to replace.
type picks func(context.Context, found) error

// everything selects everything, or nothing more than is.
func (x *Session) everything(replace bool) picks {
	if !replace {
		return nil
	}
	return func(ctx context.Context, _ found) error {
		if err := x.desk.Input.Chord(ctx, desktop.Key{Mods: []string{"ctrl"}, Name: "a"}); err != nil {
			return sentence(err, "")
		}
		return nil
	}
}

func (x *Session) pasteOver(text string, pick picks) func(context.Context, found) error {
	return func(ctx context.Context, fd found) error {
		if x.desk.Clipboard == nil {
			return x.missing("Clipboard")
		}
		if text == "" {
			return sentence(desktop.ErrUnsupported, fd.el.Describe()) // pasting nothing leaves what is selected
		}
		if err := x.aim(ctx, fd); err != nil {
			return err
		}
		before, unread := x.text(ctx, fd)
		loan, err := x.desk.Clipboard.Lend(ctx, text)
		if err != nil {
			return sentence(err, "")
		}
		defer func() {
			back, stop := context.WithTimeout(context.WithoutCancel(ctx), x.cfg.BudgetText)
			defer stop()
			_, _ = loan.Return(back)
		}()
		if err := x.still(ctx, fd); err != nil {
			return err
		}
		if pick != nil {
			if err := pick(ctx, fd); err != nil {
				return err
			}
			if err := x.still(ctx, fd); err != nil {
				return err
			}
		}
		if err := x.desk.Input.Chord(ctx, desktop.Key{Mods: []string{"ctrl"}, Name: "v"}); err != nil {
			return sentence(err, "")
		}
		// The clipboard may be given back only after the program has fetched it.
		wait, stop := context.WithTimeout(ctx, x.cfg.BudgetText/2)
		defer stop()
		led := x.leads(ctx, fd.at)
		if browses := fd.at.app.Toolkit == desktop.Chromium; browses && unread == nil {
			if !x.changed(wait, fd, before) && !led {
				return lost(fd)
			}
			return nil
		}
		select {
		case <-loan.Taken():
		case <-wait.Done():
			if !led {
				return lost(fd)
			}
		}
		return nil
	}
}

// changed waits until a field says something else, and tells whether it did. It is how a browser tells that it has pasted: it also reads whatever
// is copied at once, just to know whether it can be pasted.
func (x *Session) changed(ctx context.Context, fd found, before string) bool {
	wake := fd.a.wake(ctx)
	for {
		if now, err := x.text(ctx, fd); err == nil && now != before {
			return true
		}
		if _, ok := <-wake; !ok {
			return false
		}
	}
}

// keys types; after each chunk the target must have caught up and still have the focus.
func (x *Session) keys(text string, replace bool) func(context.Context, found) error {
	return x.keysOver(text, x.everything(replace))
}

func (x *Session) keysOver(text string, pick picks) func(context.Context, found) error {
	return func(ctx context.Context, fd found) error {
		if err := x.aim(ctx, fd); err != nil {
			return err
		}
		if err := x.desk.Input.Typable(text); err != nil {
			return sentence(err, "")
		}
		if pick != nil {
			if err := pick(ctx, fd); err != nil {
				return err
			}
		}
		if text == "" {
			if err := x.desk.Input.Chord(ctx, desktop.Key{Name: "backspace"}); err != nil {
				return sentence(err, "")
			}
			return nil
		}
		started := false
		err := x.desk.Input.Type(ctx, text, func(sent int) error {
			started = true
			el, err := x.fresh(ctx, fd.at, fd.el)
			if err != nil {
				return sentence(err, fd.el.Describe())
			}
			if !el.Has(desktop.Focused) || !x.leads(ctx, fd.at) {
				return &proof.Problem{Reason: proof.ReasonUserInput, Text: fmt.Sprintf("The focus left %s while typing, so Pace stopped after %d of %d characters.",
					fd.el.Describe(), sent, utf8.RuneCountInString(text))}
			}
			return x.caughtUp(ctx, fd, text, sent)
		})
		if err == nil {
			return nil
		}
		if started && ctx.Err() == nil {
			return fmt.Errorf("%w: %w", proof.ErrDispatched, err) // part of it went out: what became of it is read
		}
		return sentence(err, fd.el.Describe())
	}
}

// caughtUp waits, on signals, until the target shows what was sent so far. A field that filters its input never
// will; after the budget typing goes on, and the reading back decides.
func (x *Session) caughtUp(ctx context.Context, fd found, text string, sent int) error {
	want := string([]rune(text)[:sent])
	wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetText)
	defer stop()
	wake := fd.a.wake(wctx)
	for {
		now, err := x.text(wctx, fd)
		if err != nil || strings.Contains(now, lastRunes(want, 16)) {
			return ctx.Err()
		}
		select {
		case <-wake:
		case <-wctx.Done():
			return ctx.Err()
		}
	}
}

func lastRunes(s string, n int) string {
	r := []rune(s)
	return string(r[max(0, len(r)-n):])
}

// text reads the whole content afresh.
func (x *Session) text(ctx context.Context, fd found) (string, error) {
	s, err := x.desk.Tree.Text(ctx, fd.el.Ref)
	if errors.Is(err, desktop.ErrGone) || errors.Is(err, desktop.ErrUnsupported) {
		var el desktop.Element
		if el, err = x.fresh(ctx, fd.at, fd.el); err == nil {
			if len(el.Value) < desktop.MaxValue {
				return el.Value, nil
			}
			return x.desk.Tree.Text(ctx, el.Ref)
		}
	}
	return s, err
}
