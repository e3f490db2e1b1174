package reply

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/phrase/rewrite"
	"pace/backend/tool"
)

var (
	envelopeKeys = [...]string{"intent", "spokenText", "payload"}
	intents      = [...]string{Answer, Action, Dictate, Edit, Clarify, Refuse}
	speaking     = [...]string{Answer, Clarify, Refuse} // the intents whose spoken text is let out while it arrives
)

// payload is the payload of an envelope while it is read.
type payload struct {
	read
	node
	given bool
}

// readEnvelope reads an envelope by the rules of version 10. Its spoken text is not among what it gives: that was
// read while it arrived.
func readEnvelope(n node) (intent string, p payload, more bool) {
	p.bad = n.twice("")
	for _, m := range n.members {
		if !slices.Contains(envelopeKeys[:], m.key) {
			p.problem(join("", m.key), "is no part of an envelope")
		}
	}
	intent = p.intent(n)
	if s, ok := find(n, "spokenText"); !ok {
		p.problem("spokenText", "is missing")
	} else if s.kind != '"' {
		p.problem("spokenText", "is not text")
	}
	p.node, p.given = n.get("payload")
	switch {
	case p.given && p.kind != '{':
		p.problem("payload", "is not an object")
		return intent, p, false
	case !p.given && intent == Action:
		p.problem("payload", "is missing")
		return intent, p, false
	}
	more = p.more()
	p.types()
	calls, ok := p.calls(intent == Action)
	switch intent {
	case Action:
		if ok {
			for i, c := range calls {
				p.step([]tool.Call{c.call}, []string{calls[i].place + ".args"})
			}
		}
	case Dictate:
		p.dictate()
	case Edit:
		p.edit()
	case Answer, Clarify, Refuse:
		if len(calls) > 0 && len(p.bad) == 0 {
			// Its words may say that they were carried out.
			p.problem("payload", "asks for something to be done, though the intent is %s", intent)
		}
	}
	return intent, p, more
}

// find is get, save that null counts as given.
func find(n node, key string) (node, bool) {
	i := slices.IndexFunc(n.members, func(m member) bool { return m.key == key })
	if i < 0 {
		return node{}, false
	}
	return n.members[i].val, true
}

func (p *payload) intent(n node) string {
	v, ok := find(n, "intent")
	i := strings.ToLower(strings.TrimSpace(v.text()))
	switch {
	case !ok:
		p.problem("intent", "is missing")
	case v.kind != '"':
		p.problem("intent", "is not text")
	case !slices.Contains(intents[:], i):
		p.problem("intent", "is %q, not one of %s", shown(v.text()), strings.Join(intents[:], ", "))
	default:
		return i
	}
	return ""
}

func (p *payload) more() bool {
	v, ok := p.get("more")
	t := strings.ToLower(strings.TrimSpace(v.text()))
	switch {
	case !ok || v.kind == 'f' || t == "false":
		return false
	case v.kind == 't' || t == "true":
		return true
	}
	p.problem("payload.more", "is not true or false")
	return false
}

// types checks what has a type wherever it stands, also where nothing comes of it.
func (p *payload) types() {
	for _, k := range [...]string{"answer", "text", "replacement", "command"} {
		if v, ok := p.get(k); ok && v.kind != '"' {
			p.problem("payload."+k, "is not text")
		}
	}
	if v, ok := p.get("target"); ok && p.target() == "" {
		p.problem("payload.target", "is %s, not one of focused, selection", shown(string(v.raw)))
	}
}

func (p *payload) target() string {
	v, ok := p.get("target")
	switch t := strings.ToLower(strings.TrimSpace(v.text())); {
	case !ok:
		return "selection"
	case t == "focused" || t == "selection":
		return t
	}
	return ""
}

type placed struct {
	call  tool.Call
	place string
}

