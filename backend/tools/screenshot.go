package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/backend/tool"
)

type screenshot struct{ f Files }

type screenshotArgs struct {
	Area   string `json:"area" alias:"of,target" enum:"screen,window,region" default:"screen"`
	Part   string `json:"part,omitempty" alias:"half,quarter" doc:"half or quarter of the screen" enum:"left,right,top,bottom,topLeft,topRight,bottomLeft,bottomRight"`
	X      *int   `json:"x,omitempty" alias:"left" doc:"pixels from the left of the screen" min:"0" max:"99999"`
	Y      *int   `json:"y,omitempty" alias:"top" doc:"pixels from the top of the screen" min:"0" max:"99999"`
	Width  *int   `json:"width,omitempty" alias:"w" doc:"of a region, in pixels" min:"1" max:"99999"`
	Height *int   `json:"height,omitempty" alias:"h" doc:"of a region, in pixels" min:"1" max:"99999"`
}

// Check refuses a region that is said twice, by halves, or of a window.
func (a screenshotArgs) Check() error {
	n := 0
	for _, v := range []*int{a.X, a.Y, a.Width, a.Height} {
		if v != nil {
			n++
		}
	}
	switch {
	case n > 0 && a.Part != "":
		return errors.New("names a part of the screen in two ways")
	case n > 0 && n < 4:
		return errors.New("a region needs x, y, width and height")
	case a.Area == "window" && (n > 0 || a.Part != ""):
		return errors.New("names a window and also a part of the screen")
	}
	return nil
}

// region reports whether a part of the screen is wanted, and rect which one, in pixels of the whole screen. The halves and
// quarters are those of the main display.
func (a screenshotArgs) region() bool { return a.Area == "region" || a.Part != "" || a.X != nil }

func (a screenshotArgs) rect(ds []desktop.Display) (desktop.PixelRect, *proof.Problem) {
	switch {
	case a.X != nil:
		return desktop.PixelRect{X: *a.X, Y: *a.Y, W: *a.Width, H: *a.Height}, nil
	case a.Part == "":
		return desktop.PixelRect{}, &proof.Problem{Reason: proof.ReasonUnsupported,
			Text: "A region can't be drawn with the mouse yet. Name one: “the left half”, “the top right quarter”, or “the area 100, 200 to 400, 500”."}
	case len(ds) == 0:
		return desktop.PixelRect{}, &proof.Problem{Reason: proof.ReasonUnavailable, Text: "No display is known."}
	}
	r := ds[0].Bounds
	for _, d := range ds {
		if d.Primary {
			r = d.Bounds
		}
	}
	// Of an odd number of pixels, left and top have one less, so that two halves are the whole.
	left, top := r.W/2, r.H/2
	switch low := strings.ToLower(a.Part); {
	case strings.HasSuffix(low, "left"):
		r.W = left
	case strings.HasSuffix(low, "right"):
		r.X, r.W = r.X+left, r.W-left
	}
	switch {
	case strings.HasPrefix(a.Part, "top"):
		r.H = top
	case strings.HasPrefix(a.Part, "bottom"):
		r.Y, r.H = r.Y+top, r.H-top
	}
	return r, nil
}

var partWords = map[string]string{"left": "left half", "right": "right half", "top": "top half", "bottom": "bottom half", "topLeft": "top left quarter", "topRight": "top right quarter",
	"bottomLeft": "bottom left quarter", "bottomRight": "bottom right quarter"}

func (screenshot) Spec() tool.Spec {
	return tool.Spec{Name: "screenshot", Aliases: []string{"Screen.capture", "screen_capture", "take_screenshot"},
		Summary: "Saves a picture of the screen, of a part of it, or of the window in front.", Example: "take a screenshot", ExampleArg: `{"area":"screen"}`, Args: tool.SchemaOf[screenshotArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsScreen}, Reversible: true, Offer: tool.OfferAll}
}

func (screenshot) Describe(raw json.RawMessage) string {
	switch a := args[screenshotArgs](raw); {
	case a.Part != "":
		return "Save a picture of the " + partWords[a.Part] + " of the screen"
	case a.X != nil:
		return fmt.Sprintf("Save a picture of the area %d, %d to %d, %d", *a.X, *a.Y, *a.X+*a.Width, *a.Y+*a.Height)
	case a.Area == "window":
		return "Save a picture of the window in front"
	case a.Area == "region":
		return "Save a picture of a part of the screen"
	}
	return "Save a picture of the screen"
}

func (t screenshot) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[screenshotArgs](raw)
	if !a.region() {
		return t.f.Screen.For(st.Turn).PreviewPhotograph(ctx, a.Area == "window")
	}
	r, p := t.f.Screen.For(st.Turn).PreviewPart(ctx, a.rect)
	if p != nil {
		return "", p
	}
	return fmt.Sprintf("%s at %d, %d", pixels(image.Pt(r.W, r.H)), r.X, r.Y), nil
}

func (t screenshot) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[screenshotArgs](raw)
	var frame desktop.Frame
	var title string
	var err error
	if s := t.f.Screen.For(st.Turn); a.region() {
		frame, err = s.PhotographPart(ctx, a.rect)
	} else {
		frame, title, err = s.Photograph(ctx, a.Area == "window")
	}
	if p := (*proof.Problem)(nil); errors.As(err, &p) && (p.Reason == proof.ReasonInvalid || p.Reason == proof.ReasonUnsupported) {
		return proof.RefuseFor(p), tool.Output{}
	}
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
		if a.X != nil && (frame.Bounds.W < *a.Width || frame.Bounds.H < *a.Height) {
			said += " The rest of that area lies outside the screen."
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
