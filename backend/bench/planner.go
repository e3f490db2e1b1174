package bench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"pace/backend/app"
	"pace/backend/egress"
	"pace/backend/planner"
	"pace/backend/planner/brain"
	"pace/backend/planner/prompt"
	"pace/backend/tool"
)

// PlannerNumbers are the result of a planner run: what Pace itself costs around a model. Times are measured against a
// server on this machine that answers at once. The keys are stable: scripts read them.
type PlannerNumbers struct {
	Version string        `json:"version"`
	At      time.Time     `json:"at"`
	Quick   bool          `json:"quick"`
	Machine Machine       `json:"machine"`
	Asking  PlannerAsking `json:"asking"`
	First   PlannerFirst  `json:"first"`
	Plan    PlannerPlan   `json:"plan"`
	Read    []PlannerRead `json:"read"`
	Prompt  []PromptSize  `json:"prompt"`
	Bars    []Bar         `json:"bars"`
	Skipped []string      `json:"skipped"`
}

// PlannerAsking is from the sentence to the request having arrived, prompt building included. The bare arms send the
// same bytes through the same door.
type PlannerAsking struct {
	Small      Stat     `json:"small"`
	SmallBytes int      `json:"smallBytes"`
	SmallBare  Stat     `json:"smallBare"`
	Large      Stat     `json:"large"`
	LargeBytes int      `json:"largeBytes"`
	LargeBare  Stat     `json:"largeBare"`
	RatioSmall *float64 `json:"ratioSmall"`
	RatioLarge *float64 `json:"ratioLarge"`
}

// PlannerFirst is from the server's first frame to the first words for the user.
type PlannerFirst struct {
	OneFrame Stat     `json:"oneFrame"` // the first sentence comes in the first frame
	Tokens   Stat     `json:"tokens"`   // it comes in pieces of 4 bytes, as fast as they can be sent
	Prose    Stat     `json:"prose"`    // plain words, as answers are asked for
	Bare     Stat     `json:"bare"`     // the same frame read by a client that does nothing with it
	Ratio    *float64 `json:"ratio"`    // oneFrame : bare
}

// PlannerPlan is from the server's last frame to the validated plan. The content comes in pieces of 8 bytes.
type PlannerPlan struct {
	One     Stat `json:"steps1"`
	Four    Stat `json:"steps4"`
	Sixteen Stat `json:"steps16"`
}

// plannerRuns says how often each arm is run.
type plannerRuns struct{ ask, read, prompt int }

func (o Options) plannerRuns() plannerRuns {
	if o.Quick {
		return plannerRuns{ask: 10, read: 50, prompt: 50}
	}
	return plannerRuns{ask: 500, read: 5000, prompt: 2000}
}

// plannerWindow is a model's window that all of the bench's prompts fit into.
const plannerWindow = 16384

// plannerBench is one run.
type plannerBench struct {
	o      Options
	n      plannerRuns
	reg    *tool.Registry
	server *playServer
	client *http.Client
	brain  *brain.Local
	out    *PlannerNumbers
}

// Planner measures what Pace costs around a model, arms alternating. An error means that the run broke off, and the
// numbers hold what there was by then.
func Planner(ctx context.Context, o Options) (*PlannerNumbers, error) {
	b := &plannerBench{o: o, n: o.plannerRuns(), out: &PlannerNumbers{Version: o.Version, At: time.Now().UTC(), Quick: o.Quick, Machine: computer(), Skipped: []string{}}}
	err := b.measure(ctx)
	b.out.Machine.LoadAfter = load()
	b.out.Bars = plannerBars(b.out)
	return b.out, err
}

// computer is the machine without the programs of a desktop, which have no part in this.
func computer() Machine {
	m := Machine{Cores: runtime.NumCPU(), Go: runtime.Version(), LoadBefore: load(), Programs: map[string]string{}}
	m.CPU = field("/proc/cpuinfo", "model name")
	m.Kernel = line("/proc/sys/kernel/osrelease")
	m.System = strings.Trim(field("/etc/os-release", "PRETTY_NAME"), `"`)
	var kb int
	if _, err := fmt.Sscanf(field("/proc/meminfo", "MemTotal"), "%d kB", &kb); err == nil {
		m.MemoryMB = kb >> 10
	}
	return m
}

