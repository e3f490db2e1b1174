package app

import (
	"crypto/rand"
	"encoding/hex"
	"path/filepath"
	"time"

	"pace/backend/pim"
	"pace/backend/tools"
)

// books are the user's records in plain files below Pace's own folder. Nothing is opened before it is asked for.
func (a *App) books() tools.Books {
	in := func(folder string) string { return filepath.Join(a.Folders.Data, folder) }
	return tools.Books{Calendar: pim.NewCalendar(in("calendar"), a.recordConfig()), Reminders: a.reminders(), Notes: pim.NewNotes(in("notes")),
		Contacts: pim.NewContacts(in("contacts")), Drafts: pim.Links{}, Now: time.Now, Bell: a.Timers()}
}

func (a *App) recordConfig() pim.Config {
	return pim.Config{Now: time.Now, NewID: recordID, Zone: pim.LocalZone(lookup(a.opts.Environ))}
}

func (a *App) reminders() *pim.FileReminders {
	return pim.NewReminders(a.remindersFolder(), a.recordConfig())
}

func (a *App) remindersFolder() string { return filepath.Join(a.Folders.Data, "reminders") }

// recordID names a record among all others everywhere (RFC 7986 §5.3: random, and nothing of the machine in it).
func recordID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails: the program ends instead
	return hex.EncodeToString(b[:]) + "@pace"
}
