package observe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pace/backend/desktop"
	"pace/backend/tool"
)

// Mark is what a number in the lines stands for.
type Mark struct {
	N      int
	Target desktop.Target // with its path; for a text that was read off the picture only its label
	At     *desktop.Pixel // where such a text lies; nil for elements
}

// Marks are the elements of a Screen, by number from 1.
type Marks []Mark

// Argument is the name under which a planner gives the number of a line, in the args of any call.
const Argument = "element"

func markOf(e desktop.Element) Mark {
	label := e.Name
	if label == "" {
		label = e.Desc
	}
	return Mark{Target: desktop.Target{Label: label, Role: e.Role, Path: desktop.PathString(e.Path)}}
}

// Shown are the marks of the first n lines, for a prompt that had no room for all: a number that was not told is not
// an element that anybody chose.
func (m Marks) Shown(n int) Marks { return m[:min(max(n, 0), len(m))] }

// Target is the element that a number stands for. ok is false for numbers that stand for none, and for texts that
// were read off the picture, which have only a place.
func (m Marks) Target(n int) (t desktop.Target, ok bool) {
	k, ok := m.find(n)
	if !ok || k.At != nil {
		return desktop.Target{}, false
	}
	k.Target.Path = slices.Clone(k.Target.Path)
	return k.Target, true
}

func (m Marks) find(n int) (Mark, bool) {
	if n < 1 || n > len(m) {
		return Mark{}, false
	}
	return m[n-1], true
}

// Which arguments say in words what is meant. The first that a tool has gets the element's label, for whoever is
// asked to approve; its exact place goes into the path.
var (
	naming  = []string{"label", "target", "into", "in"}
	placing = []string{"role", "container", "nth", "x", "y", "screen", "candidates", "path"}
)

// Bind puts the elements in the place of their numbers, before the registry makes a plan of the calls. The calls that
// came in are not changed. A number that stands for nothing, or for nothing that the tool can use, is a problem with
// its place, as the registry names places; calls of tools that the registry does not know are left to it.
func (m Marks) Bind(r *tool.Registry, steps [][]tool.Call) ([][]tool.Call, []tool.Problem) {
	out := make([][]tool.Call, len(steps))
	var problems []tool.Problem
	for i, step := range steps {
		out[i] = slices.Clone(step)
		for j := range out[i] {
			place := fmt.Sprintf("calls[%d]", i)
			if len(step) > 1 {
				place = fmt.Sprintf("calls[%d][%d]", i, j)
			}
			args, why := m.bind(r, out[i][j])
			if why != "" {
				problems = append(problems, tool.Problem{Place: place + ".args." + Argument, Reason: why})
				continue
			}
			out[i][j].Args = args
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return out, nil
}

func (m Marks) bind(r *tool.Registry, c tool.Call) (args json.RawMessage, why string) {
	t, known := r.Lookup(c.Tool)
	given, isObject := object(c.Args)
	raw, said := given[Argument]
	if !known || !isObject || !said {
		return c.Args, ""
	}
	fields := map[string]tool.Field{}
	for _, f := range t.Spec().Args.Fields {
		fields[f.Name] = f
	}
	if _, own := fields[Argument]; own {
		return c.Args, "" // the tool means something else by it
	}
	if string(bytes.TrimSpace(raw)) == "null" { // what models write for "not given"
		delete(given, Argument)
		return marshal(given), ""
	}
	n, ok := number(raw)
	if !ok {
		return nil, "is not the number of a line"
	}
	mark, ok := m.find(n)
	if !ok {
		return nil, fmt.Sprintf("there is no element %d in the list", n)
	}
	_, takesPath := fields["path"]
	_, takesX := fields["x"]
	_, takesY := fields["y"]
	name := slices.IndexFunc(naming, func(n string) bool { _, ok := fields[n]; return ok })
	switch {
	case mark.At != nil && !(takesX && takesY):
		return nil, fmt.Sprintf("element %d was only read off the picture, and %s needs more than its place", n, c.Tool)
	case mark.At == nil && !(takesPath && len(mark.Target.Path) > 0) && (name < 0 || mark.Target.Label == ""):
		return nil, fmt.Sprintf("%s can't be told which element is meant", c.Tool)
	}
	bound := maps.Clone(given)
	delete(bound, Argument)
	for _, n := range slices.Concat(naming, placing) {
		if f, ok := fields[n]; ok {
			delete(bound, f.Name)
			for _, a := range f.Aliases {
				delete(bound, a)
			}
		}
	}
	put := func(key string, v any) { bound[key], _ = json.Marshal(v) } // strings and numbers always marshal
	if mark.At != nil {
		put("x", mark.At.X)
		put("y", mark.At.Y)
		return marshal(bound), ""
	}
	if name >= 0 && mark.Target.Label != "" {
		put(naming[name], mark.Target.Label)
	}
	if takesPath && len(mark.Target.Path) > 0 {
		put("path", mark.Target.Path)
	}
	return marshal(bound), ""
}

// object reads args that are an object, or an object sent as a string.
func object(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	t := bytes.TrimSpace(raw)
	if len(t) > 0 && t[0] == '"' {
		var inner string
		if json.Unmarshal(t, &inner) != nil {
			return nil, false
		}
		t = []byte(inner)
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(t, &m) != nil || m == nil {
		return nil, false
	}
	return m, true
}

// number reads 7, 7.0, "7" and "[7]", which is how the line shows it.
func number(raw json.RawMessage) (int, bool) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(bytes.TrimSpace(raw))
	} else if len(s) > 2 && s[0] == '[' && s[len(s)-1] == ']' {
		s = s[1 : len(s)-1]
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}

func marshal(m map[string]json.RawMessage) json.RawMessage {
	b, err := json.Marshal(m)
	if err != nil {
		return json.RawMessage("{}") // every value was read from JSON or marshalled just now
	}
	return b
}
