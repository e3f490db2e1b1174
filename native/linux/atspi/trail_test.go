package atspi

import (
	"fmt"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

// says has the program send one signal.
func (p *program) says(t *testing.T, path, member, detail string) {
	t.Helper()
	require.NoError(t, p.conn.Emit(dbus.ObjectPath(path), "org.a11y.atspi.Event.Object."+member, detail, int32(0), int32(0), dbus.MakeVariant("")))
}

// answers asks the program anything: what it sent before is known when this returns.
func answers(t *testing.T, c *Client, p *program) {
	t.Helper()
	var name string
	var err error
	b := c.NewBatch(t.Context())
	b.Name(p.ref("/x/last"), &name, &err)
	b.Run()
	require.NoError(t, err)
}

func TestATrailHasEverySignalThatWasSentBeforeAnAnswer(t *testing.T) {
	c, p := desk(t, forest(0)...)
	require.NoError(t, c.Register(t.Context()))
	for range 50 {
		trail := c.Trail(p.bus)
		_, ok := trail.Holds()
		require.True(t, ok)
		p.says(t, "/x/win", "ChildrenChanged", "add")
		answers(t, c, p)
		_, ok = trail.Holds()
		require.False(t, ok, "the answer was there before the signal")
	}
}

func TestATrailTellsWhatMattersFromWhatDoesNot(t *testing.T) {
	for _, s := range []struct {
		member, detail string
		harmless       bool
	}{
		{"TextChanged", "insert", true}, {"TextCaretMoved", "", true}, {"SelectionChanged", "", true}, {"PropertyChange", "accessible-value", true},
		{"StateChanged", "focused", true}, {"StateChanged", "checked", true}, {"StateChanged", "pressed", true},
		{"ChildrenChanged", "add", false}, {"ChildrenChanged", "remove", false}, {"StateChanged", "showing", false}, {"StateChanged", "visible", false},
		{"StateChanged", "sensitive", false}, {"StateChanged", "enabled", false}, {"StateChanged", "editable", false}, {"StateChanged", "defunct", false},
		{"StateChanged", "expanded", false}, {"StateChanged", "selected", false}, {"PropertyChange", "accessible-role", false},
		{"PropertyChange", "accessible-parent", false}, {"StateChanged", "something-new", false}, {"SomethingNew", "", false},
	} {
		t.Run(s.member+" "+s.detail, func(t *testing.T) {
			c, p := desk(t, forest(0)...)
			require.NoError(t, c.Register(t.Context()))
			trail := c.Trail(p.bus)
			p.says(t, "/x/last", s.member, s.detail)
			answers(t, c, p)
			require.Equal(t, s.harmless, trail.Stands())
			require.Equal(t, s.harmless, trail.Spares(p.ref("/x/win")))
		})
	}
}

func TestATrailNamesWhatWasRenamedOnce(t *testing.T) {
	c, p := desk(t, forest(0)...)
	require.NoError(t, c.Register(t.Context()))
	trail := c.Trail(p.bus)
	p.says(t, "/x/last", "PropertyChange", "accessible-name")
	answers(t, c, p)
	require.False(t, trail.Stands())
	require.False(t, trail.Spares(p.ref("/x/last")))
	require.True(t, trail.Spares(p.ref("/x/win")))
	renamed, ok := trail.Holds()
	require.True(t, ok)
	require.Equal(t, []Ref{p.ref("/x/last")}, renamed)
	require.True(t, trail.Stands())
}

func TestATrailOfAProgramThatRenamesWithoutEndIsGivenUp(t *testing.T) {
	c, p := desk(t, forest(0)...)
	require.NoError(t, c.Register(t.Context()))
	trail := c.Trail(p.bus)
	for i := range maxRenamed + 1 {
		p.says(t, fmt.Sprintf("/x/%d", i), "PropertyChange", "accessible-name")
	}
	answers(t, c, p)
	_, ok := trail.Holds()
	require.False(t, ok)
}

func TestOnlyTheNewestTrailOfAProgramHolds(t *testing.T) {
	c, p := desk(t, forest(0)...)
	old := c.Trail(p.bus)
	_ = c.Trail(p.bus)
	require.False(t, old.Stands())
}

func TestATrailOfAProgramThatLeftDoesNotHold(t *testing.T) {
	c, p := desk(t, forest(0)...)
	mine, err := c.Subscribe(t.Context(), func(bus string) bool { return bus == p.bus }, 8)
	require.NoError(t, err)
	trail := c.Trail(p.bus)
	require.NoError(t, p.conn.Close())
	require.Equal(t, KindLeft, (<-mine).Kind)
	require.False(t, trail.Stands())
}
