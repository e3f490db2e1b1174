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
// as many dots, and of the address that a tool goes to its site is left. It stands for a call of which it is not known yet whether its text may be kept: only the program can tell
// that a field is one for passwords.
func Masked(c tool.Call, s tool.Spec) tool.Call {
	var args map[string]any
	d := json.NewDecoder(bytes.NewReader(c.Args))
	d.UseNumber()
	if d.Decode(&args) != nil {
		return tool.Call{Tool: c.Tool}
	}
	for name, v := range args {
		switch address, _ := v.(string); {
		case plainArg(name, s):
		case name == "url" && reaches(s) && site(address) != "":
			args[name] = siteOnly(address)
		default:
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

// reaches reports whether the address among a tool's arguments is where the tool goes, and nothing that is put into a field.
func reaches(s tool.Spec) bool {
	return s.Risk != tool.InputInjection && slices.ContainsFunc(s.Args.Fields, func(f tool.Field) bool { return f.Name == "url" })
}

// siteOnly is what the audit keeps of an address, which is known to be no secret, with a mark where there is more of it.
func siteOnly(address string) string {
	kept := site(address)
	if rest, ok := strings.CutPrefix(address, kept); ok && strings.Trim(rest, "/") == "" {
		return kept
	}
	return kept + "/•••"
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
