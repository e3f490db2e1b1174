package app_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/settings"
	"pace/backend/turn"
)

// bubble runs fn on a Pace in front of which a program with some controls has been open for a while. Time is
// virtual.
func bubble(t *testing.T, fn func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		fn(t, r)
		require.NoError(t, r.Close())
	})
}

type rig struct {
	*apptest.Pace
	app  *desktoptest.App
	win  *desktoptest.Window
	name *desktoptest.Control
	ok   *desktoptest.Control
	out  *desktoptest.Control
}

func newRig(t *testing.T, changes ...func(*app.Options)) *rig {
	r := &rig{Pace: apptest.Open(t, changes...)}
	r.app = r.Desk.App("Notes", desktop.GTK3)
	r.win = r.app.Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	r.name = r.win.Text("Name", "Ada")
	r.out = r.win.Label("ready")
	r.ok = r.win.Button("OK").On(desktoptest.SetLabel(r.out, "pressed"))
	time.Sleep(10 * time.Second)
	return r
}

func TestASentenceBecomesAProvenAction(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		got := r.Ask(t, "press OK")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, []event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepEnded, event.Spoken, event.TurnEnded}, got.Types())
		require.Contains(t, got.Spoken, "pressed")
		require.Equal(t, 1, r.ok.Pressed())
	})
}

func TestAnActThatChangesNothingIsNotCalledDone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.ok.Ignore()
		got := r.Ask(t, "press OK")
		require.Equal(t, event.Failed, got.Status)
		require.Equal(t, []string{"unchanged"}, got.Effects())
		require.NotContains(t, got.Spoken, "confirmed")
	})
}

func TestWhatWasTypedIsTakenBackFromAnotherProcess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		got := r.Ask(t, "set Name to Grüße 🙂")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.NotNil(t, got.Find(event.UndoOffered))
		require.NoError(t, r.Close())

		second := r.Second(t)
		got = second.Ask(t, "undo that")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Ada", r.name.Content())
		require.Nil(t, got.Find(event.UndoOffered), "an undo is not undone")

		got = second.Ask(t, "undo that")
		require.Equal(t, event.Failed, got.Status)
		require.Equal(t, "There is nothing to undo.", got.Spoken)
		require.NoError(t, second.Close())
	})
}

func TestUndoLeavesAloneWhatTheUserHasChangedSince(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.Ask(t, "set Name to Grace")
		r.name.SetContent("Grace Hopper")
		got := r.Ask(t, "undo that")
		require.NotEqual(t, event.Done, got.Status)
		require.Equal(t, "Grace Hopper", r.name.Content())
	})
}

func TestUndoGoesBackStepByStep(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.Ask(t, "set Name to B")
		r.Ask(t, "set Name to C")
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status)
		require.Equal(t, "B", r.name.Content())
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status)
		require.Equal(t, "Ada", r.name.Content())
	})
}

func TestAnOfferOfUndoIsTakenByItsNumberAndOnlyWhileItIsTheNewest(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		first := r.Ask(t, "set Name to B").Find(event.UndoOffered).(*event.Undo)
		second := r.Ask(t, "set Name to C").Find(event.UndoOffered).(*event.Undo)
		undo := func(run int64) apptest.Turn {
			return r.Do(t, turn.Request{Undo: run, Origin: "interface", Attended: true})
		}
		require.Equal(t, event.Failed, undo(first.Run).Status)
		require.Equal(t, event.Failed, undo(9999).Status)
		require.Equal(t, event.Done, undo(second.Run).Status)
		require.Equal(t, event.Done, undo(first.Run).Status)
		require.Equal(t, "Ada", r.name.Content())
	})
}

func TestTwoEqualLabelsAreAskedAboutAndTheAnswerIsActedOn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		seen := r.win.Label("none")
		r.win.Group("Left").Button("Save").On(desktoptest.SetLabel(seen, "left"))
		r.win.Group("Right").Button("Save").On(desktoptest.SetLabel(seen, "right"))
		got := r.Ask(t, "press Save")
		require.Equal(t, event.Blocked, got.Status)
		require.NotNil(t, got.Question)
		require.Len(t, got.Question.Options, 2)
		require.NotEqual(t, got.Question.Options[0].Label, got.Question.Options[1].Label, "a person must be able to tell them apart")
		require.Equal(t, "none", seen.Name())

		got = r.Ask(t, "the second one")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "right", seen.Name())

		again := r.Ask(t, "press Save")
		path := again.Question.Options[0].Path
		got = r.Do(t, turn.Request{Option: path, Origin: "interface", Attended: true})
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "left", seen.Name())
	})
}

func TestAQuestionOutlivesTheProcessButNotTwoMinutes(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		seen := r.win.Label("none")
		r.win.Group("Left").Button("Save").On(desktoptest.SetLabel(seen, "left"))
		r.win.Group("Right").Button("Save").On(desktoptest.SetLabel(seen, "right"))
		r.Ask(t, "press Save")
		require.NoError(t, r.Close())
		second := r.Second(t)
		require.Equal(t, event.Done, second.Ask(t, "the first one").Status)
		require.Equal(t, "left", seen.Name())

		second.Ask(t, "press Save")
		time.Sleep(2 * time.Minute)
		require.Equal(t, event.NotUnderstood, second.Ask(t, "the second one").Status)
		require.Equal(t, "left", seen.Name())
		require.NoError(t, second.Close())
	})
}

func TestItAndAgainMeanWhatWasTouchedLast(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		count := r.win.Toggle("Bold", false)
		require.Equal(t, event.Done, r.Ask(t, "press Bold").Status)
		require.Equal(t, event.Done, r.Ask(t, "press it again").Status)
		require.Equal(t, event.Done, r.Ask(t, "again").Status)
		require.Equal(t, 3, count.Pressed())
		require.Equal(t, event.NotUnderstood, func() event.Status { time.Sleep(2 * time.Minute); return r.Ask(t, "press it").Status }())
	})
}

