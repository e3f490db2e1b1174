package app

import (
	"sync"
	"sync/atomic"
)

// lazy makes a part on first use, once, and remembers whether it was made, so that closing makes nothing.
type lazy[T any] struct {
	make  func() T
	once  sync.Once
	made  atomic.Bool
	value T
}

func (l *lazy[T]) get() T {
	l.once.Do(func() {
		l.value = l.make()
		l.made.Store(true)
	})
	return l.value
}

// peek gives the part only if it was made.
func (l *lazy[T]) peek() (T, bool) {
	if !l.made.Load() {
		var zero T
		return zero, false
	}
	return l.value, true
}
