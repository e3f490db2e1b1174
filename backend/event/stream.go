package event

import "sync"

// Stream delivers values of one kind to any number of subscribers, in order.
//
// A lossless subscriber gets every value: what it has not taken yet is kept, up to Keep values, then the
// subscription ends and Dropped is counted (a reader that far behind has died). A coalescing subscriber gets the
// newest value only. Publish never blocks.
type Stream[T any] struct {
	mu      sync.Mutex
	subs    map[*sub[T]]struct{}
	closed  bool
	dropped int
}

// Keep is how many values a lossless subscriber may be behind.
const Keep = 65536

type sub[T any] struct {
	mu     sync.Mutex
	queue  []T
	latest bool
	wake   chan struct{}
	done   bool
}

// Subscribe returns a channel of values from now on and a function that ends the subscription. The channel is
// closed by that function, by Close, or when a lossless reader is Keep values behind.
func (s *Stream[T]) Subscribe(latestOnly bool) (<-chan T, func()) {
	b := &sub[T]{latest: latestOnly, wake: make(chan struct{}, 1)}
	out := make(chan T)
	stop := make(chan struct{})
	s.mu.Lock()
	if s.subs == nil {
		s.subs = map[*sub[T]]struct{}{}
	}
	if s.closed {
		b.done = true
		b.wake <- struct{}{}
	} else {
		s.subs[b] = struct{}{}
	}
	s.mu.Unlock()
	go func() {
		defer close(out)
		for {
			b.mu.Lock()
			if len(b.queue) == 0 {
				done := b.done
				b.mu.Unlock()
				if done {
					return
				}
				select {
				case <-b.wake:
				case <-stop:
					return
				}
				continue
			}
			v := b.queue[0]
			b.queue = b.queue[1:]
			b.mu.Unlock()
			select {
			case out <- v:
			case <-stop:
				return
			}
		}
	}()
	var once sync.Once
	return out, func() {
		once.Do(func() {
			s.mu.Lock()
			delete(s.subs, b)
			s.mu.Unlock()
			close(stop)
		})
	}
}

// Publish hands v to every subscriber.
func (s *Stream[T]) Publish(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	for b := range s.subs {
		b.mu.Lock()
		if b.latest {
			if len(b.queue) > 0 {
				s.dropped++
			}
			b.queue = append(b.queue[:0], v)
		} else {
			b.queue = append(b.queue, v)
			if len(b.queue) > Keep {
				s.dropped += len(b.queue)
				b.queue, b.done = nil, true
				delete(s.subs, b)
			}
		}
		b.mu.Unlock()
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
}

// Close ends all subscriptions after what was published has been delivered.
func (s *Stream[T]) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for b := range s.subs {
		b.mu.Lock()
		b.done = true
		b.mu.Unlock()
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
	s.subs = nil
}

// Dropped counts values that subscribers did not get.
func (s *Stream[T]) Dropped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}
