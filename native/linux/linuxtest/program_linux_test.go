package linuxtest

import (
	"syscall"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
	"github.com/stretchr/testify/require"
)

func TestEachFixtureShowsItsWindowAndWritesDownWhatAClickDid(t *testing.T) {
	for _, name := range []string{"gtk3.py", "gtk4.py", "qt5.py", "page.py"} {
		t.Run(name, func(t *testing.T) {
			d := Start(t, Options{})
			p := d.Launch(t, name, "--only", "now")
			require.NotZero(t, p.Window)
			require.Empty(t, p.Effects(t))

			clickOnlyButton(t, d, p)
			p.AwaitEffect(t, "Now", "now 1")
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

// clickOnlyButton clicks the lower middle of the program's window, where a fixture with one button has it. The window is
// mapped, so the X server keeps the click for the program even when it is not listening yet.
func clickOnlyButton(t *testing.T, d *Desktop, p *Program) {
	t.Helper()
	conn, err := xgb.NewConnDisplay(d.Display)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	require.NoError(t, xtest.Init(conn))
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	shape, err := xproto.GetGeometry(conn, xproto.Drawable(p.Window)).Reply()
	require.NoError(t, err)
	at, err := xproto.TranslateCoordinates(conn, xproto.Window(p.Window), root,
		int16(shape.Width/2), int16(shape.Height)-28).Reply()
	require.NoError(t, err)
	for _, event := range []byte{xproto.MotionNotify, xproto.ButtonPress, xproto.ButtonRelease} {
		detail := byte(1)
		if event == xproto.MotionNotify {
			detail = 0
		}
		require.NoError(t, xtest.FakeInputChecked(conn, event, detail, 0, root, at.DstX, at.DstY, 0).Check())
	}
}
