package reply_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/reply"
	"pace/backend/tool"
)

func TestAReplyWithProblemsOrWithoutCallsActsOnNothing(t *testing.T) {
	calls := [][]tool.Call{{{Tool: "click"}}}
	require.True(t, reply.Reply{Calls: calls}.Acts())
	require.False(t, reply.Reply{Calls: calls, Problems: []tool.Problem{{Place: "calls[0]", Reason: "is no tool"}}}.Acts())
	require.False(t, reply.Reply{Spoken: "Hello."}.Acts())
}
