package tools

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

func TestUndoStandsForTheNewestCallThatWasNotTakenBack(t *testing.T) {
	a, b := tool.Call{Tool: "set_value", Args: json.RawMessage(`{"path":["a"]}`)}, tool.Call{Tool: "set_value", Args: json.RawMessage(`{"path":["b"]}`)}
	u := &undos{calls: []tool.Call{a, b}, done: map[int64]bool{}}
	x := Undo(u).(tool.Expander)
	expand := func(args string) (tool.Call, func(bool)) {
		e, err := x.Expand(t.Context(), json.RawMessage(args))
		require.NoError(t, err)
		require.True(t, e.Undo)
		return e.Steps[0][0], func(ok bool) {
			require.Nil(t, e.Begin(t.Context()))
			require.Equal(t, "It is held.", e.Begin(t.Context()).Text, "two never take back at once")
			e.Then(t.Context(), ok)
		}
	}
	c, then := expand(`{}`)
	require.Equal(t, b, c)
	then(false)
	c, then = expand(`{}`)
	require.Equal(t, b, c, "it was not taken back")
	then(true)
	c, _ = expand(`{}`)
	require.Equal(t, a, c)
	c, then = expand(`{"run":1}`)
	require.Equal(t, a, c)
	then(true)

	_, err := x.Expand(t.Context(), json.RawMessage(`{}`))
	var p *proof.Problem
	require.ErrorAs(t, err, &p)
	require.Equal(t, proof.ReasonNotFound, p.Reason)
	u.err = errors.New("locked")
	_, err = x.Expand(t.Context(), json.RawMessage(`{}`))
	require.ErrorAs(t, err, &p)
	require.Equal(t, proof.ReasonInternal, p.Reason)
}
