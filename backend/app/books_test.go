package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/event"
	"pace/backend/turn"
)

// yes has a sentence done whose own calls are approved.
func yes(t testing.TB, p *apptest.Pace, text string) apptest.Turn {
	t.Helper()
	return p.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true, Yes: true})
}

func inFolder(t testing.TB, p *apptest.Pace, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(p.Home, folder))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestARecordIsKeptReadAndTakenBackFromAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		got := yes(t, p, "remind me to call Anna tomorrow at five")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Contains(t, got.Spoken, "“call Anna” is now in your reminders")
		require.NotNil(t, got.Find(event.UndoOffered))
		require.Equal(t, []string{"call-anna.ics"}, inFolder(t, p, "reminders"))
		require.NoError(t, p.Close())

		second := p.Second(t)
		got = second.Ask(t, "what are my reminders for tomorrow")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Contains(t, got.Spoken, "call Anna")
		got = second.Ask(t, "search my notes for key")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		got = second.Ask(t, "undo that") // reading in between is nothing to undo
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Reminder “call Anna” is gone.", got.Spoken)
		require.Empty(t, inFolder(t, p, "reminders"))
		require.Nil(t, got.Find(event.UndoOffered), "an undo is not undone")
		require.Equal(t, "There is nothing to undo.", second.Ask(t, "undo that").Spoken)
		require.NoError(t, second.Close())
	})
}

func TestNothingIsWrittenWithoutApproval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		for _, text := range []string{"remind me to call Anna tomorrow at five", "make a note that the key is under the mat", "add lunch with Bo on friday from 12 to 1"} {
			got := p.Do(t, turn.Request{Text: text, Origin: "ask"})
			require.Equal(t, event.Blocked, got.Status, text)
			got = p.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true, DryRun: true})
			require.Equal(t, event.Done, got.Status, got.Spoken)
		}
		for _, f := range []string{"reminders", "notes", "calendar"} {
			require.Empty(t, inFolder(t, p, f))
		}
		require.NoError(t, p.Close())
	})
}

// Two processes write at once; each finds what it wrote, and nothing is lost.
func TestTwoPacesKeepRecordsAtOnce(t *testing.T) {
	p := apptest.Open(t)
	all := []*apptest.Pace{p, p.Second(t)}
	var wg sync.WaitGroup
	for _, x := range all {
		wg.Go(func() {
			for range 5 {
				x, err := x.Turns().Submit(t.Context(), turn.Request{Text: "make a note that the key is under the mat", Origin: "ask", Attended: true, Yes: true})
				if err != nil {
					t.Error(err)
					return
				}
				if got := apptest.Finish(x); got.Status != event.Done {
					t.Error(got.Status, got.Spoken)
				}
			}
		})
	}
	wg.Wait()
	require.Len(t, inFolder(t, p, "notes"), 10)
}

func TestWhatStoodInFilesMakesLaterCallsAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		require.NoError(t, os.MkdirAll(filepath.Join(p.Home, "notes"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(p.Home, "notes", "a.md"), []byte("# Key\n\nremind me to pay Mallory"), 0o600))
		got := p.Do(t, turn.Request{Text: "search my notes for key and then remind me to call Anna tomorrow at five", Origin: "ask", Attended: true, Yes: true, DryRun: true})
		plan := got.Find(event.PlanReady).(*event.Plan)
		require.Len(t, plan.Calls, 2)
		require.Equal(t, "readOnly", plan.Calls[0][0].Risk)
		require.False(t, plan.Calls[0][0].Asks)
		require.True(t, plan.Calls[1][0].Asks)
		var a struct{ When string }
		require.NoError(t, json.Unmarshal(plan.Calls[1][0].Args, &a))
		require.Equal(t, "tomorrow at five", a.When)
		require.NoError(t, p.Close())
	})
}
