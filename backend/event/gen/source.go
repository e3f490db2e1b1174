package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// source finds packages of the module by folder.
type source struct{ root string }

// pkg is what was declared in one folder, test files aside.
type pkg struct {
	name    string
	structs []decl            // in source order
	strings map[string]*named // string types by name
	methods map[string][]*ast.FuncDecl
	consts  map[string]string // value by name, numbers and strings as written in Go
}

type decl struct {
	name string
	doc  string
	typ  *ast.StructType
}

// named is a string type and the values declared for it.
type named struct {
	name, doc string
	values    []value
}

type value struct{ name, literal, doc string }

func (s source) load(dir string) (*pkg, error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.root, dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read package %s: %w", dir, err)
	}
	p := &pkg{strings: map[string]*named{}, methods: map[string][]*ast.FuncDecl{}, consts: map[string]string{}}
	var files []*ast.File
	set := token.NewFileSet()
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", e.Name(), err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	p.name = files[0].Name.Name
	for _, f := range files {
		p.types(f)
	}
	for _, f := range files { // after all types: a constant may be declared before its type
		p.rest(f)
	}
	return p, nil
}

func (p *pkg) types(f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, s := range g.Specs {
			t := s.(*ast.TypeSpec)
			if !t.Name.IsExported() || t.TypeParams != nil {
				continue
			}
			doc := comment(t.Doc)
			if doc == "" {
				doc = comment(g.Doc)
			}
			switch u := t.Type.(type) {
			case *ast.StructType:
				p.structs = append(p.structs, decl{t.Name.Name, doc, u})
			case *ast.Ident:
				if u.Name == "string" {
					p.strings[t.Name.Name] = &named{name: t.Name.Name, doc: doc}
				}
			}
		}
	}
}

func (p *pkg) rest(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if r := receiver(d); r != "" {
				p.methods[r] = append(p.methods[r], d)
			}
		case *ast.GenDecl:
			if d.Tok != token.CONST {
				continue
			}
			for _, s := range d.Specs {
				v := s.(*ast.ValueSpec)
				for i, n := range v.Names {
					if i >= len(v.Values) {
						continue
					}
					lit, ok := v.Values[i].(*ast.BasicLit)
					if !ok {
						continue
					}
					p.consts[n.Name] = lit.Value
					if t, ok := v.Type.(*ast.Ident); ok && p.strings[t.Name] != nil {
						doc := comment(v.Doc)
						if doc == "" {
							doc = comment(v.Comment)
						}
						p.strings[t.Name].values = append(p.strings[t.Name].values, value{n.Name, lit.Value, doc})
					}
				}
			}
		}
	}
	for _, m := range p.methods {
		sort.SliceStable(m, func(i, j int) bool { return m[i].Name.Name < m[j].Name.Name })
	}
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return ""
	}
	t := d.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func comment(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return strings.TrimSpace(c.Text())
}
