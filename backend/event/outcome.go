package event

import (
	"time"

	"pace/backend/proof"
)

// FromOutcome writes an outcome for the wire.
func FromOutcome(o proof.Outcome) Outcome {
	w := Outcome{Effect: string(o.Effect()), Means: string(o.Means()), Evidence: []Evidence{}, Report: o.Report(), Reason: string(o.Reason())}
	for _, e := range o.Evidence() {
		w.Evidence = append(w.Evidence, Evidence{Kind: string(e.Kind), What: e.What, Before: e.Before, After: e.After})
	}
	t := o.Timing()
	w.Timing = Timing{FirstSignalMs: ms(t.FirstSignal), ProvenMs: ms(t.Proven), SettledMs: ms(t.Settled)}
	return w
}

func ms(d *time.Duration) *float64 {
	if d == nil {
		return nil
	}
	v := Milliseconds(*d)
	return &v
}

// Milliseconds is d with microsecond resolution.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
