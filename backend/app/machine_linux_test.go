package app_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// real is a whole Pace on a sound server, a session bus and a login manager of its own.
type real struct {
	*apptest.Pace
	sound *linuxtest.Sound
	bus   *linuxtest.Bus
	light *linuxtest.Backlights
}

func begin(t *testing.T) *real {
	r := &real{sound: linuxtest.StartSound(t, "speakers"), bus: linuxtest.StartBus(t), light: linuxtest.StartBacklights(t)}
	r.light.Add("panel", "raw", 48000, 96000)
	r.sound.Pactl(t, "set-sink-volume", "speakers", "50%")
	m := system.Bare("It is not part of this test.", "")
	m.Volume, m.Brightness, m.Media = linux.NewVolume(r.sound.Env()), &linux.Brightness{Folder: r.light.Folder, Bus: r.light.Bus.Address}, linux.NewMedia(r.bus.Address)
	r.Pace = apptest.Open(t, func(o *app.Options) { o.Machine = &m })
	return r
}

// outcome is that of the only call.
func (r *real) outcome(t *testing.T, name, args string) proof.Outcome {
	t.Helper()
	res := do(t, r.App, call(name, args))
	require.Len(t, res.Steps, 1)
	return res.Steps[0].Outcome
}

func confirmed(t *testing.T, o proof.Outcome) {
	t.Helper()
	require.Equal(t, proof.Confirmed, o.Effect(), "%s %s", o.Reason(), o.Report())
}

func TestARealSoundServerIsSetProvenAndUndone(t *testing.T) {
	r := begin(t)
	o := r.outcome(t, "volume", `{"level":30}`)
	confirmed(t, o)
	require.Equal(t, "The volume changed from 50 % to 30 %.", o.Report())
	require.NotNil(t, o.Timing().Settled)
	require.Contains(t, r.sound.Pactl(t, "get-sink-volume", "speakers"), "30%", "another program reads the same")
	o = r.outcome(t, "volume", `{"level":30}`)
	require.Equal(t, proof.AlreadySo, o.Evidence()[0].Kind)

	confirmed(t, r.outcome(t, "volume", `{"mute":true}`))
	require.Equal(t, "Mute: yes", r.sound.Pactl(t, "get-sink-mute", "speakers"))
	confirmed(t, r.outcome(t, "volume", `{"direction":"up"}`))
	require.Equal(t, "Mute: no", r.sound.Pactl(t, "get-sink-mute", "speakers"))
	require.Contains(t, r.sound.Pactl(t, "get-sink-volume", "speakers"), "40%")
	confirmed(t, r.outcome(t, "undo_last", `{}`))
	require.Equal(t, "Mute: yes", r.sound.Pactl(t, "get-sink-mute", "speakers"))
	require.Contains(t, r.sound.Pactl(t, "get-sink-volume", "speakers"), "30%")

	confirmed(t, r.outcome(t, "volume", `{"level":70}`))
	r.sound.Pactl(t, "set-sink-volume", "speakers", "72%")
	o = r.outcome(t, "undo_last", `{}`)
	require.Equal(t, proof.Refused, o.Effect(), "somebody has changed it since")
	require.Contains(t, r.sound.Pactl(t, "get-sink-volume", "speakers"), "72%")
}

// contested is a real output whose knob somebody else turns as soon as Pace has.
type contested struct {
	*linux.Volume
	turn func()
}

func (c contested) SetLevel(ctx context.Context, l system.Level) error {
	err := c.Volume.SetLevel(ctx, l)
	c.turn()
	return err
}

func TestAnotherHandOnARealKnobIsNeverASuccess(t *testing.T) {
	r := begin(t)
	turned := contested{linux.NewVolume(r.sound.Env()), func() { r.sound.Pactl(t, "set-sink-volume", "speakers", "80%") }}
	m := system.Bare("It is not part of this test.", "")
	m.Volume, m.Brightness, m.Media = turned, r.Machine.Brightness, r.Machine.Media
	p := r.Second(t, func(o *app.Options) { o.Machine = &m })
	res := do(t, p.App, call("volume", `{"level":30}`))
	require.Equal(t, []proof.Effect{proof.Unchanged}, effects(res))
	require.Equal(t, "The volume is 80 % now, which is not what was asked for.", res.Steps[0].Outcome.Report())
}

