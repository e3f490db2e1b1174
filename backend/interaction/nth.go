package interaction

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Counted finds "the second button": the n-th element of a kind that shows in the window in front, in reading order,
// with or without a name. The answer names it by its exact place.
func (x *Session) Counted(ctx context.Context, t desktop.Target) (desktop.Target, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	fd, err := x.look(ctx, &t, firstLook, pressable)
	if err != nil {
		return t, sentence(err, "")
	}
	var fit []desktop.Element
	for _, e := range fd.f.snap.Elements {
		w, _ := fd.f.window(e)
		if w.Ref == fd.win.Ref && countsAs(t.Role, e.Role) && e.Has(desktop.Visible) && (t.Container == "" || fd.f.inside(e, t.Container)) {
			fit = append(fit, e)
		}
	}
	word := strings.TrimPrefix(desktop.Element{Role: t.Role}.Describe(), "the ")
	in := titled(fd.at.window)
	if t.Container != "" {
		in = t.Container
	}
	switch n := len(fit); {
	case n == 0:
		return t, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is no %s in “%s”.", word, in)}
	case t.Nth > n && n == 1:
		return t, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is only one %s in “%s”.", word, in)}
	case t.Nth > n:
		return t, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There are only %d of the kind %s in “%s”.", n, word, in)}
	}
	fd.el = fd.f.order(fit)[t.Nth-1]
	return desktop.Target{Path: fd.path()}, nil
}

// countsAs reports whether a person who counts things of one kind would count this. A button that stays down looks
// like any other; a link does not.
func countsAs(asked, is desktop.Role) bool {
	return asked == is || asked == desktop.Button && is == desktop.Toggle || asked == desktop.ListItem && is == desktop.Cell
}
