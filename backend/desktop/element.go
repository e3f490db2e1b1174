// Package desktop is the vocabulary of the screen: elements, windows, input, and the small interfaces that a
// platform fulfils. It holds no state and does nothing by itself; platforms live in native/, and desktoptest is
// a stateful fake of one.
package desktop

import (
	"fmt"
	"slices"
	"strings"
)

// Ref names one element of one running application. It is opaque and short-lived: when the application drops the
// element every use answers ErrGone, and the element has to be found again by its Path. A Ref is never reused for
// something else by Pace.
type Ref struct {
	Backend string // "atspi", "ax", "fake"
	App     string // the application's connection
	ID      string
}

func (r Ref) Zero() bool { return r == Ref{} }

// Role is the closed set of roles Pace distinguishes. Natives that fit none are Other.
type Role string

const (
	Application Role = "application"
	WindowRole  Role = "window"
	Dialog      Role = "dialog"
	Button      Role = "button"
	Toggle      Role = "toggle" // a button that stays pressed; a switch
	CheckBox    Role = "checkbox"
	Radio       Role = "radio"
	TextField   Role = "text"
	Password    Role = "password"
	Combo       Role = "combo"
	List        Role = "list"
	ListItem    Role = "item" // row of a list, tree or table; option
	Table       Role = "table"
	Cell        Role = "cell"
	Menu        Role = "menu"
	MenuBar     Role = "menubar"
	MenuItem    Role = "menuitem"
	Link        Role = "link"
	TabList     Role = "tablist"
	Tab         Role = "tab"
	Slider      Role = "slider"
	SpinButton  Role = "spinbutton"
	Progress    Role = "progress" // also spinners and other things that move by themselves
	Label       Role = "label"
	Heading     Role = "heading"
	Image       Role = "image"
	Document    Role = "document"
	Group       Role = "group"
	ScrollBar   Role = "scrollbar"
	Toolbar     Role = "toolbar"
	StatusBar   Role = "statusbar"
	Alert       Role = "alert" // notification inside a window
	Other       Role = "other"
)

// State is a set of element states.
type State uint32

const (
	Enabled State = 1 << iota
	Visible       // on screen or would be when scrolled to; hidden tabs and closed menus are not
	Focused
	Focusable
	Editable
	Checkable
	Checked
	Mixed // neither checked nor unchecked
	Selectable
	Selected
	Expandable
	Expanded
	Pressed // a toggle that is down; for other buttons only while held, so no evidence
	Busy
	Secure // a password: its content is never read
	MultiLine
	Modal
	Active // a window in front
	Invalid
	ReadOnly
)

var stateNames = [...]string{"enabled", "visible", "focused", "focusable", "editable", "checkable", "checked",
	"mixed", "selectable", "selected", "expandable", "expanded", "pressed", "busy", "secure", "multiline", "modal",
	"active", "invalid", "readonly"}

func (s State) Has(x State) bool { return s&x == x }

