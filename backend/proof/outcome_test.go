package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

var seen = Evidence{Kind: ValueRead, What: `text "Total"`, Before: "1", After: "2"}

func TestTheZeroOutcomeClaimsNothing(t *testing.T) {
	var o Outcome
	require.Equal(t, NotAttempted, o.Effect())
	require.False(t, o.OK())
	require.False(t, o.WeakOnly())
	require.Empty(t, o.Evidence())
	require.Empty(t, o.Report())
	require.Empty(t, o.Reason())
	require.Nil(t, o.Problem())
	require.Equal(t, NotAttempted, o.With(API, seen).Effect(), "evidence alone makes no claim")
	require.Equal(t, NotAttempted, o.Because("It worked.").Effect())
}

func TestAnOutcomeCannotBeBuiltFromOutsideText(t *testing.T) {
	var o Outcome
	//lint:ignore SA9005 that nothing of it can be read from outside is what this test is about
	require.NoError(t, json.Unmarshal([]byte(`{"effect":"confirmed","Effect":"confirmed","evidence":[{"kind":"valueRead"}]}`), &o))
	require.Equal(t, Outcome{}, o)
}

func TestConfirmWithoutEvidenceIsUnverifiable(t *testing.T) {
	for _, ev := range [][]Evidence{nil, {}, {{}}, {{}, {}}} {
		o := Confirm(API, ev...)
		require.Equal(t, Unverifiable, o.Effect())
		require.Equal(t, ReasonNoEvidence, o.Reason())
		require.False(t, o.OK())
	}
	o := Confirm(API, Evidence{}, seen)
	require.True(t, o.OK())
	require.Equal(t, []Evidence{seen}, o.Evidence())
}

func TestEachConstructorMakesItsOwnEffect(t *testing.T) {
	cause := errors.New("boom")
	p := &Problem{Reason: ReasonAmbiguous, Text: "Two fit.", Candidates: []Candidate{{Label: "a"}, {Label: "b"}}}
	for want, os := range map[Effect][]Outcome{
		Confirmed:    {Confirm(API, seen)},
		Unverifiable: {Deliver(Keys, nil), Deliver(Keys, p)},
		Unchanged:    {NoEffect(Keys, nil), NoEffect(Keys, p, seen)},
		Partial:      {Some(Keys, nil, seen), Some(Keys, p)},
		Refused:      {Refuse(ReasonDisabled, "No."), RefuseFor(p)},
		Failed:       {Fail(ReasonGone, "Gone.", cause), FailWith(cause), FailWith(fmt.Errorf("x: %w", p))},
		Cancelled:    {Cancel(ReasonUserInput, "You took over.")},
		NotAttempted: {Skip("An earlier step was not confirmed.")},
	} {
		for _, o := range os {
			require.Equal(t, want, o.Effect())
			require.Equal(t, want == Confirmed, o.OK())
			require.Equal(t, want != Confirmed, o.Problem() != nil)
			require.NotEmpty(t, o.Report())
		}
	}
	require.Equal(t, p.Candidates, FailWith(fmt.Errorf("x: %w", p)).Problem().Candidates)
	require.ErrorIs(t, FailWith(cause).Problem(), cause)
	require.Equal(t, "gone: boom", Fail(ReasonGone, "", cause).Report())
}

func TestEvidenceGivenOrTakenCannotBeChangedAfterwards(t *testing.T) {
	given := []Evidence{seen}
	for _, o := range []Outcome{Confirm(API, given...), NoEffect(API, nil, given...), Some(API, nil, given...), Confirm(API, seen).With(API, given...)} {
		given[0].After = "forged"
		o.Evidence()[0].After = "forged"
		for _, e := range o.Evidence() {
			require.Equal(t, "2", e.After)
		}
		given[0] = seen
	}
	o := Confirm(API, seen)
	_ = o.With(API, Evidence{Kind: Nearby, What: "y"})
	require.Len(t, o.Evidence(), 1)
}

func TestAnotherReportDoesNotChangeWhatIsClaimed(t *testing.T) {
	o := Deliver(API, nil).Because("It surely worked.")
	require.Equal(t, Unverifiable, o.Effect())
	require.Equal(t, "It surely worked.", o.Report())
}

func TestOnlyConfirmedOutcomesWithNothingButNearbyEvidenceAreWeak(t *testing.T) {
	near := Evidence{Kind: Nearby, What: `label "Status"`, Before: "a", After: "b"}
	require.True(t, Confirm(Semantic, near).WeakOnly())
	require.True(t, Confirm(Semantic, near, near).WeakOnly())
	require.False(t, Confirm(Semantic, near, seen).WeakOnly())
	require.False(t, NoEffect(Semantic, nil, near).WeakOnly())
}

func TestTheReportIsMadeFromTheEvidence(t *testing.T) {
	for want, e := range map[string]Evidence{
		"Volume is already 30.":             {Kind: AlreadySo, What: "Volume", After: "30"},
		"Dialog is gone.":                   {Kind: Vanished, What: "Dialog"},
		"Window “Save” opened.":             {Kind: WindowNew, What: "Window “Save”"},
		"Window “Save” closed.":             {Kind: WindowGone, What: "Window “Save”"},
		"Focus moved to text field.":        {Kind: FocusMoved, What: "text field"},
		"three notes":                       {Kind: Returned, What: "search", After: "three notes"},
		"Total changed.":                    {Kind: OwnChange, What: "Total"},
		"Total is now 2.":                   {Kind: ValueRead, What: "Total", After: "2"},
		`text "Total" changed from 1 to 2.`: seen,
	} {
		require.Equal(t, want, Confirm(API, e).Report())
	}
}
