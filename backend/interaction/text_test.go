package interaction

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// mute takes an element's own ways of writing away, so that paste or keys are left.
type mute struct {
	desktop.Tree
	verbs []desktop.Verb
}

func (m mute) strip(e desktop.Element) desktop.Element {
	var vs []desktop.Verb
	for _, v := range e.Verbs {
		keep := true
		for _, w := range m.verbs {
			keep = keep && v != w
		}
		if keep {
			vs = append(vs, v)
		}
	}
	e.Verbs = vs
	return e
}

func (m mute) Read(ctx context.Context, r desktop.Ref) (desktop.Element, error) {
	e, err := m.Tree.Read(ctx, r)
	return m.strip(e), err
}

func (m mute) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	n, err := m.Tree.Snapshot(ctx, s, l)
	for i := range n.Elements {
		n.Elements[i] = m.strip(n.Elements[i])
	}
	return n, err
}

func (m mute) Selection(ctx context.Context, r desktop.Ref) ([]desktop.Span, error) {
	return m.Tree.(desktop.Selector).Selection(ctx, r)
}

// noOwn leaves paste and keys; noPaste leaves keys.
func (r *rig) noOwn() {
	r.plat.Tree = mute{r.plat.Tree, []desktop.Verb{desktop.SetText, desktop.Insert}}
	r.reopen(Config{})
}

func (r *rig) noPaste() { r.plat.Clipboard = nil; r.noOwn() }

// hands lists by which ways Pace wrote.
func hands(d *dt.Desk) map[dt.By]int {
	out := map[dt.By]int{}
	for _, a := range d.Acts() {
		if a.Verb == "insert" || a.Verb == "replace" || a.Verb == "setText" || a.Verb == "type" || a.By == dt.ByPaste {
			out[a.By]++
		}
	}
	return out
}

// eachMeans runs a test once for each way of writing.
func eachMeans(t *testing.T, fn func(t *testing.T, r *rig, m proof.Means)) {
	for m, set := range map[proof.Means]func(*rig){proof.Semantic: func(*rig) {}, proof.Paste: (*rig).noOwn, proof.Keys: (*rig).noPaste} {
		t.Run(string(m), func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				set(r)
				fn(t, r, m)
			})
		})
	}
}

func TestTextGoesInAtTheCaretAndIsReadBack(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.win.Text("Name", "ab")
		r.win.Focus(f)
		_ = r.plat.Input.Chord(r.ctx, desktop.Key{Name: "left"})
		o := r.last(r.typed("Name", "XY"))
		effect(t, proof.Confirmed, o)
		require.Equal(t, m, o.Means())
		saw(t, proof.ValueRead, "“aXYb”", o)
		require.Equal(t, "aXYb", f.Content())
		require.Equal(t, 1, len(hands(r.desk)), "%v", hands(r.desk))
	})
}

func TestTextReplacesTheSelection(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.win.Text("Name", "old")
		r.win.Focus(f)
		_ = r.plat.Input.Chord(r.ctx, desktop.Key{Mods: []string{"ctrl"}, Name: "a"})
		effect(t, proof.Confirmed, r.typed("Name", "new"))
		require.Equal(t, "new", f.Content())
	})
}

func TestAValueReplacesTheWholeText(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.win.Text("Name", "old text")
		o := r.last(r.set("Name", "new"))
		effect(t, proof.Confirmed, o)
		require.Equal(t, m, o.Means())
		require.Equal(t, "new", f.Content())
		saw(t, proof.ValueRead, "“old text” “new”", o)

		before := len(r.desk.Acts())
		o = r.set("Name", "new")
		effect(t, proof.Confirmed, o)
		saw(t, proof.AlreadySo, "", o)
		require.Len(t, r.desk.Acts(), before)

		effect(t, proof.Confirmed, r.set("Name", ""))
		require.Empty(t, f.Content())
	})
}

func TestTextGoesWhereTheFocusIs(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, b := r.win.Text("A", ""), r.win.Text("B", "")
		r.win.Button("OK")
		o := r.typed("", "x")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Len(t, o.Problem().Candidates, 2)
		r.win.Focus(b)
		effect(t, proof.Confirmed, r.typed("", "x"))
		require.Equal(t, []string{"", "x"}, []string{a.Content(), b.Content()})
		r.settle()
		r.reopen(Config{})
		a.Vanish()
		b.Vanish()
		require.Equal(t, proof.ReasonNotFound, r.typed("", "x").Reason())
		c := r.win.Text("C", "")
		effect(t, proof.Confirmed, r.typed("", "x"))
		require.Equal(t, "x", c.Content(), "the only one there is")
	})
}

