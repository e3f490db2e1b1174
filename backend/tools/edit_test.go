package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop/desktoptest"
	"pace/backend/proof"
	"pace/backend/tool"
)

// notes is a field with a selection between brackets.
func (r *rig) notes(text string) *desktoptest.Control {
	before, rest, some := strings.Cut(text, "⟦")
	in, after, _ := strings.Cut(rest, "⟧")
	f := r.win.TextArea("Notes", before+in+after)
	r.win.Focus(f)
	if some {
		from := len([]rune(before))
		f.Select(from, from+len([]rune(in)))
	}
	return f
}

// edits runs one call on a text and gives what the field says then.
func edits(t *testing.T, text, name, args string) (content string, o proof.Outcome) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.notes(text)
		o, _ = r.run(name, args)
		content = f.Content()
	})
	return content, o
}

func TestEachOperationChangesTheSelectedText(t *testing.T) {
	for _, c := range []struct{ text, args, want string }{
		{"Hi. ⟦I think this is really good.⟧ Bye really.", `{"operation":"shorten"}`, "Hi. This is good. Bye really."},
		{"⟦Could you please come?⟧ No.", `{"operation":"makeDirect"}`, "Please come. No."},
		{"Hi. ⟦he dont know⟧", `{"operation":"fixGrammar"}`, "Hi. He doesn't know"},
		{"and ⟦they was late⟧ again", `{"operation":"fixGrammar"}`, "and they were late again"},
		{"A. ⟦One. Two.⟧ B.", `{"operation":"deleteLastSentence"}`, "A. One. B."},
		{"To buy:\n⟦eggs\nmilk⟧\n", `{"operation":"makeBullets"}`, "To buy:\n- eggs\n- milk\n"},
		{"Mon ⟦Mon Tue Mon⟧ Mon", `{"operation":"replace","old":"Mon","new":"Wed"}`, "Mon Wed Tue Wed Mon"},
		{"a ⟦b c⟧", `{"old":"c","new":""}`, "a b "},
		{"a ⟦b⟧ c", `{"replacement":"Grüße 🙂\nzwei"}`, "a Grüße 🙂\nzwei c"},
		{"a ⟦b⟧ c", `{"target":"selection","text":""}`, "a  c"},
		{"a ⟦b⟧ c", `{"target":"focused","replacement":"all of it"}`, "all of it"},
		{"I ⟦really⟧ mean it, really.", `{"target":"focused","operation":"shorten"}`, "I mean it."},
		{"Hi. ⟦I think this is really good.⟧", `{"command":"make it shorter","target":"selection"}`, "Hi. This is good."},
		{"Hi. ⟦I think this is really good.⟧", `{"instruction":"SHORTEN"}`, "Hi. This is good."},
		{"⟦foo⟧ foo", `{"instruction":"replace \"foo\" with \"bar\""}`, "bar foo"},
		{"⟦One. Two.⟧ B.", `{"operation":"make_bullets"}`, "- One\n- Two B."},
	} {
		got, o := edits(t, c.text, "edit_selection", c.args)
		effect(t, proof.Confirmed, o)
		require.Equal(t, c.want, got, c.args)
	}
}

func TestAnEditWithNothingToDoSaysSo(t *testing.T) {
	for _, c := range []struct {
		text, args string
		effect     proof.Effect
		says       string
	}{
		{"⟦See you at five.⟧", `{"operation":"shorten"}`, proof.Unchanged, "none of the words that Pace's rules can do without"},
		{"⟦See you at five.⟧", `{"operation":"makeDirect"}`, proof.Unchanged, "none of the roundabout phrases"},
		{"⟦See you at five.⟧", `{"operation":"fixGrammar"}`, proof.Confirmed, "find no mistake in it"},
		{"⟦- a\n- b⟧", `{"operation":"makeBullets"}`, proof.Confirmed, "a list of bullet points already"},
		{"⟦See you at five.⟧", `{"operation":"replace","old":"six","new":"ten"}`, proof.Refused, "“six” does not stand in that text."},
		{"⟦six⟧", `{"operation":"replace","old":"six","new":"six"}`, proof.Confirmed, "“six” already"},
		{"⟦six⟧", `{"replacement":"six"}`, proof.Confirmed, "says that already"},
		{"⟦...⟧", `{"operation":"deleteLastSentence"}`, proof.Unchanged, "no words in it"},
	} {
		got, o := edits(t, c.text, "edit_selection", c.args)
		effect(t, c.effect, o)
		require.Contains(t, o.Report(), c.says)
		require.Equal(t, strings.Trim(c.text, "⟦⟧"), got)
	}
}

func TestASentenceThatNamesTheSelectionMeansNothingElse(t *testing.T) {
	for said, want := range map[string]proof.Effect{"make this shorter": proof.Confirmed, "": proof.Confirmed, "shorten the selection": proof.Refused,
		"Fix the selected text": proof.Refused, "shorten what is HIGHLIGHTED": proof.Refused, "shorten the selections": proof.Confirmed} {
		bubble(t, func(t *testing.T, r *rig) {
			f := r.notes("I really mean it.")
			b := r.bound("edit_selection", `{"operation":"shorten"}`)
			st := tool.Step{Turn: "t", Said: said}
			_, problem := b.Tool.(tool.Previewer).Preview(t.Context(), st, b.Call.Args)
			require.Equal(t, want == proof.Refused, problem != nil, "the preview decides alike")
			o, _ := b.Tool.Run(t.Context(), st, b.Call.Args)
			effect(t, want, o)
			require.Equal(t, want == proof.Confirmed, f.Content() == "I mean it.")
		})
	}
	for _, args := range []string{`{"operation":"shorten","target":"selection"}`, `{"replacement":"x","target":"selection"}`} {
		_, o := edits(t, "I really mean it.", "edit_selection", args)
		effect(t, proof.Refused, o)
		require.Equal(t, "Nothing is selected in text field “Notes”.", o.Report())
	}
}

func TestEditsThatContradictThemselvesAreRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for args, why := range map[string]string{
			`{}`:                                "neither what to do",
			`{"operation":"translate"}`:         "operation",
			`{"operation":"replace"}`:           "which words are to be replaced",
			`{"operation":"replace","old":"a"}`: "what to put in their place",
			`{"operation":"replace","old":"","new":"b"}`:      "which words",
			`{"operation":"shorten","old":"a","new":"b"}`:     "replaces none",
			`{"operation":"shorten","replacement":"x"}`:       "also says how",
			`{"operation":"shorten","instruction":"shorten"}`: "says twice",
			`{"instruction":"translate it to German"}`:        "no rule for (“translate it to German”)",
			`{"instruction":"press OK"}`:                      "no rule for",
			`{"operation":"shorten","target":"document"}`:     "target",
			`{"left":{"old":"a"}}`:                            "puts a text back",
		} {
			ps := r.refused("edit_selection", args)
			require.NotEmpty(t, ps, args)
			require.Contains(t, ps[0].Error(), why, args)
		}
	})
}

func TestAnEditIsUndoneByAnOrdinaryCall(t *testing.T) {
	for _, c := range []struct{ name, args string }{
		{"edit_selection", `{"operation":"shorten"}`}, {"edit_selection", `{"replacement":""}`}, {"set_value", `{"at":"selection","value":"neu 🙂"}`}, {"set_value", `{"target":"selection","value":"neu"}`},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			f := r.notes("Grüße 🙂\n⟦I think it is really e\u0301⟧\nund dann noch das Ende")
			was := f.Content()
			o, _ := r.run(c.name, c.args)
			effect(t, proof.Confirmed, o)
			b := r.bound(c.name, c.args)
			back, ok := b.Tool.(tool.Undoer).Undo(b.Call, o)
			require.True(t, ok)
			require.Equal(t, "edit_selection", back.Tool)
			require.Equal(t, "Put the text of “Notes” back as it was", r.bound(back.Tool, string(back.Args)).Tool.Describe(back.Args))

			left := f.Content()
			f.SetContent(strings.Replace(left, "Ende", "ENDE", 1)) // what was changed elsewhere stays
			o, _ = r.run(back.Tool, string(back.Args))
			effect(t, proof.Confirmed, o)
			require.Equal(t, strings.Replace(was, "Ende", "ENDE", 1), f.Content())
			o, _ = r.run(back.Tool, string(back.Args))
			effect(t, proof.Refused, o)
			require.Contains(t, o.Report(), "changed since")
		})
	}
}

func TestSetValueTakesTheSelectionAndTheFieldInUseForItsTarget(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{`{"target":"selection","value":"x"}`, "a x c"}, {`{"target":"Selection","text":"x"}`, "a x c"}, {`{"action":"selection","value":"x"}`, "a x c"},
		{`{"at":"selection","value":"x"}`, "a x c"}, {`{"target":"focused","value":"x"}`, "x"}, {`{"at":"focused","value":"x"}`, "x"},
	} {
		got, o := edits(t, "a ⟦b⟧ c", "set_value", c.args)
		effect(t, proof.Confirmed, o)
		require.Equal(t, c.want, got, c.args)
	}
	_, o := edits(t, "a b c", "set_value", `{"at":"selection","value":"x"}`)
	effect(t, proof.Refused, o)
	bubble(t, func(t *testing.T, r *rig) { // what is called so is meant by its name
		f := r.notes("a ⟦b⟧ c")
		named := r.win.Text("Selection", "old")
		o, _ := r.run("set_value", `{"target":"selection","value":"x"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, []string{"a b c", "x"}, []string{f.Content(), named.Content()})
	})
}

func TestApprovalLinesOfEditsTellHowMuchAndNotWhat(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for args, want := range map[string]string{
			`{"replacement":"my secret plan"}`:                     "Put 14 other characters in the place of the text",
			`{"operation":"fixGrammar","target":"selection"}`:      "Fix the grammar of the selected text",
			`{"operation":"makeBullets","target":"focused"}`:       "Make bullet points of the text of the field in use",
			`{"operation":"replace","old":"a","new":"b"}`:          "Replace “a” with “b” in the text",
			`{"operation":"deleteLastSentence"}`:                   "Delete the last sentence of the text",
			`{"command":"make it more direct","target":"focused"}`: "Make the text of the field in use more direct",
		} {
			b := r.bound("edit_selection", args)
			require.Equal(t, want, b.Tool.Describe(b.Call.Args))
		}
		require.Equal(t, "Set the selected text to “x”", r.bound("set_value", `{"at":"selection","value":"x"}`).Tool.Describe(json.RawMessage(`{"at":"selection","value":"x"}`)))
	})
}
