package linuxtest

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
)

const (
	playerName = "org.mpris.MediaPlayer2."
	playerPath = "/org/mpris/MediaPlayer2"
	playerFace = "org.mpris.MediaPlayer2.Player"
)

// Track is what a Player can play.
type Track struct{ ID, Title, Artist, Source string }

// Player is a media player on a bus that behaves as MPRIS says, with state and tracks, and misbehaves as a test wants.
// Its methods may be called while it runs; a behaviour holds from then on.
type Player struct {
	t    testing.TB
	conn *dbus.Conn
	bus  string // its name on the bus

	mu       sync.Mutex
	state    string
	tracks   []Track
	at       int
	position int64 // µs; Previous starts the track again when more than three seconds have passed
	cannot   []string
	ignores  []string // answers, and does nothing
	refuses  []string // answers with an error
	vanishes string   // ends in the middle of this command
	silent   bool     // sends no signals
	hung     *hang
	asked    []string
}

// StartPlayer puts a player on a bus under the last part of its name. It is stopped and at the first of its tracks.
func StartPlayer(t testing.TB, bus, name string, tracks ...Track) *Player {
	t.Helper()
	conn, err := dbus.Connect(bus)
	must(t, err, "connect the player")
	p := &Player{t: t, conn: conn, bus: playerName + name, state: "Stopped", tracks: tracks}
	must(t, conn.Export(player{p}, playerPath, playerFace), "export the player")
	must(t, conn.Export(properties{p, name}, playerPath, "org.freedesktop.DBus.Properties"), "export the player's properties")
	_, err = conn.RequestName(p.bus, dbus.NameFlagDoNotQueue)
	must(t, err, "name the player")
	t.Cleanup(p.End)
	return p
}

// End takes the player off the bus, as when it is closed.
func (p *Player) End() {
	p.Resume()
	_ = p.conn.Close() // twice is no harm
}

// Bus is the player's whole name on the bus.
func (p *Player) Bus() string { return p.bus }

// State is what the player really does: "Playing", "Paused" or "Stopped", and its track.
func (p *Player) State() (string, Track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state, p.track()
}

// Asked lists the commands that reached it.
func (p *Player) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

// Set changes the state as its user would, in the player itself.
func (p *Player) Set(state string) { p.change(func() { p.state = state }) }

// MoveTo moves within the track.
func (p *Player) MoveTo(µs int64) {
	p.mu.Lock()
	p.position = µs
	p.mu.Unlock()
}

// Cannot takes back that it can do what a property such as CanPause says.
func (p *Player) Cannot(properties ...string) { p.behave(func() { p.cannot = properties }) }

// Ignores makes it answer these commands and do nothing.
func (p *Player) Ignores(commands ...string) { p.behave(func() { p.ignores = commands }) }

// Refuses makes it answer these commands with an error.
func (p *Player) Refuses(commands ...string) { p.behave(func() { p.refuses = commands }) }

// VanishesOn makes it end in the middle of a command, without an answer.
func (p *Player) VanishesOn(command string) { p.behave(func() { p.vanishes = command }) }

// Silent makes it send no signals.
func (p *Player) Silent() { p.behave(func() { p.silent = true }) }

// Hang makes it answer nothing, until Resume. What it gives is closed when somebody waits.
func (p *Player) Hang() (waits <-chan struct{}) {
	h := newHang()
	p.behave(func() { p.hung = h })
	return h.waits
}

// Resume ends Hang.
func (p *Player) Resume() {
	p.behave(func() {
		p.hung.end()
		p.hung = nil
	})
}

func (p *Player) behave(how func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	how()
}

func (p *Player) wait() {
	p.mu.Lock()
	hung := p.hung
	p.mu.Unlock()
	hung.wait()
}

func (p *Player) track() Track {
	if p.at < len(p.tracks) {
		return p.tracks[p.at]
	}
	return Track{}
}

