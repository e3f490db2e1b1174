package linuxtest

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/godbus/dbus/v5"
)

// Name makes the notifications those of another program, by what it calls itself.
func (n *Notifications) Name(program string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.name = program
}

// Switch gives the notifications a property that says whether they are held back (dunst's, KDE's).
func (n *Notifications) Switch(t testing.TB, face, property string, value any) {
	t.Helper()
	must(t, n.conn.Export(oneProperty{face, property, dbus.MakeVariant(value)}, notifyPath, "org.freedesktop.DBus.Properties"), "export the switch")
}

// Sway gives them the face of SwayNotificationCenter.
func (n *Notifications) Sway(t testing.TB, quiet bool) {
	t.Helper()
	must(t, n.conn.Export(sway(quiet), "/org/erikreider/swaync/cc", "org.erikreider.swaync.cc"), "export the switch")
}

type sway bool

// GetDnd is what its own client calls.
func (s sway) GetDnd() (bool, *dbus.Error) { return bool(s), nil }

// oneProperty answers for all that there are.
type oneProperty struct {
	face, name string
	value      dbus.Variant
}

// Get is part of the bus's specification.
func (p oneProperty) Get(face, name string) (dbus.Variant, *dbus.Error) {
	if face != p.face || name != p.name {
		return dbus.Variant{}, dbus.NewError("org.freedesktop.DBus.Error.UnknownProperty", []any{"there is no " + name})
	}
	return p.value, nil
}

// Xfconf keeps the settings of Xfce on a private bus.
type Xfconf struct{ env []string }

// xfconfd says when it answers. Its own program asks, since nothing else tells.
const xfconfd = `
"$0" & p=$!
trap 'kill $p 2>/dev/null; wait; exit' TERM
until xfconf-query -l >/dev/null 2>&1; do sleep 0.05; done
echo the settings are ready
wait`

// StartXfconf puts the real keeper of Xfce's settings on a bus, with no settings.
func StartXfconf(t testing.TB, bus string) *Xfconf {
	t.Helper()
	Need(t, "xfconf-query")
	found, _ := filepath.Glob("/usr/lib/*/xfce4/xfconf/xfconfd") // the pattern is right
	if len(found) == 0 {
		missing(t, "xfconfd")
	}
	dir := t.TempDir()
	x := &Xfconf{[]string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "DBUS_SESSION_BUS_ADDRESS=" + bus, "LC_ALL=C", "PATH=/usr/bin:/bin"}}
	hold(t, x.env, "the settings are ready", "sh", "-c", xfconfd, found[0])
	return x
}

// Set changes a setting as the desktop's own dialog does.
func (x *Xfconf) Set(t testing.TB, channel, property, kind, value string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	c := exec.CommandContext(ctx, "xfconf-query", "-c", channel, "-p", property, "-n", "-t", kind, "-s", value)
	c.Env = x.env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("xfconf-query: %v\n%s", err, out)
	}
}
