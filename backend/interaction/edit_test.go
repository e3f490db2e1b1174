package interaction

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// to makes the piece be text.
func to(text string) func(Piece) Made {
	return func(Piece) Made { return Made{Text: text, Already: true, Why: "It says that already."} }
}

func shout(p Piece) Made { return Made{Text: strings.ToUpper(p.Text), Why: "Nothing to shout."} }

func (r *rig) rewrite(part Part, with func(Piece) Made) proof.Outcome {
	o, _ := r.x.Rewrite(r.ctx, r.step, desktop.Target{}, part, with, nil)
	r.step++
	return o
}

// piece puts a text into a field and selects what stands between brackets in it.
func (r *rig) piece(f *dt.Control, text string) *dt.Control {
	before, rest, _ := strings.Cut(text, "⟦")
	in, after, _ := strings.Cut(rest, "⟧")
	f.SetContent(before + in + after)
	r.win.Focus(f)
	from := utf8.RuneCountInString(before)
	return f.Select(from, from+utf8.RuneCountInString(in))
}

func TestTheSelectedPartBecomesAnotherAndTheRestStays(t *testing.T) {
	long := strings.Repeat("Zeile 🙂 e\u0301\n", 6000) // 100 KB
	for _, c := range []struct{ text, becomes string }{
		{"one ⟦two⟧ three", "one TWO three"},
		{"⟦two⟧", "TWO"},
		{"⟦a⟧ and a", "A and a"},
		{"a and ⟦a⟧", "a and A"},
		{"Grüße 🙂 ⟦e\u0301 👩‍👩‍👧 x⟧ 🙂", "Grüße 🙂 E\u0301 👩‍👩‍👧 X 🙂"},
		{"one\n⟦two\nthree⟧\nfour", "one\nTWO\nTHREE\nfour"},
		{long + "⟦mitten⟧" + long, long + "MITTEN" + long},
	} {
		eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
			if m == proof.Keys && strings.ContainsAny(c.text, "🙂\n") {
				t.Skip("the keyboard lacks these, or would take a line end for Enter")
			}
			f := r.piece(r.win.TextArea("Notes", ""), c.text)
			was := f.Content()
			o := r.last(r.rewrite(Selected, shout))
			effect(t, proof.Confirmed, o)
			require.Equal(t, m, o.Means())
			require.Equal(t, c.becomes, f.Content())
			require.Equal(t, 1, len(hands(r.desk)), "%v", r.desk.Acts())
			ev := o.Evidence()[0]
			require.Equal(t, proof.ValueRead, ev.Kind)
			require.Equal(t, []string{"“" + was + "”", "“" + c.becomes + "”"}, []string{ev.Before, ev.After})
			require.NotEmpty(t, ev.Path)
			if m == proof.Semantic {
				require.NotEmpty(t, f.Selected(), "what took its place is selected")
			}
		})
	}
}

func TestTheReportTellsThePartAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		require.Equal(t, "The selected text of text field “Notes” changed from “two” to “TWO”.", r.rewrite(Selected, shout).Report())
	})
}

func TestASelectionCanBeDeleted(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two ⟧three")
		o := r.last(r.rewrite(Selected, to("")))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "one three", f.Content())
	})
}

func TestWithoutASelectionAllOfAShortTextIsMeant(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.win.Text("Notes", "some words")
		r.win.Focus(f)
		o := r.rewrite(Selected, shout)
		effect(t, proof.Refused, o)
		require.Equal(t, "Nothing is selected in text field “Notes”.", o.Report())
		o = r.last(r.rewrite(SelectedOrAll, shout))
		effect(t, proof.Confirmed, o)
		require.Equal(t, m, o.Means())
		require.Equal(t, "SOME WORDS", f.Content())
		require.Equal(t, "Text field “Notes” changed from “some words” to “SOME WORDS”.", o.Report())

		r.reopen(Config{}) // what comes is another turn's, and no effect of this one that did not last
		f.SetContent(strings.Repeat("ä", ShortText))
		effect(t, proof.Confirmed, r.rewrite(SelectedOrAll, shout))
		r.reopen(Config{})
		f.SetContent(strings.Repeat("ä", ShortText+1))
		o = r.rewrite(SelectedOrAll, shout)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "more than 5000 characters")
		effect(t, proof.Confirmed, r.rewrite(All, to("x")))
	})
}

