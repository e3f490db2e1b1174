package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"pace/backend/bench/bare"
	"pace/backend/process"
)

// windowLimit bounds the wait for a program's first window and its elements. Chromium and GTK 4 on a busy machine
// have needed a quarter of a minute.
const windowLimit = 90 * time.Second

// Program is a program on a Desk.
type Program struct {
	Name  string
	Title string
	Group int // process group, which is how its windows and elements are known
	Log   *Log

	child *process.Child
	desk  *Desk
}

// Fixture starts one of the fixture programs and waits until its elements can be read. It has the focus then.
func (d *Desk) Fixture(ctx context.Context, file string, args ...string) (*Program, error) {
	d.started++
	title := fmt.Sprintf("%s bench %d", strings.TrimSuffix(file, ".py"), d.started)
	log, err := openLog(filepath.Join(d.dir, fmt.Sprintf("effects-%d", d.started)))
	if err != nil {
		return nil, err
	}
	p, err := d.start(ctx, process.Command{Path: filepath.Join(d.assets, "fixtures", file), Args: append(args, "--title", title),
		Env: []string{"PACE_FIXTURE_LOG=" + log.path}})
	if err != nil {
		log.close()
		return nil, err
	}
	p.Name, p.Title, p.Log = file, title, log
	if strings.Contains(strings.Join(args, ","), "second") {
		// Its other window comes when it likes; a case begins when all windows are where they will be.
		late, cancel := context.WithTimeout(ctx, windowLimit)
		defer cancel()
		if _, err := d.Eyes.AwaitWindow(late, func(w bare.Window) bool { return w.Group == p.Group && strings.Contains(w.Title, " - Second") }); err != nil {
			p.Stop()
			return nil, fmt.Errorf("%s showed no second window: %w: %s", file, err, lastLine(p.child.Errors().Text))
		}
	}
	if err := p.ready(ctx, title, func(items []bare.Item) bool { return len(items) > 3 && has(items, "Status: idle") }); err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// Launch starts any program in a home of its own and waits until a window whose title contains ready has the focus.
func (d *Desk) Launch(ctx context.Context, argv []string, ready string, env ...string) (*Program, error) {
	p, err := d.start(ctx, process.Command{Path: argv[0], Args: argv[1:], Env: env})
	if err != nil {
		return nil, err
	}
	p.Name, p.Title = argv[0], ready
	if err := p.ready(ctx, ready, func(items []bare.Item) bool { return len(items) > 5 }); err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

func (d *Desk) start(ctx context.Context, c process.Command) (*Program, error) {
	c.Env = append(append([]string{}, d.Env...), c.Env...)
	child, err := d.starter.Start(context.WithoutCancel(ctx), c)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(c.Path), err)
	}
	p := &Program{Group: child.PID, child: child, desk: d}
	d.programs = append(d.programs, p)
	return p, nil
}

// ready waits for the window, its focus, and its elements.
func (p *Program) ready(ctx context.Context, title string, shows func([]bare.Item) bool) error {
	ctx, cancel := context.WithTimeout(ctx, windowLimit)
	defer cancel()
	ctx, ended := context.WithCancelCause(ctx)
	defer ended(nil)
	go func() { // ends with ctx, which this function cancels
		select {
		case <-p.child.Done():
			ended(fmt.Errorf("%s has ended: %s", p.Name, lastLine(p.child.Errors().Text)))
		case <-ctx.Done():
		}
	}()
	eyes := p.desk.Eyes
	w, err := eyes.AwaitWindow(ctx, func(w bare.Window) bool {
		return w.Group == p.Group && strings.Contains(w.Title, title) && !strings.Contains(w.Title, " - Second")
	})
	if err != nil {
		return fmt.Errorf("%s showed no window: %w", p.Name, err)
	}
	if _, err := eyes.Await(ctx, p.Group, shows); err != nil {
		return fmt.Errorf("%s did not become readable: %w", p.Name, err)
	}
	if err := eyes.Raise(ctx, w.ID); err != nil {
		return fmt.Errorf("%s did not come to the front: %w", p.Name, err)
	}
	return nil
}

// Front brings the program's first window, or the one on top of it, to the front again.
func (p *Program) Front(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, windowLimit)
	defer cancel()
	var best bare.Window
	for _, w := range p.desk.Eyes.Windows() {
		if w.Group == p.Group && strings.Contains(w.Title, p.Title) && !strings.Contains(w.Title, " - Second") {
			best = w
		}
	}
	if best.ID == 0 {
		return fmt.Errorf("%s has no window any more", p.Name)
	}
	if best.Active {
		return nil
	}
	return p.desk.Eyes.Raise(ctx, best.ID)
}

// Items reads what the program shows now.
func (p *Program) Items(ctx context.Context, most int) ([]bare.Item, error) {
	app, err := p.desk.Eyes.App(ctx, p.Group)
	if err != nil {
		return nil, err
	}
	return p.desk.Eyes.Read(ctx, app, most)
}

// Windows lists the program's windows.
func (p *Program) Windows() []bare.Window {
	var out []bare.Window
	for _, w := range p.desk.Eyes.Windows() {
		if w.Group == p.Group {
			out = append(out, w)
		}
	}
	return out
}

// Stop ends the program and what it started.
func (p *Program) Stop() {
	p.child.Stop()
	if p.Log != nil {
		p.Log.close()
	}
}

// has reports whether some object says exactly this.
func has(items []bare.Item, text string) bool {
	for _, i := range items {
		if i.Name == text || strings.TrimSpace(i.Text) == text {
			return true
		}
	}
	return false
}

func lastLine(b []byte) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return lines[len(lines)-1]
}
