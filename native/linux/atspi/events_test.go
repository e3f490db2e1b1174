package atspi

import (
	"context"
	"fmt"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

func signal(n int) *dbus.Signal {
	return &dbus.Signal{Sender: ":1.5", Path: dbus.ObjectPath(fmt.Sprintf("/x/%d", n)), Body: []any{"focused", int32(1), int32(0), dbus.MakeVariant("")}}
}

func TestASignalIsReadAsItCame(t *testing.T) {
	e, ok := decodeSignal("org.a11y.atspi.Event.Object", "StateChanged", signal(7))
	require.True(t, ok)
	require.Equal(t, "object:state-changed", e.Kind)
	require.Equal(t, Ref{":1.5", "/x/7"}, e.Source)
	require.Equal(t, "focused", e.Detail)
	require.Equal(t, int32(1), e.D1)

	_, ok = decodeSignal("org.a11y.atspi.Event.Object", "StateChanged", &dbus.Signal{})
	require.False(t, ok, "too short")
	_, ok = decodeSignal("org.freedesktop.DBus", "NameAcquired", &dbus.Signal{Body: []any{"x"}})
	require.False(t, ok)
	left := &dbus.Signal{Body: []any{":1.5", ":1.5", ""}}
	e, ok = decodeSignal(ifBus, "NameOwnerChanged", left)
	require.True(t, ok)
	require.Equal(t, KindLeft, e.Kind)
	require.Equal(t, Root(":1.5"), e.Source)
	_, ok = decodeSignal(ifBus, "NameOwnerChanged", &dbus.Signal{Body: []any{":1.6", "", ":1.6"}})
	require.False(t, ok, "somebody came")
}

func TestASlowReaderLosesSignalsOnceAndIsTold(t *testing.T) {
	s := newSignals(func(string) {})
	x := s.add(nil, 3)
	send := func(from, to int) {
		for i := from; i < to; i++ {
			s.DeliverSignal("org.a11y.atspi.Event.Object", "StateChanged", signal(i))
		}
	}
	send(0, 10)
	require.Len(t, x.ch, 4, "three signals and one word of the loss")
	var got []string
	for range 4 {
		e := <-x.ch
		got = append(got, e.Kind+e.Source.Path)
	}
	require.Equal(t, []string{"object:state-changed/x/0", "object:state-changed/x/1", "object:state-changed/x/2", "lost"}, got)

	send(10, 12)
	require.Equal(t, "/x/10", (<-x.ch).Source.Path, "after that it goes on")
	require.Equal(t, "/x/11", (<-x.ch).Source.Path)
	send(20, 30)
	require.Len(t, x.ch, 4, "a second loss is told again")
}

func TestOneLossIsToldOnceWhileTheReaderHasNotComeToIt(t *testing.T) {
	s := newSignals(func(string) {})
	x := s.add(nil, 2)
	for i := range 5 {
		s.DeliverSignal("org.a11y.atspi.Event.Object", "StateChanged", signal(i))
	}
	<-x.ch // 0; left: 1, lost
	s.DeliverSignal("org.a11y.atspi.Event.Object", "StateChanged", signal(9))
	require.Equal(t, "/x/1", (<-x.ch).Source.Path)
	require.Equal(t, KindLost, (<-x.ch).Kind)
	require.Empty(t, x.ch)
}

func TestSubscribersGetTheirProgramsOnlyAndEndWithTheirContext(t *testing.T) {
	c, p := desk(t, forest(0)...)
	ctx, cancel := context.WithCancel(t.Context())
	mine, err := c.Subscribe(ctx, func(bus string) bool { return bus == p.bus }, 8)
	require.NoError(t, err)
	others, err := c.Subscribe(ctx, func(bus string) bool { return bus == ":9.9" }, 8)
	require.NoError(t, err)
	require.NoError(t, p.conn.Emit("/x/last", "org.a11y.atspi.Event.Object.TextChanged", "insert", int32(0), int32(3), dbus.MakeVariant("abc")))
	e := <-mine
	require.Equal(t, "object:text-changed", e.Kind)
	require.Equal(t, p.ref("/x/last"), e.Source)

	require.NoError(t, p.conn.Close())
	require.Equal(t, KindLeft, (<-mine).Kind, "the program's end is told")
	cancel()
	for range mine {
	}
	for e := range others {
		t.Fatalf("another program's signal: %v", e)
	}
}

func TestRegisteringIsDoneOnceAndInTheFormTheRegistryKnows(t *testing.T) {
	for _, old := range []bool{false, true} {
		address := startBus(t)
		registry := startRegistry(t, address)
		registry.set(func() { registry.oldReg = old })
		c := dial(t, address)
		require.NoError(t, c.Register(t.Context()))
		require.NoError(t, c.Register(t.Context()))
		registry.mu.Lock()
		require.ElementsMatch(t, registered, registry.events, "old form: %v", old)
		registry.mu.Unlock()
	}
}

func TestWithoutARegistryRegisteringFails(t *testing.T) {
	c := dial(t, startBus(t))
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	err := c.Register(ctx)
	if err == nil {
		t.Skip("the registry starts by itself here")
	}
	require.Error(t, err)
}
