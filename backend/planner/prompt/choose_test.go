package prompt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/app"
	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/tool"
)

// An evalCase is a sentence for a planner, with the tools of each way to be right.
type evalCase struct {
	ID, Text string
	Thread   []planner.Turn
	Screen   []string
	Needs    [][]string // one of these; none when it needs no tool
}

// evalCases are the sentences of `pace bench eval`.
func evalCases(t testing.TB) []evalCase {
	t.Helper()
	raw, err := os.ReadFile("../../bench/testdata/eval.json")
	require.NoError(t, err)
	var file struct {
		Screens map[string]struct{ Lines []string }
		Cases   []struct {
			ID, Text, Screen string
			Thread           []planner.Turn
			Accept           []struct{ Calls []string }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &file))
	var out []evalCase
	for _, c := range file.Cases {
		e := evalCase{ID: c.ID, Text: c.Text, Thread: c.Thread}
		for i, l := range file.Screens[c.Screen].Lines {
			e.Screen = append(e.Screen, fmt.Sprintf("[%d] %s", i+1, l))
		}
		wordsWillDo := false
		for _, a := range c.Accept {
			var names []string
			for _, call := range a.Calls {
				name, _, _ := strings.Cut(call, " ")
				names = append(names, name)
			}
			wordsWillDo = wordsWillDo || len(names) == 0
			e.Needs = append(e.Needs, names)
		}
		if wordsWillDo {
			e.Needs = nil
		}
		out = append(out, e)
	}
	require.Len(t, out, 148)
	return out
}

// spoken are the sentences of a file of package route with the tools that they call.
func spoken(t testing.TB, name string) []evalCase {
	t.Helper()
	raw, err := os.ReadFile("../../route/testdata/" + name)
	require.NoError(t, err)
	var out []evalCase
	for line := range bytes.Lines(raw) {
		var row struct {
			Text  string
			Calls [][]tool.Call
		}
		require.NoError(t, json.Unmarshal(line, &row))
		var names []string
		for _, step := range row.Calls {
			for _, c := range step {
				names = append(names, c.Tool)
			}
		}
		if len(names) > 0 {
			out = append(out, evalCase{ID: row.Text, Text: row.Text, Needs: [][]string{names}})
		}
	}
	return out
}

// rate is the share of the sentences that need a tool and are told all they need in full.
func rate(t *testing.T, b *prompt.Builder, context int, cases []evalCase, screen bool) float64 {
	t.Helper()
	hits, need := 0, 0
	var missed []string
	for _, e := range cases {
		if len(e.Needs) == 0 {
			continue
		}
		need++
		in := ask(e.Text, context, e.Screen)
		in.Thread = e.Thread
		if screen {
			in.Screen = aScreen(1000)
		}
		told := built(t, b, in).Told
		if slices.ContainsFunc(e.Needs, func(names []string) bool {
			return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(told, n) })
		}) {
			hits++
		} else {
			missed = append(missed, fmt.Sprint(e.Text, " ", e.Needs))
		}
	}
	share := float64(hits) / float64(need)
	t.Logf("%d tokens: %d of %d sentences that need a tool (%.1f %%); missed:\n%s", context, hits, need, 100*share, strings.Join(missed, "\n"))
	return share
}

// The words that lead to a tool were written with the first file of commands at hand; the second, and the sentences of
// the evaluation, were only counted.
func TestASentenceComesWithTheFullLineOfTheToolItNeeds(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	require.GreaterOrEqual(t, rate(t, b, 4096, evalCases(t), false), 0.97)
	for _, name := range []string{"commands.jsonl", "strangers.jsonl"} {
		require.GreaterOrEqual(t, rate(t, b, 4096, spoken(t, name), false), 0.97, name)
		require.GreaterOrEqual(t, rate(t, b, 4096, spoken(t, name), true), 0.9, "beside a screen that fills its room")
		require.GreaterOrEqual(t, rate(t, b, 2048, spoken(t, name), false), 0.85, name)
	}
	real, err := app.Registry()
	require.NoError(t, err)
	require.GreaterOrEqual(t, rate(t, prompt.New(real), 4096, evalCases(t), false), 0.97, "with the tools that there are")
	require.GreaterOrEqual(t, rate(t, b, 3072, evalCases(t), false), 0.9)
}

func told(t testing.TB, b *prompt.Builder, text string, thread ...planner.Turn) []string {
	t.Helper()
	in := ask(text, 4096, nil)
	in.Thread = thread
	return built(t, b, in).Told
}

