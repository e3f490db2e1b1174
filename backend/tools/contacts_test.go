package tools

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

const cards = "BEGIN:VCARD\nFN:Anna Meier\nTEL;TYPE=CELL:+41 79 000 11 22\nTEL;TYPE=WORK:044\nEMAIL:anna@example.org\nADR:;;Seeweg 1;Zug;;6300;\nEND:VCARD\n" +
	"BEGIN:VCARD\nFN:Bo Berg\nEMAIL:bo@example.org\nTEL:555 01 02\nEND:VCARD\nBEGIN:VCARD\nFN:Bo Dahl\nEND:VCARD\n"

func TestContactsAreLookedUp(t *testing.T) {
	k := keep(t)
	require.Equal(t, "Nobody in your contacts is called “Anna”.", k.says("contacts", `{"name":"Anna","field":"phone"}`))
	k.put("contacts/all.vcf", cards)
	require.Equal(t, "Anna Meier: +41 79 000 11 22 (mobile), 044 (work).", k.says("contacts", `{"name":"anna","field":"phone"}`))
	require.Equal(t, "Anna Meier: Seeweg 1, Zug, 6300.", k.says("contacts", `{"name":"Anna Meier","field":"address"}`))
	require.Equal(t, "Bo Berg: bo@example.org.\nNo mail address of Bo Dahl is in your contacts.", k.says("contacts", `{"name":"Bo","field":"email"}`))
	require.Equal(t, "Bo Dahl is in your contacts without a number or address.", k.says("contacts", `{"name":"Dahl"}`))
	k.put("contacts/bad.vcf", "nonsense")
	o, out := k.run("contacts", `{"name":"Anna"}`)
	effect(t, proof.Confirmed, o)
	require.Contains(t, o.Report(), "anna@example.org")
	require.Contains(t, o.Report(), "bad.vcf")
	require.True(t, out.Untrusted)
	require.NotEmpty(t, k.bad("contacts", `{"name":"x","field":"birthday"}`))
	require.NotEmpty(t, k.bad("contacts", `{"field":"phone"}`))
}