func TestWhatIsSoAlreadyAndWhatNothingCanBeDoneForIsLeftAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.piece(r.win.Text("Notes", ""), "one ⟦TWO⟧ three")
		o := r.rewrite(Selected, to("TWO"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.AlreadySo, "“TWO”", o)
		require.Equal(t, "It says that already.", o.Report())
		o = r.rewrite(Selected, shout)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "Nothing to shout.", o.Report())
		o = r.rewrite(Selected, func(Piece) Made {
			return Made{Problem: &proof.Problem{Reason: proof.ReasonNotFound, Text: "Not there."}}
		})
		effect(t, proof.Refused, o)
		require.Empty(t, r.desk.Acts())
	})
}

func TestWhoMakesTheTextSeesWhatStandsAroundIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.piece(r.win.Text("Notes", ""), "öne ⟦two⟧ three")
		r.rewrite(Selected, func(p Piece) Made {
			require.Equal(t, Piece{"two", "öne ", " three"}, p)
			return Made{Text: "2"}
		})
	})
}

func TestFieldsThatCanNotBeEditedAreLeftAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, c := range []struct {
			bend   func(f *dt.Control)
			reason proof.Reason
		}{
			{func(f *dt.Control) { f.SetState(desktop.ReadOnly, true) }, proof.ReasonDisabled},
			{func(f *dt.Control) { f.Disable() }, proof.ReasonDisabled},
			{func(f *dt.Control) { f.HideSelection() }, proof.ReasonUnsupported},
			{func(f *dt.Control) { f.SetContent("a \ufffc b"); f.Select(0, 5) }, proof.ReasonUnsupported},
		} {
			f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
			c.bend(f)
			o := r.rewrite(SelectedOrAll, shout)
			effect(t, proof.Refused, o)
			require.Equal(t, c.reason, o.Reason(), o.Report())
			_, p := r.x.PreviewPiece(r.ctx, desktop.Target{}, SelectedOrAll, shout)
			require.Equal(t, c.reason, p.Reason, "the preview says so too")
			f.Vanish()
		}
		f := r.piece(r.win.Text("Line", ""), "one ⟦two⟧ three")
		require.Equal(t, proof.ReasonInvalid, r.rewrite(Selected, to("a\nb")).Reason(), "one line takes no line end")
		f.Vanish()
		require.Equal(t, "There is no text field in “Notes” whose text could be edited.", r.rewrite(SelectedOrAll, shout).Report())
		require.Empty(t, r.desk.Acts())
	})
}

// prying notices when the text or the selection of an element is asked for.
type prying struct {
	nosy
	selections []desktop.Ref
}

func (n *prying) Selection(ctx context.Context, r desktop.Ref) ([]desktop.Span, error) {
	n.selections = append(n.selections, r)
	return n.Tree.(desktop.Selector).Selection(ctx, r)
}

func TestNothingIsAskedOfAPasswordField(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		p := r.win.Password("Password")
		p.SetContent("secret")
		n := &prying{nosy: nosy{Tree: r.plat.Tree}}
		r.plat.Tree = n
		r.reopen(Config{Pictures: true})
		r.win.Focus(p)
		for _, part := range []Part{Selected, SelectedOrAll, All} {
			o := r.rewrite(part, func(Piece) Made { t.Error("it was shown"); return Made{} })
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonSecret, o.Reason())
		}
		require.Empty(t, n.texts)
		require.Empty(t, n.selections)
		require.Empty(t, r.desk.Acts())
	})
}

