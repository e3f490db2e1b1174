package desktoptest

import (
	"fmt"
	"time"

	"pace/backend/desktop"
)

// By says whose hand an act came from.
type By string

const (
	BySemantic By = "semantic" // Actor.Do
	ByPointer  By = "pointer"  // Input.Click, Input.Scroll
	ByKeys     By = "keys"     // Input.Type, Input.Chord
	ByPaste    By = "paste"    // a chord that pasted
	ByWindows  By = "windows"
	ByLauncher By = "launcher"
	ByUser     By = "user" // Desk.User…: not Pace's doing
)

// Act is one thing that was asked of the desk, written down when it arrived, whether or not anything came of it.
type Act struct {
	At      time.Time
	By      By
	Verb    string // a desktop.Verb, or click, scroll, chord, activate, close, place, maximise, launch, openURL
	On      string // `button "Save"`, a window title, a program; empty when it hit nothing
	Arg     string // text, number, chord, place; for password fields only "•" per character
	Worked  bool   // the desk carried it out; false: gone, disabled, hung, refused or hit nothing
	control *Control
}

func (a Act) String() string {
	s := fmt.Sprintf("%s %s %s", a.By, a.Verb, a.On)
	if a.Arg != "" {
		s += " " + a.Arg
	}
	if !a.Worked {
		s += " (nothing)"
	}
	return s
}

// Acts lists everything that Pace asked for, in order. What the simulated user did is left out.
func (d *Desk) Acts() []Act {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []Act
	for _, a := range d.acts {
		if a.By != ByUser {
			out = append(out, a)
		}
	}
	return out
}

// Acts lists what Pace asked of this control.
func (c *Control) Acts() []Act {
	var out []Act
	for _, a := range c.desk.Acts() {
		if a.control == c {
			out = append(out, a)
		}
	}
	return out
}

// Pressed counts how often Pace pressed or clicked this control, by whichever means, including presses that came to
// nothing.
func (c *Control) Pressed() int {
	n := 0
	for _, a := range c.Acts() {
		if a.Verb == string(desktop.Press) || a.Verb == "click" || a.Verb == string(desktop.Select) {
			n++
		}
	}
	return n
}

func (d *Desk) recordLocked(a Act) int {
	a.At = time.Now()
	if a.control != nil && a.On == "" {
		a.On = a.control.describeLocked()
	}
	d.acts = append(d.acts, a)
	return len(d.acts) - 1
}
