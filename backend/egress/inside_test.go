package egress

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

var insideAddrs = []string{"127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.5", "169.254.169.254", "100.64.0.1", "100.127.255.255",
	"0.0.0.0", "0.1.2.3", "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
	"::1", "::", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "100::1",
	"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:0101::1"}

func TestOnlyPublicAddressesArePublic(t *testing.T) {
	for _, s := range insideAddrs {
		require.False(t, public(netip.MustParseAddr(s)), s)
		require.True(t, Inside(s), s)
	}
	for _, s := range []string{"8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.0", "192.169.0.1", "2606:4700::1111", "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8"} {
		require.True(t, public(netip.MustParseAddr(s)), s)
		require.False(t, Inside(s), s)
	}
	require.False(t, public(netip.Addr{}))
}

func TestNamesThatAreSpelledInside(t *testing.T) {
	for name, want := range map[string]bool{"localhost": true, "LOCALHOST.": true, "x.localhost": true, "nas": true, "printer.local": true, "router.lan": true, "a.home.arpa": true,
		"2130706433": true, "0x7f000001": true, "[::1]": true, "example.org": false, "local.example.org": false, "notlocal": true, "127.0.0.1.example": false} {
		require.Equal(t, want, Inside(name), name)
	}
}

// at is a connection that says it goes to another address than it does.
type at struct {
	net.Conn
	addr string
}

func (a at) RemoteAddr() net.Addr { return elsewhere(a.addr) }

type elsewhere string

func (elsewhere) Network() string  { return "tcp" }
func (e elsewhere) String() string { return string(e) }

// Wherever a public name leads, and whatever a connection comes out at: nothing is asked of this machine or its network.
func TestAPublicNameDoesNotLeadInside(t *testing.T) {
	server, w := serve(t, false, func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, "private") })
	lane := Lane{Subsystem: "download", Plain: true, Outside: true, OffDevice: agreed.OffDevice}
	get := func(url string, resolved []string, reaches string) error {
		d := door(t, Config{Resolve: func(context.Context, string) ([]netip.Addr, error) {
			var out []netip.Addr
			for _, s := range resolved {
				out = append(out, netip.MustParseAddr(s))
			}
			return out, nil
		}, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
			if err != nil {
				return nil, err
			}
			return at{c, reaches}, nil
		}})
		_, err := do(t, d.Client(lane), "GET", url, "")
		return err
	}
	for _, a := range insideAddrs {
		err := get("http://example.org/", []string{a}, "203.0.113.5:80")
		var refused *Refused
		require.ErrorAs(t, err, &refused, a)
		require.Equal(t, "example.org was not contacted: its name leads into this machine or its network", refused.Error())
		require.ErrorAs(t, get("http://example.org/", []string{"203.0.113.5", a}, "203.0.113.5:80"), &refused, "one of several: %s", a)

		addr := netip.AddrPortFrom(netip.MustParseAddr(a), 80).String()
		require.ErrorAs(t, get("http://example.org/", []string{"203.0.113.5"}, addr), &refused, "resolved to one and connected to another: %s", a)
		require.ErrorContains(t, refused, "the connection came out in this machine or its network")
	}
	require.Error(t, get("http://example.org/", []string{"203.0.113.5"}, "nowhere"), "where it goes can't be told")
	in, _, _ := w.seen()
	require.Zero(t, in, "not a byte was sent")

	require.NoError(t, get("http://example.org/", []string{"203.0.113.5"}, "203.0.113.5:80"))
	require.NoError(t, get("http://192.168.1.5/x", nil, "192.168.1.5:80"), "a neighbour that was named is one")
	require.NoError(t, get("http://nas.lan/x", []string{"192.168.1.5"}, "192.168.1.5:80"))
	require.Error(t, get("http://nas.lan/x", []string{"127.0.0.1"}, "127.0.0.1:80"), "and not this machine")
}
