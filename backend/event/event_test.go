package event

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

func TestAnEventIsOneFlatObjectAndReadsBackEqual(t *testing.T) {
	ms := 12.5
	for _, b := range []Body{
		&Started{Text: "press 7", Origin: "ask", Attended: true},
		&Route{Route: "fastAction", Calls: [][]Call{{{Tool: "click", Args: json.RawMessage(`{"label":"7"}`)}}}},
		&Delta{Text: "a"}, &Plan{By: "builtin"}, &Approval{ID: "1", Why: "w"}, &Resolved{ID: "1"},
		&Step{Tool: "click", Args: json.RawMessage(`{}`)},
		&StepResult{Tool: "click", Args: json.RawMessage(`{}`), Outcome: Outcome{Effect: "confirmed", Evidence: []Evidence{}, Timing: Timing{ProvenMs: &ms}}},
		&Observation{What: "screen"}, &Speech{Text: "Done."}, &Undo{Run: 3}, &Transfer{State: "started"}, &Ended{Status: Done},
	} {
		e := Of(b)
		e.Turn, e.Seq, e.At = "t1", 4, time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
		raw, err := json.Marshal(e)
		require.NoError(t, err)
		var back Event
		require.NoError(t, json.Unmarshal(raw, &back), string(raw))
		require.Equal(t, e, back)
		var flat map[string]any
		require.NoError(t, json.Unmarshal(raw, &flat))
		require.Equal(t, string(e.Type), flat["type"])
	}
}

func TestAnotherProtocolVersionOrTypeIsRefused(t *testing.T) {
	var e Event
	require.ErrorContains(t, json.Unmarshal([]byte(`{"v":2,"type":"spoken"}`), &e), "protocol 2")
	require.ErrorContains(t, json.Unmarshal([]byte(`{"v":1,"type":"sung"}`), &e), "sung")
}

func TestTimingThatNeverHappenedIsNull(t *testing.T) {
	raw, err := json.Marshal(FromOutcome(proof.Refuse(proof.ReasonDisabled, "It is disabled.")))
	require.NoError(t, err)
	require.JSONEq(t, `{"effect":"refused","means":"","evidence":[],"report":"It is disabled.","reason":"disabled",
		"timing":{"firstSignalMs":null,"provenMs":null,"settledMs":null}}`, string(raw))
}

func TestALosslessSubscriberGetsEverythingInOrderAndACoalescingOneTheNewest(t *testing.T) {
	var s Stream[int]
	all, stopAll := s.Subscribe(false)
	defer stopAll()
	newest, stopNewest := s.Subscribe(true)
	defer stopNewest()
	for i := range 100 {
		s.Publish(i)
	}
	s.Close()
	want := 0
	for v := range all {
		require.Equal(t, want, v)
		want++
	}
	require.Equal(t, 100, want)
	last := -1
	for v := range newest {
		require.Greater(t, v, last)
		last = v
	}
	require.Equal(t, 99, last)
}

func TestAReaderThatLeavesDoesNotBlockThePublisher(t *testing.T) {
	var s Stream[int]
	_, stop := s.Subscribe(false)
	s.Publish(1)
	stop()
	stop()
	s.Publish(2)
	s.Close()
	gone, _ := s.Subscribe(false)
	_, open := <-gone
	require.False(t, open)
}
