package darwin

import "pace/backend/system"

// Session is one that offers nothing yet.
func Session() system.Session {
	return system.NoSession("This part of Pace is not built for macOS yet.", "Use Pace on Linux with X11 for this today.")
}
