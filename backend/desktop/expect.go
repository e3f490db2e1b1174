package desktop

import (
	"fmt"
	"strings"
)

// Expect is a screen expectation as data, so that plans, flows and traces can carry it.
type Expect struct {
	Kind   ExpectKind `json:"kind"`
	Target Target     `json:"target"`
	Value  string     `json:"value,omitempty"`
}

// ExpectKind is what should become true.
type ExpectKind string

const (
	TextEquals   ExpectKind = "textEquals"   // the target's content or name equals Value, after Normalise
	TextContains ExpectKind = "textContains" // … contains Value
	StateIs      ExpectKind = "stateIs"      // Value is a state name, "!checked" its absence
	ValueIs      ExpectKind = "valueIs"      // number, or chosen option
	Appears      ExpectKind = "appears"      // an element that fits Target exists
	Disappears   ExpectKind = "disappears"
	WindowOpens  ExpectKind = "windowOpens" // of the same application; Value: part of its title, or empty
	TitleHas     ExpectKind = "titleHas"    // the active window's title contains Value
	Changes      ExpectKind = "changes"     // anything that proves a press, by the strong and weak rules
)

// Check tells whether the expectation could be looked for at all, in words for whoever wrote it. An empty text is in
// every text and an empty target is every element: such an expectation would hold whatever happened.
func (e Expect) Check() error {
	value := strings.TrimSpace(e.Value)
	switch e.Kind {
	case TextEquals, WindowOpens, Changes: // an empty text can be meant
	case TextContains, ValueIs, TitleHas:
		if value == "" {
			return fmt.Errorf("%s needs a value", e.Kind)
		}
	case StateIs:
		if _, ok := ParseState(strings.TrimPrefix(e.Value, "!")); !ok {
			return fmt.Errorf("%q is not a state an element can have", e.Value)
		}
	case Appears, Disappears:
		if e.Target.Label == "" && e.Target.Role == "" && len(e.Target.Path) == 0 {
			return fmt.Errorf("%s needs a target", e.Kind)
		}
	default:
		return fmt.Errorf("%q is not something that can be expected", e.Kind)
	}
	return nil
}

// Target says which element is meant, in the words of whoever asks.
type Target struct {
	Label     string   `json:"label,omitempty"`
	Role      Role     `json:"role,omitempty"`
	Container string   `json:"container,omitempty"` // name of a group, menu, tab, dialog or window around it
	App       string   `json:"app,omitempty"`
	Path      []string `json:"path,omitempty"` // as printed by PathString, when a question was answered
	Nth       int      `json:"nth,omitempty"`  // 1 = first of several equal ones, 0 = must be the only one
}
