package interaction

import (
	"context"
	"errors"
	"sync"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// known finds a target in what was read before of the program in front, when that still stands: the same window is
// active, and the program's signals say that nothing came, went, showed or was greyed out since. Exactly one element that
// can be used as it is must fit; anything else (none, several, hidden, another program) is for find to tell. The reading
// before the act tells whether that was still so (stale).
func (x *Session) known(ctx context.Context, t desktop.Target, usable func(desktop.Element) bool) (_ found, ok bool) {
	at := x.all.latest()
	if at.app.Ref.Zero() {
		return found{}, false
	}
	keeper, keeps := x.desk.Tree.(desktop.Keeper)
	if !keeps || x.desk.Windows == nil || t.App != "" || t.Label == "" || len(t.Path) > 0 || t.Nth != 0 {
		return found{}, false
	}
	if m := x.meant([]desktop.Window{at.window}); m == nil || x.chosen != 0 && x.chosen != at.window.ID {
		return found{}, false
	}
	inFront := make(chan bool, 1)
	go func() { // bounded by the window system's own answer; stale waits for it
		id, err := x.desk.Windows.Front(ctx)
		inFront <- err == nil && id != 0 && id == at.window.ID
	}()
	front := sync.OnceValue(func() bool { return <-inFront })
	defer func() {
		if !ok {
			front()
		}
	}()
	s, ok := keeper.Kept(ctx, at.app.Ref)
	if !ok {
		return found{}, false
	}
	a, err := x.attention(at.app.Ref)
	if err != nil {
		return found{}, false
	}
	fd := found{at: at, a: a, taken: a.mark(), f: newFinder(s, usable), kept: keeper, front: front}
	fd.win, _ = windowElement(s, at.window)
	best, _ := fd.f.find(t)
	if len(best) != 1 {
		return found{}, false
	}
	fd.el = best[0]
	if w, ok := fd.f.window(fd.el); !ok || w.Ref != fd.win.Ref || !fd.el.Has(desktop.Visible|desktop.Enabled) {
		return found{}, false
	}
	x.last, x.worked = at.app.Name, at.window
	return fd, true
}

// stale is asked right after something was read of the target: a program answers behind the signals it sent before, so
// what else has changed in the window until then is known now. It is nil for what was found in a fresh reading.
func (fd found) stale() error {
	if fd.kept == nil || fd.front() && fd.kept.Stands(fd.at.app.Ref) {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonGone, Text: "The window changed while Pace looked.", Err: errStale}
}

// errStale: nothing was sent, and the target has to be found anew.
var errStale = errors.New("what was known of the window no longer stands")

// latest is where a window was last read whole.
func (s *Sessions) latest() place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.place
}

func (s *Sessions) looked(at place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.place = at
}
