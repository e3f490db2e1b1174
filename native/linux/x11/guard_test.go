//go:build linux

package x11

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// heldNow is what the server says is down, on whichever device, and which keycodes mean a character of the text.
func heldNow(t *testing.T, c *Conn, text string) (keys []byte, buttons uint16, mapped int) {
	t.Helper()
	down, err := c.keysDown()
	require.NoError(t, err)
	p, err := xproto.QueryPointer(c.x, c.root).Reply()
	require.NoError(t, err)
	k, err := NewKeyboard(c)
	require.NoError(t, err)
	defer k.Close()
	m, err := k.Map()
	require.NoError(t, err)
	return down.codes(), p.Mask & 0x1f00, len([]rune(text)) - len(m.Missing(text))
}

// holdUntilKilled is the helper process: it holds Shift, a button and two bound keys, says so, and waits to be killed.
func holdUntilKilled() int {
	fail := func(err error) int { os.Stderr.WriteString(err.Error()); return 1 }
	ctx := context.Background()
	addr := Address{Display: os.Getenv("DISPLAY")}
	c, err := Dial(ctx, addr)
	if err != nil {
		return fail(err)
	}
	self, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	g, err := StartGuard(ctx, self, addr, "X11_TEST_ROLE=guard")
	if err != nil {
		return fail(err)
	}
	in, err := NewInput(c, InputOptions{Recorder: g})
	if err != nil {
		return fail(err)
	}
	if err := c.lockMods(modLock, modLock); err != nil {
		return fail(err)
	}
	m, err := in.board.Map()
	if err != nil {
		return fail(err)
	}
	if m, err = in.bind(m, []rune("你好"), "你好"); err != nil {
		return fail(err)
	}
	s, _ := m.Stroke(KeysymOf('你'))
	err = in.neutral(func() error {
		return in.press([]byte{50, s.Code}, func() error {
			return in.pressButton(1, func() error {
				os.Stdout.WriteString("holding\n")
				select {}
			})
		})
	})
	return fail(err)
}

func TestKillingTheProcessReleasesKeysButtonsAndBindings(t *testing.T) {
	s := ownDisplay(t, "")
	watch := s.dial(t)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(s.env, "X11_TEST_ROLE=hold")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr lockedBuffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(out).ReadString('\n')
		line <- text
	}()
	require.Equal(t, "holding\n", within(t, "the helper holds its keys", line), stderr.String())
	keys, buttons, mapped := heldNow(t, watch, "你好")
	require.Len(t, keys, 2)
	require.NotZero(t, buttons)
	require.Equal(t, 2, mapped)

	// Taking the bindings back is the last thing the watcher does, and the server announces it.
	changed, err := watch.watchLayout()
	require.NoError(t, err)
	defer changed.cancel()
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	for mapped > 0 {
		within(t, "the layout is put back", changed.wake)
		changed.take()
		keys, buttons, mapped = heldNow(t, watch, "你好")
	}
	require.Empty(t, keys)
	require.Zero(t, buttons)
	state, err := watch.xkbState()
	require.NoError(t, err)
	require.NotZero(t, state.locked&modLock, "Caps Lock, which was off for the typing, is on again")
}

func TestTheGuardLetsGoWhenItsPipeEnds(t *testing.T) {
	s := ownDisplay(t, "")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	require.NoError(t, in.holding([]Keysym{symShiftL}, func() error {
		r, w := io.Pipe()
		done := make(chan error, 1)
		answers := &lockedBuffer{}
		go func() { done <- RunGuard(bounded(t), r, answers, s.addr) }()
		_, err := w.Write([]byte(`{"keys":[50]}` + "\n"))
		require.NoError(t, err)
		_, err = w.Write([]byte(`{"ke`)) // died in the middle of a line
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, within(t, "the guard ends", done))
		require.Equal(t, 2, strings.Count(answers.String(), "\n"))
		down, err := c.keysDown()
		require.NoError(t, err)
		require.Empty(t, down.codes())
		return nil
	}))
}

func TestAGuardThatIsGoneBreaksRecording(t *testing.T) {
	s := display(t, "")
	self, err := os.Executable()
	require.NoError(t, err)
	g, err := StartGuard(bounded(t), self, s.addr, "X11_TEST_ROLE=guard")
	require.NoError(t, err)
	require.NoError(t, g.Record(Held{Keys: []byte{50}}))
	require.NoError(t, g.cmd.Process.Kill())
	require.Error(t, g.Record(Held{}))
	require.Error(t, g.Record(Held{}), "it stays broken")
	require.Error(t, g.Close(), "it was killed")
}

func TestAGuardWithoutDisplayDoesNotStart(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	program(t, "Xvfb")
	_, err = StartGuard(bounded(t), self, Address{Display: ":54321"}, "X11_TEST_ROLE=guard")
	require.Error(t, err)
}

func TestAGuardEndsQuietlyWhenNothingIsHeld(t *testing.T) {
	s := display(t, "")
	self, err := os.Executable()
	require.NoError(t, err)
	g, err := StartGuard(bounded(t), self, s.addr, "X11_TEST_ROLE=guard")
	require.NoError(t, err)
	c := s.dial(t)
	in := s.input(t, c, InputOptions{Recorder: g})
	require.NoError(t, in.Click(bounded(t), Point{5, 5}, ButtonLeft, 1))
	require.NoError(t, in.Close())
	require.NoError(t, g.Close())
}
