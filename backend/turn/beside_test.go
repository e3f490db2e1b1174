package turn

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/tool"
)

// loading is a download_file that lasts until the test lets it go on.
type loading struct {
	at chan struct{}
	on chan proof.Outcome
}

type loadingArgs struct {
	URL  string `json:"url"`
	Name string `json:"name"`
}

func (loading) Spec() tool.Spec {
	return tool.Spec{Name: "download_file", Summary: "Loads something.", Example: "download it", ExampleArg: `{"url":"https://example.org/a"}`, Args: tool.SchemaOf[loadingArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Reversible: true, Beside: true, Offer: tool.OfferAll}
}

func (loading) Describe(json.RawMessage) string { return "Download it" }

func (l loading) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	l.at <- struct{}{}
	return <-l.on, tool.Output{}
}

func (loading) Undo(tool.Call, proof.Outcome) (tool.Call, bool) {
	return tool.Call{Tool: "click", Args: []byte(`{"label":"Undo"}`)}, true
}

func lasting(t *testing.T) (*bench, loading) {
	b, l := newBench(t), loading{make(chan struct{}), make(chan proof.Outcome)}
	reg, err := tool.NewRegistry(scripted{b}, l)
	require.NoError(t, err)
	b.Registry, b.Executor.Registry = reg, reg
	return b, l
}

const download = "download https://example.org/a"

func TestWhatTakesLongAndIsInNobodysWayKeepsNobodyWaiting(t *testing.T) {
	b, l := lasting(t)
	long := b.begin(t, download)
	<-l.at
	require.True(t, b.Free(t.Context()))
	var pressed []string
	b.press = func(_ context.Context, label string) proof.Outcome { pressed = append(pressed, label); return seen }
	require.Equal(t, event.Done, b.ask(t, "press B").Status)
	l.on <- seen
	all := rows(t, long)
	require.Equal(t, event.Done, long.Wait().Status)
	for _, e := range all {
		if s, ok := e.Body.(*event.Step); ok {
			require.True(t, s.Beside)
		}
		require.NotEqual(t, event.UndoOffered, e.Type, "something else was done since")
	}

	require.Equal(t, event.Done, b.ask(t, "again").Status)
	require.Equal(t, []string{"B", "B"}, pressed, "“again” means what was asked for last, not what ended last")
}

func TestWhatTookLongAndWasTheLastThingIsThat(t *testing.T) {
	b, l := lasting(t)
	long := b.begin(t, download)
	<-l.at
	l.on <- seen
	require.Contains(t, types(rows(t, long)), event.UndoOffered)
	var last done
	ok, err := b.thread.Get(t.Context(), store.LastPlan, b.Now(), &last)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "download_file", last.Calls[0][0].Tool)
}

func TestAPlanThatAlsoUsesTheScreenKeepsItsPlace(t *testing.T) {
	b, l := lasting(t)
	b.press = func(context.Context, string) proof.Outcome { return seen }
	long := b.begin(t, download+" and then press B")
	<-l.at
	_, err := b.Submit(context.Background(), Request{Text: "press C", Attended: true})
	require.ErrorIs(t, err, ErrBusy)
	l.on <- seen
	for _, e := range rows(t, long) {
		if s, ok := e.Body.(*event.Step); ok {
			require.False(t, s.Beside)
		}
	}
}

func TestWhileItAsksALongStepIsInTheWayLikeAnyOther(t *testing.T) {
	b, l := lasting(t)
	x := b.Executor
	x.Policy = func() executor.Policy { return executor.Policy{Enabled: true, Asking: true} }
	long, err := b.Submit(context.Background(), Request{Text: download, Origin: Link, Attended: true})
	require.NoError(t, err)
	var id string
	for e := range long.Events() {
		if a, ok := e.Body.(*event.Approval); ok {
			id = a.ID
			break
		}
	}
	_, err = b.Submit(context.Background(), Request{Text: "press C", Attended: true})
	require.ErrorIs(t, err, ErrBusy)
	require.True(t, b.approve.Decide(id, true, "terminal"))
	<-l.at
	require.Equal(t, event.Done, b.ask(t, "press C").Status)
	l.on <- seen
	for range long.Events() {
	}
	require.Equal(t, event.Done, long.Wait().Status)
}

func TestALongStepIsCancelledByItself(t *testing.T) {
	b, l := lasting(t)
	long := b.begin(t, download)
	<-l.at
	require.True(t, b.Cancel(long.ID, "interface"))
	l.on <- proof.Cancel(proof.ReasonCancelled, "Stopped, as you asked.")
	rows(t, long)
	require.Equal(t, event.Cancelled, long.Wait().Status)
	require.Equal(t, event.Done, b.ask(t, "press B").Status)
}
