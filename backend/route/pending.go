package route

import "strings"

// pending names what the grammar can say before there is a tool for it.
var pending = map[string]string{
	"start_timer": "setting timers", "timers": "looking after timers", "reminder": "reminders", "reminders": "reminders", "calendar": "reading the calendar",
	"calendar_create": "adding to the calendar", "notes": "notes", "mail": "drafting mail", "messages": "drafting messages", "finder": "opening folders", "download_file": "downloading",
	"screenshot": "taking screenshots", "lock_screen": "locking the screen", "contacts": "looking up contacts", "about_pace": "telling about myself",
}

// Pending is what a tool that is not there yet would do, as it stands in a sentence: "changing the volume".
func Pending(tool string) string {
	if name, ok := pending[tool]; ok {
		return name
	}
	return strings.ReplaceAll(tool, "_", " ")
}
