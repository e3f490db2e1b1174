package pim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// stamps prints wall times without their year.
func stamps(ws []wall) string {
	var out []string
	for _, w := range ws {
		out = append(out, w.Format("2 15:04:05"))
	}
	return strings.Join(out, ", ")
}

func TestRulesFinerThanADayKeepToTheHoursAndDaysTheyName(t *testing.T) {
	for _, c := range []struct{ rule, from, to, want string }{
		{"FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10", "2026-10-05 00:00", "2026-10-06 09:10", "5 09:05:00, 5 09:25:00, 5 09:45:00, 5 10:05:00, 5 10:25:00, 5 10:45:00, 6 09:05:00"},
		{"FREQ=HOURLY;INTERVAL=2;BYDAY=TU", "2026-10-05 00:00", "2026-10-06 05:10", "5 09:05:00, 6 01:05:00, 6 03:05:00, 6 05:05:00"},
		{"FREQ=HOURLY;BYMINUTE=0,30;COUNT=4", "2026-10-05 00:00", "2026-10-07 00:00", "5 09:05:00, 5 09:30:00, 5 10:00:00, 5 10:30:00"},
		{"FREQ=HOURLY;BYHOUR=8;BYMONTHDAY=-1", "2026-10-30 00:00", "2026-12-01 00:00", "31 08:05:00, 30 08:05:00"},
		{"FREQ=MINUTELY;BYSECOND=0,30;BYMINUTE=5", "2026-10-06 00:00", "2026-10-06 01:30", "6 00:05:00, 6 00:05:30, 6 01:05:00, 6 01:05:30"},
		{"FREQ=SECONDLY;INTERVAL=1800;BYYEARDAY=-1;BYHOUR=23", "2026-10-06 00:00", "2026-12-31 23:59", "31 23:05:00, 31 23:35:00"},
		{"FREQ=SECONDLY;UNTIL=20261005T070502Z", "2026-10-01 00:00", "2026-12-31 23:59", "5 09:05:00, 5 09:05:01, 5 09:05:02"},
	} {
		got, err := occurrences(c.rule, moment{at(t, "2026-10-05 09:05"), false, zone{loc: load(t, "Europe/Zurich")}}, wish{from: at(t, c.from), to: at(t, c.to), limit: 100})
		require.NoError(t, err, c.rule)
		require.Equal(t, c.want, stamps(got), c.rule)
	}
}

