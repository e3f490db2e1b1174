// Package backend holds no code, only the test of what its rooms may import.
package backend

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// floors is the house: a room may import the rooms of lower floors. Subfolders belong to their room.
var floors = [][]string{
	0: {"proof", "store", "process", "system", "when", "untrusted"},
	1: {"desktop", "tool", "settings", "secret", "egress"},
	2: {"event", "phrase", "reply", "pim", "restraint", "surface", "speech", "models", "embed"},
	3: {"route", "planner", "observe", "interaction", "memory", "catalog", "schedule", "meeting", "voice", "mcp", "proactive", "trace"},
	4: {"tools", "executor"},
	5: {"turn"},
	6: {"bridge"},
	7: {"app"},
	8: {"cli", "bench"},
}

// sameFloor lists what one room may import from its own floor, and why.
var sameFloor = []struct{ from, to, why string }{
	{"tool", "desktop", "a call's expectation is desktop.Expect"},
	{"embed", "models", "the MiniLM file comes from the model store"},
	{"speech", "models", "so do the voices and recognisers"},
	{"reply", "phrase", "what is dictated is written down by the rules of phrase/rewrite"},
	{"planner", "route", "the built-in planner reads the claims"},
	{"cli", "bench", "pace bench"},
}

// onlyFrom lists rooms that not every higher floor may import.
var onlyFrom = map[string][]string{
	"settings": {"app", "turn", "bridge", "cli"}, // a room gets its own Config value
	"turn":     {"bridge", "app", "cli"},         // one conductor, known to the entries alone
}

const (
	topNative = 2 // native/* may import floors 0 to here
	topTagged = 2 // build tags and runtime.GOOS are allowed up to here
)

// content is embedded files with a tiny Go file: it imports nothing of Pace, and these may import it.
var content = map[string][]string{"automations": {"app", "catalog"}, "skills": {"app", "catalog"}, "frontend": {"", "bridge", "app", "cli"}, "build": {"bench"}}

// A place is where a package stands: room "tool" of "backend", "linux" of "native", "" of root.
type place struct{ area, room string }

func placeOf(dir string) place {
	first, rest, _ := strings.Cut(dir, "/")
	room, _, _ := strings.Cut(rest, "/")
	switch first {
	case ".", "":
		return place{"root", ""}
	case "backend", "native":
		return place{first, room}
	case "e2e":
		return place{"e2e", ""}
	}
	return place{"content", first}
}

func (p place) String() string {
	if p.area == "root" {
		return "the root package"
	}
	return strings.TrimSuffix(p.area+"/"+p.room, "/")
}

func floorOf(room string) int {
	return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room) })
}

// checkTree reads every Go file of a tree and says which rule each bad line breaks.
func checkTree(tree fs.FS) (problems []string, files int, err error) {
	edges := map[string][]string{} // rooms that really import each other
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(name); entry.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata" || base == "dist") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse %s: %w", name, err)
		}
		files++
		one := source{name: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), set: set, file: file, edges: edges}
		one.check()
		problems = append(problems, one.problems...)
		return nil
	})
	problems = append(problems, cycles(edges)...)
	return problems, files, err
}

type source struct {
	name, dir string
	test      bool
	set       *token.FileSet
	file      *ast.File
	edges     map[string][]string
	problems  []string
}

func (s *source) bad(pos token.Pos, format string, args ...any) {
	at := s.name
	if pos.IsValid() {
		at = fmt.Sprintf("%s:%d", s.name, s.set.Position(pos).Line)
	}
	s.problems = append(s.problems, at+": "+fmt.Sprintf(format, args...))
}

func (s *source) check() {
	here := placeOf(s.dir)
	if here.area == "backend" && here.room != "" && floorOf(here.room) < 0 {
		s.bad(token.NoPos, "rule table: folder backend/%s is on no floor; add it to the table in backend/imports_test.go", here.room)
		return
	}
	for _, spec := range s.file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			s.bad(spec.Pos(), "rule table: import path %s", spec.Path.Value)
			continue
		}
		if target == "C" {
			s.bad(spec.Pos(), "rule cgo: no own C code")
		}
		if dir, ok := strings.CutPrefix(target, "pace/"); ok {
			s.importOf(spec.Pos(), here, dir)
		}
	}
	if here.area == "backend" && floorOf(here.room) > topTagged && !s.test {
		s.platform()
	}
	if !s.test && dialers[s.name] == "" && (here.area == "native" || here.area == "backend" && here.room != "egress") {
		s.network()
	}
}

