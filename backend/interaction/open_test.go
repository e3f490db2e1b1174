package interaction

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func (r *rig) open(name string) proof.Outcome {
	o := r.x.OpenApp(r.ctx, r.step, name)
	r.step++
	return o
}

func (r *rig) verbs() []string {
	var out []string
	for _, a := range r.desk.Acts() {
		out = append(out, a.Verb)
	}
	return out
}

func calculator(r *rig) *dt.Program {
	return r.desk.Install(desktop.Entry{ID: "org.gnome.Calculator.desktop", Name: "Calculator", Generic: "Desk calculator", Keywords: []string{"arithmetic", "sum"}, Exec: []string{"/usr/bin/gnome-calculator"}})
}

func TestAProgramThatIsNotRunningIsStarted(t *testing.T) {
	for _, name := range []string{"Calculator", "the calculator app", "gnome-calculator", "org.gnome.Calculator", "desk calculator", "app:org.gnome.Calculator.desktop"} {
		bubble(t, func(t *testing.T, r *rig) {
			calculator(r).OpensWindow(3*time.Second, "Calculator")
			o := r.last(r.open(name))
			effect(t, proof.Confirmed, o)
			saw(t, proof.WindowNew, "Calculator", o)
			require.Equal(t, []string{"launch"}, r.verbs())
			require.Equal(t, 3*time.Second, *o.Timing().Proven)
		})
	}
}

func TestAProgramThatIsRunningIsBroughtToTheFront(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r)
		w := r.desk.App("Calculator", desktop.GTK3).WindowBehind("Calculator", frame)
		o := r.last(r.open("calculator"))
		effect(t, proof.Confirmed, o)
		require.Equal(t, []string{"activate"}, r.verbs())
		require.True(t, w.InFront())
		saw(t, proof.AlreadySo, "", r.open("calculator"))
		require.Len(t, r.verbs(), 1)
	})
}

func TestAProgramThatDoesNotComeToTheFrontIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r)
		r.desk.App("Calculator", desktop.GTK3).WindowBehind("Calculator", frame).RefuseActivation()
		o := r.open("calculator")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonObstructed, o.Reason())
	})
}

func TestAProgramThatOpensNoWindowIsUnverifiable(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r)
		start := time.Now()
		o := r.open("Calculator")
		effect(t, proof.Unverifiable, o)
		require.Equal(t, 15*time.Second, time.Since(start))
		require.Contains(t, o.Report(), "no window")
	})
}

func TestAProgramThatFailsToStartSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r).Fails(errors.New("no such file"))
		o := r.open("Calculator")
		effect(t, proof.Failed, o)
		require.Contains(t, o.Report(), "no such file")
	})
}

func TestAProgramThatIsNotMeantForSureIsNotStarted(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r)
		r.desk.Install(desktop.Entry{ID: "a.desktop", Name: "Text Editor"})
		r.desk.Install(desktop.Entry{ID: "b.desktop", Name: "Image Editor"})
		r.desk.Install(desktop.Entry{ID: "c.desktop", Name: "Secret", Hidden: true})
		for name, c := range map[string]struct {
			reason proof.Reason
			offers []string
		}{
			"Photoshop": {proof.ReasonNotFound, nil}, "editor": {proof.ReasonAmbiguous, []string{"Text Editor", "Image Editor"}},
			"arithmetic": {proof.ReasonNotFound, []string{"Calculator"}}, "Secret": {proof.ReasonNotFound, nil}, "app:nothing": {proof.ReasonNotFound, nil},
		} {
			o := r.open(name)
			effect(t, proof.Refused, o)
			require.Equal(t, c.reason, o.Reason(), name)
			require.Equal(t, c.offers, labels(o), name)
		}
		require.Empty(t, r.desk.Acts())
	})
}

func TestTheSameProgramTwiceIsNoQuestion(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, id := range []string{"a.desktop", "b.desktop"} {
			r.desk.Install(desktop.Entry{ID: id, Name: "Files", Exec: []string{"files"}}).OpensWindow(0, "Files")
		}
		effect(t, proof.Confirmed, r.open("Files"))
	})
}

func TestNextStepsWorkInTheProgramThatWasOpened(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		made := make(chan *dt.Control, 1)
		calculator(r).Opens(time.Second, func(string) {
			made <- r.desk.App("Calculator", desktop.GTK3).Window("Calculator", frame).Check("Go", false)
		})
		other := r.win.Check("Go", false)
		effect(t, proof.Confirmed, r.last(r.open("Calculator")))
		r.win.Raise() // somebody else came up meanwhile
		effect(t, proof.Confirmed, r.press("Go"))
		require.Equal(t, []int{0, 1}, []int{other.Pressed(), (<-made).Pressed()})
	})
}

func (r *rig) url(u string) proof.Outcome {
	o := r.x.OpenURL(r.ctx, r.step, u)
	r.step++
	return o
}

