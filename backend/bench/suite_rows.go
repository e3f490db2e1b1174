package bench

// truth is what a case must come to.
type truth string

const (
	hasEffect truth = "hasEffect" // it really happens and lasts; Pace must say done
	noEffect  truth = "noEffect"  // nothing, not what was asked, or not for long; Pace must not say done
	refused   truth = "refused"   // it can't be done; nothing may happen and the reason is told
	asks      truth = "asks"      // several things fit; nothing may happen and Pace asks which
	already   truth = "already"   // it is so; nothing may happen and Pace may say done
)

// row is one case: what is said, and what must come of it. In an effect of the record # stands for a number.
type row struct {
	say   string
	truth truth
	want  []Effect // each must be in the record once, and be the last word of its control
	never []string // controls of which nothing may be in the record
	shows string   // afterwards some object says exactly this
	opens string   // afterwards the program has a window with this in its title …
	shuts string   // … or none with this
	brisk bool     // with the real budget: it is known that there is nothing to wait for
	on    []string // toolkits; empty = all
}

// scene is one start of a fixture and the cases that it serves.
type scene struct {
	name string
	args []string
	warm bool // Pace watches the program in front beforehand, as a live host does
	rows []row
	on   []string
}

func one(control, effect string) []Effect { return []Effect{{Control: control, Effect: effect}} }

const unicode = "Grüße, Ω 你好 🙂"

// toolkits are the fixtures by the name a person knows.
var toolkits = []struct{ name, file string }{{"GTK3", "gtk3.py"}, {"GTK4", "gtk4.py"}, {"Qt5", "qt5.py"}, {"Chromium", "page.py"}}

