package phrase

// The rows of Pace's own parts: what it watches, marks, listens to and remembers.

var watchRules = []rule{
	{say: "(stop|quit|cancel|end|pause) watching [my|the] [screen|me|display|for changes]", do: does("watch_mode", args{"enabled": false})},
	{say: "(stop|turn off|switch off|disable|cancel|pause|quit|end|exit|leave) watch mode", do: does("watch_mode", args{"enabled": false})},
	{say: "(turn|switch) watch mode off", do: does("watch_mode", args{"enabled": false})},
	{say: "(stop|quit) (monitoring|observing) (screen|display)", do: does("watch_mode", args{"enabled": false})},
	{say: "watch mode off", do: does("watch_mode", args{"enabled": false})},
	{say: "(do not|don't|dont) watch [my|the] screen [any more|anymore]", do: does("watch_mode", args{"enabled": false})},
	{say: "(start|begin) watching [my|the] (screen|display)", do: does("watch_mode", args{"enabled": true})},
	{say: "(watch|monitor|keep watching|keep an eye on|observe|keep eye on) (screen|display) [for changes|for me]", do: does("watch_mode", args{"enabled": true})},
	{say: "(start|turn on|switch on|enable|enter|begin|activate|go into) watch mode", do: does("watch_mode", args{"enabled": true})},
	{say: "(turn|switch) watch mode on", do: does("watch_mode", args{"enabled": true})},
	{say: "watch mode [on]", do: does("watch_mode", args{"enabled": true})},
	{say: "(keep watching|watch for changes|keep watching for changes)", do: does("watch_mode", args{"enabled": true})},
}

var annotationRules = []rule{
	{say: "(clear|wipe|remove|erase|hide|delete|get rid of|take away|wipe off|wipe away|clean up) [all] [of] [these|those|your] (annotations|annotation|drawings|drawing|markings|marks|scribbles|highlights|arrows|circles|shapes|overlays) [(on|from|off) screen|you drew|you made]", do: does("clear_annotations", nil)},
	{say: "stop drawing [on screen|on my screen]", do: does("clear_annotations", nil)},
	{say: "wipe screen [clean]", do: does("clear_annotations", nil)},
	{say: "clean (drawings|annotations|marks) (off|from) screen", do: does("clear_annotations", nil)},
}

var researchRules = []rule{
	{say: "(stop|cancel|abort|quit|end|drop|halt|kill|call off|never mind|nevermind|forget about|give up on) [deep] (research|researching|investigation|research task|research job|research run)", do: does("research_cancel", nil)},
	{say: "(stop|quit) (doing|running) [deep] research", do: does("research_cancel", nil)},
}

var listeningRules = []rule{
	{say: "(stop|quit|end) (always listening|ambient listening|listening all time|listening always|listening for hey pace|listening in background|constantly listening|continuous listening|listening)", do: does("always_listening", args{"enabled": false})},
	{say: "(turn off|switch off|disable|deactivate|end|cancel|pause) (always listening|ambient listening|always-listening|always on listening|continuous listening|hands-free listening|wake word) [mode]", do: does("always_listening", args{"enabled": false})},
	{say: "(turn|switch) (always listening|ambient listening|always-listening|wake word) off", do: does("always_listening", args{"enabled": false})},
	{say: "(do not|don't) listen (always|all time|in background)", do: does("always_listening", args{"enabled": false})},
	{say: "(start|turn on|switch on|enable|begin|activate) (always listening|ambient listening|always-listening|always on listening|listening always|listening all time|continuous listening|hands-free listening|wake word) [mode]", do: does("always_listening", args{"enabled": true})},
	{say: "(turn|switch) (always listening|ambient listening|always-listening|wake word) on", do: does("always_listening", args{"enabled": true})},
	{say: "(listen always|always listen|pace listen always|keep listening all time|keep listening|listen all time|listen out for hey pace|listen for hey pace|listen for wake word|keep listening for hey pace|start listening for hey pace) [from now on]", do: does("always_listening", args{"enabled": true})},
	{say: "(always listening|ambient listening) on", do: does("always_listening", args{"enabled": true})},
	{say: "(always listening|ambient listening) off", do: does("always_listening", args{"enabled": false})},
}

