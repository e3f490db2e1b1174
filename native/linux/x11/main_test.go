//go:build linux

package x11

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for something that must happen; generous, because machines are shared.
const patience = 20 * time.Second

func TestMain(m *testing.M) {
	if role := os.Getenv("X11_TEST_ROLE"); role != "" {
		os.Exit(playRole(role))
	}
	code := m.Run()
	for _, s := range shared {
		s.stop()
	}
	os.Exit(code)
}

// server is a private X server, with a window manager or without.
type server struct {
	addr Address
	env  []string
	stop func()
}

// shared servers live for the whole run, by window manager; starting one takes longer than most tests.
var shared = map[string]*server{}

// display is the shared server with that window manager ("openbox", "icewm", "" for none).
func display(t *testing.T, manager string) *server {
	t.Helper()
	if s := shared[manager]; s != nil {
		return s
	}
	s := startServer(t, manager)
	shared[manager] = s
	return s
}

// ownDisplay is a server for this test alone, for what would disturb others (layouts, screens).
func ownDisplay(t *testing.T, manager string, args ...string) *server {
	t.Helper()
	s := startServer(t, manager, args...)
	t.Cleanup(s.stop)
	return s
}

// program finds a system program: absent means a failure in CI and a named skip elsewhere.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return path
}

func startServer(t *testing.T, manager string, args ...string) *server {
	t.Helper()
	xvfb := program(t, "Xvfb")
	var wmPath string
	if manager != "" {
		wmPath = program(t, manager)
	}
	home, err := os.MkdirTemp("", "pace-x11-*")
	require.NoError(t, err)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	if len(args) == 0 {
		args = []string{"-screen", "0", "1280x800x24"}
	}
	x := exec.Command(xvfb, append([]string{"-displayfd", "3", "-nolisten", "tcp", "-noreset"}, args...)...)
	x.ExtraFiles = []*os.File{w}
	x.Env = append(os.Environ(), "HOME="+home)
	require.NoError(t, x.Start())
	w.Close()
	procs := []*exec.Cmd{x}
	started := false
	stop := func() {
		for i := len(procs) - 1; i >= 0; i-- {
			_ = procs[i].Process.Kill()
			_ = procs[i].Wait()
		}
		os.RemoveAll(home)
	}
	defer func() {
		if !started { // a failed start must not leave a server behind
			stop()
		}
	}()
	r.SetReadDeadline(time.Now().Add(patience))
	line, err := bufio.NewReader(r).ReadString('\n')
	require.NoError(t, err, "Xvfb did not name its display")
	s := &server{addr: Address{Display: ":" + strings.TrimSpace(line)}, stop: stop}
	s.env = append(os.Environ(), "DISPLAY="+s.addr.Display, "HOME="+home, "XDG_RUNTIME_DIR="+home, "LC_ALL=C.UTF-8", "XAUTHORITY=")
	if manager != "" {
		wm := exec.Command(wmPath)
		wm.Env = s.env
		require.NoError(t, wm.Start())
		procs = append(procs, wm)
		s.awaitManager(t, manager)
	}
	started = true
	return s
}

// awaitManager returns when a window is really managed. The announcement on the root is not enough: a window mapped while
// openbox still starts stays unmanaged for good, so each try is a new window.
func (s *server) awaitManager(t *testing.T, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := Dial(ctx, s.addr)
	require.NoError(t, err)
	defer c.Close()
	for {
		id, err := xproto.NewWindowId(c.x)
		require.NoError(t, err)
		require.NoError(t, xproto.CreateWindowChecked(c.x, c.screen.RootDepth, id, c.root, 0, 0, 9, 9, 0,
			xproto.WindowClassInputOutput, c.screen.RootVisual, 0, nil).Check())
		try, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
		err = c.until(try, Window(id), func() error { return xproto.MapWindowChecked(c.x, id).Check() }, func() (bool, error) {
			return c.managed(Window(id))
		})
		cancel()
		require.NoError(t, xproto.DestroyWindowChecked(c.x, id).Check())
		if err == nil {
			return
		}
		require.ErrorIs(t, err, ErrTimeout)
		require.NoError(t, ctx.Err(), "%s did not start", name)
	}
}

// managed reads the window manager's own list; Clients would make up one when there is none.
func (c *Conn) managed(w Window) (bool, error) {
	p, err := c.property(c.Root(), "_NET_CLIENT_LIST")
	return slices.Contains(p.cardinals(), uint32(w)), err
}

