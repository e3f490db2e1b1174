package main

import (
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// writer turns Go types into TypeScript. Its maps say what is known under which Go name.
type writer struct {
	b      strings.Builder
	known  map[string]string // Go name, with package when it is another one → TypeScript name
	refine map[string]string // "Struct.Field" → TypeScript type, where Go keeps a plain string
}

const head = "// Made from the Go source by `go generate ./backend/event`. Change the Go, not this file.\n"

func (w *writer) doc(indent, text string) {
	if text == "" {
		return
	}
	lines := strings.Split(strings.ReplaceAll(text, "*/", "*\\/"), "\n")
	if len(lines) == 1 {
		fmt.Fprintf(&w.b, "%s/** %s */\n", indent, lines[0])
		return
	}
	fmt.Fprintf(&w.b, "%s/**\n", indent)
	for _, l := range lines {
		fmt.Fprintf(&w.b, "%s\n", strings.TrimRight(indent+" * "+l, " "))
	}
	fmt.Fprintf(&w.b, "%s */\n", indent)
}

// literals writes a string type as the union of its values.
func (w *writer) literals(name string, n *named) {
	w.b.WriteByte('\n')
	w.doc("", n.doc)
	fmt.Fprintf(&w.b, "export type %s =\n", name)
	for _, v := range n.values {
		if v.doc != "" {
			w.doc("  ", v.doc)
		}
		fmt.Fprintf(&w.b, "  | %s\n", single(v.literal))
	}
}

// record writes a struct as an interface.
func (w *writer) record(name, goName, doc, extends string, t *ast.StructType) error {
	w.b.WriteByte('\n')
	w.doc("", doc)
	fmt.Fprintf(&w.b, "export interface %s %s{\n", name, extends)
	for _, f := range t.Fields.List {
		if len(f.Names) == 0 {
			return fmt.Errorf("%s embeds a type; name the field so that its JSON is plain", goName)
		}
		for _, n := range f.Names {
			if !n.IsExported() {
				continue
			}
			key, optional, skip := jsonKey(n.Name, f.Tag)
			if skip {
				continue
			}
			ts, ok := w.refine[goName+"."+n.Name]
			if !ok {
				var err error
				if ts, err = w.typ(f.Type, optional); err != nil {
					return fmt.Errorf("%s.%s: %w", goName, n.Name, err)
				}
			}
			doc := comment(f.Doc)
			if doc == "" {
				doc = comment(f.Comment)
			}
			w.doc("  ", doc)
			mark := ""
			if optional {
				mark = "?"
			}
			fmt.Fprintf(&w.b, "  %s%s: %s\n", key, mark, ts)
		}
	}
	w.b.WriteString("}\n")
	return nil
}

// typ says a Go type in TypeScript. A nil slice, map or pointer is null in JSON, and the type admits it, unless the
// field is left out when empty.
func (w *writer) typ(e ast.Expr, omitted bool) (string, error) {
	null := " | null"
	if omitted {
		null = ""
	}
	switch t := e.(type) {
	case *ast.Ident:
		switch t.Name {
		case "string":
			return "string", nil
		case "bool":
			return "boolean", nil
		case "int", "int32", "int64", "uint", "uint8", "uint32", "uint64", "float32", "float64":
			return "number", nil
		case "any":
			return "unknown", nil
		}
		if ts, ok := w.known[t.Name]; ok {
			return ts, nil
		}
		return "", fmt.Errorf("type %s is not known", t.Name)
	case *ast.SelectorExpr:
		name := fmt.Sprintf("%s.%s", t.X, t.Sel)
		if ts, ok := w.known[name]; ok {
			return ts, nil
		}
		return "", fmt.Errorf("type %s is not known", name)
	case *ast.StarExpr:
		in, err := w.typ(t.X, true)
		return in + null, err
	case *ast.ArrayType:
		in, err := w.typ(t.Elt, true) // a nil row inside a table is not sent by anyone
		if strings.Contains(in, " ") {
			in = "(" + in + ")"
		}
		return in + "[]" + null, err
	case *ast.MapType:
		in, err := w.typ(t.Value, true)
		return "Record<string, " + in + ">" + null, err
	case *ast.InterfaceType:
		return "unknown", nil
	}
	return "", fmt.Errorf("no TypeScript for %T", e)
}

func jsonKey(name string, tag *ast.BasicLit) (key string, optional, skip bool) {
	key = name
	if tag == nil {
		return key, false, false
	}
	raw, err := strconv.Unquote(tag.Value)
	if err != nil {
		return key, false, false
	}
	parts := strings.Split(reflect.StructTag(raw).Get("json"), ",")
	if parts[0] == "-" {
		return "", false, true
	}
	if parts[0] != "" {
		key = parts[0]
	}
	for _, p := range parts[1:] {
		optional = optional || p == "omitempty" || p == "omitzero"
	}
	return key, optional, false
}

func single(goLiteral string) string {
	s, err := strconv.Unquote(goLiteral)
	if err != nil {
		return goLiteral
	}
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", `\'`) + "'"
}
