package turn

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

func byTool(name string, o proof.Outcome) executor.Result {
	return executor.Result{Steps: []executor.Done{{Call: tool.Call{Tool: name, Args: []byte(`{}`)}, Outcome: o, Describe: "Do it"}}}
}

// Each of these is a problem as that tool words it; what could be done about it has to fit the tool.
func TestWhatCouldBeDoneFitsTheToolThatFailed(t *testing.T) {
	refuse, fail := proof.Refuse, func(r proof.Reason, text string) proof.Outcome { return proof.Fail(r, text, nil) }
	idle := func(r proof.Reason, text string) proof.Outcome {
		return proof.NoEffect(proof.API, &proof.Problem{Reason: r, Text: text})
	}
	sent := func(r proof.Reason, text string) proof.Outcome {
		return proof.Deliver(proof.API, &proof.Problem{Reason: r, Text: text})
	}
	for _, c := range []struct {
		tool string
		o    proof.Outcome
		adds string
	}{
		{"click", idle(proof.ReasonNoEffect, "Nothing changed."), "Look whether the window waits for something else first."},
		{"click", refuse(proof.ReasonNotFound, "There is no “A”."), "Say its name as the window shows it."},
		{"type", refuse(proof.ReasonDisabled, "The field can't be used now."), "Something else may have to be filled in or chosen first."},
		{"window_snap", idle(proof.ReasonNoEffect, "Nothing changed."), "Look whether the window waits for something else first."},
		{"open_app", refuse(proof.ReasonNotFound, "No program called “Zorp” is installed."), "Say its name as the menu of your programs shows it."},
		{"lock_screen", idle(proof.ReasonNoEffect, "The request to lock the screen was taken, but the screen is not locked."), "Lock it by hand."},

		{"music", idle(proof.ReasonNoEffect, "Tunes is still playing."), "Look what the player shows, and use its own buttons."},
		{"music", fail(proof.ReasonAppEnded, "Tunes has ended in the meantime."), "Open it again, and start something in it."},
		{"music", fail(proof.ReasonHung, "Tunes does not answer."), "Wait until it does, or close the player."},
		{"music", fail(proof.ReasonUnsupported, "Tunes does not take “next” now."), "Start something in it first, or use its own buttons."},
		{"music", refuse(proof.ReasonUnavailable, "No media player was there to do it."), "Open a player, and start something in it."},
		{"music", fail(proof.ReasonNoEvidence, "What is playing can't be told: Tunes gives no readable answer."), "Look at the player before you say it again."},
		{"volume", idle(proof.ReasonNoEffect, "The volume is still 50 %."), "Look whether another program sets it as well."},
		{"volume", idle(proof.ReasonReverted, "The volume was 30 % for a moment, and is 50 % now."), "Look whether another program sets it as well."},
		{"volume", fail(proof.ReasonHung, "The sound server does not answer."), "Say it again in a moment, or log out and in again."},
		{"volume", refuse(proof.ReasonNotPermitted, "The volume is 70 % now, which is not how Pace left it, so it was left alone."), ""},
		{"volume", proof.RefuseFor(&proof.Problem{Reason: proof.ReasonNotPermitted, Text: "The sound can't be reached.", Err: &system.Unavailable{}}), "Run pace doctor to see which permission is missing, and where it is given."},
		{"brightness", idle(proof.ReasonNoEffect, "The brightness is still 50 %."), "Look whether another program sets it as well."},
		{"machine_status", fail(proof.ReasonHung, "The sound server does not answer."), "Say it again in a moment."},

		{"timers", refuse(proof.ReasonNotFound, "No timer is running."), "Start one first: say “set a timer for 5 minutes”."},
		{"timers", refuse(proof.ReasonNotPermitted, "It is not running any more, so it was left alone."), ""},
		{"start_timer", refuse(proof.ReasonUnavailable, "100 timers are running already; cancel one first."), "Cancel one that you don't need, or run pace doctor."},
		{"start_timer", fail(proof.ReasonInternal, "The timers could not be read or written."), "Run pace doctor to see whether Pace's own files can be used."},

		{"notes", refuse(proof.ReasonNotFound, "There is no note called “zorp”."), "Say its title as it was written down."},
		{"notes", refuse(proof.ReasonNotPermitted, "The note could not be kept: somebody changed it at the same moment, and nothing was overwritten."), ""},
		{"calendar", fail(proof.ReasonInternal, "The calendar could not be read: permission denied."), "Look whether the folder that it is kept in can be read and written."},
		{"reminder", refuse(proof.ReasonInvalid, "That is over."), "Say it in other words."},
		{"record_remove", refuse(proof.ReasonNotPermitted, "“Lunch” has been changed since, so it was left as it is."), ""},
		{"record_remove", refuse(proof.ReasonNotFound, "The note is not there any more, so there is nothing to take back."), ""},
		{"take_back_file", refuse(proof.ReasonNotPermitted, "“a.png” was changed since, so it was left alone."), ""},
		{"take_back_file", fail(proof.ReasonNoEffect, "“a.png” could not be put into the trash."), "Take it back by hand."},

		{"finder", refuse(proof.ReasonNotFound, "There is no “zorp.pdf” in your folders, down to 3 levels."), "Say its name as its folder shows it, or where it is."},
		{"finder", refuse(proof.ReasonNotPermitted, "You may not look at “/root”."), ""},
		{"screenshot", fail(proof.ReasonUnavailable, "The picture could not be saved in your pictures folder."), "Look whether that folder is there and can be written into."},
		{"download_file", fail(proof.ReasonNoEffect, "example.org could not be reached, or did not send it whole."), "Look at the address, the connection and the room on the disk."},
		{"download_file", fail(proof.ReasonHung, "example.org stopped sending."), "Say it again in a while."},
		{"download_file", refuse(proof.ReasonInvalid, "The address can't be used."), "Give the whole address, beginning with https."},
		{"download_file", fail(proof.ReasonTimeout, "It took longer than a download may."), "Look into the downloads folder before you say it again."},
		{"messages", refuse(proof.ReasonNotFound, "No phone number of “Bo” is in your contacts."), "Say the address or the number."},
		{"mail", sent(proof.ReasonNoEvidence, "The draft was handed to the mail program, but no window shows it."), "Look whether the draft is open before you say it again."},
		{"about_pace", fail(proof.ReasonInternal, "The record of what was done could not be read."), "Run pace doctor to see whether Pace's own files can be used."},
	} {
		want := c.o.Report()
		if c.adds != "" {
			want += " " + c.adds
		}
		require.Equal(t, want, narrate(byTool(c.tool, c.o)).Spoken, "%s, %s", c.tool, c.o.Reason())
	}
}

