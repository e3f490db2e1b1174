// Package observe says what a planner is told of the screen: the lines of its elements, what can be read off its
// picture where the elements tell nothing, and which sentences need any of it.
//
// It promises that a look ends within its bounds and says what it left out, that each line is one line without
// hidden characters, that what is in a password field is neither in a line nor in a picture that is handed on, and
// that every number in the lines leads back to the element it stood for. It only reads: it presses nothing, asks no
// model by itself, and what it returns is untrusted text.
package observe

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"pace/backend/desktop"
)

// Reader reads text off a picture.
//
// Read returns the texts with their boxes in pixels of the picture, in reading order, and obeys ctx. It may be called
// by several looks at once.
type Reader interface {
	Read(ctx context.Context, picture image.Image) ([]Seen, error)
}

// Seen is a text in a picture.
type Seen struct {
	Text       string
	Box        image.Rectangle
	Confidence float64 // 0 to 100
}

// Vision is a model that looks at pictures. Describe answers in words what the picture (PNG) shows, with a view to
// the question; it obeys ctx. The picture must not leave the machine without the consent that goes with the tier.
type Vision interface {
	Describe(ctx context.Context, picture []byte, question string) (string, error)
}

// Config says how much is told and who reads pictures. Zero fields mean the defaults in brackets.
type Config struct {
	Lines  int           // lines at most [80]
	Bytes  int           // of all lines together [6 KiB]
	Read   time.Duration // how long reading a picture may take [15 s]
	See    time.Duration // how long a vision model may take [30 s]
	OCR    Reader        // nil: pictures are not read
	Vision Vision        // nil: nobody looks at pictures
}

// Observer looks at one desktop. It keeps nothing between looks and may be used at once.
type Observer struct {
	desk *desktop.Desktop
	cfg  Config
}

// New makes an observer of a desktop, which may be nil or lack parts.
func New(d *desktop.Desktop, c Config) *Observer {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&c.Lines, 80)
	set(&c.Bytes, 6<<10)
	if c.Read <= 0 {
		c.Read = 15 * time.Second
	}
	if c.See <= 0 {
		c.See = 30 * time.Second
	}
	return &Observer{d, c}
}

// Wish is what a look is for.
type Wish struct {
	Skip     func(pid int) bool // whose windows are not meant: the terminal that this was typed into; may be nil
	Question string             // for a vision model
	Always   bool               // a vision model looks also where the elements tell enough
}

// Screen is what was seen.
type Screen struct {
	App       string // the program in front, as it calls itself; untrusted, like all texts here
	Window    string // its title
	Lines     []string
	Marks     Marks  // the elements of Lines, by number
	Unseen    int    // elements that a person sees and that have no line
	Summary   string // "12 buttons, 3 text fields"
	Described string // what a vision model said
	Blind     bool   // the elements told too little, so the picture was wanted
	Truncated []string
	Problems  []error // what could not be looked at
}

// errBlur keeps a picture from being taken that could show what is never shown.
var errBlur = errors.New("take a picture: it would show a field for a secret whose place is not known")

// few is how many useful elements a window must show before it counts as telling something of itself. A program
// without accessibility has one or two: its frame and the buttons of its title.
const few = 3

// Look reads the window in front. Parts that can't be read are Problems; the error is ErrNoDisplay when there is
// nothing to look at, or that of ctx.
func (o *Observer) Look(ctx context.Context, w Wish) (Screen, error) {
	if o.desk == nil || o.desk.Tree == nil && o.desk.Screen == nil {
		return Screen{}, fmt.Errorf("look at the screen: %w", o.missing())
	}
	var s Screen
	win, err := o.front(ctx, w.Skip)
	if err != nil {
		s.Problems = append(s.Problems, err)
	}
	s.Window = win.Title
	list := o.elements(ctx, win, &s)
	if err := ctx.Err(); err != nil {
		return Screen{}, fmt.Errorf("look at the screen: %w", err)
	}
	s.Blind = list.useful < few
	if looks := o.cfg.Vision != nil && (w.Always || s.Blind); win.ID != 0 && (looks || s.Blind && o.cfg.OCR != nil) {
		o.picture(ctx, win, w.Question, looks, &list, &s)
	}
	if err := ctx.Err(); err != nil {
		return Screen{}, fmt.Errorf("look at the screen: %w", err)
	}
	list.finish(o.cfg, &s)
	return s, nil
}

