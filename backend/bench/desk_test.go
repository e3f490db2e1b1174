//go:build linux

package bench

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/bench/bare"
)

func TestTheSecondReaderSeesAndDoesWhatTheProgramRecords(t *testing.T) {
	need(t, append(DeskPrograms(), "/usr/bin/python3")...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	d, err := OpenDesk(ctx, os.Environ(), "1000x800x24")
	require.NoError(t, err)
	p, err := d.Fixture(ctx, "gtk3.py", "--only", "now,name,secret,agree")
	require.NoError(t, err)
	items, err := p.Items(ctx, 200)
	require.NoError(t, err)

	now, err := item(items, "push button", "Now")
	require.NoError(t, err)
	require.True(t, now.Has(bare.Showing))
	require.True(t, now.Actions)
	label, err := item(items, "label", "Status: idle")
	require.NoError(t, err)
	took, err := d.Eyes.Signal(ctx, now.Node, label.Node)
	require.NoError(t, err)
	require.Positive(t, took)
	got := p.Log.Await(ctx, 0, func(e []Effect) bool { return len(e) > 0 })
	require.Equal(t, "now 1", got[0].Effect)
	name, err := d.Eyes.Name(ctx, label.Node)
	require.NoError(t, err)
	require.Equal(t, "Status: now 1", name)

	field, err := item(items, "text", "Name")
	require.NoError(t, err)
	require.NoError(t, d.Eyes.SetText(ctx, field.Node, unicode))
	text, err := d.Eyes.Text(ctx, field.Node)
	require.NoError(t, err)
	require.Equal(t, unicode, text)

	secret, err := item(items, "password text", "Secret")
	require.NoError(t, err)
	require.NoError(t, d.Eyes.SetText(ctx, secret.Node, "hunter2"))
	items, err = p.Items(ctx, 200)
	require.NoError(t, err)
	for _, i := range items {
		require.NotContains(t, i.Text, "hunter2", "a password is not read")
	}

	agree, err := item(items, "check box", "Agree")
	require.NoError(t, err)
	before, err := d.Eyes.Extents(ctx, agree.Node)
	require.NoError(t, err)
	picture, err := d.Eyes.Picture(before)
	require.NoError(t, err)
	require.NoError(t, d.Eyes.Press(ctx, agree.Node))
	p.Log.Await(ctx, 0, func(e []Effect) bool { return len(e) > 0 && e[len(e)-1].Effect == "agree on" })
	state, err := d.Eyes.States(ctx, agree.Node)
	require.NoError(t, err)
	require.True(t, state.Has(bare.Checked))
	require.NotEmpty(t, picture)
	_, err = d.Eyes.Picture(bare.Area{})
	require.Error(t, err)

	ws := p.Windows()
	require.Len(t, ws, 1)
	require.True(t, ws[0].Active)
	require.True(t, strings.HasPrefix(ws[0].Title, "gtk3 bench"))
	work := d.Eyes.WorkArea()
	require.LessOrEqual(t, ws[0].W, work.W)

	other, err := d.Fixture(ctx, "gtk3.py", "--only", "now")
	require.NoError(t, err)
	require.True(t, other.Windows()[0].Active, "the newest has the focus")
	require.NoError(t, p.Front(ctx))
	require.True(t, p.Windows()[0].Active)
	other.Stop()
	_, err = d.Eyes.App(ctx, other.Group)
	require.Error(t, err)

	dir := d.dir
	require.NoError(t, d.Close())
	require.NoDirExists(t, dir)
	require.ErrorIs(t, syscall.Kill(-p.Group, 0), syscall.ESRCH, "nothing of it runs on")
}

func TestAProgramThatEndsAtOnceIsToldWithItsLastWords(t *testing.T) {
	need(t, append(DeskPrograms(), "/usr/bin/python3")...)
	d, err := OpenDesk(t.Context(), os.Environ(), "800x600x24")
	require.NoError(t, err)
	defer d.Close()
	_, err = d.Fixture(t.Context(), "gtk3.py", "--only", "no-such-control")
	require.ErrorContains(t, err, "unknown controls")
}

func TestAMachineWithoutTheProgramsIsToldWhichAreMissing(t *testing.T) {
	for _, run := range []func() error{
		func() error { _, err := OpenDesk(t.Context(), []string{"PATH=/nowhere"}, "800x600x24"); return err },
		func() error { _, err := Suite(t.Context(), Options{Environ: []string{"PATH=/nowhere"}}); return err },
		func() error { _, err := Apart(t.Context(), Options{Environ: []string{"PATH=/nowhere"}}); return err },
		func() error { _, err := Fastpath(t.Context(), Options{Environ: []string{"PATH=/nowhere"}}); return err },
	} {
		err := run()
		require.ErrorIs(t, err, ErrMissing)
		require.ErrorContains(t, err, "bash")
	}
}

func TestAMissingLibraryOfAToolkitIsKnownByTheFixturesLastWords(t *testing.T) {
	what, missing := missingModule(errors.New("qt5.py showed no window: qt5.py has ended: ModuleNotFoundError: No module named 'PyQt5'"))
	require.True(t, missing)
	require.Equal(t, "No module named 'PyQt5'", what)
	_, missing = missingModule(errors.New("qt5.py has ended: Segmentation fault"))
	require.False(t, missing)
}

func TestEverythingADeskNeedsIsInTheBinary(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, unpack(dir))
	for _, name := range []string{"virtual-desktop.sh", "fixtures/common.py", "fixtures/gtk3.py", "fixtures/gtk4.py", "fixtures/qt5.py", "fixtures/page.py", "fixtures/page.html"} {
		text, err := os.ReadFile(dir + "/" + name)
		require.NoError(t, err)
		require.False(t, len(bytes.TrimSpace(text)) == 0, name)
	}
	info, err := os.Stat(dir + "/virtual-desktop.sh")
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&0o100, "it must run")
}
