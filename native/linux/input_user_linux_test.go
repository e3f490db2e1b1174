package linux

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

func TestOnlyTheBeginningOfAnInputCounts(t *testing.T) {
	const esc = 9
	for _, c := range []struct {
		name string
		e    x11.RawEvent
		want *desktop.UserInput
	}{
		{"a key", x11.RawEvent{Kind: x11.RawKeyPress, Code: 38}, &desktop.UserInput{}},
		{"escape", x11.RawEvent{Kind: x11.RawKeyPress, Code: esc}, &desktop.UserInput{Escape: true}},
		{"a button with the number of escape", x11.RawEvent{Kind: x11.RawButtonPress, Code: esc}, &desktop.UserInput{}},
		{"a movement", x11.RawEvent{Kind: x11.RawMotion}, &desktop.UserInput{Motion: true}},
		{"a key that is let go of", x11.RawEvent{Kind: x11.RawKeyRelease, Code: esc}, nil},
		{"a button that is let go of", x11.RawEvent{Kind: x11.RawButtonRelease, Code: 1}, nil},
		{"a key that is kept down", x11.RawEvent{Kind: x11.RawKeyPress, Code: 38, Repeat: true}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				u := newUser(nil, nil)
				u.state, u.escapes, u.last = running, map[uint32]bool{esc: true}, time.Now()
				in, err := u.subscribe(t.Context())
				require.NoError(t, err)
				time.Sleep(time.Minute) // virtual
				u.hear(x11.UserEvent{RawEvent: c.e}, time.Now())
				idle, err := u.idle()
				require.NoError(t, err)
				select {
				case got := <-in:
					require.NotNil(t, c.want)
					require.Equal(t, time.Now(), got.At)
					got.At = time.Time{}
					require.Equal(t, *c.want, got)
					require.Zero(t, idle)
				default:
					require.Nil(t, c.want)
					require.Equal(t, time.Minute, idle)
				}
			})
		})
	}
}

func TestASlowReaderLosesInputAndNobodyWaits(t *testing.T) {
	u := newUser(nil, nil)
	u.state = running
	in, err := u.subscribe(t.Context())
	require.NoError(t, err)
	for range 10 * userRoom {
		u.hear(x11.UserEvent{RawEvent: x11.RawEvent{Kind: x11.RawMotion}}, time.Now())
	}
	require.Len(t, in, userRoom)
}
