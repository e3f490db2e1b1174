package phrase

import "strings"

// The rows of what goes on by itself: recurring tasks, background work, meetings.

const cronThing = "(scheduled tasks|scheduled task|recurring tasks|recurring task|repeating tasks|repeating task|cron jobs|cron job|cron|recurring jobs|scheduled jobs|cron tasks|schedules)"

var cronRules = append(listOf(cronThing, "cron"), []rule{
	{say: "(show|show me|show us|list) cron list", do: does("cron", args{"action": "list"})},
	{say: "every <n:num> (minutes|minute|hours|hour|seconds|second|mins|min|hrs|hr|secs|sec) <task>", do: everyN},
	{say: "every (minute|hour|half hour|half an hour) <task>", do: everyOne},
	{say: "(stop|disable|pause|turn off|switch off|suspend) [all] [of] (cron|cron jobs|scheduling|scheduled tasks|recurring tasks|scheduler|cron scheduler|task scheduler|repeating tasks|recurring jobs|scheduled jobs)", do: does("cron", args{"action": "stop"})},
	{say: "(start|enable|resume|turn on|switch on|restart) [all] [of] (cron|cron jobs|scheduling|scheduled tasks|recurring tasks|scheduler|cron scheduler|task scheduler|repeating tasks|recurring jobs|scheduled jobs)", do: does("cron", args{"action": "start"})},
	{say: "(remove|cancel|delete|stop|drop|end) <name> (recurring task|scheduled task|cron job|repeating task|recurring job|scheduled job|cron task)", do: named("cron", "remove")},
	{say: "(remove|cancel|delete|stop|drop|end) (recurring task|scheduled task|cron job|repeating task|recurring job|cron task) [called|named] <name>", do: named("cron", "remove")},
}...)

func everyN(m said) (read, bool) {
	task := m.slot("task")
	span, _ := m.m.Slot("n")
	every := m.s.cut(m.toks[span.From : span.To+1])
	return m.cron(every, task)
}

func everyOne(m said) (read, bool) {
	span, _ := m.m.Slot("task")
	every := m.s.cut(trimStops(m.toks[1:span.From]))
	return m.cron(strings.TrimSpace(every), m.slot("task"))
}

// cron takes a task only when it is a wish: "every 10 minutes a train leaves" is none.
func (m said) cron(every string, task []token) (read, bool) {
	for len(task) > 1 && (task[0].kind == punct || task[0].isWord("please") || task[0].isWord("then")) {
		task = task[1:]
	}
	if len(task) == 0 {
		return read{}, false
	}
	if v, _ := verbAt(task, 0); v == noVerb && !task[0].in(otherVerbs) && !taskVerbs.has(task[0].low) {
		return read{}, false
	}
	return made("cron", args{"action": "add", "every": every, "task": m.s.cut(m.polite(task))})
}

// taskVerbs begin tasks that a planner works out.
var taskVerbs = words("check look see tell ask read summarise summarize fetch get give update watch test ping log back sync pull save remind nudge let make find monitor report review scan verify compare collect clean tidy say play open show")

const work = "(tasks|task|jobs|job|agents|agent|work|stuff|things)"

var backgroundRules = []rule{
	{say: "(in background|in the background) <task>", do: inBackground},
	{say: "background : <task>", do: inBackground},
	{say: "(list|show|show me|what are|which are) [running] [all] background " + work, asks: true, do: does("background", args{"action": "list"})},
	{say: "(what's|what is|whats) (running|going on|happening|being done|working|in progress) (in background|in the background)", asks: true, do: does("background", args{"action": "list"})},
	{say: "(what|which) (are you|is pace|is) (doing|running|working on) (in background|in the background)", asks: true, do: does("background", args{"action": "list"})},
	{say: "(what|which) background " + work + " (are running|is running|are there|are going on|are active|do i have|do you have running)", asks: true, do: does("background", args{"action": "list"})},
	{say: "(what|which) " + work + " (are running|is running|are going) (in background|in the background)", asks: true, do: does("background", args{"action": "list"})},
	{say: "(list|show|show me) (what's|what is) (running|going on) (in background|in the background)", do: does("background", args{"action": "list"})},
	{say: "(is|are) (anything|any tasks|something|any jobs) running (in background|in the background)", asks: true, do: does("background", args{"action": "list"})},
	{say: "(cancel|stop|end|kill|abort|quit) [all] [running] background " + work, do: does("background", args{"action": "cancel"})},
	{say: "(cancel|stop|end|kill|abort|quit) (whatever|everything|what) [you're doing|you are doing|is running|running|that's running] (in background|in the background)", do: does("background", args{"action": "cancel"})},
	{say: "(cancel|stop|end|kill|abort) <name> background (task|job|agent)", do: named("background", "cancel")},
	{say: "(cancel|stop|end|kill|abort) background (task|job|agent) [called|named] <name>", do: named("background", "cancel")},
	{say: "(cancel|stop) <name> (in background|in the background)", do: named("background", "cancel")},
	{say: "(do|run|start|handle|work on|look into|check|research|download|summarise|summarize|sort|go through|analyse|analyze|compile|collect|prepare) <task> in background", do: doneInBackground},
}

