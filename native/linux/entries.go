package linux

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
)

// errNoEntry is why a file is not an installed program.
var errNoEntry = errors.New("not a program's desktop entry")

// program is a desktop entry with what starting it takes, beyond what a person sees of it.
type program struct {
	desktop.Entry
	file     string   // where it was read, for %k
	icon     string   // for %i
	command  []string // Exec, split, with its field codes
	dir      string   // Path: where it wants to run
	terminal bool
	byBus    bool // DBusActivatable
	notify   bool // StartupNotify
	types    []string
	deleted  bool // Hidden=true: it takes the entry of that name away
	try      string
}

// locale is a language as gettext names it, best first: "de_AT@euro", "de_AT", "de@euro", "de".
type locale []string

// localeOf reads the languages a person wants from NAME=VALUE lines, by the rules of gettext: LANGUAGE counts only
// when a locale is set at all.
func localeOf(environ []string) locale {
	var lang string
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if lang = valueIn(environ, name); lang != "" {
			break
		}
	}
	base, _, _ := strings.Cut(lang, ".")
	if base == "" || base == "C" || base == "POSIX" {
		return nil
	}
	var out locale
	for _, l := range append(strings.Split(valueIn(environ, "LANGUAGE"), ":"), lang) {
		for _, v := range variants(l) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// variants are the spellings under which lang_COUNTRY.ENCODING@MODIFIER may be found.
func variants(l string) []string {
	rest, mod, _ := strings.Cut(l, "@")
	rest, _, _ = strings.Cut(rest, ".")
	lang, country, _ := strings.Cut(rest, "_")
	if lang == "" {
		return nil
	}
	var out []string
	if country != "" && mod != "" {
		out = append(out, lang+"_"+country+"@"+mod)
	}
	if country != "" {
		out = append(out, lang+"_"+country)
	}
	if mod != "" {
		out = append(out, lang+"@"+mod)
	}
	return append(out, lang)
}

// keyfile is one group of a desktop entry: raw values by key, "Name[de]" included.
type keyfile map[string]string

// maxEntry bounds a file that is taken for a desktop entry; real ones are below 100 KiB.
const maxEntry = 1 << 20

// groupOf reads one group of a file in the syntax of desktop entries. Lines it does not understand are passed over:
// files in the wild have them, and other desktops read on too. The first of two equal keys wins.
func groupOf(text []byte, group string) keyfile {
	out := keyfile{}
	in := false
	for line := range bytes.Lines(text) {
		s := strings.TrimSpace(string(line))
		switch {
		case s == "" || s[0] == '#':
		case s[0] == '[' && strings.HasSuffix(s, "]"):
			in = s[1:len(s)-1] == group
		case in:
			k, v, ok := strings.Cut(s, "=")
			k = strings.TrimSpace(k)
			if _, had := out[k]; ok && k != "" && !had && utf8.ValidString(v) {
				out[k] = strings.TrimSpace(v)
			}
		}
	}
	return out
}

func (g keyfile) text(key string) string { return unescape(g[key]) }
func (g keyfile) flag(key string) bool   { return g[key] == "true" || g[key] == "1" }

// localised is the value of key in the best language there is.
func (g keyfile) localised(key string, l locale) string { return unescape(g.best(key, l)) }

func (g keyfile) best(key string, l locale) string {
	for _, tag := range l {
		if v, ok := g[key+"["+tag+"]"]; ok && v != "" {
			return v
		}
	}
	return g[key]
}

// list splits a value at its semicolons.
func list(raw string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if s := strings.TrimSpace(unescape(b.String())); s != "" {
			out = append(out, s)
		}
		b.Reset()
	}
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '\\' && i+1 < len(raw) && raw[i+1] == ';':
			b.WriteByte(';')
			i++
		case raw[i] == '\\' && i+1 < len(raw):
			b.WriteString(raw[i : i+2])
			i++
		case raw[i] == ';':
			flush()
		default:
			b.WriteByte(raw[i])
		}
	}
	flush()
	return out
}

// unescape undoes the escapes of string values. An unknown one stays as it is.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if at := strings.IndexByte(`sntr\`, s[i+1]); at >= 0 {
				b.WriteByte(" \n\t\r\\"[at])
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// parseEntry makes a program of a desktop entry file. desktops is XDG_CURRENT_DESKTOP. An error says that the file
// is no program; it never speaks about another file.
func parseEntry(id string, text []byte, l locale, desktops []string) (program, error) {
	g := groupOf(text, "Desktop Entry")
	if len(g) == 0 {
		return program{}, fmt.Errorf("%w: no such group", errNoEntry)
	}
	if g.flag("Hidden") {
		return program{Entry: desktop.Entry{ID: id}, deleted: true}, nil
	}
	if t := g.text("Type"); t != "Application" {
		return program{}, fmt.Errorf("%w: type %q", errNoEntry, t)
	}
	p := program{
		Entry: desktop.Entry{
			ID: id, Name: oneLine(g.localised("Name", l)), Generic: oneLine(g.localised("GenericName", l)),
			Keywords: list(g.best("Keywords", l)), Class: g.text("StartupWMClass"),
			Hidden: g.flag("NoDisplay") || !shownIn(g, desktops),
		},
		icon: g.localised("Icon", l), dir: g.text("Path"), terminal: g.flag("Terminal"), byBus: g.flag("DBusActivatable"),
		notify: g.flag("StartupNotify"), types: list(g["MimeType"]), try: g.text("TryExec"),
	}
	if p.Name == "" {
		return program{}, fmt.Errorf("%w: it has no name", errNoEntry)
	}
	if raw := g.text("Exec"); raw != "" {
		command, err := splitExec(raw)
		if err != nil {
			return program{}, fmt.Errorf("%w: %w", errNoEntry, err)
		}
		p.command = command
	}
	p.Exec = p.arguments("")
	if len(p.Exec) == 0 && !p.byBus {
		return program{}, fmt.Errorf("%w: it starts nothing", errNoEntry)
	}
	return p, nil
}

// shownIn reports whether menus of these desktops show the entry.
func shownIn(g keyfile, desktops []string) bool {
	only, not := list(g["OnlyShowIn"]), list(g["NotShowIn"])
	for _, d := range desktops {
		if slices.Contains(only, d) {
			return true
		}
		if slices.Contains(not, d) {
			return false
		}
	}
	return len(only) == 0
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// valueIn is the last value of a name among NAME=VALUE lines.
func valueIn(environ []string, name string) string {
	for _, line := range slices.Backward(environ) {
		if v, ok := strings.CutPrefix(line, name+"="); ok {
			return v
		}
	}
	return ""
}
