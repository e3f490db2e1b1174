//go:build linux

package e2e

import (
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/event"
	"pace/native/linux/linuxtest"
)

// monitors divides the screen of the private desktop into displays, the first of them the primary one.
func (p *person) monitors(all ...desktop.PixelRect) {
	p.t.Helper()
	x, err := xgb.NewConnDisplay(p.desk.Display)
	require.NoError(p.t, err)
	defer x.Close()
	require.NoError(p.t, randr.Init(x))
	root := xproto.Setup(x).DefaultScreen(x).Root
	have, err := randr.GetScreenResources(x, root).Reply()
	require.NoError(p.t, err)
	outputs := have.Outputs // the one that gets them takes the place of the display that was there
	for i, r := range all {
		name := string(rune('A' + i))
		atom, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		require.NoError(p.t, err)
		require.NoError(p.t, randr.SetMonitorChecked(x, root, randr.MonitorInfo{Name: atom.Atom, Primary: i == 0, X: int16(r.X), Y: int16(r.Y),
			Width: uint16(r.W), Height: uint16(r.H), WidthInMillimeters: uint32(r.W) / 4, HeightInMillimeters: uint32(r.H) / 4,
			NOutput: uint16(len(outputs)), Outputs: outputs}).Check())
		outputs = nil
	}
}

func TestAWindowIsPlacedOnTheDisplayThatItIsOn(t *testing.T) {
	linuxtest.Need(t, "mousepad")
	p := sit(t)
	require.Equal(t, event.Done, p.asks("open Mousepad").Status)
	w := p.window("Untitled 1 - Mousepad", inFront)
	put := func(words string, want desktop.PixelRect) {
		t.Helper()
		got := p.asks("put this window on the " + words)
		require.Equal(t, event.Done, got.Status, got.Spoken)
		p.window(w.Title, func(w desktop.Window) bool { return w.Frame == want })
	}
	put("right half", desktop.PixelRect{X: 640, Y: 0, W: 640, H: 800})
	p.monitors(desktop.PixelRect{X: 0, Y: 0, W: 1280, H: 300}, desktop.PixelRect{X: 80, Y: 300, W: 1200, H: 500})
	put("left half", desktop.PixelRect{X: 80, Y: 300, W: 600, H: 500}) // most of it was on the lower one
	put("right half", desktop.PixelRect{X: 680, Y: 300, W: 600, H: 500})
	require.NoError(t, p.Windows.Place(t.Context(), w.ID, desktop.PixelRect{X: 50, Y: 20, W: 600, H: 250}))
	put("left half", desktop.PixelRect{X: 0, Y: 0, W: 640, H: 300})
}
