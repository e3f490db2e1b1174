package linux

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/proof"
	"pace/backend/system"
)

const (
	mprisPath   = "/org/mpris/MediaPlayer2"
	mprisPlayer = mpris + ".Player"
	properties  = "org.freedesktop.DBus.Properties"

	// playerLimit bounds the wait for one player's account of itself, also on a machine that is busy: 700 ms were too few
	// with four builds beside it. All are asked at once.
	playerLimit = 1500 * time.Millisecond
)

// Media is the players on the session bus. It connects for each question, and starts no player.
type Media struct {
	bus string

	mu   sync.Mutex
	last string // the player that was last seen playing
}

// NewMedia takes the address of the session bus.
func NewMedia(bus string) *Media { return &Media{bus: bus} }

// Capability looks for players and asks none of them.
func (m *Media) Capability(ctx context.Context) system.Capability {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	names, err := []string(nil), error(nil)
	conn, err := openBus(ctx, m.bus)
	if err == nil {
		defer conn.Close()
		names, err = playerNames(ctx, conn)
	}
	if err == nil && len(names) == 0 {
		err = system.ErrNoPlayer
	}
	return mediaCapability(err)
}

func mediaCapability(err error) system.Capability {
	c := system.Capability{Name: "media player", State: system.Absent}
	switch {
	case err == nil:
		c.State = system.Ready
	case errors.Is(err, system.ErrNoPlayer):
		c.Reason, c.Fix = "No music player is running.", "Open one, and start something in it."
	default:
		c.Reason, c.Fix = "The session bus, on which players are found, can't be reached.", "Start Pace inside your graphical session."
	}
	return c
}

func playerNames(ctx context.Context, conn *dbus.Conn) ([]string, error) {
	var names []string
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListNames", 0).Store(&names); err != nil {
		return nil, fmt.Errorf("list the names on the session bus: %w", err)
	}
	return players(names), nil
}

// Playback asks all players at once when none is named; one that hangs is left out.
func (m *Media) Playback(ctx context.Context, player string) (system.Playback, error) {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	conn, err := openBus(ctx, m.bus)
	if err != nil {
		return system.Playback{}, fmt.Errorf("%w: %w", mediaCapability(err).Err(), err)
	}
	defer conn.Close()
	if player != "" {
		p, err := askPlayers(ctx, conn, player)[0].get()
		if err == nil {
			m.saw(p)
		}
		return p, err
	}
	names, err := playerNames(ctx, conn)
	if err != nil {
		return system.Playback{}, err
	}
	var found []system.Playback
	why := fmt.Errorf("%w: %w", mediaCapability(system.ErrNoPlayer).Err(), system.ErrNoPlayer)
	for _, a := range askPlayers(ctx, conn, names...) {
		p, err := a.get()
		switch {
		case err == nil:
			found = append(found, p)
		case !errors.Is(err, system.ErrNoPlayer): // one that ended meanwhile is none
			why = err
		}
	}
	m.mu.Lock()
	p, ok := inCharge(found, m.last)
	m.mu.Unlock()
	if !ok {
		return system.Playback{}, why
	}
	m.saw(p)
	return p, nil
}

// saw remembers who plays.
func (m *Media) saw(p system.Playback) {
	if p.State != system.Playing {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = p.Player
}

// account is the answer of one player, which may still be on its way.
type account struct {
	name         string
	player, root *dbus.Call
}

func askPlayers(ctx context.Context, conn *dbus.Conn, names ...string) []account {
	var out []account
	for _, n := range names {
		o := conn.Object(n, mprisPath)
		ask := func(iface string) *dbus.Call {
			ctx, cancel := context.WithTimeout(ctx, playerLimit)
			context.AfterFunc(ctx, cancel)
			return o.GoWithContext(ctx, properties+".GetAll", dbus.FlagNoAutoStart, make(chan *dbus.Call, 1), iface)
		}
		out = append(out, account{n, ask(mprisPlayer), ask(mpris)})
	}
	return out
}

func (a account) get() (system.Playback, error) {
	var player, root map[string]dbus.Variant
	<-a.player.Done
	if err := a.player.Store(&player); err != nil {
		return system.Playback{}, gone(err)
	}
	<-a.root.Done
	_ = a.root.Store(&root) // without it the player goes by its name on the bus
	return playback(a.name, player, root)
}

// gone tells a player that has ended, and one that hangs, from one that answers with an error.
func gone(err error) error {
	var answer dbus.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", system.ErrPlayerHung, err)
	case errors.As(err, &answer) && slices.Contains([]string{"org.freedesktop.DBus.Error.ServiceUnknown",
		"org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.NoReply"}, answer.Name):
		return fmt.Errorf("%w: %w", system.ErrNoPlayer, err)
	}
	return fmt.Errorf("ask the media player: %w", err)
}

