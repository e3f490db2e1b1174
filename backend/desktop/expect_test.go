package desktop

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnExpectationThatWouldAlwaysHoldIsRefused(t *testing.T) {
	for _, c := range []struct {
		e  Expect
		ok bool
	}{
		{Expect{Kind: TextEquals}, true},
		{Expect{Kind: TextContains, Value: "a"}, true},
		{Expect{Kind: TextContains, Value: " "}, false},
		{Expect{Kind: ValueIs, Value: "5"}, true},
		{Expect{Kind: ValueIs}, false},
		{Expect{Kind: TitleHas, Value: "Notes"}, true},
		{Expect{Kind: TitleHas}, false},
		{Expect{Kind: WindowOpens}, true},
		{Expect{Kind: Changes}, true},
		{Expect{Kind: StateIs, Value: "checked"}, true},
		{Expect{Kind: StateIs, Value: "!checked"}, true},
		{Expect{Kind: StateIs, Value: "happy"}, false},
		{Expect{Kind: StateIs}, false},
		{Expect{Kind: Appears, Target: Target{Label: "Sure?"}}, true},
		{Expect{Kind: Appears, Target: Target{Role: Dialog}}, true},
		{Expect{Kind: Disappears, Target: Target{Path: []string{"window:Notes"}}}, true},
		{Expect{Kind: Appears}, false},
		{Expect{Kind: Disappears, Target: Target{App: "Notes"}}, false},
		{Expect{Kind: "hopes"}, false},
		{Expect{}, false},
	} {
		err := c.e.Check()
		require.Equal(t, c.ok, err == nil, "%+v: %v", c.e, err)
	}
}

func TestAnExpectationTravelsAsJSON(t *testing.T) {
	e := Expect{Kind: StateIs, Target: Target{Label: "Wrap", Role: CheckBox, Nth: 2, Path: []string{"window:Notes"}}, Value: "checked"}
	b, err := json.Marshal(e)
	require.NoError(t, err)
	require.JSONEq(t, `{"kind":"stateIs","target":{"label":"Wrap","role":"checkbox","nth":2,"path":["window:Notes"]},"value":"checked"}`, string(b))
	var back Expect
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, e, back)
}
