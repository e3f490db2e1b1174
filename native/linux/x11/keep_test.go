//go:build linux

package x11

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func startGuard(t *testing.T, s *server) *Guard {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	g, err := StartGuard(bounded(t), self, s.addr, "X11_TEST_ROLE=guard")
	require.NoError(t, err)
	g.takeOver = patience // the machine may be busy
	t.Cleanup(func() { _ = g.cmd.Process.Kill() })
	return g
}

// ends tells when a process is gone, whose child it ever is.
func ends(t *testing.T, pid int) <-chan error {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() {
		defer unix.Close(fd)
		for {
			_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(patience.Milliseconds()))
			if !errors.Is(err, unix.EINTR) {
				done <- err
				return
			}
		}
	}()
	return done
}

// contents is everything the clipboard offers.
func contents(t *testing.T, k *Clipboard) map[string]Format {
	t.Helper()
	targets, err := k.Targets(bounded(t))
	require.NoError(t, err)
	all := map[string]Format{}
	for _, name := range worthSaving(targets) {
		f, err := k.ReadTarget(bounded(t), name, 8*mega)
		require.NoError(t, err, name)
		all[name] = f
	}
	return all
}

func TestTheUsersClipboardOutlivesTheLenderInAllItsForms(t *testing.T) {
	gtkCopies := func(args ...string) func(t *testing.T, s *server) (end func()) {
		return func(t *testing.T, s *server) func() {
			program := gtkOwner(t, s, args...)
			return func() { require.NoError(t, program.Process.Kill()) }
		}
	}
	for kind, copies := range map[string]func(t *testing.T, s *server) (end func()){
		"text":  gtkCopies("text", "the user's own, Grüße"),
		"image": gtkCopies("image", "64"),
		"long, in parts": func(t *testing.T, s *server) func() { // GTK takes seconds to write a long text as text/plain
			k := clipboard(t, s)
			require.NoError(t, k.Set(bounded(t), strings.Repeat("the user's own ß ", 60000)))
			return func() { require.NoError(t, k.Close()) }
		},
	} {
		t.Run(kind, func(t *testing.T) {
			s := ownDisplay(t, "openbox")
			user, err := OpenClipboard(bounded(t), s.addr)
			require.NoError(t, err)
			defer user.Close()
			end := copies(t, s)
			before := contents(t, user)
			require.NotEmpty(t, before)

			lender, err := OpenClipboard(bounded(t), s.addr)
			require.NoError(t, err)
			g := startGuard(t, s)
			ended := ends(t, g.cmd.Process.Pid)
			swap, err := lender.Swap(bounded(t), "lent", g.Keep)
			require.NoError(t, err)
			require.Empty(t, swap.Lost)
			end() // from here on only we have the content
			restored, err := swap.Restore(bounded(t))
			require.NoError(t, err)
			require.True(t, restored)
			require.NoError(t, g.Close())
			owner, err := user.o.current()
			require.NoError(t, err)
			require.False(t, user.SameClient(Window(owner), Window(swap.own.window)), "the watcher owns it before the lender goes")
			require.NotZero(t, owner)
			require.NoError(t, lender.Close())

			after := contents(t, user)
			for name, f := range before {
				if f.Type == "ATOM" || f.Bits == 32 { // numbers of the owner's own, like its timestamp
					continue
				}
				require.True(t, bytes.Equal(f.Data, after[name].Data), name)
			}
			require.Len(t, after, len(before))
			nothingOpenOnDisk(t, g.cmd.Process.Pid)
			require.NoError(t, user.Set(bounded(t), "copied later"))
			require.NoError(t, within(t, "the watcher ends when somebody copies", ended))
			got, err := lastingRead(t, s)
			require.NoError(t, err)
			require.Equal(t, "copied later", got)
		})
	}
}

func lastingRead(t *testing.T, s *server) (string, error) {
	t.Helper()
	return clipboard(t, s).Read(bounded(t), mega)
}

// nothingOpenOnDisk looks at what a process has open, and at what a list of processes shows of it.
func nothingOpenOnDisk(t *testing.T, pid int) {
	t.Helper()
	open, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	require.NoError(t, err)
	require.NotEmpty(t, open)
	for _, fd := range open {
		name, err := os.Readlink(fd)
		require.NoError(t, err)
		// The Go runtime reads the machine's limits for processes from /sys.
		require.False(t, strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "/sys/") && name != os.DevNull, name)
	}
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	require.NoError(t, err)
	require.Contains(t, string(line), GuardCommand)
	require.NotContains(t, string(line), "the user's own")
	folder, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	require.NoError(t, err)
	require.Equal(t, "/", folder)
}

// lendUntilKilled is the helper process: it lends, says so, and waits to be killed.
func lendUntilKilled() int {
	fail := func(err error) int { os.Stderr.WriteString(err.Error()); return 1 }
	ctx, addr := context.Background(), Address{Display: os.Getenv("DISPLAY")}
	self, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	g, err := StartGuard(ctx, self, addr, "X11_TEST_ROLE=guard")
	if err != nil {
		return fail(err)
	}
	k, err := OpenClipboard(ctx, addr)
	if err != nil {
		return fail(err)
	}
	if _, err := k.Swap(ctx, "lent", g.Keep); err != nil {
		return fail(err)
	}
	fmt.Println(g.cmd.Process.Pid)
	select {}
}

