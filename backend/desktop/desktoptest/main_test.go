package desktoptest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/desktop"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var frame = desktop.Rect{X: 100, Y: 100, W: 400, H: 300}

// form is a desk with one window in front.
func form(t TB) (*Desk, *App, *Window) {
	d := New(t)
	a := d.App("Notes", desktop.GTK3)
	return d, a, a.Window("Notes", frame)
}

func press(t *testing.T, d *Desk, c *Control) {
	t.Helper()
	require.NoError(t, d.Desktop().Actor.Do(t.Context(), c.Ref(), desktop.Press, desktop.Arg{}))
}

func read(t *testing.T, d *Desk, c *Control) desktop.Element {
	t.Helper()
	e, err := d.Desktop().Tree.Read(t.Context(), c.Ref())
	require.NoError(t, err)
	return e
}

// within is a context that ends after dur of the bubble's time.
func within(t *testing.T, dur time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), dur)
	t.Cleanup(cancel)
	return ctx
}
