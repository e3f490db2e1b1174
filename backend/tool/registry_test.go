package tool

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func registry(t *testing.T, tools ...Tool) *Registry {
	t.Helper()
	r, err := NewRegistry(tools...)
	require.NoError(t, err)
	return r
}

func call(name, args string) Call { return Call{Tool: name, Args: json.RawMessage(args)} }

func one(c ...Call) [][]Call {
	var out [][]Call
	for _, x := range c {
		out = append(out, []Call{x})
	}
	return out
}

func TestAWrongSpecRefusesTheWholeSet(t *testing.T) {
	for name, c := range map[string]struct {
		tool Tool
		want string
	}{
		"name in capitals":     {opener("Open"), "not lower_snake"},
		"name with a dot":      {opener("open.app"), "not lower_snake"},
		"name with a space":    {opener("open app"), "not lower_snake"},
		"no name":              {opener(""), "not lower_snake"},
		"no summary":           {opener("open", func(s *Spec) { s.Summary = "" }), "summary or example"},
		"no example":           {opener("open", func(s *Spec) { s.Example = "" }), "summary or example"},
		"no example args":      {opener("open", func(s *Spec) { s.ExampleArg = "" }), "summary or example"},
		"destructive":          {opener("open", func(s *Spec) { s.Risk = Destructive }), `risk "destructive" is not allowed`},
		"no risk":              {opener("open", func(s *Spec) { s.Risk = "" }), "risk"},
		"unheard-of risk":      {opener("open", func(s *Spec) { s.Risk = "fine" }), "risk"},
		"approval undecided":   {opener("open", func(s *Spec) { s.Approval = Approval{} }), "approval"},
		"unheard-of approval":  {opener("open", func(s *Spec) { s.Approval.Mode = "perhaps" }), "approval"},
		"approval without if":  {opener("open", func(s *Spec) { s.Approval.Mode = WhenArgs }), "approval"},
		"offered to nobody":    {opener("open", func(s *Spec) { s.Offer = 0 }), "offered to nobody"},
		"example breaks args":  {opener("open", func(s *Spec) { s.ExampleArg = `{"app":"x","file":"x"}` }), "example.file"},
		"reversible, no undo":  {opener("open", func(s *Spec) { s.Reversible = true }), "Undoer"},
		"undo, not reversible": {undoing{opener("open")}, "Undoer"},
		"nothing to say":       {&fake{opener("open").spec, " "}, "by nothing"},
		"an alias of nothing":  {opener("open", func(s *Spec) { s.Aliases = []string{"-"} }), "no name"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewRegistry(opener("launch"), c.tool)
			require.ErrorContains(t, err, c.want)
			require.Nil(t, r)
		})
	}
	registry(t, undoing{opener("open", func(s *Spec) { s.Reversible = true })})
}

func TestNoTwoToolsShareASpelling(t *testing.T) {
	alias := func(a ...string) func(*Spec) { return func(s *Spec) { s.Aliases = a } }
	for name, tools := range map[string][]Tool{
		"the same name":                 {opener("open"), opener("open")},
		"the same tool twice":           {opener("open"), opener("open")},
		"an alias is another's name":    {opener("open"), opener("launch", alias("Open"))},
		"a name is another's alias":     {opener("launch", alias("open")), opener("open")},
		"two aliases, spelled apart":    {opener("a", alias("open.app")), opener("b", alias("Open-App"))},
		"camel case and snake are same": {opener("open_app"), opener("b", alias("openApp"))},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewRegistry(tools...)
			require.ErrorContains(t, err, "is taken by")
		})
	}
	registry(t, opener("open_app", alias("open.app", "openApp", "Open App"))) // its own spellings may meet
}

func TestANameIsFoundHoweverItIsSpelled(t *testing.T) {
	r := registry(t, opener("open_app", func(s *Spec) { s.Aliases = []string{"App.launch"} }))
	for _, n := range []string{"open_app", "open-app", "OPEN.APP", " open app ", "openApp", "app_launch", "App.launch"} {
		_, ok := r.Lookup(n)
		require.True(t, ok, n)
	}
	for _, n := range []string{"", "open", "open_apps", "launch"} {
		_, ok := r.Lookup(n)
		require.False(t, ok, n)
	}
}

