//go:build linux

package x11

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachLayoutPutsCharactersWhereItsKeysAre(t *testing.T) {
	s := ownDisplay(t, "")
	c := s.dial(t)
	k, err := NewKeyboard(c)
	require.NoError(t, err)
	defer k.Close()
	const q, y, digit2, z, shift, altgr = 24, 29, 11, 52, 50, 92
	for layout, want := range map[string]map[rune]Stroke{
		"us": {'y': {y, nil}, 'Y': {y, []byte{shift}}, '@': {digit2, []byte{shift}}, 'q': {q, nil}},
		"de": {'z': {y, nil}, 'y': {z, nil}, '"': {digit2, []byte{shift}}, '@': {q, []byte{altgr}}, '²': {digit2, []byte{altgr}}, 'Ω': {q, []byte{shift, altgr}}},
		"fr": {'a': {q, nil}, 'é': {digit2, nil}, '2': {digit2, []byte{shift}}},
		"ru": {'й': {q, nil}, 'Й': {q, []byte{shift}}},
	} {
		s.shell(t, "setxkbmap", layout)
		m, err := k.Map()
		require.NoError(t, err)
		for r, stroke := range want {
			got, ok := m.Stroke(KeysymOf(r))
			require.True(t, ok, "%s: %c", layout, r)
			require.Equal(t, stroke.Code, got.Code, "%s: %c", layout, r)
			var bits, wantBits byte
			for _, h := range got.Hold {
				bits |= m.Modifier(h)
			}
			for _, h := range stroke.Hold {
				wantBits |= m.Modifier(h)
			}
			require.Equal(t, wantBits, bits, "%s: %c", layout, r)
		}
	}
}

func TestDeadKeysAreNoWayToACharacter(t *testing.T) {
	s := ownDisplay(t, "")
	s.shell(t, "setxkbmap", "de")
	k, err := NewKeyboard(s.dial(t))
	require.NoError(t, err)
	defer k.Close()
	m, err := k.Map()
	require.NoError(t, err)
	require.Equal(t, []rune("^"), m.Missing("a^b^"), "on a German keyboard the circumflex is dead")
	_, ok := m.Stroke(0xfe52)
	require.False(t, ok)
}

func TestAShortcutIsFoundInAnInactiveLayout(t *testing.T) {
	s := ownDisplay(t, "")
	s.shell(t, "setxkbmap", "us,ru")
	c := s.dial(t)
	k, err := NewKeyboard(c)
	require.NoError(t, err)
	defer k.Close()
	require.NoError(t, c.lockGroup(1))
	m, err := k.Map()
	require.NoError(t, err)
	require.Equal(t, 1, m.Group)
	_, ok := m.Stroke('s')
	require.False(t, ok)
	sc, ok := m.Shortcut('s')
	require.True(t, ok)
	require.Equal(t, byte(39), sc.Code)
}

func TestSpareKeycodesMeanNothing(t *testing.T) {
	s := display(t, "")
	k, err := NewKeyboard(s.dial(t))
	require.NoError(t, err)
	defer k.Close()
	m, err := k.Map()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(m.spare), maxBound)
	for _, code := range m.spare {
		require.Zero(t, m.sym(code))
		require.Zero(t, m.Modifier(code))
	}
}

func TestNeighbouringSparesArePreferred(t *testing.T) {
	for _, c := range []struct {
		spare []byte
		n     int
		want  []byte
	}{
		{[]byte{1, 3, 4, 5, 9}, 3, []byte{3, 4, 5}}, {[]byte{1, 3, 4, 5, 9}, 1, []byte{9}}, {[]byte{1, 3, 4, 5, 9, 10}, 2, []byte{9, 10}},
		{[]byte{1, 3, 4, 5, 9, 10}, 5, []byte{3, 4, 5, 9, 10}}, {[]byte{1, 2}, 0, nil},
	} {
		require.Equal(t, c.want, contiguous(c.spare, c.n), "%+v", c)
	}
}

func TestAGroupTheKeyLacksIsWrappedClampedOrRedirected(t *testing.T) {
	for _, c := range []struct {
		info byte
		g    int
		want int
		ok   bool
	}{{2, 1, 1, true}, {2, 3, 1, true}, {0x42, 3, 1, true}, {0x90 | 2, 3, 1, true}, {0xb0 | 2, 3, 0, true}, {0, 0, 0, false}} {
		got, ok := key{groupInfo: c.info}.group(c.g)
		require.Equal(t, c.ok, ok, "%+v", c)
		require.Equal(t, c.want, got, "%+v", c)
	}
}

func FuzzParseLayout(f *testing.F) {
	f.Add(make([]byte, 40))
	f.Add([]byte(strings.Repeat("\x01", 200)))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := parseLayout(b)
		if err == nil {
			newKeymap(l, 0)
			newKeymap(l, 3)
		}
	})
}

func FuzzParseDevices(f *testing.F) {
	f.Add([]byte(strings.Repeat("\x01\x00", 100)))
	f.Fuzz(func(_ *testing.T, b []byte) { _, _ = parseDevices(b) })
}
