//go:build linux

package x11

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Address names an X server. Xauthority is the path of the file that holds the access cookie; empty, or a file
// that cannot be read, means no cookie.
type Address struct{ Display, Xauthority string }

// EnvAddress is where an ordinary X program would connect to, given its environment.
func EnvAddress(getenv func(string) string) Address {
	a := Address{Display: getenv("DISPLAY"), Xauthority: getenv("XAUTHORITY")}
	if home := getenv("HOME"); a.Xauthority == "" && home != "" {
		a.Xauthority = home + "/.Xauthority"
	}
	return a
}

// displayName is a parsed DISPLAY: [protocol/][host]:number[.screen], or the path of a socket's folder before the colon.
type displayName struct {
	host   string // empty: a local socket
	path   string // the socket itself, when DISPLAY names one (launchd style)
	number int
	screen int
}

func parseDisplay(s string) (displayName, error) {
	var d displayName
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return d, fmt.Errorf("display %q has no number: %w", s, ErrNoDisplay)
	}
	num, scr, hasScreen := strings.Cut(s[i+1:], ".")
	var err error
	if d.number, err = strconv.Atoi(num); err != nil || d.number < 0 || d.number > 59535 {
		return d, fmt.Errorf("display %q has no valid number: %w", s, ErrNoDisplay)
	}
	if hasScreen {
		if d.screen, err = strconv.Atoi(scr); err != nil || d.screen < 0 {
			return d, fmt.Errorf("display %q has no valid screen: %w", s, ErrNoDisplay)
		}
	}
	host := s[:i]
	switch {
	case strings.HasPrefix(host, "/"):
		d.path = host + ":" + num
	case host == "unix" || host == "unix/":
	default:
		if j := strings.LastIndexByte(host, '/'); j >= 0 {
			host = host[j+1:]
		}
		d.host = strings.Trim(host, "[]") // a v6 address
	}
	return d, nil
}

// networks lists where the server may listen, best first: Linux servers have an abstract socket beside the file.
func (d displayName) networks() [][2]string {
	switch {
	case d.path != "":
		return [][2]string{{"unix", d.path}}
	case d.host != "":
		return [][2]string{{"tcp", net.JoinHostPort(d.host, strconv.Itoa(6000+d.number))}}
	}
	p := "/tmp/.X11-unix/X" + strconv.Itoa(d.number)
	return [][2]string{{"unix", p}, {"unix", "@" + p}}
}

// cookie is one entry of an authority file.
type cookie struct {
	family  uint16
	address string
	number  string
	name    string
	data    []byte
}

// Address families of authority files (Xauth.h).
const (
	familyLocal = 256
	familyWild  = 65535
)

const magicCookie = "MIT-MAGIC-COOKIE-1"

var errBadAuthority = errors.New("the authority file is damaged")

// parseAuthority reads an authority file: per entry a family and four length-prefixed strings, all big-endian.
// Entries before a damaged one are returned together with the error.
func parseAuthority(b []byte) ([]cookie, error) {
	var out []cookie
	for len(b) > 0 {
		if len(b) < 2 {
			return out, errBadAuthority
		}
		c := cookie{family: binary.BigEndian.Uint16(b)}
		b = b[2:]
		var parts [4][]byte
		for i := range parts {
			if len(b) < 2 {
				return out, errBadAuthority
			}
			n := int(binary.BigEndian.Uint16(b))
			if len(b) < 2+n {
				return out, errBadAuthority
			}
			parts[i], b = b[2:2+n], b[2+n:]
		}
		c.address, c.number, c.name = string(parts[0]), string(parts[1]), string(parts[2])
		c.data = append([]byte(nil), parts[3]...)
		out = append(out, c)
	}
	return out, nil
}

// chooseCookie is the first magic cookie for that display, or nil. Peer is the address of the other end of a TCP
// connection, nil for a local socket.
func chooseCookie(entries []cookie, hostname string, number int, peer net.IP) *cookie {
	for i, e := range entries {
		if e.name != magicCookie || (e.number != "" && e.number != strconv.Itoa(number)) {
			continue
		}
		switch e.family {
		case familyWild:
		case familyLocal:
			if e.address != hostname || (peer != nil && !peer.IsLoopback()) {
				continue
			}
		case 0, 6: // internet v4 and v6: the raw address
			if peer == nil || !net.IP(e.address).Equal(peer) {
				continue
			}
		default:
			continue
		}
		return &entries[i]
	}
	return nil
}
