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
	"pace/backend/event"
	"pace/backend/settings"
	"pace/backend/turn"
)

func TestOpeningAndClosingMakesNothing(t *testing.T) {
	made := 0
	p := apptest.Open(t, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop { made++; return nil }
	})
	require.NoError(t, p.Close())
	require.Zero(t, made, "the screen was not needed")
	entries, err := os.ReadDir(p.Home)
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, e.IsDir(), "%s was written", e.Name())
	}
	require.NoFileExists(t, filepath.Join(p.Home, "pace.db"))
}

func TestASentenceThatNeedsNoScreenIsAnsweredWithoutOne(t *testing.T) {
	p := apptest.Open(t, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoDisplay}}
		}
	})
	require.Equal(t, event.Done, p.Ask(t, "hello").Status)
}

func TestWhatIsMissingIsNamedInOneSentenceAndBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		missing    map[string]error
		says       string
	}{
		{"no display", "press OK", map[string]error{"Tree": desktop.ErrNoDisplay, "Input": desktop.ErrNoDisplay, "Windows": desktop.ErrNoDisplay, "Launcher": desktop.ErrNoDisplay}, "display"},
		{"no display, opening", "open Calculator", map[string]error{"Launcher": desktop.ErrNoDisplay, "Windows": desktop.ErrNoDisplay}, "display"},
		{"no accessibility bus", "press OK", map[string]error{"Tree": desktop.ErrNoBus}, "accessibility bus"},
		{"no clipboard", "read the clipboard", map[string]error{"Clipboard": desktop.ErrUnsupported}, "no way to do that"},
		{"nobody knows why", "press OK", nil, "no way to do that"},
	} {
		for _, dry := range []bool{false, true} {
			p := apptest.Open(t, func(o *app.Options) {
				o.Desktop = func(context.Context) *desktop.Desktop { return &desktop.Desktop{Missing: c.missing} }
			})
			got := p.Do(t, turn.Request{Text: c.text, Origin: "ask", Attended: true, DryRun: dry})
			require.Equal(t, event.Blocked, got.Status, c.name)
			require.Equal(t, 3, got.Status.ExitCode())
			require.Contains(t, got.Spoken, c.says, c.name)
			require.NotContains(t, got.Spoken, "\n")
			require.NotNil(t, got.Find(event.PlanReady), "it is planned all the same")
			require.NoError(t, p.Close())
		}
	}
	p := apptest.Open(t, func(o *app.Options) { o.Desktop = func(context.Context) *desktop.Desktop { return nil } })
	got := p.Ask(t, "press OK")
	require.Equal(t, event.Blocked, got.Status)
	require.Contains(t, got.Spoken, "no display")
}

func TestADamagedDatabaseCostsRecordsAndNotTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		garbage := []byte("this is no database, and it is long enough to be looked at as one ..........................................")
		require.NoError(t, os.WriteFile(r.Folders.Database(), garbage, 0o600))
		got := r.Ask(t, "set Name to B")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "B", r.name.Content())
		require.Nil(t, got.Find(event.UndoOffered), "what is not on record can't be offered")
		require.Equal(t, "There is nothing to undo.", r.Ask(t, "undo that").Spoken)
		require.Equal(t, event.NotUnderstood, r.Ask(t, "again").Status)
		db, err := r.DB()
		require.NoError(t, err)
		require.NotNil(t, db)
		require.NoError(t, r.Close())
		kept, err := os.ReadFile(r.Folders.Database())
		require.NoError(t, err)
		require.Equal(t, garbage, kept, "the damaged file is left for a person to save")
	})
}

func TestADatabaseThatCannotBeOpenedCostsRecordsAndNotTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		require.NoError(t, os.Mkdir(r.Folders.Database(), 0o700))
		got := r.Ask(t, "set Name to B")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Nil(t, got.Find(event.UndoOffered))
		undo := r.Ask(t, "undo that")
		require.Equal(t, event.Failed, undo.Status)
		require.NotContains(t, undo.Spoken, "nothing to undo", "nobody knows that")
		require.NoError(t, r.Close())
	})
}

func TestAHomeThatCannotBeUsedIsAnErrorAndNotACrash(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, environ := range [][]string{{"PACE_HOME=" + file}, {"PACE_HOME=" + file + "/below"}, {}, {"HOME=relative"}} {
		_, err := app.New(app.Options{Environ: environ})
		require.Error(t, err, "%v", environ)
	}
}

func TestTurnsAreTracedUnlessSwitchedOff(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.NoError(t, r.Settings.Set(string(settings.TraceEnabled), false))
		r.Ask(t, "press OK")
		synctest.Wait() // the trace follows behind
		require.NoError(t, r.Settings.Set(string(settings.TraceEnabled), true))
		want := r.Ask(t, "hello")
		synctest.Wait()
		rows, err := r.Trace().Recent(context.Background(), 10)
		require.NoError(t, err)
		require.Len(t, rows, len(want.Rows))
		for i := range rows {
			require.Equal(t, want.Rows[i].Type, rows[i].Type)
			require.Equal(t, want.ID, rows[i].Turn)
		}
		require.NoError(t, r.Trace().Forget())
		rows, err = r.Trace().Recent(context.Background(), 10)
		require.NoError(t, err)
		require.Empty(t, rows)
	})
}

func TestClosingWritesTheLastRowsBeforeItReturns(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.ok.Ignore()
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "press OK", Origin: "ask", Attended: true})
		require.NoError(t, err)
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, r.Close())
		require.Equal(t, event.Cancelled, apptest.Finish(x).Status)
		require.NoError(t, r.Close(), "and it may be closed twice")
		second := r.Second(t)
		rows, err := second.Trace().Recent(context.Background(), 10)
		require.NoError(t, err)
		require.Equal(t, event.TurnEnded, rows[len(rows)-1].Type)
		require.Equal(t, event.Cancelled, rows[len(rows)-1].Body.(*event.Ended).Status)
	})
}

func TestPicturesOfTargetsAreKeptOnlyForAnInterface(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, wanted := range []bool{true, false} {
			r := newRig(t, func(o *app.Options) { o.Pictures = wanted })
			end := r.Ask(t, "press OK").Find(event.StepEnded).(*event.StepResult)
			require.Equal(t, wanted, end.Picture != nil)
			if wanted {
				png, ok := r.Pictures.Get(end.Picture.Before)
				require.True(t, ok)
				require.Equal(t, "\x89PNG", string(png[:4]))
			}
			require.NoError(t, r.Close())
		}
	})
}

func TestTheToolsForInspectionAreThoseThatRun(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	p := apptest.Open(t)
	var want, got []string
	for _, c := range p.Turns().Registry.Cards() {
		want = append(want, c.Tool)
	}
	for _, c := range reg.Cards() {
		got = append(got, c.Tool)
	}
	require.Equal(t, want, got)
	require.NotEmpty(t, got)
}
