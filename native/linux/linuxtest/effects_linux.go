package linuxtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// effectLimit bounds the wait for an effect that a test knows will come.
const effectLimit = 20 * time.Second

// Effect is one thing that truly happened in a fixture, written down by the fixture itself.
type Effect struct {
	At      time.Time `json:"at"`
	Control string    `json:"control"` // "Now", "Left Same", "Field 3"
	Effect  string    `json:"effect"`  // "now 1"; for entries the new text
}

// Effects reads what has happened so far, oldest first.
func (p *Program) Effects(t testing.TB) []Effect {
	t.Helper()
	effects, err := readEffects(p.log)
	must(t, err, "read the fixture's effects")
	return effects
}

// Await waits until an effect fits and returns it. The test fails when the bound passes or the program ends first.
func (p *Program) Await(t testing.TB, what string, fits func(Effect) bool) Effect {
	t.Helper()
	effect, err := awaitEffect(p.log, effectLimit, fits)
	if err != nil {
		t.Fatalf("wait for %s: %v\n%s", what, err, p.Output())
	}
	return effect
}

// AwaitEffect waits for exactly this effect of this control.
func (p *Program) AwaitEffect(t testing.TB, control, effect string) Effect {
	t.Helper()
	return p.Await(t, fmt.Sprintf("%q of %q", effect, control), func(e Effect) bool {
		return e.Control == control && e.Effect == effect
	})
}

func awaitEffect(path string, limit time.Duration, fits func(Effect) bool) (Effect, error) {
	var happened []Effect
	effect, err := awaitChange(filepath.Dir(path), limit, func() (Effect, bool, error) {
		var err error
		happened, err = readEffects(path)
		for _, effect := range happened {
			if fits(effect) {
				return effect, true, nil
			}
		}
		return Effect{}, false, err
	})
	if err != nil {
		return Effect{}, fmt.Errorf("it did not happen; what did: %v: %w", happened, err)
	}
	return effect, nil
}

// awaitChange looks again whenever something in folder changes, until look has what it wants.
func awaitChange[T any](folder string, limit time.Duration, look func() (T, bool, error)) (T, error) {
	var none T
	descriptor, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return none, fmt.Errorf("watch files: %w", err)
	}
	watch := os.NewFile(uintptr(descriptor), "inotify")
	defer watch.Close()
	// Watched before the first look, so that nothing falls between the two.
	if _, err := unix.InotifyAddWatch(descriptor, folder, unix.IN_MODIFY|unix.IN_CREATE|unix.IN_DELETE); err != nil {
		return none, fmt.Errorf("watch %s: %w", folder, err)
	}
	if err := watch.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return none, fmt.Errorf("bound the wait: %w", err)
	}
	changes := make([]byte, 4096) // what changed does not matter: look looks for itself
	for {
		found, done, err := look()
		if done || err != nil {
			return found, err
		}
		if _, err := watch.Read(changes); err != nil {
			return none, fmt.Errorf("nothing more within %s: %w", limit, err)
		}
	}
}

func readEffects(path string) ([]Effect, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing has happened yet
	}
	if err != nil {
		return nil, err
	}
	var effects []Effect
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // still being written
		}
		var effect Effect
		if err := json.Unmarshal(line, &effect); err != nil {
			return nil, fmt.Errorf("line %q: %w", line, err)
		}
		effects = append(effects, effect)
	}
	return effects, nil
}
