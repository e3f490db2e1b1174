package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"pace/backend/proof"
	"pace/backend/schedule"
	"pace/backend/store"
	"pace/backend/tool"
)

// Timers makes the tools for timers and alarms.
func Timers(s *schedule.Service) []tool.Tool { return []tool.Tool{startTimer{s}, timers{s}} }

type startTimer struct{ s *schedule.Service }

type startArgs struct {
	Duration string   `json:"duration,omitempty" alias:"length,in,time" doc:"how long, as it was said: 20 minutes; a bare number is seconds" min:"1" max:"200"`
	At       string   `json:"at,omitempty" alias:"when,until" doc:"an alarm instead: the time of day, as it was said: tomorrow at 7 am" min:"1" max:"200"`
	Label    string   `json:"label,omitempty" alias:"name,title" doc:"what it is for" max:"400"`
	Path     []string `json:"path,omitempty" doc:"cancelled timers that run again" max:"101"`
	OnlyIf   *string  `json:"onlyIf,omitempty" doc:"do nothing unless they are in this state" enum:"cancelled"`
}

// Check wants one of the three.
func (a startArgs) Check() error {
	n := 0
	for _, said := range []bool{a.Duration != "", a.At != "", len(a.Path) > 0} {
		if said {
			n++
		}
	}
	switch {
	case n == 0:
		return errors.New("says neither how long nor until when")
	case n > 1:
		return errors.New("says both how long and until when")
	case len(a.Path) > 0:
		_, err := idsIn(a.Path)
		return err
	case a.OnlyIf != nil:
		return errNamesNone
	}
	return nil
}

func (startTimer) Spec() tool.Spec {
	return tool.Spec{Name: "start_timer", Aliases: []string{"timer", "set_timer", "Timer.start"},
		Summary: "Starts a timer, or sets an alarm; it survives a restart and rings while Pace runs.",
		Example: "set a pasta timer for 8 minutes", ExampleArg: `{"duration":"8 minutes","label":"pasta"}`, Args: tool.SchemaOf[startArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Reversible: true, Offer: tool.OfferAll}
}

func (startTimer) Describe(raw json.RawMessage) string {
	a := args[startArgs](raw)
	label := ""
	if l := schedule.Label(a.Label); l != "" {
		label = " “" + clip(l, 60) + "”"
	}
	switch {
	case len(a.Path) > 0:
		return "Let " + cancelledTimers(len(a.Path)-1) + " run again"
	case a.At != "":
		return "Set an alarm" + label + ": " + clip(schedule.Label(a.At), 60)
	}
	return "Start a timer" + label + ": " + clip(schedule.Label(a.Duration), 60)
}

func cancelledTimers(n int) string {
	if n == 1 {
		return "the cancelled timer"
	}
	return fmt.Sprintf("%d cancelled timers", n)
}

func (t startTimer) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[startArgs](raw)
	began := time.Now()
	if len(a.Path) > 0 {
		return t.again(ctx, a.Path, began), tool.Output{}
	}
	w, err := t.wish(a)
	if err != nil {
		return notKept(err, proof.ReasonInvalid), tool.Output{}
	}
	got, err := t.s.Set(ctx, w)
	if err != nil {
		return notKept(err, proof.ReasonUnavailable), tool.Output{}
	}
	if off := got.Due.Sub(w.Due).Abs(); got.Label != w.Label || off >= time.Second || got.State != store.TimerRunning && got.Due.After(t.s.Now()) {
		return proof.Fail(proof.ReasonInternal, "The timer that was kept is not the one that was wanted.", nil), tool.Output{}
	}
	return t.running([]store.Timer{got}, began), tool.Output{}
}

func (t startTimer) wish(a startArgs) (schedule.Wish, error) {
	if a.At != "" {
		return schedule.At(a.At, a.Label, t.s.Now())
	}
	return schedule.In(a.Duration, a.Label, t.s.Now())
}

// Preview says when it would ring, or why it can't be set.
func (t startTimer) Preview(_ context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[startArgs](raw)
	if len(a.Path) > 0 {
		return "", nil
	}
	w, err := t.wish(a)
	if err != nil {
		return "", notKept(err, proof.ReasonInvalid).Problem()
	}
	return "rings " + schedule.Moment(w.Due, t.s.Now()), nil
}

