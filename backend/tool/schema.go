package tool

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Schema describes the args of a tool. It is read once from an args struct, whose fields carry tags:
//
//	json:"amount"           the printed name, always the first spelling
//	alias:"steps,count"     spellings that are read and never printed
//	doc:"notches to turn"   one line
//	enum:"up,down"          allowed values
//	min:"1" max:"50"        bounds of a number, or of a string's length in bytes
//	default:"3"             used when absent
//	need:"true"             must be present
type Schema struct {
	Fields []Field
	check  func(json.RawMessage) error
}

// Field is one argument.
type Field struct {
	Name     string
	Aliases  []string
	Type     string // string, integer, number, boolean, array, object
	Doc      string
	Enum     []string
	Min, Max *float64
	Default  json.RawMessage
	Required bool
	Items    *Schema // of an array of objects; nil for an array of strings
}

// Checker is implemented by args whose fields depend on one another ("a label or a place"). The error is one plain
// sentence.
type Checker interface{ Check() error }

// SchemaOf reads the schema of an args struct T. It panics on a malformed tag, which is a programming error.
func SchemaOf[T any]() Schema {
	var zero T
	s := schemaOf(reflect.TypeOf(zero))
	s.check = func(raw json.RawMessage) error {
		v := new(T)
		if err := json.Unmarshal(raw, v); err != nil {
			return err
		}
		if c, ok := any(v).(Checker); ok {
			return c.Check()
		}
		return nil
	}
	return s
}

func schemaOf(t reflect.Type) Schema {
	var s Schema
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			panic("args field without a json name: " + t.String() + "." + f.Name)
		}
		field := Field{Name: name, Doc: f.Tag.Get("doc"), Required: f.Tag.Get("need") == "true"}
		field.Aliases = list(f.Tag.Get("alias"))
		field.Enum = list(f.Tag.Get("enum"))
		field.Min, field.Max = bound(f.Tag.Get("min")), bound(f.Tag.Get("max"))
		ft := f.Type
		if ft.Kind() == reflect.Pointer {
			ft = ft.Elem()
		}
		switch ft.Kind() {
		case reflect.String:
			field.Type = "string"
		case reflect.Bool:
			field.Type = "boolean"
		case reflect.Int, reflect.Int64:
			field.Type = "integer"
		case reflect.Float64:
			field.Type = "number"
		case reflect.Struct, reflect.Map, reflect.Interface:
			field.Type = "object"
		case reflect.Slice:
			field.Type = "array"
			if e := ft.Elem(); e.Kind() == reflect.Struct {
				items := schemaOf(e)
				field.Items = &items
			}
		default:
			panic("args field of an unknown kind: " + t.String() + "." + f.Name)
		}
		if d, ok := f.Tag.Lookup("default"); ok {
			if field.Type == "string" {
				field.Default, _ = json.Marshal(d)
			} else {
				field.Default = json.RawMessage(d)
			}
		}
		s.Fields = append(s.Fields, field)
	}
	return s
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func bound(s string) *float64 {
	if s == "" {
		return nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("args bound " + s + ": " + err.Error())
	}
	return &v
}

// Full is the JSON Schema (draft 2020-12) with everything that is checked.
func (s Schema) Full() map[string]any { return s.project(true) }

// Thin is the schema that a model server is sent: types and names only, since bounds and patterns have crashed
// grammar compilers; Pace validates the reply in full again.
func (s Schema) Thin() map[string]any { return s.project(false) }

