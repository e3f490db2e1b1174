package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"pace/backend/proof"
	"pace/backend/tool"
)

// Later makes the tools whose parts of Pace are still to be built. They are here so that a sentence that means one of them is
// understood and answered plainly, and so that what they take is fixed. Each needs a capability that no machine has: a plan
// with one of them is refused before anything is asked or done. None says that it owns anything, so that a bare name ("run
// morning") goes on to whoever does.
func Later() []tool.Tool {
	out := make([]tool.Tool, 0, len(planned))
	for _, p := range planned {
		out = append(out, later{p})
	}
	return out
}

// parts are what is still to be built, as the beginning of a sentence.
var parts = map[string]string{
	"drawing": "Drawing on the screen is", "marking": "Marking words on the screen is", "mcp": "Asking other programs' servers is", "flows": "Recording and playing back flows is",
	"shortcuts": "Running Shortcuts is", "things": "Adding to Things is", "watch": "Watch mode is", "research": "Research is", "listening": "Listening is",
	"preferences": "Remembering preferences is", "automations": "Running automations is", "skills": "Running skills is", "sites": "Remembering pages is",
	"recurring": "Running recurring tasks is", "background": "Working in the background is", "meetings": "Taking meeting notes is",
}

// notYet is the problem of a part that is still to be built.
func notYet(part string) *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonUnavailable, Text: cmp.Or(parts[part], "That is") + " not available yet.", Err: tool.ErrLater}
}

// plannedTool is one row: a tool and the words by which a call of it is described.
type plannedTool struct {
	part string
	spec tool.Spec
	say  map[string]string // by action, "" for any other
}

// later is a tool that only refuses.
type later struct{ plannedTool }

func (t later) Spec() tool.Spec {
	s := t.spec
	s.Needs = []tool.Capability{tool.Later(t.part)}
	s.Offer = tool.OfferCommand // no prompt tells of it
	return s
}

func (t later) Describe(raw json.RawMessage) string {
	var a map[string]any
	_ = json.Unmarshal(raw, &a) // the schema let it through
	action, _ := a["action"].(string)
	if on, ok := a["enabled"].(bool); ok {
		action = map[bool]string{true: "on", false: "off"}[on]
	}
	words, ok := t.say[action]
	if !ok {
		words = t.say[""]
	}
	for _, k := range []string{"name", "title", "text", "task", "description", "value"} {
		if s, ok := a[k].(string); ok && s != "" {
			return words + " “" + clip(s, 60) + "”"
		}
	}
	return words
}

// Run is never reached: preflight refuses first.
func (t later) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.RefuseFor(notYet(t.part)), tool.Output{}
}

type (
	noArgs    struct{}
	shapeArgs struct {
		Kind   string   `json:"kind" enum:"rect,ellipse,line,arrow,polygon" also:"circle=ellipse,rectangle=rect" need:"true"`
		X      float64  `json:"x"`
		Y      float64  `json:"y"`
		Width  float64  `json:"width" alias:"w"`
		Height float64  `json:"height" alias:"h"`
		X2     float64  `json:"x2"`
		Y2     float64  `json:"y2"`
		Radius float64  `json:"radius" alias:"r"`
		Points []string `json:"points" doc:"x,y of each corner"`
		Colour string   `json:"color" alias:"colour" enum:"red,blue,green,yellow,orange" default:"red"`
		Label  string   `json:"label" max:"60"`
		Stroke int      `json:"stroke" alias:"strokeWidth" min:"1" max:"12" default:"3"`
		Filled bool     `json:"filled"`
	}
	drawArgs struct {
		Shapes []shapeArgs `json:"shapes" need:"true" min:"1" max:"24"`
		Screen int         `json:"screen" min:"0" max:"16"`
	}
	findArgs struct {
		Text string `json:"text" alias:"query,word" need:"true" min:"1" max:"200"`
	}
	mcpArgs struct {
		Server    string          `json:"server" alias:"serverName" need:"true" min:"1" max:"200"`
		Name      string          `json:"name" alias:"tool,toolName,mcpTool,command,action" need:"true" min:"1" max:"200"`
		Arguments json.RawMessage `json:"arguments" alias:"args,input"`
	}
	recordArgs struct {
		Action string `json:"action" enum:"start,save,stop,delete" default:"start"`
		Name   string `json:"name" alias:"title,flow" max:"80"`
	}
	nameArgs struct {
		Name string `json:"name" alias:"title,flow,site" need:"true" min:"1" max:"80"`
	}
	listArgs struct {
		Action string `json:"action" enum:"run,list" default:"run"`
		Name   string `json:"name" alias:"title,shortcut" max:"200"`
	}
	thingsArgs struct {
		Title string `json:"title" alias:"name,text,todo" need:"true" min:"1" max:"500"`
		Notes string `json:"notes" alias:"note" max:"10000"`
	}
	switchArgs struct {
		Enabled bool `json:"enabled" alias:"on" need:"true"`
	}
	memoryArgs struct {
		Action string `json:"action" enum:"remember,forget" need:"true"`
		Key    string `json:"key" enum:"preferredBrowser,preferredNotesApp,defaultReminderList,preferredFocusPlaylist" need:"true"`
		Value  string `json:"value" max:"200"`
	}
	automationArgs struct {
		Action      string `json:"action" enum:"list,run,create" need:"true"`
		Name        string `json:"name" max:"200"`
		Description string `json:"description" max:"4000"`
	}
	skillArgs struct {
		Action      string `json:"action" enum:"list,run,install,create" need:"true"`
		Name        string `json:"name" max:"200"`
		Description string `json:"description" max:"4000"`
	}
	siteArgs struct {
		Action string `json:"action" enum:"remember,forget" need:"true"`
		Name   string `json:"name" max:"80"`
	}
	cronArgs struct {
		Action string `json:"action" enum:"add,list,start,stop,remove" need:"true"`
		Every  string `json:"every" max:"100"`
		Task   string `json:"task" max:"2000"`
		Name   string `json:"name" max:"200"`
	}
	backgroundArgs struct {
		Action string `json:"action" enum:"start,list,cancel" need:"true"`
		Task   string `json:"task" max:"4000"`
		Name   string `json:"name" max:"200"`
	}
	meetingArgs struct {
		Action  string `json:"action" enum:"start,stop,status" need:"true"`
		Profile string `json:"profile" max:"80"`
	}
)

