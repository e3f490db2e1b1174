package tools

import (
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

// locking runs lock_screen on a lock, and lets what it did last.
func locking(t *testing.T, fn func(t *testing.T, lock *systemtest.Lock, run func() proof.Outcome)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		lock := systemtest.NewLock()
		last := &Lasting{}
		x := lockScreen{Files{Session: system.Session{Lock: lock}, Last: last}}
		fn(t, lock, func() proof.Outcome {
			o, _ := x.Run(t.Context(), tool.Step{Turn: "t"}, json.RawMessage(`{}`))
			if s, ok := last.Settle(t.Context(), "t")[0]; ok && o.OK() {
				if !s.OK() {
					return s
				}
				require.NotNil(t, s.Timing().Settled)
			}
			return o
		})
		synctest.Wait()
	})
}

func TestTheScreenIsLockedWhenItIsReadToBe(t *testing.T) {
	locking(t, func(t *testing.T, lock *systemtest.Lock, run func() proof.Outcome) {
		o := run()
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The screen is locked.", o.Report())
		require.Equal(t, []proof.Evidence{{Kind: proof.StateRead, What: "The screen", Before: "not locked", After: "locked"}}, o.Evidence())

		o = run()
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The screen is already locked.", o.Report())
		require.Equal(t, proof.AlreadySo, o.Evidence()[0].Kind)
	})
}

func TestARequestToLockThatDoesNothingIsNotCalledDone(t *testing.T) {
	locking(t, func(t *testing.T, lock *systemtest.Lock, run func() proof.Outcome) {
		lock.Ignore(true)
		o := run()
		effect(t, proof.Unchanged, o)
		require.Equal(t, "The request to lock the screen was taken, but the screen is not locked.", o.Report())
	})
}

func TestWhereNothingLocksTheScreenItIsRefusedWithTheReason(t *testing.T) {
	locking(t, func(t *testing.T, lock *systemtest.Lock, run func() proof.Outcome) {
		lock.Deny(system.Capability{Name: "screen lock", State: system.Absent, Reason: "Nothing here locks the screen.", Fix: "Start a locker."})
		o := run()
		effect(t, proof.Refused, o)
		require.Equal(t, "Nothing here locks the screen. Start a locker.", o.Report())
		_, p := lockScreen{Files{Session: system.Session{Lock: lock}}}.Preview(t.Context(), tool.Step{}, nil)
		require.Equal(t, o.Report(), p.Text)
	})
}
