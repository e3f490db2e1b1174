package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/tool"
)

// The tools of a Pace that can do much: as many and as long as real ones are. One row is name, other names, summary,
// example, its arguments, what may be given, what it risks. They are kept apart from the real tools, so that a change
// there does not move what is measured here.
var manyTools = []struct {
	name, also, summary, example, arg, fields string
	risk                                      tool.Risk
}{
	{"brightness", "Brightness.adjust Brightness.set set_brightness", "Makes the display brighter or darker, or sets its brightness.", "make the screen brighter", `{"direction":"up"}`,
		"level:integer(percent) direction:up|down steps:integer percent:integer", tool.ChangesSystem},
	{"click", "press tap AX.press mouse.click", "Presses a button, link, menu entry, tab, box or row; opens the menus and tabs that hide it.", "press Save in the File menu", `{"label":"Save","container":"File"}`,
		"label(what the element is called on the screen) role(kind of element: button, checkbox, tab, menuitem, link, radio, item …) container(group, menu, tab, dialog, window or program that holds it) nth:integer(which of several with the same label, from 1)", tool.InputInjection},
	{"clipboard_read", "clipboard Clipboard.read", "Reads the text on the clipboard.", "what is on my clipboard", `{}`, "", tool.ReadOnly},
	{"double_click", "doubleclick AX.doublePress double.click mouse.doubleclick", "Double-clicks an element.", "double-click the file report.txt", `{"label":"report.txt"}`,
		"label(what the element is called on the screen) role(kind of element: button, checkbox, tab, menuitem, link, radio, item …) container(group, menu, tab, dialog, window or program that holds it) nth:integer(which of several with the same label, from 1)", tool.InputInjection},
	{"key", "press_key Key.press keyboard.press", "Presses a key or a chord in the window in front.", "press ctrl+s", `{"key":"ctrl+s"}`, "key!(a chord such as ctrl+s, or a key such as enter)", tool.InputInjection},
	{"music", "Music.control media Media.control", "Plays, pauses, stops or skips in the media player that is running.", "pause the music", `{"command":"pause"}`, "command!:play|pause|play_pause|next|previous|stop", tool.ChangesSystem},
	{"open_app", "open_application App.launch app.open", "Starts a program, or brings it to the front when it is open.", "open Calculator", `{"app":"Calculator"}`, "app!(the program's name as its menu entry shows it)", tool.ChangesSystem},
	{"open_url", "open_website website App.openURL url.open", "Opens a web address in the browser.", "go to example.org", `{"url":"https://example.org"}`, "url!(http or https address)", tool.ChangesSystem},
	{"scroll", "AX.scroll", "Scrolls the window in front.", "scroll down", `{"direction":"down","amount":3}`, "direction:up|down|left|right=down amount:integer=3(notches of the wheel) in(what to scroll; absent: the largest list or text of the window)", tool.InputInjection},
	{"set_value", "ax_set_value AX.setValue", "Makes a field, slider, choice or check box have a value.", "set Level to 70", `{"target":"Level","value":"70"}`,
		"target(the field, slider, choice or box) value(text, number, option, or true/false) role container at:focused(focused: the field that the caret is in, when no name is known) nth:integer", tool.InputInjection},
	{"type", "keyboard.type type_text", "Types text at the caret, or into a named field, and reads it back.", "type Grüße in Notes", `{"text":"Grüße","into":"Notes"}`, "text!(what to type, exactly) into(the field it goes into; absent: where the caret is)", tool.InputInjection},
	{"undo_last", "undo Undo.last undo.lastmutation", "Takes back the last thing that Pace did, if that can be taken back and nobody changed it since.", "undo that", `{}`, "", tool.ChangesSystem},
	{"volume", "Volume.adjust Volume.set set_volume sound", "Makes the sound louder or quieter, sets it to a level, or mutes it.", "turn the volume up", `{"direction":"up"}`,
		"level:integer(percent) direction:up|down steps:integer percent:integer mute:boolean", tool.ChangesSystem},
	{"window_close", "close_window Window.close", "Closes a window, or all windows of a program; the program may ask about unsaved work first.", "close this window", `{}`,
		"app(the program whose window is meant; absent: the window in front) all:boolean(every window of the program, which is how it is quit)", tool.ChangesSystem},
	{"window_snap", "window snap_window Window.snap window.move window.resize", "Puts a window on half of its screen, in the middle, or over all of it; minimises it, shows it again, or gives it its own size back.", "put this window on the left half", `{"position":"left"}`,
		"position!:left|right|top|bottom|maximize|center|minimize|restore|normal app(the program whose window is meant; absent: the window in front)", tool.ChangesSystem},
	{"start_timer", "Timer.start timer alarm set_timer set_alarm", "Rings after a while, or at a time.", "set a timer for 20 minutes", `{"duration":"20 minutes"}`, "duration(how long, in the person's words) at(when to ring, in their words) label(what it is for)", tool.ChangesSystem},
	{"timers", "Timer.list Timer.cancel cancel_timer", "Tells how long the timers and alarms still run, or cancels one.", "how long is left on the timer", `{"action":"list"}`, "action!:list|cancel label(which, when there are several)", tool.ChangesSystem},
	{"reminder", "Reminders.add reminder.create add_reminder", "Writes down something to remember, with or without a time.", "remind me to call Anna tomorrow at five", `{"title":"call Anna","when":"tomorrow at five"}`, "title! when(in the person's words) notes list", tool.ChangesSystem},
	{"reminders", "Reminders.list Reminders.read list_reminders", "Reads the open reminders.", "what are my reminders for today", `{"range":"today"}`, "range(absent: all)", tool.ReadOnly},
	{"calendar", "Calendar.read calendar.list read_calendar", "Reads the calendar.", "what's on my calendar tomorrow", `{"range":"tomorrow"}`, "range=today(today, this week, friday …, next)", tool.ReadOnly},
	{"calendar_create", "calendar_event Calendar.createEvent Calendar.add create_event add_event", "Puts an event into the calendar.", "add lunch with Bo on friday from 12 to 1 at Leo's", `{"title":"lunch with Bo","start":"on friday from 12 to 1","location":"Leo's"}`,
		"title! start!(when it begins or the whole time, in the person's words) end(or how long it takes) location allDay:boolean notes calendar", tool.ChangesSystem},
	{"notes", "note Notes.create Notes.append Notes.search note.find", "Writes a note, adds to one, or searches them.", "make a note that the key is under the mat", `{"action":"create","body":"the key is under the mat"}`, "action:create|append|search=create title body(or what to add) query(of a search)", tool.ChangesSystem},
	{"mail", "compose_email email Mail.draft draft_email", "Opens a draft in the mail program; the person sends it.", "draft an email to anna@example.org about lunch", `{"to":["anna@example.org"],"subject":"lunch"}`, "to:array(mail addresses or names) subject body", tool.ChangesSystem},
	{"messages", "message Messages.open Messages.draft", "Opens a draft of a short message; the person sends it.", "draft a message to Bo saying I am late", `{"recipient":"Bo","text":"I am late"}`, "recipient!(phone number or name) text", tool.ChangesSystem},
	{"finder", "Finder.open Finder.reveal open_folder files", "Opens a folder or a document, or shows a file in the file manager. Programs and scripts are never run.", "open my downloads folder", `{"action":"open","path":"~/Downloads"}`,
		"action:open|reveal=open path!(a path, one of ~/Documents, ~/Downloads …, or the name of a file)", tool.ChangesSystem},
	{"download_file", "download Download.file", "Downloads a file into the downloads folder.", "download https://example.org/a.pdf", `{"url":"https://example.org/a.pdf"}`, "url!(http or https address) name(what the file is to be called)", tool.External},
	{"edit_selection", "edit Edit.selection rewrite", "Rewrites the text that is selected.", "shorten the selected text", `{"operation":"shorten"}`, "operation!:shorten|makeDirect|fixGrammar|deleteLastSentence|makeBullets|replace old(what is replaced) new(what by)", tool.InputInjection},
	{"screenshot", "Screen.capture capture", "Takes a picture of the screen, of a window or of a part, and keeps it as a file.", "take a screenshot", `{"area":"screen"}`, "area:screen|window|region=screen", tool.ChangesSystem},
	{"lock_screen", "lock Screen.lock", "Locks the screen.", "lock my computer", `{}`, "", tool.ChangesSystem},
	{"clear_annotations", "Annotations.clear", "Takes away what Pace has drawn on the screen.", "clear the marks on the screen", `{}`, "", tool.ChangesSystem},
	{"find_on_screen", "highlight Screen.find", "Finds a text on the screen and puts a frame around it.", "highlight the word total on the screen", `{"text":"total"}`, "text!(the words as they stand there)", tool.ReadOnly},
	{"contacts", "contact Contacts.find find_contact", "Looks up a phone number, mail address or postal address.", "what is Anna's phone number", `{"name":"Anna","field":"phone"}`, "name! field:phone|email|address", tool.ReadOnly},
	{"about_pace", "Pace.about about self", "Tells what Pace can do, which model thinks, what is missing, which devices there are, or what it did last.", "what can you do", `{"topic":"abilities"}`, "topic:abilities|model|permissions|devices|last=abilities", tool.ReadOnly},
	{"shortcuts", "shortcut Shortcuts.run", "Runs one of the system's shortcuts, or lists them.", "run the shortcut Morning", `{"action":"run","name":"Morning"}`, "action!:run|list name", tool.ChangesSystem},
	{"things", "Things.add todo add_todo", "Adds an entry to the to-do program Things.", "add buy milk to Things", `{"title":"buy milk"}`, "title!", tool.ChangesSystem},
	{"watch_mode", "watch Watch.set", "Starts or stops watching the screen and saying what changes.", "watch my screen", `{"enabled":true}`, "enabled!:boolean", tool.ChangesSystem},
	{"research_cancel", "Research.cancel", "Stops the research that is under way.", "stop the research", `{}`, "", tool.ChangesSystem},
	{"always_listening", "Listening.set", "Switches listening without a key on or off.", "stop listening all the time", `{"enabled":false}`, "enabled!:boolean", tool.ChangesSystem},
	{"local_memory", "Memory.remember Memory.forget preference", "Keeps or forgets what the person prefers.", "remember that my browser is Firefox", `{"action":"remember","key":"preferredBrowser","value":"Firefox"}`, "action!:remember|forget key!:preferredBrowser|preferredNotesApp|defaultReminderList|preferredFocusPlaylist value", tool.ChangesSystem},
	{"automation", "Automation.run Automation.create automations", "Lists, runs or writes automations.", "run the automation tidy up", `{"action":"run","name":"tidy up"}`, "action!:list|run|create name description(what a new one is to do)", tool.ChangesSystem},
	{"skill", "Skill.run Skill.install skills", "Lists, runs, installs or writes skills.", "which skills do you have", `{"action":"list"}`, "action!:list|run|install|create name description(what a new one is to do)", tool.ChangesSystem},
	{"record_flow", "Flow.record", "Records what the person does, to be played back as a flow.", "remember this flow as invoices", `{"action":"start","name":"invoices"}`, "action!:start|save|stop|delete name(what the flow is called)", tool.ChangesSystem},
	{"run_flow", "Flow.run play_flow", "Plays back a recorded flow.", "run the flow invoices", `{"name":"invoices"}`, "name!(what the flow is called)", tool.InputInjection},
	{"remember_site", "Site.remember Site.forget bookmark", "Remembers or forgets the page in front under a name.", "remember this page as standup board", `{"action":"remember","name":"standup board"}`, "action!:remember|forget name", tool.ChangesSystem},
	{"open_site", "Site.open", "Opens a page that was remembered under a name.", "take me to my standup board", `{"name":"standup board"}`, "name!(the name it was given)", tool.ChangesSystem},
	{"cron", "Cron.add schedule", "Does something again and again; lists, starts, stops or removes such tasks.", "every 10 minutes check the build", `{"action":"add","every":"10 minutes","task":"check the build"}`, "action!:add|list|start|stop|remove every(how often, in the person's words) task(what to do, as a sentence) name", tool.ChangesSystem},
	{"background", "Background.start", "Does a task in the background, lists such tasks or cancels one.", "in the background, summarise my notes", `{"action":"start","task":"summarise my notes"}`, "action!:start|list|cancel task(what to do, as a sentence) name", tool.ChangesSystem},
	{"meeting", "Meeting.start Meeting.stop", "Starts or stops taking notes of a meeting, or tells whether it does.", "take notes of this meeting", `{"action":"start"}`, "action!:start|stop|status profile(how the notes are written)", tool.ChangesSystem},
}

