package reply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/tool"
)

// read collects what calls come to, from wherever in the text they stand.
type read struct {
	calls [][]tool.Call
	marks []Mark
	bad   []tool.Problem
}

func (r *read) problem(place, format string, a ...any) {
	r.bad = append(r.bad, tool.Problem{Place: place, Reason: fmt.Sprintf(format, a...)})
}

// step adds calls that may run together, without those that are marks.
func (r *read) step(calls []tool.Call, places []string) {
	var step []tool.Call
	for i, c := range calls {
		m, ps, ok := drained(c, places[i])
		r.bad = append(r.bad, ps...)
		switch {
		case !ok:
			step = append(step, c)
		case len(ps) == 0:
			r.marks = append(r.marks, m)
		}
	}
	if len(step) > 0 {
		r.calls = append(r.calls, step)
	}
}

// payloadCall reads {name, args}. Only a listed call may have no other key.
func (r *read) payloadCall(n node, place string, listed bool) (c tool.Call, ok bool) {
	had := len(r.bad)
	if n.kind != '{' {
		r.problem(place, "is not an object")
		return c, false
	}
	if listed {
		for _, m := range n.members {
			if m.key != "name" && m.key != "args" {
				r.problem(join(place, m.key), "is no part of a call")
			}
		}
	}
	name, given := n.get("name")
	c.Tool = strings.TrimSpace(name.text())
	switch {
	case !given:
		r.problem(join(place, "name"), "is missing")
	case name.kind != '"':
		r.problem(join(place, "name"), "is not text")
	case c.Tool == "":
		r.problem(join(place, "name"), "is empty")
	}
	args, _ := n.get("args")
	r.args(&c, args, join(place, "args"))
	return c, len(r.bad) == had
}

// args reads the arguments of a call, and takes its expectation out of them.
func (r *read) args(c *tool.Call, n node, place string) {
	c.Args = json.RawMessage("{}")
	switch n.kind {
	case 0, 'n':
		return
	case '"':
		t := strings.TrimSpace(n.text())
		if t == "" {
			return
		}
		inner, ok := parseText(t)
		if !ok || inner.kind != '{' {
			r.problem(place, "is not an object")
			return
		}
		r.bad = append(r.bad, inner.twice(place)...)
		n = inner
	case '{':
	default:
		r.problem(place, "is not an object")
		return
	}
	c.Args = json.RawMessage(bytes.Clone(n.raw))
	if e, ok := n.get("expect"); ok && e.kind == '{' {
		c.Args = n.without("expect")
		r.expect(c, e, join(place, "expect"))
	}
}

func (r *read) expect(c *tool.Call, n node, place string) {
	d := json.NewDecoder(bytes.NewReader(n.raw))
	d.DisallowUnknownFields()
	var e desktop.Expect
	if err := d.Decode(&e); err != nil {
		r.problem(place, "%s", strings.TrimPrefix(err.Error(), "json: "))
		return
	}
	c.Expect = &e
}

// block reads the list of a tool_calls block: steps, each a call or a list of calls that may run together. steps
// counts over all blocks of a reply.
func (r *read) block(n node, steps *int) {
	if n.kind == '{' {
		n = node{kind: '[', items: []node{n}}
	}
	for _, x := range n.items {
		place := fmt.Sprintf("tool_calls[%d]", *steps)
		*steps++
		group := []node{x}
		if x.kind == '[' {
			group = x.items
		}
		var calls []tool.Call
		var places []string
		for i, g := range group {
			at := place
			if x.kind == '[' {
				at = fmt.Sprintf("%s[%d]", place, i)
			}
			r.bad = append(r.bad, g.twice(at)...)
			if c, ok := r.toolCall(g, at); ok {
				calls, places = append(calls, c), append(places, at)
			}
		}
		r.step(calls, places)
	}
}

// toolCall reads a call as blocks hold it: {"tool": …} with the arguments beside the name or in an object of their
// own, or {"name": …, "arguments": …}.
func (r *read) toolCall(n node, place string) (c tool.Call, ok bool) {
	had := len(r.bad)
	if n.kind != '{' {
		r.problem(place, "is not an object")
		return c, false
	}
	key := "tool"
	name, given := n.get(key)
	if !given {
		key = "name"
		name, given = n.get(key)
	}
	c.Tool = strings.TrimSpace(name.text())
	if !given || c.Tool == "" {
		r.problem(place, "names no tool")
		return c, false
	}
	inside, at := node{}, ""
	for _, k := range [...]string{"args", "arguments", "parameters"} {
		if v, ok := n.get(k); ok {
			inside, at = v, k
			break
		}
	}
	_, server := n.get("server")
	if at == "" || server { // a call of a connected server has arguments among its arguments
		all, _ := parseText(string(n.without(key)))
		r.args(&c, all, place)
		return c, len(r.bad) == had
	}
	for _, m := range n.members {
		if m.key != key && m.key != at && m.key != "expect" && m.key != "id" && m.key != "type" && m.val.kind != 'n' {
			r.problem(join(place, m.key), "stands beside %s: which is meant can't be told", at)
		}
	}
	r.args(&c, inside, join(place, at))
	if e, ok := n.get("expect"); ok && e.kind == '{' {
		r.expect(&c, e, join(place, "expect"))
	}
	return c, len(r.bad) == had
}
