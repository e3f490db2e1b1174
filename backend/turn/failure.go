package turn

import (
	"errors"
	"strings"

	"pace/backend/desktop"
	"pace/backend/executor"
	"pace/backend/interaction"
	"pace/backend/planner"
	"pace/backend/planner/local"
	"pace/backend/proof"
)

// FailureKind names a way in which a turn can come to nothing. It is an id for logs and for whoever decides whether the
// failure is said aloud; it holds nothing of the user's.
type FailureKind string

// The kinds.
const (
	ActionsOff     FailureKind = "actionsOff"
	NotApproved    FailureKind = "notApproved"
	ApprovalLate   FailureKind = "approvalLate"
	Unattended     FailureKind = "unattended"
	InUse          FailureKind = "inUse"
	NoPermission   FailureKind = "missingPermission"
	Overtaken      FailureKind = "changedSince"
	NoDisplay      FailureKind = "noDisplay"
	NoAccess       FailureKind = "noAccessibility"
	NotAvailable   FailureKind = "capabilityMissing"
	WhichOne       FailureKind = "ambiguous"
	NothingFound   FailureKind = "nothingFound"
	NothingToDo    FailureKind = "nothingToDo"
	WentAway       FailureKind = "gone"
	DoesNotAnswer  FailureKind = "hung"
	Ended          FailureKind = "programEnded"
	GreyedOut      FailureKind = "disabled"
	InTheWay       FailureKind = "obstructed"
	NotThatWay     FailureKind = "unsupported"
	NoEffect       FailureKind = "noEffect"
	TakenBack      FailureKind = "reverted"
	Rewritten      FailureKind = "rewritten"
	NotProvable    FailureKind = "notProvable"
	UserAtWork     FailureKind = "userInput"
	WasStopped     FailureKind = "stopped"
	NothingChosen  FailureKind = "nothingSelected"
	IsSecret       FailureKind = "secret"
	NotValid       FailureKind = "invalid"
	NotBegun       FailureKind = "notBegun"
	Defect         FailureKind = "defect"
	PlannerOffline FailureKind = "plannerOffline"
	PlannerLoading FailureKind = "plannerLoading"
	ModelMissing   FailureKind = "modelMissing"
	ModelOther     FailureKind = "modelOther"
	PromptTooLong  FailureKind = "promptTooLong"
	PlannerSlow    FailureKind = "plannerSlow"
	PlannerBroken  FailureKind = "plannerBroken"
)

// failure is what is said of a kind: a sentence where the case itself brought none, and what the user could do. Nothing
// is suggested where the user has just decided, or was asked.
type failure struct{ sentence, suggestion string }

// failures is the whole of what Pace says when something comes to nothing, apart from what is particular to the case.
var failures = map[FailureKind]failure{
	ActionsOff:     {"Actions are switched off in the settings, so this was only planned.", "Switch them on in the settings to have it done."},
	NotApproved:    {"It was not approved, so it was not done.", ""},
	ApprovalLate:   {"Nobody approved it in time, so it was not done.", "Say it again, and answer within two minutes."},
	Unattended:     {"This needs approval, and nobody is there to give it.", "Ask for it while you are there."},
	InUse:          {"Something else that Pace is doing uses that now.", "Say it again in a moment."},
	NoPermission:   {"Pace may not do that.", "Run pace doctor to see which permission is missing, and where it is given."},
	Overtaken:      {"It is not as Pace left it, so it was left alone.", ""},
	NoDisplay:      {"There is no display to work on.", "Run pace doctor to see why."},
	NoAccess:       {"The accessibility bus is not running, so Pace can't see what is on the screen.", "Run pace doctor to see how it is started."},
	NotAvailable:   {"This machine has no way to do that.", "Run pace doctor to see what is missing."},
	WhichOne:       {"Several things fit. Which one?", ""},
	NothingFound:   {"There is no such thing here.", "Say its name as the window shows it."},
	NothingChosen:  {"Nothing is selected.", "Select the part that is meant, and say it again."},
	NothingToDo:    {"There is nothing to do.", ""},
	WentAway:       {"It is no longer there.", "Open it again, and say it once more."},
	DoesNotAnswer:  {"The application does not answer.", "Wait until it does, or close it."},
	Ended:          {"The application has ended.", "Open it again, and say it once more."},
	GreyedOut:      {"It can't be used now.", "Something else may have to be filled in or chosen first."},
	InTheWay:       {"It could not be reached.", "Move what covers it out of the way."},
	NotThatWay:     {"It can't be used that way.", "It has to be done by hand."},
	NoEffect:       {"Nothing changed.", "Look whether the window waits for something else first."},
	TakenBack:      {"It did not last.", "Look at what the application shows about it."},
	Rewritten:      {"The application made something else of it.", "Look at what it holds now."},
	NotProvable:    {"It was sent, but nothing could be read that shows an effect.", "Look at it before you say it again."},
	UserAtWork:     {"You used the mouse or keyboard, so Pace stopped.", "Say it again when your hands are free."},
	WasStopped:     {"Pace was stopped.", ""},
	IsSecret:       {"Pace does not read or fill in password fields.", "Type it yourself."},
	NotValid:       {"That can't be carried out.", "Say it in other words."},
	NotBegun:       {"It was not begun.", ""},
	Defect:         {"Something went wrong inside Pace.", "Look at what came of it before you say it again."},
	PlannerOffline: {"No model answers, so nothing was done.", "Start the model server, or choose the built-in planner in the settings."},
	PlannerLoading: {"The model is still being loaded, so nothing was done.", "Say it again in a moment."},
	ModelMissing:   {"The model that is set is not there, so nothing was done.", "Choose one that the server has, in the settings."},
	ModelOther:     {"Another model answered than the one that is set, so nothing was done.", "Choose the one that the server runs, in the settings."},
	PromptTooLong:  {"That is too long for this model, so nothing was done.", "Say it in fewer words, or give the model more context."},
	PlannerSlow:    {"The model took too long, so nothing was done.", "Say it again, or choose a smaller model."},
	PlannerBroken:  {"The model's answer could not be used, so nothing was done.", "Say it again, or choose another model."},
}

