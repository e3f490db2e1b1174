package egress

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Total is what the audit adds up to. Zero is a result of adding, not of looking away: Broken and
// Unfinished say what could not be counted.
type Total struct {
	Sent       int64 // off this machine, with headers and encryption
	Received   int64
	HandedOver int64 // to other programs; what those send on is not measured
	Local      int64 // both ways, to servers on this machine
	Targets    []TargetTotal
	Unfinished int // crossings off this machine that have no end in the audit (running, or Pace was killed)
	Broken     int // lines that could not be read
}

// TargetTotal is the part of one target, the biggest sender first.
type TargetTotal struct {
	Target     string
	Kind       Kind
	Sent       int64
	Received   int64
	Crossings  int
	LastActive time.Time
}

// Total adds up the audit since a time.
func (a *Audit) Total(ctx context.Context, since time.Time) (Total, error) {
	rows, broken, err := a.Rows(ctx, since)
	if err != nil {
		return Total{}, err
	}
	total := add(rows)
	total.Broken = broken
	return total, nil
}

func add(rows []Row) Total {
	var total Total
	open := map[string]bool{}
	type key struct {
		target string
		kind   Kind
	}
	targets := map[key]*TargetTotal{}
	for _, row := range rows {
		if row.Kind == ToolCall {
			continue // what it sent has rows of its own
		}
		if row.State == Started {
			open[row.ID] = true
			continue
		}
		delete(open, row.ID)
		if !row.OffDevice && row.Kind != HandOver {
			total.Local += row.Sent + row.Received
			continue
		}
		k := key{row.Target, row.Kind}
		if row.Kind == HandOver {
			total.HandedOver += row.Sent
		} else {
			k.kind = HTTP // the handshake belongs to the same target
			total.Sent += row.Sent
			total.Received += row.Received
		}
		t := targets[k]
		if t == nil {
			t = &TargetTotal{Target: k.target, Kind: k.kind}
			targets[k] = t
		}
		t.Sent += row.Sent
		t.Received += row.Received
		if row.Kind != Connection {
			t.Crossings++
		}
		t.LastActive = row.At
	}
	total.Unfinished = len(open)
	for _, t := range targets {
		total.Targets = append(total.Targets, *t)
	}
	slices.SortFunc(total.Targets, func(a, b TargetTotal) int {
		return cmp.Or(cmp.Compare(b.Sent, a.Sent), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Kind, b.Kind))
	})
	return total
}
