//go:build linux

package e2e

import (
	"bufio"
	"context"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

// The interface in a browser on the desktop that it works on: the browser is in front, and is not what is meant.
func TestTheBrowserTakesASentenceToTheProgramBehindIt(t *testing.T) {
	path := binary(t)
	p := sit(t)
	fixture := p.desk.Launch(t, "gtk3.py", "--only", "now,name")

	serve := p.desk.Command(context.WithoutCancel(t.Context()), path, "serve")
	out, err := serve.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, serve.Start())
	t.Cleanup(func() {
		require.NoError(t, serve.Process.Signal(syscall.SIGTERM))
		require.NoError(t, serve.Wait(), "asked to end, it ends well")
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	address := regexp.MustCompile(`http://(127\.0\.0\.1:\d+)/\?token=\w+`).FindStringSubmatch(line)
	require.NotNil(t, address, line)

	p.desk.Launch(t, "chromium", "--app="+address[0])
	title := "Pace (" + address[1] + ")"
	var window desktop.Window
	p.sees("the browser's window in front, called "+title, func(ctx context.Context) bool {
		ws, err := p.Windows.List(ctx)
		require.NoError(t, err)
		for _, w := range ws {
			if w.Active && strings.HasPrefix(w.Title, title) {
				window = w
			}
		}
		return window.ID != 0
	})
	p.element(window.PID, "the field, ready to type in", func(e desktop.Element) bool {
		return is(desktop.TextField, "What should happen")(e) && e.Has(desktop.Focused)
	})
	p.types("press Now\n")
	fixture.AwaitEffect(t, "Now", "now 1")
	p.element(window.PID, "how it ended", says("Done, every step seen"))
	p.picture("browser-done")
}
