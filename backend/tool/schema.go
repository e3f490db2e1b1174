package tool

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

var rawType = reflect.TypeFor[json.RawMessage]()

// Schema describes the args of a tool. It is read once from an args struct, whose fields carry tags:
//
//	json:"amount"           the printed name, always the first spelling
//	alias:"steps,count"     spellings that are read and never printed
//	doc:"notches to turn"   one line
//	enum:"up,down"          allowed values of a string; case does not matter
//	also:"higher=up"        other spellings of a value that are read and never printed
//	min:"1" max:"50"        bounds of a number, of a list's entries, or of a string: at least so many characters,
//	                        at most so many bytes
//	default:"3"             used when absent; JSON, save for strings
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
	Also     map[string]string // other spellings of the values in Enum
	Min, Max *float64
	Default  json.RawMessage
	Required bool
	Items    *Schema // of an array of objects; nil for an array of strings
}

// Checker is implemented by args whose fields depend on one another ("a label or a place"). The error is one plain
// sentence.
type Checker interface{ Check() error }

// SchemaOf reads the schema of an args struct T. It panics on a malformed tag, on two fields with one spelling, and on
// a default that its own field refuses: programming errors.
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
	spelled := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			panic("args field without a json name: " + t.String() + "." + f.Name)
		}
		field := Field{Name: name, Doc: f.Tag.Get("doc"), Required: f.Tag.Get("need") == "true"}
		field.Aliases = list(f.Tag.Get("alias"))
		for _, n := range append([]string{name}, field.Aliases...) {
			if spelled[n] {
				panic("two args fields are spelled " + n + ": " + t.String())
			}
			spelled[n] = true
		}
		field.Enum = list(f.Tag.Get("enum"))
		for _, pair := range list(f.Tag.Get("also")) {
			other, value, _ := strings.Cut(pair, "=")
			if other != strings.ToLower(other) || !slices.Contains(field.Enum, value) || slices.Contains(field.Enum, other) {
				panic("args field has another spelling of a value it does not have: " + t.String() + "." + f.Name + ", " + pair)
			}
			if field.Also == nil {
				field.Also = map[string]string{}
			}
			field.Also[other] = value
		}
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
			switch e := ft.Elem(); {
			case ft == rawType:
				field.Type = "object"
			case e.Kind() == reflect.Struct:
				items := schemaOf(e)
				field.Items = &items
			case e.Kind() != reflect.String:
				panic("args field is a list of neither texts nor objects: " + t.String() + "." + f.Name)
			}
		default:
			panic("args field of an unknown kind: " + t.String() + "." + f.Name)
		}
		if len(field.Enum) > 0 && field.Type != "string" {
			panic("args field has an enum and is no text: " + t.String() + "." + f.Name)
		}
		if d, ok := f.Tag.Lookup("default"); ok {
			if field.Type == "string" {
				field.Default, _ = json.Marshal(d)
			} else {
				field.Default = json.RawMessage(d)
			}
			v, ps := field.read(field.Default, "default")
			if !json.Valid(field.Default) || len(ps) > 0 {
				panic("args field refuses its own default " + d + ": " + t.String() + "." + f.Name)
			}
			field.Default = v
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
			p["enum"] = slices.Clone(f.Enum)
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
