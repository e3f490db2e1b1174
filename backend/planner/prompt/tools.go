package prompt

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/tool"
	"pace/backend/untrusted"
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

// A style says what a line leaves out.
type style struct {
	risk  bool // with words for the risk
	texts bool // with the kind of an argument that is a text
}

// lines describes tools, one a line. Arguments that were told for an earlier tool are not told twice.
func lines(specs []tool.Spec, st style) string {
	var b strings.Builder
	told := map[string]string{} // arguments → tool
	for _, s := range specs {
		args := fields(s.Args, st)
		same, known := told[args]
		switch {
		case !known:
			told[args] = s.Name
		case len(args) > len(same)+len("as for "):
			args = "as for " + same
		}
		b.WriteString(line(s, args, st))
		b.WriteByte('\n')
	}
	return b.String()
}

// line describes one tool. Whatever the tool says of itself stays on its line.
func line(s tool.Spec, args string, st style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s {%s}: %s", said(s.Name), args, said(s.Summary))
	if st.risk {
		b.WriteString(" " + riskWords[s.Risk])
	}
	switch s.Approval.Mode {
	case tool.Always:
		b.WriteString(" Pace asks the person first.")
	case tool.WhenArgs:
		b.WriteString(" Pace asks the person first when it matters.")
	}
	fmt.Fprintf(&b, " “%s”", said(s.Example))
	if s.ExampleArg != "{}" {
		b.WriteString(" " + said(s.ExampleArg))
	}
	return b.String()
}

// tellLimit bounds one text of a tool, in bytes. Pace's own are shorter; those of connected servers may be anything.
const tellLimit = 400

// said is what a tool says of itself as a part of its line.
func said(text string) string {
	return head(strings.Join(strings.Fields(untrusted.Clean(text)), " "), tellLimit)
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
	"onlyIf": true, // of undo, which Pace writes itself
	"run":    true, // the same
}

// fields prints the arguments in the order of the schema, first spellings only.
func fields(s tool.Schema, st style) string {
	var out []string
	for _, f := range s.Fields {
		if !untold[f.Name] || f.Required {
			out = append(out, field(f, st))
		}
	}
	return strings.Join(out, ", ")
}

func field(f tool.Field, st style) string {
	var b strings.Builder
	b.WriteString(said(f.Name))
	if !f.Required {
		b.WriteByte('?')
	}
	var kind string
	switch {
	case len(f.Enum) > 0:
		kind = said(strings.Join(f.Enum, "|"))
	case f.Type == "array" && f.Items != nil:
		kind = "[{" + fields(*f.Items, st) + "}]"
	case f.Type == "array":
		kind = "[string]"
	case f.Type != "string" || st.texts:
		kind = f.Type
	}
	if kind != "" {
		b.WriteString(": " + kind)
	}
	if f.Default != nil {
		b.WriteString(" = " + said(plain(f.Default)))
	}
	if f.Min != nil && f.Max != nil && (f.Type == "integer" || f.Type == "number") {
		fmt.Fprintf(&b, " %g–%g", *f.Min, *f.Max)
	}
	if f.Doc != "" {
		fmt.Fprintf(&b, " (%s)", said(f.Doc))
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

// rules are the fixed text of how to reply.
func rules(specs []tool.Spec) string {
	var which []string
	for _, i := range intentsFor(specs) {
		which = append(which, intents[i].line)
	}
	return fmt.Sprintf(envelope, strings.Join(which, "\n"))
}
