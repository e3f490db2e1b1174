package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

type click struct{ s *interaction.Sessions }
type doubleClick struct{ s *interaction.Sessions }

// clickArgs name a target by its label, by a place, or by several guesses of which the first that works counts.
type clickArgs struct {
	Label      string      `json:"label" alias:"text,name,target" doc:"what the element is called on the screen" max:"500"`
	Role       string      `json:"role" doc:"kind of element: button, checkbox, tab, menuitem, link, radio, item …" max:"40"`
	Container  string      `json:"container" alias:"in,menu,group" doc:"group, menu, tab, dialog, window or program that holds it" max:"200"`
	Nth        int         `json:"nth" doc:"which of several with the same label, from 1" min:"0" max:"5000"`
	Path       []string    `json:"path" doc:"exact place, as an earlier question offered it" max:"80"`
	X          *int        `json:"x" doc:"pixels from the left of the screen"`
	Y          *int        `json:"y" doc:"pixels from the top of the screen"`
	Screen     *int        `json:"screen" doc:"display that x and y count from, from 0; absent: the whole screen" min:"0" max:"32"`
	Candidates []candidate `json:"candidates" doc:"guesses; at most three are tried" max:"20"`
}

type candidate struct {
	Label      string   `json:"label" max:"500"`
	X          *int     `json:"x"`
	Y          *int     `json:"y"`
	Screen     *int     `json:"screen" min:"0" max:"32"`
	Confidence *float64 `json:"confidence" min:"0" max:"1"`
}

func (a clickArgs) Check() error {
	switch {
	case a.Label != "" || len(a.Path) > 0:
		return nil
	case a.counted():
		return nil
	case a.X != nil && a.Y != nil:
		return nil
	case a.X != nil || a.Y != nil:
		return errors.New("a place needs both x and y")
	case len(a.Candidates) == 0:
		return errors.New("says neither a label, a place, nor candidates")
	}
	for i, c := range a.Candidates {
		if c.Label == "" && (c.X == nil || c.Y == nil) {
			return fmt.Errorf("candidate %d has neither a label nor a place", i+1)
		}
	}
	return nil
}

func (a clickArgs) target() desktop.Target {
	return target{a.Label, a.Role, a.Container, a.Path, a.Nth}.desktop()
}

// counted reports whether only a kind and a number are given: "the second button".
func (a clickArgs) counted() bool {
	return a.Label == "" && len(a.Path) == 0 && a.Role != "" && a.Nth > 0
}

func (a clickArgs) words() string {
	switch {
	case a.Label != "":
		return "“" + clip(a.Label, 80) + "”" + within(a.Container)
	case len(a.Path) > 0:
		return pathWords(a.Path)
	case a.counted():
		return nth(a.Nth) + " " + strings.TrimPrefix(desktop.Element{Role: desktop.Role(a.Role)}.Describe(), "the ") + within(a.Container)
	case a.X != nil:
		return fmt.Sprintf("the place %d, %d", *a.X, *a.Y)
	}
	return fmt.Sprintf("the likeliest of %d places", len(a.Candidates))
}

func (click) Spec() tool.Spec {
	return tool.Spec{Name: "click", Aliases: []string{"press", "tap", "AX.press", "mouse.click"},
		Summary: "Presses a button, link, menu entry, tab, box or row; opens the menus and tabs that hide it.",
		Example: "press Save in the File menu", ExampleArg: `{"label":"Save","container":"File"}`, Args: tool.SchemaOf[clickArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsTree}, Offer: tool.OfferAll}
}

func (doubleClick) Spec() tool.Spec {
	s := click{}.Spec()
	s.Name, s.Aliases = "double_click", []string{"doubleclick", "AX.doublePress", "double.click", "mouse.doubleclick"}
	s.Summary, s.Example, s.ExampleArg = "Double-clicks an element.", "double-click the file report.txt", `{"label":"report.txt"}`
	s.Needs = []tool.Capability{tool.NeedsTree, tool.NeedsInput}
	return s
}

func (click) Describe(raw json.RawMessage) string { return "Press " + args[clickArgs](raw).words() }
func (doubleClick) Describe(raw json.RawMessage) string {
	return "Double-click " + args[clickArgs](raw).words()
}

func (t click) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	return pressAny(ctx, t.s.For(st.Turn), st, args[clickArgs](raw), 1)
}

func (t doubleClick) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	return pressAny(ctx, t.s.For(st.Turn), st, args[clickArgs](raw), 2)
}

func (t click) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return previewAny(ctx, t.s.For(st.Turn), args[clickArgs](raw), 1)
}

func (t doubleClick) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return previewAny(ctx, t.s.For(st.Turn), args[clickArgs](raw), 2)
}

// previewAny takes the same way as pressAny: what it promises is what a run would begin with.
func previewAny(ctx context.Context, s *interaction.Session, a clickArgs, n int) (string, *proof.Problem) {
	switch {
	case a.counted():
		t, p := s.Counted(ctx, a.target())
		if p != nil {
			return "", p
		}
		return s.Preview(ctx, t, interaction.ToPress)
	case a.Label != "" || len(a.Path) > 0:
		got, p := s.Preview(ctx, a.target(), interaction.ToPress)
		if p == nil || p.Reason != proof.ReasonNotFound {
			return got, p
		}
		if keys := spelled(ctx, s, a, n); keys != nil {
			for i, k := range keys[:len(keys)-1] { // all are in one window
				keys[i] = k[:strings.LastIndex(k, " in “")]
			}
			return strings.Join(keys, ", then "), nil
		}
		return "", p
	case a.X != nil:
		return s.PreviewAt(ctx, place(a.X, a.Y, a.Screen))
	}
	cs := likeliest(a.Candidates)
	if p := tied(cs); p != nil {
		return "", p
	}
	var last *proof.Problem
	for _, c := range cs[:min(tries, len(cs))] {
		var got string
		if c.Label != "" {
			got, last = s.Preview(ctx, desktop.Target{Label: c.Label}, interaction.ToPress)
		} else {
			got, last = s.PreviewAt(ctx, place(c.X, c.Y, c.Screen))
		}
		if last == nil {
			return got, nil
		}
	}
	return "", last
}

