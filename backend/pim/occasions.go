package pim

import (
	"context"
	"strings"
	"time"
)

// Bounds of the times of one reminder: one a minute, and every minute of two weeks.
const (
	maxOccasions = 20_160
	apart        = time.Minute
)

// Occasions lists the times at which open reminders are due.
func (x *FileReminders) Occasions(ctx context.Context, from, to time.Time) (Found[Occasion], error) {
	files, bad, err := x.shelf.files(ctx)
	if err != nil {
		return Found[Occasion]{}, err
	}
	here := from.Location()
	var out []Occasion
	for _, f := range files {
		found, troubles := readEntries(f, x.kind, here)
		for _, t := range troubles {
			if !strings.HasSuffix(t.Why, errZone.Error()) { // that one is there all the same
				bad = append(bad, t)
			}
		}
		for _, group := range families(found) {
			got := expand(ctx, group, within{from, to, maxOccasions, apart})
			if err := ctx.Err(); err != nil {
				return Found[Occasion]{}, err
			}
			for _, err := range got.bad {
				bad = append(bad, Trouble{shown(f.name), why(err)})
			}
			if len(got.cut) > 0 {
				bad = append(bad, Trouble{shown(f.name), why(errTooMany)})
				continue // the first of them would be told long after its time, again and again
			}
			told := map[*entry]time.Time{} // the last minute of a series
			for i := range got.spans {
				s := &got.spans[i]
				r := s.of.reminder(s, here)
				if s.of.over || r.Due.Before(from) || !r.Due.Before(to) {
					continue
				}
				minute := r.Due.Truncate(apart)
				if last, ok := told[s.of]; ok && last.Equal(minute) {
					continue
				}
				told[s.of] = minute
				r.Repeats = group[0].repeats // one that stands for an occurrence of a series says nothing of it
				o := Occasion{r, r.ID}
				if o.Key == "" {
					o.Key = f.name + "\x00" + r.Title
				}
				out = append(out, o)
			}
		}
	}
	return Found[Occasion]{out, sortTroubles(bad)}, nil
}

// families puts the entries of one id together, the series before what stands for its occurrences.
func families(es []entry) (out [][]entry) {
	at := map[string]int{}
	for _, e := range es {
		i, known := at[e.uid]
		switch {
		case !known || e.uid == "":
			at[e.uid] = len(out)
			out = append(out, []entry{e})
		case e.instead == nil:
			out[i] = append([]entry{e}, out[i]...)
		default:
			out[i] = append(out[i], e)
		}
	}
	return out
}
