//go:build linux

package bench

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/desktop"
	"pace/backend/event"
)

// Editing what is selected, on the real kits: what Pace says is held against what the program itself wrote down.

// kits are the fixtures that show the same controls.
var kits = []string{"gtk3.py", "gtk4.py", "qt5.py", "page.py"}

// writing is a fixture in front of a whole Pace, and a person at its keyboard.
type writing struct {
	t    *testing.T
	desk *Desk
	prog *Program
	pace *Pace
	d    *desktop.Desktop
	keys []string // environment of the person
}

// onEach runs a test on each toolkit.
func onEach(t *testing.T, test func(t *testing.T, d *Desk, kit string)) {
	need(t, append(DeskPrograms(), "/usr/bin/python3", "chromium", "xdotool")...)
	for _, kit := range kits {
		t.Run(kit, func(t *testing.T) {
			d, err := OpenDesk(t.Context(), os.Environ(), "1100x800x24")
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, d.Close()) })
			test(t, d, kit)
		})
	}
}

// write starts a fixture with one control, which gets the focus.
func write(t *testing.T, d *Desk, kit, control, text string) *writing {
	p, err := d.Fixture(t.Context(), kit, "--only", control, "--text", text)
	require.NoError(t, err)
	t.Cleanup(p.Stop)
	pace, err := d.OpenPace(here(t), 10, false)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pace.Close()) })
	w := &writing{t: t, desk: d, prog: p, pace: pace, d: pace.App.Desktop(), keys: d.Env}
	w.focus()
	return w
}

// field is the one text field of the fixture, as Pace sees it.
func (w *writing) field() (e desktop.Element) {
	w.t.Helper()
	w.await("the field", func() (ok bool) { e, ok = w.shown(); return ok })
	return e
}

func (w *writing) shown() (desktop.Element, bool) {
	w.t.Helper()
	apps, err := w.d.Tree.Apps(w.t.Context())
	require.NoError(w.t, err)
	for _, a := range apps {
		s, err := w.d.Tree.Snapshot(w.t.Context(), desktop.Scope{App: a.Ref}, desktop.Limits{Budget: 30_000})
		if err != nil || len(s.Windows) == 0 || !strings.Contains(s.Windows[0].Name, w.prog.Title) {
			continue
		}
		for _, e := range s.Elements {
			if (e.Role == desktop.TextField || e.Role == desktop.Password) && (e.Name == "Notes" || e.Name == "Locked" || e.Name == "Secret") {
				return e, true
			}
		}
	}
	return desktop.Element{}, false
}

// await looks again until ok; a bound ends it.
func (w *writing) await(what string, ok func() bool) {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.t.Context(), windowLimit)
	defer stop()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for !ok() {
		select {
		case <-again.C:
		case <-ctx.Done():
			w.t.Fatalf("never seen: %s", what)
		}
	}
}

// focus gives the field the focus; a program of GTK 4 can't be asked for that.
func (w *writing) focus() {
	w.t.Helper()
	for !w.field().Has(desktop.Focused) {
		if err := w.d.Actor.Do(w.t.Context(), w.field().Ref, desktop.Focus, desktop.Arg{}); err != nil {
			require.ErrorIs(w.t, err, desktop.ErrUnsupported)
			w.press("Tab")
		}
		w.await("the focus", func() bool { return w.field().Has(desktop.Focused) })
	}
}

// press presses keys as the person does.
func (w *writing) press(keys ...string) {
	w.t.Helper()
	c := exec.CommandContext(w.t.Context(), "xdotool", append([]string{"key", "--clearmodifiers"}, keys...)...)
	c.Env = w.keys
	out, err := c.CombinedOutput()
	require.NoError(w.t, err, string(out))
}

