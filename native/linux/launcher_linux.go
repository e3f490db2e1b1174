package linux

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"pace/backend/desktop"
	"pace/backend/process"
	"pace/backend/system"
)

// ErrNoTerminal is a cause a caller may branch on; another is system.ErrNoHandler.
var ErrNoTerminal = errors.New("the program runs in a terminal and no terminal is installed")

// Launcher knows the installed programs by their desktop entries and starts them. It fulfils desktop.Launcher.
//
// Files are looked at on each call and read again only when they changed; a broken one costs nothing but itself.
// Programs are started as their own session with a chosen part of the environment, never through a shell.
type Launcher struct {
	environ []string
	session string // bus address
	keep    []string
	start   *process.Starter
	locale  locale
	started atomic.Int64

	mu    sync.Mutex
	known map[string]file // by path
}

var _ desktop.Launcher = (*Launcher)(nil)

// file is what was read from one file, for as long as it stays the same.
type file struct {
	when time.Time
	size int64
	p    program
	err  error
}

// NewLauncher makes a Launcher. environ is the session's environment (NAME=VALUE); keep names what started programs
// get of it beyond the usual.
func NewLauncher(environ []string, sessionBus string, keep []string) *Launcher {
	return &Launcher{environ: environ, session: sessionBus, keep: append(passed(environ), keep...),
		start: process.New(environ), locale: localeOf(environ), known: map[string]file{}}
}

// passed are names that a program on this desktop needs to look and behave as if a menu had started it. What else is
// in the environment of Pace stays there: it may hold keys.
func passed(environ []string) []string {
	names := []string{"XMODIFIERS", "XCURSOR_THEME", "XCURSOR_SIZE", "NO_AT_BRIDGE", "SSH_AUTH_SOCK", "BROWSER", "TERMINAL",
		"LIBGL_ALWAYS_SOFTWARE", "MOZ_ENABLE_WAYLAND", "GPG_AGENT_INFO", "SESSION_MANAGER"}
	for _, line := range environ {
		name, _, _ := strings.Cut(line, "=")
		for _, p := range []string{"GTK_", "GDK_", "QT_", "GIO_", "GSETTINGS_", "KDE_", "GNOME_", "CLUTTER_", "SDL_"} {
			if strings.HasPrefix(name, p) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Entries lists installed programs, those that no menu shows with Hidden.
func (l *Launcher) Entries(ctx context.Context) ([]desktop.Entry, error) {
	ps, err := l.programs(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]desktop.Entry, len(ps))
	for i, p := range ps {
		out[i] = p.Entry
	}
	return out, nil
}

// programs reads what is installed, by precedence of the folders and then by name.
func (l *Launcher) programs(ctx context.Context) ([]program, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := map[string]bool{}
	now := map[string]file{}
	var out []program
	for _, dir := range l.applicationDirs() {
		// A folder that can't be read holds no programs for this user.
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".desktop") {
				return nil
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return nil
			}
			id := strings.ReplaceAll(rel, string(filepath.Separator), "-")
			f, ok := l.read(path, id)
			if !ok {
				return nil
			}
			now[path] = f
			if f.err != nil || taken[id] {
				return nil
			}
			taken[id] = true
			if !f.p.deleted && l.installed(f.p) {
				out = append(out, f.p)
			}
			return nil
		})
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("list programs: %w", err)
	}
	l.known = now
	return out, nil
}

// read reads one file unless it is as it was. It is called with mu held.
func (l *Launcher) read(path, id string) (file, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return file{}, false
	}
	if f, ok := l.known[path]; ok && f.when.Equal(info.ModTime()) && f.size == info.Size() {
		return f, true
	}
	f := file{when: info.ModTime(), size: info.Size()}
	text, err := readSmall(path)
	if err != nil {
		f.err = err
		return f, true
	}
	f.p, f.err = parseEntry(id, text, l.locale, split(l.value("XDG_CURRENT_DESKTOP")))
	f.p.file = path
	return f, true
}

