package main

import (
	"fmt"
	"go/ast"
	"sort"
	"strings"
)

// serviceMark in the comment of a struct says that its exported methods are what an interface may call.
const serviceMark = "ts:service"

// records writes the exported records (structs with JSON tags) and the services (structs marked with serviceMark) of
// a package. Types of package event are imported from events.gen; everything else must be declared in the package.
func records(src source, dir string) (string, error) {
	p, err := src.load(dir)
	if err != nil {
		return "", err
	}
	ev, err := src.load(eventDir)
	if err != nil {
		return "", err
	}
	w := &writer{known: builtin(), refine: map[string]string{}}
	for _, s := range ev.structs {
		w.known["event."+s.name] = tsName(s.name)
	}
	for n := range ev.strings {
		w.known["event."+n] = tsName(n)
	}
	for _, s := range p.structs {
		w.known[s.name] = s.name
	}
	var names []string
	for n := range p.strings {
		w.known[n] = n
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if len(p.strings[n].values) > 0 {
			w.literals(n, p.strings[n])
		} else {
			w.known[n] = "string"
		}
	}
	var services []decl
	for _, s := range p.structs {
		if strings.Contains(s.doc, serviceMark) {
			services = append(services, s)
			continue
		}
		if !tagged(s.typ) {
			continue
		}
		if err := w.record(s.name, s.name, s.doc, "", s.typ); err != nil {
			return "", err
		}
	}
	for _, s := range services {
		if err := w.service(s, p.methods[s.name]); err != nil {
			return "", err
		}
	}
	if len(services) > 0 {
		w.b.WriteString("\n/** Every service by the name it is called under. */\nexport interface Services {\n")
		for _, s := range services {
			fmt.Fprintf(&w.b, "  %s: %s\n", s.name, s.name)
		}
		w.b.WriteString("}\n")
	}
	body := w.b.String()
	return head + imports(body, ev) + body, nil
}

func (w *writer) service(s decl, methods []*ast.FuncDecl) error {
	w.b.WriteByte('\n')
	w.doc("", strings.TrimSpace(strings.ReplaceAll(s.doc, serviceMark, "")))
	fmt.Fprintf(&w.b, "export interface %s {\n", s.name)
	for _, m := range methods {
		if !m.Name.IsExported() {
			continue
		}
		var params []string
		for _, f := range m.Type.Params.List {
			if sel, ok := f.Type.(*ast.SelectorExpr); ok && fmt.Sprintf("%s.%s", sel.X, sel.Sel) == "context.Context" {
				continue
			}
			ts, err := w.typ(f.Type, true)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", s.name, m.Name.Name, err)
			}
			for _, n := range f.Names {
				params = append(params, n.Name+": "+ts)
			}
		}
		result := "void"
		if m.Type.Results != nil {
			for _, f := range m.Type.Results.List {
				if id, ok := f.Type.(*ast.Ident); ok && id.Name == "error" {
					continue
				}
				ts, err := w.typ(f.Type, false)
				if err != nil {
					return fmt.Errorf("%s.%s: %w", s.name, m.Name.Name, err)
				}
				result = ts
			}
		}
		w.doc("  ", comment(m.Doc))
		fmt.Fprintf(&w.b, "  %s(%s): Promise<%s>\n", m.Name.Name, strings.Join(params, ", "), result)
	}
	w.b.WriteString("}\n")
	return nil
}

// imports names what the text uses of events.gen.
func imports(text string, ev *pkg) string {
	words := map[string]bool{}
	for _, f := range strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) {
		words[f] = true
	}
	var names, used []string
	for _, s := range ev.structs {
		names = append(names, tsName(s.name))
	}
	for n := range ev.strings {
		names = append(names, tsName(n))
	}
	for _, n := range names {
		if words[n] && !strings.Contains(text, "export interface "+n+" ") && !strings.Contains(text, "export type "+n+" ") {
			used = append(used, n)
		}
	}
	if len(used) == 0 {
		return ""
	}
	sort.Strings(used)
	return "\nimport type { " + strings.Join(used, ", ") + " } from './events.gen'\n"
}

func tagged(t *ast.StructType) bool {
	for _, f := range t.Fields.List {
		if f.Tag != nil && strings.Contains(f.Tag.Value, "json:") {
			return true
		}
	}
	return false
}