// Undo says by itself why nothing was taken back, before any step is made of it.
func TestAnUndoThatWasNotBegunSuggestsNothingOfWindows(t *testing.T) {
	r := executor.Result{Stopped: &proof.Problem{Reason: proof.ReasonNotFound, Text: "The last thing Pace did can't be undone, and what it did before was left alone."}}
	require.Equal(t, r.Stopped.Text, narrate(r).Spoken)
}

// Whatever a tool that works on no window comes to, it is not blamed on a window, and no button is looked for.
func TestNoFieldButTheScreenSpeaksOfWindows(t *testing.T) {
	screen := []FailureKind{NoEffect, NothingFound, GreyedOut, InTheWay, WentAway}
	for name, f := range fields {
		if f.windows() {
			continue
		}
		for _, r := range constants(t, "../proof/outcome.go", "Reason") {
			got := suggest(&proof.Problem{Reason: proof.Reason(r), Text: "A case."}, name)
			require.NotContains(t, got, "window", "%s, %s", name, r)
			require.NotContains(t, got, "may have to be filled in", "%s, %s", name, r)
			if kind := byReason[proof.Reason(r)]; slices.Contains(screen, kind) {
				require.NotEqual(t, failures[kind].suggestion, got, "%s, %s", name, r)
			}
		}
		require.Equal(t, failures[NotApproved].suggestion, suggest(&proof.Problem{Reason: proof.ReasonNotPermitted, Err: executor.ErrNotApproved}, name))
		require.Equal(t, failures[InUse].suggestion, suggest(&proof.Problem{Reason: proof.ReasonUnavailable, Err: executor.ErrInUse}, name))
	}
	for f, of := range suggestions {
		for kind, s := range of {
			require.NotEmpty(t, failures[kind].sentence, "%s: %s is no kind", f, kind)
			if s != "" {
				require.Regexp(t, `^[A-Z][^\n.?!]*\.$`, s, "%s, %s: one sentence, which ends", f, kind)
			}
		}
	}
	require.Equal(t, failures[Defect].suggestion, suggest(errors.New("plain"), "click"))
}
