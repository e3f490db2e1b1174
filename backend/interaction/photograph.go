package interaction

import (
	"context"
	"fmt"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Photograph takes a picture of the whole screen, or of the window that a person would mean; title is that window's. The
// error is a *proof.Problem.
func (x *Session) Photograph(ctx context.Context, window bool) (f desktop.Frame, title string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.desk == nil || x.desk.Screen == nil {
		return f, "", x.missing("Screen")
	}
	var id desktop.WindowID
	var all desktop.PixelRect
	if !window {
		ds, err := x.desk.Screen.Displays(ctx)
		if err != nil {
			return f, "", sentence(err, "")
		}
		all = around(ds)
	} else {
		if x.desk.Windows == nil {
			return f, "", x.missing("Windows")
		}
		w, err := x.inFront(ctx)
		if err != nil {
			return f, "", sentence(err, "")
		}
		id, title = w.ID, titled(*w)
	}
	f, err = x.picture(ctx, id, all)
	return f, title, err
}

// PhotographPart takes a picture of the part of the screen that choose finds on its displays. What it wants beyond them is
// not in the picture: its bounds tell how much is.
func (x *Session) PhotographPart(ctx context.Context, choose func([]desktop.Display) (desktop.PixelRect, *proof.Problem)) (desktop.Frame, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	part, p := x.framed(ctx, choose)
	if p != nil {
		return desktop.Frame{}, p
	}
	return x.picture(ctx, 0, part)
}

// PreviewPart tells which part of the screen would be in the picture, or why there can't be one.
func (x *Session) PreviewPart(ctx context.Context, choose func([]desktop.Display) (desktop.PixelRect, *proof.Problem)) (desktop.PixelRect, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.framed(ctx, choose)
}

func (x *Session) framed(ctx context.Context, choose func([]desktop.Display) (desktop.PixelRect, *proof.Problem)) (desktop.PixelRect, *proof.Problem) {
	if x.desk == nil || x.desk.Screen == nil {
		return desktop.PixelRect{}, sentence(x.missing("Screen"), "")
	}
	ds, err := x.desk.Screen.Displays(ctx)
	if err != nil {
		return desktop.PixelRect{}, sentence(err, "")
	}
	part, p := choose(ds)
	if p != nil {
		return desktop.PixelRect{}, p
	}
	all := around(ds)
	if part = part.Intersect(all); part.Empty() {
		return part, &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("That area lies outside the screen, which has %d × %d pixels.", all.W, all.H)}
	}
	return part, nil
}

// picture captures, and looks whether it is one.
func (x *Session) picture(ctx context.Context, id desktop.WindowID, all desktop.PixelRect) (desktop.Frame, error) {
	f, err := x.desk.Screen.Capture(ctx, id, all)
	switch {
	case err != nil:
		return f, sentence(err, "the window")
	case f.Image == nil || f.Image.Rect.Empty():
		return f, &proof.Problem{Reason: proof.ReasonUnavailable, Text: "The screen gave no picture."}
	case f.Image.Rect.Dx() != f.Bounds.W || f.Image.Rect.Dy() != f.Bounds.H:
		return f, &proof.Problem{Reason: proof.ReasonInternal, Text: fmt.Sprintf("The picture has %d × %d pixels, but %d × %d were asked for.",
			f.Image.Rect.Dx(), f.Image.Rect.Dy(), f.Bounds.W, f.Bounds.H)}
	}
	return f, nil
}

// around is the smallest rectangle that holds all displays.
func around(ds []desktop.Display) desktop.PixelRect {
	var all desktop.PixelRect
	for i, d := range ds {
		b := d.Bounds
		if i == 0 {
			all = b
			continue
		}
		right, bottom := max(all.X+all.W, b.X+b.W), max(all.Y+all.H, b.Y+b.H)
		all.X, all.Y = min(all.X, b.X), min(all.Y, b.Y)
		all.W, all.H = right-all.X, bottom-all.Y
	}
	return all
}

// PreviewPhotograph names what would be in the picture, or why there can't be one.
func (x *Session) PreviewPhotograph(ctx context.Context, window bool) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.desk == nil || x.desk.Screen == nil {
		return "", sentence(x.missing("Screen"), "")
	}
	if !window {
		return "the whole screen", nil
	}
	if x.desk.Windows == nil {
		return "", sentence(x.missing("Windows"), "")
	}
	w, err := x.inFront(ctx)
	if err != nil {
		return "", sentence(err, "")
	}
	return "“" + titled(*w) + "”", nil
}
