package executor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"pace/backend/tool"
)

// Masked is a call without its contents: texts that are neither a choice nor the name of what the call is about become
// as many dots. It stands for a call of which it is not known yet whether its text may be kept: only the program can tell
// that a field is one for passwords.
func Masked(c tool.Call, s tool.Spec) tool.Call {
	var args map[string]any
	d := json.NewDecoder(bytes.NewReader(c.Args))
	d.UseNumber()
	if d.Decode(&args) != nil {
		return tool.Call{Tool: c.Tool}
	}
	for name, v := range args {
		if !plainArg(name, s) {
			args[name] = dots(v)
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return tool.Call{Tool: c.Tool}
	}
	return tool.Call{Tool: c.Tool, Args: raw}
}

// plainArg reports whether an argument says what a call is about, or chooses among values that everybody knows.
func plainArg(name string, s tool.Spec) bool {
	for _, n := range named {
		if n.arg == name && name != "url" {
			return true
		}
	}
	return name == "name" && byName[s.Name] || name == "role" || name == "container" ||
		slices.ContainsFunc(s.Args.Fields, func(f tool.Field) bool { return f.Name == name && len(f.Enum) > 0 })
}

func dots(v any) any {
	switch v := v.(type) {
	case string:
		return strings.Repeat("•", utf8.RuneCountInString(v))
	case []any:
		for i := range v {
			v[i] = dots(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = dots(v[k])
		}
	}
	return v
}