// again lets cancelled timers run with what they had left.
func (t startTimer) again(ctx context.Context, path []string, began time.Time) proof.Outcome {
	ids, err := idsIn(path)
	if err != nil {
		return notKept(err, proof.ReasonInvalid)
	}
	got, err := t.s.Resume(ctx, ids...)
	if err != nil {
		return notKept(err, proof.ReasonNotPermitted)
	}
	if len(got) != len(ids) || slices.ContainsFunc(got, func(x store.Timer) bool { return x.State != store.TimerRunning }) {
		return proof.Fail(proof.ReasonInternal, "Not all of the timers run again.", nil)
	}
	return t.running(got, began)
}

// running is the outcome of timers that were read again and run.
func (t startTimer) running(got []store.Timer, began time.Time) proof.Outcome {
	now := t.s.Now()
	var ev []proof.Evidence
	var said []string
	for _, x := range got {
		name := schedule.Name(x, now.Location())
		rings := "rings " + schedule.Moment(x.Due, now)
		ev = append(ev, proof.Evidence{Kind: proof.Record, What: strings.TrimPrefix(name, "the "), After: rings, Path: pathOf(x.ID)})
		said = append(said, capitalised(name)+" "+rings+", in "+schedule.Length(x.Due.Sub(now)))
	}
	report := strings.Join(said, ". ") + "."
	if !t.s.Rings() {
		report += " It is kept, but it rings only while Pace runs as an app: start pace or pace serve, else it rings at the next start."
	}
	return since(proof.Confirm(proof.API, ev...), began).Because(report)
}

// Undo cancels what was started.
func (startTimer) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	return timerBack("timers", timersArgs{Action: "cancel", OnlyIf: new(store.TimerRunning)}, o)
}

type timers struct{ s *schedule.Service }

type timersArgs struct {
	Action string   `json:"action" doc:"list what runs and how long is left, or cancel" enum:"list,cancel" also:"show=list,read=list,check=list,stop=cancel,delete=cancel,remove=cancel,clear=cancel,dismiss=cancel" default:"list"`
	Label  string   `json:"label,omitempty" alias:"name,title" doc:"which; absent: all, and of several to cancel none" max:"400"`
	All    bool     `json:"all,omitempty" doc:"cancel all that fit"`
	Path   []string `json:"path,omitempty" doc:"exactly these" max:"101"`
	OnlyIf *string  `json:"onlyIf,omitempty" doc:"do nothing unless they are in this state" enum:"running"`
}

func (a timersArgs) Check() error {
	switch {
	case len(a.Path) > 0:
		_, err := idsIn(a.Path)
		return err
	case a.OnlyIf != nil: // without exact ones it would take back what others started
		return errNamesNone
	}
	return nil
}

func (timers) Spec() tool.Spec {
	return tool.Spec{Name: "timers", Aliases: []string{"timer_list", "list_timers", "Timer.list"},
		Summary: "Lists running timers and alarms with what is left, or cancels them.",
		Example: "how long is left on the timer", ExampleArg: `{"action":"list"}`, Args: tool.SchemaOf[timersArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Reversible: true, Offer: tool.OfferAll}
}

// Reads says that listing changes nothing.
func (timers) Reads(raw json.RawMessage) bool { return args[timersArgs](raw).Action == "list" }

func (timers) Describe(raw json.RawMessage) string {
	a := args[timersArgs](raw)
	which := "the timers"
	switch label := schedule.Label(a.Label); {
	case a.All && label == "":
		which = "all timers and alarms"
	case a.All:
		which = "all of “" + clip(label, 60) + "”"
	case len(a.Path) == 2 || a.Action == "cancel" && len(a.Path) == 0 && label == "":
		which = "the timer"
	case label != "":
		which = "the timer “" + clip(label, 60) + "”"
	}
	if a.Action == "cancel" {
		return "Cancel " + which
	}
	return "Look at " + which
}

func (t timers) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[timersArgs](raw)
	began := time.Now()
	open, err := t.open(ctx)
	if err != nil {
		return notKept(err, proof.ReasonUnavailable), tool.Output{}
	}
	meant, problem := t.meant(open, a)
	switch {
	case a.Action == "list" && problem == nil:
		text := t.list(meant)
		return since(proof.Confirm(proof.API, proof.Evidence{Kind: proof.Returned, After: text}), began), tool.Output{Text: text}
	case problem != nil:
		return proof.RefuseFor(problem), tool.Output{}
	}
	return t.cancel(ctx, meant, began), tool.Output{}
}

