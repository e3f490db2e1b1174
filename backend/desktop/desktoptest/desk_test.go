package desktoptest

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestTimersOfAClosedDeskDoNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk()
		ran := false
		d.After(time.Second, func() { ran = true })
		d.Close()
		d.Close()
		d.After(time.Second, func() { ran = true })
		time.Sleep(3 * time.Second)
		require.False(t, ran)
	})
}

func TestWhatIsStillHeldOrLentFailsTheTest(t *testing.T) {
	tb := &recorder{}
	d := New(tb)
	w := d.App("Notes", desktop.GTK3).Window("Notes", frame)
	_, err := d.Desktop().Clipboard.Lend(t.Context(), "x")
	require.NoError(t, err)
	d.down("ctrl")
	require.Equal(t, []string{"ctrl", "clipboard"}, d.Borrowed())
	for _, fn := range tb.cleanups {
		fn()
	}
	require.Equal(t, 1, tb.errors)
	require.NotNil(t, w)
}

type recorder struct {
	cleanups []func()
	errors   int
}

func (*recorder) Helper()                 {}
func (r *recorder) Cleanup(fn func())     { r.cleanups = append(r.cleanups, fn) }
func (r *recorder) Errorf(string, ...any) { r.errors++ }
