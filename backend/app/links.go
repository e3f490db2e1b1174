package app

import "pace/backend/bridge/inbox"

// Links is where pace:// links wait for an interface.
func (a *App) Links() *inbox.Inbox { return a.links.get() }

func (a *App) makeLinks() *inbox.Inbox {
	t := a.Turns()
	rows, _ := t.Events.Subscribe(false) // closed with the turns
	box := inbox.New(a.ctx, t, a.opts.Show)
	a.wg.Go(func() { box.Follow(rows) })
	return box
}

// Show brings the window to the front; false when there is none.
func (a *App) Show() bool {
	if a.opts.Show == nil {
		return false
	}
	a.opts.Show()
	return true
}