// open lists what runs and rings, without reminders: those are read from the user's files.
func (t timers) open(ctx context.Context) ([]store.Timer, error) {
	all, err := t.s.Open(ctx)
	return slices.DeleteFunc(all, func(x store.Timer) bool { return x.Kind == store.KindReminder }), err
}

func (t timers) Preview(ctx context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[timersArgs](raw)
	open, err := t.open(ctx)
	if err != nil {
		return "", notKept(err, proof.ReasonUnavailable).Problem()
	}
	meant, problem := t.meant(open, a)
	if problem != nil || a.Action == "list" {
		return "", problem
	}
	return strings.Join(t.names(meant), ", "), nil
}

// meant picks what a call means. Whoever says "stop the timer" while one rings means the one that rings.
func (t timers) meant(open []store.Timer, a timersArgs) ([]store.Timer, *proof.Problem) {
	if len(a.Path) > 0 {
		ids, _ := idsIn(a.Path) // checked with the arguments
		open = slices.DeleteFunc(open, func(x store.Timer) bool {
			return !slices.Contains(ids, x.ID) || a.OnlyIf != nil && x.State != *a.OnlyIf
		})
		if len(open) < len(ids) {
			return nil, &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "It is not running any more, so it was left alone."}
		}
		return open, nil
	}
	meant := t.s.Named(open, a.Label)
	one := a.Action == "cancel" && !a.All
	if one && a.Label == "" { // "the timer" is no alarm
		meant = slices.DeleteFunc(slices.Clone(open), func(x store.Timer) bool {
			return x.Kind != store.KindTimer && x.State != store.TimerRinging
		})
	}
	rings := slices.DeleteFunc(slices.Clone(meant), func(x store.Timer) bool { return x.State != store.TimerRinging })
	switch {
	case len(meant) == 0 && a.Action == "list" && a.Label == "":
		return nil, nil
	case len(open) == 0:
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No timer is running."}
	case len(meant) == 0 && a.Label == "":
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No timer is running, only this: " + t.list(open)}
	case len(meant) == 0:
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("No timer is called “%s”. %s", schedule.Label(a.Label), t.list(open))}
	case a.Action == "list":
		return meant, nil
	case len(rings) > 0:
		return rings, nil
	case len(meant) > 1 && one:
		text := fmt.Sprintf("%d timers are running. Which one?", len(meant))
		if a.Label != "" {
			text = fmt.Sprintf("%d timers are meant by “%s”. Which one?", len(meant), schedule.Label(a.Label))
		}
		p := &proof.Problem{Reason: proof.ReasonAmbiguous, Text: text}
		for _, x := range meant {
			p.Candidates = append(p.Candidates, proof.Candidate{Label: t.line(x), Path: pathOf(x.ID)})
		}
		return nil, p
	}
	return meant, nil
}

// list says what runs, a sentence each.
func (t timers) list(open []store.Timer) string {
	if len(open) == 0 {
		return "No timer is running."
	}
	var lines []string
	for _, x := range open {
		lines = append(lines, capitalised(t.line(x))+".")
	}
	return strings.Join(lines, "\n")
}

func (t timers) line(x store.Timer) string {
	now := t.s.Now()
	name := schedule.Name(x, now.Location())
	switch {
	case x.State == store.TimerRinging:
		return name + " went off " + schedule.Moment(x.Due, now) + " and waits to be dismissed"
	case !x.Due.After(now) && !t.s.Rings():
		return name + " was due " + schedule.Moment(x.Due, now) + " and rings when Pace runs as an app again"
	case !x.Due.After(now):
		return name + " is due now"
	}
	return fmt.Sprintf("%s has %s left and rings %s", name, schedule.Length(x.Due.Sub(now)), schedule.Moment(x.Due, now))
}

