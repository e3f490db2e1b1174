package bench

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

// lateLimit is how long the record is watched for an effect that Pace did not confirm.
const lateLimit = 5 * time.Second

// Suite runs the fail-prone cases on every toolkit. Two desktops work side by side: most of the time is waiting, and
// nothing is timed here.
func Suite(ctx context.Context, o Options) (Score, error) {
	if missing := Missing(o.Environ, append(DeskPrograms(), "/usr/bin/python3")...); len(missing) > 0 {
		return Score{}, fmt.Errorf("%s: %w", strings.Join(missing, ", "), ErrMissing)
	}
	var all Score
	var mu sync.Mutex
	var first error
	var lanes sync.WaitGroup
	for lane := range 2 {
		lanes.Go(func() {
			for i := lane; i < len(toolkits); i += 2 {
				if !o.wants(toolkits[i].name) {
					continue
				}
				s, err := suiteOn(ctx, o, toolkits[i].name, toolkits[i].file)
				mu.Lock()
				all.join(s)
				if err != nil && first == nil {
					first = fmt.Errorf("%s: %w", toolkits[i].name, err)
				}
				mu.Unlock()
			}
		})
	}
	lanes.Wait()
	all.finish()
	return all, first
}

// suiteOn plays all scenes of one toolkit on a desktop of its own.
func suiteOn(ctx context.Context, o Options, toolkit, file string) (Score, error) {
	var all Score
	if file == "page.py" && len(Missing(o.Environ, "chromium")) > 0 {
		all.Skipped = append(all.Skipped, toolkit+": chromium is not installed")
		return all, nil
	}
	d, err := OpenDesk(ctx, o.Environ, "1280x1000x24")
	if err != nil {
		return all, err
	}
	defer d.Close()
	for _, s := range scenes {
		if !listed(s.on, toolkit) {
			continue
		}
		score, err := s.play(ctx, o, d, toolkit, file)
		all.join(score)
		if err != nil {
			if ctx.Err() != nil {
				return all, ctx.Err()
			}
			if what, missing := missingModule(err); missing {
				all.Skipped = append(all.Skipped, toolkit+": "+what)
				return all, nil
			}
			o.say("✗ %s, %s: %v", toolkit, s.name, err)
			all.add(&Miss{Where: toolkit + ", " + s.name, Kind: broken, Case: "the scene", True: err.Error()}, false)
		}
	}
	return all, nil
}

// play starts the fixture and two Paces: one with the real budgets, one as patient as the options say.
func (s scene) play(ctx context.Context, o Options, d *Desk, toolkit, file string) (Score, error) {
	var score Score
	p, err := d.Fixture(ctx, file, s.args...)
	if err != nil {
		return score, err
	}
	defer p.Stop()
	brisk, err := d.OpenPace(o, 1, s.warm)
	if err != nil {
		return score, err
	}
	defer brisk.Close()
	patient := brisk
	if o.Slow > 1 {
		if patient, err = d.OpenPace(o, o.Slow, s.warm); err != nil {
			return score, err
		}
		defer patient.Close()
	}
	for _, r := range s.rows {
		if !r.runsOn(toolkit) {
			continue
		}
		who := patient
		if r.brisk {
			who = brisk
		}
		m, real, took, err := r.try(ctx, p, who)
		if err != nil {
			return score, fmt.Errorf("“%s”: %w", r.say, err)
		}
		mark := "✓"
		if m != nil {
			m.Where = toolkit + ", " + s.name
			mark = "✗ " + m.Kind + ":"
		}
		score.add(m, real)
		o.say("%s %s, %s: %s (%s)", mark, toolkit, s.name, r.say, took.Round(time.Millisecond))
		if m != nil {
			o.say("    said %s\n    true %s", m.Said, m.True)
		}
	}
	return score, nil
}

// try says one sentence and looks at what came of it.
func (r row) try(ctx context.Context, p *Program, who *Pace) (m *Miss, real bool, took time.Duration, err error) {
	mark := p.Log.Mark()
	t, err := who.Do(ctx, r.say)
	if err != nil {
		return nil, false, 0, err
	}
	if r.truth == hasEffect && len(r.want) > 0 {
		// What Pace did not confirm may still come: then it was real.
		late, cancel := context.WithTimeout(ctx, lateLimit)
		p.Log.Await(late, mark, func(lines []Effect) bool { return lasts(r.want, lines) })
		cancel()
	}
	m, real = judge(r, t.Ended, r.look(ctx, p, mark))
	return m, real, t.Took, nil
}

// look reads what is truly so: the record, the windows, and what the program shows.
func (r row) look(ctx context.Context, p *Program, mark int) sight {
	s := sight{shown: true}
	if r.shuts != "" || r.opens != "" {
		open, shut := r.opens == "", true
		for _, w := range p.Windows() {
			open = open || strings.Contains(w.Title, r.opens)
			shut = shut && (r.shuts == "" || !strings.Contains(w.Title, r.shuts))
		}
		if s.shown = open && shut; !s.shown {
			s.tells = "the windows are not so"
		}
	}
	if r.shows != "" {
		items, err := p.Items(ctx, 2000)
		switch {
		case err != nil:
			s.shown, s.tells = false, "it could not be read: "+err.Error()
		case !has(items, r.shows):
			s.shown, s.tells = false, fmt.Sprintf("nothing shows “%s”", r.shows)
		}
	}
	s.lines = p.Log.Since(mark)
	return s
}

// missingModule recognises a fixture that ended because a library of its toolkit is not installed.
func missingModule(err error) (string, bool) {
	for _, sign := range []string{"ModuleNotFoundError: ", "ValueError: Namespace ", "ImportError: "} {
		if _, what, found := strings.Cut(err.Error(), sign); found {
			return what, true
		}
	}
	return "", false
}
