package app

import (
	"time"

	"pace/backend/interaction"
	"pace/backend/store"
	"pace/backend/tools"
)

// files is what the tools around files work with.
func (a *App) files(s *interaction.Sessions, l *tools.Lasting) tools.Files {
	places, _ := store.LocatePersonal(lookup(a.opts.Environ)) // the folders of Pace were found, so these are too
	return tools.Files{Screen: s, Session: a.sess.get(), Places: places, HTTP: a.door.get().Client(tools.DownloadLane()),
		Last: l, Now: time.Now}
}