// installed looks for the program that TryExec names.
func (l *Launcher) installed(p program) bool {
	if p.try == "" {
		return true
	}
	if filepath.IsAbs(p.try) {
		info, err := os.Stat(p.try)
		return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
	}
	_, err := l.start.Find(p.try)
	return err == nil
}

func (l *Launcher) value(name string) string { return valueIn(l.environ, name) }

func split(s string) []string {
	return slices.DeleteFunc(strings.Split(s, ":"), func(x string) bool { return x == "" })
}

// folder is an XDG base folder: the variable, else its default below HOME. A relative one is invalid and ignored.
func (l *Launcher) folder(name, fallback string) []string {
	if v := l.value(name); filepath.IsAbs(v) {
		return []string{v}
	}
	if home := l.value("HOME"); home != "" {
		return []string{filepath.Join(home, fallback)}
	}
	return nil
}

func (l *Launcher) folders(name string, fallback ...string) []string {
	dirs := slices.DeleteFunc(split(l.value(name)), func(d string) bool { return !filepath.IsAbs(d) })
	if len(dirs) == 0 {
		return fallback
	}
	return dirs
}

func (l *Launcher) applicationDirs() []string {
	dirs := l.dataDirs()
	for i := range dirs {
		dirs[i] = filepath.Join(dirs[i], "applications")
	}
	return dirs
}

// associations reads the lists of default programs, the most personal first.
func (l *Launcher) associations() []associations {
	dirs := append(l.folder("XDG_CONFIG_HOME", ".config"), l.folders("XDG_CONFIG_DIRS", "/etc/xdg")...)
	dirs = append(dirs, l.applicationDirs()...)
	var out []associations
	for _, dir := range dirs {
		for _, d := range append(split(strings.ToLower(l.value("XDG_CURRENT_DESKTOP"))), "") {
			name := "mimeapps.list"
			if d != "" {
				name = filepath.Base(d) + "-" + name
			}
			if text, err := readSmall(filepath.Join(dir, name)); err == nil {
				out = append(out, parseAssociations(text))
			}
		}
	}
	return out
}

// Launch starts a program. The entry is found again by its ID, so that what is started is what is installed now.
func (l *Launcher) Launch(ctx context.Context, e desktop.Entry) error {
	ps, err := l.programs(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(ps, func(p program) bool { return p.ID == e.ID })
	if i < 0 {
		return fmt.Errorf("launch %s: %w", e.ID, desktop.ErrNotFound)
	}
	return l.run(ctx, ps[i], "")
}

// Handler is the program that is set to open addresses of a scheme. system.ErrNoHandler when there is none.
func (l *Launcher) Handler(ctx context.Context, scheme string) (desktop.Entry, error) {
	p, err := l.handler(ctx, scheme)
	return p.Entry, err
}

func (l *Launcher) handler(ctx context.Context, scheme string) (program, error) {
	ps, err := l.programs(ctx)
	if err != nil {
		return program{}, err
	}
	if p, ok := handlerOf("x-scheme-handler/"+strings.ToLower(scheme), l.associations(), ps); ok {
		return p, nil
	}
	return program{}, fmt.Errorf("open a %s address: %w", scheme, system.ErrNoHandler)
}

// systems are the schemes that xdg-open knows what to do with where no program is set for them. Of any other it starts
// a browser, or nothing at all, and says so to nobody.
var systems = []string{"http", "https", "file"}

// OpenURL hands an address to the program with that id, else to the one that is set to open its scheme, else, a web page or file, to xdg-open; then the
// handler is not known and the zero Entry. Whether the address may leave the machine is the caller's duty.
func (l *Launcher) OpenURL(ctx context.Context, address, id string) (desktop.Entry, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return desktop.Entry{}, fmt.Errorf("open %q: not an address", address)
	}
	p, err := l.named(ctx, id)
	if id == "" {
		p, err = l.handler(ctx, u.Scheme)
	}
	switch {
	case err == nil:
		return p.Entry, l.run(ctx, p, address)
	case id != "" || !errors.Is(err, system.ErrNoHandler) || !slices.Contains(systems, strings.ToLower(u.Scheme)):
		return desktop.Entry{}, err
	}
	_, err = l.start.Launch(process.Command{Path: "xdg-open", Args: []string{address}, OnScreen: true, Keep: l.keep, Dir: l.value("HOME")})
	if errors.Is(err, process.ErrNotFound) {
		return desktop.Entry{}, fmt.Errorf("open a %s address: %w", u.Scheme, system.ErrNoHandler)
	}
	return desktop.Entry{}, err
}

