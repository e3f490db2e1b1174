package linuxtest

import "sync"

// hang is what a double that answers nothing waits for. A nil one holds nobody.
type hang struct {
	once  sync.Once
	waits chan struct{} // closed when somebody waits
	over  chan struct{} // closed by end
}

func newHang() *hang { return &hang{waits: make(chan struct{}), over: make(chan struct{})} }

func (h *hang) wait() {
	if h == nil {
		return
	}
	h.once.Do(func() { close(h.waits) })
	<-h.over
}

func (h *hang) end() {
	if h != nil {
		close(h.over)
	}
}
