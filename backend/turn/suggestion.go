package turn

import (
	"errors"
	"strings"

	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/system"
)

// field is the kind of thing that a tool works on: what one can do about a failure depends on it as much as on its kind.
// The screen is what failures speaks of; it has no table of its own.
type field string

const (
	onScreen   field = ""
	inRecords  field = "records"
	ofTimers   field = "timers"
	ofSound    field = "sound"
	ofLight    field = "light"
	ofPlayer   field = "player"
	ofState    field = "state"
	inFiles    field = "files"
	ofDownload field = "download"
	inDrafts   field = "drafts"
	ofLock     field = "lock"
	ofPrograms field = "programs"
	ofUndo     field = "undo"
	ofItself   field = "pace"
)

// fields gives the field of a tool. One that is not named works on the screen.
var fields = map[string]field{
	"calendar": inRecords, "calendar_create": inRecords, "notes": inRecords, "reminder": inRecords, "reminders": inRecords, "contacts": inRecords,
	"start_timer": ofTimers, "timers": ofTimers, "volume": ofSound, "brightness": ofLight, "music": ofPlayer, "machine_status": ofState,
	"finder": inFiles, "screenshot": inFiles, "download_file": ofDownload, "mail": inDrafts, "messages": inDrafts, "lock_screen": ofLock, "open_app": ofPrograms,
	"undo_last": ofUndo, "record_remove": ofUndo, "take_back_file": ofUndo, "about_pace": ofItself,
}

const (
	doctorFiles = "Run pace doctor to see whether Pace's own files can be used."
	setElse     = "Look whether another program sets it as well."
	waitABit    = "Say it again in a moment."
)

// offScreen is what could be done where no window is worked on. "" is nothing.
var offScreen = map[FailureKind]string{NothingFound: "", WentAway: "", Ended: "", GreyedOut: "", InTheWay: "", NotThatWay: "It has to be done by hand.",
	NoEffect: "Look at it before you say it again.", TakenBack: "Look at it before you say it again.", Rewritten: "Look at what it holds now.", DoesNotAnswer: waitABit}

// suggestions are what could be done about a failure in a field, where that differs from offScreen, or from what is said of
// the screen.
var suggestions = map[field]map[FailureKind]string{
	inRecords: {NothingFound: "Say its title as it was written down.", NotThatWay: "Change it in its file.",
		Defect: "Look whether the folder that it is kept in can be read and written.", NotAvailable: "Look whether the folder that it is kept in can be read and written.",
		TakenBack: "Look whether another program changes the same file.", Rewritten: "Look whether another program changes the same file."},
	ofTimers: {NothingFound: "Start one first: say “set a timer for 5 minutes”.", NoEffect: waitABit, NotAvailable: "Cancel one that you don't need, or run pace doctor.", Defect: doctorFiles,
		TakenBack: "Ask “what timers are running”.", Rewritten: "Ask “what timers are running”.", NotProvable: "Ask “what timers are running”."},
	ofSound: {NoEffect: setElse, TakenBack: setElse, Rewritten: setElse, DoesNotAnswer: "Say it again in a moment, or log out and in again.", NotProvable: "Listen how loud it is now.", NotThatWay: "Use the volume keys."},
	ofLight: {NoEffect: setElse, TakenBack: setElse, Rewritten: setElse, NotProvable: "Look how bright it is now.", NotThatWay: "Use the buttons of the display."},
	ofPlayer: {NothingFound: "Open a player, and start something in it.", NotAvailable: "Open a player, and start something in it.", NoEffect: "Look what the player shows, and use its own buttons.",
		TakenBack: "Look what the player shows, and use its own buttons.", Rewritten: "Look what the player shows.", DoesNotAnswer: "Wait until it does, or close the player.",
		NotProvable: "Look at the player before you say it again.", Ended: "Open it again, and start something in it.", WentAway: "Open it again, and start something in it.",
		NotThatWay: "Start something in it first, or use its own buttons.", GreyedOut: "Start something in it first."},
	ofState: {NoEffect: "", TakenBack: "", Rewritten: "", NotProvable: "", NotThatWay: ""},
	inFiles: {NothingFound: "Say its name as its folder shows it, or where it is.", NotAvailable: "Look whether that folder is there and can be written into.", NotValid: "Say which folder it is in.",
		NoEffect: "Look into the folder before you say it again.", NotProvable: "Look into the folder before you say it again."},
	ofDownload: {NothingFound: "Look whether the address is right.", NotAvailable: "Look whether that folder is there and can be written into.", NotValid: "Give the whole address, beginning with https.",
		NoEffect: "Look at the address, the connection and the room on the disk.", NotProvable: "Look into the downloads folder before you say it again.", NotThatWay: "Load it in the browser.",
		DoesNotAnswer: "Say it again in a while.", Defect: "Look into the downloads folder before you say it again."},
	inDrafts: {NothingFound: "Say the address or the number.", NotAvailable: "Install such a program, or choose one in the settings of your desktop.", NoEffect: "Look whether the draft is open before you say it again.",
		NotProvable: "Look whether the draft is open before you say it again."},
	ofLock:     {NoEffect: "Lock it by hand.", NotProvable: "Look whether it is locked.", TakenBack: "Lock it by hand.", DoesNotAnswer: "Lock it by hand.", NotThatWay: "Lock it by hand."},
	ofPrograms: {NothingFound: "Say its name as the menu of your programs shows it."},
	ofUndo: {NoEffect: "Take it back by hand.", NotProvable: "Look at it before you say anything else.", NotAvailable: "Take it back by hand.", NotThatWay: "Take it back by hand.",
		TakenBack: "Take it back by hand.", Defect: doctorFiles, NotValid: "Take it back by hand."},
	ofItself: {NoEffect: "", Defect: doctorFiles, NotAvailable: doctorFiles},
}

// suggest is what could be done about a failure of a tool.
func suggest(err error, tool string) string {
	kind, f := kindOf(err), fields[tool]
	if kind == NoPermission && overtaken(err, f) {
		kind = Overtaken
	}
	if s, ok := suggestions[f][kind]; ok {
		return s
	}
	if s, ok := offScreen[kind]; ok && !f.windows() {
		return s
	}
	return failures[kind].suggestion
}

// windows reports whether the tools of a field open windows, or work in them.
func (f field) windows() bool { return f == onScreen || f == ofPrograms || f == inDrafts }

// overtaken reports whether somebody changed a thing since, so that it is left alone. Where the system itself forbids
// something, it says so.
func overtaken(err error, f field) bool {
	var un *system.Unavailable
	return !f.windows() && !errors.As(err, &un)
}

// culprit is the tool whose step a problem is of, the one that was refused or came to nothing first. A plan of no steps was
// not begun since the last thing could not be taken back.
func culprit(r executor.Result, p *proof.Problem) string {
	first := ""
	for _, d := range r.Steps {
		if d.Outcome.Problem() == p && p != nil && d.Outcome.Effect() != proof.NotAttempted {
			return d.Call.Tool
		}
		if first == "" && !d.Outcome.OK() {
			first = d.Call.Tool
		}
	}
	if len(r.Steps) == 0 {
		return "undo_last"
	}
	return first
}

// advise adds to words what the user could do about a failure of a tool, "" for none. What asks, or says itself what to do,
// is left as it is: one suggestion is enough.
func advise(words string, about error, tool string) string {
	hint := suggest(about, tool)
	var p *proof.Problem
	if errors.As(about, &p) && hinted(told(p)) {
		hint = ""
	}
	return strings.TrimSpace(words + " " + hint)
}
