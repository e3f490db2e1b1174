package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"pace/backend/interaction"
	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

// Books are where a person's records are kept. Now is in the zone of that person.
type Books struct {
	Calendar  pim.Calendar
	Reminders pim.Reminders
	Notes     pim.Notes
	Contacts  pim.Contacts
	Drafts    pim.Drafts
	Now       func() time.Time
	Bell      Bell // nil: nothing is told of reminders
}

// Bell tells of reminders when they are due.
type Bell interface {
	// Rings reports whether some Pace tells of them now.
	Rings() bool
	// Promise has those told that are written down from now on, and this one looked at.
	Promise(ctx context.Context) error
}

// Records makes the tools that work on a person's records. Drafts are handed to the desktop's own programs by s, after l
// has written down how much.
func Records(b Books, s *interaction.Sessions, l Ledger) []tool.Tool {
	return []tool.Tool{reminder{b}, reminders{b}, calendar{b}, calendarCreate{b}, notes{b}, contacts{b}, mail{b, s, l}, messages{b, s, l}, recordRemove{b}}
}

// Records are a resource each: what is asked of one in one sentence is done in order.
const (
	usesReminders tool.Resource = "reminders"
	usesCalendar  tool.Resource = "calendar"
	usesNotes     tool.Resource = "notes"
	usesContacts  tool.Resource = "contacts"
)

// looking is an expectation that is one fresh read. There is nothing to be woken by: a record is on the disk when writing
// it has returned, or it is not.
type looking struct {
	check func(ctx context.Context) (proof.Verdict, proof.Evidence, error)
	goal  bool
}

func (l looking) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	return l.check(ctx)
}

func (l looking) Wake(ctx context.Context) (<-chan struct{}, error) {
	c := make(chan struct{})
	context.AfterFunc(ctx, func() { close(c) })
	return c, nil
}

func (l looking) Goal() bool { return l.goal }

// recorded acts once and confirms by reading again, twice: what was there a moment ago may have been taken away by
// whoever looks after the same files.
func recorded(ctx context.Context, l looking, act func(ctx context.Context) error) proof.Outcome {
	since := time.Now()
	o := proof.Until(ctx, l, func(ctx context.Context) (proof.Means, error) { return proof.API, act(ctx) }, 0)
	for _, e := range o.Evidence() {
		if e.Kind == proof.AlreadySo {
			return o.With(proof.API)
		}
	}
	return proof.Settle(ctx, o, l, since)
}

// Where a record is, as evidence carries it to whoever undoes it.
const (
	inReminders = "reminders"
	inCalendar  = "calendar"
	inNotes     = "notes"
)

// broken makes the problem of an error of the records. what is what could not be done: "The reminder could not be kept".
func broken(what string, err error) *proof.Problem {
	p := &proof.Problem{Reason: proof.ReasonInternal, Text: what + ": " + plainError(err) + ".", Err: err}
	switch {
	case errors.Is(err, pim.ErrGone):
		p.Reason, p.Text = proof.ReasonNotFound, what+": it is not there any more."
	case errors.Is(err, pim.ErrChanged):
		p.Reason, p.Text = proof.ReasonNotPermitted, what+": somebody changed it at the same moment, and nothing was overwritten."
	case errors.Is(err, context.Canceled):
		p.Reason, p.Text = proof.ReasonCancelled, what+": Pace was stopped."
	}
	return p
}

// plainErrors are what errors of the system mean to a person.
var plainErrors = []struct {
	is    error
	words string
}{{syscall.ENOSPC, "the disk is full"}, {syscall.EDQUOT, "there is no more room for your files on the disk"}, {syscall.EROFS, "its folder can only be read"},
	{fs.ErrPermission, "its folder or its file is not Pace's to use"}, {syscall.EIO, "the disk has an error"}}

// plainError is what an error says without the paths in it: for those of the system in words of Pace, else the innermost.
func plainError(err error) string {
	for _, p := range plainErrors {
		if errors.Is(err, p.is) {
			return p.words
		}
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// unread is an error of reading as a verdict.
func unread(what string, err error) (proof.Verdict, proof.Evidence, error) {
	if errors.Is(err, pim.ErrGone) {
		return proof.Unsatisfied, proof.Evidence{}, nil
	}
	return proof.Unknown, proof.Evidence{}, broken(what, err)
}

// told is the outcome and output of a reading. What stood in files is not the user's own word.
func told(what, text string, outside bool) (proof.Outcome, tool.Output) {
	return proof.Confirm(proof.API, proof.Evidence{Kind: proof.Returned, What: what, After: text}), tool.Output{Text: text, Untrusted: outside}
}

// maxTroubles is how many files that can't be read are named behind an answer.
const maxTroubles = 3

// troubled names what could not be read behind a short answer.
func troubled(text string, ts []pim.Trouble) string {
	if len(ts) == 0 {
		return text
	}
	return text + "\n" + unreadFiles(ts) + ": " + strings.Join(namedTroubles(ts), ", ") + "."
}

// headed begins a list of any length with how much of it there is and, since the end of a long list may not be heard or
// shown, with how many files are missing in it and which is the first. What is known of the others stands behind it.
func headed(head, list string, ts []pim.Trouble) string {
	if len(ts) == 0 {
		return head + ":" + list
	}
	files, first, why := unreadFiles(ts), clip(ts[0].File, 60), clip(ts[0].Why, 100)
	if !strings.HasPrefix(files, "1 ") {
		first = "the first is " + first
	}
	head += fmt.Sprintf(" (%s, %s: %s)", files, first, why)
	if more := namedTroubles(ts)[1:]; len(more) > 0 {
		list += "\nNor could be read: " + strings.Join(more, ", ") + "."
	}
	return head + ":" + list
}

// unreadFiles counts the files of which something could not be read.
func unreadFiles(ts []pim.Trouble) string {
	files := map[string]bool{}
	for _, t := range ts {
		files[t.File] = true
	}
	return counted(len(files), "file") + " could not be read whole"
}

// namedTroubles names some of what could not be read, and how much more there is.
func namedTroubles(ts []pim.Trouble) (named []string) {
	for _, t := range ts[:min(len(ts), maxTroubles)] {
		named = append(named, fmt.Sprintf("%s (%s)", clip(t.File, 60), clip(t.Why, 100)))
	}
	if n := len(ts) - maxTroubles; n > 0 {
		named = append(named, fmt.Sprintf("and %d more", n))
	}
	return named
}

// counted is "1 note" or "3 notes".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// quote names something by its own words, on one line.
func quote(s string, n int) string {
	return "“" + clip(strings.Join(strings.Fields(s), " "), n) + "”"
}
