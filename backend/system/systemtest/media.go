package systemtest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"pace/backend/system"
)

// restart is how far into a track Previous begins it again instead of going back.
const restart = 3 * time.Second

// Player is one media player with a list of tracks.
type Player struct {
	ID, Name string
	Titles   []string
	Artist   string
	At       int
	State    system.PlayState
	Position time.Duration
	Cannot   []system.MediaCommand
	NoID     bool // its tracks have no id of their own
}

// Media is the players of a session. The one that plays is in charge, else the first.
type Media struct {
	part
	players []*Player
}

// NewMedia has these players; without one it is absent.
func NewMedia(players ...Player) *Media {
	m := &Media{part: part{name: "media player"}}
	for _, p := range players {
		if p.State == "" {
			p.State = system.Stopped
		}
		m.players = append(m.players, &p)
	}
	return m
}

// Capability is Absent without a player.
func (m *Media) Capability(ctx context.Context) system.Capability {
	c := m.part.Capability(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if c.State == system.Ready && len(m.players) == 0 {
		return system.Capability{Name: m.name, State: system.Absent, Reason: "No music player is running.", Fix: "Open one."}
	}
	return c
}

// Now is what the player with this id really does, nil when it is gone.
func (m *Media) Now(id string) *Player {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.players {
		if p.ID == id {
			c := *p
			return &c
		}
	}
	return nil
}

// User changes a player as its own window would.
func (m *Media) User(id string, fn func(*Player)) {
	m.change(func() {
		for _, p := range m.players {
			if p.ID == id {
				fn(p)
			}
		}
	})
}

// Start begins another player.
func (m *Media) Start(p Player) { m.change(func() { m.players = append(m.players, &p) }) }

// End closes a player.
func (m *Media) End(id string) {
	m.change(func() { m.players = slices.DeleteFunc(m.players, func(p *Player) bool { return p.ID == id }) })
}

// find is called with the lock held.
func (m *Media) find(id string) (*Player, error) {
	var first *Player
	for _, p := range m.players {
		switch {
		case id == p.ID, id == "" && p.State == system.Playing:
			return p, nil
		case id == "" && first == nil:
			first = p
		}
	}
	if first == nil {
		return nil, fmt.Errorf("player %q: %w", id, system.ErrNoPlayer)
	}
	return first, nil
}

// Playback implements system.Media.
func (m *Media) Playback(ctx context.Context, player string) (got system.Playback, err error) {
	err = m.use(ctx, false, func() error {
		p, err := m.find(player)
		if err != nil {
			return err
		}
		got = system.Playback{Player: p.ID, Name: p.Name, State: p.State, Artist: p.Artist, Position: p.Position}
		if !p.NoID {
			got.Track = strconv.Itoa(p.At)
		}
		if p.At < len(p.Titles) {
			got.Title = p.Titles[p.At]
		}
		for _, c := range []system.MediaCommand{system.Play, system.Pause, system.Next, system.Previous, system.Stop} {
			if !slices.Contains(p.Cannot, c) {
				got.Takes = append(got.Takes, c)
			}
		}
		return nil
	})
	return got, err
}

// Command implements system.Media. After the last track next stops; at the first one previous begins it again.
func (m *Media) Command(ctx context.Context, player string, c system.MediaCommand) error {
	return m.use(ctx, true, func() error {
		p, err := m.find(player)
		if err != nil {
			return err
		}
		switch c {
		case system.Play:
			p.State = system.Playing
		case system.Pause:
			if p.State == system.Playing {
				p.State = system.Paused
			}
		case system.Stop:
			p.State, p.Position = system.Stopped, 0
		case system.Next:
			p.Position = 0
			if p.At+1 < len(p.Titles) {
				p.At++
			} else {
				p.State = system.Stopped
			}
		case system.Previous:
			if p.Position <= restart && p.At > 0 {
				p.At--
			}
			p.Position = 0
		}
		return nil
	})
}
