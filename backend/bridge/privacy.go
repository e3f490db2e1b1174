package bridge

import (
	"time"

	"pace/backend/egress"
)

// Privacy tells what left this machine and what was handed to other programs, from the audit and from nothing else.
// Times go back from now, not from midnight.
type Privacy struct{ p Parts }

// PrivacyReport adds up a span of time.
type PrivacyReport struct {
	Span       string          `json:"span"`       // day, week
	Since      string          `json:"since"`      // RFC 3339
	From       string          `json:"from"`       // the record goes back only so far; "" when it covers the whole span
	Sent       int64           `json:"sent"`       // off this machine, with headers and encryption
	Received   int64           `json:"received"`   // the answers to that
	HandedOver int64           `json:"handedOver"` // to other programs; what those send on is not measured
	Local      int64           `json:"local"`      // both ways, with servers on this machine
	Unfinished int             `json:"unfinished"` // crossings without an end
	Broken     int             `json:"broken"`     // records that could not be read
	Targets    []PrivacyTarget `json:"targets"`    // sent, local, handedOver, the biggest of each first
	Unlisted   int             `json:"unlisted"`   // targets beyond those; their bytes are counted
	Parts      []PrivacyPart   `json:"parts"`
}

// PrivacyTarget is one place or program.
type PrivacyTarget struct {
	Target   string   `json:"target"`
	How      string   `json:"how"`   // sent, handedOver, local
	Bytes    int64    `json:"bytes"` // sent there, or handed over
	Received int64    `json:"received"`
	Times    int      `json:"times"`
	Last     string   `json:"last"`  // RFC 3339
	Parts    []string `json:"parts"` // of Pace that did it
}

// PrivacyPart is the share of one part of Pace.
type PrivacyPart struct {
	Part       string `json:"part"`
	Sent       int64  `json:"sent"`
	Received   int64  `json:"received"`
	HandedOver int64  `json:"handedOver"`
	Local      int64  `json:"local"`
	Times      int    `json:"times"`
}

// spans are how far a report may go back.
var spans = map[string]time.Duration{"day": 24 * time.Hour, "week": 7 * 24 * time.Hour}

// maxTargets bounds a report: a week of browsing names many sites.
const maxTargets = 500

// Report adds up what the audit holds of the last day or week.
func (x *Privacy) Report(span string) (PrivacyReport, error) {
	back, ok := spans[span]
	if !ok {
		return PrivacyReport{}, &Error{"invalid", "A report is over a day or a week."}
	}
	since := time.Now().Add(-back)
	total, err := x.p.Door.Total(x.p.Context, since)
	if err != nil {
		return PrivacyReport{}, &Error{"internal", "The record of what left this machine could not be read."}
	}
	r := PrivacyReport{Span: span, Since: since.UTC().Format(time.RFC3339), Sent: total.Sent, Received: total.Received, HandedOver: total.HandedOver,
		Local: total.Local, Unfinished: total.Unfinished, Broken: total.Broken, Targets: []PrivacyTarget{}, Parts: []PrivacyPart{}}
	if !total.From.IsZero() {
		r.From = total.From.UTC().Format(time.RFC3339)
	}
	// What was sent comes first, so that a long list of addresses given to a browser never pushes it out.
	handed := []PrivacyTarget{}
	for _, t := range total.Targets {
		if t.Kind == egress.HandOver {
			handed = append(handed, privacyTarget(t, "handedOver"))
		} else {
			r.Targets = append(r.Targets, privacyTarget(t, "sent"))
		}
	}
	for _, t := range total.Here {
		r.Targets = append(r.Targets, privacyTarget(t, "local"))
	}
	r.Targets = append(r.Targets, handed...)
	if more := len(r.Targets) - maxTargets; more > 0 {
		r.Targets, r.Unlisted = r.Targets[:maxTargets], more
	}
	for _, b := range total.By {
		r.Parts = append(r.Parts, PrivacyPart{b.Subsystem, b.Sent, b.Received, b.HandedOver, b.Local, b.Crossings})
	}
	return r, nil
}

func privacyTarget(t egress.TargetTotal, how string) PrivacyTarget {
	return PrivacyTarget{Target: t.Target, How: how, Bytes: t.Sent, Received: t.Received, Times: t.Crossings,
		Last: t.LastActive.UTC().Format(time.RFC3339), Parts: append([]string{}, t.Subsystems...)}
}