func TestATextThatChangesWhilePaceLooksIsLeftAlone(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		o := r.rewrite(Selected, func(p Piece) Made {
			f.SetContent("somebody typed this")
			return Made{Text: "TWO"}
		})
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "changed while Pace looked")
		require.Equal(t, "somebody typed this", f.Content())
		require.Empty(t, hands(r.desk))
	})
}

func TestATextThatSomebodyChangesAtTheSameMomentIsNoSuccess(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		once := false
		f.On(func(c *dt.Control) {
			if !once && strings.Contains(c.Content(), "TWO") {
				once = true
				c.SetContent("X" + c.Content())
			}
		})
		o := r.rewrite(Selected, shout)
		effect(t, proof.Partial, o)
		require.Equal(t, proof.ReasonRewritten, o.Reason())
		require.Contains(t, o.Report(), "changed in other places too")
		require.Equal(t, "Xone TWO three", f.Content(), "what was typed stays")
	})
}

func TestWhatIsTypedElsewhereLaterTakesNothingBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		o := r.rewrite(Selected, shout)
		effect(t, proof.Confirmed, o)
		f.SetContent(f.Content() + " and four")
		o = r.settle(o)[r.step-1]
		effect(t, proof.Confirmed, o)
		require.NotNil(t, o.Timing().Settled)

		o = r.rewrite(All, to("something else"))
		effect(t, proof.Confirmed, o)
		f.SetContent("something new")
		effect(t, proof.Unchanged, r.settle(o)[r.step-1])
	})
}

func TestAProgramThatMakesSomethingElseOfAnEditIsTold(t *testing.T) {
	eachMeans(t, func(t *testing.T, r *rig, m proof.Means) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		f.RewriteText(func(s string) string { return strings.ReplaceAll(s, "TWO", "2") })
		o := r.rewrite(Selected, shout)
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "made something else of it")
		require.Len(t, hands(r.desk), 1, "a second way would write twice")
	})
	bubble(t, func(t *testing.T, r *rig) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		f.Ignore()
		effect(t, proof.Unchanged, r.rewrite(Selected, shout))
		require.Len(t, hands(r.desk), 1)
		f.Heed().Reverts(100 * time.Millisecond)
		o := r.last(r.rewrite(Selected, shout))
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.ReasonReverted, o.Reason())
	})
}

func TestTheClipboardIsGivenBackAfterAnEdit(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.noOwn()
		r.desk.UserCopies("mine")
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		o := r.last(r.rewrite(Selected, shout))
		effect(t, proof.Confirmed, o)
		require.Equal(t, proof.Paste, o.Means())
		require.Equal(t, "one TWO three", f.Content())
		got, err := r.plat.Clipboard.Read(r.ctx)
		require.NoError(t, err)
		require.Equal(t, "mine", got)
	})
}

// limp is an actor that can't select.
type limp struct{ desktop.Actor }

func (a limp) Do(ctx context.Context, r desktop.Ref, v desktop.Verb, arg desktop.Arg) error {
	if v == desktop.Mark {
		return desktop.ErrUnsupported
	}
	return a.Actor.Do(ctx, r, v, arg)
}

func TestTheNextStepIsAboutTheSamePart(t *testing.T) {
	for _, can := range []bool{true, false} {
		bubble(t, func(t *testing.T, r *rig) {
			if !can {
				r.plat.Actor = limp{r.plat.Actor}
				r.reopen(Config{})
			}
			f := r.piece(r.win.TextArea("Notes", ""), "keep ⟦two⟧ this")
			effect(t, proof.Confirmed, r.rewrite(SelectedOrAll, shout))
			o := r.last(r.rewrite(SelectedOrAll, func(p Piece) Made { return Made{Text: "- " + p.Text} }))
			effect(t, proof.Confirmed, o)
			require.Equal(t, "keep - TWO this", f.Content())
		})
	}
}

