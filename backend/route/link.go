package route

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"pace/backend/untrusted"
)

// LinkAction is what a link asks for: the name after pace://.
type LinkAction string

// The actions.
const (
	LinkListen LinkAction = "listen"
	LinkChat   LinkAction = "chat"
	LinkWatch  LinkAction = "watch"
	LinkPanel  LinkAction = "panel"
)

// Link is a pace:// link that was read. Whoever wrote it is not the person who follows it.
type Link struct {
	Action  LinkAction
	Text    string // of LinkChat: one line without hidden characters, never empty
	Enabled bool   // of LinkWatch
}

// BadLink says in one plain sentence why a link is not followed. It quotes nothing of the link.
type BadLink struct{ Text string }

func (b *BadLink) Error() string { return b.Text }

// MaxLinkText is the most that a link may say, in characters. More is rejected, since the cut would change what it says.
const MaxLinkText = 500

// maxLink bounds a link as it is written, in bytes: MaxLinkText characters of four bytes, each byte as %XX, and the rest.
const maxLink = 8 << 10

const linkScheme = "pace:"

// parameter is what an action takes; none when it takes nothing.
type parameter struct {
	name string
	read func(l *Link, value string) string // what is wrong with the value, or ""
}

var linkForms = map[LinkAction]parameter{
	LinkListen: {},
	LinkChat:   {"text", readLinkText},
	LinkWatch:  {"enabled", readLinkSwitch},
	LinkPanel:  {},
}

// IsLink reports whether a word is meant as a link to Pace, good or bad.
func IsLink(word string) bool {
	return len(word) >= len(linkScheme) && lower(word[:len(linkScheme)]) == linkScheme
}

// ReadLink reads a link by the grammar
//
//	pace://listen   pace://chat?text=…   pace://watch?enabled=true|false   pace://panel
//
// Scheme and name may be in capitals, as in any address. A value is percent-encoded and "+" is a space, which is how
// browsers and forms write it. Whatever else there is (a path, even "/", a fragment, a user, a port, an unknown or repeated
// parameter, a wrong value or a wrong encoding) makes the error a *BadLink.
func ReadLink(raw string) (Link, error) {
	l, wrong := readLink(raw)
	if wrong != "" {
		return Link{}, &BadLink{wrong}
	}
	return l, nil
}

func readLink(raw string) (l Link, wrong string) {
	switch {
	case !IsLink(raw):
		return l, "That is not a pace:// link."
	case len(raw) > maxLink:
		return l, "That link is too long."
	case !utf8.ValidString(raw):
		return l, "That link holds bytes that are no characters."
	}
	rest, ok := strings.CutPrefix(raw[len(linkScheme):], "//")
	if !ok {
		return l, "A link to Pace begins with pace://."
	}
	if strings.Contains(rest, "#") {
		return l, "A link to Pace has no part after “#”."
	}
	name, query, asks := strings.Cut(rest, "?")
	switch {
	case strings.ContainsAny(name, `/\`):
		return l, "A link to Pace has nothing after a “/”."
	case strings.Contains(name, "@"):
		return l, "A link to Pace names no user."
	case strings.Contains(name, ":"):
		return l, "A link to Pace names no port."
	}
	l.Action = LinkAction(lower(name))
	takes, ok := linkForms[l.Action]
	switch {
	case !ok:
		return l, "A link to Pace is one of listen, chat, watch and panel."
	case takes.name == "" && asks:
		return l, fmt.Sprintf("A %s link takes nothing after its name.", l.Action)
	case takes.name == "":
		return l, ""
	case !asks:
		return l, fmt.Sprintf("A %s link has to say “%s”.", l.Action, takes.name)
	}
	return readParameter(l, takes, query)
}

// readParameter reads the one parameter of an action.
func readParameter(l Link, takes parameter, query string) (Link, string) {
	found := false
	for piece := range strings.SplitSeq(query, "&") {
		name, value, given := strings.Cut(piece, "=")
		name, okName := decode(name)
		value, okValue := decode(value)
		switch {
		case !okName || !okValue:
			return l, "That link is not encoded as addresses are."
		case name != takes.name || !given:
			return l, fmt.Sprintf("A %s link says “%s” and nothing else.", l.Action, takes.name)
		case found:
			return l, fmt.Sprintf("A %s link says “%s” once.", l.Action, takes.name)
		}
		found = true
		if wrong := takes.read(&l, value); wrong != "" {
			return l, wrong
		}
	}
	return l, ""
}

// readLinkText makes one line of the text: a line break would let a link write steps below those that one sees.
func readLinkText(l *Link, value string) string {
	if utf8.RuneCountInString(value) > MaxLinkText {
		return fmt.Sprintf("That link says more than %d characters, the most that Pace takes from a link.", MaxLinkText)
	}
	l.Text = strings.Join(strings.Fields(untrusted.Clean(value)), " ")
	if l.Text == "" {
		return "That link says nothing."
	}
	return ""
}

func readLinkSwitch(l *Link, value string) string {
	l.Enabled = value == "true"
	if value != "true" && value != "false" {
		return "A watch link says “true” or “false”."
	}
	return ""
}

// decode undoes percent-encoding once; false when it is wrong or what comes out is no text.
func decode(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '+':
			b.WriteByte(' ')
		case '%':
			if i+2 >= len(s) {
				return "", false
			}
			hi, lo := hex(s[i+1]), hex(s[i+2])
			if hi < 0 || lo < 0 {
				return "", false
			}
			b.WriteByte(byte(hi<<4 | lo))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), utf8.ValidString(b.String())
}

// hex is the value of a digit, negative for what is none.
func hex(c byte) int {
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return strings.IndexByte("0123456789abcdef", c)
}

// lower changes A to Z only: other letters have relatives there ("ſ" and "s"), and no link is spelled with them.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
