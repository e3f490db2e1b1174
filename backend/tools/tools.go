// Package tools holds what each tool does, one file per family. A tool checks its own arguments, hands screen work
// to interaction, and says which call would take its effect back. It never asks for approval and never decides
// order; that is the executor's.
package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/tool"
)

// Screen makes the tools that work on the screen.
func Screen(s *interaction.Sessions, l Ledger) []tool.Tool {
	return []tool.Tool{openApp{s}, openURL{s, l}, click{s}, doubleClick{s}, typeText{s}, setValue{s}, editSelection{s}, pressKey{s},
		scroll{s}, windowSnap{s}, windowClose{s}, clipboardRead{s}}
}

// args decodes what the registry has validated.
func args[T any](raw json.RawMessage) T {
	var v T
	_ = json.Unmarshal(raw, &v) // the schema was made from T: what passed it decodes
	return v
}

// target is the part of several args that names an element.
type target struct {
	label, role, container string
	path                   []string
	nth                    int
}

func (t target) desktop() desktop.Target {
	return desktop.Target{Label: t.label, Role: desktop.Role(t.role), Container: t.container, Path: t.path, Nth: t.nth}
}

// output carries what later steps and the thread need.
func output(t desktop.Target, s *interaction.Shot) tool.Output {
	o := tool.Output{Target: &t}
	if s != nil {
		o.Picture = &s.Picture
	}
	return o
}

// nth is "the 2nd".
func nth(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("the %d%s", n, end)
}

// pathWords names what a printed path ends at: "text:Name#2" is “Name”, "text:" is the text.
func pathWords(path []string) string {
	role, name, _ := strings.Cut(path[len(path)-1], ":")
	if i := strings.LastIndexByte(name, '#'); i > 0 {
		name = name[:i]
	}
	if name == "" {
		return "the " + role + " field"
	}
	return "“" + clip(name, 80) + "”"
}

func within(container string) string {
	if container == "" {
		return ""
	}
	return " in “" + container + "”"
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
