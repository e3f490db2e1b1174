package executor

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestACallIsOnRecordBeforeItIsMade(t *testing.T) {
	var r1 *rig
	var before []Record
	look := own{name: "look", run: func(ctx context.Context) (proof.Outcome, tool.Output) {
		before = append(before, r1.begun...)
		require.Empty(t, r1.records)
		return did("x")(ctx)
	}}
	bubble(t, func(t *testing.T, r *rig) {
		r1 = r
		res := r.run(one("look"))
		require.Len(t, before, 1)
		require.Equal(t, "look", before[0].Call.Tool)
		require.Equal(t, proof.NotAttempted, before[0].Outcome.Effect(), "nothing is claimed of it yet")
		require.Len(t, r.records, 1)
		require.Equal(t, res.Steps[0].Run, r.records[0].ID, "the end belongs to the beginning")
		require.Equal(t, before[0].At, r.records[0].At)
	}, look)
}

func TestACallThatWasNotMadeWasNotBegun(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Nothing")
		r.run(one("press Nothing"), one("press Nothing"))
		require.Len(t, r.begun, 1)
		require.Len(t, r.records, 1)
	})
}

func TestARecordThatCanNotBeBegunIsTriedOnceMoreAtTheEnd(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "x")
		r.fails = errFull
		r.x.Recorder = recovers{r}
		res := r.run(one("write Name=y"))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(res))
		require.Zero(t, r.records[0].ID)
		require.NotZero(t, res.Steps[0].Run)
		require.Len(t, count[*event.Undo](r), 1)
	})
}

func TestWhyAStepIsNotOnRecordIsToldWithItsEnd(t *testing.T) {
	for _, c := range []struct {
		fails error
		why   string
	}{
		{nil, ""},
		{errFull, "it could not be written"},
		{fmt.Errorf("record: %w", &proof.Problem{Text: "the database is damaged", Err: errFull}), "the database is damaged"},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			r.win.Text("Name", "x")
			r.fails = c.fails
			res := r.run(one("write Name=y"), one("press Nowhere"), one("write Name=z"))
			require.Equal(t, []proof.Effect{proof.Confirmed, proof.Refused, proof.NotAttempted}, effects(res), "a record that can't be kept stops nothing")
			ends := count[*event.StepResult](r)
			require.Equal(t, c.why, ends[0].Unrecorded)
			require.Equal(t, c.why, ends[1].Unrecorded)
			require.Empty(t, ends[2].Unrecorded, "what was not begun has no record to miss")
			require.Equal(t, c.fails == nil, len(count[*event.Undo](r)) == 1, "nobody could find it again to take it back")
			require.Equal(t, c.fails == nil, res.Steps[0].Undo != nil)
		})
	}
}

// recovers is a recorder whose disk has room again once the call is made.
type recovers struct{ *rig }

func (c recovers) Record(ctx context.Context, r Record) (int64, error) {
	c.fails = nil
	return c.rig.Record(ctx, r)
}
