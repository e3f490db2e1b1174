package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"time"

	"pace/backend/proof"
	"pace/backend/tool"
)

type screenshot struct{ f Files }

type screenshotArgs struct {
	Area string `json:"area" alias:"of,target" enum:"screen,window,region" default:"screen"`
}

func (screenshot) Spec() tool.Spec {
	return tool.Spec{Name: "screenshot", Aliases: []string{"Screen.capture", "screen_capture", "take_screenshot"},
		Summary: "Saves a picture of the screen, or of the window in front.", Example: "take a screenshot", ExampleArg: `{"area":"screen"}`, Args: tool.SchemaOf[screenshotArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsScreen}, Reversible: true, Offer: tool.OfferAll}
}

func (screenshot) Describe(raw json.RawMessage) string {
	switch args[screenshotArgs](raw).Area {
	case "window":
		return "Save a picture of the window in front"
	case "region":
		return "Save a picture of a part of the screen"
	}
	return "Save a picture of the screen"
}

// noRegion says that a part of the screen can't be chosen: that takes a frame to draw with the mouse.
func noRegion(area string) *proof.Problem {
	if area != "region" {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonUnsupported, Text: "Choosing a region is not built yet. I can take a picture of the screen or of the window."}
}

func (t screenshot) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	area := args[screenshotArgs](raw).Area
	if p := noRegion(area); p != nil {
		return "", p
	}
	return t.f.Screen.For(st.Turn).PreviewPhotograph(ctx, area == "window")
}

func (t screenshot) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	area := args[screenshotArgs](raw).Area
	if p := noRegion(area); p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	frame, title, err := t.f.Screen.For(st.Turn).Photograph(ctx, area == "window")
	if err != nil {
		return undone(ctx, err), tool.Output{}
	}
	path, sum, err := t.save(frame.Image, t.f.Now())
	if err != nil {
		return proof.Fail(proof.ReasonUnavailable, "The picture could not be saved in your pictures folder.", err), tool.Output{}
	}
	o := t.again(ctx, path, sum, frame.Image.Rect.Size())
	if o.OK() {
		said := o.Report()
		if title != "" {
			said += fmt.Sprintf(" It shows “%s”.", clip(title, 80))
		}
		if len(frame.Masked) > 0 {
			said += " Pace's own windows are black in it."
		}
		o = o.Because(said)
	}
	return o, tool.Output{File: path}
}

// save writes a picture under a name that tells when it was taken, and gives what it wrote.
func (t screenshot) save(img image.Image, at time.Time) (path, sum string, err error) {
	if t.f.Places.Pictures == "" {
		return "", "", fmt.Errorf("the pictures folder is not known")
	}
	folder, err := openDrawer(filepath.Join(t.f.Places.Pictures, shotFolder))
	if err != nil {
		return "", "", err
	}
	defer folder.close()
	file, err := folder.begin()
	if err != nil {
		return "", "", err
	}
	defer file.drop()
	h := sha256.New()
	if err := png.Encode(io.MultiWriter(file, h), img); err != nil {
		return "", "", fmt.Errorf("write picture: %w", err)
	}
	path, err = file.keep("Screenshot " + at.Format("2006-01-02 15.04.05") + ".png")
	return path, hex.EncodeToString(h.Sum(nil)), err
}

// again reads the picture from where it lives, whole, and looks at its size.
func (t screenshot) again(ctx context.Context, path, sum string, size image.Point) proof.Outcome {
	name := "“" + t.f.tilde(path) + "”"
	unread := func(err error) proof.Outcome {
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: name + " was saved, but can't be read again.", Err: err})
	}
	now, bytes, err := digest(ctx, path)
	if err != nil {
		return unread(err)
	}
	file, err := os.Open(path)
	if err != nil {
		return unread(err)
	}
	defer file.Close()
	img, err := png.Decode(&obedient{ctx, file})
	if err != nil {
		return unread(err)
	}
	if now != sum || img.Bounds().Size() != size {
		return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonRewritten, Text: name + " does not hold the picture that was taken."},
			proof.Evidence{Kind: proof.Record, What: "Picture " + name, Before: pixels(size), After: pixels(img.Bounds().Size())})
	}
	ev := saved(name, path, fmt.Sprintf("%s, %s", pixels(size), sizeWords(bytes)))
	ev.What = "Picture " + name
	return proof.Confirm(proof.API, ev, summed(sum)).Because(fmt.Sprintf("%s was saved: %s.", name, pixels(size)))
}

func pixels(p image.Point) string { return fmt.Sprintf("%d × %d pixels", p.X, p.Y) }

// Undo takes the picture away again as long as it is what was saved.
func (screenshot) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) { return unsave(o) }
