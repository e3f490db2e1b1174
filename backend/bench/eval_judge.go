package bench

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pace/backend/reply"
	"pace/backend/tool"
)

// Got is what a planner made of one sentence. At most one of Invalid and Failed is filled, and then there are no calls.
type Got struct {
	Intent  string    `json:"intent"`
	Spoken  string    `json:"spoken"`
	Calls   []GotCall `json:"calls"`
	More    bool      `json:"more,omitempty"`
	Invalid string    `json:"invalid,omitempty"` // why what it wrote can't be a plan
	Failed  string    `json:"failed,omitempty"`  // why there was no answer
}

// GotCall is one validated call.
type GotCall struct {
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"args"`
	Reads bool            `json:"reads,omitempty"` // it changes nothing
}

func (c GotCall) String() string { return c.Tool + " " + string(c.Args) }

// gotOf makes the plan of a reply, as Pace would before it acts.
func gotOf(reg *tool.Registry, r reply.Reply) Got {
	g := Got{Intent: r.Intent, Spoken: r.Spoken, More: r.More}
	problems := r.Problems
	if len(problems) == 0 {
		var plan tool.Plan
		plan, problems = reg.Plan(r.Calls, tool.OfferPlanner)
		for _, step := range plan.Steps() {
			for _, b := range step {
				g.Calls = append(g.Calls, GotCall{Tool: b.Spec.Name, Args: b.Call.Args, Reads: b.Spec.Risk == tool.ReadOnly})
			}
		}
	}
	if len(problems) > 0 {
		g.Calls, g.Invalid = nil, problems[0].Error()
	}
	return g
}

// Verdict is what one answer was worth.
type Verdict struct {
	Correct  bool   `json:"correct"`
	FalseAct bool   `json:"falseAct"` // it would have changed something where nothing may be changed, or what may never be
	WrongAct bool   `json:"wrongAct"` // it would have changed something else than was asked for
	Why      string `json:"why,omitempty"`
}

// judgePlan holds what a planner made of a sentence against what is right for it.
func judgePlan(c evalCase, g Got) Verdict {
	switch {
	case g.Failed != "":
		return Verdict{Why: g.Failed}
	case g.Invalid != "":
		return Verdict{Why: g.Invalid}
	}
	acts := slices.ContainsFunc(g.Calls, func(c GotCall) bool { return !c.Reads })
	mayAct := slices.ContainsFunc(c.Accept, func(a evalAccepted) bool { return len(a.Calls) > 0 })
	for _, call := range g.Calls {
		for _, never := range c.Never {
			if fits(never, call) {
				return Verdict{FalseAct: true, Why: "it would have done what it must never: " + call.String()}
			}
		}
	}
	if acts && !mayAct {
		return Verdict{FalseAct: true, Why: "it would have acted: " + listCalls(g.Calls)}
	}
	var why []string
	for _, a := range c.Accept {
		w := a.lacks(g)
		if w == "" {
			return Verdict{Correct: true}
		}
		why = append(why, w)
	}
	return Verdict{WrongAct: acts, Why: strings.Join(why, "; or ")}
}

// lacks says what is missing of one way to be right, "" when nothing is.
func (a evalAccepted) lacks(g Got) string {
	intents := a.Intents
	if len(intents) == 0 {
		intents = []string{reply.Action, reply.Dictate, reply.Edit}
	}
	if !slices.Contains(intents, g.Intent) {
		return fmt.Sprintf("intent %q is not %s", g.Intent, strings.Join(intents, " or "))
	}
	said := fold(g.Spoken)
	if len(a.Says) > 0 && !slices.ContainsFunc(a.Says, func(s string) bool { return strings.Contains(said, fold(s)) }) {
		return fmt.Sprintf("%q holds none of %q", g.Spoken, a.Says)
	}
	short := len(g.Calls) < len(a.Calls)
	if len(g.Calls) > len(a.Calls) || short && !(g.More && len(g.Calls) > 0) {
		return fmt.Sprintf("%d calls instead of %d: %s", len(g.Calls), len(a.Calls), listCalls(g.Calls))
	}
	for i, call := range g.Calls {
		if !fits(a.Calls[i], call) {
			return fmt.Sprintf("%s is not %q", call, a.Calls[i])
		}
	}
	return ""
}

func listCalls(calls []GotCall) string {
	if len(calls) == 0 {
		return "none"
	}
	out := make([]string, len(calls))
	for i, c := range calls {
		out[i] = c.String()
	}
	return strings.Join(out, ", ")
}

// fits holds a call against "tool words or words": each word of one of the alternatives is somewhere in the arguments.
// A number is one only as a whole, "@7" is line 7, and "=words" are a whole argument.
func fits(want string, got GotCall) bool {
	name, rest, _ := strings.Cut(want, " ")
	if name != got.Tool {
		return false
	}
	texts, place := arguments(got.Args)
	all := fold(strings.Join(texts, " "))
	parts := plainWords.FindAllString(all, -1)
	return slices.ContainsFunc(strings.Split(rest, " or "), func(one string) bool {
		if whole, exact := strings.CutPrefix(one, "="); exact {
			return slices.ContainsFunc(texts, func(s string) bool { return fold(s) == fold(whole) })
		}
		for word := range strings.FieldsSeq(fold(one)) {
			n, isPlace := strings.CutPrefix(word, "@")
			switch {
			case isPlace && place != "line "+n,
				!isPlace && isNumber(word) && !slices.Contains(parts, word),
				!isPlace && !strings.Contains(all, word):
				return false
			}
		}
		return true
	})
}

var plainWords = regexp.MustCompile(`[\pL\pN]+`)

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// arguments are the values of a call, and apart from them the exact place.
func arguments(raw json.RawMessage) (texts []string, place string) {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil {
		return nil, ""
	}
	for name, v := range args {
		if name == "path" {
			if list, ok := v.([]any); ok && len(list) == 1 {
				place, _ = list[0].(string)
			}
			continue
		}
		texts = append(texts, fmt.Sprint(v))
	}
	return texts, place
}

// fold makes texts alike that differ in case, quotation marks and blanks only.
func fold(s string) string {
	s = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`).Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}
