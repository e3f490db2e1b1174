package desktoptest

import (
	"context"
	"time"

	"pace/backend/desktop"
)

// What the simulated user does is seen by Input.UserActive and never by Acts.

// UserMoves moves the mouse a little.
func (d *Desk) UserMoves() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pointer.X += 7
	d.pointer.Y += 3
	d.userLocked(desktop.UserInput{Motion: true})
}

// UserPressesEscape presses Esc once. It reaches Pace only, not the program in front.
func (d *Desk) UserPressesEscape() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.userLocked(desktop.UserInput{Escape: true})
}

// UserTypes types text into whatever has focus.
func (d *Desk) UserTypes(text string) {
	for _, r := range text {
		d.mu.Lock()
		d.userLocked(desktop.UserInput{})
		d.mu.Unlock()
		_ = d.typeChunk(context.Background(), ByUser, []rune{r})
	}
}

// UserClicks clicks a control with the left button.
func (d *Desk) UserClicks(c *Control) {
	at := c.Pixel()
	d.mu.Lock()
	d.pointer = at
	d.userLocked(desktop.UserInput{})
	d.mu.Unlock()
	d.clickAt(ByUser, at, 1, 1)
}

func (d *Desk) userLocked(u desktop.UserInput) {
	d.userAt = time.Now()
	u.At = d.userAt
	for c := range d.users {
		select {
		case c <- u:
		default: // nobody reads; one more would tell nothing new
		}
	}
}

func (d *Desk) blind() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.displays) == 0
}