// dial connects for the length of a test.
func (s *server) dial(t *testing.T) *Conn {
	t.Helper()
	c, err := Dial(context.Background(), s.addr)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// run starts a program on the display and kills it at the end of the test.
func (s *server) run(t *testing.T, stdout io.Writer, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program(t, name), args...)
	cmd.Env, cmd.Stdout = s.env, stdout
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd
}

// shell runs a program to its end.
func (s *server) shell(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(t, name), args...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return string(out)
}

// app is a small application with one window, on a connection of its own, as any other program would be.
type app struct {
	*Conn
	win Window
}

// window opens a window and waits until it is shown. Colour fills it and is painted again on each exposure.
func (s *server) window(t *testing.T, title string, r Rect, colour uint32) *app {
	t.Helper()
	a := s.hidden(t, title, r, colour)
	a.show(t)
	return a
}

// hidden is window before it is shown.
func (s *server) hidden(t *testing.T, title string, r Rect, colour uint32) *app {
	t.Helper()
	c := s.dial(t)
	a := &app{Conn: c}
	id, err := xproto.NewWindowId(c.x)
	require.NoError(t, err)
	a.win = Window(id)
	require.NoError(t, xproto.CreateWindowChecked(c.x, c.screen.RootDepth, id, c.root, int16(r.X), int16(r.Y), uint16(r.W), uint16(r.H), 0,
		xproto.WindowClassInputOutput, c.screen.RootVisual, xproto.CwBackPixel, []uint32{colour}).Check())
	_, err = c.selectEvents(id, xproto.EventMaskKeyPress|xproto.EventMaskKeyRelease|xproto.EventMaskButtonPress|
		xproto.EventMaskButtonRelease|xproto.EventMaskPointerMotion)
	require.NoError(t, err)
	a.setText(t, "_NET_WM_NAME", "UTF8_STRING", title)
	a.setText(t, "WM_CLASS", "STRING", "pacetest\x00PaceTest\x00")
	require.NoError(t, c.setCardinals(a.win, "_NET_WM_PID", "CARDINAL", uint32(os.Getpid())))
	protocols, err := c.atom("WM_DELETE_WINDOW")
	require.NoError(t, err)
	require.NoError(t, c.setCardinals(a.win, "WM_PROTOCOLS", "ATOM", uint32(protocols)))
	// Position by the user (ICCCM WM_NORMAL_HINTS: USPosition), else the window manager places the window where it likes.
	hints := make([]uint32, 18)
	hints[0], hints[1], hints[2], hints[3], hints[4] = 1, uint32(r.X), uint32(r.Y), uint32(r.W), uint32(r.H)
	require.NoError(t, c.setCardinals(a.win, "WM_NORMAL_HINTS", "WM_SIZE_HINTS", hints...))
	return a
}

func (a *app) setText(t *testing.T, name, typ, value string) {
	t.Helper()
	atoms, err := a.atomsOf(name, typ)
	require.NoError(t, err)
	require.NoError(t, xproto.ChangePropertyChecked(a.x, xproto.PropModeReplace, xproto.Window(a.win), atoms[name], atoms[typ], 8,
		uint32(len(value)), []byte(value)).Check())
}

func (a *app) show(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := a.until(ctx, a.win, func() error { return xproto.MapWindowChecked(a.x, xproto.Window(a.win)).Check() }, func() (bool, error) {
		info, err := a.Window(a.win)
		if err != nil || !info.Mapped {
			return false, err
		}
		wm, err := a.WindowManager()
		if wm == nil || err != nil {
			return wm == nil, err
		}
		return a.managed(a.win)
	})
	require.NoError(t, err, "show the window")
}

// within waits for a value, or fails.
func within[T any](t *testing.T, what string, ch <-chan T) T {
	t.Helper()
	select {
	case v, ok := <-ch:
		if !ok {
			t.Fatalf("%s: the channel was closed", what)
		}
		return v
	case <-time.After(patience):
		t.Fatalf("%s: nothing came", what)
	}
	panic("unreachable")
}

// events waits until n of an application's events match.
func (a *app) events(t *testing.T, sub *subscription, n int) [][]byte {
	t.Helper()
	var got [][]byte
	for len(got) < n {
		within(t, fmt.Sprintf("event %d of %d", len(got)+1, n), sub.wake)
		more, dropped := sub.take()
		require.Zero(t, dropped)
		got = append(got, more...)
	}
	return got
}

// bounded is a context that a broken implementation runs into, and a right one does not.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}
