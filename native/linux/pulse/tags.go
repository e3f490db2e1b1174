package pulse

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrMalformed says that a message of the server could not be read.
var ErrMalformed = errors.New("the sound server sent something unreadable")

// The tags before each value of a message (pulsecore/tagstruct.h).
const (
	tagU32      = 'L'
	tagU8       = 'B'
	tagUsec     = 'U'
	tagFormat   = 'f'
	tagString   = 't'
	tagNoString = 'N' // also ends a property list
	tagSpec     = 'a'
	tagMap      = 'm'
	tagVolumes  = 'v'
	tagTrue     = '1'
	tagFalse    = '0'
	tagBytes    = 'x'
	tagList     = 'P'
)

// writer makes the body of a message.
type writer struct{ b []byte }

func (w *writer) u32(v uint32) *writer {
	w.b = binary.BigEndian.AppendUint32(append(w.b, tagU32), v)
	return w
}

func (w *writer) noString() *writer {
	w.b = append(w.b, tagNoString)
	return w
}

func (w *writer) str(s string) *writer {
	w.b = append(append(append(w.b, tagString), s...), 0)
	return w
}

func (w *writer) bool(v bool) *writer {
	if v {
		w.b = append(w.b, tagTrue)
	} else {
		w.b = append(w.b, tagFalse)
	}
	return w
}

func (w *writer) bytes(b []byte) *writer {
	w.b = append(binary.BigEndian.AppendUint32(append(w.b, tagBytes), uint32(len(b))), b...)
	return w
}

func (w *writer) volumes(v []uint32) *writer {
	w.b = append(w.b, tagVolumes, byte(len(v)))
	for _, x := range v {
		w.b = binary.BigEndian.AppendUint32(w.b, x)
	}
	return w
}

// properties writes texts under names; the values count their closing zero.
func (w *writer) properties(pairs ...[2]string) *writer {
	w.b = append(w.b, tagList)
	for _, p := range pairs {
		w.str(p[0]).u32(uint32(len(p[1]) + 1)).bytes(append([]byte(p[1]), 0))
	}
	return w.noString()
}

// reader takes the values off the body of a message, in order. After the first that is not what was asked for it gives
// zero values only, and err says so.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: no %s where one belongs", ErrMalformed, want)
	}
	r.b = nil
}

// take gives the next n bytes.
func (r *reader) take(n int, want string) []byte {
	if n > len(r.b) {
		r.fail(want)
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// tag takes a value's tag.
func (r *reader) tag(want byte, name string) bool {
	if r.err != nil || len(r.b) == 0 || r.b[0] != want {
		r.fail(name)
		return false
	}
	r.b = r.b[1:]
	return true
}

func (r *reader) u32() uint32 {
	if !r.tag(tagU32, "number") {
		return 0
	}
	if b := r.take(4, "number"); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// str reads a text; none is "".
func (r *reader) str() string {
	if r.err == nil && len(r.b) > 0 && r.b[0] == tagNoString {
		r.b = r.b[1:]
		return ""
	}
	if !r.tag(tagString, "text") {
		return ""
	}
	for i, c := range r.b {
		if c == 0 {
			s := string(r.b[:i])
			r.b = r.b[i+1:]
			return s
		}
	}
	r.fail("end of a text")
	return ""
}

func (r *reader) bool() bool {
	switch {
	case r.err == nil && len(r.b) > 0 && r.b[0] == tagTrue:
		r.b = r.b[1:]
		return true
	case r.tag(tagFalse, "truth value"):
	}
	return false
}

// spec skips a sample format.
func (r *reader) spec() {
	if r.tag(tagSpec, "sample format") {
		r.take(6, "sample format")
	}
}

// channels skips the names of channels and counts them.
func (r *reader) channels() int {
	if !r.tag(tagMap, "list of channels") {
		return 0
	}
	if n := r.take(1, "list of channels"); n != nil {
		return len(r.take(int(n[0]), "list of channels"))
	}
	return 0
}

func (r *reader) volumes() []uint32 {
	if !r.tag(tagVolumes, "list of volumes") {
		return nil
	}
	n := r.take(1, "list of volumes")
	if n == nil {
		return nil
	}
	b := r.take(4*int(n[0]), "list of volumes")
	if b == nil {
		return nil
	}
	out := make([]uint32, n[0])
	for i := range out {
		out[i] = binary.BigEndian.Uint32(b[4*i:])
	}
	return out
}

// usec skips a time.
func (r *reader) usec() {
	if r.tag(tagUsec, "time") {
		r.take(8, "time")
	}
}

// format skips what a stream is made of.
func (r *reader) format() {
	if r.tag(tagFormat, "format") && r.tag(tagU8, "format") {
		r.take(1, "format")
		r.properties()
	}
}

// properties reads texts under names. A value that is no text is read as far as it goes.
func (r *reader) properties() map[string]string {
	if !r.tag(tagList, "list of properties") {
		return nil
	}
	out := map[string]string{}
	for {
		switch {
		case r.err != nil:
			return nil
		case len(r.b) > 0 && r.b[0] == tagNoString:
			r.b = r.b[1:]
			return out
		}
		key := r.str()
		n := r.u32()
		if !r.tag(tagBytes, "property") {
			return nil
		}
		if size := r.take(4, "property"); size == nil || binary.BigEndian.Uint32(size) != n || n > uint32(len(r.b)) {
			r.fail("property")
			return nil
		}
		value := r.take(int(n), "property")
		if i := bytes.IndexByte(value, 0); i >= 0 {
			value = value[:i]
		}
		out[key] = string(value)
	}
}
