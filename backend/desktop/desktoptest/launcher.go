package desktoptest

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"pace/backend/desktop"
)

// launcher fulfils desktop.Launcher.
type launcher struct{ *Desk }

// Program is an installed program. Launching it does nothing until Opens says what comes of it.
type Program struct {
	desk  *Desk
	entry desktop.Entry
	after time.Duration
	open  func(url string)
	err   error
}

// Install adds a program to the menu.
func (d *Desk) Install(e desktop.Entry) *Program {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := &Program{desk: d, entry: e}
	d.programs = append(d.programs, p)
	return p
}

// Opens makes a launch call open so much later, with the URL or "".
func (p *Program) Opens(after time.Duration, open func(url string)) *Program {
	p.desk.mu.Lock()
	defer p.desk.mu.Unlock()
	p.after, p.open = after, open
	return p
}

// OpensWindow makes a launch start a new process with one window so much later.
func (p *Program) OpensWindow(after time.Duration, title string) *Program {
	return p.Opens(after, func(string) {
		p.desk.App(p.entry.Name, desktop.GTK3).Window(title, desktop.Rect{X: 200, Y: 120, W: 600, H: 400})
	})
}

// Fails makes a launch end in err.
func (p *Program) Fails(err error) *Program {
	p.desk.mu.Lock()
	defer p.desk.mu.Unlock()
	p.err = err
	return p
}

// Handles makes the program the handler of URL schemes ("https", "mailto").
func (p *Program) Handles(schemes ...string) *Program {
	p.desk.mu.Lock()
	defer p.desk.mu.Unlock()
	for _, s := range schemes {
		p.desk.schemes[s] = p
	}
	return p
}

// URLs lists what OpenURL was given.
func (d *Desk) URLs() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.urls)
}

func (d launcher) Entries(ctx context.Context) ([]desktop.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []desktop.Entry
	for _, p := range d.programs {
		out = append(out, p.entry)
	}
	return out, nil
}

func (d launcher) Launch(ctx context.Context, e desktop.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.programs {
		if p.entry.ID == e.ID {
			d.recordLocked(Act{By: ByLauncher, Verb: "launch", On: e.Name, Worked: p.err == nil})
			return p.startLocked("")
		}
	}
	d.recordLocked(Act{By: ByLauncher, Verb: "launch", On: e.ID})
	return fmt.Errorf("launch %s: %w", e.ID, desktop.ErrNotFound)
}

func (d launcher) OpenURL(ctx context.Context, address, id string) (desktop.Entry, error) {
	if err := ctx.Err(); err != nil {
		return desktop.Entry{}, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return desktop.Entry{}, fmt.Errorf("open: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.schemes[u.Scheme]
	if id != "" {
		p = nil
		if i := slices.IndexFunc(d.programs, func(p *Program) bool { return p.entry.ID == id }); i >= 0 {
			p = d.programs[i]
		}
	}
	if p == nil {
		d.recordLocked(Act{By: ByLauncher, Verb: "openURL", Arg: address})
		return desktop.Entry{}, fmt.Errorf("open %s: %w", u.Scheme, desktop.ErrNotFound)
	}
	d.urls = append(d.urls, address)
	d.recordLocked(Act{By: ByLauncher, Verb: "openURL", On: p.entry.Name, Arg: address, Worked: p.err == nil})
	return p.entry, p.startLocked(address)
}

func (p *Program) startLocked(address string) error {
	if p.err != nil {
		return p.err
	}
	if p.open != nil {
		open := p.open
		p.desk.afterLocked(p.after, func() { open(address) })
	}
	return nil
}
