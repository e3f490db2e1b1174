package cli_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// shell finds a shell: absent means a failure in CI and a named skip elsewhere.
func shell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed here; build/setup.sh installs it", name)
		}
		t.Skipf("%s is not installed here; build/setup.sh installs it", name)
	}
	return path
}

// completionFile writes the script for a shell under a name.
func completionFile(t *testing.T, sh, name string) string {
	t.Helper()
	got := open(t).run("", "completion", sh)
	require.Equal(t, 0, got.code)
	require.NotContains(t, got.out, "__guard")
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(got.out), 0o600))
	return file
}

// output runs a program that must end well and soon.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// completed maps a line to what one tab makes of it, where only one thing fits.
var completed = map[string]string{
	"pace a":                   "pace ask ",
	"pace in":                  "pace inspect ",
	"pace inspect ro":          "pace inspect route ",
	"pace inspect route --l":   "pace inspect route --lines ",
	"pace ask --d":             "pace ask --dry-run ",
	"pace ask --yes --dr":      "pace ask --yes --dry-run ",
	"pace ask --tier b":        "pace ask --tier builtin ",
	"pace completion z":        "pace completion zsh ",
	"pace --verbose ins":       "pace --verbose inspect ",
	"pace bench fastpath --qu": "pace bench fastpath --quick ",
	"pace ask hello t":         "pace ask hello t", // what is asked is no command
	"pace ask inspect r":       "pace ask inspect r",
}

func lines() (in []string) {
	for line := range completed {
		in = append(in, line)
	}
	return in
}

func TestBashCompletesCommandsFlagsAndValues(t *testing.T) {
	bash := shell(t, "bash")
	file := completionFile(t, "bash", "pace.bash")
	for line, want := range completed {
		words := strings.Split(line, " ")
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, "'"+w+"'")
		}
		script := fmt.Sprintf("source %s; complete -p pace >/dev/null || exit 1; COMP_WORDS=(%s); COMP_CWORD=%d; _pace; echo \"${COMPREPLY[*]}\"", file, strings.Join(quoted, " "), len(words)-1)
		got := strings.TrimSpace(output(t, bash, "--norc", "-c", script))
		if want == line {
			require.Empty(t, got, line)
			continue
		}
		require.Equal(t, want, strings.Join(words[:len(words)-1], " ")+" "+got+" ", line)
	}
}

func TestZshCompletesCommandsFlagsAndValues(t *testing.T) {
	zsh := shell(t, "zsh")
	file := completionFile(t, "zsh", "_pace")
	for name, setup := range map[string]string{
		"sourced before anything else": "source " + file,
		"sourced after compinit":       "autoload -Uz compinit && compinit -D -u; source " + file,
		"from a folder of fpath":       "fpath=(" + filepath.Dir(file) + " $fpath); autoload -Uz compinit && compinit -D -u",
	} {
		t.Run(name, func(t *testing.T) {
			in := lines()
			got := strings.Split(strings.TrimRight(output(t, zsh, append([]string{"-f", "testdata/complete.zsh", setup}, in...)...), "\n"), "\n")
			require.Len(t, got, len(in))
			for i, line := range in {
				require.Equal(t, completed[line], got[i], "%q", line)
			}
		})
	}
}

func TestFishCompletesCommandsFlagsAndValues(t *testing.T) {
	fish := shell(t, "fish")
	file := completionFile(t, "fish", "pace.fish")
	candidates := func(line string) (out []string) {
		for l := range strings.Lines(output(t, fish, "--no-config", "-c", "source "+file+"; complete -C '"+line+"'")) {
			text, _, _ := strings.Cut(strings.TrimSpace(l), "\t")
			out = append(out, text)
		}
		return out
	}
	for line, want := range completed {
		got := candidates(line)
		if want == line {
			require.Empty(t, got, line)
			continue
		}
		require.Len(t, got, 1, "%q: %q", line, got)
		require.Equal(t, want, line[:strings.LastIndexByte(line, ' ')+1]+got[0]+" ", line)
	}
	require.Subset(t, candidates("pace "), []string{"ask", "serve", "inspect", "doctor", "forget", "bench", "completion"})
	require.ElementsMatch(t, []string{"prompt", "reply", "route", "tools", "when"}, candidates("pace inspect "))
	require.Contains(t, candidates("pace ask --"), "--json")
}
