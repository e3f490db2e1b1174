package app

import (
	"pace/backend/interaction"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tools"
	"pace/native"
)

// files is what the tools around files work with.
func (a *App) files(s *interaction.Sessions) tools.Files {
	places, _ := store.LocatePersonal(lookup(a.opts.Environ)) // the folders of Pace were found, so these are too
	return tools.Files{Screen: s, Session: a.session(), Places: places, HTTP: a.door.get().Client(tools.DownloadLane())}
}

func (a *App) session() system.Session {
	if a.opts.Session != nil {
		return *a.opts.Session
	}
	return native.Session(a.native())
}
