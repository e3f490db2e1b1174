package tools

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func TestEverySpellingOfAPlaceIsOnePlace(t *testing.T) {
	for said, want := range map[string]desktop.Placement{"left": desktop.PlaceLeft, "left_half": desktop.PlaceLeft, "right_half": desktop.PlaceRight, "top": desktop.PlaceTop, "bottom_half": desktop.PlaceBottom,
		"maximize": desktop.PlaceMaximise, "maximise": desktop.PlaceMaximise, "full_screen": desktop.PlaceMaximise, "fullscreen": desktop.PlaceMaximise, "center": desktop.PlaceCenter, "centre": desktop.PlaceCenter, "middle": desktop.PlaceCenter} {
		bubble(t, func(t *testing.T, r *rig) {
			b := r.bound("window_snap", `{"position":"`+said+`"}`)
			require.Equal(t, want, args[snapArgs](b.Call.Args).placement(), said)
			o, _ := r.run("Window.snap", `{"side":"`+said+`"}`)
			effect(t, proof.Confirmed, o)
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		require.NotEmpty(t, r.refused("window_snap", `{"position":"under the table"}`))
	})
}

func TestAWindowIsClosedByItsProgram(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		other := r.desk.App("Mail", desktop.GTK3).WindowBehind("Inbox", desktop.Rect{X: 10, Y: 50, W: 300, H: 200})
		o, _ := r.run("window_close", `{"app":"Mail"}`)
		effect(t, proof.Confirmed, o)
		require.True(t, other.Gone())
		o, _ = r.run("window_close", `{}`)
		effect(t, proof.Confirmed, o)
		require.True(t, r.win.Gone())
	})
}

func TestTheClipboardIsReadAsTextFromOutside(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.UserCopies("mine")
		o, out := r.run("clipboard_read", `{}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "mine", out.Text)
		require.True(t, out.Untrusted)
		require.Equal(t, "The clipboard holds “mine”.", o.Report())
		r.desk.UserCopies("")
		o, _ = r.run("clipboard_read", `{}`)
		require.Contains(t, o.Report(), "no text")
	})
}

func TestAWindowIsMinimisedAndRestoredByEverySpelling(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, said := range []string{"minimize", "minimise", "minimised", "minimized"} {
			o, _ := r.run("window_snap", `{"position":"`+said+`","app":"Notes"}`)
			effect(t, proof.Confirmed, o)
			require.False(t, r.win.InFront(), said)
			for _, back := range []string{"restore", "unminimize", "unminimise"} {
				o, _ = r.run("window_snap", `{"position":"`+back+`","app":"Notes"}`)
				effect(t, proof.Confirmed, o)
				require.True(t, r.win.InFront(), back)
			}
		}
		for _, said := range []string{"normal", "unmaximise", "unmaximize"} {
			r.run("window_snap", `{"position":"maximize"}`)
			o, _ := r.run("window_snap", `{"position":"`+said+`"}`)
			effect(t, proof.Confirmed, o)
			require.Contains(t, o.Report(), "from maximised", said)
		}
	})
}

func TestWindowsAreNamedInWhatIsAsked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for args, want := range map[string]string{
			`{"position":"minimize"}`:               "Minimise the window",
			`{"position":"restore","app":"Mail"}`:   "Restore the window of Mail",
			`{"position":"normal"}`:                 "Give the window its own size",
			`{"position":"left","app":"Mail"}`:      "Put the window of Mail on the left half",
			`{"position":"maximize","app":"Notes"}`: "Maximise the window of Notes",
		} {
			b := r.bound("window_snap", args)
			require.Equal(t, want, b.Tool.Describe(b.Call.Args))
		}
		b := r.bound("window_close", `{"app":"Mail","all":true}`)
		require.Equal(t, "Close every window of Mail", b.Tool.Describe(b.Call.Args))
		b = r.bound("window_close", `{"all":true}`)
		require.Equal(t, "Close every window of the program in front", b.Tool.Describe(b.Call.Args))
	})
}

func TestAProgramIsQuitByClosingAllOfIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mail := r.desk.App("Mail", desktop.GTK3)
		one, two := mail.WindowBehind("Inbox", desktop.Rect{X: 10, Y: 50, W: 300, H: 200}), mail.WindowBehind("Draft", desktop.Rect{X: 10, Y: 50, W: 300, H: 200})
		o, _ := r.run("window_close", `{"app":"Mail","all":true}`)
		effect(t, proof.Confirmed, o)
		require.True(t, one.Gone() && two.Gone())
		require.False(t, r.win.Gone())
	})
}
