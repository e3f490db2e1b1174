package desktop

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestStatesHaveNamesThatCanBeReadBack(t *testing.T) {
	var all State
	for i := range stateNames {
		one := State(1 << i)
		require.Equal(t, []string{stateNames[i]}, one.Names())
		got, ok := ParseState(stateNames[i])
		require.True(t, ok)
		require.Equal(t, one, got)
		all |= one
	}
	require.Equal(t, ReadOnly, State(1<<(len(stateNames)-1)), "every state has a name, and no name is without a state")
	require.Equal(t, len(stateNames), len(all.Names()))
	require.Equal(t, "enabled checked", (Enabled | Checked).String())
	require.Empty(t, State(0).String())
	_, ok := ParseState("Enabled")
	require.False(t, ok)
}

func TestAStateSetHasOnlyWhatIsInIt(t *testing.T) {
	s := Enabled | Visible
	require.True(t, s.Has(Enabled))
	require.True(t, s.Has(Enabled|Visible))
	require.False(t, s.Has(Enabled|Focused), "all of them are asked for")
	require.True(t, Element{State: s}.Has(Visible))
}

func TestAnElementIsDescribedAsAPersonWouldSay(t *testing.T) {
	for want, e := range map[string]Element{
		"button “Save”":                  {Role: Button, Name: "Save"},
		"check box “Wrap”":               {Role: CheckBox, Name: "Wrap"},
		"row “Milk”":                     {Role: ListItem, Name: "Milk"},
		"the text field":                 {Role: TextField},
		"the element":                    {Role: Other},
		"password field “PIN”":           {Role: Password, Name: "PIN", Value: "1234"},
		"label “" + long(59, "ü") + "…”": {Role: Label, Name: long(61, "ü")},
		"label “" + long(60, "ü") + "”":  {Role: Label, Name: long(60, "ü")},
	} {
		require.Equal(t, want, e.Describe())
		require.True(t, utf8.ValidString(e.Describe()))
	}
}

func long(n int, s string) string {
	out := ""
	for range n {
		out += s
	}
	return out
}

func TestVerbsAreThoseThatAreOffered(t *testing.T) {
	e := Element{Verbs: []Verb{Press, Focus}}
	require.True(t, e.Can(Focus))
	require.False(t, e.Can(SetText))
	require.False(t, Element{}.Can(Press))
}

func TestOnlyTheEmptyRefIsZero(t *testing.T) {
	require.True(t, Ref{}.Zero())
	require.False(t, Ref{App: ":1.2"}.Zero())
}

func TestAPathIsWrittenStepByStep(t *testing.T) {
	p := []Step{{Role: WindowRole, Name: "Notes"}, {Role: Group}, {Role: Button, Name: "Save", Nth: 1}}
	require.Equal(t, []string{"window:Notes", "group:", "button:Save#2"}, PathString(p))
	require.Empty(t, PathString(nil))
}

func TestPathsAreTheSameThoughTheWindowWasRetitled(t *testing.T) {
	save := func(title string, nth int) []Step {
		return []Step{{Role: WindowRole, Name: title}, {Role: Button, Name: "Save", Nth: nth}}
	}
	require.True(t, SamePath(save("Notes", 0), save("Notes", 0)))
	require.True(t, SamePath(save("Notes", 0), save("*Notes", 0)))
	require.False(t, SamePath(save("Notes", 0), save("Notes", 1)))
	require.False(t, SamePath(save("Notes", 0), save("Notes", 0)[:1]))
	require.False(t, SamePath(save("Notes", 0), []Step{{Role: Dialog, Name: "Notes"}, {Role: Button, Name: "Save"}}))
	require.False(t, SamePath(save("Notes", 0), []Step{{Role: WindowRole, Name: "Notes"}, {Role: Button, Name: "Send"}}))
	require.False(t, SamePath([]Step{{Role: WindowRole, Name: "a", Nth: 0}}, []Step{{Role: WindowRole, Name: "b", Nth: 1}}))
}

// two is a snapshot of windows, each with a button Save but those in lacks.
func two(lacks string, titles ...string) Snapshot {
	var s Snapshot
	for _, n := range titles {
		w := Step{Role: WindowRole, Name: n}
		s.Elements = append(s.Elements, Element{Ref: Ref{ID: n}, Role: WindowRole, Name: n, Path: []Step{w}})
		if n != lacks {
			s.Elements = append(s.Elements, Element{Ref: Ref{ID: n + "/save"}, Name: "Save", Path: []Step{w, {Role: Button, Name: "Save"}}})
		}
	}
	return s
}

func TestAPathLeadsToTheRightWindow(t *testing.T) {
	path := []Step{{Role: WindowRole, Name: "B"}, {Role: Button, Name: "Save"}}
	for name, c := range map[string]struct {
		s    Snapshot
		want string
	}{
		"the one with its title, not the first that fits": {two("", "A", "B"), "B/save"},
		"the only one, retitled":                          {two("", "*B"), "*B/save"},
		"none, when two others fit":                       {two("", "A", "*B"), ""},
		"none, when its window lost it":                   {two("B", "A", "B"), ""},
		"none, when nothing fits":                         {two("A", "A"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			e, ok := c.s.ByPath(path)
			require.Equal(t, c.want != "", ok)
			require.Equal(t, c.want, e.Ref.ID)
		})
	}
	s := two("", "A")
	s.Elements = append(s.Elements, Element{Ref: Ref{ID: "no path"}})
	_, ok := s.ByPath(nil)
	require.False(t, ok, "no path leads nowhere")
}

func TestARefIsFoundInItsSnapshot(t *testing.T) {
	s := two("", "A", "B")
	e, ok := s.Find(Ref{ID: "B/save"})
	require.True(t, ok)
	require.Equal(t, "Save", e.Name)
	_, ok = s.Find(Ref{ID: "C"})
	require.False(t, ok)
}
