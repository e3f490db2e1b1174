package desktop

import (
	"context"
	"errors"
	"image"
	"time"
)

// Sentinels that platforms wrap.
var (
	ErrGone        = errors.New("the element no longer exists")
	ErrHung        = errors.New("the application does not answer")
	ErrUnsupported = errors.New("the element does not offer this")
	ErrSecret      = errors.New("the content of a password field is not read")
	ErrNoDisplay   = errors.New("no display")
	ErrNoBus       = errors.New("no accessibility bus")
	ErrNotActive   = errors.New("the window did not come to the front")
	ErrUntypable   = errors.New("too many characters that the keyboard lacks")
	ErrNotFound    = errors.New("not found")
	ErrTaken       = errors.New("the user moved the pointer before the press") // nothing was pressed
	ErrTakenIn     = errors.New("the user moved the pointer during the press") // what was pressed is not known
	ErrNoAnswer    = errors.New("sent, but not answered")                      // an act went out and its answer was not seen
)

// Tree reads elements. All methods may be called at once; each call obeys ctx and its own cap per message, so
// that one hung application costs the others nothing (its calls answer ErrHung at once for a while).
type Tree interface {
	// Apps lists running programs with an accessibility connection; hung ones are listed with Answers false.
	Apps(ctx context.Context) ([]App, error)
	// Snapshot reads a scope within limits. A hung or empty application is an error, a part that is missing is
	// told in the Snapshot.
	Snapshot(ctx context.Context, s Scope, l Limits) (Snapshot, error)
	// Read reads one element afresh, without its Path. ErrGone when it no longer exists.
	Read(ctx context.Context, r Ref) (Element, error)
	// Page reads children from..from+n of a container, for lists that a Snapshot does not hold whole.
	Page(ctx context.Context, container Ref, from, n int) ([]Element, error)
	// Text reads the whole text of an element; ErrSecret for passwords, ErrUnsupported when it has none.
	Text(ctx context.Context, r Ref) (string, error)
}

// Peeker is a Tree that can read what mostly changes (name, value, states) for less than a whole Read. The rest of
// the Element is empty. ErrUnsupported means that Read has to be asked.
type Peeker interface {
	Peek(ctx context.Context, r Ref) (Element, error)
}

// Selector is a Tree that can tell what is selected in a text.
type Selector interface {
	// Selection gives the selected stretches of an element's text, first to last; none when nothing is selected. ErrSecret
	// for passwords, ErrUnsupported when it can't be told.
	Selection(ctx context.Context, r Ref) ([]Span, error)
}

// Keeper is a Tree that can tell whether what it read of a program still stands, from the program's own signals.
//
// Kept gives its last whole Snapshot (one with Hidden) unless something came, went, showed or was greyed out since; names
// are today's, while values, ticks, the focus and places may be older. It is good for finding a target whose value is
// then read afresh, never for telling what changed. ok is false when a Snapshot has to be read.
//
// Both count only signals that came before the program's last answer to whatever was asked of it: who is about to act on
// what Kept gave asks the program something about it and then whether it Stands.
type Keeper interface {
	Kept(ctx context.Context, app Ref) (s Snapshot, ok bool)
	Stands(app Ref) bool
}

// Actor asks elements to act through their own interface.
type Actor interface {
	// Do returns nil when the application took the request, which is not evidence of anything. ErrGone,
	// ErrUnsupported and ErrSecret mean that nothing was sent; ErrNoAnswer that it was sent and not answered.
	Do(ctx context.Context, r Ref, v Verb, a Arg) error
}

// EventKind is a normalised accessibility signal.
type EventKind string

const (
	EventState    EventKind = "state" // Detail: a state name
	EventText     EventKind = "text"  // content or name
	EventValue    EventKind = "value"
	EventChildren EventKind = "children"
	EventFocus    EventKind = "focus"
	EventWindow   EventKind = "window" // Detail: opened, closed, activated
	EventSelected EventKind = "selection"
	EventCaret    EventKind = "caret"
	EventBounds   EventKind = "bounds"
	EventLost     EventKind = "lost" // signals were dropped: anything may have changed
)

// Event is one signal. It is a reason to look, never proof.
type Event struct {
	At     time.Time
	Source Ref
	Kind   EventKind
	Detail string
	On     bool // for EventState: set or cleared
}

// Watcher delivers signals.
type Watcher interface {
	// Watch subscribes before it returns. The channel is closed when ctx ends. When the reader is too slow
	// events are dropped and one EventLost is delivered instead.
	Watch(ctx context.Context, s Scope) (<-chan Event, error)
}

// WindowID is the window system's own number.
type WindowID uint64

// Window is a top-level window.
type Window struct {
	ID         WindowID
	PID        int
	Class      string // the program's class, usually like its desktop entry
	Title      string
	Frame      PixelRect // with decoration
	Content    PixelRect // what the program draws; without invisible shadow
	Active     bool
	Hidden     bool // minimised or on another workspace
	Maximised  bool
	FullScreen bool // over the whole display, panels included
	Modal      bool
	Kind       string // normal, dialog, utility, dock, desktop, menu, other
	Own        bool   // one of Pace's
}

// Placement is where a window should go.
type Placement string

const (
	PlaceLeft     Placement = "left"
	PlaceRight    Placement = "right"
	PlaceTop      Placement = "top"
	PlaceBottom   Placement = "bottom"
	PlaceMaximise Placement = "maximize"
	PlaceCenter   Placement = "center"
	PlaceMinimise Placement = "minimize"
	PlaceRestore  Placement = "restore" // shown again when minimised, else its normal size
	PlaceNormal   Placement = "normal"  // neither maximised nor full screen
)

