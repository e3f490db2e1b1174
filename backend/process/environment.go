package process

import (
	"slices"
	"strings"
)

// base is what any program needs to find its files and speak the user's language. Everything else
// of Pace's own environment stays behind: it may hold keys.
var base = []string{"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER",
	"__CF_USER_TEXT_ENCODING"}

// screen is what a program with a window, or one that speaks to the session bus, needs on top.
var screen = []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
	"AT_SPI_BUS_ADDRESS", "DESKTOP_SESSION", "GTK_MODULES", "QT_ACCESSIBILITY", "QT_QPA_PLATFORM",
	"GDK_BACKEND", "GDK_SCALE", "PULSE_SERVER"}

// Environment picks from parent (KEY=VALUE lines) what a child gets: the base list with LC_*, for
// onScreen also the screen list with XDG_*, the names in keep, and then extra, which wins.
func Environment(parent []string, onScreen bool, keep, extra []string) []string {
	allowed := func(name string) bool {
		return slices.Contains(base, name) || strings.HasPrefix(name, "LC_") || slices.Contains(keep, name) ||
			onScreen && (slices.Contains(screen, name) || strings.HasPrefix(name, "XDG_"))
	}
	var env []string
	set := func(line string) {
		name, _, ok := strings.Cut(line, "=")
		if !ok || name == "" {
			return
		}
		env = slices.DeleteFunc(env, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		env = append(env, line)
	}
	for _, line := range parent {
		if name, _, _ := strings.Cut(line, "="); allowed(name) {
			set(line)
		}
	}
	for _, line := range extra {
		set(line)
	}
	return env
}

func lookup(env []string, name string) string {
	for _, line := range env {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}