func (o *Observer) missing() error {
	if o.desk != nil {
		for _, part := range []string{"Tree", "Windows", "Screen"} {
			if err := o.desk.Why(part); err != nil {
				return err
			}
		}
	}
	return desktop.ErrNoDisplay
}

// front is the window that a person would mean: the active one, else the topmost, that is neither Pace's own nor one
// to skip. The zero Window means that the window system can't tell.
func (o *Observer) front(ctx context.Context, skip func(int) bool) (desktop.Window, error) {
	if o.desk.Windows == nil {
		return desktop.Window{}, nil
	}
	ws, err := o.desk.Windows.List(ctx)
	if err != nil {
		return desktop.Window{}, fmt.Errorf("list windows: %w", err)
	}
	w, ok := meant(ws, skip)
	if !ok {
		return desktop.Window{}, fmt.Errorf("find the window in front: %w", desktop.ErrNotFound)
	}
	return w, nil
}

func meant(ws []desktop.Window, skip func(int) bool) (best desktop.Window, ok bool) {
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if w.Own || w.Hidden || w.Kind == "dock" || w.Kind == "desktop" || w.Kind == "menu" || skip != nil && skip(w.PID) {
			continue
		}
		if !ok || w.Active && !best.Active {
			best, ok = w, true
		}
	}
	return best, ok
}

// elements reads the tree of the window and makes a list of it.
func (o *Observer) elements(ctx context.Context, win desktop.Window, s *Screen) listing {
	switch {
	case o.desk.Tree == nil:
		s.Problems = append(s.Problems, fmt.Errorf("read the elements: %w", o.missing()))
		return listing{}
	case o.desk.Windows != nil && win.ID == 0:
		return listing{} // no window is meant
	}
	snap, err := o.desk.Tree.Snapshot(ctx, desktop.Scope{Window: win.ID}, desktop.Limits{})
	if err != nil {
		s.Problems = append(s.Problems, fmt.Errorf("read the elements: %w", err))
		return listing{}
	}
	s.App, s.Truncated = snap.App.Name, snap.Truncated
	list := choose(snap, o.displays(ctx))
	if s.Window == "" && len(snap.Windows) > 0 {
		s.Window = snap.Windows[0].Name
	}
	s.Summary = list.summary()
	return list
}

func (o *Observer) displays(ctx context.Context) []desktop.Display {
	if o.desk.Screen == nil {
		return nil
	}
	ds, err := o.desk.Screen.Displays(ctx)
	if err != nil {
		return nil // places are told in points then, which is what they are on a plain display
	}
	return ds
}

// picture captures the window, blackens its secrets, and has it read and looked at.
func (o *Observer) picture(ctx context.Context, win desktop.Window, question string, looks bool, list *listing, s *Screen) {
	if o.desk.Screen == nil {
		s.Problems = append(s.Problems, fmt.Errorf("take a picture: %w", o.missing()))
		return
	}
	displays := o.displays(ctx)
	if list.blur || len(list.secrets) > 0 && len(displays) == 0 {
		s.Problems = append(s.Problems, errBlur)
		return
	}
	frame, err := o.desk.Screen.Capture(ctx, win.ID, desktop.PixelRect{})
	if err != nil {
		s.Problems = append(s.Problems, fmt.Errorf("take a picture: %w", err))
		return
	}
	p := prepare(frame, list.secrets, displays)
	if s.Blind && o.cfg.OCR != nil {
		rctx, stop := context.WithTimeout(ctx, o.cfg.Read)
		seen, err := o.cfg.OCR.Read(rctx, p.image)
		stop()
		if err != nil {
			s.Problems = append(s.Problems, fmt.Errorf("read the picture: %w", err))
		}
		list.add(p.onScreen(seen))
	}
	if !looks {
		return
	}
	vctx, stop := context.WithTimeout(ctx, o.cfg.See)
	defer stop()
	data, err := p.encode()
	if err == nil {
		s.Described, err = o.cfg.Vision.Describe(vctx, data, question)
	}
	if err != nil {
		s.Problems = append(s.Problems, fmt.Errorf("have the picture looked at: %w", err))
	}
	s.Described = strings.TrimSpace(s.Described)
}

// Dark reports whether err means that there is no screen at all, as opposed to one that can't be read.
func Dark(err error) bool {
	return errors.Is(err, desktop.ErrNoDisplay) || errors.Is(err, desktop.ErrNoBus)
}
