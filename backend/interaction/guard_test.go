package interaction

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

func TestTheUsersHandEndsTheContext(t *testing.T) {
	for name, c := range map[string]struct {
		does func(r *rig)
		ends bool
		says string
	}{
		"a key":   {func(r *rig) { r.desk.UserTypes("x") }, true, "mouse or keyboard"},
		"a click": {func(r *rig) { r.desk.UserClicks(r.win.Button("Go")) }, true, "mouse or keyboard"},
		"Esc":     {func(r *rig) { r.desk.UserPressesEscape(); r.desk.UserPressesEscape() }, true, "Esc"},
		"the mouse": {func(r *rig) {
			r.desk.UserMoves()
			r.idle(50 * time.Millisecond)
			r.desk.UserMoves()
			r.desk.UserMoves()
		}, true, "mouse"},
		"a knock at the table":  {func(r *rig) { r.desk.UserMoves(); r.desk.UserMoves() }, false, ""},
		"knocks far between":    {func(r *rig) { r.desk.UserMoves(); r.idle(time.Second); r.desk.UserMoves(); r.desk.UserMoves() }, false, ""},
		"what Pace does itself": {func(r *rig) { r.press("Own") }, false, ""},
		"nothing":               {func(*rig) {}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				r.win.Check("Own", false)
				ctx, stop := r.all.Guard(r.ctx, "t")
				defer stop()
				c.does(r)
				r.idle(time.Millisecond)
				require.Equal(t, c.ends, ctx.Err() != nil)
				if c.ends {
					var p *proof.Problem
					require.True(t, errors.As(context.Cause(ctx), &p))
					require.Equal(t, proof.ReasonUserInput, p.Reason)
					require.Contains(t, p.Text, c.says)
				}
			})
		})
	}
}

func TestAGuardWithoutInputEndsOnlyWithItsParent(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Input = nil
		r.reopen(Config{})
		parent, end := context.WithCancel(r.ctx)
		ctx, stop := r.all.Guard(parent, "t")
		defer stop()
		require.NoError(t, ctx.Err())
		end()
		require.Error(t, ctx.Err())
	})
}

func TestAPressThatWaitsEndsWhenTheUserTakesOver(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Go")
		ctx, stop := r.all.Guard(r.ctx, "t")
		defer stop()
		r.desk.After(300*time.Millisecond, func() { r.desk.UserTypes("x") })
		start := time.Now()
		o, _ := r.x.Press(ctx, 0, target("Go"), nil, 1, 0)
		effect(t, proof.Cancelled, o)
		require.Equal(t, proof.ReasonUserInput, o.Reason())
		require.Equal(t, 300*time.Millisecond, time.Since(start))
		require.Equal(t, 1, b.Pressed())
		o, _ = r.x.Press(ctx, 1, target("Go"), nil, 1, 0)
		effect(t, proof.Cancelled, o)
		require.Equal(t, 1, b.Pressed())
	})
}