// importOf holds one import against the table.
func (s *source) importOf(pos token.Pos, here place, dir string) {
	there := placeOf(dir)
	if there == here {
		return // a room and its subfolders
	}
	if here.area == "backend" && here.room == "" {
		return // this test's own folder
	}
	if here.area == "e2e" && s.test {
		return // the whole product from outside, looked at with anything that Pace has
	}
	if strings.HasSuffix(dir, "test") && !s.test && !strings.HasSuffix(s.dir, "test") {
		s.bad(pos, "rule test support: only tests import %s", dir)
	}
	switch there.area {
	case "root":
		s.bad(pos, "rule floors: nothing imports the root package")
		return
	case "native":
		// The folder native itself is the chooser: it holds nothing but the choice of a platform by build constraint.
		if here != (place{"backend", "app"}) && !(here == (place{"native", ""}) && there.room != "") {
			s.bad(pos, "rule native: only app imports native/*, not %s", here)
		}
		return
	case "content":
		if by, known := content[there.room]; !known || here.area == "native" || here.area == "content" || !slices.Contains(by, here.room) {
			s.bad(pos, "rule content: %s may not import %s", here, there.room)
		}
		return
	}
	to := floorOf(there.room)
	if to < 0 {
		s.bad(pos, "rule table: folder backend/%s is on no floor", there.room)
		return
	}
	switch here.area {
	case "content":
		s.bad(pos, "rule content: %s holds files and imports nothing of Pace", here.room)
		return
	case "root":
		if to < floorOf("bridge") {
			s.bad(pos, "rule root: main knows only bridge, app and cli, not %s", there)
		}
		return
	case "native":
		if to > topNative {
			s.bad(pos, "rule native: %s may import floors 0 to %d, %s is on %d", here, topNative, there, to)
		}
		if there.room == "settings" {
			s.bad(pos, "rule settings: %s gets its own Config value", here)
		}
		return
	}
	if s.test && (dir == "backend/app/apptest" || dir == "backend/app") && strings.HasSuffix(s.file.Name.Name, "_test") {
		return // an external test may look at its room from a whole application
	}
	if by, limited := onlyFrom[there.room]; limited && !slices.Contains(by, here.room) {
		s.bad(pos, "rule %s: only %s import %s, not %s", there.room, strings.Join(by, ", "), there, here)
	}
	from := floorOf(here.room)
	listed := slices.ContainsFunc(sameFloor, func(e struct{ from, to, why string }) bool {
		return e.from == here.room && e.to == there.room
	})
	switch {
	case to > from:
		s.bad(pos, "rule floors: %s (floor %d) may not import %s (floor %d): imports go down", here, from, there, to)
	case to == from && !listed:
		s.bad(pos, "rule same floor: %s may not import %s; both are on floor %d and the pair is not listed", here, there, from)
	}
	if !s.test && !slices.Contains(s.edges[here.room], there.room) {
		s.edges[here.room] = append(s.edges[here.room], there.room)
	}
}

// systems are the words of build tags and file names that choose a platform.
var systems = []string{"linux", "darwin", "windows", "freebsd", "openbsd", "netbsd", "android", "ios", "js", "wasm", "unix", "amd64", "arm64", "386", "arm"}

// platform finds what makes a high room depend on the system it is built for.
func (s *source) platform() {
	parts := strings.Split(strings.TrimSuffix(path.Base(s.name), ".go"), "_")
	for _, part := range parts[1:] {
		if slices.Contains(systems, part) && part != "unix" { // _unix is no constraint in a file name
			s.bad(token.NoPos, "rule platform: the file name chooses %s; above floor %d a room is the same everywhere", part, topTagged)
			break
		}
	}
	for _, group := range s.file.Comments {
		for _, line := range group.List {
			if line.Pos() > s.file.Package || !constraint.IsGoBuild(line.Text) {
				continue
			}
			expr, err := constraint.Parse(line.Text)
			if err != nil {
				continue // the compiler says so
			}
			expr.Eval(func(tag string) bool {
				if slices.Contains(systems, tag) {
					s.bad(line.Pos(), "rule platform: build tag %s; above floor %d a room is the same everywhere", tag, topTagged)
				}
				return true
			})
		}
	}
	name := s.nameOf("runtime")
	s.selectors(func(x, sel string, node ast.Node) {
		if name != "" && x == name && (sel == "GOOS" || sel == "GOARCH") {
			s.bad(node.Pos(), "rule platform: runtime.%s; above floor %d a room is the same everywhere", sel, topTagged)
		}
	})
}

