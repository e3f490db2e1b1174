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
