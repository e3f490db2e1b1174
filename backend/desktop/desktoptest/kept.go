package desktoptest

import (
	"context"

	"pace/backend/desktop"
)

// Kept gives the last whole Snapshot of a program, as desktop.Keeper says. A program whose signals come late or are lost
// has none: what they tell is not known when an answer comes.
func (d tree) Kept(ctx context.Context, app desktop.Ref) (desktop.Snapshot, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a := d.appLocked(app)
	if ctx.Err() != nil || a == nil || a.kept == nil || a.lost || a.signalDelay > 0 {
		return desktop.Snapshot{}, false
	}
	return *a.kept, true
}

// Stands reports whether Kept would give it still.
func (d tree) Stands(app desktop.Ref) bool {
	_, ok := d.Kept(context.Background(), app)
	return ok
}

// keepLocked stores a Snapshot that was read whole.
func (a *App) keepLocked(s desktop.Snapshot, l desktop.Limits) {
	if l.Hidden && len(s.Truncated) == 0 && s.Unreadable == 0 {
		a.kept = &s
	}
}

// staleLocked drops it unless a signal was only about contents, ticks or the focus.
func (a *App) staleLocked(c *Control, kind desktop.EventKind, detail string) {
	switch kind {
	case desktop.EventCaret, desktop.EventFocus, desktop.EventBounds, desktop.EventValue, desktop.EventSelected:
		return
	case desktop.EventText:
		if c.role == desktop.TextField || c.role == desktop.Document {
			return
		}
	case desktop.EventState:
		switch detail {
		case "focused", "checked", "pressed", "active":
			return
		}
	}
	a.kept = nil
}