// preferences are what the local memory holds, by what people call it.
var preferences = map[string]string{
	"browser": "preferredBrowser", "preferred browser": "preferredBrowser", "default browser": "preferredBrowser", "favourite browser": "preferredBrowser", "favorite browser": "preferredBrowser", "web browser": "preferredBrowser",
	"notes app": "preferredNotesApp", "note app": "preferredNotesApp", "preferred notes app": "preferredNotesApp", "default notes app": "preferredNotesApp", "app for notes": "preferredNotesApp", "notes program": "preferredNotesApp", "favourite notes app": "preferredNotesApp", "favorite notes app": "preferredNotesApp", "note-taking app": "preferredNotesApp", "note taking app": "preferredNotesApp",
	"reminder list": "defaultReminderList", "reminders list": "defaultReminderList", "default reminder list": "defaultReminderList", "default reminders list": "defaultReminderList", "list for reminders": "defaultReminderList", "preferred reminder list": "defaultReminderList",
	"focus playlist": "preferredFocusPlaylist", "preferred focus playlist": "preferredFocusPlaylist", "playlist for focus": "preferredFocusPlaylist", "favourite focus playlist": "preferredFocusPlaylist", "favorite focus playlist": "preferredFocusPlaylist", "concentration playlist": "preferredFocusPlaylist",
}

var memoryRules = []rule{
	{say: "(remember|note|keep in mind|save|store) [that] <key> is <value>", do: preferenceIs},
	{say: "(remember|save|store|note|use|set) <value> as <key>", do: preferenceIs},
	{say: "(set|change|switch) <key> to <value>", do: preferenceIs},
	{say: "(preferred|default|favourite|favorite) <key> is <value>", do: preferenceIs},
	{say: "(browser|notes app|reminder list|focus playlist) is <value>", do: preferenceNamed},
	{say: "(forget|clear|reset|unset) [what] <key> [is]", do: forgetPreference},
	{say: "(forget) about <key>", do: forgetPreference},
}

func preferenceIs(m said) (read, bool) {
	key, ok := preferences[lows(m.name(m.slot("key")))]
	value := m.polite(m.slot("value"))
	if !ok || len(value) == 0 || len(value) > 8 || value[0].in(objects) {
		return read{}, false
	}
	return made("local_memory", args{"action": "remember", "key": key, "value": m.s.plain(value)})
}

func preferenceNamed(m said) (read, bool) {
	value := m.polite(m.slot("value"))
	span, _ := m.m.Slot("value")
	key, ok := preferences[lows(m.toks[:span.From-1])]
	if !ok || len(value) == 0 || len(value) > 3 || value[0].lowerCase() {
		return read{}, false
	}
	return made("local_memory", args{"action": "remember", "key": key, "value": m.s.plain(value)})
}

func forgetPreference(m said) (read, bool) {
	key, ok := preferences[lows(m.name(m.slot("key")))]
	if !ok {
		return read{}, false
	}
	return made("local_memory", args{"action": "forget", "key": key})
}

const screenPlace = "(on|in) (screen|display|this screen|monitor|window)"

var findRules = []rule{
	{say: "(find|search for|highlight|mark|show|show me|locate|look for|circle|point out|point to|spot|point at|outline|find me) [where] [word|text|words|phrase] <text> [is|appears|says] " + screenPlace, do: findOnScreen},
	{say: "(where is|where's|wheres) [word|text|words|phrase] <text> " + screenPlace, asks: true, do: findOnScreen},
	{say: "(search|scan) (screen|display) for [word|text|words|phrase] <text>", do: findOnScreen},
	{say: "(highlight|mark|circle|find|show) [every|each|all|all of] [instance|instances|occurrence|occurrences|mentions] of [word] <text> " + screenPlace, do: findOnScreen},
	{say: "where (on screen|on this screen) (is|does it say) [word|text] <text>", asks: true, do: findOnScreen},
	{say: "show me where [it says|it says that] [word|text] <text> [is] [on screen]", do: findOnScreen},
	{say: "(find|highlight|mark|locate|show) (on screen|on this screen) [where] [word|text|words] <text> [is]", do: findOnScreen},
}

func findOnScreen(m said) (read, bool) {
	text := m.slot("text")
	for len(text) > 1 && (text[0].isWord("the") || text[0].isWord("word") || text[0].isWord("words") || text[0].isWord("text") || text[0].isWord("my") || text[0].isWord("phrase")) && text[0].lowerCase() {
		text = text[1:]
	}
	for len(text) > 1 && (text[len(text)-1].isWord("is") || text[len(text)-1].isWord("word") || text[len(text)-1].isWord("appears")) {
		text = text[:len(text)-1]
	}
	if len(text) == 0 || len(text) > 12 || len(text) == 1 && text[0].in(objects) {
		return read{}, false
	}
	switch text[0].low {
	case "me", "where", "us", "it", "something", "anything", "everything", "a", "an", "what", "how", "which", "if":
		return read{}, false
	}
	return made("find_on_screen", args{"text": m.s.plain(text)})
}
