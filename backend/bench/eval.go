package bench

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/desktop"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/untrusted"
)

//go:embed testdata/eval.json
var evalFile []byte

// evalSet is the file of sentences. The file says what each field means.
type evalSet struct {
	Screens map[string]evalScreen `json:"screens"`
	Cases   []evalCase            `json:"cases"`
}

type evalScreen struct {
	App     string   `json:"app"`
	Window  string   `json:"window"`
	Summary string   `json:"summary"`
	Lines   []string `json:"lines"`
}

type evalCase struct {
	ID      string         `json:"id"`
	Kind    string         `json:"kind"`
	Text    string         `json:"text"`
	Screen  string         `json:"screen"`
	Thread  []evalTurn     `json:"thread"`
	Steps   []evalStep     `json:"steps"`
	Outside []evalOutside  `json:"outside"`
	Accept  []evalAccepted `json:"accept"`
	Never   []string       `json:"never"`
}

type (
	evalTurn struct{ Said, Answered string }
	evalStep struct {
		Tool, Args, Effect, Report, Read string
		Outside                          bool
	}
	evalOutside struct{ About, Text string }
)

// evalAccepted is one way to be right; all of it must hold.
type evalAccepted struct {
	Intents []string `json:"intents"`
	Calls   []string `json:"calls"`
	Says    []string `json:"says"`
}

// evalKinds are the kinds of sentences, in the order in which they are reported.
func evalKinds() []string {
	return []string{"action", "multiStep", "screen", "answer", "clarify", "outOfScope", "destructive", "injection"}
}

func readEval() (evalSet, error) {
	var set evalSet
	if err := json.Unmarshal(evalFile, &set); err != nil {
		return set, fmt.Errorf("read the sentences: %w", err)
	}
	return set, nil
}

// only keeps the cases of some kinds, or with some ids; empty keeps all.
func (s evalSet) only(names []string) []evalCase {
	if len(names) == 0 {
		return s.Cases
	}
	var out []evalCase
	for _, c := range s.Cases {
		if slices.Contains(names, c.Kind) || slices.Contains(names, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// prompt is what a planner is told for a case: the surroundings are the same for all.
func (s evalSet) prompt(c evalCase) planner.Prompt {
	p := planner.Prompt{Text: c.Text, Now: planner.Now{Weekday: "Tuesday", Part: "morning", Displays: 1}}
	for _, t := range c.Thread {
		p.Thread = append(p.Thread, planner.Turn{Said: t.Said, Answered: t.Answered})
	}
	for _, x := range c.Steps {
		p.Steps = append(p.Steps, planner.Step{Tool: x.Tool, Args: x.Args, Effect: x.Effect, Report: x.Report, Read: x.Read, Outside: x.Outside})
	}
	for _, o := range c.Outside {
		p.Outside = append(p.Outside, planner.Outside{Source: untrusted.Screen, About: o.About, Text: o.Text})
	}
	screen, shown := s.Screens[c.Screen]
	if !shown {
		return p
	}
	p.Now.App, p.Now.Window, p.Now.Summary = screen.App, screen.Window, screen.Summary
	for i, l := range screen.Lines {
		p.Screen = append(p.Screen, fmt.Sprintf("[%d] %s", i+1, l))
	}
	return p
}

// marks are what the numbers of a screen stand for. The exact place of a line is its number, so that a judge sees which
// was chosen.
func (s evalScreen) marks() observe.Marks {
	var out observe.Marks
	for i, l := range s.Lines {
		column := strings.Split(l, "|")
		m := observe.Mark{N: i + 1, Target: desktop.Target{Role: desktop.Role(column[0]), Path: []string{placeOfLine(i + 1)}}}
		if len(column) > 2 {
			m.Target.Label = column[2]
		}
		out = append(out, m)
	}
	return out
}

func placeOfLine(n int) string { return fmt.Sprintf("line %d", n) }
