package prompt_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/tool"
)

func system(t *testing.T, r *tool.Registry, readOnly bool) string {
	t.Helper()
	c, err := prompt.New(r).Build(prompt.Input{Prompt: planner.Prompt{Text: "go"}, ReadOnly: readOnly, Context: 1 << 20})
	require.NoError(t, err)
	return c.Messages[0].Content
}

func TestAToolLineTellsNameArgumentsEffectRiskAndExample(t *testing.T) {
	s := system(t, registry(t), false)
	for _, want := range []string{
		"- press {label?: string (what it is called), times?: integer = 1 1–3, guesses?: [{label: string}]}: Presses something. Works the program in front. “press Save” {\"label\":\"Save\"}\n",
		"- volume {way?: up|down = up}: Changes how loud it is. Changes programs or the system. “louder”\n",
		"- clipboard_read {}: Reads the clipboard. Changes nothing. “what did I copy”\n",
		"Downloads a file. Reaches beyond this computer. Pace asks the person first.",
		"Types text. Works the program in front. Pace asks the person first when it matters.",
	} {
		require.Contains(t, s+"\n", want)
	}
	require.NotContains(t, s, "internal", "what a planner may not name is not told")
	require.NotContains(t, s, "AX.press", "other spellings are read, never printed")
	require.NotContains(t, s, "direction")
	require.NotContains(t, s, "path?", "an exact place is meant by a number")
}

func TestArgumentsThatTwoToolsShareAreToldOnce(t *testing.T) {
	again := press()
	again.Name, again.Aliases, again.Summary = "press_twice", nil, "Presses something twice."
	mute := louder()
	mute.Name, mute.Args, mute.Summary = "mute", tool.SchemaOf[noArgs](), "Makes it quiet."
	s := system(t, registry(t, press(), again, look(), mute), false)
	require.Contains(t, s, "- press_twice {as for press}: Presses something twice.")
	require.Contains(t, s, "- mute {}: ")
}

func TestWhoMayChangeNothingIsOfferedWhatReads(t *testing.T) {
	s := system(t, registry(t), true)
	require.Contains(t, s, "- clipboard_read")
	require.NotContains(t, s, "- press")
	require.NotContains(t, s, "dictate")
	s = system(t, registry(t, press()), true)
	require.Contains(t, s, "switched acting off")
	require.NotContains(t, s, "- action:")
}

// The real tools: each offered one has one line, every risk has words, and it all leaves room in the smallest model.
func TestTheRealToolsFitASmallModel(t *testing.T) {
	r, err := app.Registry()
	require.NoError(t, err)
	c, err := prompt.New(r).Build(prompt.Input{Prompt: planner.Prompt{Text: "press Save", Screen: []string{"[1] button|1,1|Save|"}}, Nonces: nonces()})
	require.NoError(t, err)
	require.Empty(t, c.LeftOut, "the fixed text leaves room for a screen in %d tokens", prompt.DefaultContext)
	s := c.Messages[0].Content
	for _, tl := range r.Tools() {
		spec := tl.Spec()
		n := len(regexp.MustCompile(`(?m)^- `+spec.Name+` \{`).FindAllString(s, -1))
		require.Equal(t, spec.Offer&tool.OfferPlanner != 0, n == 1, spec.Name)
		require.LessOrEqual(t, n, 1, spec.Name)
	}
	for line := range strings.Lines(s) {
		require.NotContains(t, line, ":  ", "a word is missing")
	}
	// Numbers in an example were measured to come back as the place of every click.
	_, tools, _ := strings.Cut(s, "\nTools")
	require.NotRegexp(t, `"[xy]":\s*\d`, tools)
}
