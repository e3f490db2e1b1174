package egress

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheTotalKeepsApartWhatLeftWhatStayedAndWhatWasHandedOver(t *testing.T) {
	got := add([]Row{
		{ID: "1", Kind: HTTP, State: Started, Target: "a:443", OffDevice: true},
		{ID: "1", Kind: HTTP, State: Ended, Subsystem: "planner", Target: "a:443", OffDevice: true, Sent: 10, Received: 100, At: noon},
		{ID: "2", Kind: Connection, State: Ended, Subsystem: "download", Target: "a:443", OffDevice: true, Sent: 5},
		{ID: "3", Kind: HTTP, State: Started, Target: "b:443", OffDevice: true},
		{ID: "3", Kind: HTTP, State: Failed, Target: "b:443", OffDevice: true, Sent: 20},
		{ID: "4", Kind: HTTP, State: Started, Target: "c:443", OffDevice: true},
		{ID: "5", Kind: HTTP, State: Ended, Subsystem: "planner", Target: "localhost:1", Sent: 7, Received: 8},
		{ID: "6", Kind: HandOver, State: Ended, Subsystem: "browser", Target: "https://a", Sent: 30},
	})
	require.EqualValues(t, 35, got.Sent)
	require.EqualValues(t, 100, got.Received)
	require.EqualValues(t, 30, got.HandedOver)
	require.EqualValues(t, 15, got.Local)
	require.Equal(t, 1, got.Unfinished)
	require.Len(t, got.Targets, 3)
	require.Equal(t, "https://a", got.Targets[0].Target)
	require.Equal(t, 1, got.Targets[2].Crossings, "a handshake is not a crossing")
	require.EqualValues(t, 15, got.Targets[2].Sent)
	require.Equal(t, []string{"download", "planner"}, got.Targets[2].Subsystems)
	require.Equal(t, []TargetTotal{{Target: "localhost:1", Kind: HTTP, Sent: 7, Received: 8, Crossings: 1, Subsystems: []string{"planner"}}}, got.Here)
	require.Equal(t, []SubsystemTotal{
		{Subsystem: "", Sent: 20, Crossings: 1},
		{Subsystem: "planner", Sent: 10, Received: 100, Local: 15, Crossings: 2},
		{Subsystem: "download", Sent: 5},
		{Subsystem: "browser", HandedOver: 30, Crossings: 1},
	}, got.By)
	require.Zero(t, got.From)
}

func TestATotalSaysWhenTheRecordDoesNotGoBackFarEnough(t *testing.T) {
	a := newAudit(t)
	a.limit = 1000
	for i := range 100 {
		require.NoError(t, a.Add(t.Context(), Row{At: noon.Add(time.Duration(i) * time.Minute), ID: fmt.Sprint(i), Kind: HTTP, State: Ended}))
	}
	rows, _, err := a.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	got, err := a.Total(t.Context(), noon)
	require.NoError(t, err)
	require.Equal(t, rows[0].At, got.From)
	got, err = a.Total(t.Context(), rows[1].At)
	require.NoError(t, err)
	require.Zero(t, got.From, "all that was asked for is there")
}

func TestZeroIsAddedUpFromTheAudit(t *testing.T) {
	a := newAudit(t)
	got, err := a.Total(t.Context(), noon)
	require.NoError(t, err)
	require.Equal(t, Total{}, got)
	require.NoError(t, a.Add(t.Context(), Row{At: noon, Kind: HTTP, State: Ended, Sent: 9}))
	got, err = a.Total(t.Context(), noon)
	require.NoError(t, err)
	require.Zero(t, got.Sent)
	require.EqualValues(t, 9, got.Local)
}
