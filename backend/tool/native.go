package tool

import (
	"encoding/json"
)

// connected is the tool that calls what another program's server offers.
const connected = "mcp"

// routing are the keys under which planners repeat the name of a server's tool among its arguments.
var routing = [...]string{"name", "tool", "toolName", "mcpTool", "command", "action"}

// native reads a call that names no tool of Pace but a server, {"tool": "notes_search", "server": "altic", "query":
// "x"}, as a call of that server: what is not routing is its arguments. ok is false when it is none, or when servers
// can't be called here.
func (r *Registry) native(c Call) (out Call, e *entry, ok bool) {
	e, known := r.byName[connected]
	if !known {
		return c, nil, false
	}
	args, err := object(c.Args)
	if err != nil {
		return c, nil, false
	}
	server, ok := args["server"]
	if !ok {
		return c, nil, false
	}
	delete(args, "server")
	for _, k := range routing {
		var v string
		if json.Unmarshal(args[k], &v) == nil && normalise(v) == normalise(c.Tool) {
			delete(args, k)
		}
	}
	var inner json.RawMessage
	if a, ok := args["arguments"]; ok && len(args) == 1 {
		inner = a
	} else if inner, err = json.Marshal(args); err != nil {
		return c, nil, false
	}
	raw, err := json.Marshal(map[string]json.RawMessage{"server": server, "name": text(c.Tool), "arguments": inner})
	if err != nil {
		return c, nil, false
	}
	return Call{Tool: connected, Args: raw, Expect: c.Expect}, e, true
}

// lookup finds the tool of a call for somebody, and the call as that tool reads it.
func (r *Registry) lookup(c Call, who Offer) (Call, *entry, bool) {
	e, ok := r.byName[normalise(c.Tool)]
	if !ok {
		c, e, ok = r.native(c)
	} else if len(e.spec.Given) > 0 {
		c.Args = e.given(c)
	}
	return c, e, ok && e.spec.Offer&who != 0
}

// given adds to the arguments of a call what the alias that it was named by says. What is given explicitly stays.
func (e *entry) given(c Call) json.RawMessage {
	for alias, says := range e.spec.Given {
		if normalise(alias) != normalise(c.Tool) {
			continue
		}
		args, err := object(c.Args)
		if err != nil {
			return c.Args
		}
		for name, value := range says {
			if _, there := args[name]; !there {
				args[name] = text(value)
			}
		}
		if raw, err := json.Marshal(args); err == nil {
			return raw
		}
	}
	return c.Args
}
