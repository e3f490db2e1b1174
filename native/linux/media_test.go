package linux

import (
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"pace/backend/system"
)

func TestOnlyPlayersAreListed(t *testing.T) {
	require.Equal(t, []string{mpris + ".a", mpris + ".vlc.instance7"},
		players([]string{":1.4", mpris + ".vlc.instance7", mpris + ".playerctld", mpris, "org.mpris.Other", mpris + ".a"}))
}

func TestThePlayerInCharge(t *testing.T) {
	p := func(name string, s system.PlayState) system.Playback { return system.Playback{Player: name, State: s} }
	for _, c := range []struct {
		name  string
		found []system.Playback
		last  string
		want  string
	}{
		{"the one that plays", []system.Playback{p("a", system.Paused), p("b", system.Playing)}, "a", "b"},
		{"of two that play, the one that did before", []system.Playback{p("a", system.Playing), p("b", system.Playing)}, "b", "b"},
		{"the one that played last", []system.Playback{p("a", system.Paused), p("b", system.Stopped)}, "b", "b"},
		{"a paused one", []system.Playback{p("a", system.Stopped), p("b", system.Paused)}, "", "b"},
		{"the first by name", []system.Playback{p("a", system.Stopped), p("b", system.Stopped)}, "", "a"},
	} {
		got, ok := inCharge(c.found, c.last)
		require.True(t, ok)
		require.Equal(t, c.want, got.Player, c.name)
	}
	_, ok := inCharge(nil, "a")
	require.False(t, ok)
}

func props(kv ...any) map[string]dbus.Variant {
	m := map[string]dbus.Variant{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i].(string)] = dbus.MakeVariant(kv[i+1])
	}
	return m
}

func TestWhatAPlayerSaysIsReadInTheFormsThatExist(t *testing.T) {
	p, err := playback(mpris+".x.instance3", props("PlaybackStatus", "Playing", "Position", uint64(2_000_000), "CanGoNext", false,
		"Metadata", props("mpris:trackid", "spotify:track:1", "xesam:title", "A\u202eB\nC", "xesam:artist", []string{"Bo", "Cy"}, "xesam:url", "file:///a")), nil)
	require.NoError(t, err)
	require.Equal(t, system.Playback{Player: mpris + ".x.instance3", Name: "x", State: system.Playing,
		Takes: []system.MediaCommand{system.Play, system.Pause, system.Previous, system.Stop},
		Track: "spotify:track:1", Title: "A[U+202E]B C", Artist: "Bo, Cy", Source: "file:///a", Position: 2 * time.Second}, p)

	p, err = playback(mpris+".y", props("PlaybackStatus", "Stopped", "CanControl", false, "Metadata", props("mpris:trackid", dbus.ObjectPath(noTrack), "xesam:title", 7)),
		props("Identity", "Why "+strings.Repeat("y", 900)))
	require.NoError(t, err)
	require.Empty(t, p.Takes)
	require.Empty(t, p.Track)
	require.Empty(t, p.Title)
	require.Negative(t, p.Position)
	require.Len(t, []rune(p.Name), titleRunes)

	for _, bad := range []map[string]dbus.Variant{nil, props("PlaybackStatus", 1), props("PlaybackStatus", "Buffering"), props("Metadata", "none")} {
		_, err = playback(mpris+".z", bad, nil)
		require.ErrorIs(t, err, errNoState)
	}
}
