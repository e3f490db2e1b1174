//go:build linux

package x11

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func clipboard(t *testing.T, s *server) *Clipboard {
	t.Helper()
	k, err := OpenClipboard(bounded(t), s.addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = k.Close() })
	return k
}

// gtk finds a Python with GTK 3, the ordinary program of these tests.
func gtk(t *testing.T) string {
	t.Helper()
	python := "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import gi; gi.require_version('Gtk', '3.0')").Run(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3-gi with GTK 3 is not installed")
		}
		t.Skip("python3-gi with GTK 3 is not installed")
	}
	return python
}

// gtkOwner starts a program that has copied something.
func gtkOwner(t *testing.T, s *server, args ...string) *exec.Cmd {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	cmd := s.run(t, w, gtk(t), append([]string{"testdata/clip.py", "own"}, args...)...)
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(r).ReadString('\n')
		line <- text
	}()
	require.Equal(t, "ready\n", within(t, "GTK owns the clipboard", line))
	return cmd
}

// gtkRead is what an ordinary program would paste.
func gtkRead(t *testing.T, s *server) string {
	t.Helper()
	return strings.TrimSpace(s.shell(t, gtk(t), "testdata/clip.py", "read"))
}

func fingerprint(text string) string {
	return fmt.Sprintf("%d %x", len([]rune(text)), sha256.Sum256([]byte(text)))
}

const mega = 1 << 20

func TestAnEmptyClipboardHasNoOwner(t *testing.T) {
	k := clipboard(t, ownDisplay(t, ""))
	_, err := k.Read(bounded(t), mega)
	require.ErrorIs(t, err, ErrNoOwner)
	_, err = k.Targets(bounded(t))
	require.ErrorIs(t, err, ErrNoOwner)
}

func TestWhatAnotherProgramCopiedIsRead(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	gtkOwner(t, s, "text", "Grüße, 你好 🙂")
	got, err := k.Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "Grüße, 你好 🙂", got)
	targets, err := k.Targets(bounded(t))
	require.NoError(t, err)
	require.Contains(t, targets, "UTF8_STRING")
}

func TestLongTextIsReadInPartsAndBounded(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	gtkOwner(t, s, "long", "400000") // 2.4 MB
	got, err := k.Read(bounded(t), 4*mega)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("grün ", 400000), got)
	_, err = k.Read(bounded(t), 100000)
	require.ErrorIs(t, err, ErrTooLarge)
}

func TestAnotherProgramReadsWhatWeSet(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	for _, text := range []string{"short Grüße 🙂", "", strings.Repeat("lang ß ", 150000)} { // the last is 1.2 MB
		require.NoError(t, k.Set(bounded(t), text))
		want := fingerprint(text)
		if text == "" {
			want = "nothing" // GTK's word for an empty text
			if got := gtkRead(t, s); got != want {
				require.Equal(t, fingerprint(""), got)
			}
			continue
		}
		require.Equal(t, want, gtkRead(t, s))
	}
}

func TestOurOwnTwoEndsAgreeOnLongText(t *testing.T) {
	s := display(t, "")
	from, to := clipboard(t, s), clipboard(t, s)
	for _, n := range []int{1, 250_000, 262_144, 300_000, 5_000_000} {
		text := strings.Repeat("x", n-1) + "y"
		require.NoError(t, from.Set(bounded(t), text))
		got, err := to.Read(bounded(t), 6*mega)
		require.NoError(t, err)
		require.Equal(t, len(text), len(got))
		require.Equal(t, text, got)
	}
}

func TestEachFormOfTextIsServed(t *testing.T) {
	s := display(t, "")
	from, to := clipboard(t, s), clipboard(t, s)
	require.NoError(t, from.Set(bounded(t), "Grüße €"))
	targets, err := to.Targets(bounded(t))
	require.NoError(t, err)
	for _, want := range []string{"TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "UTF8_STRING", "text/plain;charset=utf-8", "STRING"} {
		require.Contains(t, targets, want)
	}
	f, err := to.ReadTarget(bounded(t), "STRING", mega)
	require.NoError(t, err)
	require.Equal(t, "Gr\xfc\xdfe ?", string(f.Data))
	require.Equal(t, "Grüße ?", decodeText(f))
	f, err = to.ReadTarget(bounded(t), "TIMESTAMP", mega)
	require.NoError(t, err)
	require.Equal(t, byte(32), f.Bits)
	require.NotEqual(t, []byte{0, 0, 0, 0}, f.Data)
	_, err = to.ReadTarget(bounded(t), "image/png", mega)
	require.ErrorIs(t, err, ErrNoOwner)
}