func TestAFieldThatMakesSomethingElseOfTheTextIsTold(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.win.Text("Code", "").RewriteText(strings.ToUpper)
		o := r.typed("Code", "abc")
		effect(t, proof.Partial, o)
		require.Equal(t, proof.ReasonRewritten, o.Reason())
		require.Contains(t, o.Report(), "“ABC”")
		require.Equal(t, "ABC", f.Content())
		require.Len(t, hands(r.desk), 1, "a second way would write twice")

		short := r.win.Text("Short", "").MaxLength(3)
		o = r.set("Short", "abcdef")
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "“abc”")
		require.Equal(t, "abc", short.Content())
	})
}

func TestAFieldThatTakesNothingIsUnchanged(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Code", "x").RewriteText(func(string) string { return "x" })
		o := r.typed("Code", "abc")
		effect(t, proof.Unchanged, o)
		require.Contains(t, o.Report(), "did not take the text")
	})
}

func TestATextThatIsTakenBackIsNone(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		r.win.Text("Code", "x").Reverts(150 * time.Millisecond)
		o := r.last(r.typed("Code", "a"))
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.ReasonReverted, o.Reason())
		require.Len(t, hands(r.desk), 1)
	})
}

func TestWhatAFieldCanNotTakeIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "")
		area := r.win.TextArea("Body", "")
		r.win.Text("Fixed", "").SetState(desktop.ReadOnly, true)
		for _, s := range []string{"a\nb", "a\tb", "a\x00b", "a\x1b[31m", "a\u0085b", "\x7f", "a\xffb"} {
			o := r.typed("Name", s)
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonInvalid, o.Reason(), "%q", s)
			require.False(t, r.set("Name", s).OK())
		}
		require.Equal(t, proof.ReasonDisabled, r.typed("Fixed", "x").Reason())
		require.Equal(t, proof.ReasonInvalid, r.typed("Name", strings.Repeat("x", MaxText+1)).Reason())
		require.Equal(t, proof.ReasonInvalid, r.typed("Body", "a\x07").Reason())
		require.Empty(t, r.desk.Acts())
		effect(t, proof.Confirmed, r.typed("Body", "a\n\tb"))
		require.Equal(t, "a\n\tb", area.Content())
	})
}

// nosy notices when the text of an element is asked for.
type nosy struct {
	desktop.Tree
	texts []desktop.Ref
}

func (n *nosy) Text(ctx context.Context, r desktop.Ref) (string, error) {
	n.texts = append(n.texts, r)
	return n.Tree.Text(ctx, r)
}

func TestAPasswordFieldIsNeitherReadNorWritten(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		p := r.win.Password("Password")
		p.SetContent("secret")
		n := &nosy{Tree: r.plat.Tree}
		r.plat.Tree = n
		r.reopen(Config{Pictures: true})
		for _, o := range []proof.Outcome{r.typed("Password", "hunter2"), r.set("Password", "hunter2")} {
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonSecret, o.Reason())
		}
		only := "secret"
		o, shot := r.x.SetValue(r.ctx, r.step, desktop.Target{Label: "Password"}, "x", &only, nil)
		require.False(t, o.OK())
		require.Nil(t, shot)
		r.win.Focus(p)
		require.Equal(t, proof.ReasonSecret, r.typed("", "hunter2").Reason(), "nor as whatever has the focus")
		require.Empty(t, r.desk.Acts())
		require.Empty(t, n.texts)
	})
}

func TestANextWayFollowsOnlyWhenTheFirstDidNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(f *dt.Control)
		ways  int
		ok    bool
	}{
		{"it takes nothing, and then not the focus", func(f *dt.Control) { f.Ignore() }, 1, false},
		{"it is not known whether it took it", func(f *dt.Control) { f.AnswerLate(true) }, 1, true},
		{"it did not answer and nothing came", func(f *dt.Control) { f.AnswerLate(false) }, 1, false},
		{"it took another text", func(f *dt.Control) { f.RewriteText(strings.ToUpper) }, 1, false},
		{"it took it late", func(f *dt.Control) { f.Delay(1800 * time.Millisecond) }, 1, true},
		{"it hangs", func(f *dt.Control) { f.App().Hang(0) }, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				f := r.win.Text("Name", "")
				c.build(f)
				o := r.typed("Name", "abc")
				require.Equal(t, c.ok, o.OK(), o.Report())
				require.Len(t, hands(r.desk), c.ways)
				if c.ok {
					require.Equal(t, "abc", f.Content())
				}
			})
		})
	}
}

