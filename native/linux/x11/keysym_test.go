//go:build linux

package x11

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACharacterHasAKeysymAndComesBackFromIt(t *testing.T) {
	for r, want := range map[rune]Keysym{'a': 'a', 'ß': 0xdf, '€': 0x010020ac, 'ш': 0x01000448, '你': 0x01004f60, '🙂': 0x0101f642} {
		require.Equal(t, want, KeysymOf(r), "%q", r)
		back, ok := want.Rune()
		require.True(t, ok, "%q", r)
		require.Equal(t, r, back)
	}
	for r := rune(0); r < 0x3000; r++ {
		if k := KeysymOf(r); k != 0 {
			if back, ok := k.Rune(); ok {
				require.Equal(t, r, back)
			}
		}
	}
}

func TestOldKeysymsMeanTheSameCharacter(t *testing.T) {
	for k, r := range map[Keysym]rune{0x20ac: '€', 0x6db: 'ш', 0x7e1: 'α', 0x1b1: 'ą', 0x13bc: 'Œ', 0xaa9: '—', 0xad3: '”'} {
		got, ok := k.Rune()
		require.True(t, ok, "%#x", k)
		require.Equal(t, string(r), string(got), "%#x", k)
		require.Equal(t, KeysymOf(r), k.canonical())
	}
}

func TestTheTableOfOldKeysymsIsSorted(t *testing.T) {
	for i := 1; i < len(legacyRunes); i++ {
		require.Less(t, legacyRunes[i-1].sym, legacyRunes[i].sym)
	}
}

func TestDeadKeysAndFunctionsAreNoCharacters(t *testing.T) {
	for _, k := range []Keysym{0, 0xfe51, 0xfe52, symReturn, symShiftL, symISOLevel3, 0xffbe, 0x1008ff13} {
		_, ok := k.Rune()
		require.False(t, ok, "%#x", k)
	}
	for _, r := range []rune{0, 7, 0x7f, 0x85, 0xd800, -1, 0x110000} {
		require.Zero(t, KeysymOf(r), "%#x", r)
	}
}

func TestKeysAreFoundByTheNamesPeopleUse(t *testing.T) {
	for name, want := range map[string]Keysym{"enter": 0xff0d, "Return": 0xff0d, "page down": 0xff56, "Page_Down": 0xff56, "PgDn": 0xff56,
		"f5": 0xffc2, "F12": 0xffc9, "plus": '+', "+": '+', "A": 'A', "a": 'a', "é": 0xe9, "ctrl": 0xffe3, "AltGr": symISOLevel3,
		"super": 0xffeb, "left": 0xff51, "arrow-left": 0xff51, "Volume Up": 0x1008ff13, "numpad 7": 0xffb7, "esc": symEscape, " ": ' '} {
		got, ok := KeysymNamed(name)
		require.True(t, ok, name)
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"", "cmd", "command", "f0", "f36", "f05", "fn", "nonsense", "\x00"} {
		_, ok := KeysymNamed(name)
		require.False(t, ok, name)
	}
}
