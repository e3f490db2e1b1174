package system

import (
	"context"
	"errors"
	"slices"
	"time"
)

// MediaCommand is what a player can be asked to do.
type MediaCommand string

// The media commands.
const (
	Play     MediaCommand = "play"
	Pause    MediaCommand = "pause"
	Next     MediaCommand = "next"
	Previous MediaCommand = "previous"
	Stop     MediaCommand = "stop"
)

// PlayState is what a player is doing.
type PlayState string

// The states of a player.
const (
	Playing PlayState = "playing"
	Paused  PlayState = "paused"
	Stopped PlayState = "stopped"
)

// Playback is what one player reports. Name, Track, Source, Title and Artist are text from outside: untrusted.
type Playback struct {
	Player string // finds the same player again
	Name   string // what people call it
	State  PlayState
	Takes  []MediaCommand // what it says it takes now

	Track    string // the player's own id of what it plays; some say the same for all
	Source   string // where that comes from, as an address; often empty
	Title    string
	Artist   string
	Position time.Duration // within the track; negative when the player doesn't tell
}

// Can reports whether the player says that it takes a command now.
func (p Playback) Can(c MediaCommand) bool { return slices.Contains(p.Takes, c) }

// OtherTrack reports whether p and before are surely two tracks: their ids differ, or both tell where they come from or
// what they are called and that differs. A title that is only filled in later makes no other track.
func (p Playback) OtherTrack(before Playback) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	return differ(p.Track, before.Track) || differ(p.Source, before.Source) || differ(p.Title, before.Title)
}

// ErrNoPlayer says that no player runs, or that the one which was named has ended.
var ErrNoPlayer = errors.New("no media player is running")

// ErrPlayerHung says that a player runs and does not answer.
var ErrPlayerHung = errors.New("the media player does not answer")

// Media is the players of this session. Methods may be called from any goroutine and are bounded by ctx; one player
// that hangs costs the others nothing.
type Media interface {
	Capability(ctx context.Context) Capability // Absent when no player is running
	// Playback reads afresh. For "" it is the player in charge: the one that plays, or else the one that played last as
	// far as that is known.
	Playback(ctx context.Context, player string) (Playback, error)
	// Command returns when the player has taken the command; whether it plays is read back. An error that wraps
	// proof.ErrDispatched says that it was sent and no answer came.
	Command(ctx context.Context, player string, c MediaCommand) error
	// Wake is sent to when a player came, went, or may have changed: a reason to look, never proof. It is closed when
	// ctx ends or the bus goes away; a value that nobody waits for is dropped.
	Wake(ctx context.Context) (<-chan struct{}, error)
}
