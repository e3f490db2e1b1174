package system

import "slices"

// Health is the finding of a probe.
type Health string

// The findings, from best to worst.
const (
	Ok      Health = "ok"
	Warn    Health = "warn"   // works with limits
	Missing Health = "absent" // an optional part is not there
	Fail    Health = "fail"   // Pace can't do its work
)

// Probe is what one examination found. A probe really tries the thing; it never repeats a setting.
type Probe struct {
	Name   string `json:"name"`
	State  Health `json:"state"`
	Detail string `json:"detail"`
	Fix    string `json:"fix,omitempty"`
}

// Worst gives the worst finding, Ok for none: it decides the exit code of the doctor.
func Worst(probes []Probe) Health {
	order := []Health{Ok, Warn, Missing, Fail}
	worst := 0
	for _, p := range probes {
		at := slices.Index(order, p.State)
		if at < 0 {
			return Fail // a finding nobody defined must not pass for a good one
		}
		worst = max(worst, at)
	}
	return order[worst]
}

// Probe turns a capability into a finding. needed says whether Pace is of use without it.
func (c Capability) Probe(needed bool) Probe {
	p := Probe{Name: c.Name, State: Ok, Detail: c.Reason, Fix: c.Fix}
	switch {
	case c.State == Ready:
		if p.Detail == "" {
			p.Detail = "ready"
		}
	case needed:
		p.State = Fail
	case c.State == Denied:
		p.State = Warn
	default:
		p.State = Missing
	}
	return p
}