// Command calls one player's method.
func (m *Media) Command(ctx context.Context, player string, c system.MediaCommand) error {
	method := map[system.MediaCommand]string{system.Play: "Play", system.Pause: "Pause", system.Next: "Next",
		system.Previous: "Previous", system.Stop: "Stop"}[c]
	if method == "" || player == "" {
		return fmt.Errorf("there is no command %q for player %q", c, player)
	}
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	conn, err := openBus(ctx, m.bus)
	if err != nil {
		return fmt.Errorf("%w: %w", mediaCapability(err).Err(), err)
	}
	defer conn.Close()
	proof.Dispatching(ctx)
	call := conn.Object(player, mprisPath).CallWithContext(ctx, mprisPlayer+"."+method, dbus.FlagNoAutoStart)
	var answer dbus.Error
	if errors.As(call.Err, &answer) && answer.Name != "org.freedesktop.DBus.Error.NoReply" {
		if why := gone(call.Err); errors.Is(why, system.ErrNoPlayer) {
			return why // nobody was there to take it
		}
	}
	return sentTo(call.Err, "the media player")
}

// Wake follows all players on a connection of its own.
func (m *Media) Wake(ctx context.Context) (<-chan struct{}, error) {
	// Arming is bounded; afterwards the connection lives as long as ctx.
	open, end := context.WithCancel(ctx)
	armed := time.AfterFunc(busLimit, end)
	conn, err := openBus(open, m.bus)
	if err != nil {
		end()
		return nil, fmt.Errorf("%w: %w", mediaCapability(err).Err(), err)
	}
	signals := make(chan *dbus.Signal, 64)
	conn.Signal(signals)
	for _, rule := range [][]dbus.MatchOption{
		{dbus.WithMatchObjectPath(mprisPath), dbus.WithMatchInterface(properties), dbus.WithMatchMember("PropertiesChanged")},
		{dbus.WithMatchObjectPath(mprisPath), dbus.WithMatchInterface(mprisPlayer), dbus.WithMatchMember("Seeked")},
		{dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg0Namespace(mpris)},
	} {
		if err = conn.AddMatchSignalContext(open, rule...); err != nil {
			end()
			_ = conn.Close()
			return nil, fmt.Errorf("follow the media players: %w", err)
		}
	}
	if !armed.Stop() {
		_ = conn.Close()
		return nil, fmt.Errorf("follow the media players: %w", context.DeadlineExceeded)
	}
	out := make(chan struct{}, 1)
	go func() { // ends with ctx
		defer close(out)
		defer end()
		defer conn.Close()
		for {
			select {
			case <-open.Done():
				return
			case _, alive := <-signals:
				if !alive {
					return
				}
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, nil
}

// probe is for the doctor.
func (m *Media) probe(ctx context.Context) system.Probe {
	p := m.Capability(ctx).Probe(false)
	if p.State != system.Ok {
		return p
	}
	now, err := m.Playback(ctx, "")
	if err != nil {
		return system.Probe{Name: p.Name, State: system.Warn, Detail: "A player is there, but does not tell what it does: " + err.Error() + ".", Fix: "Close that player and open it again."}
	}
	p.Detail = fmt.Sprintf("%s is %s", now.Name, now.State)
	return p
}
