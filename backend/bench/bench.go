// Package bench measures Pace on a private desktop with real programs: how fast it is against the least that must be
// waited for and against the usual ways (fixed waits, comparing pictures), and above all how often it is right: what
// it claimed is compared with the fixtures' own record of what truly happened, and with a second reader of the screen.
//
// Arms of one comparison alternate in one run. A bar that is missed is printed as missed. Nothing here is tuned: a
// case that Pace fails is named. It never touches the desktop, the settings or the records of whoever runs it.
package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options are what the outside decides.
type Options struct {
	Environ []string
	Version string
	Self    string   // this binary, to measure a whole command; "" leaves those arms out
	Guard   []string // command of the key watcher
	Quick   bool     // few runs: for a look, not for publishing
	Slow    int      // multiplies Pace's budgets where waiting costs nothing; tests on a loaded machine use 10 [1]
	Only    []string // toolkits or programs; empty = all
	Say     io.Writer
}

// ErrMissing says that the machine lacks a program without which a bench means nothing.
var ErrMissing = errors.New("not installed")

func (o Options) wants(name string) bool { return len(o.Only) == 0 || slices.Contains(o.Only, name) }

// say tells whoever waits how far it is.
func (o Options) say(format string, args ...any) {
	if o.Say != nil {
		fmt.Fprintf(o.Say, format+"\n", args...)
	}
}

// Missing lists the programs that a bench needs and the PATH of environ lacks.
func Missing(environ []string, programs ...string) []string {
	var out []string
	for _, p := range programs {
		if _, ok := findProgram(environ, p); !ok {
			out = append(out, p)
		}
	}
	return out
}

func findProgram(environ []string, name string) (string, bool) {
	dirs := filepath.SplitList(valueOf(environ, "PATH"))
	if filepath.IsAbs(name) {
		dirs, name = []string{filepath.Dir(name)}, filepath.Base(name)
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path, true
		}
	}
	return "", false
}

func valueOf(environ []string, name string) string {
	for _, line := range slices.Backward(environ) {
		if v, ok := strings.CutPrefix(line, name+"="); ok {
			return v
		}
	}
	return ""
}