// lacking is the error of a call that an action makes incomplete.
type lacking string

func (l lacking) Error() string { return "does not say " + string(l) }

// must gives the first thing that is missing.
func must(all ...any) error {
	for i := 0; i+1 < len(all); i += 2 {
		if needed, _ := all[i].(bool); needed {
			return lacking(all[i+1].(string))
		}
	}
	return nil
}

func (a recordArgs) Check() error {
	return must((a.Action == "save" || a.Action == "delete") && a.Name == "", "which flow")
}

func (a listArgs) Check() error { return must(a.Action == "run" && a.Name == "", "which Shortcut") }

func (a memoryArgs) Check() error {
	return must(a.Action == "remember" && a.Value == "", "what to remember")
}

func (a automationArgs) Check() error {
	return must(a.Action == "run" && a.Name == "", "which automation", a.Action == "create" && a.Description == "", "what it does")
}

func (a skillArgs) Check() error {
	return must((a.Action == "run" || a.Action == "install") && a.Name == "", "which skill", a.Action == "create" && a.Description == "", "what it does")
}

func (a cronArgs) Check() error {
	return must(a.Action == "add" && a.Every == "", "how often", a.Action == "add" && a.Task == "", "what to do", a.Action == "remove" && a.Name == "", "which task")
}

func (a backgroundArgs) Check() error { return must(a.Action == "start" && a.Task == "", "what to do") }

// row makes a tool that is still to be built.
func row[T any](part string, risk tool.Risk, mode tool.ApprovalMode, name, summary, example, exampleArg string, say map[string]string, aliases ...string) plannedTool {
	return plannedTool{part: part, say: say, spec: tool.Spec{Name: name, Aliases: slices.Clip(aliases), Summary: summary, Example: example, ExampleArg: exampleArg,
		Args: tool.SchemaOf[T](), Risk: risk, Approval: tool.Approval{Mode: mode}}}
}

type words = map[string]string

