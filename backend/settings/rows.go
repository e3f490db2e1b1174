package settings

import "time"

// The keys are typed, so that a getter can't be asked for the wrong kind.
type (
	BoolKey     string
	IntKey      string
	DurationKey string
	TextKey     string
	HoursKey    string
)

// The keys of the table. The strings are the keys of settings.json and never change.
const (
	EnableActions       BoolKey     = "EnableActions"
	ApproveRiskyActions BoolKey     = "ApproveRiskyActions"
	AgentMaxSteps       IntKey      = "AgentMaxSteps"
	BudgetPress         DurationKey = "BudgetPress"
	BudgetText          DurationKey = "BudgetText"
	BudgetOpenApp       DurationKey = "BudgetOpenApp"
	BudgetOpenURL       DurationKey = "BudgetOpenURL"
	TraceEnabled        BoolKey     = "TraceEnabled"
	TraceDays           IntKey      = "TraceDays"
	PlannerTier         TextKey     = "PlannerTier"
	PlannerURL          TextKey     = "PlannerURL"
	PlannerModel        TextKey     = "PlannerModel"
	PlannerStallTimeout DurationKey = "PlannerStallTimeout"
	PlannerLooks        BoolKey     = "PlannerLooks"
	PlannerThread       IntKey      = "PlannerThread"
	PlannerContext      IntKey      = "PlannerContext"
	PlannerKeepAlive    DurationKey = "PlannerKeepAlive"
	PreferredBrowser    TextKey     = "PreferredBrowser"
	ProactivityProfile  TextKey     = "proactivityProfile"
	QuietHours          HoursKey    = "QuietHours"
)

// Type is the kind of a row's value.
type Type string

// The types of values, with their form in settings.json.
const (
	Bool     Type = "bool"     // true, false
	Int      Type = "int"      // 8
	Duration Type = "duration" // "2s", as time.ParseDuration reads it
	Text     Type = "text"     // one line
	Choice   Type = "choice"   // one of Choices
	Span     Type = "hours"    // "22:00-07:00", or empty; see Hours
	URL      Type = "url"      // http or https, with a host and without a password
)

// Scope says when a changed value takes effect.
type Scope string

// The scopes.
const (
	PerTurn   Scope = "turn"   // from the next Reload, that is the next turn
	PerLaunch Scope = "launch" // when Pace starts again
)

// Source says where a value comes from.
type Source string

// The sources, the later ones win.
const (
	FromDefault     Source = "default"
	FromFile        Source = "file"
	FromEnvironment Source = "environment"
)

// Row is one setting: what it is, and (in the answer of List) what it is set to. Default, Min, Max
// and Value are bool, int, time.Duration or string, after Type. It is ready to be shown.
type Row struct {
	Key     string
	Type    Type
	Default any
	Min     any // Int and Duration: bounds, both allowed themselves. Text: nil
	Max     any // Text and URL: greatest length in bytes
	Choices []string
	Scope   Scope
	Env     string // the variable that overrides it, or ""
	Summary string

	Value   any
	Source  Source
	Pending any    // PerLaunch: the value that holds after the next start, nil when it is the same
	Problem string // why the file's or the environment's value was not taken, or ""
}

// tiers are the values of --tier.
var tiers = []string{"builtin", "local", "appleFoundationModels", "cliBridge", "cliDirect", "directAPI"}

// profiles are those of the gate, from quiet to talkative.
var profiles = []string{"reserved", "balanced", "talkative"}

