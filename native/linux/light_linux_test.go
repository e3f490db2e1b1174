package linux_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

func brightness(l *linuxtest.Backlights) *linux.Brightness {
	return &linux.Brightness{Folder: l.Folder, Bus: l.Bus.Address}
}

// cancelledBy gives a context that ends when something happens.
func cancelledBy(t *testing.T, happens <-chan struct{}) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // ends with the test at the latest
		defer cancel()
		select {
		case <-happens:
		case <-ctx.Done():
		}
	}()
	return ctx
}

func lit(t *testing.T, b *linux.Brightness) system.Backlight {
	t.Helper()
	got, err := b.Backlight(t.Context())
	require.NoError(t, err)
	return got
}

func TestTheBacklightIsSetThroughTheLoginManagerAndReadBack(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	l.Add("intel", "raw", 48000, 96000)
	for _, session := range []string{"", "7"} {
		b := brightness(l)
		b.Session = session
		require.Equal(t, system.Capability{Name: "backlight", State: system.Ready}, b.Capability(t.Context()))
		for _, level := range []system.Level{30, 100, 1, 77, 50} {
			require.NoError(t, b.SetBrightness(t.Context(), level))
			require.Equal(t, system.Backlight{Level: level, Steps: 96000}, lit(t, b))
		}
	}
	require.Contains(t, l.Asked(), "backlight intel 28800")
	require.NoError(t, brightness(l).SetBrightness(t.Context(), 0))
	require.Equal(t, 960, l.Step("intel"), "it does not go out")
}

func TestOfSeveralBacklightsTheFirmwaresIsTaken(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	l.Add("a", "raw", 1, 10)
	require.Equal(t, 10, lit(t, brightness(l)).Steps)
	l.Add("b", "platform", 1, 20)
	require.Equal(t, 20, lit(t, brightness(l)).Steps)
	l.Add("c", "firmware", 1, 30)
	l.Add("d", "firmware", 0, 0)
	require.Equal(t, 30, lit(t, brightness(l)).Steps)
}

func TestWhatTheHardwareSaysDecides(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	l.Add("x", "raw", 50, 100)
	l.Stuck()
	b := brightness(l)
	require.NoError(t, b.SetBrightness(t.Context(), 51))
	require.Equal(t, system.Level(50), lit(t, b).Level, "the file took it, the hardware did not")

	l.Add("y", "firmware", 51, 255)
	y := linux.Brightness{Folder: l.Folder, Bus: l.Bus.Address}
	require.NoError(t, y.SetBrightness(t.Context(), 100))
	require.Equal(t, system.Level(20), lit(t, &y).Level)
	// Off by one is rounding, and more than the most is another scale.
	for _, real := range []int{254, 65535} {
		l.Add("y", "firmware", 255, 255)
		l.Actual("y", real)
		require.Equal(t, system.Level(100), lit(t, &y).Level, real)
	}
}

func TestWithoutABacklightOrALoginManagerTheReasonIsTold(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	none := brightness(l)
	nowhere := &linux.Brightness{Folder: "/nonexistent", Bus: l.Bus.Address}
	var un *system.Unavailable
	for _, b := range []*linux.Brightness{none, nowhere} {
		c := b.Capability(t.Context())
		require.Equal(t, system.Absent, c.State)
		require.Contains(t, c.Reason, "no backlight")
		require.NotEmpty(t, c.Fix)
		_, err := b.Backlight(t.Context())
		require.ErrorAs(t, err, &un)
		require.ErrorAs(t, b.SetBrightness(t.Context(), 50), &un)
		_, err = b.Wake(t.Context())
		require.ErrorAs(t, err, &un)
	}
	l.Add("x", "raw", 5, 10)
	for _, b := range []*linux.Brightness{{Folder: l.Folder, Bus: "unix:path=/nonexistent"}, {Folder: l.Folder, Bus: linuxtest.StartBus(t).Address}, {Folder: l.Folder, Bus: l.Bus.Address, Session: "9"}} {
		c := b.Capability(t.Context())
		require.Equal(t, system.Denied, c.State)
		require.NotEmpty(t, c.Fix)
	}
	require.ErrorAs(t, (&linux.Brightness{Folder: l.Folder}).SetBrightness(t.Context(), 50), &un)
	require.Equal(t, 5, l.Step("x"))
}

func TestAnAnswerOfTheLoginManagerIsToldFromNone(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	l.Add("x", "raw", 5, 10)
	b := brightness(l)
	l.Refuses("org.freedesktop.DBus.Error.AccessDenied")
	var p *proof.Problem
	require.ErrorAs(t, b.SetBrightness(t.Context(), 50), &p)
	require.Equal(t, proof.ReasonNotPermitted, p.Reason)
	l.Refuses("org.freedesktop.DBus.Error.Failed")
	err := b.SetBrightness(t.Context(), 50)
	require.Error(t, err)
	require.NotErrorIs(t, err, proof.ErrDispatched)
	l.Refuses("")
	ctx := cancelledBy(t, l.Hang())
	require.ErrorIs(t, b.SetBrightness(ctx, 50), proof.ErrDispatched)
}

func TestTheKeysOfTheMachineWake(t *testing.T) {
	l := linuxtest.StartBacklights(t)
	l.Add("x", "raw", 5, 10)
	b := brightness(l)
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := b.Wake(ctx)
	require.NoError(t, err)
	l.Keys("x", 7)
	woken(t, wake)
	require.Equal(t, system.Level(70), lit(t, b).Level)
	cancel()
	for range wake { // it is closed
	}
}
