package when

import "time"

// day is a calendar day, without a zone.
type day struct {
	year  int
	month time.Month
	day   int
}

func dayOf(t time.Time) day {
	y, m, d := t.Date()
	return day{y, m, d}
}

// noonUTC carries calendar arithmetic, which has no daylight saving.
func (d day) noonUTC() time.Time { return time.Date(d.year, d.month, d.day, 12, 0, 0, 0, time.UTC) }

func (d day) add(days int) day { return dayOf(d.noonUTC().AddDate(0, 0, days)) }

func (d day) weekday() time.Weekday { return d.noonUTC().Weekday() }

func (d day) before(o day) bool { return d.noonUTC().Before(o.noonUTC()) }

// valid is false for 30 February.
func (d day) valid() bool {
	return d.year >= minYear && d.year <= maxYear && d.month >= 1 && d.month <= 12 && d.day >= 1 && dayOf(d.noonUTC()) == d
}

// addMonths keeps the day of the month, or takes the last one of a shorter month.
func (d day) addMonths(n int) day {
	first := time.Date(d.year, d.month+time.Month(n), 1, 12, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return day{first.Year(), first.Month(), min(d.day, last)}
}

// monday is the Monday of the week of d: weeks begin on Monday.
func monday(d day) day { return d.add(-(int(d.weekday()) + 6) % 7) }

// onOrAfter is the first such weekday that is not before d.
func (d day) onOrAfter(w time.Weekday) day { return d.add((int(w) - int(d.weekday()) + 7) % 7) }

// start is the first instant of the day. Where the clocks skip midnight it is later than 0:00.
func (d day) start(loc *time.Location) time.Time {
	if t, ok := at(d, clock{}, loc); ok {
		return t
	}
	wall := time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC)
	_, before := wall.Add(-24 * time.Hour).In(loc).Zone()
	return wall.Add(-time.Duration(before) * time.Second).In(loc)
}

// clock is a time of day on a 24-hour clock.
type clock struct{ hour, minute, second int }

func (c clock) seconds() int { return (c.hour*60+c.minute)*60 + c.second }

// at finds the instant at which the clocks of loc show c on day d: the first if they do so twice, and
// ok = false if they never do. time.Date can't be asked: it does not say which of the two it took, and
// makes up a time for the skipped hour.
func at(d day, c clock, loc *time.Location) (time.Time, bool) {
	shown := shownAt(d, c, loc)
	if len(shown) == 0 {
		return time.Time{}, false
	}
	return shown[0], true
}

// second is the second instant of a time that the clocks show twice.
func second(d day, c clock, loc *time.Location) (time.Time, bool) {
	shown := shownAt(d, c, loc)
	if len(shown) < 2 {
		return time.Time{}, false
	}
	return shown[1], true
}

// shownAt lists the instants at which the clocks of loc show c on day d, in order.
func shownAt(d day, c clock, loc *time.Location) (shown []time.Time) {
	wall := time.Date(d.year, d.month, d.day, c.hour, c.minute, c.second, 0, time.UTC)
	for _, probe := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := wall.Add(probe).In(loc).Zone()
		t := wall.Add(-time.Duration(offset) * time.Second).In(loc)
		h, m, s := t.Clock()
		if dayOf(t) != d || (clock{h, m, s}) != c || len(shown) == 1 && t.Equal(shown[0]) {
			continue
		}
		shown = append(shown, t)
	}
	if len(shown) == 2 && shown[1].Before(shown[0]) {
		shown[0], shown[1] = shown[1], shown[0]
	}
	return shown
}

// instant is at, with the refusal for the skipped hour.
func (p *parser) instant(d day, c clock) (time.Time, error) {
	t, ok := at(d, c, p.ref.Location())
	if !ok {
		return time.Time{}, refuse(Impossible, "The clocks skip %d:%02d on %d %s %d.", c.hour, c.minute, d.day, d.month, d.year)
	}
	return t, nil
}