func TestToolsAreListedByName(t *testing.T) {
	r := registry(t, opener("zoom"), opener("open"), opener("launch"))
	var names []string
	for _, x := range r.Tools() {
		names = append(names, x.Spec().Name)
	}
	require.Equal(t, []string{"launch", "open", "zoom"}, names)
}

func TestTheRegistryCannotBeChangedFromOutside(t *testing.T) {
	tool := opener("open", func(s *Spec) { s.Aliases = []string{"start"}; s.Uses = []Resource{UsesInput} })
	r := registry(t, tool)

	tool.spec.Risk = Destructive
	tool.spec.Aliases[0], tool.spec.Uses[0] = "erase", UsesClipboard
	tool.spec.Args.Fields[0].Required = false
	r.Tools()[0] = opener("other")
	card := r.Cards()[0]
	card.Uses[0], card.Aliases[0] = UsesFocus, "hm"

	again := r.Cards()[0]
	require.Equal(t, ChangesSystem, again.Risk)
	require.Equal(t, []string{"start"}, again.Aliases)
	require.Equal(t, []Resource{UsesInput}, again.Uses)
	_, ok := r.Lookup("start")
	require.True(t, ok)
	_, ps := r.Plan(one(call("open", `{}`)), OfferPlanner)
	require.NotEmpty(t, ps, "the argument is still needed")
}

func TestAPlanHoldsValidatedCallsUnderTheToolsOwnName(t *testing.T) {
	r := registry(t, opener("open_app", func(s *Spec) { s.Aliases = []string{"App.launch"} }), opener("close_app"))
	want := &desktop.Expect{Kind: desktop.WindowOpens}
	p, ps := r.Plan([][]Call{
		{{Tool: "app.launch", Args: json.RawMessage(`{"name":"Notes"}`), Expect: want}},
		{call("close_app", `{"app":"Mail"}`), call("openApp", `"{\"app\":7}"`)},
	}, OfferPlanner)
	require.Empty(t, ps)
	require.Equal(t, 3, p.Len())
	steps := p.Steps()
	require.Equal(t, Call{Tool: "open_app", Args: json.RawMessage(`{"app":"Notes"}`), Expect: want}, steps[0][0].Call)
	require.Equal(t, `{"app":"7"}`, string(steps[1][1].Call.Args))
	require.Equal(t, "open_app", steps[1][1].Spec.Name)
}

func TestOneBadCallRejectsThemAll(t *testing.T) {
	r := registry(t, opener("open"))
	p, ps := r.Plan([][]Call{
		{call("open", `{"app":"Notes"}`)},
		{call("open", `{"app":"Notes"}`), call("erase", `{}`)},
		{call("open", `{"ap":"Notes"}`)},
		{{Tool: "open", Args: json.RawMessage(`{"app":"x"}`), Expect: &desktop.Expect{Kind: "hopes"}}},
	}, OfferAll)
	require.Zero(t, p.Len())
	require.Empty(t, p.Steps())
	require.Equal(t, []Problem{
		{"calls[1][1]", `there is no tool "erase"`},
		{"calls[2].args.app", "is missing"},
		{"calls[2].args.ap", "is not an argument of this tool"},
		{"calls[3].expect", `"hopes" is not something that can be expected`},
	}, ps)
}

func TestAToolIsThereOnlyForThoseItIsOfferedTo(t *testing.T) {
	r := registry(t, opener("open", func(s *Spec) { s.Offer = OfferCommand }))
	_, ps := r.Plan(one(call("open", `{"app":"x"}`)), OfferPlanner|OfferMCP)
	require.Equal(t, []Problem{{"calls[0]", `there is no tool "open"`}}, ps)
	_, ps = r.Plan(one(call("open", `{"app":"x"}`)), OfferCommand)
	require.Empty(t, ps)
}

func TestAPlanIsBounded(t *testing.T) {
	r := registry(t, opener("open"))
	many := make([]Call, MaxCalls+1)
	for i := range many {
		many[i] = call("open", `{"app":"x"}`)
	}
	_, ps := r.Plan(one(many[:MaxCalls]...), OfferAll)
	require.Empty(t, ps)
	for _, steps := range [][][]Call{one(many...), {many}} {
		p, ps := r.Plan(steps, OfferAll)
		require.Equal(t, []Problem{{"calls", "are 65, more than 64"}}, ps)
		require.Zero(t, p.Len())
	}
}

