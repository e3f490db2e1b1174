package egress

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// names is a name service of a few made-up hosts.
func names(table map[string]string) Resolve {
	return func(_ context.Context, host string) ([]netip.Addr, error) {
		text, ok := table[host]
		if !ok {
			return nil, fmt.Errorf("no such host %q", host)
		}
		return []netip.Addr{netip.MustParseAddr(text)}, nil
	}
}

func TestTheGuardLooksAtAddressesNotAtNames(t *testing.T) {
	resolve := names(map[string]string{"localhost": "127.0.0.1", "mybox": "127.0.1.1", "mapped": "::ffff:127.0.0.1", "evil.example": "203.0.113.5",
		"api.example": "198.51.100.7", "rebind.example": "127.0.0.1", "nowhere.example": "0.0.0.0", "meta.example": "169.254.169.254",
		"127.0.0.1.example": "203.0.113.5", "stolen.localhost": "203.0.113.5"})
	yes := func(string) Decision { return Decision{Allowed: true} }
	no := func(string) Decision { return Decision{Reason: "never agreed"} }
	local, agreed, declined, download := Lane{}, Lane{OffDevice: yes}, Lane{OffDevice: no}, Lane{OffDevice: yes, Plain: true}
	for _, c := range []struct {
		name      string
		url       string
		lane      Lane
		refused   string
		offDevice bool
	}{
		{"loopback by name", "http://localhost:1/", local, "", false},
		{"loopback by address", "http://127.9.9.9:1/", local, "", false},
		{"loopback IPv6", "http://[::1]:1/", local, "", false},
		{"loopback mapped into IPv6", "http://[::ffff:127.0.0.1]:1/", local, "", false},
		{"own name for loopback", "http://mybox:1/", local, "", false},
		{"name with a mapped address", "http://mapped:1/", local, "", false},
		{"far away", "http://evil.example/", local, "not on this machine", false},
		{"a name that only looks local", "http://127.0.0.1.example/", local, "not on this machine", false},
		{"user part that looks local", "http://localhost@evil.example/", local, "not on this machine", false},
		{"a .localhost name that was hijacked", "http://stolen.localhost/", local, "not on this machine", false},
		{"local network", "http://192.168.1.10/", local, "not on this machine", false},
		{"any address", "http://0.0.0.0:1/", local, "not on this machine", false},
		{"another scheme", "ftp://localhost/", local, "only http", false},
		{"no host", "http:///x", local, "only http", false},
		{"agreed", "https://api.example/", agreed, "", true},
		{"agreed but unencrypted", "http://api.example/", agreed, "encrypted", true},
		{"unencrypted download", "http://api.example/", download, "", true},
		{"not agreed", "https://api.example/", declined, "never agreed", true},
		{"local server in an off-device lane", "http://localhost:1/", declined, "", false},
		{"hijacked .localhost in an off-device lane", "http://stolen.localhost/", agreed, "not on this machine", false},
		{"a public name for this machine", "https://rebind.example/", agreed, "not a server of its own", true},
		{"a public name for any address", "https://nowhere.example/", agreed, "not a server of its own", true},
		{"a link-local service", "https://meta.example/", agreed, "not a server of its own", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := url.Parse(c.url)
			require.NoError(t, err)
			got, err := guard(t.Context(), u, c.lane, resolve)
			if c.refused != "" {
				var refused *Refused
				require.ErrorAs(t, err, &refused)
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.NotEmpty(t, got.addrs)
			require.Equal(t, c.offDevice, got.offDevice)
		})
	}
}

func TestWithoutConsentNotEvenTheNameIsLookedUp(t *testing.T) {
	u, err := url.Parse("https://api.example/")
	require.NoError(t, err)
	asked := false
	_, err = guard(t.Context(), u, Lane{OffDevice: func(string) Decision { return Decision{} }}, func(context.Context, string) ([]netip.Addr, error) {
		asked = true
		return nil, nil
	})
	require.Error(t, err)
	require.False(t, asked)
}

func TestOneFarAddressAmongLocalOnesIsRefused(t *testing.T) {
	u, err := url.Parse("http://both.example/")
	require.NoError(t, err)
	_, err = guard(t.Context(), u, Lane{}, func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("203.0.113.5")}, nil
	})
	require.ErrorContains(t, err, "not on this machine")
}
