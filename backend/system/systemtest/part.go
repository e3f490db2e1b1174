package systemtest

import (
	"context"
	"slices"
	"sync"

	"pace/backend/system"
)

// part holds what all fakes share.
type part struct {
	mu     sync.Mutex
	name   string
	state  system.Capability
	deaf   bool
	blind  error // why nothing can be read
	broken error // what requests are answered with
	hung   bool
	then   func()
	acts   int
	wakes  []chan struct{}
}

// Deny makes the part answer with this capability from now on.
func (p *part) Deny(c system.Capability) { p.behave(func() { p.state = c }) }

// Ignore makes the part accept requests without doing anything.
func (p *part) Ignore(deaf bool) { p.behave(func() { p.deaf = deaf }) }

// Blind makes every reading fail; nil ends that.
func (p *part) Blind(err error) { p.behave(func() { p.blind = err }) }

// Break makes requests do nothing and fail; nil ends that.
func (p *part) Break(err error) { p.behave(func() { p.broken = err }) }

// Hang makes readings and requests answer only when their context ends.
func (p *part) Hang(on bool) { p.behave(func() { p.hung = on }) }

// Then is called after each request that was taken, before it returns; nil ends that.
func (p *part) Then(do func()) { p.behave(func() { p.then = do }) }

// Acts counts the requests that reached the part.
func (p *part) Acts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.acts
}

func (p *part) behave(how func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	how()
}

// Capability is Ready unless Deny said otherwise.
func (p *part) Capability(context.Context) system.Capability {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.State == "" {
		return system.Capability{Name: p.name, State: system.Ready}
	}
	return p.state
}

// use runs fn under the lock; act marks a request, which a deaf part drops.
func (p *part) use(ctx context.Context, act bool, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.Capability(ctx).Err(); err != nil {
		return err
	}
	p.mu.Lock()
	if act {
		p.acts++
	}
	hung, why := p.hung, p.blind
	if act {
		why = p.broken
	}
	p.mu.Unlock()
	if hung {
		<-ctx.Done()
		return ctx.Err()
	}
	if why != nil {
		return why
	}
	p.mu.Lock()
	var err error
	if !act || !p.deaf {
		err = fn()
	}
	then := p.then
	if act {
		p.wake()
	}
	p.mu.Unlock()
	if act && then != nil {
		then()
	}
	return err
}

// change is what somebody else does to the part.
func (p *part) change(fn func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fn()
	p.wake()
}

// wake is called with the lock held.
func (p *part) wake() {
	for _, wake := range p.wakes {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// Wake tells of every request and of what others change, until ctx ends.
func (p *part) Wake(ctx context.Context) (<-chan struct{}, error) {
	if err := p.Capability(ctx).Err(); err != nil {
		return nil, err
	}
	wake := make(chan struct{}, 1)
	p.behave(func() { p.wakes = append(p.wakes, wake) })
	context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.wakes = slices.DeleteFunc(p.wakes, func(c chan struct{}) bool { return c == wake })
		close(wake)
	})
	return wake, nil
}
