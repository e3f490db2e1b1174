package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"pace/backend/cli"
	"pace/backend/event"
	"pace/backend/system"
)

func TestBadArgumentsAreUsageErrorsWithoutATurn(t *testing.T) {
	x := open(t)
	for _, args := range [][]string{
		{"ask"}, {"ask", "--no-such-flag", "press OK"}, {"ask", "--tier", "cloud", "press OK"}, {"ask", "--max-steps", "many", "press OK"}, {"ask", "--max-steps=-1", "press OK"},
		{"frobnicate"}, {"press 7"}, {"aks", "press OK"}, {"inspect"}, {"inspect", "route"}, {"inspect", "nothing"}, {"completion"}, {"completion", "tcsh"}, {"serve", "extra"},
		{"serve", "--addr", "0.0.0.0:0"}, {"--no-such-flag"}, {"ask", "press \xff"},
	} {
		got := x.run("", args...)
		require.Equal(t, 2, got.code, "%q: %s%s", args, got.out, got.err)
		require.Empty(t, got.out, "%q", args)
		require.NotEmpty(t, got.err)
		require.LessOrEqual(t, strings.Count(got.err, "\n"), 2, got.err)
		require.NotRegexp(t, `goroutine|\.go:`, got.err)
	}
	require.Zero(t, x.ok.Pressed())
}

func TestHelpAndVersionComeOnStandardOutput(t *testing.T) {
	x := open(t)
	got := x.run("", "--version")
	require.Equal(t, result{0, "pace 1.2.3\n", ""}, got)
	for _, args := range [][]string{{"--help"}, {"-h"}, {"ask", "--help"}, {"inspect", "route", "--help"}, {"serve", "--help"}} {
		got := x.run("", args...)
		require.Equal(t, 0, got.code, "%q", args)
		require.Contains(t, got.out, "Usage: pace")
		require.NotContains(t, got.out, "__guard")
		require.Empty(t, got.err)
	}
	require.Contains(t, x.run("", "ask", "--help").out, "Exit codes:")
}

func TestAMistypedSentenceIsShownTheWayToAsk(t *testing.T) {
	x := open(t)
	got := x.run("", "press 7")
	require.Equal(t, 2, got.code)
	sentence(t, got.err)
	require.Contains(t, got.err, `pace ask "press 7"`)
}

func TestPaceAloneOpensTheWindowOrSaysWhatIsMissing(t *testing.T) {
	x := open(t)
	got := x.run("")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)

	link := "none"
	x.Build.Window = func(_ context.Context, _ cli.Std, l string) error { link = l; return nil }
	require.Equal(t, 0, x.run("").code)
	require.Empty(t, link)
	require.Equal(t, 0, x.run("", "pace://panel").code)
	require.Equal(t, "pace://panel", link)

	x.Build.NeedsDisplay = true
	got = x.run("")
	require.Equal(t, 3, got.code)
	sentence(t, got.err)
	x.environ = []string{"DISPLAY=:1"}
	require.Equal(t, 0, x.run("").code)

	x.Build.Window = func(context.Context, cli.Std, string) error { return fmt.Errorf("open /dev/dri: permission denied") }
	got = x.run("")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
	require.NotContains(t, got.err, "/dev/dri")
	require.Contains(t, x.run("", "--verbose").err, "/dev/dri")
}

func TestASecondStartRaisesTheWindowAndNeverClaimsOneThatIsNotThere(t *testing.T) {
	x := open(t)
	var out, errs strings.Builder
	std := cli.Std{Out: &out, Err: &errs, Environ: []string{"PACE_HOME=" + x.home}}
	require.Error(t, cli.ShowRunning(std, ""), "nothing runs")

	_, h := x.hosting(t)
	require.NoError(t, cli.ShowRunning(std, ""))
	require.Contains(t, out.String(), "brought to the front")
	require.NoError(t, h.Close())

	out.Reset()
	p, err := x.Build.App(optionsOf(x))
	require.NoError(t, err)
	defer p.Close()
	serving, err := cli.Host(p, std.Environ, "serve")
	require.NoError(t, err)
	defer serving.Close()
	require.ErrorContains(t, cli.ShowRunning(std, ""), "without a window")
	require.Empty(t, out.String())
	require.Equal(t, 1, x.run("", "serve").code, "and there is one host only")
}

func TestInspectToolsIsTheRegistryAsJSON(t *testing.T) {
	x := open(t)
	got := x.run("", "inspect", "tools")
	require.Equal(t, 0, got.code)
	var cards []map[string]any
	require.NoError(t, json.Unmarshal([]byte(got.out), &cards))
	names := map[any]bool{}
	for _, c := range cards {
		names[c["tool"]] = true
		for key, v := range c {
			require.NotNil(t, v, "%v.%s", c["tool"], key)
		}
	}
	for _, name := range []string{"open_app", "open_url", "click", "double_click", "type", "set_value", "key", "scroll", "window_snap", "undo_last", "clipboard_read"} {
		require.True(t, names[name], name)
	}
	require.NoDirExists(t, filepath.Join(x.home, "trace"), "nothing is opened")
}

func TestInspectRouteTellsWhatASentenceWouldDoAndTouchesNothing(t *testing.T) {
	x := open(t)
	acts := len(x.desk.Acts())
	for text, want := range map[string]string{"press OK": "fastAction", "again": "command", "hello there": "chitchat"} {
		got := x.run("", "inspect", "route", text)
		require.Equal(t, 0, got.code)
		require.Equal(t, 1, strings.Count(got.out, "\n"))
		var r event.Route
		require.NoError(t, json.Unmarshal([]byte(got.out), &r))
		require.Equal(t, want, r.Route, text)
		require.NotNil(t, r.Calls)
		require.Equal(t, want == "fastAction", len(r.Calls) > 0)
	}
	require.Len(t, x.desk.Acts(), acts)
}