// named finds a program by its id.
func (l *Launcher) named(ctx context.Context, id string) (program, error) {
	ps, err := l.programs(ctx)
	if err != nil {
		return program{}, err
	}
	for _, p := range ps {
		if p.ID == id {
			return p, nil
		}
	}
	return program{}, fmt.Errorf("open with %s: %w", id, desktop.ErrNotFound)
}

// run starts a program. One that can be reached over the bus alone is called there; all others by their command,
// also those that offer both: the bus would start them with the environment of its own beginning.
func (l *Launcher) run(ctx context.Context, p program, address string) error {
	args := p.arguments(address)
	if len(args) == 0 {
		return l.activate(ctx, p, address)
	}
	if p.terminal {
		// Debian's name for the chosen terminal; all that provide it understand -e.
		term, err := l.start.Find("x-terminal-emulator")
		if err != nil {
			return fmt.Errorf("launch %s: %w", p.ID, ErrNoTerminal)
		}
		args = append([]string{term, "-e"}, args...)
	}
	c := process.Command{Path: args[0], Args: args[1:], Dir: p.dir, OnScreen: true, Keep: l.keep}
	if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() {
		c.Dir = l.value("HOME")
	}
	if p.notify {
		id := l.startupID()
		c.Env = []string{"DESKTOP_STARTUP_ID=" + id, "XDG_ACTIVATION_TOKEN=" + id}
	}
	if _, err := l.start.Launch(c); err != nil {
		return fmt.Errorf("launch %s: %w", p.ID, err)
	}
	return nil
}

// startupID tells a window manager which request a window belongs to, and when that was, so that it lets the window
// come to the front. X servers on this machine count the same clock; 20 ms less keeps the time in their past.
func (l *Launcher) startupID() string {
	id := "pace-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(l.started.Add(1), 10)
	var now unix.Timespec
	if strings.HasPrefix(l.value("DISPLAY"), ":") && unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) == nil {
		id += "_TIME" + strconv.FormatUint(uint64(uint32(now.Nano()/1e6-20)), 10)
	}
	return id
}

// activate calls a program over the bus, which starts it if need be.
func (l *Launcher) activate(ctx context.Context, p program, address string) error {
	name := strings.TrimSuffix(p.ID, ".desktop")
	path := dbus.ObjectPath("/" + strings.NewReplacer(".", "/", "-", "_").Replace(name))
	if !p.byBus || !path.IsValid() {
		return fmt.Errorf("launch %s: %w", p.ID, errNoEntry)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := openBus(ctx, l.session)
	if err != nil {
		return fmt.Errorf("launch %s: %w", p.ID, err)
	}
	defer conn.Close()
	method, args := "Activate", []any{map[string]dbus.Variant{}}
	if address != "" {
		method, args = "Open", []any{[]string{address}, map[string]dbus.Variant{}}
	}
	if err := conn.Object(name, path).CallWithContext(ctx, "org.freedesktop.Application."+method, 0, args...).Err; err != nil {
		return fmt.Errorf("launch %s: %w", p.ID, err)
	}
	return nil
}
