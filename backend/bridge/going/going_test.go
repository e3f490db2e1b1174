package going

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

func row(turn string, seq int, b event.Body) event.Event {
	e := event.Of(b)
	e.Turn, e.Seq = turn, seq
	return e
}

func TestTheRowsOfATurnAreHereUntilItHasEnded(t *testing.T) {
	var g Going
	require.Empty(t, g.Rows(nil))
	rows := make(chan event.Event, 8)
	a1, a2 := row("a", 1, &event.Started{Text: "x"}), row("a", 2, &event.Speech{Text: "y"})
	b1 := row("b", 1, &event.Started{Text: "z"})
	for _, e := range []event.Event{a1, b1, a2} {
		rows <- e
	}
	close(rows)
	g.Follow(rows)
	require.Equal(t, []event.Event{a1, a2, b1}, g.Rows(nil), "a turn behind the other")
	require.Equal(t, []event.Event{b1}, g.Rows(map[string]bool{"a": true}), "without those that are known")
	g.take(row("a", 3, &event.Ended{}))
	g.take(row("unknown", 9, &event.Ended{}))
	require.Equal(t, []event.Event{b1}, g.Rows(nil))
	g.take(row("b", 2, &event.Ended{}))
	require.Empty(t, g.turns, "and nothing of it stays")
}
