//go:build linux

package x11

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// input opens an Input for the length of a test.
func (s *server) input(t *testing.T, c *Conn, o InputOptions) *Input {
	t.Helper()
	in, err := NewInput(c, o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, in.Close()) })
	return in
}

func TestTextArrivesExactlyInEachLayout(t *testing.T) {
	for _, layout := range []string{"us", "de", "fr", "us -variant dvorak", "gr", "ru"} {
		t.Run(layout, func(t *testing.T) {
			s := ownDisplay(t, "openbox")
			s.shell(t, "setxkbmap", strings.Fields(layout)...)
			c := s.dial(t)
			in := s.input(t, c, InputOptions{})
			x := startXev(t, s, c, in)
			for _, text := range []string{"Hello, World! 0123456789", "The \"quick\" brown fox: jumps_over (the) lazy dog? y=z+1;"} {
				m, err := in.Keyboard().Map()
				require.NoError(t, err)
				if len(m.Missing(text)) > maxBound { // Latin on a Greek or Russian layout
					require.ErrorIs(t, in.Type(bounded(t), text, nil), ErrTooManyUnmapped)
					continue
				}
				x.clear()
				require.NoError(t, in.Type(bounded(t), text, nil))
				require.Equal(t, text, x.typed(t, len([]rune(text))))
			}
			for _, text := range []string{"äöü ß @ € {[]}\\ ~", "你好 🙂", "Ω≠и"} {
				x.clear()
				require.NoError(t, in.Type(bounded(t), text, nil))
				require.Equal(t, text, x.typed(t, len([]rune(text))))
			}
		})
	}
}

func TestTheSecondLayoutIsTypedWithWhenItIsActive(t *testing.T) {
	s := ownDisplay(t, "openbox")
	s.shell(t, "setxkbmap", "us,de,ru")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	for group, text := range []string{"xyz @#;", "xyz öä#ß@", "привет, Мир"} {
		_, err := c.useXKB()
		require.NoError(t, err)
		require.NoError(t, c.lockGroup(byte(group)))
		m, err := in.Keyboard().Map()
		require.NoError(t, err)
		require.Equal(t, group, m.Group)
		require.Empty(t, m.Missing(text), "layout %d", group)
		x.clear()
		require.NoError(t, in.Type(bounded(t), text, nil))
		require.Equal(t, text, x.typed(t, len([]rune(text))))
	}
}

func TestALayoutChangeBetweenChunksIsNoticed(t *testing.T) {
	s := ownDisplay(t, "openbox")
	s.shell(t, "setxkbmap", "us")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	text := strings.Repeat("yz-", 50)
	layouts := []string{"de", "fr", "us"}
	require.NoError(t, in.Type(bounded(t), text, func(sent int) error {
		x.typed(t, sent)
		s.shell(t, "setxkbmap", layouts[0])
		layouts = layouts[1:]
		return nil
	}))
	require.Equal(t, text, x.typed(t, len(text)))
}

func TestBackPressureComesAfterEachChunkAndItsErrorEndsTheTyping(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	var calls []int
	full := errors.New("target lost the focus")
	err := in.Type(bounded(t), strings.Repeat("a", 200), func(sent int) error {
		calls = append(calls, sent)
		if sent > 64 {
			return full
		}
		return nil
	})
	require.ErrorIs(t, err, full)
	require.Equal(t, []int{64, 128}, calls)
	require.Equal(t, strings.Repeat("a", 128), x.typed(t, 128))
	require.True(t, in.Held().Empty())
}

func TestTooManyMissingCharactersAreRefusedBeforeAnythingIsTyped(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	require.ErrorIs(t, in.Type(bounded(t), "ab一二三四五六七八九十百千万", nil), ErrTooManyUnmapped)
	require.ErrorIs(t, in.Type(bounded(t), "ab\x01", nil), ErrNoKey)
	require.ErrorIs(t, in.Type(bounded(t), "ab\xff", nil), ErrNoKey)
	require.NoError(t, in.Type(bounded(t), "c", nil))
	require.Equal(t, "c", x.typed(t, 1))
	require.True(t, in.Held().Empty())
}

func TestBindingsAreKeptReusedAndTakenBack(t *testing.T) {
	s := ownDisplay(t, "openbox")
	c, watch := s.dial(t), s.dial(t)
	in, err := NewInput(c, InputOptions{})
	require.NoError(t, err)
	x := startXev(t, s, c, in)
	spare := func() int {
		k, err := NewKeyboard(watch)
		require.NoError(t, err)
		defer k.Close()
		m, err := k.Map()
		require.NoError(t, err)
		return len(m.spare)
	}
	before := spare()
	changes := watch.subscribe(100, func(e []byte) bool { return code(e) == evMappingNotify })
	defer changes.cancel()
	type_ := func(text string) (mappings int) {
		x.clear()
		require.NoError(t, watch.sync())
		changes.take()
		require.NoError(t, in.Type(bounded(t), text, nil))
		require.Equal(t, text, x.typed(t, len([]rune(text))))
		require.NoError(t, watch.sync())
		events, _ := changes.take()
		return len(events)
	}
	first := type_("一二三四五六")
	require.Positive(t, first)
	require.Len(t, in.Held().Bound, 6)
	require.Zero(t, type_("六五四三二一一"), "the bindings are still there")
	type_("αβγδεζη")
	require.Len(t, in.Held().Bound, 12, "never more than twelve")
	type_("一二三四五六七八九十百千")
	require.Len(t, in.Held().Bound, 12)
	require.NoError(t, in.Close())
	require.Equal(t, before, spare(), "nothing stays behind")
}

func TestCapsLockAndHeldModifiersDoNotChangeTheTextAndComeBack(t *testing.T) {
	s := display(t, "openbox")
	c, other := s.dial(t), s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	require.NoError(t, c.lockMods(modLock, modLock))
	defer func() { require.NoError(t, c.lockMods(modLock, 0)) }()
	user := s.input(t, other, InputOptions{})
	require.NoError(t, user.holding([]Keysym{symShiftL, 0xffe3}, func() error {
		x.clear()
		if err := in.Type(bounded(t), "aB", nil); err != nil {
			return err
		}
		require.Equal(t, "aB", x.typed(t, 2))
		state, err := c.xkbState()
		require.NoError(t, err)
		require.Equal(t, byte(modLock), state.locked&modLock, "Caps Lock is on again")
		require.Equal(t, byte(modShift|modControl), state.base, "Shift and Control are down again")
		return nil
	}))
	require.True(t, in.Held().Empty())
}

func TestACancelledContextTypesNothing(t *testing.T) {
	s := display(t, "openbox")
	in := s.input(t, s.dial(t), InputOptions{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, in.Type(ctx, "a", nil), context.Canceled)
}