// change does something and tells everybody, as a player does.
func (p *Player) change(do func()) {
	p.mu.Lock()
	do()
	state, meta, silent := p.state, p.metadata(), p.silent
	p.mu.Unlock()
	if silent {
		return
	}
	_ = p.conn.Emit(playerPath, "org.freedesktop.DBus.Properties.PropertiesChanged", playerFace, // who listens reads anyway
		map[string]dbus.Variant{"PlaybackStatus": dbus.MakeVariant(state), "Metadata": dbus.MakeVariant(meta)}, []string{})
}

func (p *Player) metadata() map[string]dbus.Variant {
	t := p.track()
	m := map[string]dbus.Variant{}
	if t.ID != "" {
		m["mpris:trackid"] = dbus.MakeVariant(dbus.ObjectPath(t.ID))
	}
	if t.Title != "" {
		m["xesam:title"] = dbus.MakeVariant(t.Title)
	}
	if t.Artist != "" {
		m["xesam:artist"] = dbus.MakeVariant([]string{t.Artist})
	}
	if t.Source != "" {
		m["xesam:url"] = dbus.MakeVariant(t.Source)
	}
	return m
}

// command is the way of every command.
func (p *Player) command(name, can string, do func()) *dbus.Error {
	p.wait()
	p.mu.Lock()
	p.asked = append(p.asked, name)
	is := func(list []string) bool { return slices.Contains(list, name) }
	vanishes, refuses := p.vanishes == name, is(p.refuses)
	nothing := is(p.ignores) || slices.Contains(p.cannot, can) || slices.Contains(p.cannot, "CanControl")
	p.mu.Unlock()
	switch {
	case vanishes:
		_ = p.conn.Close()
	case refuses:
		return dbus.MakeFailedError(fmt.Errorf("%s is not possible now", name))
	case !nothing: // the specification wants no error for what it can't do
		p.change(do)
	}
	return nil
}

// player is the exported interface.
type player struct{ p *Player }

func (x player) Play() *dbus.Error {
	return x.p.command("Play", "CanPlay", func() {
		if len(x.p.tracks) > 0 {
			x.p.state = "Playing"
		}
	})
}

func (x player) Pause() *dbus.Error {
	return x.p.command("Pause", "CanPause", func() {
		if x.p.state == "Playing" {
			x.p.state = "Paused"
		}
	})
}

func (x player) PlayPause() *dbus.Error {
	return x.p.command("PlayPause", "CanPause", func() {
		if x.p.state == "Playing" {
			x.p.state = "Paused"
		} else {
			x.p.state = "Playing"
		}
	})
}

func (x player) Stop() *dbus.Error {
	return x.p.command("Stop", "CanControl", func() { x.p.state, x.p.position = "Stopped", 0 })
}

func (x player) Next() *dbus.Error {
	return x.p.command("Next", "CanGoNext", func() {
		x.p.position = 0
		if x.p.at+1 < len(x.p.tracks) {
			x.p.at++
		} else {
			x.p.state = "Stopped"
		}
	})
}

func (x player) Previous() *dbus.Error {
	return x.p.command("Previous", "CanGoPrevious", func() {
		if x.p.position <= 3_000_000 && x.p.at > 0 {
			x.p.at--
		}
		x.p.position = 0
	})
}

// properties is the exported interface of the standard kind.
type properties struct {
	p    *Player
	name string
}

func (x properties) GetAll(face string) (map[string]dbus.Variant, *dbus.Error) {
	x.p.wait()
	x.p.mu.Lock()
	defer x.p.mu.Unlock()
	if face != playerFace {
		return map[string]dbus.Variant{"Identity": dbus.MakeVariant("Player " + x.name)}, nil
	}
	m := map[string]dbus.Variant{"PlaybackStatus": dbus.MakeVariant(x.p.state), "Metadata": dbus.MakeVariant(x.p.metadata()),
		"Position": dbus.MakeVariant(x.p.position)}
	for _, can := range []string{"CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanControl"} {
		m[can] = dbus.MakeVariant(!slices.Contains(x.p.cannot, can))
	}
	return m, nil
}

func (x properties) Get(face, name string) (dbus.Variant, *dbus.Error) {
	all, err := x.GetAll(face)
	return all[name], err
}
