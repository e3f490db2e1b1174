package linux_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"pace/backend/restraint"
	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// presence is what a session with this environment and bus tells.
func presence(bus string, environ ...string) *linux.Presence {
	return linux.NewPresence(linux.Options{Environ: environ, SessionBus: bus})
}

func quiet(t *testing.T, p *linux.Presence) bool {
	t.Helper()
	on, err := p.DoNotDisturb(t.Context())
	require.NoError(t, err)
	return on
}

func inCall(t *testing.T, p *linux.Presence) bool {
	t.Helper()
	names, err := p.Listening(t.Context())
	require.NoError(t, err)
	is, known := restraint.Call(names, true).Get()
	require.True(t, known)
	return is
}

func TestACallIsAProgramForCallsThatListens(t *testing.T) {
	for name, start := range linuxtest.SoundServers() {
		t.Run(name, func(t *testing.T) {
			server := start(t, "speakers")
			server.Microphone(t, "mic")
			p := presence("", server.Env()...)
			require.False(t, inCall(t, p))
			server.Record(t, "parec", "studio", "--device=mic")
			require.False(t, inCall(t, p), "somebody records, and calls nobody")
			server.Record(t, "parec", "firefox", "--device=speakers.monitor")
			require.False(t, inCall(t, p), "what is played is no call")
			hangUp := server.Record(t, "parec", "zoom", "--device=mic")
			require.True(t, inCall(t, p))
			hangUp()
			require.False(t, inCall(t, p))
		})
	}
}

func TestWithoutASoundServerItIsNotKnownWhoListens(t *testing.T) {
	server := linuxtest.StartSound(t, "speakers")
	for name, environ := range map[string][]string{"none": nil, "another machine": {"PULSE_SERVER=tcp:den:4713"}} {
		_, err := presence("", environ...).Listening(t.Context())
		var un *system.Unavailable
		require.ErrorAs(t, err, &un, name)
	}
	server.Hang(t)
	defer server.Resume(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := presence("", server.Env()...).Listening(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestTheSwitchOfWhoeverShowsTheNotificationsIsRead(t *testing.T) {
	for _, c := range []struct {
		program string
		turn    func(t *testing.T, n *linuxtest.Notifications, on bool)
	}{
		{"dunst", func(t *testing.T, n *linuxtest.Notifications, on bool) {
			n.Switch(t, "org.dunstproject.cmd0", "paused", on)
		}},
		{"Plasma", func(t *testing.T, n *linuxtest.Notifications, on bool) {
			n.Switch(t, "org.freedesktop.Notifications", "Inhibited", on)
		}},
		{"SwayNotificationCenter", func(t *testing.T, n *linuxtest.Notifications, on bool) { n.Sway(t, on) }},
	} {
		t.Run(c.program, func(t *testing.T) {
			bus := linuxtest.StartBus(t).Address
			n := linuxtest.StartNotifications(t, bus)
			n.Name(c.program)
			for _, on := range []bool{false, true, false} {
				c.turn(t, n, on)
				require.Equal(t, on, quiet(t, presence(bus)))
			}
		})
	}
}

func TestXfcesSwitchIsReadFromItsSettings(t *testing.T) {
	bus := linuxtest.StartBus(t).Address
	linuxtest.StartNotifications(t, bus).Name("Xfce Notify Daemon")
	_, err := presence(bus).DoNotDisturb(t.Context())
	require.Error(t, err, "nobody keeps the settings, and nobody is started for that")
	settings := linuxtest.StartXfconf(t, bus)
	require.False(t, quiet(t, presence(bus)), "it was never turned")
	for value, on := range map[string]bool{"true": true, "false": false} {
		settings.Set(t, "xfce4-notifyd", "/do-not-disturb", "bool", value)
		require.Equal(t, on, quiet(t, presence(bus)))
	}
	settings.Set(t, "xfce4-notifyd", "/do-not-disturb", "string", "maybe")
	_, err = presence(bus).DoNotDisturb(t.Context())
	require.Error(t, err, "that is neither yes nor no")
}

func TestGNOMEsSwitchIsReadFromItsSettings(t *testing.T) {
	linuxtest.Need(t, "gsettings")
	bus := linuxtest.StartBus(t).Address
	linuxtest.StartNotifications(t, bus).Name("gnome-shell")
	home := t.TempDir()
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "GSETTINGS_BACKEND=keyfile", "PATH=/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS=" + bus}
	p := presence(bus, env...)
	require.False(t, quiet(t, p), "banners are shown")
	for _, banners := range []string{"false", "true"} {
		c := exec.CommandContext(t.Context(), "gsettings", "set", "org.gnome.desktop.notifications", "show-banners", banners)
		c.Env = env
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, banners == "false", quiet(t, p))
	}
}

func TestGSettingsThatDoesNotReachTheSettingsTellsNothing(t *testing.T) {
	bus := linuxtest.StartBus(t).Address
	linuxtest.StartNotifications(t, bus).Name("gnome-shell")
	for name, script := range map[string]string{
		"another store": "echo \"Using the 'memory' GSettings backend.\" >&2; echo true", "no such key": "echo No such key >&2; exit 1", "other words": "echo yes",
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "gsettings"), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		_, err := presence(bus, "PATH="+dir+":/usr/bin:/bin").DoNotDisturb(t.Context())
		require.Error(t, err, name)
	}
	_, err := presence(bus, "PATH="+t.TempDir()).DoNotDisturb(t.Context())
	require.Error(t, err, "it is not installed")
}

