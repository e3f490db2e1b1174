package linux

import (
	"context"
	"sync"

	"pace/native/linux/x11"
)

// windowWakes shares one subscription of the X server among all who wait for windows. It runs while somebody waits.
type windowWakes struct {
	x *x11.Conn

	mu    sync.Mutex
	over  bool
	subs  map[chan struct{}]struct{}
	end   context.CancelFunc
	ended chan struct{}
}

// subscribe is in effect when it returns. The channel holds one wake-up; it is closed when ctx ends or the display goes.
func (w *windowWakes) subscribe(ctx context.Context) (<-chan struct{}, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return nil, windowError(x11.ErrClosed)
	}
	if w.end == nil {
		if err := w.begin(); err != nil {
			return nil, err
		}
	}
	c := make(chan struct{}, 1)
	w.subs[c] = struct{}{}
	context.AfterFunc(ctx, func() { w.leave(c) })
	return c, nil
}

// begin is called with mu held.
func (w *windowWakes) begin() error {
	ctx, cancel := context.WithCancel(context.Background())
	changes, err := w.x.WatchWindows(ctx)
	if err != nil {
		cancel()
		return windowError(err)
	}
	ended := make(chan struct{})
	w.subs, w.end, w.ended = map[chan struct{}]struct{}{}, cancel, ended
	subs := w.subs
	go func() { // ends with ctx or the connection
		defer close(ended)
		for range changes {
			w.mu.Lock()
			for c := range subs {
				select {
				case c <- struct{}{}:
				default: // one is waiting
				}
			}
			w.mu.Unlock()
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		for c := range subs {
			delete(subs, c)
			close(c)
		}
		if w.ended == ended {
			w.end, w.ended = nil, nil
		}
	}()
	return nil
}

func (w *windowWakes) leave(c chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.subs[c]; !ok {
		return
	}
	delete(w.subs, c)
	close(c)
	if len(w.subs) == 0 && w.end != nil {
		w.end()
		w.end = nil
	}
}

// stop ends everything and waits for it.
func (w *windowWakes) stop() {
	w.mu.Lock()
	w.over = true
	end, ended := w.end, w.ended
	w.end = nil
	w.mu.Unlock()
	if end != nil {
		end()
	}
	if ended != nil {
		<-ended
	}
}
