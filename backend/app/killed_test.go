package app_test

import (
	"bufio"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/turn"
)

// victimHome makes this test binary the Pace that is killed in the middle of a step.
const victimHome = "PACE_TEST_VICTIM_HOME"

func TestVictim(t *testing.T) {
	home := os.Getenv(victimHome)
	if home == "" {
		t.Skip("is run by the tests that kill it")
	}
	d := desktoptest.New(t)
	p := apptest.On(t, home, d, func(o *app.Options) { o.Slow = 100 })
	w := d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	w.Text("Name", "Ada")
	w.Button("Send").On(func(*desktoptest.Control) {
		_, _ = os.Stdout.WriteString("sent\n") // it has happened, and nobody will be there to see it
		select {}
	})
	p.Ask(t, "set Name to Grace and then press Send and then set Name to Alan")
}

func TestWhoeverIsKilledBetweenActAndRecordHasClaimedNothingAndLostNothing(t *testing.T) {
	home := t.TempDir()
	c := exec.Command(os.Args[0], "-test.run=^TestVictim$")
	c.Env = append(os.Environ(), victimHome+"="+home)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "sent" {
	}
	require.NoError(t, lines.Err())
	require.NoError(t, c.Process.Kill())
	_ = c.Wait()
	require.NoError(t, filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		require.NotRegexp(t, "Grace|Alan", string(b), "%s: what is typed is in no file before it is known whether it may be", path)
		return err
	}))

	synctest.Test(t, func(t *testing.T) {
		p := apptest.On(t, home, desktoptest.New(t))
		db, err := p.DB()
		require.NoError(t, err)
		runs, err := db.Runs().List(context.Background(), store.RunFilter{})
		require.NoError(t, err)
		require.Len(t, runs, 2, "what was begun is there, what was not is not")
		for _, r := range runs { // the first was seen, but whether it lasts was to be seen at the end
			require.Equal(t, store.Begun, r.Effect, r.Tool)
			require.Equal(t, "It was begun; what came of it is not known.", r.Report)
			require.Nil(t, r.Undo)
		}

		rows, err := p.Trace().Recent(context.Background(), 1)
		require.NoError(t, err)
		for _, e := range rows {
			require.NotContains(t, []event.Type{event.StepEnded, event.TurnEnded, event.Spoken, event.UndoOffered}, e.Type, "nothing was claimed")
		}

		got := p.Ask(t, "what did you just do")
		require.Contains(t, got.Spoken, "Press “Send” – it is not known whether it happened.")
		require.NotContains(t, got.Spoken, "seen")

		got = p.Ask(t, "undo that")
		require.Equal(t, event.Failed, got.Status)
		require.Contains(t, got.Spoken, "what came of it is not known, so nothing was taken back")
		require.NoError(t, p.Close())
	})
}

func TestWhatIsStillBeingDoneIsNotTakenBackByAnotherProcess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.Equal(t, event.Done, r.Ask(t, "set Name to Grace").Status)
		r.ok.Ignore()
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "press OK", Origin: "ask", Attended: true})
		require.NoError(t, err)
		synctest.Wait()
		second := r.Second(t)
		got := second.Ask(t, "undo that")
		require.Equal(t, event.Failed, got.Status, got.Spoken)
		require.Contains(t, got.Spoken, "begun")
		require.Equal(t, "Grace", r.name.Content())
		apptest.Finish(x) // nothing came of it, so the step before is the last thing done
		require.Equal(t, event.Done, second.Ask(t, "undo that").Status)
		require.Equal(t, "Ada", r.name.Content())
		require.NoError(t, second.Close())
	})
}

func TestTwoProcessesThatUndoAtOnceGoBackOneStepAndNotTwo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.Equal(t, event.Done, r.Ask(t, "set Name to Grace").Status)
		require.Equal(t, event.Done, r.Ask(t, "set Name to Alan").Status)
		second := r.Second(t)
		var turns []*turn.Turn
		for _, p := range []*apptest.Pace{r.Pace, second} {
			x, err := p.Turns().Submit(context.Background(), turn.Request{Text: "undo that", Origin: "ask", Attended: true})
			require.NoError(t, err)
			turns = append(turns, x)
		}
		for _, x := range turns {
			apptest.Finish(x)
		}
		require.Equal(t, "Grace", r.name.Content())
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status)
		require.Equal(t, "Ada", r.name.Content())
		require.Equal(t, "There is nothing to undo.", second.Ask(t, "undo that").Spoken)
		require.NoError(t, second.Close())
	})
}
