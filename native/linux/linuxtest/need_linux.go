package linuxtest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Need says which programs the test cannot do without. When one is missing the test fails in CI and is skipped
// elsewhere, with the program's name.
func Need(t testing.TB, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			missing(t, program)
		}
	}
}

func needDesktopPrograms(t testing.TB, options Options) {
	t.Helper()
	Need(t, "bash", "Xvfb", "dbus-daemon", "dbus-send", "xprop", "setsid")
	switch options.WM {
	case "":
		Need(t, "openbox")
	case "none":
	default:
		Need(t, options.WM)
	}
	for program, wanted := range map[string]bool{
		"picom": options.Compositor, "pulseaudio": options.Sound, "gnome-keyring-daemon": options.Keyring,
		"setxkbmap": options.Layout != "" && options.Layout != "us",
	} {
		if wanted {
			Need(t, program)
		}
	}
}

func missing(t testing.TB, what string) {
	t.Helper()
	message := what + " is not installed here; build/setup.sh installs it"
	if os.Getenv("CI") == "true" {
		t.Fatal(message)
	}
	t.Skip(message)
}

// missingModule recognises, in a fixture's last words, that a library of its toolkit is not installed.
func missingModule(output string) (string, bool) {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		for _, sign := range []string{"ModuleNotFoundError: ", "ValueError: Namespace ", "ImportError: "} {
			if what, found := strings.CutPrefix(line, sign); found {
				return what, true
			}
		}
	}
	return "", false
}
