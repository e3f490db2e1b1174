package egress

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// Refused says that the guard let nothing out. Why is a plain sentence for a person.
type Refused struct {
	Host string
	Why  string
}

func (r *Refused) Error() string { return fmt.Sprintf("%s was not contacted: %s", r.Host, r.Why) }

// Resolve turns a host name into addresses; net.DefaultResolver.LookupNetIP with "ip" does.
type Resolve func(ctx context.Context, host string) ([]netip.Addr, error)

// route is where a request may go: these addresses and no others.
type route struct {
	addrs     []netip.Addr
	offDevice bool
	public    bool // the connection must come out at a public address
}

// guard decides about one request. Without a consent function every address of the host must be a
// loopback address. With one, the host needs its consent, and a name must not lead back to this
// machine: what answers at 127.0.0.1 trusts it, and a name's owner could choose to point there.
func guard(ctx context.Context, u *url.URL, lane Lane, resolve Resolve) (route, error) {
	host := u.Hostname()
	if u.Scheme != "http" && u.Scheme != "https" || host == "" {
		return route{}, &Refused{host, "only http and https addresses can be contacted"}
	}
	local := Here(host)
	if lane.OffDevice != nil && !local {
		// Asked before resolving: a name server sees the name.
		if d := lane.OffDevice(host); !d.Allowed {
			return route{}, &Refused{host, d.Reason}
		}
		if u.Scheme == "http" && !lane.Plain {
			return route{}, &Refused{host, "text may leave this machine only encrypted (https)"}
		}
	}
	addrs, err := addresses(ctx, host, resolve)
	if err != nil {
		return route{}, err
	}
	for _, a := range addrs {
		switch {
		case lane.OffDevice == nil || local:
			if !a.IsLoopback() {
				return route{}, &Refused{host, "it is not on this machine"}
			}
		case lane.Outside && !Inside(host) && !public(a):
			return route{}, &Refused{host, "its name leads into this machine or its network"}
		case a.IsLoopback() || a.IsUnspecified() || a.IsMulticast() || a.IsLinkLocalUnicast():
			return route{}, &Refused{host, "its name leads to an address that is not a server of its own"}
		}
	}
	return route{addrs: addrs, offDevice: lane.OffDevice != nil && !local, public: lane.Outside && !Inside(host)}, nil
}

// Here reports whether a host is this machine by its spelling alone.
func Here(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		a = a.Unmap()
		return a.IsLoopback() || a.IsUnspecified() // systems take 0.0.0.0 for this machine; the guard takes it for nothing
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

func addresses(ctx context.Context, host string, resolve Resolve) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	addrs, err := resolve(ctx, host)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", host, err)
	}
	if len(addrs) == 0 {
		return nil, fmt.Errorf("find %s: %w", host, errors.New("it has no address"))
	}
	for i := range addrs {
		addrs[i] = addrs[i].Unmap() // ::ffff:127.0.0.1 is 127.0.0.1
	}
	return addrs, nil
}
