package turn

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// post is a draft that needs an address; it knows nobody's, and asks before it runs.
type post struct {
	ran   *[]string
	lacks map[string]string
}

type postArgs struct {
	To      []string `json:"to" max:"50"`
	Subject string   `json:"subject" max:"500"`
	Body    string   `json:"body" max:"500"`
}

func (post) Spec() tool.Spec {
	return tool.Spec{Name: "mail", Summary: "Opens a draft.", Example: "draft an email", ExampleArg: `{"to":["a@example.org"]}`, Args: tool.SchemaOf[postArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Always}, Offer: tool.OfferAll}
}

func (post) Describe(json.RawMessage) string { return "Open a draft" }

func (p post) Wants(_ context.Context, raw json.RawMessage) *proof.Problem {
	var a postArgs
	_ = json.Unmarshal(raw, &a)
	for _, to := range a.To {
		if _, known := p.lacks[to]; known {
			return &proof.Problem{Reason: proof.ReasonNotFound, Text: "No mail address of “" + to + "” is in your contacts.", Err: &tool.Unknown{Said: to, Question: "What is the mail address?"}}
		}
	}
	return nil
}

func (p post) Run(_ context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	*p.ran = append(*p.ran, string(raw))
	return seen, tool.Output{}
}

// writing is a bench that can open drafts, and approves all of them.
func writing(t *testing.T) (*bench, *[]string) {
	b := newBench(t)
	ran := &[]string{}
	reg, err := tool.NewRegistry(scripted{b}, post{ran, map[string]string{"Bo": ""}})
	require.NoError(t, err)
	b.Registry, b.Executor.Registry = reg, reg
	return b, ran
}

func (b *bench) askYes(t *testing.T, text string) event.Ended {
	t.Helper()
	x, err := b.Submit(context.Background(), Request{Text: text, Origin: "ask", Attended: true, Yes: true})
	require.NoError(t, err)
	rows(t, x)
	return x.Wait()
}

func TestWhoNobodyCanReachIsAskedAboutBeforeAnythingIsApproved(t *testing.T) {
	b, ran := writing(t)
	x, err := b.Submit(t.Context(), Request{Text: "please draft an email to Bo about lunch", Origin: "ask", Attended: true}) // nobody answers an approval here
	require.NoError(t, err)
	for _, e := range rows(t, x) {
		require.NotEqual(t, event.ApprovalRequested, e.Type)
	}
	end := x.Wait()
	require.Equal(t, event.Blocked, end.Status)
	require.Equal(t, "No mail address of “Bo” is in your contacts. What is the mail address?", end.Spoken)
	require.Equal(t, end.Spoken, end.Question.Text)
	require.Empty(t, *ran)

	require.Equal(t, event.Done, b.askYes(t, "bo@example.org").Status)
	require.Equal(t, []string{`{"subject":"lunch","to":["bo@example.org"]}`}, *ran)
	require.NotEqual(t, event.Done, b.askYes(t, "cy@example.org").Status, "the question is closed")
}

func TestAnUnknownPersonIsLetGoOf(t *testing.T) {
	b, ran := writing(t)
	b.ask(t, "draft an email to Bo")
	require.Contains(t, b.ask(t, "never mind").Spoken, "leave it")
	require.NotEqual(t, event.Done, b.askYes(t, "bo@example.org").Status)
	require.Empty(t, *ran)
}

func TestNothingOfAPlanIsBegunThatLacksSomebodysAddress(t *testing.T) {
	b, ran := writing(t)
	got := pressed(b)
	end := b.askYes(t, "press Harbour and then draft an email to Bo")
	require.Equal(t, event.Blocked, end.Status, end.Spoken)
	require.Empty(t, *got)
	require.Empty(t, *ran)
	require.Len(t, end.Steps, 2)
	require.Equal(t, "notAttempted", end.Steps[0].Outcome.Effect)
	require.Equal(t, "refused", end.Steps[1].Outcome.Effect)
}

func TestANameThatStandsTwiceInASentenceIsNotFilledIn(t *testing.T) {
	b, _ := writing(t)
	end := b.ask(t, "draft an email to Bo about Bo")
	require.Equal(t, event.Failed, end.Status)
	require.Nil(t, end.Question)
	require.Equal(t, "No mail address of “Bo” is in your contacts. Say the address or the number.", end.Spoken)
}