func TestInspectRouteAnswersEachLineAtOnceAndInOrder(t *testing.T) {
	x := open(t)
	var in strings.Builder
	for n := range 10_000 {
		fmt.Fprintf(&in, "press %d\n", n)
	}
	got := x.run(in.String(), "inspect", "route", "--lines")
	require.Equal(t, 0, got.code)
	n := 0
	for line := range strings.Lines(got.out) {
		var r event.Route
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		require.Contains(t, string(r.Calls[0][0].Args), fmt.Sprintf("%d", n))
		n++
	}
	require.Equal(t, 10_000, n)

	got = x.run("press 1\n\n\xff\xfe\r\npress 2", "inspect", "route", "--lines")
	require.Equal(t, 4, strings.Count(got.out, "\n"), "one answer a line, also for an empty one and for trash")

	// A program that asks line by line gets its answer before it sends the next line.
	r, w := io.Pipe()
	out, answer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		defer answer.Close()
		done <- cli.Main([]string{"inspect", "route", "--lines"}, cli.Std{In: r, Out: answer, Err: io.Discard}, x.Build)
	}()
	dec := json.NewDecoder(out)
	for range 3 {
		_, err := io.WriteString(w, "press OK\n")
		require.NoError(t, err)
		var r event.Route
		require.NoError(t, dec.Decode(&r))
	}
	require.NoError(t, w.Close())
	_, err := io.Copy(io.Discard, out)
	require.NoError(t, err)
	require.Equal(t, 0, <-done)
}

func TestTheDoctorsExitCodeIsThatOfTheWorstFinding(t *testing.T) {
	x := open(t)
	for _, c := range []struct {
		found []system.Health
		code  int
	}{
		{nil, 0}, {[]system.Health{system.Ok}, 0}, {[]system.Health{system.Ok, system.Warn, system.Missing}, 0}, {[]system.Health{system.Fail, system.Ok}, 1}, {[]system.Health{"new"}, 1},
	} {
		x.Build.Probes = func(context.Context, []string) (out []system.Probe) {
			for _, h := range c.found {
				out = append(out, system.Probe{Name: "Display", State: h, Detail: "As found.", Fix: "Do this."})
			}
			return out
		}
		got := x.run("", "doctor")
		require.Equal(t, c.code, got.code, "%v", c.found)
		require.Contains(t, got.out, "Pace's folder")
		if c.code == 1 && c.found[0] == system.Fail {
			require.Contains(t, got.out, "→ Do this.")
		}
		got = x.run("", "doctor", "--json")
		require.Equal(t, c.code, got.code)
		var probes []system.Probe
		require.NoError(t, json.Unmarshal([]byte(got.out), &probes))
		require.Len(t, probes, len(c.found)+6, "what was found, the folder, the settings, the model, the record, programs for mail and messages")
	}
}

func TestTheDoctorSaysWhichChoicesCouldNotBeTaken(t *testing.T) {
	x := open(t)
	x.asks(t, "http://127.0.0.1:1/v1")
	require.NoError(t, os.WriteFile(filepath.Join(x.home, "settings.json"), []byte(`{"BudgetPress": "soon"`), 0o600))
	got := x.run("", "doctor")
	require.Equal(t, 0, got.code, "the defaults stand in")
	require.Contains(t, got.out, "! settings")
	require.Contains(t, got.out, "! model")
	require.Contains(t, got.out, "The model server at 127.0.0.1:1 does not answer; the built-in planner stands in.")
}

func TestTheDoctorLooksAlsoWhereNoFolderCanBeUsed(t *testing.T) {
	x := open(t)
	x.Build.Probes = func(context.Context, []string) []system.Probe {
		return []system.Probe{{Name: "Display", State: system.Ok, Detail: "ready"}}
	}
	x.home = filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(x.home, nil, 0o600))
	got := x.run("", "doctor")
	require.Equal(t, 1, got.code)
	require.Contains(t, got.out, "Display")
	require.Contains(t, got.out, "PACE_HOME")
	require.Empty(t, got.err)
}

func TestForgetDeletesTheTracesAlsoUnderARunningPace(t *testing.T) {
	x := open(t)
	p, _ := x.hosting(t)
	x.run("", "ask", "press OK")
	got := x.run("", "forget")
	require.Equal(t, 0, got.code)
	files, err := filepath.Glob(filepath.Join(x.home, "trace", "*"))
	require.NoError(t, err)
	require.Empty(t, files)
	x.run("", "ask", "hello")
	require.NoError(t, p.Close())
	kept, err := p.Trace().Recent(context.Background(), 10)
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	require.Equal(t, "hello", kept[0].Body.(*event.Started).Text)
}

func TestServePrintsOneAddressAndEndsWithItsSignal(t *testing.T) {
	c := exec.Command(os.Args[0], "serve")
	c.Env = append(os.Environ(), childHome+"="+t.TempDir())
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	in := bufio.NewReader(out)
	line, err := in.ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^Pace is at http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{48}\n$`, line)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(in)
	require.NoError(t, err)
	require.NotContains(t, string(rest), "http://")
	require.NoError(t, c.Wait(), "ended as asked")
}

func TestServeSaysWhatItCannotServe(t *testing.T) {
	x := open(t)
	got := x.run("", "serve")
	require.Equal(t, 1, got.code, "without pages")
	sentence(t, got.err)
	x.Build.Pages = fstest.MapFS{"frontend/dist/.keep": {}}
	got = x.run("", "serve")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
	require.Contains(t, got.err, "make build")
	got = x.run("", "serve", "--addr", "192.168.0.1:80")
	require.Equal(t, 2, got.code)
	sentence(t, got.err)
}