// many are the specs of manyTools.
func many(t testing.TB) []tool.Spec {
	t.Helper()
	var out []tool.Spec
	for _, m := range manyTools {
		out = append(out, tool.Spec{Name: m.name, Aliases: strings.Fields(m.also), Summary: m.summary, Example: m.example, ExampleArg: m.arg, Args: argsOf(t, m.fields),
			Risk: m.risk, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll})
	}
	return out
}

// argsOf reads arguments that are written as name!:kind=default(what it is), where ! stands for one that has to be there,
// and a kind is a type or the values that may be given; without one it is a text.
func argsOf(t testing.TB, text string) tool.Schema {
	t.Helper()
	var s tool.Schema
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		f := tool.Field{Type: "string"}
		end := strings.IndexAny(text+" ", " (")
		head := text[:end]
		if text = text[end:]; strings.HasPrefix(text, "(") {
			f.Doc, text, _ = strings.Cut(text[1:], ")")
		}
		head, given, has := strings.Cut(head, "=")
		if has && json.Valid([]byte(given)) {
			f.Default = json.RawMessage(given)
		} else if has {
			f.Default, _ = json.Marshal(given)
		}
		name, kind, _ := strings.Cut(head, ":")
		f.Name, f.Required = strings.CutSuffix(name, "!")
		switch {
		case strings.Contains(kind, "|") || kind == "focused":
			f.Enum = strings.Split(kind, "|")
		case kind != "":
			f.Type = kind
		}
		if f.Type == "integer" {
			low, high := 0.0, 100.0
			f.Min, f.Max = &low, &high
		}
		s.Fields = append(s.Fields, f)
	}
	return s
}

func TestTheManyToolsAreTools(t *testing.T) {
	specs := many(t)
	require.GreaterOrEqual(t, len(specs), 45)
	r := registry(t, specs...)
	for _, s := range specs {
		_, problems := r.Plan([][]tool.Call{{{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}}}, tool.OfferPlanner)
		require.Empty(t, problems, s.Name)
	}
	amount := argsOf(t, "direction:up|down=down amount:integer=3(notches of the wheel) in")
	require.Len(t, amount.Fields, 3)
	require.Equal(t, "notches of the wheel", amount.Fields[1].Doc)
	require.JSONEq(t, "3", string(amount.Fields[1].Default))
	require.JSONEq(t, `"down"`, string(amount.Fields[0].Default))
}
