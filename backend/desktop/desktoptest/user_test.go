package desktoptest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestTheUsersHandIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, w := form(t)
		box, f := w.Check("Wrap", false), w.Text("Name", "")
		ctx, cancel := context.WithCancel(t.Context())
		hand, err := d.Desktop().Input.UserActive(ctx)
		require.NoError(t, err)
		click(t, d, box)
		chord(t, d, "tab")
		require.Empty(t, hand, "Pace's own input is not the user's")

		time.Sleep(3 * time.Second)
		idle, err := d.Desktop().Input.IdleFor(t.Context())
		require.NoError(t, err)
		require.Equal(t, 3*time.Second, idle)
		d.UserMoves()
		require.Equal(t, desktop.UserInput{At: time.Now(), Motion: true}, <-hand)
		d.UserPressesEscape()
		require.Equal(t, desktop.UserInput{At: time.Now(), Escape: true}, <-hand)
		d.UserClicks(box)
		require.Equal(t, desktop.UserInput{At: time.Now()}, <-hand)
		require.False(t, box.Is(desktop.Checked), "clicked twice by now")
		w.Focus(f)
		d.UserTypes("hi")
		require.Equal(t, "hi", f.Content())
		require.Len(t, hand, 2)
		require.Equal(t, 1, box.Pressed(), "what the user did is not Pace's doing")
		idle, err = d.Desktop().Input.IdleFor(t.Context())
		require.NoError(t, err)
		require.Zero(t, idle)
		cancel()
		for range hand {
		}
	})
}

func TestAReaderOfTheUsersHandThatSleepsBlocksNobody(t *testing.T) {
	d := New(t)
	_, err := d.Desktop().Input.UserActive(t.Context())
	require.NoError(t, err)
	for range 1000 {
		d.UserMoves()
	}
}
