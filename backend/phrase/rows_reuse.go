package phrase

import (
	"strings"

	"pace/backend/phrase/form"
)

// The rows of what is kept to be done again: automations, Shortcuts, skills, flows, remembered pages.

// listOf are the ways to ask for a list of things.
func listOf(things, tool string) []rule {
	return []rule{
		{say: "(list|show|show me|show us|read out|tell me|give me|what are|name|display) [all] [of] [your|these] " + things + " [i have|there are|i can run|available]", asks: true, do: does(tool, args{"action": "list"})},
		{say: "(what|which) " + things + " (do i have|have i got|are there|can i run|can you run|do you know|have you got|are available|exist|do you have|are saved|can i use|are set up|are installed|have i saved|have you learned|have you learnt|did i save)", asks: true, do: does(tool, args{"action": "list"})},
		{say: "(do i have any|have i got any|are there any|do you know any|do you have any) " + things, asks: true, do: does(tool, args{"action": "list"})},
	}
}

// named makes the end of a command that ends in the name of a thing.
func named(tool, action string, not ...string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		name := m.given("name")
		if name == "" || m.says(not) {
			return read{}, false
		}
		a := args{"name": name}
		if action != "" {
			a["action"] = action
		}
		return made(tool, a)
	}
}

// given is the name in a slot, without article and politeness; "" when it is none.
func (m said) given(slot string) string {
	toks := m.name(m.polite(m.slot(slot)))
	for _, lead := range []string{"called", "named", "titled", "labelled"} {
		if len(toks) > 1 && toks[0].isWord(lead) {
			toks = toks[1:]
		}
	}
	if len(toks) == 0 || len(toks) > 10 || len(toks) == 1 && (toks[0].in(objects) || form.Small(toks[0].low)) {
		return ""
	}
	return m.s.plain(toks)
}

// says reports whether the command holds one of these words.
func (m said) says(words []string) bool {
	for _, t := range m.toks {
		for _, w := range words {
			if t.isWord(w) {
				return true
			}
		}
	}
	return false
}

const automationThing = "(automation|automations)"

var automationRules = append(listOf(automationThing, "automation"), []rule{
	{say: "(run|execute|start|trigger|launch|fire|kick off|perform|use|play) [automation] [called|named] <name> automation", do: named("automation", "run", "skill", "shortcut", "flow")},
	{say: "(run|execute|start|trigger|launch|fire|kick off|perform|use|play) automation [called|named] <name>", do: named("automation", "run")},
	{say: "(run|execute|start|trigger) automation", do: lacks("which automation", "Which automation?", " ")},
}...)

const shortcutThing = "(shortcut|shortcuts)"

var shortcutRules = append(listOf(shortcutThing, "shortcuts"), []rule{
	{say: "(run|execute|use|start|trigger|launch|play|fire|perform|do) shortcut [called|named] <name>", do: named("shortcuts", "run")},
	{say: "(run|execute|use|start|trigger|launch|fire|perform) <name> shortcut", do: named("shortcuts", "run")},
	{say: "(run|execute|use) shortcut", do: lacks("which Shortcut", "Which Shortcut?", " ")},
}...)

var createRules = []rule{
	{say: "(create|make|build|set up|write|add|design|author) [me] [new] automation (that|to|which|for|where) <description>", do: create("automation")},
	{say: "(teach|teach yourself|teach you|learn|create|build|add|write) [yourself|you] [new] skill (that|to|called|named|for|which|where|:) <description>", do: create("skill")},
	{say: "(teach|learn) [yourself|you] <description> skill", do: nothing},
	{say: "(create|make|build|set up) [me] [new] automation", do: lacks("what it does", "What should it do?", " that ")},
	{say: "(teach|teach yourself|teach you|learn|create|build|add) [yourself|you] [new] skill", do: lacks("what it does", "What should it do?", " that ")},
}

func create(tool string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		d := m.slot("description")
		if len(d) < 2 {
			return read{}, false
		}
		return made(tool, args{"action": "create", "description": m.s.cut(m.polite(d))})
	}
}

