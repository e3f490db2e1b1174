package bench

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pace/backend/event"
)

//go:embed testdata/apart.json
var apartFile []byte

// apartCase is one sentence for a real program. The file says what each field means.
type apartCase struct {
	ID     string            `json:"id"`
	App    string            `json:"app"`
	Launch []string          `json:"launch"`
	Ready  string            `json:"ready"`
	Files  map[string]string `json:"files"`
	Text   string            `json:"text"`
	Expect string            `json:"expect"` // effect, noEffect, refuse, ask
	Check  check             `json:"check"`
}

func apartCases() ([]apartCase, error) {
	var file struct {
		Cases []apartCase `json:"cases"`
	}
	if err := json.Unmarshal(apartFile, &file); err != nil {
		return nil, fmt.Errorf("read the sentences: %w", err)
	}
	return file.Cases, nil
}

// Apart gives Pace the forty sentences, each in a program that was started afresh, and checks with the second reader.
func Apart(ctx context.Context, o Options) (Score, error) {
	var score Score
	cases, err := apartCases()
	if err != nil {
		return score, err
	}
	d, err := OpenDesk(ctx, o.Environ, "1280x800x24")
	if err != nil {
		return score, err
	}
	defer d.Close()
	absent := map[string]bool{}
	for _, c := range cases {
		if !o.wants(c.Launch[0]) || absent[c.Launch[0]] {
			continue
		}
		if len(Missing(d.Env, c.Launch[0])) > 0 {
			absent[c.Launch[0]] = true
			score.Skipped = append(score.Skipped, c.Launch[0]+" is not installed")
			continue
		}
		m, real, took, err := c.try(ctx, o, d)
		if ctx.Err() != nil {
			return score, ctx.Err()
		}
		if err != nil {
			m = &Miss{Case: c.Text, Kind: broken, True: err.Error()}
		}
		mark := "✓"
		if m != nil {
			m.Where, mark = c.ID, "✗ "+m.Kind+":"
		}
		score.add(m, real)
		o.say("%s %s: %s (%s)", mark, c.ID, c.Text, took.Round(time.Millisecond))
		if m != nil {
			o.say("    said %s\n    true %s", m.Said, m.True)
		}
	}
	score.finish()
	return score, nil
}

// try starts the program as the file says, says the sentence, and reads.
func (c apartCase) try(ctx context.Context, o Options, d *Desk) (m *Miss, real bool, took time.Duration, err error) {
	home, err := d.Folder("home")
	if err != nil {
		return nil, false, 0, err
	}
	dir, err := d.Folder("files")
	if err != nil {
		return nil, false, 0, err
	}
	for name, text := range c.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, false, 0, fmt.Errorf("make a folder: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, false, 0, fmt.Errorf("write %s: %w", name, err)
		}
	}
	var argv []string
	for _, a := range c.Launch {
		argv = append(argv, strings.ReplaceAll(a, "{dir}", dir))
	}
	p, err := d.Launch(ctx, argv, c.Ready, "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "XDG_DATA_HOME="+home+"/.local/share",
		"XDG_STATE_HOME="+home+"/.local/state", "XDG_CACHE_HOME="+home+"/.cache", "GSETTINGS_BACKEND=memory")
	if err != nil {
		return nil, false, 0, err
	}
	defer p.Stop()
	before, err := c.Check.read(ctx, p)
	if err != nil {
		return nil, false, 0, err
	}
	if before.so != (c.Expect != "effect") {
		return nil, false, 0, fmt.Errorf("the case does not begin as it should: %s", before.tells)
	}
	who, err := d.OpenPace(o, max(1, o.Slow), false)
	if err != nil {
		return nil, false, 0, err
	}
	defer who.Close()
	t, err := who.Do(ctx, c.Text)
	if err != nil {
		return nil, false, 0, err
	}
	after, err := c.Check.read(ctx, p)
	if err != nil {
		after = seen{tells: "it could not be read: " + err.Error()}
	}
	m, real = c.judge(t.Ended, after)
	return m, real, t.Took, nil
}

// judge compares what Pace said with what the second reader saw.
func (c apartCase) judge(t event.Ended, after seen) (m *Miss, real bool) {
	miss := func(kind string) *Miss {
		return &Miss{Case: c.Text, Kind: kind, Said: said(t), True: after.tells}
	}
	done := t.Status == event.Done
	if c.Expect == "effect" {
		switch real = after.so; {
		case done && !real:
			return miss(falseSuccess), real
		case real && !done:
			return miss(unconfirmed), real
		case !real:
			return miss(notDone), real
		}
		return nil, real
	}
	switch {
	case done:
		return miss(falseSuccess), false
	case !after.so:
		return miss(overdone), false
	case c.Expect == "refuse" && reason(t) == "", c.Expect == "ask" && (t.Question == nil || len(t.Question.Options) < 2):
		return miss(wrongAnswer), false
	}
	return nil, false
}
