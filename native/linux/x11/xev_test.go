//go:build linux

package x11

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// xev is a window whose keys are interpreted by Xlib: a judge of typing that shares no code with this package.
type xev struct {
	win Window

	mu    sync.Mutex
	lines []string
	news  chan struct{}
}

// startXev opens the judge and gives it the focus.
func startXev(t *testing.T, s *server, c *Conn, in *Input) *xev {
	t.Helper()
	r, w := io.Pipe()
	x := &xev{news: make(chan struct{}, 1)}
	go func() {
		scan := bufio.NewScanner(r)
		for scan.Scan() {
			x.mu.Lock()
			x.lines = append(x.lines, scan.Text())
			x.mu.Unlock()
			select {
			case x.news <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(func() { w.Close() })
	s.run(t, w, "stdbuf", "-oL", program(t, "xev"), "-event", "keyboard", "-event", "button", "-geometry", "300x200+50+50")
	ctx := bounded(t)
	require.NoError(t, c.until(ctx, c.Root(), func() error { return nil }, func() (bool, error) {
		ws, err := c.Windows()
		for _, w := range ws {
			if w.Title == "Event Tester" && w.Mapped {
				x.win = w.ID
			}
		}
		return x.win != 0, err
	}))
	_, err := c.Activate(ctx, x.win)
	require.NoError(t, err)
	// The focus is proved by a key that arrives. Xlib asks to be told of layout changes at the first key only, and sends
	// that request before it waits for the next: one key is not enough, or the changes after it are missed for good.
	for range 2 {
		x.clear()
		require.NoError(t, in.Chord(ctx, 0xffc9)) // F12
		x.wait(t, "keysym 0xffc9, F12", 2)
	}
	x.clear()
	return x
}

func (x *xev) clear() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lines = nil
}

func (x *xev) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Join(x.lines, "\n")
}

// wait returns when part was printed n times.
func (x *xev) wait(t *testing.T, part string, n int) {
	t.Helper()
	deadline := bounded(t)
	for strings.Count(x.text(), part) < n {
		select {
		case <-x.news:
		case <-deadline.Done():
			t.Fatalf("xev printed %q %d times, want %d:\n%s", part, strings.Count(x.text(), part), n, x.text())
		}
	}
}

var lookup = regexp.MustCompile(`XmbLookupString gives \d+ bytes: \(([0-9a-f ]+)\)`)

// typed is the text Xlib made of the keys, once n characters have arrived.
func (x *xev) typed(t *testing.T, n int) string {
	t.Helper()
	deadline := bounded(t)
	for {
		var b []byte
		for _, m := range lookup.FindAllStringSubmatch(x.text(), -1) {
			for _, h := range strings.Fields(m[1]) {
				var v byte
				for _, d := range h {
					v = v<<4 | byte(strings.IndexRune("0123456789abcdef", d))
				}
				b = append(b, v)
			}
		}
		if s := string(b); len([]rune(s)) >= n {
			return s
		}
		select {
		case <-x.news:
		case <-deadline.Done():
			t.Fatalf("got %q of %d characters:\n%s", b, n, x.text())
		}
	}
}
