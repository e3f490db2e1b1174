package pim

import (
	"iter"
	"time"
)

// perDay is how many times within a day a series is listed with each. A medicine of four times a day is; what comes more
// often would hide everything else.
const perDay = 4

// bundle makes one of the occurrences of one series that comes more than perDay times within a day. cut says that there are
// more than these.
func bundle(es []Event, from time.Time, cut bool) []Event {
	in := es
	for len(in) > 0 && in[0].Start.Before(from) {
		in = in[1:]
	}
	if len(in) <= perDay {
		if in = es; len(in) <= perDay { // many that began before and are not over, and hardly one that begins
			return es
		}
	}
	crowded := false
	for i := perDay; i < len(in) && !crowded; i++ {
		crowded = in[i].Start.Sub(in[i-perDay].Start) < 24*time.Hour
	}
	if !crowded {
		return es
	}
	first, last := in[0], in[len(in)-1]
	first.Many = &Many{Times: len(in), More: cut, Last: last.Start, Every: in[1].Start.Sub(first.Start)}
	for i := range in[1:] {
		a, b := in[i].Start, in[i+1].Start
		if every := first.Many.Every; b.Sub(a) != every && wallOf(b).Sub(wallOf(a)) != every { // the clocks may change between
			first.Many.Every = 0
			break
		}
	}
	return []Event{first}
}

// byEntry goes through the occurrences of each entry, which stand together.
func byEntry(spans []span) iter.Seq2[*entry, []span] {
	return func(yield func(*entry, []span) bool) {
		for len(spans) > 0 {
			n := 1
			for n < len(spans) && spans[n].of == spans[0].of {
				n++
			}
			if !yield(spans[0].of, spans[:n]) {
				return
			}
			spans = spans[n:]
		}
	}
}
