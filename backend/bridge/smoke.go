package bridge

import "pace/backend/bridge/smoke"

// Smoke hears from interfaces what they opened for a tester. A Pace without smoke hooks has no such service.
type Smoke struct{ p Parts }

// Opened says that what the push "show" with this number asked for is on the page.
func (s *Smoke) Opened(n int) error {
	if !s.p.Smoke.Opened(n) {
		return &Error{"notFound", "Nobody waits for that any more."}
	}
	return nil
}

// ForwardShows emits what interfaces are to open as the push "show", from now on and until stop is called. emit answers how
// many were told. Without smoke hooks nothing is emitted.
func (s *Services) ForwardShows(emit func(name string, data any) int) (stop func()) {
	if s.Smoke == nil {
		return func() {}
	}
	return s.Smoke.p.Smoke.Attach(func(show smoke.Show) int { return emit("show", show) })
}