func TestARealSoundServerThatEndsOrHangsIsToldSo(t *testing.T) {
	r := begin(t)
	r.sound.Hang(t)
	res := do(t, r.App, call("volume", `{"level":30}`))
	require.NotNil(t, res.Stopped)
	require.Contains(t, res.Stopped.Text, "does not answer")
	r.sound.Resume(t)
	confirmed(t, r.outcome(t, "volume", `{"level":30}`))
	r.sound.Stop()
	res = do(t, r.App, call("volume", `{"level":40}`))
	require.Equal(t, proof.ReasonUnavailable, res.Stopped.Reason)
	require.Contains(t, res.Stopped.Text, "No sound server is running. Install")
}

func TestARealBusCarriesTheBrightness(t *testing.T) {
	r := begin(t)
	o := r.outcome(t, "brightness", `{"level":30}`)
	confirmed(t, o)
	require.Equal(t, 28800, r.light.Step("panel"))
	require.NotNil(t, o.Timing().Settled)
	confirmed(t, r.outcome(t, "undo_last", `{}`))
	require.Equal(t, 48000, r.light.Step("panel"))
	r.light.Refuses("org.freedesktop.DBus.Error.AccessDenied")
	o = r.outcome(t, "brightness", `{"level":30}`)
	require.Equal(t, proof.Refused, o.Effect())
	require.Equal(t, "The login manager does not allow that.", o.Report())
	r.light.Refuses("")
	r.light.Stuck()
	o = r.outcome(t, "brightness", `{"level":30}`)
	require.Equal(t, proof.Unchanged, o.Effect())
	require.Equal(t, "The brightness is still 50 %.", o.Report())
}

func TestARealBusCarriesThePlayer(t *testing.T) {
	r := begin(t)
	res := do(t, r.App, call("music", `{"command":"play"}`))
	require.Equal(t, "No music player is running. Open one, and start something in it.", res.Stopped.Text)
	p := linuxtest.StartPlayer(t, r.bus.Address, "tunes", linuxtest.Track{ID: "/t/1", Title: "One"}, linuxtest.Track{ID: "/t/2", Title: "Two", Artist: "Bo"})
	for _, c := range [][2]string{
		{"play", "Player tunes is playing “One”."}, {"play", "Player tunes is already playing."}, {"next", "Player tunes is playing “Two” by Bo."},
		{"pause", "Player tunes is paused."}, {"pause", "Player tunes is already paused."}, {"previous", "Player tunes is at “One”, and paused."},
		{"toggle", "Player tunes is playing “One”."}, {"stop", "Player tunes is stopped."},
	} {
		o := r.outcome(t, "music", `{"command":"`+c[0]+`"}`)
		confirmed(t, o)
		require.Equal(t, c[1], o.Report())
	}
	require.Equal(t, []string{"Play", "Next", "Pause", "Previous", "Play", "Stop"}, p.Asked(), "what was so already was not asked for")

	p.Cannot("CanPlay")
	require.Equal(t, proof.ReasonUnsupported, r.outcome(t, "music", `{"command":"play"}`).Reason())
	p.Cannot()
	p.Ignores("Play")
	require.Equal(t, proof.Unchanged, r.outcome(t, "music", `{"command":"play"}`).Effect())
	p.Ignores()
	p.Silent()
	confirmed(t, r.outcome(t, "music", `{"command":"play"}`))
	p.VanishesOn("Pause")
	o := r.outcome(t, "music", `{"command":"pause"}`)
	require.Equal(t, proof.Unverifiable, o.Effect(), o.Report())
}

func TestARealPlayerThatHangsIsGivenUp(t *testing.T) {
	r := begin(t)
	p := linuxtest.StartPlayer(t, r.bus.Address, "tunes", linuxtest.Track{ID: "/t/1", Title: "One"})
	p.Hang()
	o := r.outcome(t, "music", `{"command":"play"}`)
	require.Equal(t, proof.Failed, o.Effect())
	require.Equal(t, proof.ReasonHung, o.Reason())
	p.Resume()
	confirmed(t, r.outcome(t, "music", `{"command":"play"}`))
}

func TestAPlanOfAllThreeIsProvenTogether(t *testing.T) {
	r := begin(t)
	linuxtest.StartPlayer(t, r.bus.Address, "tunes", linuxtest.Track{ID: "/t/1", Title: "One"}).Set("Playing")
	start := time.Now()
	res := doIn(t, r.App, executor.Input{}, call("music", `{"command":"pause"}`), call("volume", `{"direction":"down","steps":3}`), call("brightness", `{"direction":"down"}`))
	require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed, proof.Confirmed}, effects(res))
	t.Logf("three proven steps took %v, the quiet time at the end included", time.Since(start))
}
