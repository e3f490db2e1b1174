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

// keeper is a tool that owns things by name.
type keeper struct {
	scripted
	name string
	has  string
	runs *[]string
}

type keeperArgs struct {
	Name   string `json:"name" max:"100"`
	Action string `json:"action" max:"100"`
}

func (k keeper) Spec() tool.Spec {
	return tool.Spec{Name: k.name, Summary: "Does a kept thing.", Example: "run it", ExampleArg: `{"name":"x"}`, Args: tool.SchemaOf[keeperArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}

func (k keeper) Mine(_ context.Context, raw json.RawMessage) bool {
	var a keeperArgs
	_ = json.Unmarshal(raw, &a)
	return a.Name == k.has
}

func (k keeper) Run(_ context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	*k.runs = append(*k.runs, k.name)
	return seen, tool.Output{}
}

func withKeepers(t *testing.T, has map[string]string) (*bench, *[]string) {
	b := newBench(t)
	var runs []string
	tools := []tool.Tool{scripted{b}}
	for name, thing := range has {
		tools = append(tools, keeper{scripted{b}, name, thing, &runs})
	}
	reg, err := tool.NewRegistry(tools...)
	require.NoError(t, err)
	b.Registry, b.Executor.Registry = reg, reg
	return b, &runs
}

func routed(all []event.Event) *event.Route {
	for _, e := range all {
		if r, ok := e.Body.(*event.Route); ok {
			return r
		}
	}
	return nil
}

func TestABareNameGoesToTheFirstOwnerThatHasIt(t *testing.T) {
	b, runs := withKeepers(t, map[string]string{"run_flow": "morning", "open_site": "board"})
	x := b.begin(t, "run morning")
	r := routed(rows(t, x))
	require.Equal(t, event.Done, x.Wait().Status)
	require.Equal(t, "flow", r.By)
	require.Equal(t, "command", r.Route)
	require.Len(t, r.Calls, 1)
	require.Equal(t, []string{"run_flow"}, *runs)

	x = b.begin(t, "open board")
	require.Equal(t, "site", routed(rows(t, x)).By)
	require.Equal(t, []string{"run_flow", "open_site"}, *runs)
}

func TestAMissFallsThrough(t *testing.T) {
	b, runs := withKeepers(t, map[string]string{"run_flow": "morning", "open_site": "board"})
	for _, text := range []string{"run evening", "do the dishes"} {
		x := b.begin(t, text)
		r := routed(rows(t, x))
		require.Equal(t, event.NotUnderstood, x.Wait().Status, "%q: %s", text, x.Wait().Spoken)
		require.NotEqual(t, "flow", r.By)
		require.Empty(t, r.Calls)
	}
	// what the sentence says plainly needs an owner too
	x := b.begin(t, "run the flow evening")
	r := routed(rows(t, x))
	require.Equal(t, event.NotUnderstood, x.Wait().Status, x.Wait().Spoken)
	require.Equal(t, "intent", r.By)
	require.Empty(t, r.Calls)
	require.Empty(t, *runs)
	// a miss of the weak claim leaves the plain reading
	got := pressed(b)
	require.Equal(t, event.Done, b.ask(t, "press Harbour").Status)
	require.Equal(t, []string{"Harbour"}, *got)
}