// table makes the rows anew, so that nobody can change them for others.
func table() []Row {
	return []Row{
		{Key: string(EnableActions), Type: Bool, Default: true, Scope: PerTurn,
			Summary: "Pace may act. When off, it still answers and reads."},
		{Key: string(ApproveRiskyActions), Type: Bool, Default: true, Scope: PerTurn,
			Summary: "Ask before actions that create, send or download something."},
		{Key: string(AgentMaxSteps), Type: Int, Default: 8, Min: 1, Max: 30, Scope: PerTurn,
			Summary: "How often a planner may be asked again within one turn."},
		{Key: string(BudgetPress), Type: Duration, Default: 2 * time.Second, Min: 100 * time.Millisecond, Max: time.Minute, Scope: PerTurn,
			Summary: "How long to wait for the effect of a press."},
		{Key: string(BudgetText), Type: Duration, Default: 2 * time.Second, Min: 100 * time.Millisecond, Max: time.Minute, Scope: PerTurn,
			Summary: "How long to wait until typed text has arrived."},
		{Key: string(BudgetOpenApp), Type: Duration, Default: 15 * time.Second, Min: time.Second, Max: 5 * time.Minute, Scope: PerTurn,
			Summary: "How long to wait for the window of an application."},
		{Key: string(BudgetOpenURL), Type: Duration, Default: 20 * time.Second, Min: time.Second, Max: 5 * time.Minute, Scope: PerTurn,
			Summary: "How long to wait until a page shows in the browser."},
		{Key: string(TraceEnabled), Type: Bool, Default: true, Scope: PerTurn,
			Summary: "Keep a record of each turn on this machine."},
		{Key: string(TraceDays), Type: Int, Default: 7, Min: 1, Max: 90, Scope: PerTurn,
			Summary: "After how many days these records are deleted."},
		{Key: string(PlannerTier), Type: Choice, Default: "builtin", Choices: tiers, Scope: PerTurn,
			Summary: "Who plans what no rule covers. Until you choose, a model server that is found on this machine, else the built-in planner."},
		{Key: string(PlannerURL), Type: URL, Default: "http://127.0.0.1:1234/v1", Max: 2048, Scope: PerTurn, Env: "PACE_PLANNER_URL",
			Summary: "Address of the model server on this machine. Until you choose, ports 1234, 11434 and 8080 are looked at."},
		{Key: string(PlannerModel), Type: Text, Default: "", Max: 200, Scope: PerTurn, Env: "PACE_PLANNER_MODEL",
			Summary: "Model to ask for. Empty: the one the server has loaded."},
		{Key: string(PlannerStallTimeout), Type: Duration, Default: 30 * time.Second, Min: 10 * time.Millisecond, Max: 10 * time.Minute, Scope: PerLaunch,
			Env: "PACE_PLANNER_STALL_TIMEOUT", Summary: "How long a model server may pause between two pieces of its answer."},
		{Key: string(PlannerLooks), Type: Bool, Default: false, Scope: PerTurn,
			Summary: "Tell the model what is on the screen with every sentence. When off, only where the sentence seems to need it."},
		{Key: string(PlannerThread), Type: Int, Default: 4, Min: 1, Max: 8, Scope: PerTurn,
			Summary: "How many of the last exchanges a model is told word by word."},
		{Key: string(PlannerContext), Type: Int, Default: 0, Min: 0, Max: 1 << 20, Scope: PerTurn,
			Summary: "How many tokens a prompt and its reply may take. 0: what the model server was started with. Ollama is told to make room for it."},
		{Key: string(PlannerKeepAlive), Type: Duration, Default: time.Duration(0), Min: time.Duration(0), Max: 24 * time.Hour, Scope: PerTurn,
			Summary: "How long Ollama keeps a model in memory after a sentence. 0: as it was set up."},
		{Key: string(PreferredBrowser), Type: Text, Default: "", Max: 200, Scope: PerTurn,
			Summary: "Browser for links. Empty: the system's own choice."},
		{Key: string(ProactivityProfile), Type: Choice, Default: "balanced", Choices: profiles, Scope: PerTurn,
			Summary: "How freely Pace speaks up by itself. Timers ring in any case."},
		{Key: string(QuietHours), Type: Span, Default: "", Scope: PerTurn,
			Summary: "Between which times Pace makes no sound by itself, for instance 22:00-07:00. Empty: never. Timers ring in any case."},
	}
}

// implied are defaults that follow from the environment: who names a model server wants it asked,
// unless the file chooses a tier.
var implied = []struct{ env, key, value string }{
	{"PACE_PLANNER_URL", string(PlannerTier), "local"},
}