var flowRules = []rule{
	{say: "(remember|record|watch and remember|learn) this [flow] as <name>", do: named("record_flow", "start", "page", "site", "tab", "website")},
	{say: "(record|remember|start recording|begin recording|start) [new] flow [called|named|as] <name>", do: named("record_flow", "start")},
	{say: "(record|start recording|begin recording) [new] flow", do: does("record_flow", args{"action": "start"})},
	{say: "(remember|record) this flow", do: does("record_flow", args{"action": "start"})},
	{say: "(save|store|keep) (this|that|it) (as) [flow] [called|named] <name>", do: flowSave},
	{say: "(save|store|keep) flow [as|called|named] <name>", do: named("record_flow", "save")},
	{say: "(stop|end|finish) (recording|recording flow|flow recording|recording this flow)", do: does("record_flow", args{"action": "stop"})},
	{say: "(i'm done|i am done|im done) recording [flow]", do: does("record_flow", args{"action": "stop"})},
	{say: "(i'm done|i am done|im done|done)", weak: true, do: does("record_flow", args{"action": "stop"})},
	{say: "(delete|forget|remove|erase|drop) flow [called|named] <name>", do: named("record_flow", "delete")},
	{say: "(delete|forget|remove|erase|drop) <name> flow", do: named("record_flow", "delete")},
	{say: "(run|play|play back|replay|do|execute|start|repeat|perform|launch) flow [called|named] <name>", do: named("run_flow", "")},
	{say: "(run|play|play back|replay|do|execute|start|repeat|perform|launch) <name> flow", do: named("run_flow", "", "skill", "automation", "shortcut")},
	{say: "(play back|replay) [recording|recorded] [of] <name>", do: named("run_flow", "", "skill", "song", "track", "video", "message")},
	{say: "(run|do) <name>", weak: true, do: named("run_flow", "", "skill", "shortcut", "automation")},
}

// flowSave reads "save this as a flow called X": the word flow has to be said.
func flowSave(m said) (read, bool) {
	if !m.says([]string{"flow"}) {
		return read{}, false
	}
	name := m.given("name")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "flow called "), "flow named ")
	if name == "" || name == "flow" {
		return read{}, false
	}
	return made("record_flow", args{"action": "save", "name": name})
}

const page = "(page|site|website|tab|web page|webpage|address|url)"

var siteRules = []rule{
	{say: "(remember|save|bookmark|store|keep) (this|this current|current) " + page + " (as|under|under name|called|named) <name>", do: named("remember_site", "remember")},
	{say: "(remember|save|bookmark|store|keep) (this|current) " + page + " [for me|for later|for me for later]", do: does("remember_site", args{"action": "remember"})},
	{say: "forget (this|current) " + page, do: does("remember_site", args{"action": "forget"})},
	{say: "forget " + page + " [called|named] <name>", do: named("remember_site", "forget", "flow", "skill", "meeting", "it")},
	{say: "forget <name> " + page, do: named("remember_site", "forget", "flow", "skill", "meeting", "it")},
	{say: "(open|go to|pull up|take me to|launch|visit|bring up) (remembered|saved) " + page + " [called|named] <name>", do: named("open_site", "")},
	{say: "take me to <name>", do: mySite},
	{say: "forget <name>", weak: true, do: named("remember_site", "forget", "flow", "skill", "meeting", "it", "that", "about", "reminder", "timer")},
	{say: "(open|go to|pull up|take me to|launch|visit|bring up|bring me to|get me to) <name>", weak: true, do: named("open_site", "", "folder", "app", "application", "menu", "tab")},
}

// mySite reads "take me to my standup board": what is mine and has no other name is a page that was remembered.
func mySite(m said) (read, bool) {
	all := m.slot("name")
	if len(all) < 2 || len(all) > 6 || !(all[0].isWord("my") || all[0].isWord("our")) && !(m.toks[3].isWord("my") || m.toks[3].isWord("our")) {
		return read{}, false
	}
	switch lows(all[len(all)-1:]) {
	case "folder", "app", "application", "menu", "tab", "settings", "house", "home", "car", "room", "office", "hotel", "place":
		return read{}, false
	}
	if _, ok := folders[lows(m.name(all))]; ok || appNouns.has(lows(m.name(all))) {
		return read{}, false
	}
	return made("open_site", args{"name": m.s.plain(m.name(all))})
}

const skillThing = "(skill|skills)"

var skillRules = append(listOf(skillThing, "skill"), []rule{
	{say: "(run|execute|use|start|perform|do|launch|trigger) skill [called|named] <name>", do: named("skill", "run")},
	{say: "(run|execute|use|start|perform|do|launch|trigger) <name> skill", do: named("skill", "run")},
	{say: "(install|add|import|get) skill [called|named] <name>", do: named("skill", "install")},
	{say: "(install|add|import|get) <name> skill", do: named("skill", "install")},
	{say: "(run|execute|use) skill", do: lacks("which skill", "Which skill?", " ")},
}...)
