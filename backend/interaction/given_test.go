package interaction

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/backend/system"
)

// files is the file manager of these tests.
var files = system.HandedOver{Handler: "Files", ID: "files.desktop", Class: "Files"}

var documents = Given{What: "the folder Documents", Titles: []string{"Documents"}}

// give hands documents over; what comes of it is up to then.
func (r *rig) give(g Given, h system.HandedOver, then func() error) proof.Outcome {
	o := r.x.Give(r.ctx, r.step, g, func(context.Context) (system.HandedOver, error) { return h, then() })
	r.step++
	return o
}

func later(r *rig, fn func()) func() error {
	return func() error {
		time.AfterFunc(time.Second, fn)
		return nil
	}
}

func TestAFolderIsShownWhenAWindowOfItsProgramNamesIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.last(r.give(documents, files, later(r, func() { r.desk.App("Files", desktop.GTK3).Window("Documents - Files", frame) })))
		effect(t, proof.Confirmed, o)
		saw(t, proof.WindowNew, "Documents - Files", o)
		require.Equal(t, time.Second, *o.Timing().Proven)
	})
}

func TestAWindowThatIsUsedAgainShowsTheFolderByItsTitleOrByComingUp(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		w := r.desk.App("Files", desktop.GTK3).WindowBehind("Downloads", frame)
		o := r.give(documents, files, later(r, func() { w.Retitle("documents") }))
		effect(t, proof.Confirmed, o)
		saw(t, proof.ValueRead, "title", o)

		r.win.Raise()
		effect(t, proof.Confirmed, r.give(documents, files, later(r, w.Raise)))
	})
}

func TestWhatDoesNotNameTheFolderProvesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(r *rig)
		says    string
	}{
		"nothing comes":                   {func(r *rig) {}, "no window shows that it opened"},
		"another folder comes":            {func(r *rig) { r.desk.App("Files", desktop.GTK3).Window("Documentary", frame) }, "“Documentary” came up, which does not name it"},
		"another program has that title":  {func(r *rig) { r.desk.App("Editor", desktop.GTK3).Window("Documents", frame) }, "no window shows that it opened"},
		"a window of Pace has that title": {func(r *rig) { r.desk.OwnWindow("Documents", frame) }, "no window shows that it opened"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				o := r.give(documents, files, later(r, func() { c.happens(r) }))
				effect(t, proof.Unverifiable, o)
				require.Contains(t, o.Report(), c.says)
			})
		})
	}
}

func TestAWindowThatNamedItBeforeIsNoEvidence(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.App("Files", desktop.GTK3).Window("Documents", frame)
		o := r.give(documents, files, later(r, func() {}))
		effect(t, proof.Unverifiable, o)
		require.Contains(t, o.Report(), "was in front already")
	})
}

func TestAWindowIsKnownByTheProcessThatTookTheThing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		app := r.desk.App("Nemo", desktop.GTK3)
		by := system.HandedOver{Handler: "the file manager", PID: app.PID()}
		effect(t, proof.Confirmed, r.give(documents, by, later(r, func() { app.Window("Documents", frame) })))
	})
	bubble(t, func(t *testing.T, r *rig) {
		app, other := r.desk.App("Nemo", desktop.GTK3), r.desk.App("Files", desktop.GTK3)
		by := system.HandedOver{Handler: "the file manager", PID: app.PID()}
		effect(t, proof.Unverifiable, r.give(documents, by, later(r, func() { other.Window("Documents", frame) })))
	})
	bubble(t, func(t *testing.T, r *rig) { // nobody knows who it is
		effect(t, proof.Confirmed, r.give(documents, system.HandedOver{}, later(r, func() { r.desk.App("X", desktop.GTK3).Window("Documents", frame) })))
	})
}

func TestWhatClosesAgainAtOnceIsNotShown(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.give(documents, files, later(r, func() {
			w := r.desk.App("Files", desktop.GTK3).Window("Documents", frame)
			time.AfterFunc(100*time.Millisecond, w.Close)
		}))
		effect(t, proof.Unchanged, r.last(o))
	})
}

func TestARevealedFileIsToldToBeSelectedOnlyWhenThatIsSeen(t *testing.T) {
	letter := documents
	letter.Item = "letter.txt"
	for name, c := range map[string]struct {
		shows func(r *rig)
		says  string
	}{
		"a selected row": {func(r *rig) {
			r.desk.App("Files", desktop.GTK3).Window("Documents", frame).Rows("Files", "a.txt", "letter.txt").SetContent("letter.txt")
		}, "“letter.txt” is selected in it"},
		"a row that is not selected": {func(r *rig) {
			r.desk.App("Files", desktop.GTK3).Window("Documents", frame).Rows("Files", "a.txt", "letter.txt").SetContent("a.txt")
		}, "can't be seen"},
		"a status bar": {func(r *rig) {
			r.desk.App("Files", desktop.GTK3).Window("Documents", frame).Add(desktop.StatusBar, `"letter.txt" | 2 bytes`, desktop.Enabled)
		}, "“letter.txt” is selected in it"},
		"a status bar of another": {func(r *rig) {
			r.desk.App("Files", desktop.GTK3).Window("Documents", frame).Add(desktop.StatusBar, `"my letter.txt2"`, desktop.Enabled)
		}, "can't be seen"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				o := r.give(letter, files, later(r, func() { c.shows(r) }))
				effect(t, proof.Confirmed, o)
				require.Contains(t, o.Report(), c.says)
			})
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		by := files
		by.Folder = true
		o := r.give(letter, by, later(r, func() { r.desk.App("Files", desktop.GTK3).Window("Documents", frame) }))
		effect(t, proof.Confirmed, o)
		require.Contains(t, o.Report(), "Nothing here can point at “letter.txt”, so only its folder is shown.")
	})
}

func TestWhatCanNotBeHandedOverSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		effect proof.Effect
		says   string
	}{
		"no program":      {fmt.Errorf("x: %w", system.ErrNoHandler), proof.Refused, "No program is set to open the folder Documents."},
		"a missing part":  {&system.Unavailable{Capability: system.Capability{Reason: "No such thing.", Fix: "Get one."}}, proof.Refused, "No such thing. Get one."},
		"a failed start":  {errors.New("exec format error"), proof.Failed, "could not be handed to a program"},
		"a missed answer": {fmt.Errorf("x: %w", system.ErrNoAnswer), proof.Unverifiable, "did not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				o := r.give(documents, files, func() error { return c.err })
				effect(t, c.effect, o)
				require.Contains(t, o.Report(), c.says)
			})
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Windows = nil
		effect(t, proof.Refused, r.give(documents, files, func() error { t.Fatal("handed over although nothing could be seen"); return nil }))
	})
}

func TestTheNamesOfAFileAreItselfAndWithoutItsEnding(t *testing.T) {
	require.Equal(t, []string{"Documents.d"}, Names("/h/Documents.d", true))
	require.Equal(t, []string{"report.pdf", "report"}, Names("/h/report.pdf", false))
	require.Equal(t, []string{".bashrc"}, Names("/h/.bashrc", false))
	require.Equal(t, []string{"a.b"}, Names("/h/a.b", false), "a title holds an a soon")
}
