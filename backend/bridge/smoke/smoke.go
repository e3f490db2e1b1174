// Package smoke lets a tester, or a script that tries a package, drive every place of a running Pace in which trust is at
// stake, without knowing a sentence: its window, its settings, an approval, a question, a press that fails, a drawing.
//
// It promises that a Pace whose own environment does not ask for it has none of this: no service, no tool, no request; that
// a hook does what a person could bring about and by the same ways, approval and proof included; and that what it reports was
// seen. It opens no way around anything.
package smoke

import (
	"context"
	"fmt"
	"sync"
	"time"

	"pace/backend/bridge/host"
	"pace/backend/turn"
)

// Variable switches the hooks on, in the environment of the Pace that is driven.
const Variable = "PACE_ENABLE_SMOKE_HOOKS"

// On reports whether an environment asks for hooks: by exactly "1".
func On(getenv func(string) string) bool { return getenv(Variable) == "1" }

// Hook is one thing to drive.
type Hook struct{ Name, Does string }

// The hooks.
const (
	ShowPanel     = "show-panel"
	HidePanel     = "hide-panel"
	Settings      = "settings"
	Annotations   = "annotations"
	Approval      = "approval"
	Clarification = "clarification"
	ClickFail     = "click-fail"
)

// All lists the hooks in the order in which they are told.
func All() []Hook {
	return []Hook{
		{ShowPanel, "brings the window to the front"},
		{HidePanel, "takes the window off the screen; show-panel, or starting pace again, brings it back"},
		{Settings, "opens the settings in every window and page that is connected"},
		{Approval, "a plan that asks first: it writes a small file into Pace's own folder, which can be undone"},
		{Clarification, "a request that ends with a question"},
		{ClickFail, "a press of something that is not there"},
		{Annotations, "a drawing on the screen"},
	}
}

// The sentences that hooks begin a turn with. Where the built-in phrases make what is wanted of a sentence, it is an ordinary one. The others are
// questions, which nothing takes for a command or for an answer, and are put to the planner of this package.
const (
	sayClick   = "press “Pace smoke test: nothing has this name”"
	sayUnclear = "press"
	sayApprove = "does Pace ask before it acts?"
	sayDraw    = "does Pace draw on the screen?"
)

// requests are the turns that hooks begin.
func request(name string) (turn.Request, bool) {
	r := turn.Request{Origin: "ask", Attended: true}
	switch name {
	case Approval:
		r.Text, r.Tier = sayApprove, Tier
	case Annotations:
		r.Text, r.Tier = sayDraw, Tier
	case Clarification:
		r.Text = sayUnclear
	case ClickFail:
		r.Text = sayClick
	default:
		return r, false
	}
	return r, true
}

// Show is what interfaces are told to open.
type Show struct {
	N     int    `json:"n"` // to be given back when it is open
	Place string `json:"place"`
}

// Hooks drives one Pace. Its methods may be called at once.
type Hooks struct {
	panel Panel

	mu      sync.Mutex
	emits   []*func(Show) int
	told    int
	waiting map[int]chan struct{} // a value for each interface that has opened what it was told
}

// New makes the hooks of a Pace with this panel.
func New(p Panel) *Hooks { return &Hooks{panel: p, waiting: map[int]chan struct{}{}} }

// Attach hands what interfaces are to open to emit, which answers how many were told, until detach is called.
func (h *Hooks) Attach(emit func(Show) int) (detach func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	own := &emit
	h.emits = append(h.emits, own)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for i, e := range h.emits {
			if e == own {
				h.emits = append(h.emits[:i:i], h.emits[i+1:]...)
				return
			}
		}
	}
}

// Opened takes the word of an interface that what it was told to open is on its page. False when nobody waits for that.
func (h *Hooks) Opened(n int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	c, ok := h.waiting[n]
	if !ok {
		return false
	}
	select {
	case c <- struct{}{}:
	default: // somebody says it over and over
	}
	return true
}

// Hook does what a hook stands for, and tells what was seen; or gives the request of the turn that does it.
func (h *Hooks) Hook(ctx context.Context, name string) (*turn.Request, host.Hooked) {
	if r, ok := request(name); ok {
		return &r, host.Hooked{}
	}
	switch name {
	case ShowPanel:
		return nil, h.panel.show(ctx)
	case HidePanel:
		return nil, h.panel.hide(ctx)
	case Settings:
		return nil, h.settings(ctx)
	}
	return nil, host.Hooked{Said: "There is no such hook.", Exit: refused}
}

// Exit codes of hooks that are no turn, as those of turns.
const (
	failed     = 1
	refused    = 3
	unverified = 5
)

// openLimit is how long an interface has to open what it was told.
const openLimit = 10 * time.Second

// mostInterfaces bounds how many answers are kept.
const mostInterfaces = 64

// settings tells every interface to open its settings, and waits until all of them say that they are on the page.
func (h *Hooks) settings(ctx context.Context) host.Hooked {
	c := make(chan struct{}, mostInterfaces)
	h.mu.Lock()
	h.told++
	s := Show{h.told, Settings}
	h.waiting[s.N] = c
	emits := append([]*func(Show) int{}, h.emits...)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting, s.N)
	}()
	told := 0
	for _, emit := range emits {
		told += (*emit)(s)
	}
	if told == 0 {
		return host.Hooked{Said: "No window or page of Pace is open, so there is nothing to show the settings in.", Exit: refused}
	}
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	for open := range min(told, mostInterfaces) {
		select {
		case <-c:
		case <-ctx.Done():
			return host.Hooked{Said: fmt.Sprintf("The settings were opened in %d of %s.", open, interfaces(told)), Exit: failed}
		}
	}
	return host.Hooked{Said: fmt.Sprintf("The settings are open in %s.", interfaces(told))}
}

func interfaces(n int) string {
	if n == 1 {
		return "one window or page"
	}
	return fmt.Sprintf("%d windows or pages", n)
}
