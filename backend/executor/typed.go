package executor

import (
	"encoding/json"
	"slices"

	"pace/backend/proof"
	"pace/backend/tool"
)

// typing are the arguments that hold what is to be put into a field, under every name that a call may give them.
var typing = []string{"text", "value", "body", "old", "new", "replacement", "instruction", "left"}

// Typed lists the texts that a call of a tool puts into a field. Only the program can tell whether that is one for
// passwords, so they may be kept only once a step has looked: see Judged.
func Typed(s tool.Spec, args json.RawMessage) []string {
	var given map[string]any
	if s.Risk != tool.InputInjection || json.Unmarshal(args, &given) != nil {
		return nil
	}
	var out []string
	for _, name := range typing {
		if !slices.ContainsFunc(s.Args.Fields, func(f tool.Field) bool { return f.Name == name && len(f.Enum) > 0 }) {
			out = append(out, texts(given[name])...)
		}
	}
	return out
}

func texts(v any) (out []string) {
	switch v := v.(type) {
	case string:
		if v != "" {
			out = append(out, v)
		}
	case []any:
		for _, x := range v {
			out = append(out, texts(x)...)
		}
	case map[string]any:
		for _, x := range v {
			out = append(out, texts(x)...)
		}
	}
	return out
}

// Judged reports whether an outcome shows that the field was found to be none for passwords: a step looks at that before
// it sends anything, and what is sent has a means. What is already there was read.
func Judged(effect proof.Effect, means proof.Means) bool {
	return means != "" || effect == proof.Confirmed
}

// kept is a call as it may be recorded.
func kept(s *step, o proof.Outcome) tool.Call {
	if len(Typed(s.Spec, s.Call.Args)) > 0 && !Judged(o.Effect(), o.Means()) {
		return Masked(s.Call, s.Spec)
	}
	return s.Call
}
