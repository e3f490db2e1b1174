package linux_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

// selection reads what is selected, as text.
func (e *eyes) selection(t *testing.T, x desktop.Element) []string {
	t.Helper()
	spans, err := e.Selection(t.Context(), x.Ref)
	require.NoError(t, err)
	whole, err := e.Text(t.Context(), x.Ref)
	require.NoError(t, err)
	var out []string
	for _, s := range spans {
		out = append(out, string([]rune(whole)[s.From:s.To]))
	}
	return out
}

// marks selects a stretch and waits until it is.
func (e *eyes) marks(t *testing.T, x desktop.Element, span desktop.Span) {
	t.Helper()
	e.do(t, x, desktop.Mark, desktop.Arg{Span: span})
	e.selects(t, x, span)
}

func (e *eyes) selects(t *testing.T, x desktop.Element, want ...desktop.Span) {
	t.Helper()
	e.until(t, desktop.Scope{Root: x.Ref}, "the selection", func(ctx context.Context) bool {
		got, err := e.Selection(ctx, x.Ref)
		require.NoError(t, err)
		return slices.Equal(want, got)
	})
}

func (e *eyes) reads(t *testing.T, x desktop.Element, want string) {
	t.Helper()
	e.until(t, desktop.Scope{Root: x.Ref}, "its text", func(ctx context.Context) bool {
		got, err := e.Text(ctx, x.Ref)
		require.NoError(t, err)
		return got == want
	})
}

func TestAPartOfATextIsSelectedReadAndReplaced(t *testing.T) {
	inEach(t, "name,notes", "Name", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		for _, c := range []struct{ field, before, part, after, put string }{
			{"Name", "Grüße 🙂 ", "e\u0301 👩‍👩‍👧 x", " Ende", "你好 🙂"},
			{"Notes", "one 🙂\ntwo ", "three\nfo\u0308ur", "\n\nfive", "THREE\n- 🙂\nFOUR"},
			{"Notes", "", "all of it", "", "x"},
			{"Notes", strings.Repeat("Zeile 🙂\n", 4000), "mitten", strings.Repeat("\nZeile 🙂", 4000), "drin"}, // 100 KB
			{"Name", "keep ", "this", " too", ""},
		} {
			x := must(t, e.snapshot(t, app), desktop.TextField, c.field)
			if !x.Can(desktop.SetText) || !x.Can(desktop.Insert) {
				t.Skipf("%s offers no text through its own interface", app.Toolkit)
			}
			e.do(t, x, desktop.SetText, desktop.Arg{Text: c.before + c.part + c.after})
			e.reads(t, x, c.before+c.part+c.after)
			from := len([]rune(c.before))
			span := desktop.Span{From: from, To: from + len([]rune(c.part))}
			if app.Toolkit == desktop.GTK4 && c.field == "Notes" {
				require.ErrorIs(t, e.actor.Do(t.Context(), x.Ref, desktop.Mark, desktop.Arg{Span: span}), desktop.ErrUnsupported)
			} else {
				e.marks(t, x, span) // where nothing is selected
				e.marks(t, x, span) // and where something is
				require.Equal(t, []string{c.part}, e.selection(t, x))
			}
			e.do(t, x, desktop.Replace, desktop.Arg{Text: c.put, Span: span})
			e.reads(t, x, c.before+c.put+c.after)
		}
	})
}

// focused is what has the focus of a program, zero when nothing has.
func (e *eyes) focused(t *testing.T, app desktop.App) (at desktop.Ref) {
	for _, x := range e.snapshot(t, app).Elements {
		if x.Has(desktop.Focused) {
			at = x.Ref
		}
	}
	return at
}

// user presses keys as the person at the keyboard does.
func user(t *testing.T, d *linuxtest.Desktop, keys ...string) {
	t.Helper()
	linuxtest.Need(t, "xdotool")
	out, err := d.Command(t.Context(), "xdotool", append([]string{"key", "--clearmodifiers"}, keys...)...).CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestWhatTheUserSelectedIsToldByEveryToolkit(t *testing.T) {
	inEach(t, "name,notes", "Name", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		d := linuxtest.Start(t, linuxtest.Options{})
		for _, field := range []string{"Name", "Notes"} {
			x := must(t, e.snapshot(t, app), desktop.TextField, field)
			if err := e.actor.Do(t.Context(), x.Ref, desktop.Focus, desktop.Arg{}); err != nil {
				require.ErrorIs(t, err, desktop.ErrUnsupported) // GTK 4
				for at := e.focused(t, app); at != x.Ref; {
					user(t, d, "Tab")
					was := at
					e.until(t, desktop.Scope{App: app.Ref}, "the focus elsewhere", func(context.Context) bool {
						at = e.focused(t, app)
						return at != was
					})
				}
			}
			e.becomes(t, x, "has the focus", func(x desktop.Element) bool { return x.Has(desktop.Focused) })
			user(t, d, "h", "a", "l", "l", "o")
			e.reads(t, x, "hallo")
			e.selects(t, x)
			user(t, d, "Home", "Right", "shift+Right", "shift+Right")
			e.selects(t, x, desktop.Span{From: 1, To: 3})
			user(t, d, "End", "shift+Left") // backwards
			e.selects(t, x, desktop.Span{From: 4, To: 5})
			user(t, d, "ctrl+a")
			e.selects(t, x, desktop.Span{To: 5})
			user(t, d, "End")
			e.selects(t, x)
		}
	})
}

func TestNothingIsSelectedReadOrReplacedInAPasswordField(t *testing.T) {
	inEach(t, "secret,name", "Name", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		secret := must(t, e.snapshot(t, app), desktop.Password, "Secret")
		_, err := e.Selection(t.Context(), secret.Ref)
		require.ErrorIs(t, err, desktop.ErrSecret)
		for _, v := range []desktop.Verb{desktop.Replace, desktop.Mark} {
			require.ErrorIs(t, e.actor.Do(t.Context(), secret.Ref, v, desktop.Arg{Text: "x", Span: desktop.Span{To: 1}}), desktop.ErrSecret)
		}
	})
}
