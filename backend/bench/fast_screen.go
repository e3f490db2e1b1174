package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/bench/bare"
	"pace/backend/desktop"
)

// Large is one snapshot of 5,000 rows, with the limits that every step uses and without.
type Large struct {
	Chromium *LargeOne `json:"chromium"`
	GTK3     *LargeOne `json:"gtk3"`
}

// LargeOne is one program. Truncated says what the bounded snapshot itself tells of what it left out.
type LargeOne struct {
	Bounded         Stat     `json:"bounded"`
	BoundedElements int      `json:"boundedElements"`
	Truncated       []string `json:"truncated"`
	Wide            Stat     `json:"wide"` // 30,000 elements, 4 s
	WideElements    int      `json:"wideElements"`
	WideTruncated   []string `json:"wideTruncated"`
}

// appOf finds a program in Pace's own list.
func (b *bencher) appOf(ctx context.Context, p *Program) (desktop.App, error) {
	apps, err := b.pace.App.Desktop().Tree.Apps(ctx)
	if err != nil {
		return desktop.App{}, fmt.Errorf("list programs: %w", err)
	}
	for _, a := range apps {
		if groupOf(a.PID) == p.Group {
			return a, nil
		}
	}
	return desktop.App{}, fmt.Errorf("Pace does not see %s", p.Name)
}

func (b *bencher) large(ctx context.Context) error {
	if len(Missing(b.d.Env, "chromium")) > 0 {
		b.skip("snapshot5000.chromium", "chromium is not installed")
	} else if one, err := b.largeOne(ctx, "page.py"); err != nil {
		b.skip("snapshot5000.chromium", err.Error())
	} else {
		b.out.Large.Chromium = one
	}
	one, err := b.largeOne(ctx, "gtk3.py")
	b.out.Large.GTK3 = one
	return err
}

func (b *bencher) largeOne(ctx context.Context, file string) (*LargeOne, error) {
	p, err := b.d.Fixture(ctx, file, "--rows", "5000")
	if err != nil {
		return nil, err
	}
	defer p.Stop()
	app, err := b.appOf(ctx, p)
	if err != nil {
		return nil, err
	}
	one := &LargeOne{Truncated: []string{}, WideTruncated: []string{}}
	tree := b.pace.App.Desktop().Tree
	for range b.n.snapshot {
		for _, arm := range []struct {
			stat   *Stat
			limits desktop.Limits
			found  *int
			cut    *[]string
		}{
			{&one.Bounded, desktop.Limits{}, &one.BoundedElements, &one.Truncated},
			{&one.Wide, desktop.Limits{Nodes: 30000, Budget: 4000}, &one.WideElements, &one.WideTruncated},
		} {
			start := time.Now()
			s, err := tree.Snapshot(ctx, desktop.Scope{App: app.Ref}, arm.limits)
			if err != nil {
				arm.stat.failed(err.Error())
				continue
			}
			arm.stat.took(time.Since(start))
			*arm.found = len(s.Elements)
			if len(s.Truncated) > 0 {
				*arm.cut = s.Truncated
			}
		}
	}
	one.Bounded.finish()
	one.Wide.finish()
	return one, nil
}

// Hung is a snapshot of one program while another does not answer: it must cost nothing.
type Hung struct {
	Alone  Stat     `json:"alone"`
	Beside Stat     `json:"besideHung"`
	Ratio  *float64 `json:"ratio"`
}

func (b *bencher) hung(ctx context.Context) error {
	p, err := b.d.Fixture(ctx, "gtk3.py", "--only", "now,name,agree")
	if err != nil {
		return err
	}
	defer p.Stop()
	var out Hung
	snapshots := func(to *Stat) error {
		for range b.n.snapshot {
			start := time.Now()
			app, err := b.appOf(ctx, p)
			if err != nil {
				return err
			}
			if _, err := b.pace.App.Desktop().Tree.Snapshot(ctx, desktop.Scope{App: app.Ref}, desktop.Limits{}); err != nil {
				to.failed(err.Error())
				continue
			}
			to.took(time.Since(start))
		}
		return nil
	}
	if err := snapshots(&out.Alone); err != nil {
		return err
	}
	h, err := b.d.Fixture(ctx, "gtk3.py", "--only", "hang", "--hang", "600")
	if err != nil {
		return err
	}
	defer h.Stop()
	items, err := h.Items(ctx, 100)
	if err != nil {
		return err
	}
	button, err := item(items, "push button", "Hang")
	if err != nil {
		return err
	}
	if err := b.d.Eyes.Press(ctx, button.Node); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if lines := h.Log.Await(limit, 0, func(l []Effect) bool { return len(l) > 0 }); len(lines) == 0 {
		return fmt.Errorf("the program that must hang does not")
	}
	if err := snapshots(&out.Beside); err != nil {
		return err
	}
	out.Alone.finish()
	out.Beside.finish()
	out.Ratio = ratio(out.Beside, out.Alone)
	b.out.Hung = out
	return nil
}

// Capture is a picture of a window, and a change seen by pictures alone.
type Capture struct {
	Window Stat `json:"window"`       // one picture of a window
	Diff   Stat `json:"captureDiff"`  // a picture and its comparison with the one before
	Change Stat `json:"changeToDiff"` // a press, the wake-up by damage, pictures until one differs
}

func (b *bencher) capture(ctx context.Context) error {
	screen := b.pace.App.Desktop().Screen
	if screen == nil {
		return fmt.Errorf("pictures of the screen: %w", b.pace.App.Desktop().Why("Screen"))
	}
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
	ws := p.Windows()
	i := slices.IndexFunc(ws, func(w bare.Window) bool { return strings.Contains(w.Title, p.Title) })
	if i < 0 {
		return fmt.Errorf("the window is gone")
	}
	id := desktop.WindowID(ws[i].ID)
	watching, stop := context.WithCancel(ctx)
	defer stop()
	damage, err := screen.Damage(watching, id)
	if err != nil {
		return fmt.Errorf("watch the window's pixels: %w", err)
	}
	var out Capture
	for range b.n.capture {
		start := time.Now()
		before, err := screen.Capture(ctx, id, desktop.PixelRect{})
		if err != nil {
			return fmt.Errorf("take a picture: %w", err)
		}
		out.Window.took(time.Since(start))
		start = time.Now()
		again, err := screen.Capture(ctx, id, desktop.PixelRect{})
		if err != nil {
			return fmt.Errorf("take a picture: %w", err)
		}
		_ = bytes.Equal(before.Image.Pix, again.Image.Pix) // its cost is the point
		out.Diff.took(time.Since(start))
		for drained := false; !drained; {
			select {
			case <-damage:
			default:
				drained = true
			}
		}
		limit, cancel := context.WithTimeout(ctx, 5*time.Second)
		start = time.Now()
		pressed := b.d.Eyes.Press(limit, button.Node)
		for pressed == nil {
			select {
			case <-damage:
			case <-limit.Done():
				pressed = fmt.Errorf("no picture differed")
				continue
			}
			now, err := screen.Capture(limit, id, desktop.PixelRect{})
			if err == nil && !bytes.Equal(now.Image.Pix, again.Image.Pix) {
				break
			}
		}
		cancel()
		if pressed != nil {
			out.Change.failed(pressed.Error())
			continue
		}
		out.Change.took(time.Since(start))
	}
	out.Window.finish()
	out.Diff.finish()
	out.Change.finish()
	b.out.Capture = out
	return nil
}