func pressAny(ctx context.Context, s *interaction.Session, st tool.Step, a clickArgs, n int) (proof.Outcome, tool.Output) {
	if a.counted() {
		t, p := s.Counted(ctx, a.target())
		if p != nil {
			return proof.RefuseFor(p), output(a.target(), nil)
		}
		o, shot := s.Press(ctx, st.Index, t, st.Expect, n, st.Budget)
		return o, output(t, shot)
	}
	if a.Label == "" && len(a.Path) == 0 {
		if a.X != nil {
			return s.PressAt(ctx, st.Index, place(a.X, a.Y, a.Screen), st.Expect, n, st.Budget), tool.Output{}
		}
		return pressLikeliest(ctx, s, st, a.Candidates, n)
	}
	t := a.target()
	o, shot := s.Press(ctx, st.Index, t, st.Expect, n, st.Budget)
	if o.Reason() == proof.ReasonNotFound {
		if spelled(ctx, s, a, n) != nil {
			return pressSpelled(ctx, s, st, a), output(t, nil)
		}
	}
	return o, output(t, shot)
}

// spellable reports whether a label can be meant key by key: "42" on a calculator is 4, then 2.
func spellable(a clickArgs) bool {
	if len(a.Label) < 2 || len(a.Label) > 16 || len(a.Path) > 0 {
		return false
	}
	for _, r := range a.Label {
		if (r < '0' || r > '9') && r != '.' && r != ',' {
			return false
		}
	}
	return true
}

// spelled names the buttons that a label is pressed by one after the other, nil when it is no such label or one of
// them is missing. Preview and run both go by it.
func spelled(ctx context.Context, s *interaction.Session, a clickArgs, n int) []string {
	if n != 1 || !spellable(a) {
		return nil
	}
	var keys []string
	for _, r := range a.Label {
		k, p := s.Preview(ctx, desktop.Target{Label: string(r), Container: a.Container}, interaction.ToPress)
		if p != nil {
			return nil
		}
		keys = append(keys, k)
	}
	return keys
}

// pressSpelled presses one button for each character; all of them are there.
func pressSpelled(ctx context.Context, s *interaction.Session, st tool.Step, a clickArgs) proof.Outcome {
	var all []proof.Evidence
	var last proof.Outcome
	for i, r := range a.Label {
		last, _ = s.Press(ctx, st.Index, desktop.Target{Label: string(r), Container: a.Container}, nil, 1, st.Budget)
		if !last.OK() {
			if i > 0 {
				return proof.Some(last.Means(), &proof.Problem{Reason: last.Reason(), Text: fmt.Sprintf("Only the first %d of %d keys were confirmed: %s", i, len(a.Label), last.Report())}, all...)
			}
			return last
		}
		all = append(all, last.Evidence()...)
	}
	return proof.Confirm(last.Means(), all[len(all)-1]).With(last.Means(), all[:len(all)-1]...).Timed(last.Timing())
}

func place(x, y, screen *int) interaction.Spot {
	s := interaction.Spot{X: *x, Y: *y, Display: -1}
	if screen != nil {
		s.Display = *screen
	}
	return s
}

// lead is how far the best guess must be ahead of the next, so that it is not asked which one is meant.
const lead = 0.12

// pressLikeliest tries guesses by confidence until one has an effect. One whose effect is unknown ends the trying:
// a second press might do a second thing.
func pressLikeliest(ctx context.Context, s *interaction.Session, st tool.Step, cs []candidate, n int) (proof.Outcome, tool.Output) {
	cs = likeliest(cs)
	if p := tied(cs); p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	var o proof.Outcome
	for _, c := range cs[:min(tries, len(cs))] {
		var out tool.Output
		if c.Label != "" {
			t := desktop.Target{Label: c.Label}
			var shot *interaction.Shot
			o, shot = s.Press(ctx, st.Index, t, st.Expect, n, st.Budget)
			out = output(t, shot)
		} else {
			o = s.PressAt(ctx, st.Index, place(c.X, c.Y, c.Screen), st.Expect, n, st.Budget)
		}
		switch o.Effect() {
		case proof.Unchanged, proof.Refused, proof.Failed:
			continue
		}
		return o, out
	}
	return o, tool.Output{}
}

// tries is how many guesses are pressed at most.
const tries = 3

func conf(c candidate) float64 {
	if c.Confidence == nil {
		return 0.5
	}
	return *c.Confidence
}

// likeliest sorts guesses by confidence.
func likeliest(cs []candidate) []candidate {
	cs = slices.Clone(cs)
	sort.SliceStable(cs, func(i, j int) bool { return conf(cs[i]) > conf(cs[j]) })
	return cs
}

// tied asks when two or three guesses with different labels are about equally likely.
func tied(cs []candidate) *proof.Problem {
	if len(cs) < 2 || conf(cs[0])-conf(cs[1]) >= lead {
		return nil
	}
	var close []proof.Candidate
	seen := map[string]bool{}
	for _, c := range cs {
		if c.Label != "" && conf(cs[0])-conf(c) < lead && !seen[c.Label] {
			seen[c.Label] = true
			close = append(close, proof.Candidate{Label: c.Label, Path: []string{"label:" + c.Label}})
		}
	}
	if len(close) < 2 || len(close) > 3 {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonAmbiguous, Text: "Several things fit. Which one?", Candidates: close}
}