func TestCloseItClosesTheProgramThatWasOpened(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.Desk.Install(desktop.Entry{ID: "calc", Name: "Calculator"}).OpensWindow(200*time.Millisecond, "Calculator")
		require.Equal(t, event.Done, r.Ask(t, "open Calculator").Status)
		r.win.Raise() // the user goes back to the notes
		got := r.Ask(t, "close it")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Len(t, r.app.Windows(), 1, "not whatever happens to be in front")
	})
}

func TestADryRunOnARealDeskTouchesAndRecordsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		acts := len(r.Desk.Acts())
		for text, want := range map[string]event.Status{"set Name to B and then press OK": event.Done, "press Nowhere": event.Failed, "undo that": event.Failed} {
			got := r.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true, DryRun: true})
			require.Equal(t, want, got.Status, "%s: %s", text, got.Spoken)
		}
		require.Equal(t, "Ada", r.name.Content())
		require.Len(t, r.Desk.Acts(), acts)
		db, err := r.DB()
		require.NoError(t, err)
		_, ok, err := db.Runs().Undoable(context.Background())
		require.NoError(t, err)
		require.False(t, ok)
		require.Equal(t, event.NotUnderstood, r.Ask(t, "again").Status)
	})
}

func TestAfterTextFromOutsideWasReadNoFlagApproves(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.Desk.UserCopies("press OK please")
		begun := time.Now()
		got := r.Do(t, turn.Request{Text: "read the clipboard and then press OK", Origin: "ask", Attended: true, Yes: true})
		require.Equal(t, event.Blocked, got.Status, got.Spoken)
		require.True(t, got.Find(event.ApprovalRequested).(*event.Approval).Tainted)
		require.Equal(t, 2*time.Minute, time.Since(begun))
		require.Zero(t, r.ok.Pressed())
	})
}

func TestAnEmptyClipboardIsAnAnswer(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		got := r.Ask(t, "what is on the clipboard")
		require.Equal(t, event.Done, got.Status)
		require.Equal(t, "There is no text on the clipboard.", got.Spoken)
	})
}

func TestALinkedSentenceAsksBeforeItDoesAnything(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "press OK", Origin: "link", Attended: true})
		require.NoError(t, err)
		for e := range x.Events() {
			if q, ok := e.Body.(*event.Approval); ok {
				require.Zero(t, r.ok.Pressed())
				require.True(t, r.Approve.Decide(q.ID, true, "interface"))
			}
		}
		require.Equal(t, event.Done, x.Wait().Status)
		got := r.Do(t, turn.Request{Text: "press OK", Origin: "link"})
		require.Equal(t, event.Blocked, got.Status, "nobody is there")
		require.Equal(t, 1, r.ok.Pressed())
	})
}

func TestSettingsHoldFromTheNextTurnOn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.ok.Ignore()
		begun := time.Now()
		r.Ask(t, "press OK")
		require.Equal(t, 2*time.Second, time.Since(begun).Truncate(time.Second))

		file := filepath.Join(r.Home, "settings.json") // a person edits it while Pace runs
		require.NoError(t, os.WriteFile(file, []byte(`{"BudgetPress":"7s"}`), 0o600))
		begun = time.Now()
		r.Ask(t, "press OK")
		require.Equal(t, 7*time.Second, time.Since(begun).Truncate(time.Second))

		require.NoError(t, os.WriteFile(file, []byte(`{"EnableActions":false}`), 0o600))
		pressed := r.ok.Pressed()
		got := r.Ask(t, "press OK")
		require.Equal(t, event.Blocked, got.Status)
		require.Contains(t, got.Spoken, "switched off")
		require.Equal(t, pressed, r.ok.Pressed())
		require.Equal(t, event.Done, r.Ask(t, "what time is it").Status, "what only reads is answered all the same")

		for _, text := range []string{`{"EnableActions":false,}`, `{"EnableActions":"nope"}`, "no settings"} {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			got = r.Ask(t, "press OK")
			require.Equal(t, event.Blocked, got.Status, "a switch that can't be read counts as off: %s", text)
			require.Contains(t, got.Spoken, "can't be read")
			require.Equal(t, pressed, r.ok.Pressed())
		}
		require.NoError(t, os.WriteFile(file, []byte(`{"BudgetPress":"nonsense"}`), 0o600))
		require.NotEqual(t, event.Blocked, r.Ask(t, "press OK").Status, "another value that can't be read stops nothing")
		require.NoError(t, r.Settings.Set(string(settings.EnableActions), true))
	})
}

func TestTheUserTakingTheMouseStopsTheTurn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.ok.Ignore()
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "press OK and then press OK", Origin: "ask", Attended: true})
		require.NoError(t, err)
		time.Sleep(500 * time.Millisecond)
		for range 5 {
			r.Desk.UserMoves()
		}
		got := apptest.Finish(x)
		require.Equal(t, event.Cancelled, got.Status, got.Spoken)
		require.Contains(t, got.Spoken, "You moved the mouse")
	})
}

func TestCancellingWhileAnEffectHasStillToLastIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		bold := r.win.Toggle("Bold", false)
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "press Bold", Origin: "ask", Attended: true})
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, 1, bold.Pressed(), "seen, and now it has to last")
		require.True(t, r.Turns().Cancel(x.ID, "terminal"))
		got := apptest.Finish(x)
		require.Equal(t, event.Cancelled, got.Status, got.Spoken)
		require.NotContains(t, got.Spoken, "confirmed")
	})
}