func TestEachStepOfASentenceComesWithItsTool(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	in := ask("open Thunderbird, then check my calendar for tomorrow and mute the sound", 4096, aScreen(900))
	require.Subset(t, built(t, b, in).Told, []string{"open_app", "calendar"})
	require.Subset(t, told(t, b, in.Text), []string{"open_app", "calendar", "volume"})
}

func TestWhatWasSaidBeforeCountsForASentenceThatGoesOn(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	require.Contains(t, told(t, b, "and a bit more", planner.Turn{Said: "make the screen brighter", Answered: "It is at sixty percent."}), "brightness")
	require.Contains(t, told(t, b, "ten minutes", planner.Turn{Said: "wake me", Answered: "When should the alarm ring?"}), "start_timer")
}

func TestASentenceOfWordsThatSayNothingFindsItsExample(t *testing.T) {
	require.Contains(t, told(t, prompt.New(registry(t, many(t)...)), "so what can you do?"), "about_pace")
}

func TestWhereNoWordIsSharedTheUsualToolsComeAlong(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	for _, text := range []string{"Öffne bitte den Taschenrechner", "計算機を開いて", "افتح الآلة الحاسبة", "opne clacluatro", "👍", ""} {
		require.Subset(t, told(t, b, text), []string{"open_app", "open_url"}, text)
	}
}

func TestWordsOfAnyScriptLeadToTheirTool(t *testing.T) {
	specs := many(t)
	s := look()
	s.Name, s.Aliases, s.Summary, s.Example = "wetter", nil, "Sagt das Wetter.", "wie wird das Wetter in Zürich"
	specs = append(specs, s)
	s.Name, s.Summary, s.Example = "tenki", "Tells the forecast.", "天気 は どう"
	specs = append(specs, s)
	b := prompt.New(registry(t, specs...))
	require.Contains(t, told(t, b, "WETTER ZÜRICH?"), "wetter")
	require.Contains(t, told(t, b, "明日 の 天気"), "tenki")
}

func TestAnAddressIsForTheBrowser(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	for _, text := range []string{"news.ycombinator.com", "take me to https://go.dev/doc.", "Show me debian.org, please"} {
		require.Contains(t, told(t, b, text), "open_url", text)
	}
}

func TestTheSameSentenceComesWithTheSameTools(t *testing.T) {
	text := "open Thunderbird, then write a note about the music and remind me to lock the screen tomorrow at ten"
	want := last(built(t, prompt.New(registry(t, many(t)...)), ask(text, 4096, nil)))
	for range 20 {
		require.Equal(t, want, last(built(t, prompt.New(registry(t, many(t)...)), ask(text, 4096, nil))))
	}
}

// A tool that claims all words is found by all sentences. It may come along, and pushes nothing else out.
func TestAToolThatClaimsAllWordsDoesNotPushOthersOut(t *testing.T) {
	var claims []string
	for _, m := range manyTools {
		claims = append(claims, m.example)
	}
	all := strings.Join(claims, " ")
	specs := many(t)
	for _, name := range []string{"best_tool", "only_tool"} {
		s := look()
		s.Name, s.Aliases, s.Summary, s.Example = name, []string{"use_" + name + " " + all}, all, all
		s.Args = tool.Schema{Fields: []tool.Field{{Name: "music", Type: "string", Doc: all, Enum: strings.Fields(all)}}}
		specs = append(specs, s)
	}
	b := prompt.New(registry(t, specs...))
	for _, m := range manyTools {
		if m.name != "about_pace" { // its example has no word of its own
			require.Contains(t, told(t, b, m.example), m.name, m.example)
		}
	}
}

func TestAnySentenceFindsToolsOrNone(t *testing.T) {
	b := prompt.New(registry(t, many(t)...))
	rapid.Check(t, func(t *rapid.T) {
		in := ask(rapid.String().Draw(t, "text"), rapid.IntRange(2048, 9000).Draw(t, "context"), nil)
		in.Nonces = nonces()
		c, err := b.Build(in)
		if err != nil {
			require.ErrorIs(t, err, prompt.ErrTooLong)
			return
		}
		require.LessOrEqual(t, c.Tokens, c.Context-c.Reply)
		require.True(t, slices.IsSorted(c.Told))
		require.Len(t, slices.Compact(slices.Clone(c.Told)), len(c.Told))
	})
}

func BenchmarkBuildWithManyTools(b *testing.B) {
	builder := prompt.New(registry(b, many(b)...))
	in := ask("open Thunderbird, then check my calendar for tomorrow and mute the sound", 4096, aScreen(1000))
	for b.Loop() {
		in.Nonces = nonces()
		if _, err := builder.Build(in); err != nil {
			b.Fatal(err)
		}
	}
}
