package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is one thing wrong with a call: where it is and why, in words for whoever wrote the call.
type Problem struct {
	Place  string `json:"place"` // calls[1].args.amount
	Reason string `json:"reason"`
}

func (p Problem) Error() string { return p.Place + ": " + p.Reason }

// Read coerces raw to the schema without loss, fills defaults, and validates, as Registry.Plan does with the
// arguments of a call. place names the arguments in the problems.
func (s Schema) Read(raw json.RawMessage, place string) (json.RawMessage, []Problem) {
	return s.read(raw, place)
}

// read coerces raw to the schema without loss, fills defaults, and validates. The result prints each argument
// under its first spelling, and reads to itself.
func (s Schema) read(raw json.RawMessage, place string) (json.RawMessage, []Problem) {
	obj, err := object(raw)
	if err != nil {
		return nil, []Problem{{place, err.Error()}}
	}
	out, problems := s.readObject(obj, place)
	if len(problems) > 0 {
		return nil, problems
	}
	b, err := printed(out)
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

// printed writes arguments in the order of their names, without blanks between them.
func printed(args map[string]json.RawMessage) (json.RawMessage, error) {
	names := make([]string, 0, len(args))
	for n := range args {
		names = append(names, n)
	}
	slices.Sort(names)
	var b bytes.Buffer
	b.Grow(64 * (1 + len(args)))
	b.WriteByte('{')
	for i, n := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('"') // names are the registry's: nothing in them has to be escaped
		b.WriteString(n)
		b.WriteString(`":`)
		if v := args[n]; v[0] != '{' && v[0] != '[' {
			b.Write(v)
		} else if err := json.Compact(&b, v); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

var errNotObject = errors.New("the arguments are not an object")

// object accepts {}, null, nothing, an empty string, and an object that was sent as a string.
func object(raw json.RawMessage) (map[string]json.RawMessage, error) {
	t := bytes.TrimSpace(raw)
	if len(t) == 0 || string(t) == "null" || string(t) == `""` {
		return map[string]json.RawMessage{}, nil
	}
	if t[0] == '"' {
		var inner string
		if json.Unmarshal(t, &inner) != nil {
			return nil, errNotObject
		}
		t = bytes.TrimSpace([]byte(inner))
	}
	if len(t) == 0 || t[0] != '{' || !json.Valid(t) {
		if string(t) == "null" || len(t) == 0 {
			return map[string]json.RawMessage{}, nil
		}
		return nil, errNotObject
	}
	return members(t)
}

// members splits an object that is valid JSON. A key that stands twice is an error: decoding would keep the last and
// drop the other in silence.
func members(t []byte) (map[string]json.RawMessage, error) {
	m := map[string]json.RawMessage{}
	for at := skip(t, 1); t[at] != '}'; at = skip(t, at) {
		if t[at] == ',' {
			at = skip(t, at+1)
		}
		end := valueEnd(t, at)
		var key string
		if inner := t[at+1 : end-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
			key = string(inner)
		} else if err := json.Unmarshal(t[at:end], &key); err != nil {
			return nil, errNotObject
		}
		if _, twice := m[key]; twice {
			return nil, fmt.Errorf("%q is given twice", key)
		}
		from := skip(t, skip(t, end)+1) // behind the colon
		at = valueEnd(t, from)
		m[key] = t[from:at:at]
	}
	return m, nil
}

// skip goes over blanks.
func skip(t []byte, at int) int {
	for t[at] == ' ' || t[at] == '\t' || t[at] == '\n' || t[at] == '\r' {
		at++
	}
	return at
}

// valueEnd gives where the valid value that begins at a byte ends.
func valueEnd(t []byte, at int) int {
	depth := 0
	for ; ; at++ {
		switch t[at] {
		case '"':
			for at++; t[at] != '"'; at++ {
				if t[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // of what holds a number or word
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return at
			}
		}
	}
}

func (s Schema) readObject(obj map[string]json.RawMessage, place string) (map[string]json.RawMessage, []Problem) {
	out := map[string]json.RawMessage{}
	var problems []Problem
	seen := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		var got json.RawMessage
		bad := false
		for k := -1; k < len(f.Aliases); k++ {
			n := f.Name
			if k >= 0 {
				n = f.Aliases[k]
			}
			v, ok := obj[n]
			if ok {
				seen++
			}
			if !ok || string(bytes.TrimSpace(v)) == "null" { // null is what models write for "not given"
				continue
			}
			r, ps := f.read(v, place+"."+n)
			switch {
			case len(ps) > 0:
				problems = append(problems, ps...)
				bad = true
			case got != nil && !bytes.Equal(got, r):
				problems = append(problems, Problem{place + "." + n, "is given twice, with different values"})
			default:
				got = r
			}
		}
		switch {
		case got != nil:
			out[f.Name] = got
		case bad:
		case f.Default != nil:
			out[f.Name] = f.Default
		case f.Required:
			problems = append(problems, Problem{place + "." + f.Name, "is missing"})
		}
	}
	if seen == len(obj) {
		return out, problems
	}
	var unknown []string
	for n := range obj {
		if !slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Name == n || slices.Contains(f.Aliases, n) }) {
			unknown = append(unknown, n)
		}
	}
	slices.Sort(unknown)
	for _, n := range unknown {
		problems = append(problems, Problem{place + "." + n, "is not an argument of this tool"})
	}
	return out, problems
}

// read coerces and checks one value.
func (f Field) read(raw json.RawMessage, place string) (json.RawMessage, []Problem) {
	v := coerce(f.Type, raw)
	var reason string
	switch f.Type {
	case "string":
		v, reason = f.readText(v)
	case "integer", "number":
		v, reason = f.readNumber(v)
	case "boolean":
		if t := string(bytes.TrimSpace(v)); t != "true" && t != "false" {
			reason = "is not true or false"
		}
	case "array":
		return f.readList(v, place)
	case "object":
		var m map[string]json.RawMessage
		if json.Unmarshal(v, &m) != nil || m == nil {
			reason = "is not an object"
		}
	}
	if reason != "" {
		return nil, []Problem{{place, reason}}
	}
	return v, nil
}

