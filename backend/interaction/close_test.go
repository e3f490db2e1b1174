package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestAWindowThatAsksFirstIsToldAsAQuestion(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.OnClose(dt.OpenDialog("Save changes?", func(w *dt.Window) { w.Button("Discard").On(dt.CloseWindow()) }))
		o := r.x.CloseWindow(r.ctx, 0, "")
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "Save changes?")
		require.False(t, r.win.Gone())
	})
}

func TestAWindowThatIgnoresItsCrossIsUnchanged(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.OnClose()
		start := time.Now()
		effect(t, proof.Unchanged, r.x.CloseWindow(r.ctx, 0, ""))
		require.Equal(t, 2*time.Second, time.Since(start))
	})
}

func TestTheWindowOfANamedProgramIsClosed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mail := r.desk.App("Mail", desktop.GTK3).WindowBehind("Inbox", frame)
		r.desk.Install(desktop.Entry{ID: "org.example.Mail.desktop", Name: "Mail"})
		effect(t, proof.Confirmed, r.x.CloseWindow(r.ctx, 0, "mail"))
		require.True(t, mail.Gone())
		require.False(t, r.win.Gone())
		o := r.x.CloseWindow(r.ctx, 1, "Mail")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.False(t, r.win.Gone())
	})
}

func TestAProgramIsQuitWhenNoneOfItsWindowsIsLeft(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mail := r.desk.App("Mail", desktop.GTK3)
		one, two := mail.WindowBehind("Inbox", frame), mail.WindowBehind("Draft", frame)
		two.Minimise()
		o := r.last(r.quit("Mail"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.WindowGone, "Each of the 2 windows of “Mail”", o)
		require.True(t, one.Gone() && two.Gone())
		require.False(t, r.win.Gone())
		o = r.last(r.quit(""))
		effect(t, proof.Confirmed, o)
		saw(t, proof.WindowGone, "Window “Notes”", o)
		effect(t, proof.Refused, r.quit("Mail"))
	})
}

func TestAProgramThatAsksBeforeItEndsIsNotQuit(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		two := r.app.WindowBehind("Draft", frame)
		r.win.OnClose(dt.OpenDialog("Save changes?", nil))
		o := r.quit("Notes")
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "Save changes?")
		require.False(t, r.win.Gone())
		require.True(t, two.Gone())
	})
}

func TestAWindowThatStaysWhenItsProgramIsQuitIsTold(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.app.WindowBehind("Draft", frame)
		r.win.OnClose()
		o := r.quit("")
		effect(t, proof.Partial, o)
		require.Equal(t, "1 of 2 windows closed; “Notes” is still open.", o.Report())
	})
	bubble(t, func(t *testing.T, r *rig) {
		r.win.OnClose()
		o := r.quit("")
		effect(t, proof.Unchanged, o)
		require.Equal(t, "“Notes” was asked to close and is still open.", o.Report())
	})
}

func TestPaceDoesNotQuitItself(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		own := r.desk.OwnWindow("Pace", frame)
		effect(t, proof.Refused, r.quit("Pace"))
		effect(t, proof.Confirmed, r.quit(""))
		effect(t, proof.Refused, r.quit(""))
		require.False(t, own.Gone())
	})
}

func (r *rig) quit(app string) proof.Outcome {
	o := r.x.Quit(r.ctx, r.step, app)
	r.step++
	return o
}
