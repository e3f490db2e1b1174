package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

// takeBackFile puts a file that Pace made into the trash. It is how a download and a screenshot are undone; nobody else
// names it.
type takeBackFile struct{ f Files }

type takeBackArgs struct {
	File   string `json:"file" need:"true" min:"2" max:"4096"`
	OnlyIf string `json:"onlyIf" doc:"the SHA-256 that it must have" need:"true" min:"64" max:"64"`
}

var hexSum = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (a takeBackArgs) Check() error {
	if !filepath.IsAbs(a.File) || filepath.Clean(a.File) != a.File {
		return errors.New("does not name a file by its whole path")
	}
	if !hexSum.MatchString(a.OnlyIf) {
		return errors.New("does not say what the file must hold")
	}
	return nil
}

func (takeBackFile) Spec() tool.Spec {
	return tool.Spec{Name: "take_back_file", Summary: "Puts a file that Pace saved into the trash, if nobody changed it since.",
		Example: "undo that", ExampleArg: `{"file":"/home/me/Downloads/report.pdf","onlyIf":"` + strings.Repeat("0", 64) + `"}`, Args: tool.SchemaOf[takeBackArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferCommand}
}

func (t takeBackFile) Describe(raw json.RawMessage) string {
	return "Put “" + clip(t.f.tilde(args[takeBackArgs](raw).File), 120) + "” into the trash"
}

func (t takeBackFile) Preview(ctx context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[takeBackArgs](raw)
	return t.f.tilde(a.File), t.inTheWay(ctx, a)
}

// inTheWay says why a file is left alone, nil when it is what Pace saved.
func (t takeBackFile) inTheWay(ctx context.Context, a takeBackArgs) *proof.Problem {
	name := "“" + t.f.tilde(a.File) + "”"
	if !t.f.ours(a.File) {
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: name + " is in none of the folders that Pace saves to, so it was left alone."}
	}
	switch sum, _, err := digest(ctx, a.File); {
	case errors.Is(err, fs.ErrNotExist):
		return &proof.Problem{Reason: proof.ReasonNotFound, Text: name + " is not there any more.", Err: err}
	case err != nil:
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: name + " can't be read, so it was left alone.", Err: err}
	case sum != a.OnlyIf:
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: name + " was changed since, so it was left alone."}
	}
	return nil
}

// ours reports whether a file lies where Pace saves files.
func (f Files) ours(path string) bool {
	for _, dir := range savedTo(f.Places) {
		if filepath.IsAbs(dir) && filepath.Dir(path) == linkless(dir) {
			return true
		}
	}
	return false
}

func (t takeBackFile) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[takeBackArgs](raw)
	if p := t.inTheWay(ctx, a); p != nil {
		if ctx.Err() != nil {
			return undone(ctx, ctx.Err()), tool.Output{}
		}
		return proof.RefuseFor(p), tool.Output{}
	}
	trash := t.f.Session.Trash
	name := "“" + t.f.tilde(a.File) + "”"
	got, err := trash.Put(ctx, a.File)
	var un *system.Unavailable
	switch {
	case errors.As(err, &un):
		return proof.RefuseFor(&proof.Problem{Reason: proof.ReasonUnavailable, Text: strings.TrimSpace(un.Capability.Reason + " " + un.Capability.Fix), Err: err}), tool.Output{}
	case err != nil:
		return proof.Fail(proof.ReasonNoEffect, name+" could not be put into the trash.", err), tool.Output{}
	}
	// Between the look and the move somebody may have put another file there: what was moved is what counts. It is
	// looked at also when Pace was stopped a moment ago, since it has been moved.
	ctx = context.WithoutCancel(ctx)
	sum, _, err := digest(ctx, got.File)
	if err == nil && sum == a.OnlyIf {
		if _, _, err := digest(ctx, a.File); !errors.Is(err, fs.ErrNotExist) {
			return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: name + " is in the trash, but there is another file of that name now."},
				proof.Evidence{Kind: proof.Record, What: "In the trash", After: got.File}), tool.Output{}
		}
		return proof.Confirm(proof.API, proof.Evidence{Kind: proof.Vanished, What: "File " + name},
			proof.Evidence{Kind: proof.Record, What: "The same file in the trash", After: sum}).
			Because(fmt.Sprintf("%s is in the trash now, and can be had back from there.", name)), tool.Output{}
	}
	if back := trash.Back(ctx, got); back != nil {
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonRewritten, Text: name + " was changed in that very moment, and is in the trash now.", Err: errors.Join(err, back)}), tool.Output{}
	}
	return proof.RefuseFor(&proof.Problem{Reason: proof.ReasonNotPermitted, Text: name + " was changed in that very moment, so it was put back.", Err: err}), tool.Output{}
}