func TestSeveralFormsAreServedAtOnce(t *testing.T) {
	s := display(t, "")
	from, c := clipboard(t, s), s.dial(t)
	require.NoError(t, from.Set(bounded(t), "both"))
	w, err := c.hiddenWindow()
	require.NoError(t, err)
	a, err := c.atomsOf("CLIPBOARD", "MULTIPLE", "ATOM_PAIR", "UTF8_STRING", "image/png", "P0", "P1", "P2")
	require.NoError(t, err)
	ask := cardinalBytes(uint32(a["UTF8_STRING"]), uint32(a["P1"]), uint32(a["image/png"]), uint32(a["P2"]))
	require.NoError(t, xproto.ChangePropertyChecked(c.x, xproto.PropModeReplace, w, a["P0"], a["ATOM_PAIR"], 32, 4, ask).Check())
	sub := c.subscribe(4, func(e []byte) bool { return code(e) == evSelectionNotify })
	defer sub.cancel()
	require.NoError(t, xproto.ConvertSelectionChecked(c.x, w, a["CLIPBOARD"], a["MULTIPLE"], a["P0"], 0).Check())
	within(t, "the answer", sub.wake)
	p, err := c.property(Window(w), "P0")
	require.NoError(t, err)
	require.Equal(t, []uint32{uint32(a["UTF8_STRING"]), uint32(a["P1"]), uint32(a["image/png"]), 0}, p.cardinals())
	p, err = c.property(Window(w), "P1")
	require.NoError(t, err)
	require.Equal(t, "both", string(p.value))
}

func TestASwapIsPastedOnceSeenAndGivenBackWithAllItsForms(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	gtkOwner(t, s, "text", "the user's own")
	before, err := k.Targets(bounded(t))
	require.NoError(t, err)
	swap, err := k.Swap(bounded(t), "lent", nil)
	require.NoError(t, err)
	require.Empty(t, swap.Lost)
	require.Equal(t, fingerprint("lent"), gtkRead(t, s))
	r := within(t, "the reading", swap.Read())
	require.Contains(t, textTargets, r.Target)
	require.NotZero(t, r.Requestor)
	restored, err := swap.Restore(bounded(t))
	require.NoError(t, err)
	require.True(t, restored)
	require.Equal(t, fingerprint("the user's own"), gtkRead(t, s))
	after, err := k.Targets(bounded(t))
	require.NoError(t, err)
	for _, target := range worthSaving(before) {
		require.Contains(t, after, target)
	}
	isClosed(t, "the lent text is gone", swap.Gone())
}

// isClosed waits for a channel to be closed.
func isClosed(t *testing.T, what string, ch <-chan struct{}) {
	t.Helper()
	select {
	case <-ch:
	case <-time.After(patience):
		t.Fatal(what)
	}
}

func TestAnImageSurvivesASwap(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	gtkOwner(t, s, "image", "64")
	before, err := k.ReadTarget(bounded(t), "image/png", mega)
	require.NoError(t, err)
	swap, err := k.Swap(bounded(t), "lent", nil)
	require.NoError(t, err)
	restored, err := swap.Restore(bounded(t))
	require.NoError(t, err)
	require.True(t, restored)
	after, err := clipboard(t, s).ReadTarget(bounded(t), "image/png", mega)
	require.NoError(t, err)
	require.True(t, bytes.Equal(before.Data, after.Data))
}

func TestWhatTheUserCopiedMeanwhileStays(t *testing.T) {
	s := ownDisplay(t, "openbox")
	k := clipboard(t, s)
	gtkOwner(t, s, "text", "old")
	swap, err := k.Swap(bounded(t), "lent", nil)
	require.NoError(t, err)
	gtkOwner(t, s, "text", "copied meanwhile")
	isClosed(t, "the loss is noticed", swap.Gone())
	restored, err := swap.Restore(bounded(t))
	require.NoError(t, err)
	require.False(t, restored)
	require.Equal(t, fingerprint("copied meanwhile"), gtkRead(t, s))
}

func TestAnEmptyClipboardIsGivenBackEmpty(t *testing.T) {
	s := ownDisplay(t, "")
	k := clipboard(t, s)
	swap, err := k.Swap(bounded(t), "lent", nil)
	require.NoError(t, err)
	got, err := clipboard(t, s).Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "lent", got)
	restored, err := swap.Restore(bounded(t))
	require.NoError(t, err)
	require.True(t, restored)
	_, err = k.Read(bounded(t), mega)
	require.ErrorIs(t, err, ErrNoOwner)
}

func TestTwoSwapsInARowGiveTheFirstContentBack(t *testing.T) {
	s := display(t, "")
	k, user := clipboard(t, s), clipboard(t, s)
	require.NoError(t, user.Set(bounded(t), "the user's own"))
	for _, text := range []string{"first", "second"} {
		swap, err := k.Swap(bounded(t), text, nil)
		require.NoError(t, err)
		got, err := user.Read(bounded(t), mega)
		require.NoError(t, err)
		require.Equal(t, text, got)
		restored, err := swap.Restore(bounded(t))
		require.NoError(t, err)
		require.True(t, restored)
	}
	got, err := user.Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "the user's own", got)
}

