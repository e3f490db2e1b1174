package app

import (
	"fmt"
	"sync"

	"pace/backend/event"
	"pace/backend/tool"
)

// Pictures keeps the newest pictures of targets in memory, for an interface that shows them. They are never written
// to disk.
type Pictures struct {
	mu   sync.Mutex
	next int
	keys []string
	data map[string][]byte
}

// picturesKept bounds memory: a cropped picture has some tens of kilobytes.
const picturesKept = 200

// Keep stores a pair and returns its ids, "" for one that could not be taken.
func (p *Pictures) Keep(pic tool.Picture) *event.Picture {
	return &event.Picture{Before: p.put(pic.Before), After: p.put(pic.After)}
}

func (p *Pictures) put(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.data == nil {
		p.data = map[string][]byte{}
	}
	p.next++
	id := fmt.Sprintf("p%d", p.next)
	p.data[id] = b
	p.keys = append(p.keys, id)
	if len(p.keys) > picturesKept {
		delete(p.data, p.keys[0])
		p.keys = p.keys[1:]
	}
	return id
}

// Get returns a PNG; ok is false when it is no longer kept.
func (p *Pictures) Get(id string) (png []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	png, ok = p.data[id]
	return png, ok
}
