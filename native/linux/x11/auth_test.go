//go:build linux

package x11

import (
	"encoding/binary"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

func authorityEntry(family uint16, address, number, name, data string) []byte {
	b := binary.BigEndian.AppendUint16(nil, family)
	for _, s := range []string{address, number, name, data} {
		b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
		b = append(b, s...)
	}
	return b
}

func TestDisplayNamesAreRead(t *testing.T) {
	for in, want := range map[string]displayName{
		":0":                      {},
		":12.1":                   {number: 12, screen: 1},
		"unix:3":                  {number: 3},
		"unix/:3":                 {number: 3},
		"host:2":                  {host: "host", number: 2},
		"tcp/host:2.1":            {host: "host", number: 2, screen: 1},
		"[::1]:4":                 {host: "::1", number: 4},
		"/private/tmp/launch/x:0": {path: "/private/tmp/launch/x:0"},
	} {
		got, err := parseDisplay(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got, in)
	}
}

func TestTheCookieForThisHostAndDisplayIsChosen(t *testing.T) {
	file := append(authorityEntry(familyLocal, "other", "1", magicCookie, "other-host"),
		authorityEntry(familyLocal, "me", "2", magicCookie, "other-number")...)
	file = append(file, authorityEntry(familyLocal, "me", "1", "XDM-AUTHORIZATION-1", "other-scheme")...)
	file = append(file, authorityEntry(0, "\x0a\x00\x00\x07", "1", magicCookie, "by-address")...)
	file = append(file, authorityEntry(familyLocal, "me", "1", magicCookie, "mine")...)
	file = append(file, authorityEntry(familyWild, "", "", magicCookie, "any")...)
	entries, err := parseAuthority(file)
	require.NoError(t, err)
	require.Len(t, entries, 6)
	for _, c := range []struct {
		host   string
		number int
		peer   net.IP
		want   string
	}{
		{"me", 1, nil, "mine"}, {"me", 9, nil, "any"}, {"stranger", 1, nil, "any"}, {"me", 2, nil, "other-number"},
		{"me", 1, net.IPv4(10, 0, 0, 7), "by-address"}, {"me", 1, net.IPv4(10, 0, 0, 8), "any"}, {"me", 1, net.IPv4(127, 0, 0, 1), "mine"},
	} {
		require.Equal(t, c.want, string(chooseCookie(entries, c.host, c.number, c.peer).data), "%+v", c)
	}
	require.Nil(t, chooseCookie(entries[:1], "me", 1, nil))
}

func TestADamagedAuthorityFileGivesTheEntriesBeforeTheDamage(t *testing.T) {
	whole := authorityEntry(familyLocal, "me", "1", magicCookie, "mine")
	for cut := 1; cut < len(whole); cut++ {
		entries, err := parseAuthority(append(append([]byte{}, whole...), whole[:cut]...))
		require.ErrorIs(t, err, errBadAuthority, "cut at %d", cut)
		require.Len(t, entries, 1)
	}
}

func FuzzParseAuthority(f *testing.F) {
	f.Add(authorityEntry(familyLocal, "me", "1", magicCookie, "mine"))
	f.Add([]byte{1, 0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, err := parseAuthority(b)
		n := 0
		for _, e := range entries {
			n += 10 + len(e.address) + len(e.number) + len(e.name) + len(e.data)
		}
		if n > len(b) || (err == nil && n != len(b)) {
			t.Fatalf("%d bytes read as %d (%v)", len(b), n, err)
		}
	})
}

func TestTheAddressComesFromTheGivenEnvironmentOnly(t *testing.T) {
	env := map[string]string{"DISPLAY": ":3", "HOME": "/home/u"}
	get := func(k string) string { return env[k] }
	require.Equal(t, Address{":3", "/home/u/.Xauthority"}, EnvAddress(get))
	env["XAUTHORITY"] = "/run/auth"
	require.Equal(t, Address{":3", "/run/auth"}, EnvAddress(get))
}
