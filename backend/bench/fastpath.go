package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Numbers are the result of a fastpath run. The keys are stable: scripts read them.
type Numbers struct {
	Version string    `json:"version"`
	At      time.Time `json:"at"`
	Quick   bool      `json:"quick"`
	Machine Machine   `json:"machine"`
	Press   Press     `json:"press"`
	Form8   Form8     `json:"form8"`
	Calc    Calc      `json:"calculator"`
	Edit    Edit      `json:"edit1000"`
	Large   Large     `json:"snapshot5000"`
	Hung    Hung      `json:"hung"`
	Capture Capture   `json:"capture"`
	Ask     Ask       `json:"ask"`
	Route   Stat      `json:"route"`
	Suite   *Score    `json:"suite"`
	Apart   *Score    `json:"apart"`
	Bars    []Bar     `json:"bars"`
	Skipped []string  `json:"skipped"`
}

// runs says how often each arm is run.
type runs struct{ press, form, calc, edit, snapshot, capture, ask, route int }

func (o Options) runs() runs {
	if o.Quick {
		return runs{press: 10, form: 2, calc: 3, edit: 2, snapshot: 2, capture: 5, ask: 2, route: 2000}
	}
	return runs{press: 200, form: 20, calc: 30, edit: 20, snapshot: 20, capture: 100, ask: 30, route: 50000}
}

// bencher is one run: its desktop and what it has found so far.
type bencher struct {
	o    Options
	n    runs
	d    *Desk
	pace *Pace
	out  *Numbers
}

// Fastpath measures everything on one private desktop, arms alternating. What could not be measured is named in
// Skipped; an error means that the run itself broke off, and the Numbers hold what there was by then.
func Fastpath(ctx context.Context, o Options) (*Numbers, error) {
	b := &bencher{o: o, n: o.runs(), out: &Numbers{Version: o.Version, At: time.Now().UTC(), Quick: o.Quick, Skipped: []string{}}}
	if missing := Missing(o.Environ, append(DeskPrograms(), "/usr/bin/python3")...); len(missing) > 0 {
		return b.out, fmt.Errorf("%s: %w", missing[0], ErrMissing)
	}
	err := b.measure(ctx)
	b.d, b.pace = nil, nil
	if err == nil {
		err = b.rates(ctx)
	}
	b.out.Machine.LoadAfter = load()
	b.out.Bars = bars(b.out)
	return b.out, err
}

// measure runs the timed parts on one desktop.
func (b *bencher) measure(ctx context.Context) error {
	d, err := OpenDesk(ctx, b.o.Environ, "1280x1000x24")
	if err != nil {
		return err
	}
	defer d.Close()
	b.d = d
	b.out.Machine = look(ctx, d.Env)
	if b.pace, err = d.OpenPace(b.o, 1, true); err != nil {
		return err
	}
	defer b.pace.Close()
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"route", b.route}, {"press", b.press}, {"form8", b.form}, {"edit1000", b.edit}, {"capture", b.capture}, {"calculator", b.calculator},
		{"snapshot5000", b.large}, {"hung", b.hung}, {"ask", b.ask},
	} {
		b.o.say("measuring %s", part.name)
		err := part.run(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrMissing):
			b.skip(part.name, err.Error())
		case err != nil:
			b.skip(part.name, "broke off: "+err.Error())
		}
	}
	return nil
}

func (b *bencher) skip(part, why string) {
	b.out.Skipped = append(b.out.Skipped, part+": "+why)
	b.o.say("skipped %s: %s", part, why)
}

// rates runs the two suites, which are about being right. A quick run leaves them out.
func (b *bencher) rates(ctx context.Context) error {
	if b.o.Quick {
		b.skip("suite and apart", "left out of a quick run; see pace bench suite and pace bench apart")
		return nil
	}
	suite, err := Suite(ctx, b.o)
	b.out.Suite = &suite
	if err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	apart, err := Apart(ctx, b.o)
	b.out.Apart = &apart
	if err != nil {
		return fmt.Errorf("apart: %w", err)
	}
	return nil
}
