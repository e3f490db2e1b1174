//go:build linux

package x11

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestDialingWithoutServerIsNoDisplay(t *testing.T) {
	for _, d := range []string{"", "nonsense", ":", ":x", ":-1", ":54321", "/no/such/folder:0", ":1.x"} {
		_, err := Dial(context.Background(), Address{Display: d})
		require.ErrorIs(t, err, ErrNoDisplay, "display %q", d)
	}
}

func TestDialingAScreenThatIsNotThereIsNoDisplay(t *testing.T) {
	s := display(t, "")
	_, err := Dial(context.Background(), Address{Display: s.addr.Display + ".7"})
	require.ErrorIs(t, err, ErrNoDisplay)
}

func TestACancelledContextEndsDialing(t *testing.T) {
	s := display(t, "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Dial(ctx, s.addr)
	require.ErrorIs(t, err, ErrNoDisplay)
	require.ErrorIs(t, err, context.Canceled)
}

func TestAServerThatWantsACookieIsOpenedWithTheRightOneOnly(t *testing.T) {
	dir := t.TempDir()
	right, wrong := filepath.Join(dir, "right"), filepath.Join(dir, "wrong")
	program(t, "xauth")
	host, err := os.Hostname()
	require.NoError(t, err)
	// The server reads its cookie from any entry of its file.
	require.NoError(t, os.WriteFile(right, authorityEntry(familyWild, "", "", magicCookie, "0123456789abcdef"), 0o600))
	require.NoError(t, os.WriteFile(wrong, authorityEntry(familyLocal, host, "", magicCookie, "fedcba9876543210"), 0o600))
	s := ownDisplay(t, "", "-auth", right)
	_, err = Dial(context.Background(), s.addr)
	require.ErrorIs(t, err, ErrNoDisplay, "no cookie")
	_, err = Dial(context.Background(), Address{s.addr.Display, wrong})
	require.ErrorIs(t, err, ErrNoDisplay, "wrong cookie")
	c, err := Dial(context.Background(), Address{s.addr.Display, right})
	require.NoError(t, err)
	require.NoError(t, c.Close())
}

func TestClosingEndsEveryGoroutineAndLaterCallsSayClosed(t *testing.T) {
	s := display(t, "")
	ignore := goleak.IgnoreCurrent()
	c, err := Dial(context.Background(), s.addr)
	require.NoError(t, err)
	require.NoError(t, c.sync())
	require.NoError(t, c.Close())
	require.NoError(t, c.Close(), "closing again")
	<-c.Done()
	require.ErrorIs(t, c.sync(), ErrClosed)
	_, err = c.Windows()
	require.ErrorIs(t, err, ErrClosed)
	goleak.VerifyNone(t, ignore)
}

func TestAServerThatDiesClosesTheConnection(t *testing.T) {
	s := startServer(t, "")
	c, err := Dial(context.Background(), s.addr)
	require.NoError(t, err)
	s.stop()
	select {
	case <-c.Done():
	case <-bounded(t).Done():
		t.Fatal("the connection did not notice")
	}
	require.ErrorIs(t, c.sync(), ErrClosed)
	require.NoError(t, c.Close())
}

func TestManyGoroutinesShareAConnection(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	var wg sync.WaitGroup
	errs := make(chan error, 64)
	for i := range 16 {
		wg.Go(func() {
			for j := range 50 {
				if _, err := c.atom(fmt.Sprintf("PACE_TEST_%d_%d", i, j%10)); err != nil {
					errs <- err
					return
				}
				if _, err := c.property(c.Root(), "RESOURCE_MANAGER"); err != nil {
					errs <- err
					return
				}
				if err := xproto.ClearAreaChecked(c.x, false, c.root, 0, 0, 1, 1).Check(); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	require.NoError(t, <-errs)
}

func TestAnAtomKeepsItsNumberAndName(t *testing.T) {
	c := display(t, "").dial(t)
	a, err := c.atom("PACE_TEST_ATOM")
	require.NoError(t, err)
	many, err := c.atomsOf("PACE_TEST_ATOM", "PACE_TEST_OTHER")
	require.NoError(t, err)
	require.Equal(t, a, many["PACE_TEST_ATOM"])
	require.NotEqual(t, a, many["PACE_TEST_OTHER"])
	for range 2 {
		n, err := c.atomName(a)
		require.NoError(t, err)
		require.Equal(t, "PACE_TEST_ATOM", n)
	}
}

func TestAnExtensionsOwnErrorIsAnswered(t *testing.T) {
	// BadDamage has a number xgb was never told; the call must return instead of waiting for ever.
	c := display(t, "").dial(t)
	e, err := c.need("DAMAGE")
	require.NoError(t, err)
	_, err = c.request([]byte{e.opcode, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})
	require.NoError(t, err)
	require.Error(t, c.command([]byte{e.opcode, 2, 0, 0, 0xff, 0xff, 0, 0}))
	require.NoError(t, c.sync())
}
