package pim

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func people(t testing.TB) *FileContacts {
	x := NewContacts(t.TempDir())
	data, err := os.ReadFile("testdata/people.vcf")
	require.NoError(t, err)
	put(t, x.shelf.dir, "people.vcf", string(data))
	return x
}

func TestCardsOfEveryVersionAreRead(t *testing.T) {
	x := people(t)
	f, err := x.shelf.read("people.vcf")
	require.NoError(t, err)
	got, bad := readCards(f)
	require.Empty(t, bad)
	require.Equal(t, []Contact{
		{Name: "Anna Meier", Nicknames: []string{"Anni"}, Phones: []Field{{"mobile", "+41 79 000 11 22"}, {"cabin", "+41 44 000 00 01"}}, Emails: []Field{{"work", "anna@example.org"}},
			Addresses: []Field{{"home", "Seeweg 1, links, Zug, 6300, Schweiz"}}},
		{Name: "Bo Hüber", Phones: []Field{{"home", "044 000 00 02"}}},
		{Name: "Dr. Cy Ng", Organisation: "Harbour Office, Night shift", Phones: []Field{{"", "+1-555-0100"}}},
	}, got)
}

func TestContactsAreFoundByTheirNames(t *testing.T) {
	x := people(t)
	put(t, x.shelf.dir, "more.vcf", "BEGIN:VCARD\nFN:Anna Meier\nTEL:+41 79 000 11 22\nTEL:1234\nEND:VCARD\nBEGIN:VCARD\nFN:Hannah Anna Berg\nEND:VCARD\nBEGIN:VCARD\nFN:Anna\nEMAIL:a@example.org\nEND:VCARD\n")
	names := func(name string) (out []string) {
		got, err := x.Named(t.Context(), name)
		require.NoError(t, err)
		for _, c := range got.Items {
			out = append(out, c.Name)
		}
		return out
	}
	require.Equal(t, []string{"Anna"}, names("anna"), "the whole name before a part of one")
	require.Equal(t, []string{"Anna Meier"}, names("Meier"))
	require.Equal(t, []string{"Anna Meier"}, names("anni"))
	require.Equal(t, []string{"Bo Hüber"}, names("huber bo"))
	require.Equal(t, []string{"Dr. Cy Ng"}, names("harbour"))
	require.Empty(t, names("nna"))
	require.Empty(t, names(" "))
	got, err := x.Named(t.Context(), "Anna Meier")
	require.NoError(t, err)
	require.Len(t, got.Items[0].Phones, 3, "what two files say of one name is put together, each number once")
}

func TestABadCardHidesNoOther(t *testing.T) {
	x := NewContacts(t.TempDir())
	put(t, x.shelf.dir, "a.vcf", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\nBEGIN:VCARD\nFN:Whole\nTEL;=:1\nEND:VCARD\nBEGIN:VCARD\nFN:Cut")
	put(t, x.shelf.dir, "b.vcf", "hello")
	put(t, x.shelf.dir, "c.vcf", "")
	put(t, x.shelf.dir, "d.vcf", strings.Repeat("BEGIN:VCARD\n", 10)+"FN:Deep\nEND:VCARD\n")
	put(t, x.shelf.dir, "ok.vcf", "BEGIN:VCARD\nFN:Whole\\, too\nEND:VCARD")
	got, err := x.Named(t.Context(), "whole")
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	require.Equal(t, "Whole", got.Items[0].Name)
	got, err = x.Named(t.Context(), "whole too")
	require.NoError(t, err)
	require.Equal(t, "Whole, too", got.Items[0].Name)
	files := map[string]bool{}
	for _, b := range got.Troubles {
		files[b.File] = true
	}
	require.Equal(t, map[string]bool{"a.vcf": true, "b.vcf": true, "c.vcf": true, "d.vcf": true}, files)
}
