package route

import "strings"

// pending names what the grammar can say before there is a tool for it.
var pending = map[string]string{
	"volume": "changing the volume", "brightness": "changing the brightness", "music": "controlling the music", "start_timer": "setting timers", "timers": "looking after timers",
	"reminder": "reminders", "reminders": "reminders", "calendar": "reading the calendar", "calendar_create": "adding to the calendar", "notes": "notes", "mail": "drafting mail",
	"messages": "drafting messages", "finder": "opening folders", "download_file": "downloading", "edit_selection": "editing the selection", "screenshot": "taking screenshots",
	"lock_screen": "locking the screen", "clear_annotations": "drawing on the screen", "find_on_screen": "marking words on the screen", "contacts": "looking up contacts",
	"about_pace": "telling about myself", "shortcuts": "running Shortcuts", "things": "adding to Things", "watch_mode": "watch mode", "research_cancel": "research",
	"always_listening": "listening", "local_memory": "remembering preferences", "automation": "running automations", "skill": "running skills", "record_flow": "recording flows",
	"run_flow": "playing back flows", "remember_site": "remembering pages", "open_site": "opening remembered pages", "cron": "recurring tasks", "background": "background work",
	"meeting": "meeting notes",
}

// Pending is what a tool that is not there yet would do, as it stands in a sentence: "changing the volume".
func Pending(tool string) string {
	if name, ok := pending[tool]; ok {
		return name
	}
	return strings.ReplaceAll(tool, "_", " ")
}
