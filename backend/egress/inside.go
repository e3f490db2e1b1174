package egress

import (
	"net"
	"net/netip"
	"strings"
)

// Inside reports whether a host is this machine or a neighbour by its spelling alone: an address that is not a public one,
// a name without a dot, or one that no public name server may give away (RFC 6761, 6762, 8375 and the private-use TLD).
func Inside(host string) bool {
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return !public(a)
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	for _, end := range []string{"localhost", "local", "internal", "lan", "home.arpa"} {
		if host == end || strings.HasSuffix(host, "."+end) {
			return true
		}
	}
	return !strings.Contains(host, ".")
}

// own are the blocks that are part of no public network, beside those that netip knows (IANA special-purpose registries).
var own = [...]netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),     // this network
	netip.MustParsePrefix("100.64.0.0/10"), // behind a carrier's NAT
	netip.MustParsePrefix("192.0.0.0/24"),  // protocol assignments
	netip.MustParsePrefix("198.18.0.0/15"), // benchmarks of networks
	netip.MustParsePrefix("240.0.0.0/4"),   // reserved, broadcast
	netip.MustParsePrefix("::/96"),         // IPv4-compatible, and loopback
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("fec0::/10"), // site-local, as it was once
}

// wrapped are the blocks whose addresses hold an IPv4 address, from this byte on: what answers there is the host of that.
var wrapped = [...]struct {
	in netip.Prefix
	at int
}{{netip.MustParsePrefix("64:ff9b::/96"), 12}, {netip.MustParsePrefix("2002::/16"), 2}}

// public reports whether an address belongs to the public network, whatever it is wrapped in.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range own {
		if p.Contains(a) {
			return false
		}
	}
	for _, w := range wrapped {
		if b := a.As16(); a.Is6() && w.in.Contains(a) {
			return public(netip.AddrFrom4([4]byte(b[w.at : w.at+4])))
		}
	}
	return true
}

// reached is the address that a connection really goes to; the zero one when that can't be told.
func reached(c net.Conn) netip.Addr {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr()
}
