//go:build linux

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestTheWindowTakesASentenceToTheProgramBehindIt(t *testing.T) {
	binary(t)
	p := sit(t)
	fixture := p.desk.Launch(t, "gtk3.py", "--only", "now,later,name,same")
	pace := p.starts()
	pid := pace.cmd.Process.Pid
	own := p.window("Pace", inFront)
	require.Equal(t, pid, own.PID)

	field := p.element(pid, "the field, ready to type in", func(e desktop.Element) bool {
		return is(desktop.TextField, "What should happen")(e) && e.Has(desktop.Focused)
	})
	p.element(pid, "an example", is(desktop.Button, "open the calculator"))
	p.picture("window-empty")
	p.types("press Now")
	p.element(pid, "the sentence in the field", func(e desktop.Element) bool { return e.Ref == field.Ref && e.Value == "press Now" })
	send := p.element(pid, "a button to send it", func(e desktop.Element) bool { return is(desktop.Button, "Send")(e) && e.Has(desktop.Enabled) })
	require.NoError(t, p.Actor.Do(t.Context(), send.Ref, desktop.Press, desktop.Arg{}))
	p.element(pid, "how it ended", says("Done, every step seen"))
	p.element(pid, "what was read", says("Text changed from “Status: idle” to “Status: now 1”."))
	fixture.AwaitEffect(t, "Now", "now 1")
	p.picture("window-done")

	// A command finds the window as its host, and the window shows what it did.
	code, output := p.ends(p.starts("ask", "press Later"))
	require.Zero(t, code, output)
	p.element(pid, "the command's sentence", says("press Later"))
	fixture.AwaitEffect(t, "Later", "later 1")

	// Keys need the window behind in front for a moment; the pointer would have to go through ours.
	code, output = p.ends(p.starts("ask", "type Zoë in Name"))
	require.Zero(t, code, output)
	fixture.AwaitEffect(t, "Name", "Zoë")
	p.picture("window-ask")

	// A second start has nothing to say but where the first one is.
	behind := p.window(fixture.Title, func(desktop.Window) bool { return true })
	require.NoError(t, p.Windows.Activate(t.Context(), behind.ID))
	p.window("Pace", func(w desktop.Window) bool { return !w.Active })
	code, output = p.ends(p.starts())
	require.Zero(t, code, output)
	require.Contains(t, output, "brought to the front")
	p.window("Pace", inFront)

	sockets := filepath.Join(p.desk.Value("XDG_RUNTIME_DIR"), "pace", "*.sock")
	open, err := filepath.Glob(sockets)
	require.NoError(t, err)
	require.Len(t, open, 1)
	children := watch(t, below(t, pid))
	require.NotEmpty(t, children, "the page has processes of its own")
	require.NoError(t, p.Windows.Close(t.Context(), own.ID))
	code, output = p.ends(pace)
	require.Zero(t, code, output)
	for _, c := range children {
		c.ends(t)
	}
	open, err = filepath.Glob(sockets)
	require.NoError(t, err)
	require.Empty(t, open)
}

// says fits an element with this text, wherever its toolkit puts it.
func says(text string) func(desktop.Element) bool {
	return func(e desktop.Element) bool { return strings.Contains(e.Name, text) || strings.Contains(e.Value, text) }
}

func TestWithoutADisplayThereIsNoWindowAndAWayOut(t *testing.T) {
	p := sit(t)
	cmd := p.desk.Command(t.Context(), binary(t))
	cmd.Env = append(cmd.Env, "DISPLAY=", "WAYLAND_DISPLAY=")
	output, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, 3, cmd.ProcessState.ExitCode())
	require.Contains(t, string(output), "pace serve")
}
