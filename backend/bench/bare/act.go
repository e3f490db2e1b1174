package bare

import (
	"context"
	"fmt"
	"time"
)

// Press does the first action of an object. A nil error means that the program took the request.
func (r *Reader) Press(ctx context.Context, n Node) error {
	if err := r.call(ctx, n, "org.a11y.atspi.Action.DoAction", int32(0)).Err; err != nil {
		return fmt.Errorf("press: %w", err)
	}
	return nil
}

// SetText replaces the whole text of an object.
func (r *Reader) SetText(ctx context.Context, n Node, text string) error {
	if err := r.call(ctx, n, "org.a11y.atspi.EditableText.SetTextContents", text).Err; err != nil {
		return fmt.Errorf("set text: %w", err)
	}
	return nil
}

// Signal presses one object and returns how long after that the first signal of another came: the least that anybody
// who waits for this program has to wait.
func (r *Reader) Signal(ctx context.Context, press, watch Node) (time.Duration, error) {
	r.drain()
	start := time.Now()
	sent := r.send(ctx, press, "org.a11y.atspi.Action.DoAction", int32(0))
	for {
		select {
		case s := <-r.signals:
			if s.Sender == watch.Bus && s.Path == watch.Path {
				took := time.Since(start)
				<-sent.Done
				return took, sent.Err
			}
		case <-ctx.Done():
			return 0, fmt.Errorf("wait for the signal: %w", context.Cause(ctx))
		}
	}
}

// Extents is where an object lies on the screen.
func (r *Reader) Extents(ctx context.Context, n Node) (Area, error) {
	const ofScreen = uint32(0)
	var a struct{ X, Y, W, H int32 }
	if err := r.call(ctx, n, "org.a11y.atspi.Component.GetExtents", ofScreen).Store(&a); err != nil {
		return Area{}, fmt.Errorf("find its place: %w", err)
	}
	return Area{int(a.X), int(a.Y), int(a.W), int(a.H)}, nil
}
