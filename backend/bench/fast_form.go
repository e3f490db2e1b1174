package bench

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pace/backend/bench/bare"
	"pace/backend/desktop"
	"pace/backend/process"
)

// Form8 is a GTK 3 form of four texts and four check boxes, filled step by step, each step checked before the next.
// Every arm does the same eight steps on the same window; the arms alternate.
type Form8 struct {
	Pace        Stat     `json:"pace"`        // each step proven; until the eighth is
	PaceSettled Stat     `json:"paceSettled"` // … and seen to last
	PaceTurn    Stat     `json:"paceTurn"`    // one sentence with eight steps, from submission to the last word
	Fixed200    Stat     `json:"fixed200"`    // the same acts, then wait 200 ms, then read
	Fixed600    Stat     `json:"fixed600"`
	Pictures    Stat     `json:"pictures"` // xdotool, then compare pictures until something differs
	Ratio200    *float64 `json:"ratioToFixed200"`
	Ratio600    *float64 `json:"ratioToFixed600"`
	RatioPixels *float64 `json:"ratioToPictures"`
}

// formWindow is the open form with what the other arms need to know of it.
type formWindow struct {
	p      *Program
	texts  [4]bare.Item
	boxes  [4]bare.Item
	places [8]bare.Area
	round  int
}

// words is what is written in this round; it differs in each, so that no step is done already.
func (f *formWindow) words(i int) string { return fmt.Sprintf("value %d of round %d", i+1, f.round) }

// ticked is whether the boxes are to be on after this round.
func (f *formWindow) ticked() bool { return f.round%2 == 1 }

func (b *bencher) form(ctx context.Context) error {
	p, err := b.d.Fixture(ctx, "gtk3.py", "--form")
	if err != nil {
		return err
	}
	defer p.Stop()
	f, err := b.openForm(ctx, p)
	if err != nil {
		return err
	}
	var out Form8
	arms := []struct {
		name  string
		stat  *Stat
		steps func(context.Context) (time.Duration, error)
	}{
		{"pace", &out.Pace, func(ctx context.Context) (time.Duration, error) { return b.formPace(ctx, f, &out.PaceSettled) }},
		{"fixed200", &out.Fixed200, func(ctx context.Context) (time.Duration, error) { return b.formFixed(ctx, f, 200*time.Millisecond) }},
		{"turn", &out.PaceTurn, func(ctx context.Context) (time.Duration, error) { return b.formTurn(ctx, f) }},
		{"fixed600", &out.Fixed600, func(ctx context.Context) (time.Duration, error) { return b.formFixed(ctx, f, 600*time.Millisecond) }},
		{"pictures", &out.Pictures, func(ctx context.Context) (time.Duration, error) { return b.formPictures(ctx, f) }},
	}
	pictures := Missing(b.d.Env, "xdotool", "import")
	if len(pictures) > 0 {
		b.skip("form8.pictures", strings.Join(pictures, ", ")+" not installed")
		arms = arms[:4]
	}
	for range b.n.form {
		for _, arm := range arms {
			f.round++
			took, err := arm.steps(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = b.formHolds(ctx, f)
			}
			if err != nil {
				arm.stat.failed(err.Error())
				if err := b.formReset(ctx, f); err != nil {
					return err
				}
				continue
			}
			arm.stat.took(took)
		}
	}
	for _, s := range []*Stat{&out.Pace, &out.PaceSettled, &out.PaceTurn, &out.Fixed200, &out.Fixed600, &out.Pictures} {
		s.finish()
	}
	out.Ratio200, out.Ratio600, out.RatioPixels = ratio(out.Fixed200, out.Pace), ratio(out.Fixed600, out.Pace), ratio(out.Pictures, out.Pace)
	b.out.Form8 = out
	return nil
}

