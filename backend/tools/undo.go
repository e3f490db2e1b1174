package tools

import (
	"context"
	"encoding/json"
	"errors"

	"pace/backend/proof"
	"pace/backend/tool"
)

// Undos is where the last call that can be taken back is remembered. Both methods may be called from any process
// that has the user's data, and at once.
type Undos interface {
	// Undo gives the call that takes a run back: the given run, or the newest with id 0. ok is false when there is
	// none or it was taken back already.
	Undo(ctx context.Context, run int64) (id int64, call tool.Call, ok bool, err error)
	// Claim takes the run that Undo gave (id, for run) for the caller alone, over all processes, until release is called
	// with whether it was taken back. It is looked at again first: a *proof.Problem as error says that somebody else is
	// taking it back, or has, or that it is not the one that is meant any more.
	Claim(ctx context.Context, run, id int64) (release func(ctx context.Context, done bool), err error)
}

// Undo makes undo_last.
func Undo(u Undos) tool.Tool { return undoLast{u} }

type undoLast struct{ u Undos }

type undoArgs struct {
	Run int64 `json:"run" doc:"which recorded run; absent: the newest" min:"0"`
}

func (undoLast) Spec() tool.Spec {
	return tool.Spec{Name: "undo_last", Aliases: []string{"undo", "Undo.last", "undo.lastmutation"},
		Summary: "Takes back the last thing that Pace did, if that can be taken back and nobody changed it since.",
		Example: "undo that", ExampleArg: `{}`, Args: tool.SchemaOf[undoArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus},
		Offer: tool.OfferAll}
}

func (undoLast) Describe(json.RawMessage) string { return "Undo the last thing Pace did" }

func (t undoLast) Expand(ctx context.Context, raw json.RawMessage) (tool.Expansion, error) {
	run := args[undoArgs](raw).Run
	id, call, ok, err := t.u.Undo(ctx, run)
	if err != nil {
		return tool.Expansion{}, unreadable(err)
	}
	if !ok {
		return tool.Expansion{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to undo."}
	}
	var release func(context.Context, bool)
	return tool.Expansion{Steps: [][]tool.Call{{call}}, Undo: true,
		Begin: func(ctx context.Context) *proof.Problem {
			free, err := t.u.Claim(ctx, run, id)
			if err != nil {
				return unreadable(err)
			}
			release = free
			return nil
		},
		Then: func(ctx context.Context, confirmed bool) { release(ctx, confirmed) }}, nil
}

// unreadable is why nothing is taken back.
func unreadable(err error) *proof.Problem {
	var p *proof.Problem
	if errors.As(err, &p) {
		return p
	}
	return &proof.Problem{Reason: proof.ReasonInternal, Text: "The record of what was done could not be read.", Err: err}
}

// Run is never reached: the executor expands first.
func (undoLast) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.Refuse(proof.ReasonInternal, "Undo was not expanded."), tool.Output{}
}

// TakesBackBy reports whether a call takes something back: only those are told how Pace left what they change.
func TakesBackBy(name string, raw json.RawMessage) bool {
	if name == TakesBack {
		return true
	}
	var a struct {
		OnlyIf json.RawMessage `json:"onlyIf"`
		Left   json.RawMessage `json:"left"`
	}
	return json.Unmarshal(raw, &a) == nil && (said(a.OnlyIf) || said(a.Left))
}

func said(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
