package prompt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/proof"
)

// crowded is an input of which every part is long.
func crowded() prompt.Input {
	in := full()
	in.Screen, in.Unseen = nil, 0
	for i := range 100 {
		in.Screen = append(in.Screen, fmt.Sprintf("[%d] button|%d,20|Button number %d|", i+1, i*10, i+1))
	}
	in.Thread = nil
	for i := range 8 {
		in.Thread = append(in.Thread, planner.Turn{Said: fmt.Sprintf("earlier wish %d %s", i, strings.Repeat("and so on ", 20)), Answered: "It was done."})
	}
	in.Window = 8
	in.Outside = []planner.Outside{{Source: "screen", About: "first", Text: strings.Repeat("useful ", 50)}, {Source: "screen", About: "second", Text: strings.Repeat("less useful ", 50)}}
	in.Steps = []planner.Step{
		{Tool: "clipboard_read", Effect: string(proof.Confirmed), Read: strings.Repeat("old words ", 50)},
		{Tool: "clipboard_read", Effect: string(proof.Confirmed), Read: strings.Repeat("new words ", 50)},
	}
	return in
}

// What has to give way goes in the stated order, whole kinds after one another, and everything that went is told.
func TestPartsGiveWayInOrderAndAreReported(t *testing.T) {
	in := crowded()
	in.Context = 1 << 20
	whole := build(t, in)
	require.Empty(t, whole.LeftOut)
	var stages []string
	for in.Context = whole.Tokens + prompt.DefaultReply; ; in.Context -= 15 {
		in.Nonces = nonces()
		c, err := prompt.New(registry(t)).Build(in)
		if errors.Is(err, prompt.ErrTooLong) {
			break
		}
		require.NoError(t, err)
		require.LessOrEqual(t, c.Tokens, in.Context-prompt.DefaultReply)
		var kinds []string
		for _, l := range c.LeftOut {
			kinds = append(kinds, fmt.Sprint(l.What))
			require.Positive(t, l.Count)
		}
		if stage := strings.Join(kinds, " "); len(stages) == 0 || stages[len(stages)-1] != stage {
			stages = append(stages, stage)
		}
		content := last(c)
		left := map[string]int{}
		for _, l := range c.LeftOut {
			left[l.What] = l.Count
		}
		require.Equal(t, 100-left["screen"], strings.Count(content, "|Button number "))
		require.Equal(t, 100-left["screen"], c.Listed)
		require.Len(t, c.Messages, 2+2*(8-left["thread"]))
		require.Equal(t, 2-left["outside"], strings.Count(content, "irst:\n<<<")+strings.Count(content, "econd:\n<<<"))
		require.Equal(t, left["steps"], strings.Count(content, "left out for want of room"))
		require.Equal(t, left["now"] == 0, strings.Contains(content, "Tuesday"))
		require.Contains(t, content, "1. clipboard_read: done", "what was done is never left out")
		if left["screen"] > 0 {
			require.Contains(t, content, fmt.Sprint(left["screen"]), "the model is told how many it does not see")
		}
		if left["outside"] == 1 {
			require.Contains(t, content, "First:", "the most useful stays longest")
		}
		if left["thread"] > 0 && left["thread"] < 8 {
			require.Contains(t, c.Messages[1].Content, fmt.Sprintf("earlier wish %d ", left["thread"]), "the oldest went")
		}
		if left["steps"] == 1 {
			require.NotContains(t, content, "old words")
			require.Contains(t, content, "new words")
		}
	}
	require.Equal(t, []string{"", "screen", "screen thread", "screen thread outside", "screen thread outside steps", "screen thread outside steps now"}, stages)
}

