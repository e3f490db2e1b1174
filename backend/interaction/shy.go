package interaction

import (
	"context"
	"time"

	"pace/backend/desktop"
)

// Some targets jump aside when the pointer comes near, so that the click after it meets the empty place, and whether it
// was taken can't be told afterwards. So the pointer goes there once before, and what moved then is pressed by its own
// interface, which can't miss.

// hover lets the pointer pass over a target that will be clicked first of all, and notes when.
func (x *Session) hover(ctx context.Context, fd *found) {
	if fd.el.Role != desktop.Button || !fd.el.Can(desktop.Press) || !x.pointerFirst(ctx, *fd) {
		return
	}
	px, err := x.pixel(ctx, fd.middle(fd.el))
	if err == nil && x.desk.Input.Scroll(ctx, px, 0, 0) == nil {
		fd.hovered = time.Now()
	}
}

// aFrame is how long a toolkit takes to lay out anew, which is the last thing that a hover leads to.
const aFrame = 25 * time.Millisecond

// shies reports whether a target has moved since the pointer passed over it.
func (x *Session) shies(ctx context.Context, fd found) bool {
	if fd.hovered.IsZero() || !until(ctx, fd.hovered.Add(aFrame)) {
		return false
	}
	for wait := true; ; wait = false {
		asked := time.Now()
		now, err := x.desk.Tree.Read(ctx, fd.el.Ref)
		if err == nil && !now.Bounds.Empty() && !now.Bounds.Contains(fd.middle(fd.el)) {
			return true
		}
		// A program that is slow to answer is as slow to lay out.
		if took := time.Since(asked); !wait || !until(ctx, fd.hovered.Add(aFrame+4*took)) {
			return false
		}
	}
}
