package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/bench/bare"
	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/route"
)

// Press is one press of a GTK 3 button whose label answers at once: dispatch → seen.
type Press struct {
	BareSignal Stat     `json:"bareSignal"` // AT-SPI's own first signal, nothing read
	Declared   Stat     `json:"declared"`   // Pace, told what to expect: signal and fresh read
	ByDefault  Stat     `json:"byDefault"`  // Pace, not told: first sight of what changed
	Whole      Stat     `json:"wholeStep"`  // Declared with finding the target before
	Ratio      *float64 `json:"ratioToSignal"`
	RatioP95   *float64 `json:"ratioToSignalP95"`
}

// item finds an object by role (empty = any) and name.
func item(items []bare.Item, role, name string) (bare.Item, error) {
	for _, i := range items {
		if i.Name == name && (role == "" || i.Role == role) {
			return i, nil
		}
	}
	return bare.Item{}, fmt.Errorf("the second reader does not find %s “%s”", role, name)
}

// session opens a session of its own, as each sentence gets one.
func (b *bencher) session(name string) (*interaction.Session, func()) {
	all := b.pace.App.Turns().Sessions
	return all.Open(name, nil), func() { all.End(name) }
}

// proven is the outcome's time to proof, or why there is none.
func (s *Stat) proven(o proof.Outcome) {
	if t := o.Timing().Proven; o.OK() && t != nil {
		s.took(*t)
		return
	}
	s.failed(string(o.Effect()) + ": " + o.Report())
}

func (b *bencher) press(ctx context.Context) error {
	p, err := b.d.Fixture(ctx, "gtk3.py", "--only", "now")
	if err != nil {
		return err
	}
	defer p.Stop()
	items, err := p.Items(ctx, 200)
	if err != nil {
		return err
	}
	button, err := item(items, "push button", "Now")
	if err != nil {
		return err
	}
	label, err := item(items, "label", "Status: idle")
	if err != nil {
		return err
	}
	var out Press
	n := 0
	target := desktop.Target{Label: "Now"}
	arms := []func() error{
		func() error {
			limit, cancel := context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			took, err := b.d.Eyes.Signal(limit, button.Node, label.Node)
			if err != nil {
				out.BareSignal.failed(err.Error())
				return nil
			}
			out.BareSignal.took(took)
			return nil
		},
		func() error {
			s, end := b.session(fmt.Sprintf("declared-%d", n))
			defer end()
			was, err := b.d.Eyes.Name(ctx, label.Node)
			if err != nil {
				return err
			}
			start := time.Now()
			o, _ := s.Press(ctx, 0, target, &desktop.Expect{Kind: desktop.TextEquals, Target: desktop.Target{Label: was}, Value: fmt.Sprintf("Status: now %d", n)}, 1, 0)
			out.Declared.proven(o)
			if o.OK() {
				out.Whole.took(time.Since(start))
			}
			return nil
		},
		func() error {
			s, end := b.session(fmt.Sprintf("default-%d", n))
			defer end()
			o, _ := s.Press(ctx, 0, target, nil, 1, 0)
			out.ByDefault.proven(o)
			return nil
		},
	}
	for range b.n.press {
		for _, arm := range arms {
			n++
			mark := p.Log.Mark()
			if err := arm(); err != nil {
				return err
			}
			limit, cancel := context.WithTimeout(ctx, 5*time.Second)
			lines := p.Log.Await(limit, mark, func(l []Effect) bool { return len(l) > 0 })
			cancel()
			if len(lines) != 1 || lines[0].Effect != fmt.Sprintf("now %d", n) {
				return fmt.Errorf("press %d: the record says %v", n, lines)
			}
		}
	}
	for _, s := range []*Stat{&out.BareSignal, &out.Declared, &out.ByDefault, &out.Whole} {
		s.finish()
	}
	out.Ratio = ratio(out.Declared, out.BareSignal)
	if out.Declared.N > 0 && out.BareSignal.P95 > 0 {
		r := out.Declared.P95 / out.BareSignal.P95
		out.RatioP95 = &r
	}
	b.out.Press = out
	return nil
}

// Calc is a press on the calculator, whose buttons answer after an animation when they are asked and at once when
// they are clicked.
type Calc struct {
	Pace       Stat `json:"pace"`       // dispatch → proven, default expectation
	BareSignal Stat `json:"bareSignal"` // asked through AT-SPI: first signal of the display
}

func (b *bencher) calculator(ctx context.Context) error {
	if len(Missing(b.d.Env, "gnome-calculator")) > 0 {
		return fmt.Errorf("gnome-calculator: %w", ErrMissing)
	}
	p, err := b.d.Launch(ctx, []string{"gnome-calculator"}, "Calculator")
	if err != nil {
		return err
	}
	defer p.Stop()
	items, err := p.Items(ctx, 400)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(items, func(i bare.Item) bool { return i.Role == "text" })
	if i < 0 {
		return fmt.Errorf("the calculator shows no display")
	}
	display := items[i].Node
	seven := slices.IndexFunc(items, func(i bare.Item) bool {
		return i.Role == "push button" && (i.Name == "7" || strings.HasPrefix(i.Name, "7 "))
	})
	var out Calc
	for n := range b.n.calc {
		if err := b.d.Eyes.SetText(ctx, display, ""); err != nil {
			return err
		}
		s, end := b.session(fmt.Sprintf("calc-%d", n))
		o, _ := s.Press(ctx, 0, desktop.Target{Label: "7"}, nil, 1, 0)
		end()
		out.Pace.proven(o)
		if seven < 0 {
			continue
		}
		limit, cancel := context.WithTimeout(ctx, 5*time.Second)
		took, err := b.d.Eyes.Signal(limit, items[seven].Node, display)
		cancel()
		if err != nil {
			out.BareSignal.failed(err.Error())
			continue
		}
		out.BareSignal.took(took)
	}
	out.Pace.finish()
	out.BareSignal.finish()
	b.out.Calc = out
	return nil
}

// route times reading one sentence, which needs no desktop.
func (b *bencher) route(context.Context) error {
	sentences := []string{"press 7", "open Calculator and then press 7", "set Level to 70", `type "Grüße, Ω 你好 🙂" in Notes`,
		"choose Line Numbers from the Options menu", "could you please press the Save button in the File menu", "what is the capital of France",
		"press ctrl+shift+p and then tick Hide search bar by default"}
	var s Stat
	for n := range b.n.route {
		text := sentences[n%len(sentences)]
		start := time.Now()
		r := route.Route(text)
		took := time.Since(start)
		if r.Route == "" {
			return fmt.Errorf("“%s” has no route", text)
		}
		s.took(took)
	}
	b.out.Route = s.finish()
	return nil
}
