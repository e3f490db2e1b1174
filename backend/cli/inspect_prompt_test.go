package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/desktop"
	"pace/backend/planner/prompt"
)

// untouchable is a terminal whose application must not be opened.
func untouchable(t *testing.T) *term {
	x := open(t)
	x.App = func(app.Options) (*app.App, error) {
		t.Error("the application was opened")
		return nil, errors.New("not to be opened")
	}
	return x
}

type shown struct {
	prompt.Chat
	Brief    bool
	Needs    string `json:"needsScreen"`
	Problems []string
}

func chat(t *testing.T, r result) shown {
	t.Helper()
	require.Equal(t, 0, r.code, r.err)
	var s shown
	require.NoError(t, json.Unmarshal([]byte(r.out), &s), r.out)
	return s
}

func TestInspectPromptShowsWhatAModelIsAskedAndOpensNothing(t *testing.T) {
	x := untouchable(t)
	const now = "--now=2026-11-30T10:00:00Z"
	got := x.run("", "inspect", "prompt", now, "drag", "the", "report", "to", "the", "bin")
	require.Equal(t, 0, got.code, got.err)
	require.Empty(t, got.err)
	for _, want := range []string{"── system", "open_app{app}; ", "- click {label?", "tools: click, double_click, ", "The person says:\ndrag the report to the bin\n", "Monday morning", `"json_schema"`, "in all", "needs the screen, which was not looked at"} {
		require.Contains(t, got.out, want)
	}
	require.NotContains(t, got.out, "untrusted screen")
	require.Equal(t, got, x.run("", "inspect", "prompt", now, "drag the report to the bin"), "the same bytes each time")

	s := chat(t, x.run("", "inspect", "prompt", "--json", now, "drag the report to the bin"))
	require.Equal(t, "acting", s.Needs)
	require.False(t, s.Brief)
	require.Len(t, s.Messages, 2)
	require.Equal(t, prompt.System, s.Messages[0].Role)
	require.Contains(t, got.out, s.Messages[0].Content)
	require.Contains(t, got.out, s.Messages[1].Content)
	require.Equal(t, prompt.DefaultContext, s.Context)
	require.Positive(t, s.Tokens)
}

func TestInspectPromptSaysWhichToolsAreToldInFull(t *testing.T) {
	x := untouchable(t)
	const sentence = "mute the sound, then open Calculator"
	s := chat(t, x.run("", "inspect", "prompt", "--json", sentence))
	require.Less(t, len(s.Told), s.Tools)
	require.Subset(t, s.Told, []string{"click", "open_app", "volume"})
	require.NotContains(t, s.Told, "window_snap")
	require.Contains(t, s.Messages[1].Content, "- volume {")
	require.Contains(t, s.Messages[0].Content, "window_snap{position [app]}")
	got := x.run("", "inspect", "prompt", sentence)
	require.Contains(t, got.out, fmt.Sprintf("Told in full are %d of %d tools: ", len(s.Told), s.Tools))

	s = chat(t, x.run("", "inspect", "prompt", "--json", "--context", "16384", sentence))
	require.Len(t, s.Told, s.Tools)
	require.Contains(t, x.run("", "inspect", "prompt", "--context", "16384", sentence).out, fmt.Sprintf("All %d tools are told in full.", s.Tools))
}

func TestInspectPromptShowsTheBriefPromptOfAQuestion(t *testing.T) {
	x := untouchable(t)
	got := x.run("", "inspect", "prompt", "what is the capital of France?")
	require.Equal(t, 0, got.code, got.err)
	require.NotContains(t, got.out, "open_app")
	require.NotContains(t, got.out, "in full")
	require.NotContains(t, got.out, "response format")
	require.Contains(t, got.out, "wants only words")
	require.True(t, chat(t, x.run("", "inspect", "prompt", "--json", "what is the capital of France?")).Brief)
}

func TestInspectPromptListsTheScreenWhenItIsAskedTo(t *testing.T) {
	x := open(t)
	s := chat(t, x.run("", "inspect", "prompt", "--json", "--screen", "press OK"))
	last := s.Messages[len(s.Messages)-1].Content
	require.Regexp(t, `\n\[\d+\] toggle\|\d+,\d+\|OK\|off\n`, last)
	require.Contains(t, last, "window: Notes")
	require.Contains(t, last, "one display")
	require.Regexp(t, `<<<untrusted screen [0-9a-f]{24}\n`, last)
	require.Positive(t, s.Listed)
	require.Empty(t, s.Problems)
	require.Contains(t, s.Messages[0].Content, "Elements of the window in front")
	require.Zero(t, x.ok.Pressed())

	got := x.run("", "inspect", "prompt", "--screen", "--context", "2048", "press OK")
	require.Equal(t, 0, got.code, got.err)
	require.Contains(t, got.out, "Left out for want of room")

	x.App = func(o app.Options) (*app.App, error) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoDisplay}}
		}
		return app.New(o)
	}
	got = x.run("", "inspect", "prompt", "--screen", "press OK")
	require.Equal(t, 3, got.code)
	sentence(t, got.err)
	require.Empty(t, got.out)
}

func TestInspectPromptRefusesWhatDoesNotFit(t *testing.T) {
	x := untouchable(t)
	got := x.run("", "inspect", "prompt", "--context", "1200", "press OK")
	require.Equal(t, 1, got.code)
	require.Empty(t, got.out)
	sentence(t, got.err)
	require.Contains(t, got.err, "--context")
	for _, args := range [][]string{{}, {"--context", "0", "press OK"}, {"--now", "yesterday", "press OK"}} {
		got := x.run("", append([]string{"inspect", "prompt"}, args...)...)
		require.Equal(t, 2, got.code, "%q", args)
		require.Empty(t, got.out)
		require.NotEmpty(t, strings.TrimSpace(got.err))
	}
}
