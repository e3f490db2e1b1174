package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Registry holds the tools of one run of Pace. It is immutable after NewRegistry.
type Registry struct {
	tools  []Tool
	byName map[string]Tool
}

// NewRegistry checks every spec and refuses the whole set when one is wrong: duplicate names or aliases, missing
// texts, an example that does not validate, a destructive tool.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{byName: map[string]Tool{}}
	var errs []error
	for _, t := range tools {
		s := t.Spec()
		if err := r.check(t, s); err != nil {
			errs = append(errs, fmt.Errorf("tool %q: %w", s.Name, err))
			continue
		}
		r.tools = append(r.tools, t)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	sort.SliceStable(r.tools, func(i, j int) bool { return r.tools[i].Spec().Name < r.tools[j].Spec().Name })
	return r, nil
}

func (r *Registry) check(t Tool, s Spec) error {
	switch {
	case s.Name == "" || s.Name != normalise(s.Name):
		return errors.New("the name is not lower_snake")
	case s.Summary == "" || s.Example == "" || s.ExampleArg == "":
		return errors.New("summary or example is missing")
	case s.Risk == Destructive || s.Risk == "":
		return fmt.Errorf("risk %q is not allowed", s.Risk)
	case s.Approval.Mode == "" || s.Approval.Mode == WhenArgs && s.Approval.When == nil:
		return errors.New("approval is not decided")
	case s.Offer == 0:
		return errors.New("offered to nobody")
	}
	if _, undoes := t.(Undoer); undoes != s.Reversible {
		return errors.New("reversible and Undoer disagree")
	}
	args, problems := s.Args.read(json.RawMessage(s.ExampleArg), "example")
	if len(problems) > 0 {
		return problems[0]
	}
	if strings.TrimSpace(t.Describe(args)) == "" {
		return errors.New("describes its example by nothing")
	}
	for _, n := range append([]string{s.Name}, s.Aliases...) {
		k := normalise(n)
		if other, dup := r.byName[k]; dup && other.Spec().Name != s.Name {
			return fmt.Errorf("%q is taken by %q", n, other.Spec().Name)
		}
		r.byName[k] = t
	}
	return nil
}

// normalise makes "AX.press", "ax-press" and "ax press" one name.
func normalise(n string) string {
	n = strings.ToLower(strings.TrimSpace(n))
	return strings.NewReplacer("-", "_", ".", "_", " ", "_").Replace(n)
}

// Tools lists all tools by name.
func (r *Registry) Tools() []Tool { return append([]Tool(nil), r.tools...) }

// Lookup finds a tool by name or alias.
func (r *Registry) Lookup(name string) (Tool, bool) {
	t, ok := r.byName[normalise(name)]
	return t, ok
}

// Bound is a validated call with its tool. Args hold every argument under its first spelling, defaults filled.
type Bound struct {
	Tool Tool
	Spec Spec
	Call Call
}

// Plan is a validated sequence of steps; the calls of one step may run together. Only Registry.Plan makes one.
type Plan struct {
	steps [][]Bound
}

// Steps returns the plan's steps.
func (p Plan) Steps() [][]Bound { return p.steps }

// Len counts calls.
func (p Plan) Len() int {
	n := 0
	for _, s := range p.steps {
		n += len(s)
	}
	return n
}

// MaxCalls bounds one plan.
const MaxCalls = 64

// Plan coerces and validates calls. One bad call rejects them all, nothing is dropped: the result is a Plan, or
// problems that name each place and reason.
func (r *Registry) Plan(steps [][]Call, who Offer) (Plan, []Problem) {
	var p Plan
	var problems []Problem
	n := 0
	for i, step := range steps {
		var bound []Bound
		for j, c := range step {
			place := fmt.Sprintf("calls[%d]", i)
			if len(step) > 1 {
				place = fmt.Sprintf("calls[%d][%d]", i, j)
			}
			n++
			t, ok := r.Lookup(c.Tool)
			if !ok || t.Spec().Offer&who == 0 {
				problems = append(problems, Problem{place, fmt.Sprintf("there is no tool %q", c.Tool)})
				continue
			}
			s := t.Spec()
			args, ps := s.Args.read(c.Args, place+".args")
			if len(ps) > 0 {
				problems = append(problems, ps...)
				continue
			}
			bound = append(bound, Bound{t, s, Call{Tool: s.Name, Args: args, Expect: c.Expect}})
		}
		if len(bound) > 0 {
			p.steps = append(p.steps, bound)
		}
	}
	if n > MaxCalls {
		problems = append(problems, Problem{"calls", fmt.Sprintf("are %d, more than %d", n, MaxCalls)})
	}
	if len(problems) > 0 {
		return Plan{}, problems
	}
	return p, nil
}

// Card is a tool as `pace inspect tools` and the interface show it.
type Card struct {
	Tool       string          `json:"tool"`
	Aliases    []string        `json:"aliases"`
	Summary    string          `json:"summary"`
	Example    string          `json:"example"`
	ExampleArg json.RawMessage `json:"exampleArgs"`
	Risk       Risk            `json:"risk"`
	Approval   ApprovalMode    `json:"approval"`
	Reversible bool            `json:"reversible"`
	Uses       []Resource      `json:"uses"`
	Needs      []Capability    `json:"needs"`
	Args       map[string]any  `json:"args"`
}

// Cards describes all tools.
func (r *Registry) Cards() []Card {
	out := make([]Card, 0, len(r.tools))
	for _, t := range r.tools {
		s := t.Spec()
		out = append(out, Card{s.Name, append([]string{}, s.Aliases...), s.Summary, s.Example, json.RawMessage(s.ExampleArg),
			s.Risk, s.Approval.Mode, s.Reversible, append([]Resource{}, s.Uses...), append([]Capability{}, s.Needs...), s.Args.Full()})
	}
	return out
}
