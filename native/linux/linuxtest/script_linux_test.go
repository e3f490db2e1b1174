package linuxtest

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRunGivesTheCommandADesktopAndPassesItsExitCodeOn(t *testing.T) {
	script := theScript(t)
	command := exec.CommandContext(t.Context(), "bash", script, "run", "--", "sh", "-c", "xprop -root >/dev/null && exit 7")
	printed, err := command.CombinedOutput()

	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", printed)
	require.Equal(t, 7, exit.ExitCode(), "%s", printed)
}

func TestNothingIsLeftWhenTheCallerOfRunIsKilled(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			// The child leaves the process group, as programs that Pace opens do, and says where its desktop is.
			command := exec.CommandContext(t.Context(), "bash", theScript(t), "run", "--",
				"sh", "-c", `setsid xprop -root -spy >/dev/null & echo "$PACE_DESKTOP"; wait`)
			printed, err := command.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, command.Start())
			dir, err := bufio.NewReader(printed).ReadString('\n')
			require.NoError(t, err)
			dir = strings.TrimSpace(dir)

			require.NoError(t, command.Process.Signal(signal))
			require.Error(t, command.Wait()) // a signal is never success
			awaitGone(t, dir)
			require.Empty(t, processesOf(t, dir))
		})
	}
}

func TestStartRefusesAFolderWhoseDesktopStillRunsAndStopMayBeRepeated(t *testing.T) {
	script, dir := theScript(t), t.TempDir()
	run := func(arguments ...string) (string, error) {
		printed, err := exec.CommandContext(t.Context(), "bash", append([]string{script}, arguments...)...).CombinedOutput()
		return string(printed), err
	}
	t.Cleanup(func() { _ = exec.Command("bash", script, "stop", "--dir", dir).Run() }) // in case a check below fails

	printed, err := run("start", "--dir", dir)
	require.NoError(t, err, printed)
	require.FileExists(t, filepath.Join(dir, "env.sh"))
	printed, err = run("start", "--dir", dir)
	require.Error(t, err)
	require.Contains(t, printed, "already runs")

	for range 2 {
		printed, err = run("stop", "--dir", dir)
		require.NoError(t, err, printed)
		require.Empty(t, processesOf(t, dir))
	}
	printed, err = run("start", "--dir", dir)
	require.NoError(t, err, printed)
	printed, err = run("stop", "--dir", dir)
	require.NoError(t, err, printed)
}

func TestAWrongOptionIsExplained(t *testing.T) {
	for _, arguments := range [][]string{
		{"--display", "7"}, {"--size", "big"}, {"--scale", "1.5"}, {"--wm", "twm"}, {"--unknown"},
	} {
		command := exec.CommandContext(t.Context(), "bash", append([]string{theScript(t), "start"}, arguments...)...)
		printed, err := command.CombinedOutput()
		require.Error(t, err, "%v", arguments)
		require.Contains(t, string(printed), arguments[0])
	}
}

func TestAnAddressOpensInTheBrowserOfTheDesktop(t *testing.T) {
	Need(t, "chromium", "xdg-open")
	d := Start(t, Options{Private: true})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Opened for the test</title>")) // the window below shows whether it arrived
	}))
	defer page.Close()

	ctx, cancel := context.WithTimeout(t.Context(), windowLimit)
	defer cancel()
	// Its output is not read: the browser inherits it and would keep it open.
	require.NoError(t, d.Command(ctx, "xdg-open", page.URL).Run())
	window, err := awaitWindow(ctx, d.Display, func(w xWindow) bool { return strings.Contains(w.title, "Opened for the test") })
	require.NoError(t, err)
	require.NotZero(t, window.pid)
}

func theScript(t *testing.T) string {
	t.Helper()
	needDesktopPrograms(t, Options{})
	root, err := sourceRoot()
	require.NoError(t, err)
	return filepath.Join(root, "build", "virtual-desktop.sh")
}

// awaitGone waits for a folder to be removed, which is the last thing a desktop does.
func awaitGone(t *testing.T, dir string) {
	t.Helper()
	_, err := awaitChange(filepath.Dir(dir), effectLimit, func() (struct{}, bool, error) {
		_, err := os.Stat(dir)
		return struct{}{}, os.IsNotExist(err), nil
	})
	require.NoError(t, err, "%s is still there", dir)
}

// processesOf lists what still runs with the mark of a desktop.
func processesOf(t *testing.T, dir string) []string {
	t.Helper()
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	require.NoError(t, err)
	var left []string
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		if strings.Contains("\x00"+string(environment), "\x00PACE_DESKTOP="+dir+"\x00") {
			left = append(left, path)
		}
	}
	return left
}
