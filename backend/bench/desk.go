package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pace/backend/bench/bare"
	"pace/backend/process"
	"pace/build"
)

// deskLimit bounds the start of a desktop, which takes a quarter of a second on an idle machine.
const deskLimit = 60 * time.Second

// DeskPrograms are what a private desktop is made of.
func DeskPrograms() []string {
	return []string{"bash", "Xvfb", "dbus-daemon", "dbus-send", "xprop", "setsid", "openbox"}
}

// Desk is a private desktop with its own folder, programs and reader. Close ends everything in it; when this process
// dies it ends by itself.
type Desk struct {
	Env  []string // of a program in it
	Eyes *bare.Reader

	dir      string
	assets   string
	hold     *process.Child
	starter  *process.Starter
	programs []*Program
	started  int
}

// OpenDesk starts a private desktop from the files in this binary.
func OpenDesk(ctx context.Context, environ []string, size string) (_ *Desk, err error) {
	if missing := Missing(environ, DeskPrograms()...); len(missing) > 0 {
		return nil, fmt.Errorf("%s: %w", strings.Join(missing, ", "), ErrMissing)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("start the private desktop: %w", err)
	}
	dir, err := os.MkdirTemp("", "pace-bench.")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	d := &Desk{dir: dir, assets: filepath.Join(dir, "assets")}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if err := unpack(d.assets); err != nil {
		return nil, err
	}
	held := filepath.Join(dir, "desk")
	d.hold, err = process.New(environ).Start(context.WithoutCancel(ctx), process.Command{Path: "bash", Piped: true, Grace: 10 * time.Second,
		Args: []string{filepath.Join(d.assets, "virtual-desktop.sh"), "hold", "--dir", held, "--size", size}})
	if err != nil {
		return nil, fmt.Errorf("start the private desktop: %w", err)
	}
	late := time.AfterFunc(deskLimit, func() { d.hold.Stop() })
	line, err := bufio.NewReader(d.hold.Stdout).ReadString('\n')
	late.Stop()
	if err != nil || !strings.HasPrefix(line, "ready ") {
		return nil, fmt.Errorf("the private desktop did not start: %s", strings.TrimSpace(string(d.hold.Errors().Text)))
	}
	set, err := os.ReadFile(filepath.Join(held, "env"))
	if err != nil {
		return nil, fmt.Errorf("read the desktop's environment: %w", err)
	}
	var lines []string
	for line := range strings.Lines(string(set)) {
		if line = strings.TrimSuffix(line, "\n"); strings.Contains(line, "=") {
			lines = append(lines, line)
		}
	}
	// The mark by which the desktop finds, when it ends, what was started in it.
	lines = append(lines, "PACE_DESKTOP="+held)
	d.Env = process.Environment(environ, false, nil, lines)
	d.starter = process.New(d.Env)
	if d.Eyes, err = bare.Dial(ctx, d.Env); err != nil {
		return nil, fmt.Errorf("read the private desktop: %w", err)
	}
	return d, nil
}

// Close ends the programs, the reader and the desktop, and removes its folder.
func (d *Desk) Close() error {
	for _, p := range d.programs {
		p.Stop()
	}
	if d.Eyes != nil {
		d.Eyes.Close()
	}
	if d.hold != nil {
		d.hold.Stop()
	}
	if err := os.RemoveAll(d.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the desktop's folder: %w", err)
	}
	return nil
}

// Folder makes an empty folder below the desktop's.
func (d *Desk) Folder(name string) (string, error) {
	d.started++
	path := filepath.Join(d.dir, fmt.Sprintf("%s-%d", name, d.started))
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", fmt.Errorf("make a folder: %w", err)
	}
	return path, nil
}

// unpack writes the embedded script and fixtures where they can be run.
func unpack(to string) error {
	return fs.WalkDir(build.Assets, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := build.Assets.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("make a folder for %s: %w", name, err)
		}
		if err := os.WriteFile(path, text, 0o700); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return nil
	})
}