// byReason gives the kind of a problem that no more particular sign tells.
var byReason = map[proof.Reason]FailureKind{
	proof.ReasonGone: WentAway, proof.ReasonHung: DoesNotAnswer, proof.ReasonNotFound: NothingFound, proof.ReasonAmbiguous: WhichOne,
	proof.ReasonDisabled: GreyedOut, proof.ReasonNoEffect: NoEffect, proof.ReasonReverted: TakenBack, proof.ReasonRewritten: Rewritten,
	proof.ReasonNoEvidence: NotProvable, proof.ReasonAlready: NotProvable, proof.ReasonNotPermitted: NoPermission, proof.ReasonUnavailable: NotAvailable,
	proof.ReasonInvalid: NotValid, proof.ReasonObstructed: InTheWay, proof.ReasonUnsupported: NotThatWay, proof.ReasonUserInput: UserAtWork,
	proof.ReasonCancelled: WasStopped, proof.ReasonTimeout: NotProvable, proof.ReasonSecret: IsSecret, proof.ReasonAppEnded: Ended,
	proof.ReasonDependsOn: NotBegun, proof.ReasonInternal: Defect,
}

// bySign are causes that say more than the reason, the particular first.
var bySign = []struct {
	is   error
	kind FailureKind
}{
	{interaction.ErrNothingSelected, NothingChosen}, {executor.ErrActionsOff, ActionsOff}, {executor.ErrNotApproved, NotApproved}, {executor.ErrNotInTime, ApprovalLate}, {executor.ErrUnattended, Unattended},
	{executor.ErrInUse, InUse}, {executor.ErrNothing, NothingToDo}, {desktop.ErrNoDisplay, NoDisplay}, {desktop.ErrNoBus, NoAccess},
	{local.ErrUnreachable, PlannerOffline}, {local.ErrNotAServer, PlannerOffline}, {local.ErrLoading, PlannerLoading}, {local.ErrNoModel, ModelMissing},
	{local.ErrWrongModel, ModelOther}, {local.ErrPromptCut, PromptTooLong}, {local.ErrStalled, PlannerSlow}, {local.ErrTooLong, PlannerSlow},
}

// kindOf tells which kind of failure an error is. Every error has one.
func kindOf(err error) FailureKind {
	for _, s := range bySign {
		if errors.Is(err, s.is) {
			return s.kind
		}
	}
	var failed *planner.Failure
	var p *proof.Problem
	switch {
	case errors.As(err, &failed):
		return PlannerBroken
	case !errors.As(err, &p):
		return Defect
	case len(p.Candidates) > 0:
		return WhichOne
	}
	if kind, ok := byReason[p.Reason]; ok {
		return kind
	}
	return Defect
}

// told is what is said of a problem: its own sentence, or that of its kind.
func told(p *proof.Problem) string {
	if p.Text != "" {
		return p.Text
	}
	return failures[kindOf(p)].sentence
}

// blame is what a result came to nothing for: why its plan was not begun, why it was stopped, or the first step that was
// not confirmed. Nil when all were.
func blame(r executor.Result) *proof.Problem {
	for _, p := range []*proof.Problem{r.Stopped, r.Cut} {
		if p != nil {
			return p
		}
	}
	for _, d := range r.Steps {
		if !d.Outcome.OK() && d.Outcome.Effect() != proof.NotAttempted {
			return d.Outcome.Problem()
		}
	}
	for _, d := range r.Steps {
		if !d.Outcome.OK() {
			return d.Outcome.Problem()
		}
	}
	return nil
}

// sentence tells of a step.
func sentence(d executor.Done) string {
	if p := d.Outcome.Problem(); p != nil && p.Text == "" && !d.Outcome.OK() {
		return told(p)
	}
	return d.Outcome.Report()
}

// hinted reports whether a sentence is a question, or more than one sentence, of which the later ones say what to do.
func hinted(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasSuffix(s, "?") || strings.Contains(s, ". ")
}
