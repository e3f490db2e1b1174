package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"pace/backend/process"
)

// Machine is where the numbers were made. A field that could not be found out is empty.
type Machine struct {
	CPU        string            `json:"cpu"`
	Cores      int               `json:"cores"`
	MemoryMB   int               `json:"memoryMB"`
	Kernel     string            `json:"kernel"`
	System     string            `json:"system"`
	LoadBefore string            `json:"loadBefore"` // 1, 5 and 15 minutes
	LoadAfter  string            `json:"loadAfter"`
	Go         string            `json:"go"`
	Programs   map[string]string `json:"programs"` // toolkits and programs with their versions
}

func look(ctx context.Context, environ []string) Machine {
	m := Machine{Cores: runtime.NumCPU(), Go: runtime.Version(), LoadBefore: load(), Programs: map[string]string{}}
	m.CPU = field("/proc/cpuinfo", "model name")
	m.Kernel = line("/proc/sys/kernel/osrelease")
	m.System = strings.Trim(field("/etc/os-release", "PRETTY_NAME"), `"`)
	if kb, err := strconv.Atoi(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB")); err == nil {
		m.MemoryMB = kb >> 10
	}
	const gtk = "import gi; gi.require_version('Gtk', '%s'); from gi.repository import Gtk as G; print(G.get_major_version(), G.get_minor_version(), G.get_micro_version(), sep='.')"
	for name, command := range map[string][]string{
		"gnome-calculator": {"gnome-calculator", "--version"}, "mousepad": {"mousepad", "--version"}, "featherpad": {"featherpad", "--version"},
		"chromium": {"chromium", "--version", "--no-sandbox"}, "xdotool": {"xdotool", "version"}, "import": {"import", "-version"}, "openbox": {"openbox", "--version"},
		"GTK 3": {"/usr/bin/python3", "-c", fmt.Sprintf(gtk, "3.0")}, "GTK 4": {"/usr/bin/python3", "-c", fmt.Sprintf(gtk, "4.0")},
		"Qt 5":    {"/usr/bin/python3", "-c", "from PyQt5.QtCore import QT_VERSION_STR as v; print(v)"},
		"AT-SPI":  {"/usr/bin/python3", "-c", "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi as A; print(*A.get_version(), sep='.')"},
		"package": {"dpkg-query", "-W", "-f", "${Version}", "at-spi2-core"},
	} {
		if v := version(ctx, environ, command); v != "" {
			m.Programs[name] = v
		}
	}
	if v := m.Programs["package"]; v != "" { // the library's own answer is not everywhere
		m.Programs["AT-SPI"] = v
		delete(m.Programs, "package")
	}
	return m
}

// version is the first line that a program says about itself.
func version(ctx context.Context, environ, command []string) string {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	r, err := process.New(environ).Run(ctx, process.Command{Path: command[0], Args: command[1:], OnScreen: true, Env: environ})
	if err != nil || r.Code != 0 {
		return ""
	}
	for s := range strings.Lines(string(r.Stdout.Text)) {
		if s = strings.TrimSpace(s); s != "" {
			return s
		}
	}
	return ""
}

func load() string {
	f := strings.Fields(line("/proc/loadavg"))
	return strings.Join(f[:min(3, len(f))], " ")
}

func line(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// field finds "name : value" or "name=value" in a file.
func field(path, name string) string {
	for s := range strings.Lines(line(path)) {
		key, value, ok := strings.Cut(s, ":")
		if !ok {
			key, value, ok = strings.Cut(s, "=")
		}
		if ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
