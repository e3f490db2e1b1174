package interaction

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// counted is a Tree that counts whole readings and may do something while a text is read.
type counted struct {
	desktop.Tree
	whole   atomic.Int32
	reading atomic.Pointer[func()] // done once, by whichever reading comes first
}

func (c *counted) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	c.whole.Add(1)
	return c.Tree.Snapshot(ctx, s, l)
}

func (c *counted) Text(ctx context.Context, r desktop.Ref) (string, error) {
	if f := c.reading.Swap(nil); f != nil {
		(*f)()
	}
	return c.Tree.Text(ctx, r)
}

func (c *counted) Kept(ctx context.Context, app desktop.Ref) (desktop.Snapshot, bool) {
	return c.Tree.(desktop.Keeper).Kept(ctx, app)
}

func (c *counted) Stands(app desktop.Ref) bool { return c.Tree.(desktop.Keeper).Stands(app) }

// form is a rig with four fields and a box, of which one field has been set.
func form(t *testing.T, fn func(r *rig, tree *counted, fields []*dt.Control)) {
	t.Helper()
	bubble(t, func(t *testing.T, r *rig) {
		tree := &counted{Tree: r.plat.Tree}
		r.plat.Tree = tree
		var fields []*dt.Control
		for _, name := range []string{"One", "Two", "Three"} {
			fields = append(fields, r.win.Text(name, ""))
		}
		fields = append(fields, r.win.Check("Four", false))
		effect(t, proof.Confirmed, r.set("One", "a"))
		tree.whole.Store(0)
		fn(r, tree, fields)
	})
}

func TestTheWindowIsNotReadAgainForEachStepOfAForm(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		for label, value := range map[string]string{"Two": "b", "Three": "c", "Four": "true", "One": "d"} {
			o := r.last(r.set(label, value))
			effect(t, proof.Confirmed, o)
		}
		require.Zero(t, tree.whole.Load())
		require.Equal(t, "b", fields[1].Content())
		require.True(t, fields[3].Is(desktop.Checked))
	})
}

func TestATwinThatAppearsBetweenTwoStepsIsAQuestion(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		r.win.Text("Two", "")
		o := r.set("Two", "b")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Empty(t, fields[1].Content())
	})
}

func TestATwinThatAppearsWhileTheTargetIsReadIsAQuestion(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		twin := func() { r.win.Text("Two", "") }
		tree.reading.Store(&twin)
		o := r.set("Two", "b")
		require.Equal(t, proof.ReasonAmbiguous, o.Reason(), o.Report())
		require.Empty(t, fields[1].Content())
		require.NotZero(t, tree.whole.Load())
	})
}

func TestAFieldThatWasGreyedOutBetweenTwoStepsIsRefused(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		fields[1].Disable()
		o := r.set("Two", "b")
		require.Equal(t, proof.ReasonDisabled, o.Reason())
		require.Empty(t, fields[1].Content())
	})
}

func TestAFieldThatWasMadeAnewBetweenTwoStepsIsFoundAgain(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		fields[1].Vanish()
		anew := r.win.Text("Two", "")
		effect(t, proof.Confirmed, r.set("Two", "b"))
		require.Equal(t, "b", anew.Content())
	})
}

func TestAnotherWindowInFrontIsReadForItself(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		r.reopen(Config{})
		other := r.desk.App("Other", desktop.GTK3).Window("Other", frame)
		two := other.Text("Two", "")
		other.Raise()
		effect(t, proof.Confirmed, r.set("Two", "b"))
		require.Equal(t, "b", two.Content())
		require.Empty(t, fields[1].Content())
	})
}

func TestAnEffectThatWasTakenBackStopsTheNextStepOfAForm(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		fields[0].SetContent("something else")
		o := r.set("Two", "b")
		require.Equal(t, proof.NotAttempted, o.Effect())
		require.Empty(t, fields[1].Content())
	})
}

func TestASlowFormIsFilledInAllTheSame(t *testing.T) {
	form(t, func(r *rig, tree *counted, fields []*dt.Control) {
		fields[1].Delay(300 * time.Millisecond)
		effect(t, proof.Confirmed, r.last(r.set("Two", "b")))
	})
}
