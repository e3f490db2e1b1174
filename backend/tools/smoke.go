package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"pace/backend/proof"
	"pace/backend/tool"
)

// Smoke makes the tools of the smoke hooks: only a Pace that was started for a test has them. The files that they make lie
// in folder, which has to be one of Pace's own.
func Smoke(f Files, folder string) []tool.Tool {
	f.Places.Downloads, f.Places.Pictures = folder, "" // nothing else is taken back by them
	return []tool.Tool{smokeMarker{f}, takeBackMarker{takeBackFile{f}}, smokeDrawing{}}
}

// The tools that a hook names.
const (
	SmokeMarker  = "smoke_marker"
	SmokeDrawing = "smoke_drawing"
)

// smokeMarker writes a file that says when it was written. It asks, has a real effect and can be taken back, and is of no
// consequence.
type smokeMarker struct{ f Files }

func (smokeMarker) Spec() tool.Spec {
	return tool.Spec{Name: SmokeMarker, Summary: "Writes a small file into Pace's own folder, for a test.", Example: "does Pace ask before it acts?", ExampleArg: `{}`,
		Args: tool.SchemaOf[noArgs](), Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Always}, Reversible: true, Offer: tool.OfferPlanner}
}

func (smokeMarker) Describe(json.RawMessage) string {
	return "Write a small file into Pace’s own folder"
}

func (t smokeMarker) Preview(context.Context, tool.Step, json.RawMessage) (string, *proof.Problem) {
	return t.f.tilde(t.f.Places.Downloads), nil
}

func (t smokeMarker) Run(ctx context.Context, _ tool.Step, _ json.RawMessage) (proof.Outcome, tool.Output) {
	folder, err := openDrawer(t.f.Places.Downloads)
	if err != nil {
		return proof.Fail(proof.ReasonUnavailable, "Pace's own folder can't be used, so nothing was written.", err), tool.Output{}
	}
	defer folder.close()
	file, err := folder.begin()
	if err != nil {
		return proof.Fail(proof.ReasonUnavailable, "Nothing can be written into Pace's own folder, so nothing was.", err), tool.Output{}
	}
	defer file.drop()
	words := fmt.Sprintf("Written by a smoke hook of Pace on %s.\n", t.f.Now().Format(time.RFC3339))
	if _, err := file.WriteString(words); err != nil {
		return proof.Fail(proof.ReasonUnavailable, "The file could not be written.", err), tool.Output{}
	}
	path, err := file.keep("marker.txt")
	if err != nil {
		return proof.Fail(proof.ReasonInternal, "The file could not be given its name.", err), tool.Output{}
	}
	return t.again(ctx, path, words), tool.Output{File: path}
}

// again reads the file from where it lives.
func (t smokeMarker) again(ctx context.Context, path, words string) proof.Outcome {
	name := "“" + t.f.tilde(path) + "”"
	whole := sha256.Sum256([]byte(words))
	want := hex.EncodeToString(whole[:])
	sum, size, err := digest(ctx, path)
	switch {
	case err != nil:
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: name + " was written, but can't be read again.", Err: err})
	case sum != want:
		return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonRewritten, Text: name + " does not hold what was written."},
			proof.Evidence{Kind: proof.Record, What: "File " + name, After: sum})
	}
	return proof.Confirm(proof.API, saved(name, path, sizeWords(size)), summed(sum)).Because(name + " was written and read back whole.")
}

// Undo takes the file away again as long as it is what was written.
func (smokeMarker) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	c, ok := unsave(o)
	c.Tool = takeBackMarker{}.Spec().Name
	return c, ok
}

// takeBackMarker is take_back_file for the folder of the hooks.
type takeBackMarker struct{ takeBackFile }

func (t takeBackMarker) Spec() tool.Spec {
	s := t.takeBackFile.Spec()
	s.Name, s.Summary = "take_back_marker", "Puts the file of a test into the trash, if nobody changed it since."
	return s
}

// smokeDrawing stands for one drawing on the screen, whatever becomes of that.
type smokeDrawing struct{}

func (smokeDrawing) Spec() tool.Spec {
	return tool.Spec{Name: SmokeDrawing, Summary: "Draws on the screen, for a test.", Example: "does Pace draw on the screen?", ExampleArg: `{}`,
		Args: tool.SchemaOf[noArgs](), Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferPlanner}
}

func (smokeDrawing) Describe(json.RawMessage) string { return "Draw on the screen" }

func (smokeDrawing) Expand(context.Context, json.RawMessage) (tool.Expansion, error) {
	return tool.Expansion{Steps: [][]tool.Call{{{Tool: "draw_annotation",
		Args: json.RawMessage(`{"shapes":[{"kind":"rect","x":200,"y":200,"width":200,"height":100,"label":"Pace"}]}`)}}}}, nil
}

// Run is never reached: it is expanded before.
func (smokeDrawing) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.Refuse(proof.ReasonInternal, "It stands for another action."), tool.Output{}
}