// calls reads the single form and the list. Empty ones, which schemas make models write, count as absent when the
// other is there or none is needed.
func (p *payload) calls(needed bool) (all []placed, ok bool) {
	had := len(p.bad)
	name, single := p.get("name")
	list, listed := p.get("calls")
	if name.kind == '"' && strings.TrimSpace(name.text()) == "" && (listed || !needed) {
		single = false
	}
	switch {
	case listed && list.kind != '[':
		p.problem("payload.calls", "is not a list")
	case listed && len(list.items) == 0 && !single && needed:
		p.problem("payload.calls", "is empty")
	case !listed && !single && needed:
		p.problem("payload", "names no call")
	}
	for i, x := range list.items {
		place := fmt.Sprintf("payload.calls[%d]", i)
		if c, ok := p.payloadCall(x, place, true); ok {
			all = append(all, placed{c, place})
		}
	}
	if single {
		c, ok := p.payloadCall(p.node, "payload", false)
		switch {
		case !ok || len(list.items) == 0:
			all = append(all, placed{c, "payload"})
		case len(all) == 0 || !same(c, all[0].call):
			p.problem("payload", "names one call and lists others: which are meant can't be told")
		}
	}
	return all, len(p.bad) == had
}

// same reports whether two calls are one, said twice.
func same(a, b tool.Call) bool {
	var x, y any
	return tool.Normalise(a.Tool) == tool.Normalise(b.Tool) && json.Unmarshal(a.Args, &x) == nil && json.Unmarshal(b.Args, &y) == nil &&
		fmt.Sprint(x) == fmt.Sprint(y) && (a.Expect == nil) == (b.Expect == nil)
}

// one gives the text that stands under the first of several names, and says when the others differ from it.
func (p *payload) one(names ...string) (text string, given bool) {
	for _, k := range names {
		v, ok := p.get(k)
		switch {
		case !ok:
		case v.kind != '"':
			if k != "text" && k != "replacement" && k != "command" { // types has told those
				p.problem("payload."+k, "is not text")
			}
		case given && v.text() != text:
			p.problem("payload."+k, "is given twice, with different values")
		default:
			text, given = v.text(), true
		}
	}
	return text, given
}

// plainModes are the ways of dictation that mean: type it as it is.
var plainModes = [...]string{"", "plain", "text", "prose", "normal", "default", "none"}

// codeModes are those that mean code.
var codeModes = [...]string{"code", "coding", "programming"}

// dictate types what was dictated, with its spoken marks written. A mode that is not known is an argument like any other: the
// tool refuses it, it is not ignored.
func (p *payload) dictate() {
	had := len(p.bad)
	text, _ := p.one("text", "body", "value")
	mode, _ := p.one("mode")
	if len(p.bad) > had {
		return
	}
	if text == "" {
		p.problem("payload", "holds no text to type")
		return
	}
	args := map[string]string{}
	switch m := strings.ToLower(strings.TrimSpace(mode)); {
	case slices.Contains(plainModes[:], m):
		args["text"] = rewrite.Dictated(text)
	case slices.Contains(codeModes[:], m):
		args["text"] = rewrite.Code(text)
	default:
		args["text"], args["mode"] = text, m
	}
	p.act("type", args)
}

// edit replaces the selection or the focused field, or hands on how it is to be changed.
func (p *payload) edit() {
	had := len(p.bad)
	text, replaced := p.one("replacement", "text", "value")
	how, told := "", false
	if !replaced {
		how, told = p.one("command", "instruction", "operation")
	}
	if len(p.bad) > had {
		return
	}
	switch {
	case replaced && p.target() == "focused":
		p.act("set_value", map[string]string{"at": "focused", "value": text})
	case replaced:
		p.act("edit_selection", map[string]string{"target": p.target(), "replacement": text})
	case told && strings.TrimSpace(how) != "":
		p.act("edit_selection", map[string]string{"target": p.target(), "command": how})
	default:
		p.problem("payload", "says neither what to put there nor how to change it")
	}
}

func (p *payload) act(name string, args map[string]string) {
	raw, _ := json.Marshal(args)
	p.step([]tool.Call{{Tool: name, Args: raw}}, []string{"payload"})
}