// What is reckoned here is what the standard says of each second by itself, and it is the same whatever part of it is asked
// for. (The library goes through the years for a rule that never comes true, so it can't be asked.)
func TestRulesFinerThanADayComeWhenTheStandardSays(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rule := ""
		some := func(name string, of []int) []int {
			if !rapid.Bool().Draw(r, name) {
				return nil
			}
			vs := rapid.SliceOfNDistinct(rapid.SampledFrom(of), 1, 3, rapid.ID).Draw(r, name+" values")
			var said []string
			for _, v := range vs {
				said = append(said, fmt.Sprint(v))
			}
			rule += ";" + name + "=" + strings.Join(said, ",")
			return vs
		}
		freq := rapid.SampledFrom([]string{"HOURLY", "MINUTELY", "SECONDLY"}).Draw(r, "freq")
		unit := map[string]int64{"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}[freq]
		every := int64(rapid.IntRange(1, map[string]int{"HOURLY": 9, "MINUTELY": 90, "SECONDLY": 4000}[freq]).Draw(r, "interval"))
		rule = fmt.Sprintf("FREQ=%s;INTERVAL=%d", freq, every)
		month, monthDay := some("BYMONTH", []int{3, 10}), some("BYMONTHDAY", []int{5, 6, -26, -1})
		hour, minute, second := some("BYHOUR", []int{0, 9, 10, 23}), some("BYMINUTE", []int{0, 5, 30, 59}), some("BYSECOND", []int{0, 7, 59})
		start := at(t, "2026-10-05 09:05").Add(time.Duration(rapid.IntRange(0, 60_000).Draw(r, "start")) * time.Second)
		end := start.AddDate(0, 0, 1)
		in := func(list []int, vs ...int) bool {
			return len(list) == 0 || slices.ContainsFunc(vs, func(v int) bool { return slices.Contains(list, v) })
		}
		comes := func(w wall) bool {
			back := w.Day() - time.Date(w.Year(), w.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day() - 1
			return (w.Unix()/unit-start.Unix()/unit)%every == 0 && in(month, int(w.Month())) && in(monthDay, w.Day(), back) && in(hour, w.Hour()) &&
				in(minute, w.Minute()) && in(second, w.Second()) &&
				(unit < 3600 || minute != nil || w.Minute() == start.Minute()) && (unit < 60 || second != nil || w.Second() == start.Second())
		}
		want := []wall{start}
		for w := start.Add(time.Second); !w.After(end); w = w.Add(time.Second) {
			if comes(w) {
				want = append(want, w)
			}
		}
		if rapid.Bool().Draw(r, "counted") {
			n := rapid.IntRange(1, 40).Draw(r, "count")
			rule += fmt.Sprint(";COUNT=", n)
			want = want[:min(n, len(want))]
		}
		from := start.Add(time.Duration(rapid.IntRange(-20_000, 90_000).Draw(r, "from")) * time.Second)
		to := from.Add(time.Duration(rapid.IntRange(0, 90_000).Draw(r, "to")) * time.Second)
		if to.After(end) {
			to = end
		}
		want = slices.DeleteFunc(want, func(w wall) bool { return w.Before(from) || w.After(to) })
		got, err := occurrences(rule, moment{start, false, zone{loc: time.UTC}}, wish{from: from, to: to, limit: 1 << 30})
		if err != nil || !slices.EqualFunc(got, want, time.Time.Equal) {
			r.Fatalf("%s from %s, asked %s – %s: %v\ngot  %s\nwant %s", rule, start, from, to, err, stamps(got[:min(len(got), 40)]), stamps(want[:min(len(want), 40)]))
		}
		// Of those in a minute the first: what is leapt over to find it changes nothing.
		var firsts []wall
		for _, w := range got {
			if n := len(firsts); n == 0 || !firsts[n-1].Truncate(time.Minute).Equal(w.Truncate(time.Minute)) {
				firsts = append(firsts, w)
			}
		}
		apart, err := occurrences(rule, moment{start, false, zone{loc: time.UTC}}, wish{from: from, to: to, limit: 1 << 30, apart: time.Minute})
		if err != nil || !slices.EqualFunc(apart, firsts, time.Time.Equal) {
			r.Fatalf("%s: %v\ngot  %s\nwant %s", rule, err, stamps(apart), stamps(firsts))
		}
	})
}

// How much is looked at is counted here, since nobody's clock says how long a test may take.
func TestFollowingARuleEndsHoweverOftenItComes(t *testing.T) {
	looked := 0
	look := func(from, to string, limit int) wish {
		return wish{from: at(t, from), to: at(t, to), limit: limit, keep: func(wall) bool { looked++; return true }}
	}
	start := moment{at(t, "1700-01-01 00:00"), false, zone{loc: time.UTC}}
	got, err := occurrences("FREQ=SECONDLY", start, look("2026-01-01 00:00", "2027-01-01 00:00", 100))
	require.ErrorIs(t, err, errTooMany)
	require.Equal(t, "1 00:00:00", got[0].Format("2 15:04:05"))
	require.Len(t, got, 100)
	require.Less(t, looked, 200)

	got, err = occurrences("FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9", start, look("2026-01-01 00:00", "2026-01-01 23:59", 1000))
	require.NoError(t, err, "three hundred years of a hundred times a day are leapt over")
	require.Len(t, got, 100)

	for _, rule := range []string{"FREQ=SECONDLY;INTERVAL=2;BYSECOND=1", "FREQ=SECONDLY;BYHOUR=9;COUNT=2000000000"} {
		got, err = occurrences(rule, start, look("2026-01-01 00:00", "2027-01-01 00:00", 100))
		require.ErrorIs(t, err, errLost, rule)
		require.Empty(t, got, rule)
	}
}