// clients are the names that open a connection. Listening and net.Dial("unix", …) are allowed.
var clients = map[string][]string{
	"net/http":                     {"Client", "Transport", "DefaultClient", "DefaultTransport", "Get", "Head", "Post", "PostForm"},
	"net":                          {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "Dialer"},
	"crypto/tls":                   {"Dial", "DialWithDialer", "Dialer", "Client"},
	"github.com/gorilla/websocket": {"Dialer", "DefaultDialer", "NewClient"},
}

// dialers lists the files that may open a connection which is not theirs to choose, and why.
var dialers = map[string]string{
	"native/linux/x11/conn.go": "the display is where DISPLAY says, which ssh puts on a loopback port",
}

// network finds doors other than egress.
func (s *source) network() {
	for pkg, names := range clients {
		local := s.nameOf(pkg)
		if local == "" {
			continue
		}
		if local == "." {
			s.bad(token.NoPos, "rule egress: no dot import of %s", pkg)
		}
		unix := s.unixCalls()
		ast.Inspect(s.file, func(n ast.Node) bool {
			if star, ok := n.(*ast.StarExpr); ok {
				if sel, ok := star.X.(*ast.SelectorExpr); ok && isName(sel.X, local) {
					return false // *http.Client as a type: it was made by egress
				}
			}
			sel, ok := n.(*ast.SelectorExpr)
			if ok && isName(sel.X, local) && slices.Contains(names, sel.Sel.Name) {
				allowed := pkg == "net" && (sel.Sel.Name == "Dialer" && len(unix) > 0 || slices.Contains(unix, sel))
				if !allowed {
					s.bad(sel.Pos(), "rule egress: %s.%s opens a connection; only egress does", pkg, sel.Sel.Name)
				}
			}
			return true
		})
	}
}

// unixCalls gives the callees of Dial calls whose network is the literal "unix".
func (s *source) unixCalls() (calls []*ast.SelectorExpr) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Dial") {
			return true
		}
		for _, arg := range call.Args[:min(2, len(call.Args))] {
			if lit, ok := arg.(*ast.BasicLit); ok && lit.Value == `"unix"` {
				calls = append(calls, sel)
			}
		}
		return true
	})
	return calls
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// nameOf gives the name under which a file knows a package, "" when it does not import it.
func (s *source) nameOf(pkg string) string {
	for _, spec := range s.file.Imports {
		if spec.Path.Value == strconv.Quote(pkg) {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return path.Base(pkg)
		}
	}
	return ""
}

func (s *source) selectors(fn func(x, sel string, node ast.Node)) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				fn(id.Name, sel.Sel.Name, sel)
			}
		}
		return true
	})
}

// cycles finds rooms that import each other through their subfolders, which the compiler allows.
func cycles(edges map[string][]string) (problems []string) {
	const open, closed = 1, 2
	state := map[string]int{}
	var visit func(room string, trail []string)
	visit = func(room string, trail []string) {
		trail = append(trail, room)
		switch state[room] {
		case open:
			at := slices.Index(trail, room)
			problems = append(problems, "rule cycles: "+strings.Join(trail[at:], " → "))
			return
		case closed:
			return
		}
		state[room] = open
		for _, next := range edges[room] {
			visit(next, trail)
		}
		state[room] = closed
	}
	var rooms []string
	for room := range edges {
		rooms = append(rooms, room)
	}
	slices.Sort(rooms)
	for _, room := range rooms {
		visit(room, nil)
	}
	return problems
}

func TestRoomsImportOnlyWhatTheTableAllows(t *testing.T) {
	problems, files, err := checkTree(os.DirFS(".."))
	require.NoError(t, err)
	require.Greater(t, files, 20, "the test must see the real tree")
	for name := range dialers {
		require.FileExists(t, "../"+name, "an exception for a file that is gone")
	}
	for _, p := range problems {
		t.Error(p)
	}
}

func TestTheTableNamesEachRoomOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, rooms := range floors {
		for _, room := range rooms {
			require.False(t, seen[room], "%s stands on two floors", room)
			seen[room] = true
		}
	}
	for _, e := range sameFloor {
		require.Equal(t, floorOf(e.from), floorOf(e.to), "%s → %s is not a pair of one floor", e.from, e.to)
		require.NotEmpty(t, e.why)
	}
	for room, by := range onlyFrom {
		for _, name := range append(by, room) {
			require.True(t, seen[name], name)
		}
	}
}

// Each rule is broken by one made-up file, and the message names the file and the rule.
func TestEachRuleCatchesWhatBreaksIt(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"upward import", "backend/tool/a.go", `package tool; import _ "pace/backend/planner"`, "a.go:1: rule floors"},
		{"same floor", "backend/executor/a.go", `package executor; import _ "pace/backend/tools"`, "rule same floor: backend/executor may not import backend/tools"},
		{"listed pair, wrong way", "backend/desktop/a.go", `package desktop; import _ "pace/backend/tool"`, "rule same floor"},
		{"a test going up", "backend/store/a_test.go", `package store; import _ "pace/backend/trace"`, "rule floors"},
		{"a subfolder going up", "backend/desktop/desktoptest/a.go", `package desktoptest; import _ "pace/backend/interaction"`, "rule floors"},
		{"settings", "backend/planner/a.go", `package planner; import _ "pace/backend/settings"`, "rule settings"},
		{"settings in native", "native/linux/a.go", `package linux; import _ "pace/backend/settings"`, "rule settings"},
		{"turn", "backend/bench/a.go", `package bench; import _ "pace/backend/turn"`, "rule turn"},
		{"native from a room", "backend/cli/a.go", `package cli; import _ "pace/native/linux"`, "rule native"},
		{"native from native", "native/darwin/a.go", `package darwin; import _ "pace/native/linux"`, "rule native"},
		{"native going up", "native/linux/x11/a.go", `package x11; import _ "pace/backend/observe"`, "rule native"},
		{"root going deep", "main.go", `package main; import _ "pace/backend/store"`, "rule root"},
		{"importing root", "backend/cli/a.go", `package cli; import _ "pace/"`, "rule floors: nothing imports the root"},
		{"content that imports", "skills/embed.go", `package skills; import _ "pace/backend/store"`, "rule content"},
		{"content from anywhere", "backend/store/a.go", `package store; import _ "pace/skills"`, "rule content"},
		{"unknown room", "backend/util/a.go", `package util`, "rule table: folder backend/util"},
		{"import of an unknown room", "backend/cli/a.go", `package cli; import _ "pace/backend/util"`, "rule table"},
		{"test support in code", "backend/turn/a.go", `package turn; import _ "pace/backend/desktop/desktoptest"`, "rule test support"},
		{"cgo", "native/linux/a.go", `package linux; import "C"`, "rule cgo"},
		{"GOOS", "backend/turn/a.go", `package turn; import r "runtime"; var _ = r.GOOS`, "rule platform: runtime.GOOS"},
		{"build tag", "backend/turn/a.go", "//go:build !linux && !x\n\npackage turn", "rule platform: build tag linux"},
		{"file name", "backend/turn/a_darwin.go", "package turn", "rule platform: the file name"},
		{"file name with two parts", "backend/turn/a_linux_amd64.go", "package turn", "rule platform: the file name"},
		{"http client", "backend/planner/a.go", `package planner; import "net/http"; var _ = http.Client{}`, "rule egress: net/http.Client"},
		{"http client by address", "backend/planner/a.go", `package planner; import "net/http"; var _ = &http.Client{}`, "rule egress"},
		{"http get", "backend/tools/a.go", `package tools; import h "net/http"; func f() { h.Get("") }`, "rule egress"},
		{"default client passed on", "native/linux/a.go", `package linux; import "net/http"; var c = http.DefaultClient`, "rule egress"},
		{"tcp", "backend/mcp/a.go", `package mcp; import "net"; func f() { net.Dial("tcp", "") }`, "rule egress"},
		{"tcp beside unix", "backend/mcp/a.go", `package mcp; import "net"; func f(x string) { net.Dial("unix", ""); net.Dial(x, "") }`, "a.go:1: rule egress"},
		{"dialer", "backend/mcp/a.go", `package mcp; import "net"; var d net.Dialer`, "rule egress"},
		{"websocket", "backend/mcp/a.go", `package mcp; import "github.com/gorilla/websocket"; var d = websocket.DefaultDialer`, "rule egress"},
		{"dot import", "backend/mcp/a.go", `package mcp; import . "net/http"`, "rule egress"},
	} {
		t.Run(c.name, func(t *testing.T) {
			problems, _, err := checkTree(fstest.MapFS{c.file: {Data: []byte(c.text)}})
			require.NoError(t, err)
			require.Len(t, problems, 1)
			require.Contains(t, problems[0], c.file)
			require.Contains(t, problems[0], c.want)
		})
	}
}

