package atspi

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestABreakerRestsThenLetsOneProbeThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreakers(2 * time.Second)
		require.Equal(t, pass, b.ask(":1.1"))
		b.trip(":1.1")
		require.Equal(t, deny, b.ask(":1.1"))
		require.True(t, b.isOpen(":1.1"))
		require.Equal(t, pass, b.ask(":1.2"), "others are not concerned")

		time.Sleep(2 * time.Second) // virtual
		require.Equal(t, probe, b.ask(":1.1"))
		require.Equal(t, deny, b.ask(":1.1"), "one probe at a time")

		b.trip(":1.1") // the probe was not answered either
		require.Equal(t, deny, b.ask(":1.1"))
		time.Sleep(2 * time.Second)
		require.Equal(t, probe, b.ask(":1.1"))
		b.close(":1.1")
		require.Equal(t, pass, b.ask(":1.1"))
		require.False(t, b.isOpen(":1.1"))
	})
}

func TestAnAnswerMeanwhileSparesAProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBreakers(time.Second)
		sent := time.Now()
		require.True(t, b.quietSince(":1.1", sent))
		time.Sleep(time.Millisecond)
		b.heard(":1.1")
		require.False(t, b.quietSince(":1.1", sent))
		b.forget(":1.1")
		require.True(t, b.quietSince(":1.1", sent))
	})
}