var planned = []plannedTool{
	row[drawArgs]("drawing", tool.ReadOnly, tool.Never, "draw_annotation", "Draws on the screen to point something out.", "circle the button at the top",
		`{"shapes":[{"kind":"rect","x":10,"y":10,"width":80,"height":20}]}`, words{"": "Draw on the screen"}, "annotate", "draw", "Draw.annotation"),
	row[noArgs]("drawing", tool.ReadOnly, tool.Never, "clear_annotations", "Takes drawings off the screen.", "clear the drawings", `{}`, words{"": "Take the drawings off the screen"},
		"clear_drawing", "wipe_annotations", "Clear.annotations", "draw.clear"),
	row[findArgs]("marking", tool.ReadOnly, tool.Never, "find_on_screen", "Marks where words stand on the screen.", "highlight the word total on the screen", `{"text":"total"}`,
		words{"": "Mark on the screen"}),
	row[mcpArgs]("mcp", tool.External, tool.Always, "mcp", "Has a connected server do something.", "search my notes on the server", `{"server":"notes","name":"search","arguments":{"query":"tea"}}`,
		words{"": "Ask a connected server for"}, "MCP.call"),
	row[recordArgs]("flows", tool.InputInjection, tool.Always, "record_flow", "Records what you do, to play it back.", "record a flow called Morning", `{"action":"start","name":"Morning"}`,
		words{"": "Record the flow", "save": "Save the flow", "stop": "Stop recording the flow", "delete": "Delete the flow"}, "record_this", "remember_flow", "Flow.record"),
	row[nameArgs]("flows", tool.InputInjection, tool.Always, "run_flow", "Plays back a recorded flow.", "run the flow Morning", `{"name":"Morning"}`, words{"": "Play back the flow"},
		"play_flow", "do_flow", "Flow.run"),
	row[listArgs]("shortcuts", tool.ChangesSystem, tool.Always, "shortcuts", "Runs a Shortcut.", "run the shortcut Focus", `{"action":"run","name":"Focus"}`,
		words{"": "Run the Shortcut", "list": "List the Shortcuts"}, "run_shortcut", "shortcut", "Shortcut.run", "shortcuts.run"),
	row[thingsArgs]("things", tool.ChangesSystem, tool.Always, "things", "Adds a to-do to Things.", "add buy milk to Things", `{"title":"buy milk"}`, words{"": "Add to Things:"},
		"things_todo", "Things.create", "things.add"),
	row[switchArgs]("watch", tool.ChangesSystem, tool.Never, "watch_mode", "Watches the screen and says what is worth saying.", "start watch mode", `{"enabled":true}`,
		words{"on": "Start watch mode", "off": "Stop watch mode"}),
	row[noArgs]("research", tool.ChangesSystem, tool.Never, "research_cancel", "Stops a research that is going on.", "stop the research", `{}`, words{"": "Stop the research"}),
	row[switchArgs]("listening", tool.ChangesSystem, tool.Never, "always_listening", "Listens for “Hey Pace” all the time.", "turn on always listening", `{"enabled":true}`,
		words{"on": "Listen all the time", "off": "Stop listening all the time"}),
	row[memoryArgs]("preferences", tool.ChangesSystem, tool.Never, "local_memory", "Remembers or forgets a preference of yours.", "remember my preferred browser is Firefox",
		`{"action":"remember","key":"preferredBrowser","value":"Firefox"}`, words{"": "Remember as preferred", "forget": "Forget what is preferred"}),
	row[automationArgs]("automations", tool.ChangesSystem, tool.Never, "automation", "Lists, runs or makes automations.", "run the automation Morning", `{"action":"run","name":"Morning"}`,
		words{"": "Run the automation", "list": "List the automations", "create": "Make an automation:"}),
	row[skillArgs]("skills", tool.ChangesSystem, tool.Never, "skill", "Lists, runs, installs or makes skills.", "run the skill Summary", `{"action":"run","name":"Summary"}`,
		words{"": "Run the skill", "list": "List the skills", "install": "Install the skill", "create": "Make a skill:"}),
	row[siteArgs]("sites", tool.ChangesSystem, tool.Never, "remember_site", "Remembers or forgets the page in front.", "remember this page as board", `{"action":"remember","name":"board"}`,
		words{"": "Remember the page", "forget": "Forget the page"}),
	row[nameArgs]("sites", tool.ChangesSystem, tool.Never, "open_site", "Opens a page that was remembered under a name.", "take me to my standup board", `{"name":"standup board"}`,
		words{"": "Open the remembered page"}),
	row[cronArgs]("recurring", tool.ChangesSystem, tool.Never, "cron", "Does something again and again.", "every 10 minutes check my mail", `{"action":"add","every":"10 minutes","task":"check my mail"}`,
		words{"": "Do again and again:", "list": "List the recurring tasks", "start": "Start the recurring tasks", "stop": "Stop the recurring tasks", "remove": "Remove the recurring task"}),
	row[backgroundArgs]("background", tool.ChangesSystem, tool.Never, "background", "Works on something beside what you do.", "in the background, sort my downloads", `{"action":"start","task":"sort my downloads"}`,
		words{"": "Do in the background:", "list": "List the background work", "cancel": "Stop the background work"}),
	row[meetingArgs]("meetings", tool.ChangesSystem, tool.Never, "meeting", "Takes notes of a meeting.", "start the meeting", `{"action":"start"}`,
		words{"": "Tell whether a meeting is recorded", "start": "Record the meeting", "stop": "End the meeting"}),
}
