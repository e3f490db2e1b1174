package system

import "context"

// MediaCommand is what a player can be asked to do.
type MediaCommand string

// The media commands.
const (
	Play      MediaCommand = "play"
	Pause     MediaCommand = "pause"
	PlayPause MediaCommand = "playPause"
	Next      MediaCommand = "next"
	Previous  MediaCommand = "previous"
)

// Playback is what the player in charge reports. Title and Artist are text from outside: untrusted.
type Playback struct {
	Player  string // "" when no player is running
	Playing bool
	Track   string // an id that changes with the track
	Title   string
	Artist  string
}

// Media is the player that plays, or else the one that played last.
type Media interface {
	Capability(ctx context.Context) Capability // Absent when no player is running
	Playback(ctx context.Context) (Playback, error)
	// Command returns when the player has taken the command; whether it plays is read back.
	Command(ctx context.Context, c MediaCommand) error
	// Wake is sent to when the playback may have changed: a reason to look, never proof. It is
	// closed when ctx ends; a value that nobody waits for is dropped.
	Wake(ctx context.Context) (<-chan struct{}, error)
}
