//go:build linux

package x11

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestOnlyNotedInputIsOursAndOnlyOnce(t *testing.T) {
	l := NewLedger(time.Now)
	l.Note(RawKeyPress, 38)
	l.Note(RawKeyRelease, 38)
	l.Note(RawMotion, 0)
	require.False(t, l.Claim(RawKeyPress, 39), "another key")
	require.True(t, l.Claim(RawKeyPress, 38))
	require.False(t, l.Claim(RawKeyPress, 38), "a second press is somebody else's")
	require.True(t, l.Claim(RawKeyRelease, 38))
	require.True(t, l.Claim(RawMotion, 7), "motion has no code")
	require.False(t, l.Claim(RawMotion, 0))
}

func TestASendThatNeverBecameAnEventIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLedger(time.Now)
		l.Note(RawKeyRelease, 50)
		time.Sleep(ledgerAge + time.Millisecond)
		require.False(t, l.Claim(RawKeyRelease, 50))
	})
}

func TestNoLedgerKeepsNoBook(t *testing.T) {
	var l *Ledger
	l.Note(RawKeyPress, 1)
	require.False(t, l.Claim(RawKeyPress, 1))
}

func TestALedgerIsBounded(t *testing.T) {
	l := NewLedger(time.Now)
	for i := range ledgerSize + 10 {
		l.Note(RawKeyPress, uint32(i))
	}
	require.Len(t, l.entries, ledgerSize)
	require.False(t, l.Claim(RawKeyPress, 0))
	require.True(t, l.Claim(RawKeyPress, ledgerSize+9))
}