// selects presses keys until the field says that want is selected; "" for nothing.
func (w *writing) selects(want string, keys ...string) {
	w.t.Helper()
	w.press(keys...)
	f := w.field()
	w.await("the selection of "+want, func() bool {
		spans, err := w.d.Tree.(desktop.Selector).Selection(w.t.Context(), f.Ref)
		require.NoError(w.t, err)
		if len(spans) != 1 {
			return want == "" && len(spans) == 0
		}
		return string([]rune(w.text())[spans[0].From:spans[0].To]) == want
	})
}

func (w *writing) text() string {
	w.t.Helper()
	s, err := w.d.Tree.Text(w.t.Context(), w.field().Ref)
	require.NoError(w.t, err)
	return s
}

func (w *writing) ask(sentence string) Turn {
	w.t.Helper()
	turn, err := w.pace.Do(w.t.Context(), sentence)
	require.NoError(w.t, err)
	w.t.Logf("%s: %s: %s", sentence, turn.Status, turn.Spoken)
	return turn
}

// says checks that the field holds a text, and that the program wrote that down itself.
func (w *writing) says(want string) {
	w.t.Helper()
	require.Equal(w.t, want, w.text())
	ctx, stop := context.WithTimeout(w.t.Context(), windowLimit)
	defer stop()
	all := w.prog.Log.Await(ctx, 0, func(e []Effect) bool { return len(e) > 0 && e[len(e)-1].Effect == want })
	require.NotEmpty(w.t, all)
	require.Equal(w.t, want, all[len(all)-1].Effect)
}

func TestWhatIsSelectedIsEditedProvenAndPutBackInEveryToolkit(t *testing.T) {
	const first, second, third = "Hi 🙂.", "I think it is really e\u0301 👩‍👩‍👧 good.", "Really, bye."
	whole := first + "\n" + second + "\n" + third
	onEach(t, func(t *testing.T, d *Desk, kit string) {
		w := write(t, d, kit, "notes", whole)
		w.selects(second, "ctrl+Home", "Down", "Home", "shift+End")
		turn := w.ask("make this shorter")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		w.says(first + "\nIt is e\u0301 👩‍👩‍👧 good.\n" + third)
		turn = w.ask("undo that")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		w.says(whole)

		w.selects(second+"\n"+third, "ctrl+Home", "Down", "Home", "shift+ctrl+End")
		turn = w.ask("turn this into bullet points")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		w.says(first + "\n- I think it is really e\u0301 👩‍👩‍👧 good\n- Really, bye")
		require.Equal(t, event.Done, w.ask("undo that").Status)
		w.says(whole)

		w.selects("", "ctrl+Home")
		turn = w.ask("shorten the selection")
		require.Equal(t, event.Failed, turn.Status)
		require.Contains(t, turn.Spoken, "Nothing is selected")
		require.Equal(t, whole, w.text())

		turn = w.ask("shorten this")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		w.says(first + "\nIt is e\u0301 👩‍👩‍👧 good.\n" + third)
		turn = w.ask("fix the grammar")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		require.Contains(t, turn.Spoken, "find no mistake")
	})
}

func TestALongTextIsEditedInOnePartOnly(t *testing.T) {
	half := strings.Repeat("Zeile 🙂 nur so.\n", 2500) // 100 KB in all
	onEach(t, func(t *testing.T, d *Desk, kit string) {
		w := write(t, d, kit, "notes", half[:len(half)-len(half)/10]+"it is really good")
		whole := w.text()
		w.selects("", "ctrl+End")
		turn := w.ask("make this shorter")
		require.NotEqual(t, event.Done, turn.Status)
		require.Contains(t, turn.Spoken, "more than 5000 characters")
		require.Equal(t, whole, w.text())
		w.selects("really good", "ctrl+End", "shift+ctrl+Left", "shift+ctrl+Left")
		turn = w.ask("replace \"really good\" with \"ganz 🙂 gut\"")
		require.Equal(t, event.Done, turn.Status, turn.Spoken)
		w.says(strings.TrimSuffix(whole, "really good") + "ganz 🙂 gut")
	})
}