func TestWhatIsAllowedIsNotReported(t *testing.T) {
	problems, files, err := checkTree(fstest.MapFS{
		"main.go":                             {Data: []byte(`package main; import (_ "pace/backend/app"; _ "pace/frontend"; "runtime"); var _ = runtime.GOOS`)},
		"backend/app/a.go":                    {Data: []byte(`package app; import (_ "pace/native/linux"; _ "pace/backend/settings"; _ "pace/backend/turn"; _ "pace/skills")`)},
		"backend/tool/a.go":                   {Data: []byte(`package tool; import (_ "pace/backend/desktop"; _ "pace/backend/proof")`)},
		"backend/system/a_darwin.go":          {Data: []byte(`package system; import "runtime"; var _ = runtime.GOOS`)},
		"backend/desktop/desktoptest/a.go":    {Data: []byte(`package desktoptest; import _ "pace/backend/desktop"`)},
		"backend/turn/a_test.go":              {Data: []byte(`package turn_test; import (_ "pace/backend/desktop/desktoptest"; _ "pace/backend/app/apptest")`)},
		"backend/egress/a.go":                 {Data: []byte(`package egress; import "net/http"; var _ = http.Client{}`)},
		"backend/planner/a.go":                {Data: []byte(`package planner; import "net/http"; type b struct { c *http.Client; h http.Handler }`)},
		"backend/bridge/web/a.go":             {Data: []byte(`package web; import "net"; func f() { net.Listen("tcp", ""); net.Dial("unix", "") }`)},
		"backend/cli/a.go":                    {Data: []byte(`package cli; import "net"; func f() { var d net.Dialer; d.DialContext(nil, "unix", "") }`)},
		"backend/cli/b.go":                    {Data: []byte("//go:build !bindings\n\npackage cli")},
		"backend/planner/planner_test.go":     {Data: []byte(`package planner; import "net/http"; var c = http.DefaultClient`)},
		"native/linux/a.go":                   {Data: []byte(`package linux; import _ "pace/backend/speech"`)},
		"frontend/node_modules/x/backend.go":  {Data: []byte(`not go at all`)},
		"backend/bench/testdata/bad/bad.go":   {Data: []byte(`not go at all`)},
		"backend/imports_test.go":             {Data: []byte(`package backend`)},
		"backend/bridge/mcp/a.go":             {Data: []byte(`package mcp; import _ "pace/backend/bridge"`)},
		"backend/schedule/plain_unix_like.go": {Data: []byte(`package schedule`)},
	})
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Equal(t, 16, files)
}

func TestRoomsThatImportEachOtherThroughSubfoldersAreACycle(t *testing.T) {
	require.Equal(t, []string{"rule cycles: a → b → c → a"}, cycles(map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": {"a"}}))
	require.Empty(t, cycles(map[string][]string{"a": {"b", "c"}, "b": {"c"}}))
	problems, _, err := checkTree(fstest.MapFS{
		"backend/planner/a.go":   {Data: []byte(`package planner; import _ "pace/backend/route"`)},
		"backend/route/sub/a.go": {Data: []byte(`package sub; import _ "pace/backend/planner"`)},
	})
	require.NoError(t, err)
	require.Contains(t, problems, "rule cycles: planner → route → planner")
}
