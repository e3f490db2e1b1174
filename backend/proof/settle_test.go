package proof

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// lit is a confirmed outcome of a world.
func lit(t *testing.T, w *world) Outcome {
	t.Helper()
	o := Until(t.Context(), w, w.act(func() { w.set("on") }), time.Second)
	require.Equal(t, Confirmed, o.Effect())
	return o
}

func TestWhatIsStillSoHasSettled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		start := time.Now()
		o := lit(t, w)
		time.Sleep(250 * time.Millisecond) // virtual
		o = Settle(t.Context(), o, w, start)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, 250*time.Millisecond, *o.Timing().Settled)
	})
}

func TestWhatWasTakenBackIsUnchangedAndSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := lit(t, w)
		w.set("off")
		o = Settle(t.Context(), o, w, time.Now())
		require.Equal(t, Unchanged, o.Effect())
		require.Equal(t, ReasonReverted, o.Reason())
		require.Nil(t, o.Timing().Settled)
		require.Equal(t, "Lamp changed, and changed back.", o.Report())
		require.Len(t, o.Evidence(), 2, "what was seen stays, what was seen later is added")
		require.Equal(t, Evidence{Kind: Reverted, What: "Lamp", Before: "on", After: "off"}, o.Evidence()[1])
	})
}

func TestWhatCanNoLongerBeReadIsUnverifiable(t *testing.T) {
	bubble(t, func(t *testing.T) {
		for name, spoil := range map[string]func(*world){
			"an error":        func(w *world) { w.fail(errors.New("hung")) },
			"nothing to show": func(w *world) { w.fail(&Problem{Reason: ReasonAppEnded, Text: "Notes ended."}) },
			"it hangs":        func(w *world) { w.hangs = true },
		} {
			w := newWorld("off")
			o := lit(t, w)
			spoil(w)
			o = Settle(t.Context(), o, w, time.Now())
			require.Equal(t, Unverifiable, o.Effect(), name)
			require.Nil(t, o.Timing().Settled)
		}
	})
}

func TestOnlyConfirmedOutcomesAreReadAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		for _, o := range []Outcome{{}, NoEffect(API, nil), Deliver(API, nil), Refuse(ReasonDisabled, "No."), Cancel(ReasonCancelled, "Stopped."), Skip("Not begun.")} {
			w := newWorld("on")
			got := Settle(t.Context(), o, w, time.Now())
			require.Equal(t, o, got)
			require.Empty(t, w.log)
		}
	})
}

func TestDoubtTakeBackAndSettlingLeaveOtherOutcomesAlone(t *testing.T) {
	for _, o := range []Outcome{{}, NoEffect(API, nil), Deliver(API, nil), Fail(ReasonGone, "Gone.", nil)} {
		require.Equal(t, o, o.MarkSettled(time.Second))
		require.Equal(t, o, o.TakeBack(Evidence{Kind: Reverted, What: "x"}))
		require.Equal(t, o, o.Doubt(&Problem{Reason: ReasonNoEvidence, Text: "Hm."}))
	}
}
