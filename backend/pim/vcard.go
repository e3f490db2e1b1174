package pim

import (
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"strings"

	"github.com/emersion/go-vcard"
	"golang.org/x/text/encoding/htmlindex"
)

// maxCards bounds the contacts of one file.
const maxCards = 50_000

// wanted are the properties of a card that are read. Photographs are most of a card, and nothing here needs them.
var wanted = map[string]bool{"BEGIN": true, "END": true, "VERSION": true, "FN": true, "N": true, "NICKNAME": true, "ORG": true, "TEL": true, "EMAIL": true,
	"ADR": true, "X-ABLABEL": true}

// readCards reads the contacts of a file. One that can't be read does not hide the others.
func readCards(f file) (out []Contact, bad []Trouble) {
	trouble := func(format string, args ...any) {
		if len(bad) < 3 {
			bad = append(bad, Trouble{shown(f.name), fmt.Sprintf(format, args...)})
		}
	}
	var card []string
	inside, count := false, 0
	for _, l := range joinSoft(unfold(f.data)) {
		name := propertyName(l)
		switch {
		case strings.TrimSpace(l) == "":
		case name == "BEGIN" && valueOf(l) == "VCARD":
			if inside {
				trouble("card %d ends in the middle", count)
			}
			if count++; count > maxCards {
				trouble("it holds more than %d cards", maxCards)
				return out, bad
			}
			inside, card = true, []string{l}
		case name == "END" && valueOf(l) == "VCARD" && inside:
			c, err := readCard(append(card, l))
			if err != nil {
				trouble("card %d: %v", count, err)
			} else {
				out = append(out, c)
			}
			inside, card = false, nil
		case inside && wanted[name]:
			card = append(card, l)
		case !inside:
			trouble("there is something else than cards in it")
			return out, bad
		}
	}
	if inside {
		trouble("card %d ends in the middle", count)
	}
	if count == 0 && len(bad) == 0 {
		trouble("there is no card in it")
	}
	return out, bad
}

// propertyName gives the name of a line without its group ("item1.TEL").
func propertyName(l string) string {
	head, _, _ := strings.Cut(l, ":")
	head, _, _ = strings.Cut(head, ";")
	if i := strings.LastIndexByte(head, '.'); i >= 0 {
		head = head[i+1:]
	}
	return strings.ToUpper(strings.TrimSpace(head))
}

// joinSoft puts quoted-printable lines together that end in "=" (vCard 2.1).
func joinSoft(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if head, _, _ := strings.Cut(l, ":"); strings.Contains(strings.ToUpper(head), "QUOTED-PRINTABLE") {
			var b strings.Builder
			for ; strings.HasSuffix(l, "=") && i+1 < len(lines); i++ {
				b.WriteString(strings.TrimSuffix(l, "="))
				l = lines[i+1]
			}
			b.WriteString(l)
			l = b.String()
		}
		out = append(out, l)
	}
	return out
}

// named gives the parameters names that vCard 2.1 writes without ("TEL;HOME:"), since the library knows none of that.
func named(l string) string {
	quoted := false
	end := strings.IndexFunc(l, func(r rune) bool {
		quoted = quoted != (r == '"')
		return r == ':' && !quoted
	})
	if end < 0 || strings.ContainsRune(l[:end], '"') {
		return l
	}
	params := strings.Split(l[:end], ";")
	for i, p := range params[1:] {
		switch up := strings.ToUpper(p); {
		case p == "" || strings.Contains(p, "="):
		case up == "QUOTED-PRINTABLE" || up == "BASE64" || up == "8BIT" || up == "7BIT":
			params[i+1] = "ENCODING=" + p
		default:
			params[i+1] = "TYPE=" + p
		}
	}
	return strings.Join(params, ";") + l[end:]
}

// readCard makes a contact of the lines of one card.
func readCard(lines []string) (Contact, error) {
	for i := range lines {
		lines[i] = named(lines[i])
	}
	card, err := vcard.NewDecoder(strings.NewReader(strings.Join(lines, "\r\n") + "\r\n")).Decode()
	if err != nil {
		return Contact{}, errors.New("it is malformed")
	}
	c := Contact{Name: line(valueIn(card.Get("FN")))}
	if c.Name == "" {
		c.Name = nameOf(card)
	}
	for _, f := range card["NICKNAME"] {
		for _, n := range strings.Split(valueIn(f), ",") {
			if n = line(n); n != "" {
				c.Nicknames = append(c.Nicknames, n)
			}
		}
	}
	if f := card.Get("ORG"); f != nil {
		c.Organisation = strings.Join(pieces(valueIn(f)), ", ")
	}
	if c.Name == "" {
		c.Name = c.Organisation
	}
	if c.Name == "" {
		return Contact{}, errors.New("it has no name")
	}
	labels := map[string]string{}
	for _, f := range card["X-ABLABEL"] {
		labels[f.Group] = strings.TrimSuffix(strings.TrimPrefix(line(valueIn(f)), "_$!<"), ">!$_")
	}
	fields := func(name string, of func(string) string) (out []Field) {
		for _, f := range card[name] {
			if v := line(of(valueIn(f))); v != "" {
				out = append(out, Field{labelOf(f, labels), v})
			}
		}
		return out
	}
	c.Phones = fields("TEL", func(s string) string { return strings.TrimPrefix(s, "tel:") })
	c.Emails = fields("EMAIL", func(s string) string { return strings.TrimPrefix(s, "mailto:") })
	c.Addresses = fields("ADR", func(s string) string { return strings.Join(pieces(s), ", ") })
	return c, nil
}

// nameOf puts a name together from its parts: prefix, given, middle, family, suffix.
func nameOf(card vcard.Card) string {
	f := card.Get("N")
	if f == nil {
		return ""
	}
	parts := splitParts(valueIn(f))
	var out []string
	for _, i := range [...]int{3, 1, 2, 0, 4} {
		if i < len(parts) && parts[i] != "" {
			out = append(out, parts[i])
		}
	}
	return strings.Join(out, " ")
}

// splitParts splits a structured value at its semicolons.
func splitParts(s string) []string {
	const mark = "\x00"
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(s, `\;`, mark), ";") {
		out = append(out, line(strings.ReplaceAll(p, mark, ";")))
	}
	return out
}

// pieces are the parts of a structured value that say something.
func pieces(s string) (out []string) {
	for _, p := range splitParts(s) {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// valueIn decodes a value as vCard 2.1 may have it; in later versions it is plain text.
func valueIn(f *vcard.Field) string {
	if f == nil {
		return ""
	}
	v := f.Value
	quoted := strings.EqualFold(f.Params.Get("ENCODING"), "QUOTED-PRINTABLE")
	if quoted {
		if b, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(v))); err == nil {
			v = string(b)
		}
	}
	if cs := f.Params.Get("CHARSET"); cs != "" && quoted {
		if e, err := htmlindex.Get(cs); err == nil {
			if s, err := e.NewDecoder().String(v); err == nil {
				v = s
			}
		}
	}
	return strings.ToValidUTF8(strings.ReplaceAll(v, `\N`, "\n"), "\ufffd")
}

// labelOf says what kind of number or address it is.
func labelOf(f *vcard.Field, labels map[string]string) string {
	if l := labels[f.Group]; f.Group != "" && l != "" {
		return strings.ToLower(l)
	}
	names := map[string]string{"cell": "mobile", "mobile": "mobile", "home": "home", "work": "work", "fax": "fax", "main": "main", "other": "other", "iphone": "mobile"}
	for _, t := range f.Params.Types() {
		if n := names[strings.ToLower(t)]; n != "" {
			return n
		}
	}
	return ""
}
