package tools

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/egress"
	"pace/backend/proof"
)

func TestRedirectsAreFollowedWithinBounds(t *testing.T) {
	w := serving(t, func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/old.txt":
			http.Redirect(rw, r, "/new/place.bin", http.StatusFound)
		case "/loop":
			http.Redirect(rw, r, "/loop", http.StatusFound)
		case "/file":
			http.Redirect(rw, r, "file:///etc/passwd", http.StatusFound)
		case "/user":
			http.Redirect(rw, r, "http://me:secret@"+r.Host+"/x", http.StatusFound)
		case "/nowhere":
			rw.WriteHeader(http.StatusFound)
		default:
			_, _ = io.WriteString(rw, "moved")
		}
	})
	effect(t, proof.Confirmed, w.load("/old.txt", ""))
	require.Equal(t, []string{"old.txt"}, w.there(), "its name is what was asked for")
	for path, want := range map[string]proof.Effect{"/loop": proof.Refused, "/file": proof.Refused, "/user": proof.Refused, "/nowhere": proof.Failed} {
		o := w.load(path, "")
		effect(t, want, o)
		require.Contains(t, o.Report(), "Nothing was saved", path)
	}
	require.Equal(t, []string{"old.txt"}, w.there())
}

func TestAServerOutsideDoesNotPointIn(t *testing.T) {
	for _, c := range []struct {
		first, next string
		may         bool
	}{
		{"https://example.org/a", "https://cdn.example.net/a", true},
		{"https://example.org/a", "http://127.0.0.1:8080/admin", false},
		{"https://example.org/a", "http://localhost:1234/v1", false},
		{"https://example.org/a", "http://[::1]/", false},
		{"https://example.org/a", "http://[::ffff:127.0.0.1]/", false},
		{"https://example.org/a", "http://192.168.1.1/reboot", false},
		{"https://example.org/a", "http://10.0.0.1/", false},
		{"https://example.org/a", "http://169.254.169.254/latest/meta-data", false},
		{"https://example.org/a", "http://router/", false},
		{"https://example.org/a", "http://router.lan/", false},
		{"https://example.org/a", "http://printer.local./", false},
		{"https://example.org/a", "https://user@example.org/", false},
		{"http://192.168.1.5/a", "http://192.168.1.6/a", true},
		{"http://127.0.0.1:1/a", "http://127.0.0.1:2/a", true},
		{"http://nas/a", "https://example.org/a", true},
		{"http://nas/a", "http://localhost:1234/v1", false},
		{"http://192.168.1.5/a", "http://[::ffff:127.0.0.1]/", false},
		{"http://192.168.1.5/a", "http://0.0.0.0/", false},
		{"https://example.org/a", "http://100.64.0.1/", false},
		{"https://example.org/a", "http://[fd00::1]/", false},
		{"https://example.org/a", "http://2130706433/", false},
	} {
		first, err := url.Parse(c.first)
		require.NoError(t, err)
		next, err := url.Parse(c.next)
		require.NoError(t, err)
		require.Equal(t, c.may, mayFollow(next, first) == nil, "%s → %s", c.first, c.next)
	}
}

func TestAWayInIsNotOpenedByOneThatLeadsOutAndBack(t *testing.T) {
	at := func(s string) *url.URL {
		u, err := url.Parse(s)
		require.NoError(t, err)
		return u
	}
	require.NoError(t, mayFollow(at("http://192.168.1.6/"), at("http://192.168.1.5/")))
	require.ErrorContains(t, mayFollow(at("http://192.168.1.6/"), at("http://192.168.1.5/"), at("https://example.org/")), "pointed into this machine or its network")
}

// turned is a door by which public names come out at the test's server, as if it stood at a public address.
func (w *web) turned(resolve map[string]string) {
	door := egress.New(egress.Config{Audit: w.audit,
		Resolve: func(_ context.Context, host string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr(resolve[host])}, nil
		},
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(ctx, network, strings.TrimPrefix(w.url, "http://"))
			return seemsAt{c, address}, err
		}})
	w.t.Cleanup(door.Close)
	w.HTTP = door.Client(DownloadLane())
}

type seemsAt struct {
	net.Conn
	address string
}

func (s seemsAt) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(s.address))
}

func TestAPublicNameThatLeadsInsideIsRefusedInOneSentence(t *testing.T) {
	w := serving(t, func(rw http.ResponseWriter, r *http.Request) {
		if r.Host == "example.org" {
			http.Redirect(rw, r, r.URL.Query().Get("to"), http.StatusFound)
			return
		}
		_, _ = io.WriteString(rw, "whole")
	})
	w.turned(map[string]string{"example.org": "203.0.113.5", "cdn.example.net": "203.0.113.6", "evil.example": "192.168.1.1", "rebind.example": "127.0.0.1", "mapped.example": "::ffff:10.0.0.1", "nat.example": "64:ff9b::a00:1"})
	load := func(address string) proof.Outcome {
		o, _ := w.run(t.Context(), "download_file", downloadArgs{address, "x"})
		return o
	}
	for _, host := range []string{"evil.example", "rebind.example", "mapped.example", "nat.example"} {
		want := host + " was not contacted: its name leads into this machine or its network. Nothing was saved."
		for _, address := range []string{"http://" + host + "/x", "http://example.org/?to=http://" + host + "/x"} {
			o := load(address)
			effect(t, proof.Refused, o)
			require.Equal(t, want, o.Report(), address)
		}
	}
	require.Empty(t, w.there())
	effect(t, proof.Confirmed, load("http://example.org/?to=http://cdn.example.net/x"))
	effect(t, proof.Confirmed, load("http://192.168.1.5/x"))
}
