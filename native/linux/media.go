package linux

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/system"
	"pace/backend/untrusted"
)

// mpris is what the names of players on the session bus begin with (MPRIS D-Bus Interface Specification 2.2).
const mpris = "org.mpris.MediaPlayer2"

// noTrack is the id that stands for none.
const noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

// How much of what a player says is kept: of what people read, and of what only tells tracks apart.
const (
	titleRunes = 200
	idRunes    = 4000
)

// players picks the names of players. playerctld only repeats what another says.
func players(names []string) []string {
	var out []string
	for _, n := range names {
		if rest, ok := strings.CutPrefix(n, mpris+"."); ok && rest != "playerctld" {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// inCharge chooses the player that is meant when none is named: the one that plays, else the one that Pace knows to
// have played last, else a paused one. Among equals the one that played last, then the first by name.
func inCharge(found []system.Playback, last string) (system.Playback, bool) {
	rank := func(p system.Playback) int {
		r := 0
		switch p.State {
		case system.Playing:
			r = 4
		case system.Paused:
			r = 1
		}
		if p.Player == last {
			r += 2
		}
		return r
	}
	if len(found) == 0 {
		return system.Playback{}, false
	}
	best := found[0]
	for _, p := range found[1:] {
		if rank(p) > rank(best) {
			best = p
		}
	}
	return best, true
}

var errNoState = errors.New("the media player does not tell whether it plays")

// playback reads what a player says of itself. What it leaves out of what it takes, it is believed to take: the rest is
// proven or not by what comes of it.
func playback(name string, player, root map[string]dbus.Variant) (system.Playback, error) {
	p := system.Playback{Player: name, Name: said(root["Identity"], titleRunes), Position: -1}
	if p.Name == "" {
		p.Name, _, _ = strings.Cut(strings.TrimPrefix(name, mpris+"."), ".")
	}
	switch said(player["PlaybackStatus"], titleRunes) {
	case "Playing":
		p.State = system.Playing
	case "Paused":
		p.State = system.Paused
	case "Stopped":
		p.State = system.Stopped
	default:
		return p, errNoState
	}
	takes := func(property string) bool {
		b, isBool := player[property].Value().(bool)
		return b || !isBool
	}
	for _, c := range [...]struct {
		command  system.MediaCommand
		property string
	}{{system.Play, "CanPlay"}, {system.Pause, "CanPause"}, {system.Next, "CanGoNext"}, {system.Previous, "CanGoPrevious"}, {system.Stop, "CanControl"}} {
		if takes("CanControl") && takes(c.property) {
			p.Takes = append(p.Takes, c.command)
		}
	}
	if n, ok := whole(player["Position"]); ok && n >= 0 {
		p.Position = time.Duration(n) * time.Microsecond
	}
	meta, _ := player["Metadata"].Value().(map[string]dbus.Variant)
	if p.Track = said(meta["mpris:trackid"], idRunes); p.Track == noTrack {
		p.Track = ""
	}
	p.Source, p.Title, p.Artist = said(meta["xesam:url"], idRunes), said(meta["xesam:title"], titleRunes), said(meta["xesam:artist"], titleRunes)
	return p, nil
}

// said reads a text, an object's path or a list of texts. It comes from outside: made harmless, and bounded.
func said(v dbus.Variant, runes int) string {
	var s string
	switch x := v.Value().(type) {
	case string:
		s = x
	case dbus.ObjectPath:
		s = string(x)
	case []string:
		s = strings.Join(x, ", ")
	}
	s = strings.Join(strings.Fields(untrusted.Clean(s)), " ")
	if r := []rune(s); len(r) > runes {
		s = string(r[:runes-1]) + "…"
	}
	return s
}

// whole reads a number in any of the forms that players use for one.
func whole(v dbus.Variant) (int64, bool) {
	switch x := v.Value().(type) {
	case int64:
		return x, true
	case uint64:
		return int64(x), x <= 1<<62
	case int32:
		return int64(x), true
	case uint32:
		return int64(x), true
	case float64:
		return int64(x), x >= 0 && x < 1<<62
	}
	return 0, false
}
