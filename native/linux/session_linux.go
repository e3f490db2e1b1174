package linux

import (
	"time"

	"pace/backend/system"
)

// Session gives what the desktop offers beside its screen. Nothing is connected before it is used.
func Session(o Options) system.Session {
	o = o.filled()
	s := system.NoSession("This part of Pace is not built yet.", "")
	s.Trash = NewTrash(o.Environ, time.Now)
	s.Opener = NewOpener(NewLauncher(o.Environ, o.SessionBus, o.Keep))
	return s
}