// Windows lists and moves windows.
type Windows interface {
	// List returns top-level windows, the one in front last.
	List(ctx context.Context) ([]Window, error)
	// Front tells the active window alone, 0 when there is none. It costs a tenth of List.
	Front(ctx context.Context) (WindowID, error)
	// Activate brings a window to the front and returns nil only after reading that it is there (ErrNotActive).
	Activate(ctx context.Context, id WindowID) error
	Close(ctx context.Context, id WindowID) error
	// Place asks the window manager; List tells what became of it.
	Place(ctx context.Context, id WindowID, frame PixelRect) error
	Maximise(ctx context.Context, id WindowID, on bool) error
	// Minimise asks for the window to be hidden, as its button does; List tells what became of it.
	Minimise(ctx context.Context, id WindowID) error
	// Restore asks for a window that is neither maximised nor over the full screen; a minimised one is shown by Activate.
	Restore(ctx context.Context, id WindowID) error
	// Watch wakes on any change of the list, the active window or titles.
	Watch(ctx context.Context) (<-chan struct{}, error)
}

// Key is one chord in platform terms: modifiers by name ("ctrl", "alt", "shift", "super") and one key name.
type Key struct {
	Mods []string
	Name string
}

// MouseButton counts from 1: left, middle, right.
type MouseButton int

// Input is the user's own mouse and keyboard, borrowed. One owner at a time. Nothing stays pressed, whatever
// happens, the death of this process included.
type Input interface {
	// Click moves there, clicks n times and, when back is true, returns the pointer to where it was.
	Click(ctx context.Context, at Pixel, b MouseButton, n int, back bool) error
	// Scroll turns the wheel: dx, dy in notches, positive is right and down.
	Scroll(ctx context.Context, at Pixel, dx, dy int) error
	Chord(ctx context.Context, k Key) error
	// KeyKnown reports whether the current layout has the key.
	KeyKnown(k Key) bool
	// Typable tells beforehand whether Type can type text: ErrUntypable when more than 12 of its characters
	// are missing from the keyboard.
	Typable(text string) error
	// Type types text in chunks and calls confirm after each with the number of characters sent so far; confirm
	// returns when the target has caught up, an error stops typing.
	Type(ctx context.Context, text string, confirm func(sent int) error) error
	// UserActive delivers each time the user moves the mouse or presses a key that is not Pace's own. The
	// channel is closed when ctx ends.
	UserActive(ctx context.Context) (<-chan UserInput, error)
	// IdleFor tells how long the user has not touched mouse or keyboard.
	IdleFor(ctx context.Context) (time.Duration, error)
}

// UserInput is what the user did. The key itself is not told, save Esc, which stops Pace when pressed twice.
type UserInput struct {
	At     time.Time
	Escape bool
	Motion bool // pointer only
}

// Clipboard reads and borrows the clipboard.
type Clipboard interface {
	// Read gives the text; ErrNotFound when there is none.
	Read(ctx context.Context) (string, error)
	// Lend puts text there until the loan is returned.
	Lend(ctx context.Context, text string) (Loan, error)
}

// Loan is a borrowed clipboard.
type Loan interface {
	// Taken is closed when some program has read the text.
	Taken() <-chan struct{}
	// Return gives back what was there, unless the user copied meanwhile (restored is false then).
	Return(ctx context.Context) (restored bool, err error)
}

// Screen shows displays and pictures.
type Screen interface {
	Displays(ctx context.Context) ([]Display, error)
	// Capture takes a picture of a window (whatever covers it) or, with id 0, of a rectangle of the screen.
	// Pace's own windows are blackened in the latter and their rectangles returned.
	Capture(ctx context.Context, id WindowID, r PixelRect) (Frame, error)
	// Damage wakes when pixels of the window change.
	Damage(ctx context.Context, id WindowID) (<-chan struct{}, error)
}

// Frame is a picture.
type Frame struct {
	Image  *image.RGBA
	Bounds PixelRect // where it lies on the screen
	Masked []PixelRect
}

// Entry is an installed program.
type Entry struct {
	ID       string // "org.gnome.Calculator.desktop"
	Name     string
	Generic  string
	Keywords []string
	Class    string // the window class it announces, may be empty
	Exec     []string
	Hidden   bool // not for people: no menu shows it
}

// Launcher starts programs and opens addresses. A nil error means handed over, never that something opened.
type Launcher interface {
	Entries(ctx context.Context) ([]Entry, error)
	Launch(ctx context.Context, e Entry) error
	// OpenURL hands a URL to the program with that id or, for "", to its handler, and tells which program that is, as far
	// as known.
	OpenURL(ctx context.Context, url, id string) (handler Entry, err error)
}

// Desktop is one platform's screen. A nil part is absent; Missing says why, by part name.
type Desktop struct {
	Tree      Tree
	Actor     Actor
	Watcher   Watcher
	Windows   Windows
	Input     Input
	Clipboard Clipboard
	Screen    Screen
	Launcher  Launcher
	Missing   map[string]error
	// Close ends connections and gives back everything borrowed. It may be nil.
	Close func() error
}

// Why tells the reason a part is missing, or nil.
func (d *Desktop) Why(part string) error {
	if d == nil {
		return ErrNoDisplay
	}
	return d.Missing[part]
}
