package process

import "sync"

// tail is a writer that keeps the last bytes it was given and counts what it had to drop.
type tail struct {
	mu      sync.Mutex
	ring    []byte
	start   int // index of the oldest byte once the ring is full
	limit   int
	dropped int64
}

func newTail(limit int) *tail { return &tail{limit: limit} }

// Write never fails: a child that writes too much is not stopped, it is forgotten.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if over := len(p) - t.limit; over > 0 {
		t.dropped += int64(over) + int64(len(t.ring))
		t.ring, t.start = append(t.ring[:0], p[over:]...), 0
		return n, nil
	}
	if room := t.limit - len(t.ring); room > 0 {
		// Not yet full, so start is 0 and the ring is in order.
		take := min(room, len(p))
		t.ring, p = append(t.ring, p[:take]...), p[take:]
	}
	for len(p) > 0 {
		took := copy(t.ring[t.start:], p)
		t.dropped += int64(took)
		t.start, p = (t.start+took)%t.limit, p[took:]
	}
	return n, nil
}

func (t *tail) output() Output {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := make([]byte, 0, len(t.ring))
	text = append(append(text, t.ring[t.start:]...), t.ring[:t.start]...)
	return Output{Text: text, Dropped: t.dropped}
}
