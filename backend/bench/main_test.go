package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"pace/backend/app"
)

// TestMain lets the test binary be its own key watcher, as the real binary is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "__guard" {
		if err := app.Guard(context.Background(), os.Stdin, os.Environ()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// logged makes the test's log a writer.
type logged struct{ t testing.TB }

func (l logged) Write(b []byte) (int, error) {
	l.t.Helper()
	l.t.Log(strings.TrimRight(string(b), "\n"))
	return len(b), nil
}

// here are the options of a test on this machine.
func here(t testing.TB) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var say io.Writer = logged{t}
	return Options{Environ: os.Environ(), Version: "test", Guard: []string{self, "__guard"}, Slow: 10, Say: say}
}

// need skips by name, and fails in CI, when a program is missing.
func need(t testing.TB, programs ...string) {
	t.Helper()
	missing := Missing(os.Environ(), programs...)
	switch {
	case len(missing) == 0:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s: not installed; build/setup.sh installs what is needed", strings.Join(missing, ", "))
	default:
		t.Skipf("%s: not installed", strings.Join(missing, ", "))
	}
}
