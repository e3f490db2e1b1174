package pim

import (
	"context"
	"slices"
	"strings"
)

// FileContacts reads contacts from the .vcf files that the user has put into a folder. Pace writes none.
type FileContacts struct{ shelf shelf }

// NewContacts reads them from dir, which need not be there.
func NewContacts(dir string) *FileContacts { return &FileContacts{shelf{dir: dir, ext: ".vcf"}} }

var _ Contacts = (*FileContacts)(nil)

// Named finds contacts by name.
func (x *FileContacts) Named(ctx context.Context, name string) (Found[Contact], error) {
	files, bad, err := x.shelf.files(ctx)
	if err != nil {
		return Found[Contact]{}, err
	}
	want := words(name)
	var exact, near []Contact
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return Found[Contact]{}, err
		}
		cards, troubles := readCards(f)
		bad = append(bad, troubles...)
		for _, c := range cards {
			switch {
			case len(want) == 0:
			case c.called(want):
				exact = append(exact, c)
			case begin(words(c.Name+" "+strings.Join(c.Nicknames, " ")+" "+c.Organisation), want):
				near = append(near, c)
			}
		}
	}
	found := exact
	if len(found) == 0 {
		found = near
	}
	slices.SortStableFunc(found, func(a, b Contact) int { return strings.Compare(a.Name, b.Name) })
	return Found[Contact]{merged(found), sortTroubles(bad)}, nil
}

// called reports whether words are the whole name or a nickname.
func (c Contact) called(want []string) bool {
	for _, n := range append([]string{c.Name}, c.Nicknames...) {
		if slices.Equal(words(n), want) {
			return true
		}
	}
	return false
}

// merged puts together what several files say of one name: the same card is often exported twice.
func merged(cs []Contact) []Contact {
	var out []Contact
	for _, c := range cs {
		if n := len(out); n > 0 && out[n-1].Name == c.Name && (c.Organisation == out[n-1].Organisation || c.Organisation == "" || out[n-1].Organisation == "") {
			o := &out[n-1]
			o.Phones, o.Emails, o.Addresses = union(o.Phones, c.Phones), union(o.Emails, c.Emails), union(o.Addresses, c.Addresses)
			continue
		}
		out = append(out, c)
	}
	return out
}

func union(a, b []Field) []Field {
	for _, f := range b {
		if !slices.ContainsFunc(a, func(g Field) bool { return strings.EqualFold(f.Value, g.Value) }) {
			a = append(a, f)
		}
	}
	return a
}