func (b *plannerBench) measure(ctx context.Context) error {
	var err error
	if b.reg, err = app.Registry(); err != nil {
		return fmt.Errorf("the tools: %w", err)
	}
	if b.server, err = startPlay(plannerWindow); err != nil {
		return err
	}
	defer b.server.Close()
	door, close, err := ownDoor()
	if err != nil {
		return err
	}
	defer close()
	b.client = door.Client(egress.Lane{Subsystem: "planner", Operation: "chat"})
	b.brain = brain.New(brain.Config{HTTP: b.client, Prompts: prompt.New(b.reg), Check: brain.Checks(b.reg), Nonces: rand.Reader, Now: time.Now,
		Set: func() brain.Settings { return brain.Settings{URL: b.server.URL, Model: playModel} }})
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"reading", b.reading}, {"prompt", b.prompts}, {"asking", b.asking}, {"first words", b.first}, {"plan", b.plan}} {
		b.o.say("measuring %s", part.name)
		if err := part.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// ownDoor is the way out with an audit of its own, so that a bench is in no user's records.
func ownDoor() (door *egress.Door, close func(), err error) {
	dir, err := os.MkdirTemp("", "pace-bench-")
	if err != nil {
		return nil, nil, fmt.Errorf("make a folder: %w", err)
	}
	door = egress.New(egress.Config{Audit: egress.NewAudit(filepath.Join(dir, "audit.jsonl"))})
	return door, func() { door.Close(); _ = os.RemoveAll(dir) }, nil
}

// asked is one question to the brain.
type asked struct {
	began, spoke, planned time.Time // spoke is zero when nothing was said
	steps                 int
	at                    played
}

var errNotAsPlayed = errors.New("what was read is not what was played")

// ask has the brain ask the server once, and makes the plan of what it answered.
func (b *plannerBench) ask(ctx context.Context, p planner.Prompt) (asked, error) {
	a := asked{began: time.Now()}
	r, err := b.brain.Plan(ctx, p, planner.Hear{Say: func(string) {
		if a.spoke.IsZero() {
			a.spoke = time.Now()
		}
	}})
	if err != nil {
		return a, err
	}
	plan, problems := b.reg.Plan(r.Calls, tool.OfferPlanner)
	a.planned = time.Now()
	if problems = append(r.Problems, problems...); len(problems) > 0 {
		return a, problems[0]
	}
	a.steps, a.at = len(plan.Steps()), b.server.last()
	return a, nil
}

// bare sends the bytes that Pace sent, and reads the answer without looking at it. got is when its first bytes came.
func (b *plannerBench) bare(ctx context.Context, body []byte) (began, got time.Time, at played, err error) {
	began = time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server.URL+"/chat/completions", strings.NewReader(string(body)))
	if err != nil {
		return began, got, at, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.client.Do(req)
	if err != nil {
		return began, got, at, err
	}
	defer resp.Body.Close()
	var one [1]byte
	if _, err = io.ReadFull(resp.Body, one[:]); err != nil {
		return began, got, at, err
	}
	got = time.Now()
	if _, err = io.Copy(io.Discard, resp.Body); err != nil {
		return began, got, at, err
	}
	return began, got, b.server.last(), nil
}

// asking measures from the sentence to the request on the server's side.
func (b *plannerBench) asking(ctx context.Context) error {
	b.server.play(planOf(1), 0)
	small, large := planner.Prompt{Text: "what can I do with this window"}, largePrompt(80)
	a := &b.out.Asking
	arms := []struct {
		prompt  planner.Prompt
		stat    *Stat
		bare    *Stat
		written *int
	}{{small, &a.Small, &a.SmallBare, &a.SmallBytes}, {large, &a.Large, &a.LargeBare, &a.LargeBytes}}
	for range b.n.ask {
		for _, arm := range arms {
			got, err := b.ask(ctx, arm.prompt)
			if err != nil {
				return err
			}
			arm.stat.took(got.at.Arrived.Sub(got.began))
			*arm.written = len(got.at.Request)
			began, _, at, err := b.bare(ctx, got.at.Request)
			if err != nil {
				return err
			}
			arm.bare.took(at.Arrived.Sub(began))
		}
	}
	a.RatioSmall, a.RatioLarge = ratio(a.Small.finish(), a.SmallBare.finish()), ratio(a.Large.finish(), a.LargeBare.finish())
	return nil
}

// first measures from the first frame to the first words.
func (b *plannerBench) first(ctx context.Context) error {
	const words = "The window shows a letter. It can be read."
	envelope := fmt.Sprintf(`{"intent":"answer","spokenText":%q,"payload":{}}`, words)
	normal, brief := planner.Prompt{Text: "what can I do with this window"}, planner.Prompt{Text: "what is a letter", Brief: true}
	f := &b.out.First
	for range b.n.ask {
		var body []byte
		for _, arm := range []struct {
			content string
			piece   int
			prompt  planner.Prompt
			stat    *Stat
		}{{envelope, 0, normal, &f.OneFrame}, {envelope, 4, normal, &f.Tokens}, {words, 0, brief, &f.Prose}} {
			b.server.play(arm.content, arm.piece)
			got, err := b.ask(ctx, arm.prompt)
			switch {
			case err != nil:
				return err
			case got.spoke.IsZero():
				return errNotAsPlayed
			}
			arm.stat.took(got.spoke.Sub(got.at.First))
			if body == nil {
				body = got.at.Request
			}
		}
		b.server.play(envelope, 0)
		_, got, at, err := b.bare(ctx, body)
		if err != nil {
			return err
		}
		f.Bare.took(got.Sub(at.First))
	}
	f.Tokens.finish()
	f.Prose.finish()
	f.Ratio = ratio(f.OneFrame.finish(), f.Bare.finish())
	return nil
}

// plan measures from the last frame to the validated plan.
func (b *plannerBench) plan(ctx context.Context) error {
	p := &b.out.Plan
	arms := []struct {
		steps int
		stat  *Stat
	}{{1, &p.One}, {4, &p.Four}, {16, &p.Sixteen}}
	for range b.n.ask {
		for _, arm := range arms {
			b.server.play(planOf(arm.steps), 8)
			got, err := b.ask(ctx, planner.Prompt{Text: "do all of this in the letter"})
			switch {
			case err != nil:
				return err
			case got.steps != arm.steps:
				return fmt.Errorf("%w: %d steps instead of %d", errNotAsPlayed, got.steps, arm.steps)
			}
			arm.stat.took(got.planned.Sub(got.at.Last))
		}
	}
	for _, arm := range arms {
		arm.stat.finish()
	}
	return nil
}

// planOf is an envelope with so many calls.
func planOf(steps int) string {
	calls := make([]map[string]any, steps)
	for i := range calls {
		switch i % 4 {
		case 0:
			calls[i] = map[string]any{"name": "click", "args": map[string]any{"label": fmt.Sprintf("Entry %d", i), "container": "Letters"}}
		case 1:
			calls[i] = map[string]any{"name": "type", "args": map[string]any{"text": "Dear Ada, the plums are in the shed.", "into": "Body"}}
		case 2:
			calls[i] = map[string]any{"name": "key", "args": map[string]any{"key": "ctrl+s"}}
		case 3:
			calls[i] = map[string]any{"name": "set_value", "args": map[string]any{"target": "Size", "value": "12"}}
		}
	}
	raw, _ := json.Marshal(map[string]any{"calls": calls}) // strings always marshal
	return fmt.Sprintf(`{"intent":"action","spokenText":"","payload":%s}`, raw)
}

// largePrompt is a sentence with so many lines of the screen, a thread and a step behind it.
func largePrompt(lines int) planner.Prompt {
	p := planner.Prompt{Text: "put the letter to Mrs Okafor into the second folder", Now: planner.Now{App: "Mail", Window: "Inbox", Weekday: "Tuesday", Part: "morning", Displays: 1}}
	if lines == 0 {
		return p
	}
	for i := range lines {
		p.Screen = append(p.Screen, fmt.Sprintf("[%d] item|%d,%d|Letter %d from the Okafor family, about the plums|(selected)", i+1, 120+i, 200+9*i, i+1))
	}
	for i := range 4 {
		p.Thread = append(p.Thread, planner.Turn{Said: fmt.Sprintf("and what about the %d others", i), Answered: "They are in the first folder, and one of them has a picture."})
	}
	p.Steps = []planner.Step{{Tool: "click", Args: `{"label":"Inbox"}`, Effect: "confirmed", Report: "Pressed “Inbox”."}}
	p.Bind = func(_ int, calls [][]tool.Call) ([][]tool.Call, []tool.Problem) { return calls, nil }
	return p
}
