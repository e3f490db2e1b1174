package bridge

import (
	"strings"

	"pace/backend/tool"
)

// Family is a kind of work, to look for tools and for what was done.
type Family struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// families lists them in the order in which they are shown, each with its tools. One that is not there yet may be named.
var families = [...]struct {
	Family
	tools string
}{
	{Family{"screen", "Press and type"}, "click double_click type set_value key scroll edit_selection"},
	{Family{"windows", "Programs and windows"}, "open_app window_snap window_close"},
	{Family{"web", "Web pages"}, "open_url open_site remember_site"},
	{Family{"look", "Look and read"}, "clipboard_read screenshot find_on_screen draw_annotation clear_annotations watch_mode"},
	{Family{"sound", "Sound, light and music"}, "volume brightness music machine_status"},
	{Family{"time", "Timers and calendar"}, "start_timer timers reminder reminders calendar calendar_create"},
	{Family{"notes", "Notes and people"}, "notes things contacts mail messages record_remove"},
	{Family{"files", "Files and downloads"}, "finder download_file stop_download take_back_file"},
	{Family{"repeat", "Flows and automations"}, "automation skill record_flow run_flow shortcuts cron background"},
	{Family{"meetings", "Meetings and research"}, "meeting research_cancel"},
	{Family{"pace", "Pace itself"}, "undo_last about_pace local_memory always_listening lock_screen smoke_marker take_back_marker smoke_drawing"},
	{Family{"connected", "Connected tools"}, "mcp"},
}

// otherFamily is the family of a tool that no other has.
const otherFamily = "other"

// familyOf finds the family of a tool.
func familyOf(name string) string {
	for _, f := range families {
		for t := range strings.FieldsSeq(f.tools) {
			if t == name {
				return f.ID
			}
		}
	}
	return otherFamily
}

// familyTools gives the names of all tools of a family, ok is false when there is no such family. Of the family
// it gives the tools of a registry that no family has.
func familyTools(id string, r *tool.Registry) (names []string, ok bool) {
	if id == otherFamily {
		for _, c := range r.Cards() {
			if familyOf(c.Tool) == otherFamily {
				names = append(names, c.Tool)
			}
		}
		return append([]string{}, names...), true
	}
	for _, f := range families {
		if f.ID == id {
			return strings.Fields(f.tools), true
		}
	}
	return nil, false
}

// familiesIn lists the families of which a registry has a tool.
func familiesIn(r *tool.Registry) []Family {
	has := map[string]bool{}
	for _, c := range r.Cards() {
		has[familyOf(c.Tool)] = true
	}
	out := []Family{}
	for _, f := range families {
		if has[f.ID] {
			out = append(out, f.Family)
		}
	}
	if has[otherFamily] {
		out = append(out, Family{otherFamily, "Something else"})
	}
	return out
}
