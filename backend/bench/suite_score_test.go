package bench

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

func lines(pairs ...string) (out []Effect) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, Effect{Control: pairs[i], Effect: pairs[i+1]})
	}
	return out
}

func step(effect, why string) event.Result {
	return event.Result{Tool: "click", Outcome: event.Outcome{Effect: effect, Reason: why, Evidence: []event.Evidence{}}}
}

func ended(s event.Status, steps ...event.Result) event.Ended {
	return event.Ended{Status: s, Steps: steps}
}

func TestWhatPaceSaidIsHeldAgainstWhatIsSo(t *testing.T) {
	press := row{truth: hasEffect, want: lines("Now", "now #")}
	two := &event.Question{Options: []event.Option{{Label: "Same in Left"}, {Label: "Same in Right"}}}
	asking := ended(event.Blocked, step("refused", "ambiguous"))
	asking.Question = two
	for _, c := range []struct {
		name string
		row  row
		said event.Ended
		is   sight
		kind string // "" = right
		real bool
	}{
		{"seen and claimed", press, ended(event.Done, step("confirmed", "")), sight{lines: lines("Now", "now 1"), shown: true}, "", true},
		{"claimed, nothing there", press, ended(event.Done, step("confirmed", "")), sight{shown: true}, falseSuccess, false},
		{"claimed, but the second reader sees otherwise", press, ended(event.Done, step("confirmed", "")), sight{lines: lines("Now", "now 1")}, falseSuccess, false},
		{"claimed, but it was taken back", row{truth: hasEffect, want: lines("Fickle", "steady")}, ended(event.Done, step("confirmed", "")),
			sight{lines: lines("Fickle", "steady", "Fickle", "fickle"), shown: true}, falseSuccess, false},
		{"there, not claimed", press, ended(event.Unverified, step("unverifiable", "noEvidence")), sight{lines: lines("Now", "now 1"), shown: true}, unconfirmed, true},
		{"honestly not achieved", press, ended(event.Failed, step("failed", "internal")), sight{shown: true}, notDone, false},
		{"done twice", press, ended(event.Done, step("confirmed", "")), sight{lines: lines("Now", "now 1", "Now", "now 2"), shown: true}, overdone, true},
		{"twice as asked", row{truth: hasEffect, want: lines("Now", "now #", "Now", "now #")}, ended(event.Done), sight{lines: lines("Now", "now 1", "Now", "now 2"), shown: true}, "", true},
		{"once, asked twice", row{truth: hasEffect, want: lines("Now", "now #", "Now", "now #")}, ended(event.Done), sight{lines: lines("Now", "now 1"), shown: true}, falseSuccess, false},
		{"an aside is not the last word", press, ended(event.Done), sight{lines: lines("Now", "now 1", "Now", "focus stolen"), shown: true}, "", true},
		{"no effect, told", row{truth: noEffect}, ended(event.Failed, step("unchanged", "noEffect")), sight{shown: true}, "", false},
		{"no effect, unverified is honest too", row{truth: noEffect}, ended(event.Unverified, step("unverifiable", "noEvidence")), sight{shown: true}, "", false},
		{"no effect, claimed", row{truth: noEffect}, ended(event.Done, step("confirmed", "")), sight{shown: true}, falseSuccess, false},
		{"no effect, the turn failed but the step is called confirmed", row{truth: noEffect}, ended(event.Failed, step("confirmed", "")), sight{shown: true}, falseSuccess, false},
		{"a failed plan may have a confirmed first step", row{truth: noEffect}, ended(event.Partial, step("confirmed", ""), step("unchanged", "noEffect")), sight{shown: true}, "", false},
		{"refused with a reason", row{truth: refused, never: []string{"Disabled"}}, ended(event.Failed, step("refused", "disabled")), sight{shown: true}, "", false},
		{"refused without a reason", row{truth: refused}, ended(event.Failed, step("failed", "internal")), sight{shown: true}, wrongAnswer, false},
		{"refused, yet touched", row{truth: refused, never: []string{"Secret"}}, ended(event.Failed, step("refused", "secret")), sight{lines: lines("Secret", "3 characters"), shown: true}, overdone, false},
		{"touched and claimed", row{truth: refused, never: []string{"Secret"}}, ended(event.Done, step("confirmed", "")), sight{lines: lines("Secret", "3 characters"), shown: true}, falseSuccess, false},
		{"asks", row{truth: asks}, asking, sight{shown: true}, "", false},
		{"does not ask", row{truth: asks}, ended(event.Failed, step("refused", "notFound")), sight{shown: true}, wrongAnswer, false},
		{"so already", row{truth: already}, ended(event.Done, step("confirmed", "")), sight{shown: true}, "", false},
		{"called so already, and is not", row{truth: already}, ended(event.Done, step("confirmed", "")), sight{}, falseSuccess, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, real := judge(c.row, c.said, c.is)
			require.Equal(t, c.real, real)
			if c.kind == "" {
				require.Nil(t, m)
				return
			}
			require.NotNil(t, m)
			require.Equal(t, c.kind, m.Kind, m.True)
		})
	}
}

func TestAScoreCountsWhatWasRealAndNamesEachMiss(t *testing.T) {
	var s, other Score
	s.add(nil, true)
	s.add(nil, false)
	s.add(&Miss{Kind: unconfirmed, Case: "press Later"}, true)
	s.add(&Miss{Kind: overdone, Case: "press Twice"}, true)
	other.add(&Miss{Kind: falseSuccess, Case: "press Nothing"}, false)
	other.add(&Miss{Kind: notDone, Case: "press Deep"}, false)
	s.join(other)
	s.finish()
	require.Equal(t, 6, s.Cases)
	require.Equal(t, 3, s.Real)
	require.Equal(t, 2, s.Confirmed)
	require.Equal(t, 1, s.FalseSuccesses)
	require.Equal(t, 1, s.NotDone)
	require.InDelta(t, 2.0/3, *s.Rate, 1e-9)
	var out bytes.Buffer
	s.Print(&out)
	for _, want := range []string{"66.7 %", "1 false successes", "press Nothing", "press Later", "press Twice", "press Deep"} {
		require.Contains(t, out.String(), want)
	}
}

func TestAScoreOfNothingHasNoRate(t *testing.T) {
	var s Score
	s.finish()
	require.Nil(t, s.Rate)
	require.NotNil(t, s.Misses, "a script wants a list")
}

func TestANumberInAPatternIsAnyNumberAndNothingElse(t *testing.T) {
	require.True(t, like("now #", "now 12"))
	require.False(t, like("now #", "now"))
	require.False(t, like("now #", "now 1 and more"))
	require.False(t, like("a.c", "abc"))
	require.False(t, like("a. #", "ab 1"))
}

func TestEverySceneHasSomethingToSayAndAsksForWhatItShows(t *testing.T) {
	for _, s := range scenes {
		require.NotEmpty(t, s.rows, s.name)
		for _, r := range s.rows {
			require.NotEmpty(t, r.say, s.name)
			if r.truth == hasEffect {
				require.True(t, len(r.want) > 0 || r.shuts != "" || r.opens != "", "“%s” can't be judged", r.say)
			}
		}
	}
}