func TestElementRulesGoWithTheLastElement(t *testing.T) {
	in := full()
	in.Steps, in.Thread, in.Outside = nil, nil, nil
	in.Context = 1 << 20
	whole := build(t, in)
	in.Context, in.Nonces = whole.Tokens+prompt.DefaultReply-45, nonces()
	c := build(t, in)
	require.Equal(t, []prompt.LeftOut{{What: "screen", Count: 3, Unit: "lines"}}, c.LeftOut)
	require.NotContains(t, c.Messages[0].Content, "[number]")
	require.Contains(t, last(c), "not listed, for want of room: 7.")
}

func TestASentenceThatIsTooLongIsAnError(t *testing.T) {
	in := full()
	in.Text = "type " + strings.Repeat("a very long text ", 5000)
	_, err := prompt.New(registry(t)).Build(in)
	require.ErrorIs(t, err, prompt.ErrTooLong)
	var long *prompt.TooLong
	require.ErrorAs(t, err, &long)
	require.Greater(t, long.Tokens, long.Room)
	require.Equal(t, 8192-prompt.DefaultReply, long.Room)

	_, err = prompt.New(registry(t)).Build(prompt.Input{Prompt: planner.Prompt{Text: "hi"}, Context: 100})
	require.ErrorAs(t, err, &long)
	require.Zero(t, long.Room, "a reply longer than the model holds leaves no room at all")
}

func TestTheEstimateIsOfTheMessagesThatAreSent(t *testing.T) {
	c := build(t, full())
	sum := 4
	for _, m := range c.Messages {
		sum += 6 + prompt.Tokens(m.Content)
	}
	require.Equal(t, sum, c.Tokens)
	parts := 0
	names := map[string]bool{}
	for _, p := range c.Parts {
		require.False(t, names[p.Name], "%s is counted twice", p.Name)
		names[p.Name] = true
		parts += p.Tokens
	}
	require.InDelta(t, c.Tokens, parts, float64(4+8*len(c.Messages)), "the parts make up the whole but for what stands around messages")
	require.Equal(t, prompt.DefaultContext, build(t, prompt.Input{Prompt: planner.Prompt{Text: "hi"}}).Context)
}

// Whatever comes in, a prompt that is built fits, ends with the sentence, and the foreign texts stay where they are.
func TestAnyInputFitsOrIsRefused(t *testing.T) {
	b := prompt.New(registry(t))
	rapid.Check(t, func(t *rapid.T) {
		in := prompt.Input{Prompt: planner.Prompt{
			Text:   rapid.String().Draw(t, "text"),
			Screen: rapid.SliceOfN(rapid.String(), 0, 40).Draw(t, "screen"),
			Now:    planner.Now{App: rapid.String().Draw(t, "app"), Window: rapid.String().Draw(t, "window")},
		}, Context: rapid.IntRange(0, 3000).Draw(t, "context"), Reply: rapid.IntRange(0, 500).Draw(t, "reply"), Window: rapid.IntRange(-1, 9).Draw(t, "pairs"), Nonces: nonces()}
		for range rapid.IntRange(0, 9).Draw(t, "turns") {
			in.Thread = append(in.Thread, planner.Turn{Said: rapid.String().Draw(t, "said"), Answered: rapid.String().Draw(t, "answered")})
		}
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			in.Steps = append(in.Steps, planner.Step{Tool: "press", Effect: "confirmed", Read: rapid.String().Draw(t, "read"), Report: rapid.String().Draw(t, "report")})
		}
		c, err := b.Build(in)
		if err != nil {
			require.ErrorIs(t, err, prompt.ErrTooLong)
			return
		}
		require.LessOrEqual(t, c.Tokens, c.Context-c.Reply)
		content := c.Messages[len(c.Messages)-1].Content
		require.True(t, strings.HasSuffix(content, "The person says:\n"+strings.ToValidUTF8(in.Text, "\ufffd")))
		if !strings.Contains(in.Text, nonce) {
			opened := strings.Count(content, " "+nonce+"\n")
			require.Equal(t, opened, strings.Count(content, nonce+">>>"))
		}
	})
}