func TestKillingTheLenderGivesTheUsersClipboardBack(t *testing.T) {
	s := ownDisplay(t, "")
	user := clipboard(t, s)
	require.NoError(t, user.Set(bounded(t), "the user's own"))
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(s.env, "X11_TEST_ROLE=lend")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(out).ReadString('\n')
		line <- text
	}()
	var guard int
	_, err = fmt.Sscan(within(t, "the helper lends", line), &guard)
	require.NoError(t, err)
	ended := ends(t, guard)
	got, err := user.Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "lent", got)

	watch, err := newKeeper(s.dial(t))
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	for got == "lent" {
		within(t, "the clipboard is put back", watch.sub.wake)
		if owner, err := user.o.current(); err == nil && owner != 0 {
			got, err = user.Read(bounded(t), mega)
			require.NoError(t, err)
		}
	}
	require.Equal(t, "the user's own", got)
	require.NoError(t, syscall.Kill(guard, syscall.SIGTERM), "a session that ends does not wait for it")
	require.NoError(t, within(t, "the watcher ends", ended))
}

func TestTheWatcherGivesNothingBackOverWhatTheUserDid(t *testing.T) {
	for name, c := range map[string]struct {
		user func(t *testing.T, k *Clipboard)
		want string
	}{
		"copied": {func(t *testing.T, k *Clipboard) { require.NoError(t, k.Set(bounded(t), "later")) }, "later"},
		"copied and cleared": {func(t *testing.T, k *Clipboard) {
			require.NoError(t, k.Set(bounded(t), "a password"))
			now, err := k.now(bounded(t))
			require.NoError(t, err)
			require.NoError(t, xproto.SetSelectionOwnerChecked(k.c.x, 0, k.o.atoms["CLIPBOARD"], now).Check())
		}, ""},
		"copied and closed": {func(t *testing.T, k *Clipboard) {
			require.NoError(t, k.Set(bounded(t), "gone with its program"))
			require.NoError(t, k.Close())
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := ownDisplay(t, "")
			before, user, lender, g := clipboard(t, s), clipboard(t, s), clipboard(t, s), startGuard(t, s)
			require.NoError(t, before.Set(bounded(t), "before"))
			swap, err := lender.Swap(bounded(t), "lent", g.Keep)
			require.NoError(t, err)
			c.user(t, user)
			isClosed(t, "the loss is noticed", swap.Gone())
			require.NoError(t, g.Close())
			require.NotNil(t, g.cmd.ProcessState, "it does not stay")
			require.NoError(t, lender.Close())
			got, err := lastingRead(t, s)
			if c.want == "" {
				require.ErrorIs(t, err, ErrNoOwner)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestASecondLoanKeepsWhatTheFirstGaveBack(t *testing.T) {
	s := ownDisplay(t, "")
	user, lender, g := clipboard(t, s), clipboard(t, s), startGuard(t, s)
	require.NoError(t, user.Set(bounded(t), "the user's own"))
	for range 2 {
		swap, err := lender.Swap(bounded(t), "lent", g.Keep)
		require.NoError(t, err)
		_, err = swap.Restore(bounded(t))
		require.NoError(t, err)
	}
	_, err := lender.Swap(bounded(t), "lent again", g.Keep)
	require.NoError(t, err)
	ended := ends(t, g.cmd.Process.Pid)
	require.NoError(t, g.Close())
	require.NoError(t, lender.Close())
	got, err := lastingRead(t, s)
	require.NoError(t, err)
	require.Equal(t, "the user's own", got)
	s.stop()
	require.NoError(t, within(t, "the watcher ends with the server", ended))
}

func TestAWatcherThatIsToForgetDoesNotStay(t *testing.T) {
	s := ownDisplay(t, "")
	user, lender, g := clipboard(t, s), clipboard(t, s), startGuard(t, s)
	require.NoError(t, user.Set(bounded(t), "a manager has it"))
	_, err := lender.Swap(bounded(t), "lent", g.Keep)
	require.NoError(t, err)
	require.NoError(t, g.Keep(Kept{}))
	require.NoError(t, g.Close())
	require.NotNil(t, g.cmd.ProcessState)
	require.NoError(t, lender.Close())
	_, err = lastingRead(t, s)
	require.ErrorIs(t, err, ErrNoOwner)
}

func TestNothingIsLentWhenNobodyKeepsTheContent(t *testing.T) {
	s := ownDisplay(t, "")
	user, lender := clipboard(t, s), clipboard(t, s)
	require.NoError(t, user.Set(bounded(t), "the user's own"))
	refused := errors.New("refused")
	_, err := lender.Swap(bounded(t), "lent", func(k Kept) error {
		require.NotEmpty(t, k.Formats)
		return refused
	})
	require.ErrorIs(t, err, refused)
	got, err := user.Read(bounded(t), mega)
	require.NoError(t, err)
	require.Equal(t, "the user's own", got)
}
