package egress

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestACallIsWrittenDownBySizeAndIsInNoTotal(t *testing.T) {
	audit := NewAudit(filepath.Join(t.TempDir(), "audit.jsonl"))
	var seen []Crossing
	d := New(Config{Audit: audit, Observe: func(c Crossing) { seen = append(seen, c) }})
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	require.NoError(t, d.Called(t.Context(), Call{Turn: "t-1", Tool: "click", Target: "Save", Given: 16, Read: 3, Effect: "confirmed", Began: at, Took: 1500 * time.Millisecond}))
	require.NoError(t, d.Called(t.Context(), Call{Tool: "click", Target: strings.Repeat("ü", 200), Effect: "failed", Began: at}))
	rows, broken, err := audit.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Zero(t, broken)
	id := rows[0].ID
	require.NotEmpty(t, id)
	require.Equal(t, Row{At: at, ID: id, Turn: "t-1", Kind: ToolCall, State: Ended, Subsystem: "tool", Operation: "click", Target: "Save",
		Sent: 16, Received: 3, DurationMs: 1500, Effect: "confirmed"}, rows[0])
	require.Equal(t, Failed, rows[1].State)
	require.Equal(t, strings.Repeat("ü", 60), rows[1].Target, "cut between characters")

	total, err := d.Total(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Equal(t, Total{}, total)
	require.Empty(t, seen, "nothing leaves by a call alone")
}
