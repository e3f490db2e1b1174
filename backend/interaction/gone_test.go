package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestAStepForAWindowThatWasClosedIsNotDoneToAnother(t *testing.T) {
	for name, next := range map[string]func(r *rig) proof.Outcome{
		"press": func(r *rig) proof.Outcome { return r.press("B") },
		"type":  func(r *rig) proof.Outcome { return r.typed("", "hello") },
		"set":   func(r *rig) proof.Outcome { return r.set("B", "true") },
		"key":   func(r *rig) proof.Outcome { return r.key("f5") },
		"wheel": func(r *rig) proof.Outcome { return r.scroll("", 3) },
	} {
		for how, end := range map[string]func(r *rig){
			"closed":  func(r *rig) { r.win.Close() },
			"crashed": func(r *rig) { r.app.Crash() },
		} {
			t.Run(name+" "+how, func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					chat := r.desk.App("Chat", desktop.GTK3).WindowBehind("Anna", frame)
					chat.Check("B", false)
					chat.Text("Message", "")
					r.win.Check("A", false)
					effect(t, proof.Confirmed, r.press("A"))
					n := len(r.desk.Acts())
					end(r)
					o := next(r)
					effect(t, proof.Failed, o)
					require.Equal(t, proof.ReasonGone, o.Reason())
					require.Equal(t, "“Notes” has been closed, so this was not done to another window.", o.Report())
					require.Len(t, r.desk.Acts(), n)
				})
			})
		}
	}
}

func TestAPlanGoesOnWhereItsOwnStepsLead(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) { // a window that the plan closes
		b := r.desk.App("Chat", desktop.GTK3).WindowBehind("Anna", frame).Check("B", false)
		r.win.Button("Close").On(func(*dt.Control) { r.win.Close() })
		effect(t, proof.Confirmed, r.press("Close"))
		effect(t, proof.Confirmed, r.press("B"))
		require.Equal(t, 1, b.Pressed())
	})
	bubble(t, func(t *testing.T, r *rig) { // another window of the program
		r.win.Check("A", false)
		b := r.app.WindowBehind("Second", frame).Check("B", false)
		effect(t, proof.Confirmed, r.press("A"))
		r.win.Close()
		effect(t, proof.Confirmed, r.press("B"))
		require.Equal(t, 1, b.Pressed())
	})
	bubble(t, func(t *testing.T, r *rig) { // a program that the plan opens
		r.win.Check("A", false)
		mail := r.desk.App("Mail", desktop.GTK3)
		r.desk.Install(desktop.Entry{ID: "org.example.Mail.desktop", Name: "Mail"})
		b := mail.WindowBehind("Inbox", frame).Check("B", false)
		effect(t, proof.Confirmed, r.press("A"))
		r.win.Close()
		effect(t, proof.Confirmed, r.open("Mail"))
		effect(t, proof.Confirmed, r.press("B"))
		require.Equal(t, 1, b.Pressed())
	})
}

func TestATwinInAWindowThatCameUpByItselfIsAQuestion(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		name := r.win.Text("Name", "")
		email := r.win.Text("Email", "")
		effect(t, proof.Confirmed, r.set("Name", "Bob"))
		popup := r.app.Window("Popup", frame)
		twin := popup.Text("Email", "")
		only := popup.Check("Subscribe", false)
		popup.Raise()
		o := r.set("Email", "bob@example.org")
		require.Equal(t, proof.ReasonAmbiguous, o.Reason(), o.Report())
		require.Empty(t, twin.Content())
		require.Empty(t, email.Content())
		require.Equal(t, "Bob", name.Content())

		effect(t, proof.Confirmed, r.set("Subscribe", "true")) // only there
		require.True(t, only.Is(desktop.Checked))
	})
}

func TestAWindowThatTheStepBeforeOpenedIsWhereTheNextOneWorks(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mine := r.win.Text("Email", "")
		var twin *dt.Control
		r.win.Button("New").On(dt.OpenWindow("Details", func(w *dt.Window) { twin = w.Text("Email", "") }))
		effect(t, proof.Confirmed, r.press("New"))
		effect(t, proof.Confirmed, r.set("Email", "bob@example.org"))
		require.Equal(t, []string{"", "bob@example.org"}, []string{mine.Content(), twin.Content()})
	})
	bubble(t, func(t *testing.T, r *rig) { // a dialog that has to be answered
		r.win.Check("OK", false)
		r.win.Check("A", false)
		effect(t, proof.Confirmed, r.press("A"))
		var ok *dt.Control
		dt.OpenDialog("Really?", func(w *dt.Window) { ok = w.Check("OK", false) })(r.win.Control)
		effect(t, proof.Confirmed, r.press("OK"))
		require.Equal(t, 1, ok.Pressed())
	})
}
