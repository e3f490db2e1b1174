package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/event"
)

func TestTheBrowserThatShowsPaceIsNotActedOn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		browser := r.Desk.App("Browser", desktop.Chromium)
		page := browser.Window("Pace (127.0.0.1:4711) - Browser", desktop.Rect{X: 50, Y: 50, W: 600, H: 600})
		allow := page.Button("Allow")
		ok := page.Button("OK")
		r.OwnPage("Pace (127.0.0.1:4711)")

		got := r.Ask(t, "press OK")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, []int{1, 0}, []int{r.ok.Pressed(), ok.Pressed()})
		require.NotEqual(t, event.Done, r.Ask(t, "press Allow").Status)
		require.Zero(t, allow.Pressed())

		// Another page of the same browser is like any other window.
		other := browser.Window("News - Browser", desktop.Rect{X: 60, Y: 60, W: 600, H: 600}).Check("Wide", false)
		require.Equal(t, event.Done, r.Ask(t, "press Wide").Status)
		require.Equal(t, 1, other.Pressed())
	})
}

func TestWithoutAServedPageNoWindowIsTakenForOne(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("Wide", false)
		r.win.Retitle("Pace (127.0.0.1:4711) - Browser")
		require.Equal(t, event.Done, r.Ask(t, "press Wide").Status)
		r.OwnPage("")
		require.Equal(t, event.Done, r.Ask(t, "press Wide").Status)
	})
}