// Names lists the states in s.
func (s State) Names() []string {
	var out []string
	for i, n := range stateNames {
		if s&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

func (s State) String() string { return strings.Join(s.Names(), " ") }

// ParseState is the inverse of one name of Names.
func ParseState(name string) (State, bool) {
	for i, n := range stateNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// NameFrom says where an element's name was taken from, best first.
type NameFrom string

const (
	NameOwn      NameFrom = "own"
	NameLabel    NameFrom = "label"    // a label says it is for this element
	NameChild    NameFrom = "child"    // the text of a child
	NameGeometry NameFrom = "geometry" // a label beside or above it
	NameNone     NameFrom = ""
)

// Verb is something an element can be asked to do through its own interface.
type Verb string

const (
	Press    Verb = "press"    // the default action
	SetText  Verb = "setText"  // Arg.Text replaces the whole content
	Insert   Verb = "insert"   // Arg.Text goes in at the caret
	Replace  Verb = "replace"  // Arg.Text takes the place of Arg.Span; offered by whatever offers Insert
	Mark     Verb = "mark"     // Arg.Span of the text becomes selected; offered by texts, and not listed
	SetValue Verb = "setValue" // Arg.Number
	Select   Verb = "select"   // of its container
	Expand   Verb = "expand"
	Collapse Verb = "collapse"
	Focus    Verb = "focus"
	Reveal   Verb = "reveal" // scroll into view
	ShowMenu Verb = "showMenu"
)

// Arg is the argument of a Verb.
type Arg struct {
	Text   string
	Number float64
	Span   Span
}

// Span is a stretch of an element's text, in characters (code points) of what Tree.Text gives.
type Span struct{ From, To int }

// Empty reports whether nothing is in it.
func (s Span) Empty() bool { return s.From >= s.To }

// Element is one thing on the screen as it was read. Text content of a Secure element is never in it.
type Element struct {
	Ref      Ref
	Parent   Ref
	Role     Role
	Native   string // the platform's own role name
	Name     string
	NameFrom NameFrom
	Value    string // text content (at most MaxValue bytes), number, or chosen option
	Desc     string
	State    State
	Bounds   Rect // points of the whole screen; zero = unknown
	Verbs    []Verb
	Children int    // as the application says; may be more than were read
	Index    int    // among its siblings; -1 = unknown
	Path     []Step // from the window down to this element, for finding it again

	// Range of a slider, spin button or progress bar; both zero when it has none.
	Min, Max float64
}

// MaxValue caps Element.Value. Longer texts are read whole through Tree.Text.
const MaxValue = 2048

// Step is one level of an element's path: its role and name, and its place among equal siblings (0 = first).
type Step struct {
	Role Role
	Name string
	Nth  int
}

func (s Step) String() string {
	if s.Nth > 0 {
		return fmt.Sprintf("%s:%s#%d", s.Role, s.Name, s.Nth+1)
	}
	return string(s.Role) + ":" + s.Name
}

// PathString writes a path for people and traces.
func PathString(p []Step) []string {
	out := make([]string, len(p))
	for i, s := range p {
		out[i] = s.String()
	}
	return out
}

func (e Element) Has(s State) bool { return e.State.Has(s) }

// Can reports whether e offers v.
func (e Element) Can(v Verb) bool {
	for _, x := range e.Verbs {
		if x == v {
			return true
		}
	}
	return false
}

// Describe names the element for a person: `button "Save"`.
func (e Element) Describe() string {
	role := roleWords[e.Role]
	if role == "" {
		role = string(e.Role)
	}
	if e.Name == "" {
		return "the " + role
	}
	return role + " “" + clip(e.Name, 60) + "”"
}

var roleWords = map[Role]string{ListItem: "row", TextField: "text field", Password: "password field", MenuItem: "menu item",
	CheckBox: "check box", Radio: "radio button", Toggle: "toggle button", Combo: "choice", SpinButton: "number field",
	Progress: "progress bar", Other: "element", Tab: "tab", WindowRole: "window"}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// App is one program that takes part in accessibility.
type App struct {
	Ref     Ref
	Name    string
	PID     int
	Toolkit Toolkit
	Answers bool // false: it did not answer in time and is left alone for a while
}

// Toolkit decides which quirks apply and which means of pressing was measured to be best.
type Toolkit string

const (
	GTK3         Toolkit = "gtk3"
	GTK4         Toolkit = "gtk4"
	Qt           Toolkit = "qt"
	Chromium     Toolkit = "chromium"
	WebKit       Toolkit = "webkit"
	OtherToolkit Toolkit = ""
)

// Scope says what a Snapshot or Watch is about. The zero Scope is the application in front.
type Scope struct {
	App    Ref      // the whole application, or
	Window WindowID // one of its windows, or
	Root   Ref      // one subtree
}

// Limits bound a Snapshot. Zero fields mean the defaults in brackets.
type Limits struct {
	Nodes  int  // [3000]
	Depth  int  // [60]
	Budget int  // milliseconds [1000]
	Hidden bool // also elements that are not Visible: closed menus, hidden tabs
}

// Snapshot is what was read of a scope. It says truthfully what is missing: Truncated names why reading stopped
// early ("nodes", "budget", "paged", "cache"), Unreadable counts elements that did not answer.
type Snapshot struct {
	App        App
	Windows    []Element // top-level elements
	Elements   []Element // breadth first, windows included
	Truncated  []string
	Unreadable int
}

// Find returns the element with ref.
func (s Snapshot) Find(ref Ref) (Element, bool) {
	for _, e := range s.Elements {
		if e.Ref == ref {
			return e, true
		}
	}
	return Element{}, false
}

// ByPath finds an element by its path. Another window's title is forgiven only when no window has the one asked for
// (it may have been retitled) and a single element fits; a window that is there and lacks the element has lost it.
func (s Snapshot) ByPath(path []Step) (Element, bool) {
	if len(path) == 0 {
		return Element{}, false
	}
	var near []Element
	titled := false
	for _, e := range s.Elements {
		switch {
		case slices.Equal(e.Path, path):
			return e, true
		case SamePath(e.Path, path):
			near = append(near, e)
		}
		titled = titled || len(e.Path) > 0 && e.Path[0] == path[0]
	}
	if titled || len(near) != 1 {
		return Element{}, false
	}
	return near[0], true
}

// SamePath compares paths; window titles may differ, since they often carry the state of a document.
func SamePath(a, b []Step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if i == 0 && a[i].Role == b[i].Role && a[i].Nth == b[i].Nth {
			continue
		}
		return false
	}
	return true
}
