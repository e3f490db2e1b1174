package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

type typeText struct{ s *interaction.Sessions }

type typeArgs struct {
	Text string   `json:"text" alias:"value,body" doc:"what to type, exactly" need:"true" min:"1" max:"1048576"`
	Into string   `json:"into" alias:"target,field" doc:"the field it goes into; absent: where the caret is" max:"500"`
	Path []string `json:"path" doc:"exact field, as an earlier question offered it" max:"80"`
}

func (typeText) Spec() tool.Spec {
	return tool.Spec{Name: "type", Aliases: []string{"keyboard.type", "type_text"},
		Summary: "Types text at the caret, or into a named field, and reads it back.",
		Example: "type Grüße in Notes", ExampleArg: `{"text":"Grüße","into":"Notes"}`, Args: tool.SchemaOf[typeArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus, tool.UsesClipboard},
		Needs: []tool.Capability{tool.NeedsTree}, Reversible: true, Offer: tool.OfferAll}
}

// Describe tells how much is typed, not what: an approval may be read by anybody who looks at the screen.
func (typeText) Describe(raw json.RawMessage) string {
	a := args[typeArgs](raw)
	n := utf8.RuneCountInString(a.Text)
	d := fmt.Sprintf("Type %d characters", n)
	if n == 1 {
		d = "Type 1 character"
	}
	if a.Into != "" {
		d += " into “" + clip(a.Into, 80) + "”"
	}
	return d
}

func (a typeArgs) target() desktop.Target { return desktop.Target{Label: a.Into, Path: a.Path} }

func (t typeText) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[typeArgs](raw)
	o, shot := t.s.For(st.Turn).Type(ctx, st.Index, a.target(), a.Text, st.Expect)
	return o, output(a.target(), shot)
}

func (t typeText) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[typeArgs](raw)
	return t.s.For(st.Turn).PreviewValue(ctx, a.target(), interaction.ToWrite, a.Text)
}

// Undo puts back the whole content as it was before, provided it still is as Pace left it.
func (typeText) Undo(c tool.Call, o proof.Outcome) (tool.Call, bool) { return putBack(o) }

type setValue struct{ s *interaction.Sessions }

type setArgs struct {
	Target    string   `json:"target" alias:"label,name,into" doc:"the field, slider, choice or box" max:"500"`
	Value     string   `json:"value" alias:"text,body" doc:"text, number, option, or true/false" max:"1048576"`
	Role      string   `json:"role" max:"40"`
	Container string   `json:"container" alias:"in,group" max:"200"`
	Path      []string `json:"path" doc:"exact place, as an earlier question offered it" max:"80"`
	At        string   `json:"at,omitempty" alias:"action" doc:"focused: the field that the caret is in, when no name is known; selection: the text that is selected in it" enum:"focused,selection"`
	OnlyIf    *string  `json:"onlyIf" doc:"do nothing unless the value is this now" max:"1048576"`
	Nth       int      `json:"nth" min:"0" max:"5000"`
}

func (a setArgs) Check() error {
	switch named := a.Target != "" || len(a.Path) > 0; {
	case !named && a.At == "":
		return fmt.Errorf("does not say what to set")
	case named && a.At != "":
		return fmt.Errorf("names two things to set")
	}
	return nil
}

func (a setArgs) target() desktop.Target {
	return target{a.Target, a.Role, a.Container, a.Path, a.Nth}.desktop()
}

func (a setArgs) words() string {
	switch {
	case a.At == selection:
		return "the selected text"
	case a.At != "":
		return "the field in use"
	case a.Target == "":
		return pathWords(a.Path)
	}
	return "“" + clip(a.Target, 80) + "”" + within(a.Container)
}

func (setValue) Spec() tool.Spec {
	return tool.Spec{Name: "set_value", Aliases: []string{"ax_set_value", "AX.setValue"},
		Summary: "Makes a field, slider, choice or check box have a value.",
		Example: "set Level to 70", ExampleArg: `{"target":"Level","value":"70"}`, Args: tool.SchemaOf[setArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus, tool.UsesClipboard},
		Needs: []tool.Capability{tool.NeedsTree}, Reversible: true, Offer: tool.OfferAll}
}

func (setValue) Describe(raw json.RawMessage) string {
	a := args[setArgs](raw)
	switch {
	case a.Value == "":
		return "Empty " + a.words()
	case a.Value == "true":
		return "Turn " + a.words() + " on"
	case a.Value == "false":
		return "Turn " + a.words() + " off"
	case utf8.RuneCountInString(a.Value) > 24:
		return fmt.Sprintf("Set %s to a text of %d characters", a.words(), utf8.RuneCountInString(a.Value))
	}
	return fmt.Sprintf("Set %s to “%s”", a.words(), a.Value)
}

func (t setValue) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := t.read(ctx, st, raw)
	if a.At == selection {
		o, shot := t.s.For(st.Turn).Rewrite(ctx, st.Index, desktop.Target{}, interaction.Selected, putThere(a.Value), st.Expect)
		return o, output(desktop.Target{}, shot)
	}
	o, shot := t.s.For(st.Turn).SetValue(ctx, st.Index, a.target(), a.Value, a.OnlyIf, st.Expect)
	return o, output(a.target(), shot)
}

// read takes the words "selection" and "focused", which some planners give as the target, for what they mean where nothing
// is called so.
func (t setValue) read(ctx context.Context, st tool.Step, raw json.RawMessage) setArgs {
	a := args[setArgs](raw)
	if at := a.place(); at != "" && a.At == "" && !t.s.For(st.Turn).Has(ctx, a.Target) {
		a.At, a.Target = at, ""
	}
	return a
}

// place is the place that a target alone may stand for, "" when it is a name.
func (a setArgs) place() string {
	if a.Role != "" || a.Container != "" || a.Nth != 0 || a.OnlyIf != nil {
		return ""
	}
	switch w := strings.ToLower(strings.TrimSpace(a.Target)); w {
	case selection, focused:
		return w
	}
	return ""
}

func (t setValue) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := t.read(ctx, st, raw)
	if a.At == selection {
		return t.s.For(st.Turn).PreviewPiece(ctx, desktop.Target{}, interaction.Selected, putThere(a.Value))
	}
	return t.s.For(st.Turn).PreviewValue(ctx, a.target(), interaction.ToSet, a.Value)
}

func (setValue) Undo(c tool.Call, o proof.Outcome) (tool.Call, bool) {
	if a := args[setArgs](c.Args); a.At == selection || a.place() == selection {
		return takeBack(o)
	}
	return putBack(o)
}

// putBack makes the call that restores what the evidence says was there before. It needs the element's exact
// place, which the evidence carries, and does nothing when the value is not what Pace left.
func putBack(o proof.Outcome) (tool.Call, bool) {
	for _, e := range o.Evidence() {
		if e.Kind != proof.ValueRead || len(e.Path) == 0 || e.Before == interaction.PartlyOn {
			continue
		}
		after := interaction.Unquote(e.After)
		raw, err := json.Marshal(setArgs{Path: e.Path, Value: interaction.Unquote(e.Before), OnlyIf: &after})
		if err != nil {
			return tool.Call{}, false
		}
		return tool.Call{Tool: "set_value", Args: raw}, true
	}
	return tool.Call{}, false
}
