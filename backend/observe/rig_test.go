package observe_test

import (
	"context"
	"image"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/observe"
)

// reader is a stub that reads the same texts off every picture, and keeps what it was shown.
type reader struct {
	mu    sync.Mutex
	texts []observe.Seen
	err   error
	saw   []image.Image
}

func (r *reader) Read(_ context.Context, p image.Image) ([]observe.Seen, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saw = append(r.saw, p)
	return r.texts, r.err
}

// onlooker is a stub of a vision model.
type onlooker struct {
	says, asked string
	err         error
	png         []byte
}

func (o *onlooker) Describe(_ context.Context, png []byte, question string) (string, error) {
	o.png, o.asked = png, question
	return o.says, o.err
}

func area() desktop.Rect { return desktop.Rect{X: 100, Y: 100, W: 500, H: 400} }

func window(t *testing.T) (*desktoptest.Desk, *desktoptest.Window) {
	d := desktoptest.New(t)
	return d, d.App("Notes", desktop.GTK3).Window("Draft", area())
}

func look(t *testing.T, d *desktoptest.Desk, c observe.Config) observe.Screen {
	t.Helper()
	s, err := observe.New(d.Desktop(), c).Look(t.Context(), observe.Wish{Question: "what is this"})
	require.NoError(t, err)
	return s
}

// without cuts the places off lines, which are the business of one test.
func without(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		parts := strings.Split(l, "|")
		out[i] = strings.Join(append(parts[:1:1], parts[2:]...), "|")
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

// unnumbered cuts the numbers off lines.
func unnumbered(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		_, out[i], _ = strings.Cut(l, "] ")
	}
	return out
}
