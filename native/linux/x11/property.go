//go:build linux

package x11

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/jezek/xgb/xproto"
)

// property is the value of a window property; format 0 means that it is not set.
type property struct {
	format byte
	typ    xproto.Atom
	value  []byte
}

// maxProperty bounds one property read, in bytes. Titles, lists and extents are far smaller.
const maxProperty = 4 << 20

// pendingProperty is a property that was asked for; asking for many before reading the first saves round trips.
type pendingProperty struct {
	c    *Conn
	w    Window
	name string
	ck   xproto.GetPropertyCookie
	err  error
}

func (c *Conn) askProperty(w Window, name string) pendingProperty {
	a, err := c.atom(name)
	if err != nil {
		return pendingProperty{err: err}
	}
	return pendingProperty{c: c, w: w, name: name,
		ck: xproto.GetProperty(c.x, false, xproto.Window(w), a, xproto.GetPropertyTypeAny, 0, maxProperty/4)}
}

func (p pendingProperty) get() (property, error) {
	if p.err != nil {
		return property{}, p.err
	}
	r, err := p.ck.Reply()
	if err != nil {
		return property{}, wrap(err, "property %s of window %#x", p.name, p.w)
	}
	return property{r.Format, r.Type, r.Value}, nil
}

func (c *Conn) property(w Window, name string) (property, error) { return c.askProperty(w, name).get() }

// cardinals are 32-bit values: numbers, atoms or windows.
func (p property) cardinals() []uint32 {
	if p.format != 32 {
		return nil
	}
	out := make([]uint32, len(p.value)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(p.value[4*i:])
	}
	return out
}

// text decodes UTF8_STRING, STRING (Latin-1) and whatever else claims to be text: valid UTF-8 is taken as such, all
// other bytes as Latin-1. A terminating zero is dropped.
func (p property) text(latin1 xproto.Atom) string {
	if p.format != 8 {
		return ""
	}
	b := strings.TrimRight(string(p.value), "\x00")
	if p.typ != latin1 && utf8.ValidString(b) {
		return b
	}
	return fromLatin1([]byte(b))
}

func fromLatin1(b []byte) string {
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}

// toLatin1 is lossy: a rune beyond Latin-1 becomes a question mark.
func toLatin1(s string) []byte {
	var b []byte
	for _, r := range s {
		if r > 0xff {
			r = '?'
		}
		b = append(b, byte(r))
	}
	return b
}

// setCardinals writes a 32-bit property.
func (c *Conn) setCardinals(w Window, name, typ string, values ...uint32) error {
	atoms, err := c.atomsOf(name, typ)
	if err != nil {
		return err
	}
	b := make([]byte, 4*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(b[4*i:], v)
	}
	err = xproto.ChangePropertyChecked(c.x, xproto.PropModeReplace, xproto.Window(w), atoms[name], atoms[typ], 32, uint32(len(values)), b).Check()
	return wrap(err, "set property %s of window %#x", name, w)
}
