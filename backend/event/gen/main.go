// Command gen writes the TypeScript of what goes over the wire: the closed union of turn events, and on request the
// plain records and services of the bridge.
//
// It reads the Go source (syntax only, nothing is run), so names, comments and JSON tags have one home. It promises
// the same output for the same source and never guesses: a type it can't say in TypeScript is an error.
//
//	go run ./backend/event/gen                 write frontend/src/lib/api/events.gen.ts
//	go run ./backend/event/gen -check          exit 1 when that file is not current
//	go run ./backend/event/gen -bridge DIR -out FILE   records and services of another package
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

var errStale = errors.New("not current")

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	check := flags.Bool("check", false, "write nothing; fail when the file is not current")
	bridge := flags.String("bridge", "", "folder of a package whose records and services to write instead of the events")
	file := flags.String("out", "", "file to write (default: frontend/src/lib/api/events.gen.ts)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	src := source{root: root}
	var text string
	switch {
	case *bridge == "":
		if *file == "" {
			*file = filepath.Join(root, "frontend", "src", "lib", "api", "events.gen.ts")
		}
		text, err = events(src)
	case *file == "":
		return errors.New("-bridge needs -out")
	default:
		text, err = records(src, *bridge)
	}
	if err != nil {
		return err
	}
	return deliver(*file, []byte(text), *check, out)
}

// deliver writes the file when it differs, or under check says that it does.
func deliver(file string, text []byte, check bool, out io.Writer) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read %s: %w", file, err)
	}
	if err == nil && bytes.Equal(old, text) {
		return nil
	}
	if check {
		return fmt.Errorf("%s is %w: run go generate ./backend/event and commit the result", file, errStale)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make folder of %s: %w", file, err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	_, err = fmt.Fprintln(out, "wrote", file)
	return err
}

// moduleRoot is the nearest folder upwards with a go.mod: go generate starts in the package, people at the root.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working folder")
		}
		dir = up
	}
}
