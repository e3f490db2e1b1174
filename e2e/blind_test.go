//go:build linux

package e2e

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

// witness is a program that takes no part in accessibility and prints what reaches it.
type witness struct {
	mu    sync.Mutex
	lines []string
}

func (w *witness) count(part string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, l := range w.lines {
		if strings.Contains(l, part) {
			n++
		}
	}
	return n
}

// watches starts xev and waits until its window is in front.
func (p *person) watches() *witness {
	p.t.Helper()
	linuxtest.Need(p.t, "xev", "stdbuf")
	ctx, stop := context.WithCancel(context.WithoutCancel(p.t.Context()))
	cmd := p.desk.Command(ctx, "stdbuf", "-oL", "xev", "-event", "keyboard", "-event", "button")
	out, err := cmd.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, cmd.Start())
	w := &witness{}
	read := make(chan struct{})
	go func() { // ends with xev, which the clean-up ends
		defer close(read)
		for s := bufio.NewScanner(out); s.Scan(); {
			w.mu.Lock()
			w.lines = append(w.lines, s.Text())
			w.mu.Unlock()
		}
	}()
	p.t.Cleanup(func() {
		stop()
		<-read
		_ = cmd.Wait() // it was killed
	})
	p.window("Event Tester", inFront)
	return w
}

// behind opens a program that does take part and must not be meant. A window manager that still starts would also leave
// the first window unmanaged for good, and this one takes its time.
func (p *person) behind() {
	p.t.Helper()
	f := p.desk.Launch(p.t, "gtk3.py", "--only", "now")
	p.window(f.Title, inFront)
}

func TestKeysAndTheWheelReachAProgramWithoutAccessibility(t *testing.T) {
	binary(t)
	p := sit(t)
	p.behind()
	xev := p.watches()

	code, output := p.ends(p.starts("ask", "press ctrl+s"))
	require.Equal(t, 5, code, output)
	require.Contains(t, output, "The key ctrl+s was sent to “Event Tester”, which does not show its contents to accessibility, so Pace can't see what it did.")
	p.sees("the key in xev", func(context.Context) bool {
		return xev.count("(keysym 0x73, s)") == 2 && xev.count("(keysym 0xffe3, Control_L)") == 2
	})

	code, output = p.ends(p.starts("ask", "scroll down"))
	require.Equal(t, 5, code, output)
	require.Contains(t, output, "The wheel was turned over “Event Tester”")
	p.sees("the wheel in xev", func(context.Context) bool { return xev.count("button 5") == 2*3 })

	code, output = p.ends(p.starts("ask", "--dry-run", "press f5"))
	require.Zero(t, code, output)
	require.Contains(t, output, "in “Event Tester”, whose contents Pace can't see")
	code, output = p.ends(p.starts("ask", "press Save"))
	require.Equal(t, 3, code, output)
	require.Zero(t, xev.count("F5"))
}

func TestATerminalGetsKeysAndIsMinimisedRestoredAndQuit(t *testing.T) {
	binary(t)
	p := sit(t)
	linuxtest.Need(t, "xterm")
	p.behind()
	file := filepath.Join(t.TempDir(), "read")
	term := p.desk.Launch(t, "xterm", "-T", "shell", "-e", "sh", "-c", "read line; echo got >"+file+"; read line")
	p.window("shell", inFront)

	code, output := p.ends(p.starts("ask", "press enter"))
	require.Equal(t, 5, code, output)
	p.sees("what the shell wrote", func(context.Context) bool { _, err := os.Stat(file); return err == nil })

	hidden := func(want bool) func(desktop.Window) bool {
		return func(w desktop.Window) bool { return w.ID == desktop.WindowID(term.Window) && w.Hidden == want }
	}
	code, output = p.ends(p.starts("ask", "minimise this window"))
	require.Zero(t, code, output)
	require.Contains(t, output, "Window “shell” changed from shown to minimised.")
	p.window("shell", hidden(true))
	code, output = p.ends(p.starts("ask", "minimise xterm"))
	require.Zero(t, code, output)
	require.Contains(t, output, "already minimised")
	code, output = p.ends(p.starts("ask", "restore this window"))
	require.Zero(t, code, output)
	p.window("shell", hidden(false))
	code, output = p.ends(p.starts("ask", "quit xterm"))
	require.Zero(t, code, output)
	require.Contains(t, output, "Window “shell” closed.")
}