func TestWhatCanNotBeSelectedAgainIsNotGuessed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Actor = limp{r.plat.Actor}
		r.noOwn()
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		o := r.rewrite(Selected, func(p Piece) Made {
			f.Select(0, 3) // the text is the same, and something else is selected by now
			return Made{Text: "TWO"}
		})
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "can't be selected")
		require.Equal(t, "one two three", f.Content())
	})
}

func TestSeveralSelectionsAreAQuestionOfWhich(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Tree = spread{r.plat.Tree}
		r.reopen(Config{})
		r.piece(r.win.Text("Notes", ""), "one two three")
		require.Equal(t, proof.ReasonAmbiguous, r.rewrite(SelectedOrAll, shout).Reason())
	})
}

type spread struct{ desktop.Tree }

func (spread) Selection(context.Context, desktop.Ref) ([]desktop.Span, error) {
	return []desktop.Span{{From: 0, To: 1}, {From: 2, To: 3}}, nil
}

func TestAnEditIsTakenBackWhereTheTextReadsAsItWasLeft(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.piece(r.win.TextArea("Notes", ""), "one 🙂\n⟦two⟧\nthree")
		o := r.last(r.rewrite(Selected, shout))
		ev := o.Evidence()[0]
		left := LeftOf(Unquote(ev.Before), Unquote(ev.After))
		back := func(l Left) proof.Outcome {
			o, _ := r.x.PutBack(r.ctx, r.step, desktop.Target{Path: ev.Path}, l)
			r.step++
			return o
		}
		f.SetContent("And more.\n" + f.Content() + "\nfour") // typed since, elsewhere
		o = r.last(back(left))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "And more.\none 🙂\ntwo\nthree\nfour", f.Content())
		o = back(left)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "changed since")
		f.SetContent("one 🙂\nTWo\nthree")
		effect(t, proof.Refused, back(left))
		require.Equal(t, "one 🙂\nTWo\nthree", f.Content())
	})
}

func TestWhatWasReplacedIsFoundAgainInAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab \n🙂e\u0301ü")), 0, 30, -1)
		before, old, now, after := text.Draw(t, "before"), text.Draw(t, "old"), text.Draw(t, "new"), text.Draw(t, "after")
		was, is := before+old+after, before+now+after
		if was == is {
			return
		}
		l := LeftOf(was, is)
		require.True(t, utf8.ValidString(l.Old+l.New+l.Before+l.After))
		span, ok := l.find(is)
		require.True(t, ok, "%+v in %q", l, is)
		from, to := byteAt(is, span.From), byteAt(is, span.To)
		require.Equal(t, was, is[:from]+l.Old+is[to:])
	})
}

func TestPlacesThatLookAlikeAreToldApartByWhereTheyAre(t *testing.T) {
	l := Left{Old: "x", New: "a", At: 2}
	_, ok := l.find("a a a")
	require.True(t, ok, "it has not moved")
	_, ok = l.find("bb a a a")
	require.False(t, ok)
	span, ok := l.find("bbbb a")
	require.True(t, ok, "the only one")
	require.Equal(t, desktop.Span{From: 5, To: 6}, span)
	_, ok = Left{Old: "x"}.find("")
	require.True(t, ok)
	_, ok = Left{Old: "x"}.find("y")
	require.False(t, ok, "everything was deleted, and something was written since")
}

func TestAPreviewNamesThePart(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.piece(r.win.Text("Notes", ""), "one ⟦two⟧ three")
		what, p := r.x.PreviewPiece(r.ctx, desktop.Target{}, SelectedOrAll, shout)
		require.Nil(t, p)
		require.Equal(t, "the selected text of text field “Notes” in “Notes”", what)
		f.Select(0, 0)
		what, p = r.x.PreviewPiece(r.ctx, desktop.Target{}, SelectedOrAll, shout)
		require.Nil(t, p)
		require.Equal(t, "text field “Notes” in “Notes”", what)
		require.Empty(t, r.desk.Acts())
	})
}
