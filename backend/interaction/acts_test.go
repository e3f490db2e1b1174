package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWhatAnEarlierTurnDidIsNotTakenForSomethingThatMovesByItself(t *testing.T) {
	s := New(nil, Config{})
	first, second := s.Open("1", nil), s.Open("2", nil)
	now := time.Now()
	s.sent(now)
	require.True(t, first.acted(now.Add(-time.Second), now.Add(time.Second)))
	require.True(t, second.acted(now.Add(-time.Second), now.Add(time.Second)))
	require.False(t, second.acted(now.Add(time.Second), now.Add(2*time.Second)))
}

func TestTheMemoryOfActsIsBounded(t *testing.T) {
	s := New(nil, Config{})
	for i := range 10 * actsKept {
		s.sent(time.Unix(int64(i), 0))
	}
	require.LessOrEqual(t, len(s.acts), actsKept)
	require.Equal(t, time.Unix(10*actsKept-1, 0), s.acts[len(s.acts)-1])
}
