package app_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/route"
	"pace/backend/tool"
	"pace/backend/tools"
)

// artefact is what no sentence for a person holds.
var artefact = regexp.MustCompile(`%!|<nil>|\bnil\b|map\[|\{|\}|\\u|0x[0-9a-f]{4}|\[\]|“"|“”|0001-01-01|\b(notAttempted|unverifiable|undo_last|take_back_file|record_remove)\b|  |[ ,:;–]$|^$`)

// plain checks that words are such a sentence, or the beginning of one.
func plain(t *testing.T, about, words string) {
	t.Helper()
	require.NotRegexp(t, artefact, words, about)
	require.True(t, unicode.IsUpper([]rune(words)[0]), "%s: %q", about, words)
	require.NotContains(t, words, "\n", about)
	require.Greater(t, len(strings.Fields(words)), 1, "%s: %q", about, words)
}

// described checks a call in all forms in which it is shown: as it is, and as it is recorded before anything is known.
func described(t *testing.T, x tool.Tool, c tool.Call) {
	t.Helper()
	plain(t, c.Tool+" "+string(c.Args), x.Describe(c.Args))
	m := executor.Masked(c, x.Spec())
	plain(t, c.Tool+" "+string(m.Args), x.Describe(m.Args))
}

func TestEveryToolIsToldInPlainSentences(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	for _, x := range reg.Tools() {
		s := x.Spec()
		plain(t, s.Name, s.Summary)
		require.True(t, strings.HasSuffix(s.Summary, "."), s.Name)
		require.NotEmpty(t, s.Example, s.Name)
		p, problems := reg.Plan([][]tool.Call{{{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}}}, tool.OfferAll)
		require.Empty(t, problems, s.Name)
		described(t, x, p.Steps()[0][0].Call)
		for _, f := range s.Args.Fields { // and with each choice that it offers
			for _, choice := range f.Enum {
				var args map[string]any
				require.NoError(t, json.Unmarshal([]byte(s.ExampleArg), &args))
				args[f.Name] = choice
				raw, err := json.Marshal(args)
				require.NoError(t, err)
				if p, problems := reg.Plan([][]tool.Call{{{Tool: s.Name, Args: raw}}}, tool.OfferAll); len(problems) == 0 {
					described(t, x, p.Steps()[0][0].Call)
				}
			}
		}
	}
}

// Tools that no sentence calls by itself: a model chooses the two, and only undoing calls the others.
var unsaid = []string{"draw_annotation", "mcp", "record_remove", "take_back_file"}

func TestTheExampleOfAToolIsASentenceThatCallsIt(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	for _, x := range reg.Tools() {
		s := x.Spec()
		var called []string
		for _, c := range slices.Concat(route.Route(s.Example).Calls...) {
			called = append(called, c.Tool)
		}
		if slices.Contains(unsaid, s.Name) {
			require.NotContains(t, called, s.Name, "then it is not unsaid any more")
			continue
		}
		require.Equal(t, []string{s.Name}, called, "%q", s.Example)
	}
}

// What each tool that can take something back would have seen.
var takenBack = map[string][]proof.Evidence{
	"type":            {{Kind: proof.ValueRead, What: "field “Name”", Before: "“Ada”", After: "“Grace”", Path: []string{"application:Notes", "window:Notes", "text:Name"}}},
	"set_value":       {{Kind: proof.ValueRead, What: "field “Name”", Before: "“Ada”", After: "“Grace”", Path: []string{"application:Notes", "window:Notes", "text:"}}},
	"edit_selection":  {{Kind: proof.ValueRead, What: "the text", Before: "“one two”", After: "“one”", Path: []string{"application:Notes", "window:Notes", "text:Body"}}},
	"volume":          {{Kind: proof.ValueRead, What: "The volume", Before: "50 %", After: "30 %"}},
	"brightness":      {{Kind: proof.ValueRead, What: "The brightness", Before: "50 %", After: "30 %"}},
	"download_file":   {{Kind: proof.Record, What: "File", After: "1 byte", Path: []string{"file", "/home/me/Downloads/a.txt"}}, {Kind: proof.Record, What: "Its SHA-256", After: strings.Repeat("0", 64)}},
	"screenshot":      {{Kind: proof.Record, What: "File", After: "1 byte", Path: []string{"file", "/home/me/Pictures/Pace/a.png"}}, {Kind: proof.Record, What: "Its SHA-256", After: strings.Repeat("0", 64)}},
	"reminder":        {{Kind: proof.Record, What: "Reminder", Path: []string{"reminders", "1", "hash"}}},
	"calendar_create": {{Kind: proof.Record, What: "Event", Path: []string{"calendar", "1", "hash"}}},
	"notes":           {{Kind: proof.Record, What: "Note", Path: []string{"notes", "1", "hash", "12"}}},
	"start_timer":     {{Kind: proof.Record, What: "Timer", After: "rings at five", Path: []string{"timers", "1"}}},
	"timers":          {{Kind: proof.Record, What: "Timer", After: "cancelled", Path: []string{"timers", "1"}}},
}

func TestEveryUndoIsAnOrdinaryCallThatSaysWhatItIs(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	left := map[string]bool{}
	for name := range takenBack {
		left[name] = true
	}
	for _, x := range reg.Tools() {
		u, ok := x.(tool.Undoer)
		s := x.Spec()
		if !ok {
			require.False(t, s.Reversible, "%s can't be taken back and says it can", s.Name)
			continue
		}
		seen, known := takenBack[s.Name]
		require.True(t, known, "%s: say what it would have seen", s.Name)
		delete(left, s.Name)
		undo, can := u.Undo(tool.Call{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}, proof.Confirm(proof.API, seen...))
		require.True(t, can, s.Name)
		p, problems := reg.Plan([][]tool.Call{{undo}}, tool.OfferAll)
		require.Empty(t, problems, s.Name)
		c := p.Steps()[0][0].Call
		described(t, p.Steps()[0][0].Tool, c)
		require.True(t, tools.TakesBackBy(c.Tool, c.Args), "%s: else “undo that” takes the undo for the last thing done", s.Name)
		m := executor.Masked(c, p.Steps()[0][0].Spec)
		require.True(t, tools.TakesBackBy(m.Tool, m.Args), "%s: also while it is being made", s.Name)
		require.False(t, tools.TakesBackBy(s.Name, json.RawMessage(s.ExampleArg)), "%s itself takes nothing back", s.Name)
		_, can = u.Undo(tool.Call{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}, proof.Confirm(proof.Keys, proof.Evidence{Kind: proof.StateRead, What: "something else"}))
		require.False(t, can, "%s: without having seen what was there before", s.Name)
	}
	require.Empty(t, left)
}