func TestFieldsThatArePrivateOrLockedAreNotEdited(t *testing.T) {
	onEach(t, func(t *testing.T, d *Desk, kit string) {
		w := write(t, d, kit, "locked", "")
		w.press("ctrl+a")
		turn := w.ask("make this shorter")
		require.NotEqual(t, event.Done, turn.Status)
		require.Regexp(t, "can't be changed|is greyed out", turn.Spoken) // a page says the latter
		require.Equal(t, "locked, really", w.text())
		w.prog.Stop()

		w = write(t, d, kit, "secret", "")
		w.press("r", "e", "a", "l", "l", "y", "ctrl+a")
		w.prog.Log.Await(t.Context(), 0, func(e []Effect) bool { return len(e) > 0 && e[len(e)-1].Effect == "6 characters" })
		turn = w.ask("make this shorter")
		require.Equal(t, event.Blocked, turn.Status)
		require.Contains(t, turn.Spoken, "Pace does not read or fill in password fields.")
		all := w.prog.Log.Await(t.Context(), 0, func(e []Effect) bool { return true })
		require.Equal(t, "6 characters", all[len(all)-1].Effect)
	})
}

// meddled is a screen on which somebody types at the worst moments.
type meddled struct {
	desktop.Tree
	desktop.Actor
	looked, acted func()
}

func (m *meddled) Selection(ctx context.Context, r desktop.Ref) ([]desktop.Span, error) {
	s, err := m.Tree.(desktop.Selector).Selection(ctx, r)
	m.looked()
	return s, err
}

func (m *meddled) Do(ctx context.Context, r desktop.Ref, v desktop.Verb, a desktop.Arg) error {
	err := m.Actor.Do(ctx, r, v, a)
	if v == desktop.Replace || v == desktop.SetText {
		m.acted()
	}
	return err
}

func TestSomebodyWhoTypesMeanwhileLosesNothing(t *testing.T) {
	const whole = "One.\nIt is really good.\nTwo."
	onEach(t, func(t *testing.T, d *Desk, kit string) {
		for _, when := range []string{"while Pace looks", "while Pace writes"} {
			w := write(t, d, kit, "notes", whole)
			once := false
			meddle := func() {
				if !once {
					once = true
					w.press("ctrl+End", "x")
					w.await("what was typed", func() bool { return strings.HasSuffix(w.text(), "x") })
				}
			}
			m := &meddled{Tree: w.d.Tree, Actor: w.d.Actor, looked: func() {}, acted: func() {}}
			if when == "while Pace looks" {
				m.looked = meddle
			} else {
				m.acted = meddle
				if kit == "page.py" {
					continue // a page is pasted into
				}
			}
			home, err := d.Folder("meddled")
			require.NoError(t, err)
			o := here(t)
			a, err := app.New(app.Options{Environ: append(append([]string{}, d.Env...), "PACE_HOME="+home), Slow: 10, Guard: o.Guard, Servers: []string{},
				Desktop: func(context.Context) *desktop.Desktop { x := *w.d; x.Tree, x.Actor, x.Close = m, m, nil; return &x }})
			require.NoError(t, err)
			p := &Pace{App: a, services: a.Services("test", "bench")}
			p.rows, p.stop = a.Turns().Events.Subscribe(false)
			w.selects("It is really good.", "ctrl+Home", "Down", "Home", "shift+End")
			turn, err := p.Do(t.Context(), "make this shorter")
			require.NoError(t, err)
			require.NoError(t, p.Close())
			t.Logf("%s: %s: %s", when, turn.Status, turn.Spoken)
			require.True(t, once, "somebody did type")
			switch w.text() {
			case whole + "x":
				require.NotEqual(t, event.Done, turn.Status, turn.Spoken)
			case "One.\nIt is good.\nTwo.x": // the edit was carried out, whether it could be told or not
				require.Equal(t, "while Pace writes", when)
			default:
				t.Fatalf("what was typed or stood there is not there: %q", w.text())
			}
			w.prog.Stop()
		}
	})
}