func TestWhereNobodyShowsNotificationsNobodyHasAskedForQuiet(t *testing.T) {
	require.False(t, quiet(t, presence(linuxtest.StartBus(t).Address)))
}

func TestWhatAProgramDoesNotTellIsNotKnown(t *testing.T) {
	bus := linuxtest.StartBus(t)
	p := presence(bus.Address)
	n := linuxtest.StartNotifications(t, bus.Address)
	_, err := p.DoNotDisturb(t.Context())
	require.ErrorContains(t, err, "double does not tell")
	n.Name("dunst")
	_, err = p.DoNotDisturb(t.Context())
	require.Error(t, err, "an old one has no such property")
	n.Switch(t, "org.dunstproject.cmd0", "paused", "very")
	_, err = p.DoNotDisturb(t.Context())
	require.ErrorContains(t, err, "not a yes or no")

	n.Hang()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = p.DoNotDisturb(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	n.Resume()
	bus.Stop()
	_, err = p.DoNotDisturb(t.Context())
	require.Error(t, err)
	_, err = presence("unix:path=/nonexistent").DoNotDisturb(t.Context())
	require.Error(t, err)
}

func TestTheDoctorTellsWhatIsKnownOfCallsAndQuiet(t *testing.T) {
	server, bus := linuxtest.StartSound(t, "speakers"), linuxtest.StartBus(t).Address
	server.Microphone(t, "mic")
	o := linux.Options{Environ: server.Env(), SessionBus: bus}
	told := func(o linux.Options) system.Probe {
		t.Helper()
		return probesOf(t, o)["presence"]
	}
	p := told(o)
	require.Equal(t, system.Ok, p.State)
	require.Equal(t, "Nobody listens to a microphone; no program shows notifications", p.Detail)
	n := linuxtest.StartNotifications(t, bus)
	n.Name("dunst")
	n.Switch(t, "org.dunstproject.cmd0", "paused", true)
	server.Record(t, "parec", "zoom", "--device=mic")
	require.Equal(t, "zoom listens to a microphone; do not disturb is on (dunst)", told(o).Detail)
	n.Switch(t, "org.dunstproject.cmd0", "paused", false)
	require.Equal(t, "zoom listens to a microphone; do not disturb is off (dunst)", told(o).Detail)

	n.Name("crier")
	p = told(o)
	require.Equal(t, system.Warn, p.State)
	require.Equal(t, "Whether you want quiet is not known: crier shows the notifications and does not tell. Until it is, reminders come without a sound.", p.Detail)
	require.Contains(t, p.Fix, "dunst")
	o.Environ = nil
	p = told(o)
	require.Equal(t, system.Warn, p.State)
	require.Contains(t, p.Detail, "Whether you are in a call is not known. No sound server is running.")
	require.Contains(t, p.Detail, "crier")
	require.Contains(t, p.Fix, "PipeWire")
	o.Environ = append(server.Env(), "XDG_SESSION_TYPE=wayland")
	require.Contains(t, told(o).Detail, "In a Wayland session")
}

func TestAProgramThatIsStartedWithTheFirstNotificationIsNotStartedToBeAsked(t *testing.T) {
	bus, started := linuxtest.StartBusFor(t, "org.freedesktop.Notifications")
	address := bus.Address
	_, err := presence(address).DoNotDisturb(t.Context())
	require.ErrorContains(t, err, "not been started yet")
	require.Contains(t, presence(address).Capability(t.Context()).Reason, "has not been started yet")
	_, err = os.Stat(started)
	require.ErrorIs(t, err, os.ErrNotExist)

	conn, err := dbus.Connect(address)
	require.NoError(t, err)
	defer conn.Close()
	conn.Object("org.freedesktop.Notifications", "/").Go("x.y.Z", dbus.FlagNoReplyExpected, nil) // whoever asks without care starts it
	require.Eventually(t, func() bool { _, err := os.Stat(started); return err == nil }, time.Minute, 5*time.Millisecond, "the bus would have")
}
