package turn

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// lists is the bench's click as one that lists what may be clicked until it is told which.
type lists struct {
	scripted
	told *[]string
}

func (l lists) Run(_ context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	var a scriptedArgs
	_ = json.Unmarshal(raw, &a)
	*l.told = append(*l.told, a.Label+"/"+a.Role)
	out := tool.Output{Text: "x"}
	if a.Role == "" {
		out.Listed = []proof.Candidate{{Label: "Keys (a.md)", Path: []string{"arg:role", "a.md"}}, {Label: "Press again (b.md)", Path: []string{"arg:role", "b.md"}},
			{Label: "old Keys of the car (c.md)", Path: []string{"arg:role", "c.md"}}}
	}
	return seen, out
}

func listing(t *testing.T) (b *bench, told *[]string) {
	b, told = newBench(t), new([]string)
	reg, err := tool.NewRegistry(lists{scripted{b}, told})
	require.NoError(t, err)
	b.Registry, b.Executor.Registry = reg, reg
	return b, told
}

func TestWhatWasListedIsChosenFromByNumberAndByName(t *testing.T) {
	for answer, want := range map[string]string{"the second one": "A/b.md", "the last one": "A/c.md", "keys": "A/a.md", "“Keys”.": "A/a.md", "b.md": "A/b.md", "the one called keys": "A/a.md",
		"the one about the car": "A/c.md", "I mean the one called press again": "A/b.md", "The note called C.md, please": "A/c.md"} {
		b, told := listing(t)
		end := b.ask(t, "press A")
		require.Equal(t, event.Done, end.Status)
		require.Nil(t, end.Question)
		require.Equal(t, event.Done, b.ask(t, answer).Status, answer)
		require.Equal(t, []string{"A/", want}, *told, answer)
	}
}

func TestWhatWasListedIsNoQuestion(t *testing.T) {
	b, told := listing(t)
	b.ask(t, "press A")
	require.True(t, b.Free(t.Context()))
	for _, text := range []string{"yes", "no", "the fourth one", "the one about nothing", "the one called md"} {
		require.Equal(t, event.NotUnderstood, b.ask(t, text).Status, text)
	}
	require.Equal(t, []string{"A/"}, *told)
	b.follows(t, "the second one", true)
	require.Equal(t, []string{"A/"}, *told, "a link chooses nothing")
	require.Equal(t, event.Done, b.ask(t, "press B").Status, "a command is a command")
	require.Equal(t, event.Done, b.ask(t, "the first one").Status)
	require.Equal(t, []string{"A/", "B/", "B/a.md"}, *told, "the newest list counts")
	require.Equal(t, event.NotUnderstood, b.ask(t, "the first one").Status, "it was chosen from")

	b.ask(t, "press A")
	b.later(memory)
	require.Equal(t, event.NotUnderstood, b.ask(t, "the second one").Status)
}

func TestWhatADryRunWouldListIsNotChosenFrom(t *testing.T) {
	b, told := listing(t)
	x, err := b.Submit(context.Background(), Request{Text: "press A", Attended: true, DryRun: true})
	require.NoError(t, err)
	rows(t, x)
	require.Equal(t, event.NotUnderstood, b.ask(t, "the second one").Status)
	require.Empty(t, *told)
}

func TestAQuestionIsAnsweredByName(t *testing.T) {
	for answer, want := range map[string]string{"A in C": "A in C", "the one in B": "A in B", "the A in C": "", "A": "", "the one called A": ""} {
		b, pressed := asking(t)
		b.ask(t, "press A")
		got := b.ask(t, answer)
		if want == "" {
			require.NotEqual(t, event.Done, got.Status, answer)
			require.Empty(t, *pressed, answer)
			continue
		}
		require.Equal(t, event.Done, got.Status, answer)
		require.Equal(t, []string{want}, *pressed, answer)
	}
	b, _ := asking(t)
	b.ask(t, "press A")
	b.later(2*time.Minute + time.Second)
	require.NotEqual(t, event.Done, b.ask(t, "A in C").Status)
}
