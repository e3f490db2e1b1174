package atspi

import (
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

func wire(bus, path string) []any { return []any{bus, dbus.ObjectPath(path)} }

func newForm() []any {
	return []any{wire(":1.2", "/a"), wire(":1.2", RootPath), wire(":1.2", "/p"), int32(4), int32(7),
		[]string{"org.a11y.atspi.Accessible", "org.a11y.atspi.Action", "org.a11y.atspi.Text"}, "Save", uint32(43), "tip", []uint32{1 << 25, 1 << 9}}
}

func TestTheNewFormOfAnItemIsRead(t *testing.T) {
	got, err := decodeItems([][]any{newForm()})
	require.NoError(t, err)
	require.Equal(t, []Node{{Ref: Ref{":1.2", "/a"}, Parent: Ref{":1.2", "/p"}, Index: 4, Children: 7,
		Interfaces: HasAction | HasText, Name: "Save", Desc: "tip", Role: RolePushButton, States: Showing | Checkable}}, got)
}

func TestTheOldFormOfAnItemIsRead(t *testing.T) {
	parent := []any{wire(":1.2", "/p"), wire(":1.2", RootPath), wire(":1.2", RootPath), [][]any{wire(":1.2", "/b"), wire(":1.2", "/a")},
		[]string{}, "Box", uint32(39), "", []uint32{0, 0}}
	kid := []any{wire(":1.2", "/a"), wire(":1.2", RootPath), wire(":1.2", "/p"), [][]any{},
		[]string{}, "Save", uint32(43), "", []uint32{0, 0}}
	got, err := decodeItems([][]any{kid, parent})
	require.NoError(t, err)
	require.Equal(t, 1, got[0].Index, "its place in the parent's list")
	require.Equal(t, 0, got[0].Children)
	require.Equal(t, 2, got[1].Children)
}

func TestACacheThatIsTooLargeOrMalformedIsRefused(t *testing.T) {
	_, err := decodeItems(make([][]any, MaxItems+1))
	require.ErrorIs(t, err, ErrTooMany)
	for i := range newForm() {
		row := newForm()
		_, err := decodeItems([][]any{row[:i]})
		require.Error(t, err, "cut to %d fields", i)
	}
	row := newForm()
	row[9] = "states"
	_, err = decodeItems([][]any{row})
	require.Error(t, err)
	_, err = decodeItems("text")
	require.Error(t, err)
}

// What a program sends is untrusted: any mixture of types is an error or a node, never a panic.
func FuzzDecodeItemsSurvivesAnyFields(f *testing.F) {
	f.Add(uint8(0), uint8(3), "x")
	f.Fuzz(func(t *testing.T, at, kind uint8, s string) {
		row := newForm()
		odd := []any{nil, s, int32(3), uint32(9), []string{s}, []uint32{1}, [][]any{{s}}, []any{s}, wire(s, s), []any{}, dbus.MakeVariant(s)}
		row[int(at)%len(row)] = odd[int(kind)%len(odd)]
		nodes, err := decodeItems([][]any{row, newForm()})
		if err == nil && len(nodes) != 2 {
			t.Fatalf("%d nodes of 2 items", len(nodes))
		}
	})
}