// scenes are the fail-prone suite. What moves by itself is shown only where it is the point: it costs the machine.
var scenes = []scene{
	{name: "buttons", args: []string{"--only", "now,later,nothing,disabled,move,dialog,steal,vanish,revert,same,name"}, rows: []row{
		{say: "press Now", truth: hasEffect, want: one("Now", "now #")},
		{say: "press Later", truth: hasEffect, want: one("Later", "later #")},
		{say: `press "Nothing"`, truth: noEffect, brisk: true},
		{say: "press Disabled", truth: refused, never: []string{"Disabled"}},
		{say: "press Move", truth: hasEffect, want: one("Move", "move #")},
		{say: "click the Move button", truth: hasEffect, want: one("Move", "move #")},
		{say: "press Frobnicate", truth: refused},
		{say: "press Revert", truth: noEffect},
		{say: "press Same in the Right group", truth: hasEffect, want: one("Right Same", "right same #"), never: []string{"Left Same"}},
		{say: "press Same", truth: asks, never: []string{"Left Same", "Right Same"}},
		{say: "the first one", truth: hasEffect, want: one("Left Same", "left same #"), never: []string{"Right Same"}},
		{say: "press Dialog", truth: hasEffect, want: one("Dialog", "dialog open")},
		{say: "press OK", truth: hasEffect, want: one("Dialog", "dialog ok")},
		{say: "press Dialog and then press Cancel", truth: hasEffect, want: one("Dialog", "dialog cancelled")},
		{say: `press Now and then press "Nothing" and then press "Now"`, truth: noEffect, want: one("Now", "now #"), brisk: true},
		{say: "press Steal and then type seized in Name", truth: hasEffect, want: []Effect{{Control: "Steal", Effect: "steal #"}, {Control: "Name", Effect: "seized"}}},
		{say: "press Dismiss", truth: hasEffect, shuts: "Interruption"},
		{say: "press Vanish", truth: hasEffect, want: one("Vanish", "vanished")},
		{say: "press Vanish", truth: refused, never: []string{"Vanish"}},
	}},
	{name: "texts", args: []string{"--only", "now,name,amount,fixed,fickle,secret,notes"}, rows: []row{
		{say: "type hello in Name", truth: hasEffect, want: one("Name", "hello"), shows: "hello"},
		{say: `set Name to "` + unicode + `"`, truth: hasEffect, want: one("Name", unicode), shows: unicode},
		{say: `set Name to "` + unicode + `"`, truth: already, never: []string{"Name"}, shows: unicode},
		{say: "set Amount to 42", truth: hasEffect, want: one("Amount", "42"), shows: "42"},
		{say: "set Amount to 1,50", truth: noEffect, brisk: true},
		{say: "set Fixed to loose", truth: noEffect, brisk: true},
		{say: "set Fickle to steady", truth: noEffect},
		{say: "set Secret to hunter2", truth: refused, never: []string{"Secret"}},
		{say: "type hunter2 in Secret", truth: refused, never: []string{"Secret"}},
		{say: `type "` + unicode + `" in Notes`, truth: hasEffect, want: one("Notes", unicode), shows: unicode},
		{say: "set Notes to \"alpha\nbeta\"", truth: hasEffect, want: one("Notes", "alpha\nbeta")},
		{say: "set Name to \"two\nlines\"", truth: refused, never: []string{"Name"}},
		{say: "clear Name", truth: hasEffect, want: one("Name", "")},
	}},
	{name: "choices", args: []string{"--only", "menu,tabs,colour,agree,size,level"}, rows: []row{
		{say: "tick Agree", truth: hasEffect, want: one("Agree", "agree on")},
		{say: "check Agree", truth: already, never: []string{"Agree"}},
		{say: "uncheck Agree", truth: hasEffect, want: one("Agree", "agree off")},
		{say: "press Large", truth: hasEffect, want: one("Large", "size Large")},
		{say: "press Medium", truth: hasEffect, want: one("Medium", "size Medium")},
		{say: "set Level to 70", truth: hasEffect, want: one("Level", "level 70")},
		{say: "set Level to 500", truth: refused, never: []string{"Level"}},
		{say: "choose Blue from Colour", truth: hasEffect, want: one("Colour", "colour Blue")},
		{say: "set Colour to Green", truth: hasEffect, want: one("Colour", "colour Green")},
		{say: "choose Purple from Colour", truth: refused, never: []string{"Colour"}},
		{say: "File > Export > As text", truth: hasEffect, want: one("As text", "exported as text")},
		{say: "press As image", truth: hasEffect, want: one("As image", "exported as image")},
		{say: "press Apply advanced", truth: hasEffect, want: one("Apply advanced", "apply advanced #")},
		{say: "select the General tab", truth: hasEffect, want: one("Tabs", "General")},
		{say: "press Apply general", truth: hasEffect, want: one("Apply general", "apply general #")},
	}},
	{name: "restless", args: []string{"--only", "now,nothing,later,agree,name,ticks,clock,spinner,progress,second"}, rows: restless},
	{name: "restless, host", args: []string{"--only", "now,nothing,later,agree,name,ticks,clock,spinner,progress,second"}, rows: restless, warm: true, on: []string{"GTK3"}},
	{name: "form", args: []string{"--form"}, rows: []row{
		{say: "set Field 1 to Ada and then set Field 2 to Byron and then set Field 3 to London and then set Field 4 to 1815 and then " +
			"tick Field 5 and then tick Field 6 and then tick Field 7 and then tick Field 8", truth: hasEffect,
			want: []Effect{{Control: "Field 1", Effect: "Ada"}, {Control: "Field 2", Effect: "Byron"}, {Control: "Field 3", Effect: "London"}, {Control: "Field 4", Effect: "1815"},
				{Control: "Field 5", Effect: "field 5 on"}, {Control: "Field 6", Effect: "field 6 on"}, {Control: "Field 7", Effect: "field 7 on"}, {Control: "Field 8", Effect: "field 8 on"}}},
		{say: "press Submit", truth: hasEffect, want: one("Submit", "submitted Ada | Byron | London | 1815 | on | on | on | on")},
	}},
	{name: "rows", args: []string{"--rows", "5000"}, rows: []row{
		{say: "press Row 3", truth: hasEffect, want: one("Rows", "row 3")},
		{say: "press Row 4321", truth: hasEffect, want: one("Rows", "row 4321")},
		{say: "press Row 9999", truth: refused, never: []string{"Rows"}},
	}},
	{name: "hang", args: []string{"--only", "now,hang", "--hang", "120"}, rows: []row{
		{say: "press Hang", truth: noEffect, brisk: true},
		{say: "press Now", truth: noEffect, brisk: true},
	}},
}

var restless = []row{
	{say: "press Now", truth: hasEffect, want: one("Now", "now #")},
	{say: `press "Nothing"`, truth: noEffect, brisk: true},
	{say: "press Later", truth: hasEffect, want: one("Later", "later #")},
	{say: "tick Agree", truth: hasEffect, want: one("Agree", "agree on")},
	{say: "type calm in Name", truth: hasEffect, want: one("Name", "calm"), shows: "calm"},
	{say: `press Now and then press "Now"`, truth: hasEffect, want: append(one("Now", "now #"), one("Now", "now #")...)},
}

func (r row) runsOn(toolkit string) bool { return listed(r.on, toolkit) }

func listed(on []string, toolkit string) bool {
	for _, x := range on {
		if x == toolkit {
			return true
		}
	}
	return len(on) == 0
}
