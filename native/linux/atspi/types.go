package atspi

import (
	"strings"

	"github.com/godbus/dbus/v5"
)

// Interface names of AT-SPI.
const (
	ifAccessible  = "org.a11y.atspi.Accessible"
	ifApplication = "org.a11y.atspi.Application"
	ifAction      = "org.a11y.atspi.Action"
	ifComponent   = "org.a11y.atspi.Component"
	ifText        = "org.a11y.atspi.Text"
	ifEditable    = "org.a11y.atspi.EditableText"
	ifValue       = "org.a11y.atspi.Value"
	ifSelection   = "org.a11y.atspi.Selection"
	ifCache       = "org.a11y.atspi.Cache"
	ifRegistry    = "org.a11y.atspi.Registry"
	ifProperties  = "org.freedesktop.DBus.Properties"
	ifBus         = "org.freedesktop.DBus"

	registryName = "org.a11y.atspi.Registry"
	registryPath = "/org/a11y/atspi/registry"
	cachePath    = "/org/a11y/atspi/cache"
	nullPath     = "/org/a11y/atspi/null"

	// RootPath is where every program's application object lives.
	RootPath = "/org/a11y/atspi/accessible/root"
)

// Ref names one accessible object: the program's unique bus name and the object's path in it.
type Ref struct{ Bus, Path string }

// Nil reports whether r names nothing, as the parent of a root does.
func (r Ref) Nil() bool { return r.Path == "" || r.Path == nullPath }

// Root is the application object of the program with this bus name.
func Root(bus string) Ref { return Ref{bus, RootPath} }

// wireRef is a Ref as it travels.
type wireRef struct {
	Bus  string
	Path dbus.ObjectPath
}

func (w wireRef) ref() Ref { return Ref{w.Bus, string(w.Path)} }

// Rect is in the units the toolkit uses, pixels as a rule.
type Rect struct{ X, Y, W, H int32 }

// Interfaces is the set of interfaces an object offers.
type Interfaces uint16

// The interfaces this client can use; others are not kept.
const (
	HasAction Interfaces = 1 << iota
	HasComponent
	HasText
	HasEditable
	HasValue
	HasSelection
	HasTable
	HasCollection
	HasDocument
	HasHypertext
	HasImage
)

// Has reports whether all of x are offered.
func (s Interfaces) Has(x Interfaces) bool { return s&x == x }

func interfacesOf(names []string) Interfaces {
	var s Interfaces
	for _, n := range names {
		short := n
		if i := strings.LastIndexByte(n, '.'); i >= 0 {
			short = n[i+1:]
		}
		switch short {
		case "Action":
			s |= HasAction
		case "Component":
			s |= HasComponent
		case "Text":
			s |= HasText
		case "EditableText":
			s |= HasEditable
		case "Value":
			s |= HasValue
		case "Selection":
			s |= HasSelection
		case "Table":
			s |= HasTable
		case "Collection":
			s |= HasCollection
		case "Document":
			s |= HasDocument
		case "Hypertext":
			s |= HasHypertext
		case "Image":
			s |= HasImage
		}
	}
	return s
}

// Node is what one object says of itself, without its content.
type Node struct {
	Ref, Parent Ref
	Index       int // among its siblings; -1 = not told
	Children    int // as announced; -1 = not told
	Interfaces  Interfaces
	Name, Desc  string
	Role        Role
	States      States
	Bounds      *Rect // nil unless Walk.Locate wanted it
	bare        bool  // only the reference is known yet
}
