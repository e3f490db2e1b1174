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

// The real tools: each offered one is told once, in full where there is room, and it all leaves room in the smallest
// model.
func TestTheRealToolsFitASmallModel(t *testing.T) {
	r, err := app.Registry()
	require.NoError(t, err)
	b := prompt.New(r)
	in := ask("press Save", prompt.DefaultContext, aScreen(900))
	c := built(t, b, in)
	require.Empty(t, c.LeftOut, "the fixed text leaves room for a screen in %d tokens", prompt.DefaultContext)
	in.Context, in.Nonces = 1<<16, nonces()
	large := built(t, b, in)
	offered := 0
	for _, tl := range r.Tools() {
		spec := tl.Spec()
		want := 0
		if spec.Offer&tool.OfferPlanner != 0 {
			want, offered = 1, offered+1
		}
		require.Len(t, regexp.MustCompile(`(?m)^- `+spec.Name+` \{`).FindAllString(large.Messages[0].Content, -1), want, spec.Name)
		require.Len(t, regexp.MustCompile(`(?m)(^- `+spec.Name+` \{|[:;] `+spec.Name+`\{)`).FindAllString(c.Messages[0].Content, -1), want, spec.Name)
	}
	require.Equal(t, offered, c.Tools)
	require.Len(t, large.Told, offered)
	require.Contains(t, c.Told, "click")
	for _, s := range []string{large.Messages[0].Content, c.Messages[0].Content} {
		for line := range strings.Lines(s) {
			require.NotContains(t, line, ":  ", "a word is missing")
			require.NotRegexp(t, `: “`, line, "a word is missing")
		}
		// Numbers in an example were measured to come back as the place of every click.
		_, tools, _ := strings.Cut(s, "\nTools")
		require.NotRegexp(t, `"[xy]":\s*\d`, tools)
	}
	require.Contains(t, large.Messages[0].Content, "Works the program in front.")
}
