package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/phrase"
	"pace/backend/phrase/rewrite"
	"pace/backend/proof"
	"pace/backend/tool"
)

// editSelection makes another text of the one that is selected: by rule, or as it is told.
type editSelection struct{ s *interaction.Sessions }

// The two texts that can be meant without a name.
const (
	selection = "selection"
	focused   = "focused"
)

type editArgs struct {
	Operation   string   `json:"operation" doc:"what Pace's own rules do to it; replace needs old and new" enum:"shorten,makeDirect,fixGrammar,deleteLastSentence,makeBullets,replace" also:"make_shorter=shorten,shorter=shorten,make_direct=makeDirect,direct=makeDirect,fix_grammar=fixGrammar,grammar=fixGrammar,delete_last_sentence=deleteLastSentence,make_bullets=makeBullets,bullets=makeBullets"`
	Old         *string  `json:"old" doc:"words in it" max:"10000"`
	New         *string  `json:"new" doc:"words for them" max:"10000"`
	Replacement *string  `json:"replacement" alias:"text,value,body" doc:"in place of an operation: the whole new text" max:"1048576"`
	Target      string   `json:"target" doc:"absent: what is selected, else all of a short text" enum:"selection,focused"`
	Instruction string   `json:"instruction" alias:"command" doc:"an operation in words" max:"500"`
	Path        []string `json:"path" doc:"exact field, as an earlier question offered it" max:"80"`
	Left        *leftAs  `json:"left" doc:"of undo: how the text was left, and what it was"`
}

// leftAs is interaction.Left as it is kept.
type leftAs struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Before string `json:"before"`
	After  string `json:"after"`
	At     int    `json:"at"`
}

func (a editArgs) Check() error {
	if a.Left != nil {
		if len(a.Path) == 0 || a.Replacement != nil || a.Operation != "" || a.Instruction != "" {
			return errors.New("puts a text back and says something else too")
		}
		return nil
	}
	e, err := a.edit()
	switch {
	case err != nil:
		return err
	case a.Replacement != nil && (a.Operation != "" || a.Instruction != "" || a.Old != nil || a.New != nil):
		return errors.New("gives a new text and also says how to change the old one")
	case a.Replacement != nil:
		return nil
	case e.operation == rewrite.Replace && e.old == "":
		return errors.New("does not say which words are to be replaced")
	case e.operation == rewrite.Replace && !e.given:
		return errors.New("does not say what to put in their place")
	case e.operation != rewrite.Replace && (a.Old != nil || a.New != nil):
		return fmt.Errorf("names words to replace, and %s replaces none", e.operation)
	}
	return nil
}

// edit is an operation and what it needs to know.
type edit struct {
	operation rewrite.Operation
	old, now  string
	given     bool // now was said, though it may be nothing
}

func (a editArgs) edit() (edit, error) {
	e := edit{operation: rewrite.Operation(a.Operation)}
	if a.Old != nil {
		e.old = *a.Old
	}
	if a.New != nil {
		e.now, e.given = *a.New, true
	}
	switch {
	case a.Operation != "" && a.Instruction != "":
		return e, errors.New("says twice what to do with the text")
	case a.Operation == "" && a.Instruction != "":
		return instructed(a.Instruction)
	case a.Operation == "" && a.Old != nil && a.New != nil:
		e.operation = rewrite.Replace
	case a.Operation == "" && a.Replacement == nil:
		return e, errors.New("says neither what to do with the text nor what to put in its place")
	}
	return e, nil
}

// instructed reads an operation in words, as the grammar does. What Pace has no rule for is told, so that whoever asked may
// give the new text instead.
func instructed(s string) (edit, error) {
	p := phrase.Read(s)
	if p.Complete() && len(p.Steps) == 1 && len(p.Steps[0]) == 1 && p.Steps[0][0].Tool == "edit_selection" {
		a := args[editArgs](p.Steps[0][0].Args)
		a.Instruction = ""
		return a.edit()
	}
	for _, op := range [...]rewrite.Operation{rewrite.Shorten, rewrite.MakeDirect, rewrite.FixGrammar, rewrite.DeleteLastSentence, rewrite.MakeBullets} {
		if tool.Normalise(s) == tool.Normalise(string(op)) {
			return edit{operation: op}, nil
		}
	}
	return edit{}, fmt.Errorf("asks for an edit that Pace has no rule for (“%s”); the new text itself would do", clip(s, 60))
}