// deaf is an accessibility interface that takes texts and drops them.
type deaf struct{ desktop.Actor }

func (d deaf) Do(ctx context.Context, r desktop.Ref, v desktop.Verb, a desktop.Arg) error {
	if v == desktop.Insert || v == desktop.SetText {
		return nil
	}
	return d.Actor.Do(ctx, r, v, a)
}

func TestTextThatTheInterfaceDropsIsPastedOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Actor = deaf{r.plat.Actor}
		r.reopen(Config{})
		f := r.win.Text("Name", "ab")
		o := r.set("Name", "d")
		effect(t, proof.Confirmed, o)
		require.Equal(t, proof.Paste, o.Means())
		require.Equal(t, "d", f.Content())
		require.Equal(t, map[dt.By]int{dt.ByPaste: 1}, hands(r.desk))
		effect(t, proof.Unchanged, r.typed("Name", "c")) // it may yet come, and then it would be there twice
		require.Equal(t, map[dt.By]int{dt.ByPaste: 1}, hands(r.desk))
	})
}

func TestWhatWasSentInVainIsNotCalledRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Actor = deaf{r.plat.Actor}
		r.plat.Input, r.plat.Clipboard = nil, nil
		r.reopen(Config{})
		r.win.Text("Name", "")
		o := r.typed("Name", "abc")
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.Semantic, o.Means())
	})
}

func TestTextThatComesAfterTheBudgetIsThereOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("Name", "ab").Delay(2500 * time.Millisecond)
		effect(t, proof.Unchanged, r.typed("Name", "c"))
		r.idle(10 * time.Second)
		require.Equal(t, "abc", f.Content())
	})
}

func TestTheClipboardIsGivenBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noOwn()
		r.win.Text("Name", "")
		r.desk.UserCopies("mine")
		effect(t, proof.Confirmed, r.typed("Name", "abc"))
		require.Equal(t, "mine", r.desk.Clipboard())

		r.win.Text("Deaf", "").Ignore() // the text is fetched and dropped
		require.False(t, r.typed("Deaf", "abc").OK())
		require.Equal(t, "mine", r.desk.Clipboard())
	})
}

func TestTheClipboardIsNotGivenBackOverWhatTheUserCopied(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noOwn()
		r.desk.UserCopies("mine")
		r.win.Text("Name", "")
		r.app.OnKey("ctrl+v", func(*dt.Control) { r.desk.UserCopies("newer") })
		r.typed("Name", "abc")
		require.Equal(t, "newer", r.desk.Clipboard())
	})
}

func TestTheClipboardIsGivenBackWhenItIsStopped(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noOwn()
		r.desk.UserCopies("mine")
		r.win.Text("Name", "")
		ctx, stop := context.WithCancel(r.ctx)
		r.app.OnKey("ctrl+v", func(*dt.Control) { stop() }) // and never fetched
		o, _ := r.x.Type(ctx, 0, desktop.Target{Label: "Name"}, "abc", nil)
		effect(t, proof.Cancelled, o)
		require.Equal(t, "mine", r.desk.Clipboard())
	})
}

func TestManyCharactersThatTheKeyboardLacksAreNeverTyped(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noPaste()
		f := r.win.Text("Name", "")
		o := r.typed("Name", "αβγδεζηθικλμν")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonUnsupported, o.Reason())
		require.Empty(t, f.Content())
		require.Empty(t, hands(r.desk))
		effect(t, proof.Confirmed, r.typed("Name", "αβγδεζηθικλμ"))
		keys := len(r.desk.KeyLog())
		require.False(t, r.set("Name", "αβγδεζηθικλμν").OK())
		require.Len(t, r.desk.KeyLog(), keys, "nor was anything selected for it")
		require.Equal(t, "αβγδεζηθικλμ", f.Content(), "and nothing was emptied for it")
	})
}

func TestLongAndForeignTextArrivesWhole(t *testing.T) {
	long := strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 2300) // 100 KB
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		if m == proof.Keys {
			long = long[:4000]
		}
		f := r.win.TextArea("Body", "")
		effect(t, proof.Confirmed, r.typed("Body", long))
		require.Equal(t, long, f.Content())
		r.desk.SetKeyboard("Grüße🙂界")
		effect(t, proof.Confirmed, r.set("Body", "Grüße 🙂 世界"))
		require.Equal(t, "Grüße 🙂 世界", f.Content())
	})
}