func TestAnOwnerThatDoesNotAnswerCostsItsBoundAndKeepsItsContent(t *testing.T) {
	s := ownDisplay(t, "")
	mute := s.window(t, "mute", Rect{0, 0, 10, 10}, 0)
	a, err := mute.atom("CLIPBOARD")
	require.NoError(t, err)
	require.NoError(t, xproto.SetSelectionOwnerChecked(mute.x, xproto.Window(mute.win), a, 0).Check())
	k := clipboard(t, s)
	ctx, cancel := context.WithTimeout(context.Background(), quiet)
	defer cancel()
	_, err = k.Read(ctx, mega)
	require.ErrorIs(t, err, ErrTimeout)
	ctx, cancel = context.WithTimeout(context.Background(), quiet)
	defer cancel()
	_, err = k.Swap(ctx, "lent", nil)
	require.ErrorIs(t, err, ErrTimeout)
	owner, err := k.o.current()
	require.NoError(t, err)
	require.Equal(t, xproto.Window(mute.win), owner)
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	_, err = k.Read(ctx, mega)
	require.ErrorIs(t, err, context.Canceled)
}

func TestACopyDuringTheSavingWinsOverTheSwap(t *testing.T) {
	s := display(t, "")
	k, user := clipboard(t, s), clipboard(t, s)
	since, err := k.now(bounded(t))
	require.NoError(t, err)
	var later xproto.Timestamp
	for later <= since { // the server's clock counts milliseconds
		later, err = user.now(bounded(t))
		require.NoError(t, err)
	}
	_, err = user.take(later, TextFormats("copied meanwhile"))
	require.NoError(t, err)
	own, err := k.take(since, TextFormats("lent"))
	require.NoError(t, err)
	isClosed(t, "the server must refuse an older claim", own.lost)
	got, err := k.Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "copied meanwhile", got)
}

func TestClosingHandsTheContentToTheClipboardManager(t *testing.T) {
	s := ownDisplay(t, "")
	k, err := OpenClipboard(bounded(t), s.addr)
	require.NoError(t, err)
	require.NoError(t, k.Set(bounded(t), "keep me"))

	// A manager: it owns CLIPBOARD_MANAGER and copies the content when it is asked to save.
	m := s.window(t, "manager", Rect{0, 0, 10, 10}, 0)
	names, err := m.atomsOf("CLIPBOARD_MANAGER", "SAVE_TARGETS")
	require.NoError(t, err)
	asked := m.subscribe(4, func(e []byte) bool { return code(e) == evSelectionRequest })
	defer asked.cancel()
	require.NoError(t, xproto.SetSelectionOwnerChecked(m.x, xproto.Window(m.win), names["CLIPBOARD_MANAGER"], 0).Check())
	copied := make(chan string, 1)
	go func() {
		<-asked.wake
		events, _ := asked.take()
		v := xproto.SelectionRequestEventNew(events[0]).(xproto.SelectionRequestEvent)
		f, err := m.convert(bounded(t), "CLIPBOARD", "UTF8_STRING", mega)
		if err != nil || v.Target != names["SAVE_TARGETS"] {
			copied <- fmt.Sprint(err, v.Target)
			return
		}
		n := xproto.SelectionNotifyEvent{Requestor: v.Requestor, Selection: v.Selection, Target: v.Target, Property: v.Property}
		_ = xproto.SendEventChecked(m.x, false, v.Requestor, 0, string(n.Bytes())).Check()
		copied <- string(f.Data)
	}()
	saved, err := k.HandOver(bounded(t))
	require.NoError(t, err)
	require.True(t, saved)
	require.NoError(t, k.Close())
	require.Equal(t, "keep me", within(t, "the manager's copy", copied))
}

func TestClosingWithoutAManagerSaysWhatIsLost(t *testing.T) {
	s := ownDisplay(t, "")
	k, err := OpenClipboard(bounded(t), s.addr)
	require.NoError(t, err)
	require.NoError(t, k.Set(bounded(t), "lost"))
	saved, err := k.HandOver(bounded(t))
	require.NoError(t, err)
	require.False(t, saved)
	require.NoError(t, k.Close())
	k, err = OpenClipboard(bounded(t), s.addr)
	require.NoError(t, err)
	saved, err = k.HandOver(bounded(t))
	require.NoError(t, err)
	require.True(t, saved, "nothing was ours")
	require.NoError(t, k.Close())
}

func TestOnlyContentIsWorthSavingTextFirst(t *testing.T) {
	require.Equal(t, []string{"UTF8_STRING", "STRING", "text/html", "image/png", "application/x-thing", "image/bmp"},
		worthSaving([]string{"TIMESTAMP", "TARGETS", "MULTIPLE", "SAVE_TARGETS", "image/bmp", "application/x-thing", "image/png", "text/html",
			"UTF8_STRING", "DELETE", "STRING", "UTF8_STRING"}))
}

func TestWindowsOfOneConnectionAreTheSameClient(t *testing.T) {
	s := display(t, "")
	a, b := s.window(t, "a", Rect{0, 0, 10, 10}, 0), s.window(t, "b", Rect{0, 0, 10, 10}, 0)
	w, err := a.hiddenWindow()
	require.NoError(t, err)
	require.True(t, b.SameClient(a.win, Window(w)))
	require.False(t, b.SameClient(a.win, b.win))
}
