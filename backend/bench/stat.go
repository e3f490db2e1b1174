package bench

import (
	"fmt"
	"slices"
	"time"
)

// Stat sums up the runs of one arm, in milliseconds. Failures are runs without the result; they are in no percentile.
type Stat struct {
	N        int     `json:"n"`
	Failures int     `json:"failures"`
	P50      float64 `json:"p50"`
	P95      float64 `json:"p95"`
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`

	values []float64
	why    string // of the first failure
}

// took adds a run.
func (s *Stat) took(d time.Duration) { s.values = append(s.values, float64(d.Nanoseconds())/1e6) }

// failed adds a run without a result.
func (s *Stat) failed(why string) {
	s.Failures++
	if s.why == "" {
		s.why = why
	}
}

// finish computes what is published. A percentile is the value at that rank, never between two.
func (s *Stat) finish() Stat {
	v := slices.Sorted(slices.Values(s.values))
	if s.N = len(v); s.N > 0 {
		s.P50, s.P95, s.Min, s.Max = rank(v, 50), rank(v, 95), v[0], v[len(v)-1]
	}
	return *s
}

func rank(sorted []float64, percent int) float64 {
	i := (len(sorted)*percent+99)/100 - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

func (s Stat) String() string {
	if s.N == 0 {
		return fmt.Sprintf("no result in %d runs (%s)", s.Failures, s.why)
	}
	out := fmt.Sprintf("p50 %s  p95 %s  (n=%d", milliseconds(s.P50), milliseconds(s.P95), s.N)
	if s.Failures > 0 {
		out += fmt.Sprintf(", %d failed: %s", s.Failures, s.why)
	}
	return out + ")"
}

func milliseconds(v float64) string {
	switch {
	case v < 0.1:
		return fmt.Sprintf("%.1f µs", v*1000)
	case v < 100:
		return fmt.Sprintf("%.2f ms", v)
	}
	return fmt.Sprintf("%.0f ms", v)
}

// ratio is a divided by b, nil when either has no result.
func ratio(a, b Stat) *float64 {
	if a.N == 0 || b.N == 0 || b.P50 == 0 {
		return nil
	}
	r := a.P50 / b.P50
	return &r
}
