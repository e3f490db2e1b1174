package systemtest

import (
	"context"
	"strings"
	"sync"

	"pace/backend/system"
)

// Clock is the user's clock, which a test may have been set.
type Clock struct{ part }

// NewClock goes on evenly.
func NewClock() *Clock { return &Clock{part{name: "clock changes"}} }

// Jumps implements system.Clock.
func (c *Clock) Jumps(ctx context.Context) (<-chan struct{}, error) { return c.Wake(ctx) }

// Jump tells that the clock was set.
func (c *Clock) Jump() { c.change(func() {}) }

// Files are files that others write to when a test says so.
type Files struct {
	part
	of sync.Map // by channel, the path that it watches
}

// NewFiles are written to by nobody.
func NewFiles() *Files { return &Files{part: part{name: "file changes"}} }

// Changes implements system.Files.
func (f *Files) Changes(ctx context.Context, path string) (<-chan struct{}, error) {
	c, err := f.Wake(ctx)
	if err == nil {
		f.of.Store(c, path)
		context.AfterFunc(ctx, func() { f.of.Delete(c) })
	}
	return c, err
}

// Touch tells that a file was written.
func (f *Files) Touch(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.wakes {
		if watched, ok := f.of.Load((<-chan struct{})(c)); ok && strings.HasPrefix(path, watched.(string)) {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}
}

var (
	_ system.Clock = (*Clock)(nil)
	_ system.Files = (*Files)(nil)
)