func TestAValidatedPlanCannotBeChanged(t *testing.T) {
	r := registry(t, opener("open"))
	args := json.RawMessage(`{"app":"Notes"}`)
	expect := &desktop.Expect{Kind: desktop.TitleHas, Value: "Notes"}
	calls := [][]Call{{{Tool: "open", Args: args, Expect: expect}}}
	p, ps := r.Plan(calls, OfferAll)
	require.Empty(t, ps)

	copy(args, `{"app":"Erase`)
	expect.Kind = "hopes"
	got := p.Steps()
	got[0][0].Call.Tool = "erase"
	got[0][0].Call.Args[2] = 'X'
	got[0][0].Call.Expect.Value = ""
	got[0] = nil

	b := p.Steps()[0][0]
	require.Equal(t, "open", b.Call.Tool)
	require.Equal(t, `{"app":"Notes"}`, string(b.Call.Args))
	require.Equal(t, desktop.Expect{Kind: desktop.TitleHas, Value: "Notes"}, *b.Call.Expect)
}

func TestApprovalAsksWhenInDoubt(t *testing.T) {
	long := Approval{Mode: WhenArgs, When: func(a json.RawMessage) bool { return strings.Contains(string(a), "secret") }}
	require.False(t, Approval{Mode: Never}.Asks(nil))
	require.True(t, Approval{Mode: Always}.Asks(nil))
	require.True(t, Approval{}.Asks(nil))
	require.True(t, long.Asks(json.RawMessage(`{"a":"secret"}`)))
	require.False(t, long.Asks(json.RawMessage(`{}`)))
}

func TestACardIsCompleteJSON(t *testing.T) {
	b, err := json.Marshal(registry(t, opener("open")).Cards())
	require.NoError(t, err)
	require.Contains(t, string(b), `"aliases":[],"summary":"Opens a program.","example":"open Notes","exampleArgs":{"app":"Notes"}`)
	require.Contains(t, string(b), `"uses":[],"needs":[]`)
}

// noting is a tool of which one kind of call only reads.
type noting struct{ undoing }

func (noting) Reads(args json.RawMessage) bool { return string(args) == `{"app":"Notes"}` }

func TestACallThatOnlyReadsIsPlannedAsOne(t *testing.T) {
	r := registry(t, noting{undoing{opener("note", func(s *Spec) { s.Reversible = true })}})
	p, problems := r.Plan(one(call("note", `{"app":"Notes"}`), call("note", `{"app":"Other"}`)), OfferAll)
	require.Empty(t, problems)
	got := []Bound{p.Steps()[0][0], p.Steps()[1][0]}
	require.Equal(t, ReadOnly, got[0].Spec.Risk)
	require.False(t, got[0].Spec.Reversible)
	require.Equal(t, ChangesSystem, got[1].Spec.Risk)
	require.True(t, got[1].Spec.Reversible)
}

func TestAnAliasMaySayAnArgumentByItself(t *testing.T) {
	given := func(alias string) func(*Spec) {
		return func(s *Spec) {
			s.Aliases = []string{"Editor.open"}
			s.Given = map[string]map[string]string{alias: {"app": "Editor"}}
		}
	}
	r := registry(t, opener("open", given("Editor.open")))
	for name, want := range map[[2]string]string{
		{"editor_open", `{}`}:                `{"app":"Editor"}`,
		{"Editor.open", `null`}:              `{"app":"Editor"}`,
		{"Editor.open", `{"app":"Other"}`}:   `{"app":"Other"}`,
		{"Editor.open", `"{\"app\":\"X\"}"`}: `{"app":"X"}`,
		{"open", `{"app":"Other"}`}:          `{"app":"Other"}`,
	} {
		p, problems := r.Plan(one(call(name[0], name[1])), OfferAll)
		require.Empty(t, problems, "%v", name)
		require.JSONEq(t, want, string(p.Steps()[0][0].Call.Args), "%v", name)
	}
	_, problems := r.Plan(one(call("Editor.open", `{"a\"b":1}`)), OfferAll)
	require.NotEmpty(t, problems)
	_, problems = r.Plan(one(call("Editor.open", `[]`)), OfferAll)
	require.NotEmpty(t, problems)
	_, problems = r.Plan(one(call("open", `{}`)), OfferAll)
	require.NotEmpty(t, problems, "the name itself says nothing")

	_, err := NewRegistry(opener("open", given("Editor.close")))
	require.ErrorContains(t, err, "no alias")
}
