package turn

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/planner"
	"pace/backend/planner/local"
	"pace/backend/proof"
)

// constants lists the values of a type's constants in a source file.
func constants(t *testing.T, file, typ string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := v.Type.(*ast.Ident); ok && id.Name == typ {
			out = append(out, strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return true
	})
	require.NotEmpty(t, out)
	return out
}

func TestEachReasonHasAKindAndEachKindItsWords(t *testing.T) {
	for _, r := range constants(t, "../proof/outcome.go", "Reason") {
		require.NotEmpty(t, byReason[proof.Reason(r)], "reason %s", r)
	}
	kinds := constants(t, "failure.go", "FailureKind")
	require.Len(t, failures, len(kinds))
	seen := map[string]string{}
	for _, k := range kinds {
		f, ok := failures[FailureKind(k)]
		require.True(t, ok, k)
		require.Regexp(t, `^[A-Z][^\n]*[.?]$`, f.sentence, k)
		require.Empty(t, seen[f.sentence], "%s says what %s says", k, seen[f.sentence])
		seen[f.sentence] = k
		if f.suggestion != "" {
			require.Regexp(t, `^[A-Z][^\n.?!]*\.$`, f.suggestion, "%s: one sentence, which ends", k)
		}
		require.NotRegexp(t, claims, strings.NewReplacer("so nothing was done", "", "so it was not done", "", "to be done by hand", "", "to have it done", "", "Nothing changed", "").Replace(f.sentence+f.suggestion), k)
	}
}

func TestTheKindOfAFailureIsTakenFromItsCause(t *testing.T) {
	of := func(r proof.Reason, err error) error { return &proof.Problem{Reason: r, Text: "A case.", Err: err} }
	model := func(err error) error {
		return fmt.Errorf("plan: %w", &planner.Failure{Why: "It went wrong", Err: err})
	}
	for _, c := range []struct {
		err  error
		want FailureKind
	}{
		{of(proof.ReasonNotPermitted, nil), NoPermission},
		{of(proof.ReasonNotPermitted, executor.ErrActionsOff), ActionsOff},
		{of(proof.ReasonNotPermitted, executor.ErrNotApproved), NotApproved},
		{of(proof.ReasonNotPermitted, executor.ErrNotInTime), ApprovalLate},
		{of(proof.ReasonNotPermitted, executor.ErrUnattended), Unattended},
		{of(proof.ReasonUnavailable, nil), NotAvailable},
		{of(proof.ReasonUnavailable, fmt.Errorf("x: %w", desktop.ErrNoDisplay)), NoDisplay},
		{of(proof.ReasonUnavailable, desktop.ErrNoBus), NoAccess},
		{of(proof.ReasonUnavailable, executor.ErrInUse), InUse},
		{of(proof.ReasonNotFound, nil), NothingFound},
		{of(proof.ReasonNotFound, executor.ErrNothing), NothingToDo},
		{&proof.Problem{Reason: proof.ReasonNotFound, Candidates: []proof.Candidate{{Label: "A"}}}, WhichOne},
		{of(proof.ReasonHung, nil), DoesNotAnswer},
		{of(proof.ReasonGone, nil), WentAway},
		{of(proof.ReasonCancelled, nil), WasStopped},
		{of("a new one", nil), Defect},
		{errors.New("plain"), Defect},
		{model(local.ErrUnreachable), PlannerOffline},
		{model(&local.WrongModel{Configured: "a", Served: "b"}), ModelOther},
		{model(local.ErrNoModel), ModelMissing},
		{model(&local.PromptCut{}), PromptTooLong},
		{model(local.ErrStalled), PlannerSlow},
		{model(local.ErrMalformed), PlannerBroken},
		{model(nil), PlannerBroken},
	} {
		require.Equal(t, c.want, kindOf(c.err), "%v", c.err)
	}
}

func TestAFailureIsToldInTheWordsOfItsCaseWithOneSuggestion(t *testing.T) {
	for _, c := range []struct {
		of   executor.Result
		want string
	}{
		{ran(nothing), "Nothing changed. Look whether the window waits for something else first."},
		{ran(gone), "There is no “A”. Say its name as the window shows it."},
		{ran(broken), "The application does not answer. Wait until it does, or close it."},
		{ran(seen, unproven), "1 of 2 steps was confirmed. It was delivered, but its effect can't be read. Look at it before you say it again."},
		{ran(secret), "Pace does not fill in password fields. Type it yourself."},
		{ran(which), "Two things are called A. Which one?"},
		{ran(suggests), "There is no “A”. Do you mean “B”?"},
		{ran(proof.Refuse(proof.ReasonUnavailable, "There is no sound server. Install one.")), "There is no sound server. Install one."},
		{ran(proof.FailWith(&proof.Problem{Reason: proof.ReasonHung, Err: errors.New("0x80004005")})), "The application does not answer. Wait until it does, or close it."},
		{cutBy(proof.ReasonUserInput, seen, skipped), "You moved the mouse, so Pace stopped. 1 of 2 steps was confirmed. 1 was not attempted. Say it again when your hands are free."},
		{stoppedBy(proof.ReasonUnavailable), "It was stopped. Run pace doctor to see what is missing."},
		{executor.Result{Stopped: &proof.Problem{Reason: proof.ReasonNotPermitted, Err: executor.ErrActionsOff}}, "Actions are switched off in the settings, so this was only planned. Switch them on in the settings to have it done."},
	} {
		require.Equal(t, c.want, narrate(c.of).Spoken)
		require.Equal(t, narrate(c.of), narrate(c.of), "the same each time")
	}
}

func TestOnlyAFailureThatNobodyWaitsForIsHeldBack(t *testing.T) {
	for _, c := range []struct {
		attended bool
		outcome  proof.Outcome
		may      bool
		spoken   bool
	}{
		{true, nothing, false, true},
		{false, nothing, false, false},
		{false, nothing, true, true},
		{false, seen, false, true},
	} {
		b := newBench(t)
		var asked []FailureKind
		b.Restraint = func(k FailureKind) bool { asked = append(asked, k); return c.may }
		b.press = func(context.Context, string) proof.Outcome { return c.outcome }
		x, err := b.Submit(t.Context(), Request{Text: "press A", Origin: "schedule", Attended: c.attended})
		require.NoError(t, err)
		spoke := false
		for _, e := range rows(t, x) {
			spoke = spoke || e.Type == event.Spoken
		}
		require.Equal(t, c.spoken, spoke)
		require.NotEmpty(t, x.Wait().Spoken, "it is on record either way")
		if !c.attended && !c.outcome.OK() {
			require.Equal(t, []FailureKind{NoEffect}, asked)
		}
	}
}