func (b *bencher) openForm(ctx context.Context, p *Program) (*formWindow, error) {
	items, err := p.Items(ctx, 400)
	if err != nil {
		return nil, err
	}
	f := &formWindow{p: p}
	n := 0
	for _, i := range items {
		if i.Role == "text" && n < 4 { // two of them have no name; the order is that of the form
			f.texts[n] = i
			n++
		}
	}
	if n < 4 {
		return nil, fmt.Errorf("the form shows %d of 4 text fields", n)
	}
	for i := range f.boxes {
		if f.boxes[i], err = item(items, "check box", "Field "+strconv.Itoa(5+i)); err != nil {
			return nil, err
		}
	}
	for i := range f.places {
		if f.places[i], err = b.d.Eyes.Extents(ctx, f.node(i)); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *formWindow) node(i int) bare.Node {
	if i < 4 {
		return f.texts[i].Node
	}
	return f.boxes[i-4].Node
}

// formHolds reads all eight at the end, whoever filled them.
func (b *bencher) formHolds(ctx context.Context, f *formWindow) error {
	for i := range 8 {
		if err := b.formStepHolds(ctx, f, i); err != nil {
			return err
		}
	}
	return nil
}

func (b *bencher) formStepHolds(ctx context.Context, f *formWindow, i int) error {
	if i < 4 {
		got, err := b.d.Eyes.Text(ctx, f.texts[i].Node)
		if err != nil {
			return err
		}
		if want := f.words(i); got != want {
			return fmt.Errorf("field %d holds %q, not %q", i+1, got, want)
		}
		return nil
	}
	got, err := b.d.Eyes.States(ctx, f.boxes[i-4].Node)
	if err != nil {
		return err
	}
	if got.Has(bare.Checked) != f.ticked() {
		return fmt.Errorf("field %d is not %t", i+1, f.ticked())
	}
	return nil
}

// formReset puts the form where this round should have left it, so that one failed arm does not spoil the next.
func (b *bencher) formReset(ctx context.Context, f *formWindow) error {
	for i := range 8 {
		if b.formStepHolds(ctx, f, i) != nil {
			if err := b.formAct(ctx, f, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// formPace is Pace's way with one warm session: each step is proven before the next begins.
func (b *bencher) formPace(ctx context.Context, f *formWindow, settled *Stat) (time.Duration, error) {
	name := "form-" + strconv.Itoa(f.round)
	s, end := b.session(name)
	defer end()
	start := time.Now()
	for i := range 8 {
		value := strconv.FormatBool(f.ticked())
		if i < 4 {
			value = f.words(i)
		}
		o, _ := s.SetValue(ctx, i, desktop.Target{Label: "Field " + strconv.Itoa(i+1)}, value, nil, nil)
		if !o.OK() {
			return 0, fmt.Errorf("step %d: %s: %s", i+1, o.Effect(), o.Report())
		}
	}
	took := time.Since(start)
	for i, o := range s.Settle(ctx) {
		if !o.OK() {
			return 0, fmt.Errorf("step %d did not last: %s", i+1, o.Report())
		}
	}
	settled.took(time.Since(start))
	return took, nil
}

// formTurn is one sentence through the whole of Pace.
func (b *bencher) formTurn(ctx context.Context, f *formWindow) (time.Duration, error) {
	var parts []string
	for i := range 8 {
		label := "Field " + strconv.Itoa(i+1)
		switch {
		case i < 4:
			parts = append(parts, fmt.Sprintf("set %s to %q", label, f.words(i)))
		case f.ticked():
			parts = append(parts, "tick "+label)
		default:
			parts = append(parts, "untick "+label)
		}
	}
	t, err := b.pace.Do(ctx, strings.Join(parts, " and then "))
	if err != nil {
		return 0, err
	}
	if t.Status != "done" {
		return 0, fmt.Errorf("%s", said(t.Ended))
	}
	return t.Took, nil
}

func (b *bencher) formAct(ctx context.Context, f *formWindow, i int) error {
	if i < 4 {
		return b.d.Eyes.SetText(ctx, f.texts[i].Node, f.words(i))
	}
	return b.d.Eyes.Press(ctx, f.boxes[i-4].Node)
}

// formFixed acts, waits the fixed time that it is the baseline of, and reads.
func (b *bencher) formFixed(ctx context.Context, f *formWindow, wait time.Duration) (time.Duration, error) {
	start := time.Now()
	for i := range 8 {
		if err := b.formAct(ctx, f, i); err != nil {
			return 0, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return 0, ctx.Err()
		}
		if err := b.formStepHolds(ctx, f, i); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}

// pictureLimit bounds the comparing of pictures for one step.
const pictureLimit = 10 * time.Second

// formPictures is the way of scripts that can't read the screen: mouse and keys, then pictures until one differs. It
// takes any difference for success, so its check is weaker than the others'.
func (b *bencher) formPictures(ctx context.Context, f *formWindow) (time.Duration, error) {
	start := time.Now()
	for i, a := range f.places {
		before, err := b.picture(ctx, a)
		if err != nil {
			return 0, err
		}
		args := []string{"mousemove", strconv.Itoa(a.X + min(a.W/2, 12)), strconv.Itoa(a.Y + a.H/2), "click", "1"}
		if i < 4 {
			args = append(args, "key", "ctrl+a", "type", "--delay", "0", f.words(i))
		}
		if err := b.tool(ctx, "xdotool", args...); err != nil {
			return 0, err
		}
		limit, cancel := context.WithTimeout(ctx, pictureLimit)
		for {
			now, err := b.picture(limit, a)
			if err != nil {
				cancel()
				return 0, err
			}
			if !bytes.Equal(now, before) {
				break
			}
		}
		cancel()
	}
	took := time.Since(start)
	// Its keys may still be on their way when the first picture differs; only then is it judged.
	late, cancel := context.WithTimeout(ctx, lateLimit)
	defer cancel()
	f.p.Log.Await(late, 0, func([]Effect) bool { return b.formHolds(ctx, f) == nil })
	return took, nil
}

func (b *bencher) picture(ctx context.Context, a bare.Area) ([]byte, error) {
	r, err := b.d.starter.Run(ctx, process.Command{Path: "import", Env: b.d.Env, Limit: 4 << 20,
		Args: []string{"-window", "root", "-crop", fmt.Sprintf("%dx%d+%d+%d", a.W, a.H, a.X, a.Y), "-depth", "8", "rgb:-"}})
	if err != nil {
		return nil, err
	}
	if r.Code != 0 {
		return nil, fmt.Errorf("import: %s", lastLine(r.Stderr.Text))
	}
	return r.Stdout.Text, nil
}

func (b *bencher) tool(ctx context.Context, name string, args ...string) error {
	r, err := b.d.starter.Run(ctx, process.Command{Path: name, Args: args, Env: b.d.Env})
	if err != nil {
		return err
	}
	if r.Code != 0 {
		return fmt.Errorf("%s: %s", name, lastLine(r.Stderr.Text))
	}
	return nil
}

// Edit is a text of 1,000 characters into a field of several lines.
type Edit struct {
	Pace    Stat `json:"pace"`    // dispatch → read back and equal
	Whole   Stat `json:"whole"`   // with finding the field
	Xdotool Stat `json:"xdotool"` // typed as fast as it goes; until the program recorded the last character
}

func (b *bencher) edit(ctx context.Context) error {
	p, err := b.d.Fixture(ctx, "gtk3.py", "--only", "now,notes")
	if err != nil {
		return err
	}
	defer p.Stop()
	items, err := p.Items(ctx, 200)
	if err != nil {
		return err
	}
	field, err := item(items, "text", "Notes")
	if err != nil {
		return err
	}
	place, err := b.d.Eyes.Extents(ctx, field.Node)
	if err != nil {
		return err
	}
	typing := len(Missing(b.d.Env, "xdotool")) == 0
	if !typing {
		b.skip("edit1000.xdotool", "xdotool is not installed")
	}
	var out Edit
	for n := range b.n.edit {
		text := thousand(n, "Grüße, Ω 你好 🙂 ")
		s, end := b.session("edit-" + strconv.Itoa(n))
		start := time.Now()
		o, _ := s.SetValue(ctx, 0, desktop.Target{Label: "Notes"}, text, nil, nil)
		took := time.Since(start)
		end()
		got, err := b.d.Eyes.Text(ctx, field.Node)
		if err != nil {
			return err
		}
		if out.Pace.proven(o); o.OK() && got != text {
			return fmt.Errorf("edit %d was called confirmed, but the field holds something else", n)
		}
		if o.OK() {
			out.Whole.took(took)
		}
		if !typing || n >= 5 {
			continue
		}
		// ASCII only: for anything else xdotool changes the keyboard for every character, which stalls the desktop.
		text = thousand(n, "plain words and 123 ")
		if err := b.d.Eyes.SetText(ctx, field.Node, ""); err != nil {
			return err
		}
		start = time.Now()
		if err := b.tool(ctx, "xdotool", "mousemove", strconv.Itoa(place.X+place.W/2), strconv.Itoa(place.Y+place.H/2), "click", "1", "type", "--delay", "0", text); err != nil {
			return err
		}
		limit, cancel := context.WithTimeout(ctx, 30*time.Second)
		lines := p.Log.Await(limit, 0, func(l []Effect) bool { return len(l) > 0 && l[len(l)-1].Effect == text })
		cancel()
		if last := lines[len(lines)-1]; last.Effect != text {
			out.Xdotool.failed(fmt.Sprintf("%d of 1000 characters are right", common(last.Effect, text)))
			continue
		}
		out.Xdotool.took(time.Since(start))
	}
	out.Pace.finish()
	out.Whole.finish()
	out.Xdotool.finish()
	b.out.Edit = out
	return nil
}

// thousand is a text of exactly 1,000 characters that differs with n.
func thousand(n int, of string) string {
	text := strconv.Itoa(n) + " " + strings.Repeat(of, 1000/utf8.RuneCountInString(of)+1)
	return strings.TrimRight(string([]rune(text)[:999]), " ") + strings.Repeat(".", 1000-utf8.RuneCountInString(strings.TrimRight(string([]rune(text)[:999]), " ")))
}

// common is how many characters at the beginning are the same.
func common(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}