func (s Schema) project(full bool) map[string]any {
	props := map[string]any{}
	var required []string
	for _, f := range s.Fields {
		p := map[string]any{"type": f.Type}
		if f.Type == "array" {
			if f.Items != nil {
				p["items"] = f.Items.project(full)
			} else {
				p["items"] = map[string]any{"type": "string"}
			}
		}
		if len(f.Enum) > 0 {
			p["enum"] = f.Enum
		}
		if full {
			if f.Doc != "" {
				p["description"] = f.Doc
			}
			lo, hi := "minimum", "maximum"
			if f.Type == "string" {
				lo, hi = "minLength", "maxLength"
			} else if f.Type == "array" {
				lo, hi = "minItems", "maxItems"
			}
			if f.Min != nil {
				p[lo] = *f.Min
			}
			if f.Max != nil {
				p[hi] = *f.Max
			}
			if f.Default != nil {
				p["default"] = f.Default
			}
		}
		props[f.Name] = p
		if f.Required {
			required = append(required, f.Name)
		}
	}
	out := map[string]any{"type": "object", "properties": props, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}

// Problem is one thing wrong with a call: where it is and why, in words for whoever wrote the call.
type Problem struct {
	Place  string `json:"place"` // calls[1].args.amount
	Reason string `json:"reason"`
}

func (p Problem) Error() string { return p.Place + ": " + p.Reason }

// read coerces raw to the schema without loss, fills defaults, and validates. The result prints each argument
// under its first spelling.
func (s Schema) read(raw json.RawMessage, place string) (json.RawMessage, []Problem) {
	obj, err := object(raw)
	if err != nil {
		return nil, []Problem{{place, err.Error()}}
	}
	out, problems := s.readObject(obj, place)
	if len(problems) > 0 {
		return nil, problems
	}
	b, err := json.Marshal(out)
	if err != nil {
		return nil, []Problem{{place, err.Error()}}
	}
	if s.check != nil {
		if err := s.check(b); err != nil {
			return nil, []Problem{{place, err.Error()}}
		}
	}
	return b, nil
}

// object accepts {}, null, nothing, an empty string, and an object that was sent as a string.
func object(raw json.RawMessage) (map[string]json.RawMessage, error) {
	t := strings.TrimSpace(string(raw))
	if t == "" || t == "null" || t == `""` {
		return map[string]json.RawMessage{}, nil
	}
	if t[0] == '"' {
		var inner string
		if err := json.Unmarshal([]byte(t), &inner); err != nil {
			return nil, fmt.Errorf("the arguments are not an object")
		}
		t = inner
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(t), &m); err != nil {
		return nil, fmt.Errorf("the arguments are not an object")
	}
	if m == nil {
		m = map[string]json.RawMessage{}
	}
	return m, nil
}

func (s Schema) readObject(obj map[string]json.RawMessage, place string) (map[string]json.RawMessage, []Problem) {
	out := map[string]json.RawMessage{}
	var problems []Problem
	seen := map[string]bool{}
	for _, f := range s.Fields {
		var got json.RawMessage
		for _, n := range append([]string{f.Name}, f.Aliases...) {
			v, ok := obj[n]
			if !ok {
				continue
			}
			seen[n] = true
			if got != nil && string(got) != string(v) {
				problems = append(problems, Problem{place + "." + n, "is given twice, with different values"})
			}
			got = v
		}
		if got == nil || string(got) == "null" {
			if f.Default != nil {
				out[f.Name] = f.Default
			} else if f.Required {
				problems = append(problems, Problem{place + "." + f.Name, "is missing"})
			}
			continue
		}
		v, ps := f.read(got, place+"."+f.Name)
		problems = append(problems, ps...)
		if len(ps) == 0 {
			out[f.Name] = v
		}
	}
	for n := range obj {
		if !seen[n] {
			problems = append(problems, Problem{place + "." + n, "is not an argument of this tool"})
		}
	}
	return out, problems
}

func (f Field) read(raw json.RawMessage, place string) (json.RawMessage, []Problem) {
	bad := func(format string, a ...any) (json.RawMessage, []Problem) {
		return nil, []Problem{{place, fmt.Sprintf(format, a...)}}
	}
	v := coerce(f.Type, raw)
	switch f.Type {
	case "string":
		var x string
		if json.Unmarshal(v, &x) != nil {
			return bad("is not text")
		}
		if len(f.Enum) > 0 {
			n := strings.ToLower(strings.TrimSpace(x))
			for _, e := range f.Enum {
				if n == e {
					b, _ := json.Marshal(e)
					return b, nil
				}
			}
			return bad("is %q, not one of %s", x, strings.Join(f.Enum, ", "))
		}
		if f.Min != nil && float64(len(x)) < *f.Min {
			return bad("is empty")
		}
		if f.Max != nil && float64(len(x)) > *f.Max {
			return bad("is longer than %g bytes", *f.Max)
		}
	case "integer", "number":
		var x float64
		if json.Unmarshal(v, &x) != nil {
			return bad("is not a number")
		}
		if f.Type == "integer" && x != float64(int64(x)) {
			return bad("is not a whole number")
		}
		if f.Min != nil && x < *f.Min || f.Max != nil && x > *f.Max {
			return bad("is %g, outside %s", x, f.span())
		}
		if f.Type == "integer" {
			v = json.RawMessage(strconv.FormatInt(int64(x), 10))
		}
	case "boolean":
		var x bool
		if json.Unmarshal(v, &x) != nil {
			return bad("is not true or false")
		}
	case "array":
		var xs []json.RawMessage
		if json.Unmarshal(v, &xs) != nil {
			return bad("is not a list")
		}
		if f.Max != nil && float64(len(xs)) > *f.Max {
			return bad("has more than %g entries", *f.Max)
		}
		if f.Items == nil {
			break
		}
		for i, x := range xs {
			o, err := object(x)
			if err != nil {
				return bad("holds an entry that is not an object")
			}
			m, ps := f.Items.readObject(o, fmt.Sprintf("%s[%d]", place, i))
			if len(ps) > 0 {
				return nil, ps
			}
			xs[i], _ = json.Marshal(m)
		}
		v, _ = json.Marshal(xs)
	case "object":
		var m map[string]json.RawMessage
		if json.Unmarshal(v, &m) != nil {
			return bad("is not an object")
		}
	}
	return v, nil
}

func (f Field) span() string {
	switch {
	case f.Min == nil:
		return fmt.Sprintf("at most %g", *f.Max)
	case f.Max == nil:
		return fmt.Sprintf("at least %g", *f.Min)
	}
	return fmt.Sprintf("%g to %g", *f.Min, *f.Max)
}

// coerce turns a value into the wanted type when nothing is lost by it, else returns it unchanged.
func coerce(want string, raw json.RawMessage) json.RawMessage {
	var s string
	isText := json.Unmarshal(raw, &s) == nil
	switch want {
	case "integer", "number":
		if isText {
			if n, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil && n == n && n < 1e300 && n > -1e300 {
				return json.RawMessage(strconv.FormatFloat(n, 'g', -1, 64))
			}
		}
	case "boolean":
		if isText {
			switch strings.ToLower(strings.TrimSpace(s)) {
			case "true", "false":
				return json.RawMessage(strings.ToLower(strings.TrimSpace(s)))
			}
		}
	case "string":
		var n json.Number
		if !isText && json.Unmarshal(raw, &n) == nil {
			b, _ := json.Marshal(n.String())
			return b
		}
		if t := string(raw); t == "true" || t == "false" {
			return json.RawMessage(strconv.Quote(t))
		}
	case "array":
		var xs []json.RawMessage
		if json.Unmarshal(raw, &xs) != nil {
			return json.RawMessage("[" + string(raw) + "]")
		}
	}
	return raw
}