func TestTheSameTextInAnotherEncodingIsTheSameText(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.TextArea("Body", "").RewriteText(func(s string) string { return strings.ReplaceAll(s, "e\u0301", "é") })
		effect(t, proof.Confirmed, r.typed("Body", "cafe\u0301"))
		require.Equal(t, "café", f.Content())
	})
}

func TestKeysAreNotTakenFromTheUser(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noOwn()
		f := r.win.Text("Name", "")
		r.win.Focus(f)
		r.desk.UserTypes("u")
		stop := r.busy()
		o := r.typed("Name", "abc")
		stop()
		effect(t, proof.Cancelled, o)
		require.Equal(t, proof.ReasonUserInput, o.Reason())
		require.Equal(t, "u", f.Content())
		require.Empty(t, r.desk.Acts())
	})
}

func TestAFieldThatDoesNotTakeTheFocusIsNotTypedInto(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noPaste()
		a := r.win.Text("A", "")
		r.win.Add(desktop.TextField, "B", desktop.Enabled|desktop.Editable)
		r.win.Focus(a)
		o := r.typed("B", "abc")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonObstructed, o.Reason())
		require.Empty(t, a.Content())
	})
}

func TestTypingStopsWhenTheFocusIsStolen(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noPaste()
		f := r.win.Text("Name", "")
		other := r.desk.App("Chat", desktop.GTK3).WindowBehind("Chat", frame)
		box := other.Text("Message", "")
		other.Focus(box)
		f.On(func(c *dt.Control) {
			if len(c.Content()) == 64 { // between two chunks
				other.Raise()
			}
		})
		o := r.typed("Name", strings.Repeat("x", 300))
		effect(t, proof.Partial, o)
		require.Equal(t, proof.ReasonUserInput, o.Reason())
		require.Contains(t, o.Report(), "64 of 300")
		require.Empty(t, box.Content())
		require.Len(t, f.Content(), 64)
		require.Empty(t, r.desk.Held())
	})
}

func TestTypingStopsWhenItIsCancelled(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noPaste()
		f := r.win.Text("Name", "")
		ctx, stop := context.WithCancelCause(r.ctx)
		f.On(func(c *dt.Control) {
			if len(c.Content()) == 64 {
				stop(&proof.Problem{Reason: proof.ReasonUserInput, Text: "You used the keyboard, so Pace stopped."})
			}
		})
		o, _ := r.x.Type(ctx, 0, desktop.Target{Label: "Name"}, strings.Repeat("x", 300), nil)
		effect(t, proof.Cancelled, o)
		require.Equal(t, proof.ReasonUserInput, o.Reason())
		require.Len(t, f.Content(), 64)
	})
}

// flaky is a keyboard that fails in the middle of a chord.
type flaky struct {
	desktop.Input
	on string
}

func (f flaky) Chord(ctx context.Context, k desktop.Key) error {
	if k.Name == f.on {
		return errors.New("the server went away")
	}
	return f.Input.Chord(ctx, k)
}

func TestAKeyboardThatFailsIsAFailureAndTheClipboardComesBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.UserCopies("mine")
		r.win.Text("Name", "")
		r.plat.Input = flaky{r.plat.Input, "v"}
		r.noOwn()
		effect(t, proof.Confirmed, r.typed("Name", "abc")) // by keys, since nothing was sent
		require.Equal(t, "mine", r.desk.Clipboard())
	})
}

func TestTextIsFoundInsertedOnlyWhereOneStretchBecameIt(t *testing.T) {
	for _, c := range []struct {
		was, now, text string
		is             bool
	}{
		{"", "abc", "abc", true}, {"ab", "aXb", "X", true}, {"hello world", "hello moon", "moon", true}, {"aa", "aaa", "a", true},
		{"", "abcd", "abc", false}, {"xy", "abc", "abc", true}, {"xy", "xabcz", "abc", false}, {"one two", "one abc two three", "abc", false},
		{"é", "éa", "a", true}, {"a\r\nb", "a\nXb", "X", true}, {"ab", "ab", "ab", true},
	} {
		require.Equal(t, c.is, insertedInto(c.was, c.now, c.text), "%+v", c)
	}
}
