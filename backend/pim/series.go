package pim

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// span is one occurrence.
type span struct {
	start, end moment
	of         *entry
}

// maxOccurrences bounds those of one entry in what is asked for at once.
const maxOccurrences = 3000

// expanded is what the entries of a file come to.
type expanded struct {
	spans []span
	cut   map[*entry]bool // series of which there are more
	bad   []error
}

// within is what is asked for: occurrences that can touch [from, to), the first limit ones of each series that begin in it
// and as many that began before.
type within struct {
	from, to time.Time
	limit    int
	apart    time.Duration // of what repeats, only the first in each such piece of its wall's time; 0: all
}

// expand lists the occurrences of entries of one file. The entries that stand for single occurrences of a series take
// their places.
func expand(ctx context.Context, es []entry, in within) (x expanded) {
	here := in.from.Location()
	x.cut = map[*entry]bool{}
	moved := movedOf(es, here)
	for i := range es {
		if err := ctx.Err(); err != nil {
			return expanded{bad: []error{err}}
		}
		e := &es[i]
		first := e.start
		if e.kind == "VTODO" && e.end != nil && (first == nil || e.repeats == "") {
			first = e.end
		}
		if e.off || first == nil {
			continue
		}
		if e.instead != nil || e.repeats == "" && len(e.extra) == 0 {
			x.spans = append(x.spans, span{*first, e.lasts(*first), e})
			continue
		}
		ms, err := e.series(*first, in, moved[e.uid])
		switch {
		case errors.Is(err, errTooMany):
			x.cut[e] = true
		case err != nil:
			x.bad = append(x.bad, err)
		}
		for _, m := range ms {
			x.spans = append(x.spans, span{m, e.lasts(m), e})
		}
	}
	return x
}

// movedOf gives the instants of each uid's series that other entries stand for.
func movedOf(es []entry, here *time.Location) map[string]map[int64]bool {
	moved := map[string]map[int64]bool{}
	for i := range es {
		if e := &es[i]; e.instead != nil {
			if moved[e.uid] == nil {
				moved[e.uid] = map[int64]bool{}
			}
			moved[e.uid][e.instead.in(here).Unix()] = true
		}
	}
	return moved
}

// series lists the beginnings of what repeats, each instant once: where the clocks skip an hour, two of the wall's times
// are one.
func (e *entry) series(first moment, in within, moved map[int64]bool) ([]moment, error) {
	here := in.from.Location()
	length := e.lasts(first).in(here).Sub(first.in(here))
	days, instants := map[int64]bool{}, map[int64]bool{} // excluded
	for _, x := range e.excluded {
		if x.day {
			days[x.wall.Unix()] = true
		} else {
			instants[x.in(here).Unix()] = true
		}
	}
	slack := time.Duration(0)
	if first.day {
		slack = 48 * time.Hour // days are longer and shorter by an hour, and begin elsewhere
	}
	low := in.from.Add(-length - slack)
	seen := map[int64]bool{}
	keep := func(m moment) bool {
		t := m.in(here)
		at := t.Unix()
		if t.Before(low) || !t.Before(in.to.Add(slack)) || seen[at] || days[m.wall.Truncate(24*time.Hour).Unix()] || instants[at] || moved[at] {
			return false
		}
		seen[at] = true
		return true
	}
	var out []moment
	add := func(from, to time.Time) error {
		const shift = 3 * time.Hour // by which a wall's time is ahead of or behind what the offset of the moment makes of it
		want := wish{from: first.zone.wall(from).Add(-shift - slack), to: first.zone.wall(to).Add(shift + slack), limit: in.limit, apart: in.apart,
			keep: func(w wall) bool {
				m := moment{w, first.day, first.zone}
				t := m.in(here)
				return !t.Before(from.Add(-slack)) && t.Before(to.Add(slack)) && keep(m)
			}}
		walls, err := occurrences(e.repeats, first, want)
		for _, w := range walls {
			out = append(out, moment{w, first.day, first.zone})
		}
		return err
	}
	var err error
	switch {
	case e.repeats == "":
		if keep(first) {
			out = append(out, first)
		}
	case length > 0:
		// What began before must not be all that there is room for.
		if err = add(low, in.from); err == nil || errors.Is(err, errTooMany) {
			err = cmp.Or(add(in.from, in.to), err)
		}
	default:
		err = add(in.from, in.to)
	}
	if errors.Is(err, errRule) && keep(first) {
		out = append(out, first) // its beginning is known
	}
	for _, m := range e.extra {
		if len(out) < 3*in.limit && keep(m) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b moment) int { return a.in(here).Compare(b.in(here)) })
	return out, err
}
