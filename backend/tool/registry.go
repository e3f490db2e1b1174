package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pace/backend/desktop"
)

// Registry holds the tools of one run of Pace. It is immutable after NewRegistry: every Spec was read once, and what
// is handed out is a copy.
type Registry struct {
	tools  []*entry // by name
	byName map[string]*entry
}

type entry struct {
	tool Tool
	spec Spec
}

// NewRegistry checks every spec and refuses the whole set when one is wrong: duplicate names or aliases, missing
// texts, an example that does not validate, a destructive tool.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{byName: map[string]*entry{}}
	var errs []error
	for _, t := range tools {
		e := &entry{t, t.Spec().clone()}
		if err := r.check(e); err != nil {
			errs = append(errs, fmt.Errorf("tool %q: %w", e.spec.Name, err))
			continue
		}
		r.tools = append(r.tools, e)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	slices.SortStableFunc(r.tools, func(a, b *entry) int { return strings.Compare(a.spec.Name, b.spec.Name) })
	return r, nil
}

var (
	snake     = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	risks     = []Risk{ReadOnly, ChangesSystem, InputInjection, External}
	approvals = []ApprovalMode{Never, WhenArgs, Always}
)

func (r *Registry) check(e *entry) error {
	s := e.spec
	switch {
	case !snake.MatchString(s.Name):
		return errors.New("the name is not lower_snake")
	case s.Summary == "" || s.Example == "" || s.ExampleArg == "":
		return errors.New("summary or example is missing")
	case !slices.Contains(risks, s.Risk):
		return fmt.Errorf("risk %q is not allowed", s.Risk)
	case !slices.Contains(approvals, s.Approval.Mode) || s.Approval.Mode == WhenArgs && s.Approval.When == nil:
		return errors.New("approval is not decided")
	case s.Offer == 0 || s.Offer&^OfferAll != 0:
		return errors.New("offered to nobody")
	}
	if _, undoes := e.tool.(Undoer); undoes != s.Reversible {
		return errors.New("reversible and Undoer disagree")
	}
	args, problems := s.Args.read(json.RawMessage(s.ExampleArg), "example")
	if len(problems) > 0 {
		return problems[0]
	}
	if strings.TrimSpace(e.tool.Describe(args)) == "" {
		return errors.New("describes its example by nothing")
	}
	for n := range s.Given {
		if !slices.Contains(s.Aliases, n) {
			return fmt.Errorf("%q says something and is no alias", n)
		}
	}
	for _, n := range append([]string{s.Name}, s.Aliases...) {
		k := normalise(n)
		if k == "" {
			return fmt.Errorf("%q is no name", n)
		}
		if other, dup := r.byName[k]; dup && other != e {
			return fmt.Errorf("%q is taken by %q", n, other.spec.Name)
		}
		r.byName[k] = e
	}
	return nil
}

// Normalise makes one spelling of all under which a name is found.
func Normalise(name string) string { return normalise(name) }

// normalise makes "AX.press", "ax-press", "axPress" and "ax press" one name.
func normalise(n string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("-. _", c) {
			return -1
		}
		return unicode.ToLower(c)
	}, strings.TrimSpace(n))
}

// Tools lists all tools by name.
func (r *Registry) Tools() []Tool {
	out := make([]Tool, len(r.tools))
	for i, e := range r.tools {
		out[i] = e.tool
	}
	return out
}

// Lookup finds a tool by name or alias.
func (r *Registry) Lookup(name string) (Tool, bool) {
	if e, ok := r.byName[normalise(name)]; ok {
		return e.tool, true
	}
	return nil, false
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

// Steps returns a copy of the plan's steps: what was validated can't be changed afterwards.
func (p Plan) Steps() [][]Bound {
	out := make([][]Bound, len(p.steps))
	for i, step := range p.steps {
		out[i] = slices.Clone(step)
		for j := range out[i] {
			b := &out[i][j]
			b.Spec = b.Spec.clone()
			b.Call.Args = slices.Clone(b.Call.Args)
			b.Call.Expect = cloned(b.Call.Expect)
		}
	}
	return out
}

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
		bound := make([]Bound, 0, len(step))
		for j, c := range step {
			place := fmt.Sprintf("calls[%d]", i)
			if len(step) > 1 {
				place = fmt.Sprintf("calls[%d][%d]", i, j)
			}
			n++
			name := c.Tool
			c, e, ok := r.lookup(c, who)
			if !ok {
				problems = append(problems, Problem{place, fmt.Sprintf("there is no tool %q", clip(name))})
				continue
			}
			args, ps := e.spec.Args.read(c.Args, place+".args")
			if c.Expect != nil {
				if err := c.Expect.Check(); err != nil {
					ps = append(ps, Problem{place + ".expect", err.Error()})
				}
			}
			if len(ps) > 0 {
				problems = append(problems, ps...)
				continue
			}
			bound = append(bound, Bound{e.tool, e.specOf(args), Call{Tool: e.spec.Name, Args: args, Expect: cloned(c.Expect)}})
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

// specOf is the spec of a call with args.
func (e *entry) specOf(args json.RawMessage) Spec {
	s := e.spec
	if r, ok := e.tool.(Reader); ok && r.Reads(args) {
		s.Risk, s.Reversible = ReadOnly, false
	}
	return s
}

// clip bounds what of a call a problem quotes.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// cloned copies what whoever made the call could change later.
func cloned(x *desktop.Expect) *desktop.Expect {
	if x == nil {
		return nil
	}
	c := *x
	c.Target.Path = slices.Clone(c.Target.Path)
	return &c
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
	for _, e := range r.tools {
		s := e.spec
		out = append(out, Card{s.Name, append([]string{}, s.Aliases...), s.Summary, s.Example, json.RawMessage(s.ExampleArg),
			s.Risk, s.Approval.Mode, s.Reversible, append([]Resource{}, s.Uses...), append([]Capability{}, s.Needs...), s.Args.Full()})
	}
	return out
}
