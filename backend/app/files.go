package app

import (
	"time"

	"pace/backend/interaction"
	"pace/backend/store"
	"pace/backend/tools"
)

// Tidy has this process, which hosts Pace, remove what killed ones had not finished saving.
func (a *App) Tidy() {
	a.wg.Go(func() {
		if places, err := store.LocatePersonal(lookup(a.opts.Environ)); err == nil {
			tools.Sweep(places)
		}
	})
}

// files is what the tools around files work with.
func (a *App) files(s *interaction.Sessions, l *tools.Lasting) tools.Files {
	places, _ := store.LocatePersonal(lookup(a.opts.Environ)) // the folders of Pace were found, so these are too
	return tools.Files{Screen: s, Session: a.sess.get(), Places: places, HTTP: a.door.get().Client(tools.DownloadLane()),
		Last: l, Now: time.Now}
}
