package linux

import (
	"time"

	"pace/backend/system"
)

// Session gives what the desktop offers beside its screen. Nothing is connected before it is used.
func Session(o Options) system.Session {
	o = o.filled()
	return system.Session{Opener: NewOpener(NewLauncher(o.Environ, o.SessionBus, o.Keep)), Trash: NewTrash(o.Environ, time.Now), Lock: NewLock(o)}
}