func (t timers) names(of []store.Timer) []string {
	var out []string
	for _, x := range of {
		out = append(out, schedule.Name(x, t.s.Now().Location()))
	}
	return out
}

// cancel ends what runs or rings, and reads it again.
func (t timers) cancel(ctx context.Context, meant []store.Timer, began time.Time) proof.Outcome {
	var ids []int64
	for _, x := range meant {
		ids = append(ids, x.ID)
	}
	_, err := t.s.Cancel(ctx, ids...)
	if err == nil {
		_, err = t.s.Dismiss(ctx, ids...) // what went off in the meantime, too
	}
	if err != nil {
		return notKept(err, proof.ReasonUnavailable)
	}
	now, err := t.s.Get(context.WithoutCancel(ctx), ids...)
	if err != nil {
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "It was cancelled, but could not be read again.", Err: err})
	}
	var ev []proof.Evidence
	var said []string
	for _, x := range now {
		name := schedule.Name(x, t.s.Now().Location())
		e := proof.Evidence{Kind: proof.Record, What: strings.TrimPrefix(name, "the "), Before: "running", After: "cancelled", Path: pathOf(x.ID)}
		switch x.State {
		case store.TimerCancelled:
			said = append(said, fmt.Sprintf("%s is cancelled; it had %s left", name, schedule.Length(max(0, x.Due.Sub(x.Ended)))))
		case store.TimerDismissed:
			e.Before, e.After = "ringing", "dismissed"
			said = append(said, name+" no longer rings")
		default:
			return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: capitalised(name) + " is still " + x.State + "."}, ev...)
		}
		ev = append(ev, e)
	}
	if len(now) != len(ids) {
		return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "Not all of what was cancelled could be read again."}, ev...)
	}
	for i := range said {
		said[i] = capitalised(said[i]) + "."
	}
	return since(proof.Confirm(proof.API, ev...), began).Because(strings.Join(said, " "))
}

// Undo lets what was cancelled run again. What had gone off can't be taken back.
func (timers) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	if slices.ContainsFunc(o.Evidence(), func(e proof.Evidence) bool { return e.After != "cancelled" }) {
		return tool.Call{}, false
	}
	return timerBack("start_timer", startArgs{OnlyIf: new(store.TimerCancelled)}, o)
}

// timerBack makes the call that undoes an outcome, by the places that its evidence names.
func timerBack(name string, with any, o proof.Outcome) (tool.Call, bool) {
	path := []string{timersPlace}
	for _, e := range o.Evidence() {
		if e.Kind == proof.Record && len(e.Path) == 2 {
			path = append(path, e.Path[1])
		}
	}
	if len(path) == 1 {
		return tool.Call{}, false
	}
	switch a := with.(type) {
	case startArgs:
		a.Path = path
		with = a
	case timersArgs:
		a.Path = path
		with = a
	}
	raw, err := json.Marshal(with)
	return tool.Call{Tool: name, Args: raw}, err == nil
}

// timersPlace begins the path of a timer, which its number ends.
const timersPlace = "timers"

func pathOf(id int64) []string { return []string{timersPlace, strconv.FormatInt(id, 10)} }

var errNamesNone = errors.New("names no timer")

// idsIn reads the numbers in a path.
func idsIn(path []string) ([]int64, error) {
	if len(path) < 2 || path[0] != timersPlace {
		return nil, errNamesNone
	}
	var ids []int64
	for _, p := range path[1:] {
		id, err := strconv.ParseInt(p, 10, 64)
		if err != nil || id < 1 || slices.Contains(ids, id) {
			return nil, errNamesNone
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// since notes how long it took until it was read again.
func since(o proof.Outcome, began time.Time) proof.Outcome {
	d := time.Since(began)
	return o.Timed(proof.Timing{Proven: &d})
}

// notKept makes an outcome of what schedule refuses or could not do.
func notKept(err error, reason proof.Reason) proof.Outcome {
	var no *schedule.Refused
	var p *proof.Problem
	switch {
	case errors.As(err, &no):
		return proof.Refuse(reason, no.Why)
	case errors.As(err, &p):
		return proof.RefuseFor(p)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return proof.Cancel(proof.ReasonCancelled, "Stopped.")
	}
	return proof.Fail(proof.ReasonInternal, "The timers could not be read or written.", err)
}
