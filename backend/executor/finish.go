package executor

import (
	"context"
	"errors"
	"strings"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// finish records a call that ran, tells its end, and offers to undo it.
func (x *Executor) finish(ctx context.Context, in Input, s *step, d *Done) {
	confirmed := d.Outcome.OK()
	if of := s.of; of != nil {
		of.left--
		of.confirmed = of.confirmed && confirmed
		if of.left == 0 {
			of.over(ctx, of.confirmed)
		}
	}
	if u, ok := s.Tool.(tool.Undoer); ok && !s.isUndo && confirmed && !already(d.Outcome) {
		if c, can := u.Undo(s.Call, d.Outcome); can {
			d.Undo = &c
		}
	}
	unrecorded := x.record(ctx, in, s, d)
	if x.Readings != nil && d.Output.Text != "" {
		d.Kept = x.Readings(in.Turn, s.index, s.Spec.Name, d.Output.Text)
	}
	end := &event.StepResult{Step: s.index, Tool: s.Spec.Name, Args: s.Call.Args, Describe: s.Tool.Describe(s.Call.Args), Outcome: event.FromOutcome(d.Outcome), Detail: detail(d.Outcome),
		Unrecorded: unrecorded}
	if err := x.audit(ctx, in, s, *d); err != nil {
		end.Detail = strings.TrimSpace(end.Detail + " The audit of this step could not be written: " + err.Error() + ".")
	}
	if x.Keep != nil && d.Output.Picture != nil {
		end.Picture = x.Keep(*d.Output.Picture)
	}
	in.Emit(end)
	if d.Undo != nil && d.Run != 0 {
		in.Emit(&event.Undo{Run: d.Run, Label: s.Tool.Describe(s.Call.Args), Seconds: 5})
	}
}

// record keeps what became of a call, also when the turn was cancelled a moment ago, and says why it could not be kept. What
// is not on record is not offered for undo: nobody could find it again.
func (x *Executor) record(ctx context.Context, in Input, s *step, d *Done) (whyNot string) {
	if d.began.IsZero() {
		return ""
	}
	id, err := x.Recorder.Record(context.WithoutCancel(ctx), Record{d.Run, in.Turn, s.index, kept(s, d.Outcome), d.Outcome, d.Undo, d.began})
	if d.Run = id; err == nil {
		return ""
	}
	d.Run, d.Undo = 0, nil
	if p := new(proof.Problem); errors.As(err, &p) {
		return p.Text
	}
	return "it could not be written"
}

func already(o proof.Outcome) bool {
	for _, e := range o.Evidence() {
		if e.Kind == proof.AlreadySo {
			return true
		}
	}
	return false
}

// detail is the cause of a problem beyond its sentence.
func detail(o proof.Outcome) string {
	if p := o.Problem(); p != nil && p.Err != nil {
		return p.Err.Error()
	}
	return ""
}
