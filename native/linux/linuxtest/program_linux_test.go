package linuxtest

import (
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
	"github.com/stretchr/testify/require"
)

func TestEachFixtureShowsItsWindowAndWritesDownWhatAKeyDid(t *testing.T) {
	for _, name := range []string{"gtk3.py", "gtk4.py", "qt5.py", "page.py"} {
		t.Run(name, func(t *testing.T) {
			d := Start(t, Options{})
			p := d.Launch(t, name, "--only", "now")
			require.NotZero(t, p.Window)
			require.Empty(t, p.Effects(t))

			pressSpaceUntil(t, d, p, "Now", "now 1")
		})
	}
}

func TestAProgramOfSomebodyElseIsFoundByItsProcess(t *testing.T) {
	d := Start(t, Options{})

	p := d.Launch(t, "gnome-calculator")
	require.NotZero(t, p.Window)
	require.NotEmpty(t, p.Title)
}

func TestTwoCopiesOfAFixtureAreToldApart(t *testing.T) {
	d := Start(t, Options{})

	first, second := d.Launch(t, "gtk3.py", "--only", "now"), d.Launch(t, "gtk3.py", "--only", "now")
	require.NotEqual(t, first.Title, second.Title)
	require.NotEqual(t, first.Window, second.Window)
}

func TestStopEndsAProgramThatDoesNotListen(t *testing.T) {
	d := Start(t, Options{})
	p := d.Launch(t, "gtk3.py", "--only", "now")
	require.NoError(t, syscall.Kill(p.PID, syscall.SIGSTOP))

	p.Stop()
	<-p.Exited()
	require.ErrorIs(t, syscall.Kill(-p.PID, 0), syscall.ESRCH)
}

func TestAMissingLibraryOfAFixtureIsRecognised(t *testing.T) {
	what, found := missingModule("Traceback (most recent call last):\n  File \"x\"\nModuleNotFoundError: No module named 'gi'\n")
	require.True(t, found)
	require.Equal(t, "No module named 'gi'", what)

	_, found = missingModule("Gtk-WARNING: cannot open display\n")
	require.False(t, found)
}

// pressSpaceUntil presses the space bar, which presses the one button that has the focus, until the fixture says that
// it happened. Once is nearly always enough; a program may drop a key before it has drawn for the first time.
func pressSpaceUntil(t *testing.T, d *Desktop, p *Program, control, effect string) {
	t.Helper()
	const spaceBar, tries = 65, 20
	conn, err := xgb.NewConnDisplay(d.Display)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, xtest.Init(conn))
	for range tries {
		for _, event := range []byte{xproto.KeyPress, xproto.KeyRelease} {
			require.NoError(t, xtest.FakeInputChecked(conn, event, spaceBar, 0, 0, 0, 0, 0).Check())
		}
		_, err = awaitEffect(p.log, time.Second, func(e Effect) bool { return e.Control == control && e.Effect == effect })
		if err == nil {
			return
		}
	}
	t.Fatal(err)
}
