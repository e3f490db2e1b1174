package prompt

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/tool"
)

// offered lists the specs a planner may name, by name. With readOnly only those that change nothing.
func offered(r *tool.Registry, readOnly bool) []tool.Spec {
	var out []tool.Spec
	for _, t := range r.Tools() {
		s := t.Spec()
		if s.Offer&tool.OfferPlanner != 0 && (!readOnly || s.Risk == tool.ReadOnly) {
			out = append(out, s)
		}
	}
	return out
}

// lines describes tools, one a line. Arguments that were told for an earlier tool are not told twice.
func lines(specs []tool.Spec) string {
	var b strings.Builder
	told := map[string]string{} // arguments → tool
	for _, s := range specs {
		args := fields(s.Args)
		same, known := told[args]
		switch {
		case !known:
			told[args] = s.Name
		case len(args) > len(same)+len("as for "):
			args = "as for " + same
		}
		b.WriteString(line(s, args))
		b.WriteByte('\n')
	}
	return b.String()
}

// line describes one tool.
func line(s tool.Spec, args string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s {%s}: %s %s", s.Name, args, s.Summary, riskWords[s.Risk])
	switch s.Approval.Mode {
	case tool.Always:
		b.WriteString(" Pace asks the person first.")
	case tool.WhenArgs:
		b.WriteString(" Pace asks the person first when it matters.")
	}
	example := s.ExampleArg
	if example == "{}" {
		fmt.Fprintf(&b, " “%s”", s.Example)
		return b.String()
	}
	fmt.Fprintf(&b, " “%s” %s", s.Example, example)
	return b.String()
}

var riskWords = map[tool.Risk]string{
	tool.ReadOnly:       "Changes nothing.",
	tool.ChangesSystem:  "Changes programs or the system.",
	tool.InputInjection: "Works the program in front.",
	tool.External:       "Reaches beyond this computer.",
}

// untold are arguments that a tool reads and a planner has no use for. An exact place is meant by the number of an
// element; with examples of pixels before it, a model was measured to repeat them as the place of every press.
var untold = map[string]bool{
	"path": true, "x": true, "y": true, "screen": true, "candidates": true,
	"onlyIf":      true, // of undo, which Pace writes itself
	"run":         true, // the same
	"left":        true, // the same
	"instruction": true, // of an edit, which has operations for it
}

// fields prints the arguments in the order of the schema, first spellings only.
func fields(s tool.Schema) string {
	var out []string
	for _, f := range s.Fields {
		if !untold[f.Name] || f.Required {
			out = append(out, field(f))
		}
	}
	return strings.Join(out, ", ")
}

func field(f tool.Field) string {
	var b strings.Builder
	b.WriteString(f.Name)
	if !f.Required {
		b.WriteByte('?')
	}
	b.WriteString(": ")
	switch {
	case len(f.Enum) > 0:
		b.WriteString(strings.Join(f.Enum, "|"))
	case f.Type == "array" && f.Items != nil:
		fmt.Fprintf(&b, "[{%s}]", fields(*f.Items))
	case f.Type == "array":
		b.WriteString("[string]")
	default:
		b.WriteString(f.Type)
	}
	if f.Default != nil {
		fmt.Fprintf(&b, " = %s", plain(f.Default))
	}
	if f.Min != nil && f.Max != nil && (f.Type == "integer" || f.Type == "number") {
		fmt.Fprintf(&b, " %g–%g", *f.Min, *f.Max)
	}
	if f.Doc != "" {
		fmt.Fprintf(&b, " (%s)", f.Doc)
	}
	return b.String()
}

func plain(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

// has reports whether a tool of that name is among specs.
func has(specs []tool.Spec, name string) bool {
	return slices.ContainsFunc(specs, func(s tool.Spec) bool { return s.Name == name })
}

// intentsFor are the intents that these tools can carry out, as indexes into intents.
func intentsFor(specs []tool.Spec) []int {
	var out []int
	for i, n := range intents {
		switch {
		case n.needs == "", n.needs == "*" && len(specs) > 0, has(specs, n.needs):
			out = append(out, i)
		}
	}
	return out
}

// acting is the fixed text of how to reply and what with.
func acting(specs []tool.Spec) (rules, tools string) {
	var which []string
	for _, i := range intentsFor(specs) {
		which = append(which, intents[i].line)
	}
	rules = fmt.Sprintf(envelope, strings.Join(which, "\n"))
	if len(specs) == 0 {
		return rules, noTools
	}
	return rules, toolsHead + lines(specs)
}
