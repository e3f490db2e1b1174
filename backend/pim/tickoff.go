package pim

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"
)

// TickOff rewrites the lines of a reminder that say whether it is done. Everything else in its file stays as it is, to the
// byte.
func (x *FileReminders) TickOff(ctx context.Context, ref Ref) (Ref, error) {
	f, e, err := x.at(ctx, ref.ID)
	switch {
	case err != nil:
		return Ref{}, err
	case f.stamp() != ref.Stamp:
		return Ref{}, ErrChanged
	case e.repeats != "" || len(e.extra) > 0:
		return Ref{}, ErrRepeats
	}
	data := tick(f.data, ref.ID, x.cfg.Now())
	if over, found := openOrOver(file{f.name, data, f.changed}, ref.ID, x.cfg.here()); !found || !over {
		return Ref{}, errTick
	}
	if err := x.shelf.replace(ctx, f.name, ref.Stamp, data); err != nil {
		return Ref{}, err
	}
	return Ref{ref.ID, stamp(data)}, nil
}

var errTick = errors.New("its file is written in a way that Pace does not change")

// openOrOver reads one reminder of a content.
func openOrOver(f file, id string, here *time.Location) (over, found bool) {
	es, _ := readEntries(f, "VTODO", here)
	for _, e := range es {
		if e.uid == id && e.instead == nil {
			return e.over, true
		}
	}
	return false, false
}

// ticks are the properties of a VTODO that say whether it is done (RFC 5545 §3.8.1.8, §3.8.1.11, §3.8.2.1).
var ticks = map[string]bool{"STATUS": true, "COMPLETED": true, "PERCENT-COMPLETE": true}

// tick writes that the reminder of an id is done.
func tick(data []byte, id string, at time.Time) []byte {
	var out []byte
	walkTodos(data, func(todo [][]byte) {
		if todoID(todo) != id {
			out = append(out, bytes.Join(todo, nil)...)
			return
		}
		end := len(todo) - 1
		for _, l := range withoutTicks(todo[:end]) {
			out = append(out, l...)
		}
		nl := "\n"
		if bytes.HasSuffix(todo[0], []byte("\r\n")) {
			nl = "\r\n"
		}
		out = append(out, "STATUS:COMPLETED"+nl+"COMPLETED:"+at.UTC().Format(stampUTC)+nl+"PERCENT-COMPLETE:100"+nl...)
		out = append(out, todo[end]...)
	}, func(line []byte) { out = append(out, line...) })
	return out
}

// tickedAlike reports whether two contents differ only in what is done.
func tickedAlike(a, b []byte) bool {
	bare := func(data []byte) []byte {
		var out []byte
		walkTodos(data, func(todo [][]byte) { out = append(out, bytes.Join(withoutTicks(todo), nil)...) },
			func(line []byte) { out = append(out, line...) })
		return out
	}
	return bytes.Equal(bare(a), bare(b))
}

// walkTodos hands on each whole VTODO as its lines, which keep their ends and are not unfolded, and every other line.
func walkTodos(data []byte, todo func([][]byte), other func([]byte)) {
	var in [][]byte
	for line := range bytes.Lines(data) {
		name := propertyOf(line)
		switch {
		case in == nil && name == "BEGIN" && valueOf(string(line)) == "VTODO":
			in = [][]byte{line}
		case in == nil:
			other(line)
		default:
			in = append(in, line)
			if name == "END" && valueOf(string(line)) == "VTODO" {
				todo(in)
				in = nil
			}
		}
	}
	for _, line := range in {
		other(line)
	}
}

// propertyOf is the name of the property that a line begins, "" for one that goes on with the line before.
func propertyOf(line []byte) string {
	if len(line) == 0 || line[0] == ' ' || line[0] == '\t' {
		return ""
	}
	name, _, _ := bytes.Cut(line, []byte(":"))
	name, _, _ = bytes.Cut(name, []byte(";"))
	return strings.ToUpper(string(bytes.TrimSpace(name)))
}

// withoutTicks leaves out the lines of the reminder itself, and not of an alarm in it, that say whether it is done.
func withoutTicks(todo [][]byte) (out [][]byte) {
	depth, dropped := 0, false
	for _, line := range todo {
		name := propertyOf(line)
		switch name {
		case "BEGIN":
			depth++
		case "END":
			depth--
		}
		if name != "" {
			dropped = depth == 1 && ticks[name]
		}
		if !dropped {
			out = append(out, line)
		}
	}
	return out
}

// todoID is the id of a VTODO, unless it stands for one occurrence of a series.
func todoID(todo [][]byte) string {
	roots, _ := readComponents(bytes.Join(todo, nil))
	if len(roots) != 1 || roots[0].get("RECURRENCE-ID") != nil {
		return ""
	}
	return roots[0].text("UID")
}