func (editSelection) Spec() tool.Spec {
	return tool.Spec{Name: "edit_selection", Aliases: []string{"edit", "edit_selected_text", "Text.edit"},
		Summary: "Makes another text of the one that is selected and reads it back.",
		Example: "make this shorter", ExampleArg: `{"operation":"shorten"}`, Args: tool.SchemaOf[editArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus, tool.UsesClipboard},
		Needs: []tool.Capability{tool.NeedsTree}, Reversible: true, Offer: tool.OfferAll}
}

// Describe tells how much is put there, not what: see typeText.
func (editSelection) Describe(raw json.RawMessage) string {
	a := args[editArgs](raw)
	which := "the text"
	switch {
	case a.Left != nil:
		return "Put the text of " + pathWords(a.Path) + " back as it was"
	case a.Target == selection:
		which = "the selected text"
	case a.Target == focused:
		which = "the text of the field in use"
	}
	if a.Replacement != nil {
		return fmt.Sprintf("Put %d other characters in the place of %s", utf8.RuneCountInString(*a.Replacement), which)
	}
	e, _ := a.edit() // it was checked
	switch e.operation {
	case rewrite.Shorten:
		return "Make " + which + " shorter"
	case rewrite.MakeDirect:
		return "Make " + which + " more direct"
	case rewrite.FixGrammar:
		return "Fix the grammar of " + which
	case rewrite.DeleteLastSentence:
		return "Delete the last sentence of " + which
	case rewrite.MakeBullets:
		return "Make bullet points of " + which
	}
	return fmt.Sprintf("Replace “%s” with “%s” in %s", clip(e.old, 40), clip(e.now, 40), which)
}

// saysSelected finds a word for the selection in a sentence: without one that is selected nothing is meant then.
var saysSelected = regexp.MustCompile(`(?i)\b(?:selection|selected|highlighted|marked)\b`)

func (a editArgs) part(said string) interaction.Part {
	switch {
	case a.Target == focused:
		return interaction.All
	case a.Target == selection || saysSelected.MatchString(said):
		return interaction.Selected
	}
	return interaction.SelectedOrAll
}

func (t editSelection) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[editArgs](raw)
	x, at := t.s.For(st.Turn), desktop.Target{Path: a.Path}
	if l := a.Left; l != nil {
		o, shot := x.PutBack(ctx, st.Index, at, interaction.Left(*l))
		return o, output(at, shot)
	}
	o, shot := x.Rewrite(ctx, st.Index, at, a.part(st.Said), a.with(), st.Expect)
	return o, output(at, shot)
}

func (t editSelection) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[editArgs](raw)
	x, at := t.s.For(st.Turn), desktop.Target{Path: a.Path}
	if a.Left != nil {
		return x.Preview(ctx, at, interaction.ToWrite)
	}
	return x.PreviewPiece(ctx, at, a.part(st.Said), a.with())
}

// with is what becomes of a piece of text.
func (a editArgs) with() func(interaction.Piece) interaction.Made {
	if a.Replacement != nil {
		return putThere(*a.Replacement)
	}
	e, _ := a.edit() // it was checked
	return func(p interaction.Piece) interaction.Made {
		if e.operation == rewrite.Replace {
			return e.replaced(p.Text)
		}
		c := rewrite.Apply(e.operation, rewrite.Piece(p))
		return interaction.Made{Text: c.Text, Why: c.Why, Already: c.Already}
	}
}

func (e edit) replaced(text string) interaction.Made {
	out, n := rewrite.Replaced(text, e.old, e.now)
	if n == 0 {
		return interaction.Made{Problem: &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” does not stand in that text.", clip(e.old, 60))}}
	}
	return interaction.Made{Text: out, Already: true, Why: fmt.Sprintf("It says “%s” already.", clip(e.now, 60))}
}

// putThere is a text that takes the place of whatever there is.
func putThere(text string) func(interaction.Piece) interaction.Made {
	return func(interaction.Piece) interaction.Made {
		return interaction.Made{Text: text, Already: true, Why: "It says that already."}
	}
}

// Undo puts the old part back where the text still reads as the edit left it.
func (editSelection) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) { return takeBack(o) }

// takeBack makes the call that takes the edit of a part back, from the whole text before and after it.
func takeBack(o proof.Outcome) (tool.Call, bool) {
	for _, e := range o.Evidence() {
		if e.Kind != proof.ValueRead || len(e.Path) == 0 {
			continue
		}
		left := leftAs(interaction.LeftOf(interaction.Unquote(e.Before), interaction.Unquote(e.After)))
		raw, err := json.Marshal(struct {
			Path []string `json:"path"`
			Left leftAs   `json:"left"`
		}{e.Path, left})
		return tool.Call{Tool: "edit_selection", Args: raw}, err == nil && strings.Join(e.Path, "") != ""
	}
	return tool.Call{}, false
}