func inBackground(m said) (read, bool) {
	task := m.slot("task")
	for len(task) > 1 && (task[0].kind == punct || task[0].isWord("please")) {
		task = task[1:]
	}
	if len(task) < 2 {
		return read{}, false
	}
	if v, _ := verbAt(task, 0); v == noVerb && !task[0].in(otherVerbs) && !taskVerbs.has(task[0].low) && !task[0].in(workVerbs) {
		return read{}, false
	}
	return made("background", args{"action": "start", "task": m.s.cut(m.polite(task))})
}

var workVerbs = words("research download sort go go-through analyse analyze compile collect prepare work handle run do start draft write translate convert rename organise organize index transcribe count list gather calculate compute")

func doneInBackground(m said) (read, bool) {
	span, _ := m.m.Slot("task")
	task := trimStops(m.toks[:span.To])
	if len(task) < 3 || task[1].in(objects) {
		return read{}, false
	}
	return made("background", args{"action": "start", "task": m.s.cut(task)})
}

// profiles are the kinds of meetings that have notes of their own, by what they are called.
var profiles = map[string]string{"standup": "standup", "stand-up": "standup", "stand up": "standup", "one on one": "one-on-one", "one-on-one": "one-on-one", "1:1": "one-on-one", "1 on 1": "one-on-one",
	"interview": "interview", "retro": "retrospective", "retrospective": "retrospective", "sales call": "sales-call", "sales": "sales-call", "lecture": "lecture", "planning": "planning", "brainstorm": "brainstorm", "brainstorming": "brainstorm", "customer": "customer", "client": "client"}

const meetingThing = "(meeting|meeting mode|meeting recording|meeting notes|recording|meeting recorder|recording meeting|recording of meeting|recording meeting notes|taking meeting notes|note taking|recording this meeting|recording call|call recording)"

var meetingRules = []rule{
	{say: "(stop|finish|wrap up|end|disable|close|quit|conclude|turn off|switch off) " + meetingThing, do: meetingStop},
	{say: "(stop|finish|wrap up|end) [recording] <profile> (meeting|recording|meeting recording|notes)", do: meetingNamed("stop")},
	{say: "(is|are) (meeting|recording|we|meeting mode|you) (being recorded|still recording|recording|running|on|recording this|still running|recording meeting|recording this meeting|still on)", asks: true, do: meetingStatus},
	{say: "(what's|what is|show|show me|check|tell me) [status of] [meeting|recording] (status|meeting status|recording status|meeting recording status|status of meeting|status of recording)", asks: true, do: meetingStatus},
	{say: "(show|show me|check|tell me) [meeting] (meeting|recording)", do: meetingStatus},
	{say: "(what's|what is|show|show me|check|tell me) status of [meeting] (meeting|recording)", asks: true, do: meetingStatus},
	{say: "(meeting|recording) status", do: does("meeting", args{"action": "status"})},
	{say: "how long (has meeting been running|have we been recording|has recording been running|have you been recording)", asks: true, do: does("meeting", args{"action": "status"})},
	{say: "(start|begin|enable|record|kick off|turn on|switch on|start recording|begin recording|take notes in|take notes for|start taking notes for|start taking notes in|take notes of|transcribe) (meeting|meeting mode|meeting recording|meeting notes|this meeting|taking meeting notes|recording meeting|recording|this call|call|recording this meeting|taking notes)", do: meetingStart},
	{say: "(start|begin|enable|record|kick off|start recording|begin recording|take notes in|take notes for) <profile> (meeting|recording|meeting mode|meeting recording|notes|call|session)", do: meetingNamed("start")},
	{say: "(start|begin|record|kick off|start recording|begin recording) <profile>", do: meetingNamed("start")},
	{say: "(start|begin|record|start recording) (meeting|meeting recording|recording) (with|using|as|in) <profile> [profile|mode|template]", do: meetingProfile},
	{say: "meeting mode [on]", do: does("meeting", args{"action": "start"})},
	{say: "meeting mode off", do: does("meeting", args{"action": "stop"})},
}

func meetingStart(m said) (read, bool) { return made("meeting", args{"action": "start"}) }

func meetingStop(m said) (read, bool) {
	if m.toks[0].isWord("close") && !m.says([]string{"mode", "recording"}) {
		return read{}, false
	}
	return made("meeting", args{"action": "stop"})
}

func meetingStatus(m said) (read, bool) {
	if !m.says([]string{"meeting", "recording", "recorded"}) {
		return read{}, false
	}
	return made("meeting", args{"action": "status"})
}

var meetingWords = []string{"meeting", "recording", "notes", "call", "session", "mode"}

// gatherings are meetings by themselves; the other profiles are also work, or people.
var gatherings = words("standup one-on-one interview retrospective lecture")

// meetingProfile takes any name behind "with the … profile": which profiles there are, the meeting room knows.
func meetingProfile(m said) (read, bool) {
	name := m.given("profile")
	if slug, ok := profiles[strings.ToLower(name)]; ok {
		name = slug
	}
	if name == "" || !m.says([]string{"profile", "template"}) {
		return read{}, false
	}
	return made("meeting", args{"action": "start", "profile": name})
}

func meetingNamed(action string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		slug, ok := profiles[lows(m.name(m.slot("profile")))]
		if !ok || !m.says(meetingWords) && !gatherings.has(slug) {
			return read{}, false
		}
		return made("meeting", args{"action": action, "profile": slug})
	}
}
