package phrase

var selfRules = []rule{
	{say: "what (can|could) (you|pace) do [for me|on this computer|here|on this machine|all]", asks: true, do: does("about_pace", args{"topic": "abilities"})},
	{say: "what (are you|is pace) (able to do|capable of|good for|good at)", asks: true, do: does("about_pace", args{"topic": "abilities"})},
	{say: "what (things|kind of things|sort of things|commands|else|kinds of things|all) (can|do) (you|i|pace) (do|understand|know|say|give you|use|ask you|tell you)", asks: true, do: does("about_pace", args{"topic": "abilities"})},
	{say: "(what can i|what should i|what could i) (say|ask|ask you|tell you|say to you|ask you to do|ask for|get you to do|do with you)", asks: true, do: does("about_pace", args{"topic": "abilities"})},
	{say: "(list|show|show me|tell me) (commands|all commands|abilities|capabilities|features|what you can do|everything you can do|what pace can do|your abilities|your commands)", do: does("about_pace", args{"topic": "abilities"})},
	{say: "(which|what) (model|ai model|language model|llm|brain|planner) (are you using|answers|is answering|do you use|are you running|is running|is this|is active|is in use|am i using|answers me|are you|is loaded|is being used|am i talking to|do you run on|do you run|powers you|is thinking|is behind you|are you on|is it) [now|right now|at the moment|me|questions|with]", asks: true, do: does("about_pace", args{"topic": "model"})},
	{say: "(who|what) (is answering|is thinking|am i talking to|answers me) [now|right now]", asks: true, do: does("about_pace", args{"topic": "model"})},
	{say: "(which|what) permissions (are missing|do you need|do you have|are you missing|does pace need|does pace have|have you got|are granted|are set|do you still need|are still missing|does pace still need|is pace missing|have i given you|did i give you|are off|are not granted)", asks: true, do: does("about_pace", args{"topic": "permissions"})},
	{say: "(are you missing any|do you have all|have you got all|are there any missing|do you need any|is pace missing any|do you need any more) permissions [you need]", asks: true, do: does("about_pace", args{"topic": "permissions"})},
	{say: "(show|show me|check|list|tell me) (permissions|missing permissions|pace's permissions|your permissions|which permissions are missing|what permissions are missing)", do: does("about_pace", args{"topic": "permissions"})},
	{say: "(which|what) (microphones|microphone|mics|mic|speakers|audio devices|input devices|devices|cameras|displays|monitors|sound devices|output devices|screens) (are there|are connected|do i have|are available|are you using|is in use|are you listening on|can you see|are plugged in|can you use|do you see|are attached|have i got|are you listening to|is connected|is active|are hooked up|can i use)", asks: true, do: does("about_pace", args{"topic": "devices"})},
	{say: "(list|show|show me) (microphones|mics|speakers|audio devices|input devices|devices|available microphones|connected devices|displays|monitors|output devices|sound devices|all devices)", do: does("about_pace", args{"topic": "devices"})},
	{say: "what (did you|have you) (just do|do just now|do|done|just done|do last|last do|change|just change|do there|do a moment ago|do a second ago)", asks: true, do: does("about_pace", args{"topic": "last"})},
	{say: "(what was|tell me|show me) (last thing you did|what you just did|what you did|last action|what you did last|what you changed)", asks: true, do: does("about_pace", args{"topic": "last"})},
	{say: "(what time is it|what is time|what's time|tell me time|what is date|what's date|what day is it|what date is it|what is today's date|what's today's date|what day is today|what is day today) [now|today|right now]", asks: true, do: theTime},
	{say: "what just happened", asks: true, do: does("about_pace", args{"topic": "last"})},
	{say: "(show|read|list|check|tell me|open) (clipboard|clipboard contents)", do: does("clipboard_read", nil)},
	{say: "(what's|what is) (copied|on clipboard|in clipboard)", asks: true, do: does("clipboard_read", nil)},
	{say: "(undo|reverse|take back|roll back|revert) (last thing you did|what you just did|what you did|last action|last change|last change you made|change you made|change you just made|last step)", do: does("undo_last", nil)},
}

// theTime tells "what is the time" from "what is time".
func theTime(m said) (read, bool) {
	if n := len(m.toks); n > 2 && m.toks[n-1].isWord("time") && !m.says([]string{"the", "what's"}) {
		return read{}, false
	}
	return made("about_pace", args{"topic": "time"})
}

// neverRules are requests that Pace does not carry out by itself, whatever is on the screen. Pressing a button that is
// named so is a press, and asks where it must.
var neverRules = []rule{
	{say: "(delete|erase|wipe|destroy|remove|shred|nuke|purge|trash|get rid of) <what>", do: never},
	{say: "(empty|clear|take out) (trash|rubbish|bin|recycle bin|trash can|wastebasket|rubbish bin)", do: never},
	{say: "(format|reformat|wipe|partition) <what>", do: never},
	{say: "(uninstall) <what>", do: never},
	{say: "(factory reset|reset to factory settings|restore factory settings) [<what>]", do: never},
	{say: "(shut down|shutdown|power off|power down|switch off|turn off|reboot|restart|hibernate|restart and update) [computer|mac|machine|pc|laptop|system|it|this computer|everything|this machine|now]", do: powered},
	{say: "(log|sign) (me out|out|off|me off) [of] [account|session|this account|computer|mac|machine|everything]", do: never},
	{say: "(send|mail|email|text|message|forward|post|tweet|publish) <what>", do: never},
	{say: "(buy|order|purchase|pay|pay for|transfer|donate|book|reserve|subscribe to) <what>", do: never},
	{say: "rm -rf <what>", do: never},
	{say: "sudo <what>", do: never},
	{say: "(kill|force quit|terminate) (all|every) <what>", do: never},
}

func powered(m said) (read, bool) {
	if len(m.toks) <= 2 && (m.toks[0].isWord("switch") || m.toks[0].isWord("turn") || m.toks[0].isWord("restart") && len(m.toks) > 1) {
		if len(m.toks) == 2 && m.toks[1].low == "off" {
			return read{}, false
		}
	}
	return never(m)
}

// never refuses. What is no wish at all (told, asked, denied) keeps the reason that fits better.
func never(m said) (read, bool) {
	if why, ok := bySense(trimStops(m.s.toks)); ok {
		return read{bad: &refusal{why: why, rest: m.s.cut(m.toks)}}, true
	}
	if foreignWords(m.toks) {
		return read{}, false
	}
	return read{bad: &refusal{why: Destructive, rest: m.s.cut(m.toks)}}, true
}
