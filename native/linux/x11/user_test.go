//go:build linux

package x11

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestWhoseInputItIsFollowsFromDeviceAndBook(t *testing.T) {
	const mouse, xtestPointer = 9, 4
	synthetic := map[uint16]bool{xtestPointer: true, mouse: false}
	l := NewLedger(time.Now)
	l.Note(RawButtonPress, 1)
	press := func(source uint16, code uint32) RawEvent {
		return RawEvent{Kind: RawButtonPress, Code: code, Source: source}
	}
	for i, c := range []struct {
		e    RawEvent
		want Origin
	}{
		{press(mouse, 1), Hardware}, // and it must not use up our own entry
		{press(xtestPointer, 3), OtherProgram},
		{press(xtestPointer, 1), Ours},
		{press(xtestPointer, 1), OtherProgram}, // the same again, which we did not send
		{press(77, 1), Hardware},               // a device plugged in since
	} {
		require.Equal(t, c.want, OriginOf(c.e, synthetic, l.Claim), "case %d", i)
	}
}

func TestOurInputIsNotTheUsersAndAnotherProgramsIs(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	ledger := NewLedger(time.Now)
	ours, theirs := s.input(t, c, InputOptions{Ledger: ledger}), s.input(t, s.dial(t), InputOptions{})
	user, err := WatchUser(bounded(t), s.addr, ledger)
	require.NoError(t, err)
	raw, err := WatchRaw(bounded(t), s.addr)
	require.NoError(t, err)

	require.NoError(t, ours.Click(bounded(t), Point{40, 40}, ButtonLeft, 2))
	require.NoError(t, ours.Type(bounded(t), "Aé你", nil))
	require.NoError(t, theirs.Chord(bounded(t), 'x'))
	for _, kind := range []RawKind{RawKeyPress, RawKeyRelease} {
		e := within(t, "the other program's key", user)
		require.Equal(t, kind, e.Kind)
		require.Equal(t, OtherProgram, e.Origin)
		require.EqualValues(t, 53, e.Code)
		require.False(t, e.Lost)
	}
	for {
		e := within(t, "raw events", raw)
		require.True(t, e.Source == 4 || e.Source == 5, "source %d", e.Source)
		if e.Code == 53 {
			break
		}
	}
}

func TestXdotoolCountsAsTheUser(t *testing.T) {
	s := display(t, "")
	program(t, "xdotool")
	ledger := NewLedger(time.Now)
	user, err := WatchUser(bounded(t), s.addr, ledger)
	require.NoError(t, err)
	s.shell(t, "xdotool", "click", "1") // its mousemove warps the pointer, which moves no device and is not seen
	e := within(t, "xdotool's input", user)
	for e.Kind != RawButtonPress {
		e = within(t, "xdotool's input", user)
	}
	require.Equal(t, OtherProgram, e.Origin)
}

func TestMotionsThatWaitAreOneEvent(t *testing.T) {
	move := func(source uint16, at uint32) UserEvent {
		return UserEvent{RawEvent: RawEvent{Kind: RawMotion, Source: source, Time: at}}
	}
	var due []UserEvent
	for i := range uint32(500) {
		due = appendUser(due, move(9, i))
	}
	require.Len(t, due, 1)
	require.EqualValues(t, 499, due[0].Time, "the newest")
	due = appendUser(due, UserEvent{RawEvent: RawEvent{Kind: RawKeyPress, Code: 9}})
	due = appendUser(due, move(9, 600))
	due = appendUser(due, move(10, 601))
	require.Len(t, due, 4)
	for i := range maxUserEvents + 5 {
		due = appendUser(due, UserEvent{RawEvent: RawEvent{Kind: RawKeyPress, Code: uint32(i)}})
	}
	require.Len(t, due, maxUserEvents)
	require.True(t, due[maxUserEvents-1].Lost)
}

func TestEscapeTwiceIsTwoPressesInARow(t *testing.T) {
	press := func(code, at uint32) RawEvent { return RawEvent{Kind: RawKeyPress, Code: code, Time: at} }
	release := func(code, at uint32) RawEvent { return RawEvent{Kind: RawKeyRelease, Code: code, Time: at} }
	repeat := func(code, at uint32) RawEvent { return RawEvent{Kind: RawKeyPress, Code: code, Time: at, Repeat: true} }
	button := RawEvent{Kind: RawButtonPress, Code: 1}
	motion := RawEvent{Kind: RawMotion}
	const far = 0xffffffff - 100
	for name, c := range map[string]struct {
		events []RawEvent
		want   int
	}{
		"two presses":               {[]RawEvent{press(9, 100), release(9, 150), press(9, 400)}, 1},
		"too slow":                  {[]RawEvent{press(9, 100), release(9, 150), press(9, 800)}, 0},
		"slow, then quick":          {[]RawEvent{press(9, 100), press(9, 800), press(9, 900)}, 1},
		"another key between":       {[]RawEvent{press(9, 100), press(38, 150), press(9, 200)}, 0},
		"a click between":           {[]RawEvent{press(9, 100), button, press(9, 200)}, 0},
		"the mouse moves between":   {[]RawEvent{press(9, 100), motion, press(9, 200)}, 1},
		"kept down":                 {[]RawEvent{press(9, 100), repeat(9, 150), repeat(9, 200)}, 0},
		"three presses are one":     {[]RawEvent{press(9, 100), press(9, 200), press(9, 300)}, 1},
		"four presses are two":      {[]RawEvent{press(9, 100), press(9, 200), press(9, 300), press(9, 400)}, 2},
		"over the end of the clock": {[]RawEvent{press(9, far), press(9, 99)}, 1},
	} {
		tw, got := Twice{Code: 9, Within: 600 * time.Millisecond}, 0
		for _, e := range c.events {
			if tw.Press(e) {
				got++
			}
		}
		require.Equal(t, c.want, got, name)
	}
}

func TestIdleTimeStartsAgainWithInput(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	require.NoError(t, in.Move(bounded(t), Point{11, 12}))
	idle, err := c.Idle()
	require.NoError(t, err)
	require.Less(t, idle, patience)
}

func TestWatchingTheUserEndsWithItsContext(t *testing.T) {
	s := display(t, "")
	ignore := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(context.Background())
	user, err := WatchUser(ctx, s.addr, nil)
	require.NoError(t, err)
	raw, err := WatchRaw(ctx, s.addr)
	require.NoError(t, err)
	cancel()
	for range user {
	}
	for range raw {
	}
	goleak.VerifyNone(t, ignore)
	_, err = WatchUser(context.Background(), Address{Display: ":54321"}, nil)
	require.ErrorIs(t, err, ErrNoDisplay)
}

func FuzzParseRaw(f *testing.F) {
	f.Add(make([]byte, 32))
	f.Fuzz(func(_ *testing.T, b []byte) { parseRaw(b) })
}