func (f Field) readText(v json.RawMessage) (json.RawMessage, string) {
	var x *string
	if plain(v) {
		s := string(v[1 : len(v)-1])
		x = &s
	} else if json.Unmarshal(v, &x) != nil || x == nil {
		return nil, "is not text"
	}
	if len(f.Enum) > 0 {
		n := strings.TrimSpace(*x)
		for _, e := range f.Enum {
			if strings.EqualFold(n, e) {
				return text(e), ""
			}
		}
		if e, ok := f.Also[strings.ToLower(n)]; ok {
			return text(e), ""
		}
		return nil, fmt.Sprintf("is %q, not one of %s", *x, strings.Join(f.Enum, ", "))
	}
	switch n := utf8.RuneCountInString(*x); {
	case f.Min != nil && n == 0 && *f.Min > 0:
		return nil, "is empty"
	case f.Min != nil && float64(n) < *f.Min:
		return nil, fmt.Sprintf("is shorter than %g characters", *f.Min)
	case f.Max != nil && float64(len(*x)) > *f.Max:
		return nil, fmt.Sprintf("is longer than %g bytes", *f.Max)
	}
	if plain(v) {
		return v, ""
	}
	return text(*x), ""
}

// whole bounds the numbers that a float holds without losing digits.
const whole = 1 << 53

func (f Field) readNumber(v json.RawMessage) (json.RawMessage, string) {
	v = bytes.TrimSpace(v)
	var x *float64
	if json.Unmarshal(v, &x) != nil || x == nil {
		return nil, "is not a number"
	}
	if f.Min != nil && *x < *f.Min || f.Max != nil && *x > *f.Max {
		return nil, fmt.Sprintf("is %g, outside %s", *x, f.span())
	}
	if f.Type == "number" {
		return v, ""
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return json.RawMessage(strconv.FormatInt(n, 10)), ""
	}
	if *x <= -whole || *x >= whole || *x != float64(int64(*x)) {
		return nil, "is not a whole number"
	}
	return json.RawMessage(strconv.FormatInt(int64(*x), 10)), ""
}

func (f Field) readList(v json.RawMessage, place string) (json.RawMessage, []Problem) {
	bad := func(format string, a ...any) (json.RawMessage, []Problem) {
		return nil, []Problem{{place, fmt.Sprintf(format, a...)}}
	}
	xs := []json.RawMessage{}
	if json.Unmarshal(v, &xs) != nil || xs == nil {
		return bad("is not a list")
	}
	if f.Min != nil && float64(len(xs)) < *f.Min {
		return bad("has fewer than %g entries", *f.Min)
	}
	if f.Max != nil && float64(len(xs)) > *f.Max {
		return bad("has more than %g entries", *f.Max)
	}
	entry := Field{Type: "string"}
	var problems []Problem
	for i, x := range xs {
		at := fmt.Sprintf("%s[%d]", place, i)
		if f.Items == nil {
			r, ps := entry.read(x, at)
			problems = append(problems, ps...)
			xs[i] = r
			continue
		}
		o, err := object(x)
		if err != nil {
			problems = append(problems, Problem{at, "is not an object"})
			continue
		}
		m, ps := f.Items.readObject(o, at)
		problems = append(problems, ps...)
		xs[i], _ = json.Marshal(m)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	b, err := json.Marshal(xs)
	if err != nil {
		return bad("is not a list")
	}
	return b, nil
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

// plain reports whether v is a string that stands for itself: most are, and decoding is what reading takes longest for.
func plain(v json.RawMessage) bool {
	if len(v) < 2 || v[0] != '"' || v[len(v)-1] != '"' {
		return false
	}
	for _, c := range v[1 : len(v)-1] {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

func text(s string) json.RawMessage {
	b, _ := json.Marshal(s)
	return b
}

// coerce turns a value into the wanted type when nothing is lost by it, else returns it unchanged, so that the
// check says what is wrong with what was really sent.
func coerce(want string, raw json.RawMessage) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if want == "string" && len(raw) > 0 && raw[0] == '"' {
		return raw
	}
	s, isText := "", false
	if len(raw) > 0 && raw[0] == '"' {
		isText = json.Unmarshal(raw, &s) == nil
	}
	inner := json.RawMessage(strings.TrimSpace(s))
	switch want {
	case "integer", "number":
		// The text itself becomes the number: going through a float would lose digits.
		if n := bytes.TrimPrefix(inner, []byte("+")); isText && isNumber(n) {
			return n
		}
	case "boolean":
		if b := strings.ToLower(string(inner)); isText && (b == "true" || b == "false") {
			return json.RawMessage(b)
		}
	case "string":
		if isNumber(raw) || string(raw) == "true" || string(raw) == "false" {
			return text(string(raw))
		}
	case "array":
		switch {
		case isText && len(inner) > 0 && inner[0] == '[' && json.Valid(inner):
			return inner
		case len(raw) > 0 && raw[0] != '[' && string(raw) != "null":
			return slices.Concat(json.RawMessage("["), raw, json.RawMessage("]"))
		}
	case "object":
		if isText && len(inner) > 0 && inner[0] == '{' && json.Valid(inner) {
			return inner
		}
	}
	return raw
}

// isNumber reports whether t is one JSON number.
func isNumber(t []byte) bool {
	return len(t) > 0 && (t[0] == '-' || t[0] >= '0' && t[0] <= '9') && json.Valid(t)
}
