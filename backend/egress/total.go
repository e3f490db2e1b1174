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
	Here       []TargetTotal    // servers on this machine, by themselves
	By         []SubsystemTotal // the parts of Pace that did it
	From       time.Time        // what was written before was deleted, since the files had grown; zero: all that was asked for is there
	Unfinished int              // crossings off this machine that have no end in the audit (running, or Pace was killed)
	Broken     int              // lines that could not be read
}

// TargetTotal is the part of one target, the biggest sender first.
type TargetTotal struct {
	Target     string
	Kind       Kind
	Sent       int64
	Received   int64
	Crossings  int
	LastActive time.Time
	Subsystems []string // by name
}

// SubsystemTotal is the share of one part of Pace, the biggest sender first.
type SubsystemTotal struct {
	Subsystem  string
	Sent       int64
	Received   int64
	HandedOver int64
	Local      int64 // both ways
	Crossings  int
}

// Total adds up the audit since a time.
func (a *Audit) Total(ctx context.Context, since time.Time) (Total, error) {
	w, err := a.read(ctx, since)
	if err != nil {
		return Total{}, err
	}
	total := add(w.rows)
	total.Broken = w.broken
	if w.full && w.from.After(since) {
		total.From = w.from
	}
	return total, nil
}

func add(rows []Row) Total {
	var total Total
	open := map[string]bool{}
	away, here, by := targets{}, targets{}, map[string]*SubsystemTotal{}
	for _, row := range rows {
		if row.Kind == ToolCall {
			continue // what it sent has rows of its own
		}
		if row.State == Started {
			open[row.ID] = true
			continue
		}
		delete(open, row.ID)
		part := by[row.Subsystem]
		if part == nil {
			part = &SubsystemTotal{Subsystem: row.Subsystem}
			by[row.Subsystem] = part
		}
		if row.Kind != Connection {
			part.Crossings++
		}
		switch {
		case row.Kind == HandOver:
			total.HandedOver += row.Sent
			part.HandedOver += row.Sent
			away.add(row)
		case !row.OffDevice:
			total.Local += row.Sent + row.Received
			part.Local += row.Sent + row.Received
			here.add(row)
		default:
			total.Sent += row.Sent
			total.Received += row.Received
			part.Sent += row.Sent
			part.Received += row.Received
			away.add(row)
		}
	}
	total.Unfinished = len(open)
	total.Targets, total.Here = away.sorted(), here.sorted()
	for _, p := range by {
		total.By = append(total.By, *p)
	}
	slices.SortFunc(total.By, func(a, b SubsystemTotal) int {
		return cmp.Or(cmp.Compare(b.Sent, a.Sent), cmp.Compare(b.HandedOver, a.HandedOver), cmp.Compare(b.Local, a.Local), cmp.Compare(a.Subsystem, b.Subsystem))
	})
	return total
}

// target names what one row went to.
type target struct {
	name string
	kind Kind
}

type targets map[target]*TargetTotal

func (ts targets) add(row Row) {
	k := target{row.Target, row.Kind}
	if k.kind == Connection {
		k.kind = HTTP // the handshake belongs to the same target
	}
	t := ts[k]
	if t == nil {
		t = &TargetTotal{Target: k.name, Kind: k.kind}
		ts[k] = t
	}
	t.Sent += row.Sent
	t.Received += row.Received
	if row.Kind != Connection {
		t.Crossings++
	}
	t.LastActive = row.At
	if at, found := slices.BinarySearch(t.Subsystems, row.Subsystem); !found {
		t.Subsystems = slices.Insert(t.Subsystems, at, row.Subsystem)
	}
}

func (ts targets) sorted() (list []TargetTotal) {
	for _, t := range ts {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b TargetTotal) int {
		return cmp.Or(cmp.Compare(b.Sent, a.Sent), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}