func browser(r *rig) *dt.Program {
	return r.desk.Install(desktop.Entry{ID: "web.desktop", Name: "Web"}).Handles("https")
}

func TestAnAddressIsOpenedInTheBrowserThatIsSet(t *testing.T) {
	for _, c := range []struct {
		set, address string
		opens        string // the program that gets it
		says         string
	}{
		{"", "https://example.org", "Web", ""},
		{"Other", "https://example.org", "Other Browser", ""},
		{"other.desktop", "HTTP://example.org", "Other Browser", ""},
		{"Lynx", "https://example.org", "", "The browser that is set, “Lynx”, is not installed."},
		{"Browser", "https://example.org", "", "Several programs could be the browser that is set"},
		{"Other", "mailto:a@example.org", "Mail", ""},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			browser(r)
			r.desk.Install(desktop.Entry{ID: "other.desktop", Name: "Other Browser"})
			r.desk.Install(desktop.Entry{ID: "third.desktop", Name: "Third Browser"})
			r.desk.Install(desktop.Entry{ID: "mail.desktop", Name: "Mail"}).Handles("mailto")
			r.x.cfg.Browser = c.set
			o := r.url(c.address)
			if c.says != "" {
				effect(t, proof.Refused, o)
				require.Contains(t, o.Report(), c.says)
			}
			var got string
			for _, a := range r.desk.Acts() {
				if a.Verb == "openURL" {
					got = a.On
				}
			}
			require.Equal(t, c.opens, got, "%+v", c)
		})
	}
}

func TestAnAddressIsProvenByTheWindowOfItsHandler(t *testing.T) {
	var web *dt.Window
	for _, c := range []struct {
		name    string
		running bool
		does    func(r *rig)
		want    proof.Effect
		kind    proof.EvidenceKind
	}{
		{"a new window", false, func(r *rig) { r.desk.App("Web", desktop.Chromium).Window("Example", frame) }, proof.Confirmed, proof.WindowNew},
		{"another title", true, func(*rig) { web.Retitle("Example") }, proof.Confirmed, proof.ValueRead},
		{"it comes to the front", true, func(*rig) { web.Raise() }, proof.Confirmed, proof.StateRead},
		{"nothing", true, func(*rig) {}, proof.Unverifiable, ""},
		{"another program's window", true, func(r *rig) { r.desk.App("Chat", desktop.GTK3).Window("Chat", frame) }, proof.Unverifiable, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				browser(r).Opens(4*time.Second, func(string) { c.does(r) })
				if c.running {
					web = r.desk.App("Web", desktop.Chromium).WindowBehind("Start", frame)
				}
				start := time.Now()
				o := r.url("https://example.org")
				effect(t, c.want, o)
				require.Equal(t, []string{"https://example.org"}, r.desk.URLs())
				if c.kind != "" {
					saw(t, c.kind, "", o)
					return
				}
				require.Equal(t, 20*time.Second, time.Since(start))
			})
		})
	}
}

func TestAnAddressThatNothingOpensIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.url("https://example.org")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonUnavailable, o.Reason())
	})
}

func TestTheClipboardIsRead(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.UserCopies("mine")
		s, o := r.x.Read(r.ctx)
		require.Equal(t, "mine", s)
		effect(t, proof.Confirmed, o)
		r.plat.Clipboard = nil
		r.reopen(Config{})
		_, o = r.x.Read(r.ctx)
		effect(t, proof.Refused, o)
	})
}

func TestABrowserWindowWithoutATitleOfItsOwnIsNoPage(t *testing.T) {
	for title, want := range map[string]bool{"": true, "Untitled - Chromium": true, "New Tab - Chromium": true, "about:blank": true, "Untitled": true,
		"Example Domain - Chromium": false, "New Tabletop Games": false, "example.org": false} {
		require.Equal(t, want, blank(title), title)
	}
}

func TestTheErrorThatABrowserShowsIsRecognised(t *testing.T) {
	require.Equal(t, "ERR_NAME_NOT_RESOLVED", loadError.FindString("ERR_NAME_NOT_RESOLVED"))
	require.Equal(t, "Server Not Found", loadError.FindString("Server Not Found — Mozilla Firefox"))
	require.Empty(t, loadError.FindString("What ERR means"))
}

func TestAProgramThatJoinsAccessibilityAfterItsWindowIsWaitedFor(t *testing.T) {
	for _, late := range []time.Duration{50 * time.Millisecond, 3 * time.Second} {
		bubble(t, func(t *testing.T, r *rig) {
			made := make(chan *dt.Control, 1)
			calculator(r).Opens(time.Second, func(string) {
				a := r.desk.App("Calculator", desktop.GTK4).RegistersAfter(late)
				made <- a.Window("Calculator", frame).Check("7", false)
			})
			effect(t, proof.Confirmed, r.open("Calculator"))
			effect(t, proof.Confirmed, r.press("7"))
			require.Equal(t, 1, (<-made).Pressed())
		})
	}
}
