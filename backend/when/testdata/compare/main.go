// Compare measures the libraries that read English times on the cases of package when. It is a module of
// its own, so that none of them becomes a dependency of Pace:
//
//	cd backend/when/testdata/compare && go run .
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/araddon/dateparse"
	"github.com/markusmobius/go-dateparser"
	"github.com/olebedev/when"
	"github.com/olebedev/when/rules/common"
	"github.com/olebedev/when/rules/en"
	"github.com/tj/go-naturaldate"
	"github.com/xhit/go-str2duration/v2"
)

type testCase struct {
	Text, Now, Zone string
	Want            struct {
		Start, End, Repeats string
		AllDay              bool
		Duration            float64
		Refused             string
	}
}

// kind is what a library must be able to say to answer right.
func (c testCase) kind() string {
	w := c.Want
	switch {
	case w.Refused != "":
		return "refusal"
	case w.Duration > 0:
		return "duration"
	case w.Repeats != "":
		return "recurrence"
	case w.End == "":
		return "instant"
	case w.AllDay && day(w.Start).AddDate(0, 0, 1).Equal(day(w.End)):
		return "day"
	}
	return "span"
}

func day(s string) time.Time { t, _ := time.Parse(time.DateOnly, s); return t }

// library answers with one moment, or none when it refuses. moments: it says when, else it says how long.
type library struct {
	name    string
	moments bool
	read    func(text string, now time.Time) (t time.Time, length time.Duration, ok bool)
}

func libraries() []library {
	english := when.New(nil)
	english.Add(en.All...)
	english.Add(common.All...)
	find := func(whole bool) func(string, time.Time) (time.Time, time.Duration, bool) {
		return func(text string, now time.Time) (time.Time, time.Duration, bool) {
			r, err := english.Parse(text, now)
			if err != nil || r == nil || whole && !covers(r.Text, text) {
				return time.Time{}, 0, false
			}
			return r.Time, 0, true
		}
	}
	parser := func(source dateparser.PreferredDateSource) func(string, time.Time) (time.Time, time.Duration, bool) {
		return func(text string, now time.Time) (time.Time, time.Duration, bool) {
			d, err := dateparser.Parse(&dateparser.Configuration{Languages: []string{"en"}, CurrentTime: now, DefaultTimezone: now.Location(),
				PreferredDateSource: source, PreferredDayOfMonth: dateparser.First}, text)
			return d.Time, 0, err == nil && !d.IsZero()
		}
	}
	return []library{
		{"olebedev/when", true, find(false)},
		{"olebedev/when, whole text only", true, find(true)},
		{"markusmobius/go-dateparser, future", true, parser(dateparser.Future)},
		{"markusmobius/go-dateparser, current period", true, parser(dateparser.CurrentPeriod)},
		{"tj/go-naturaldate", true, func(text string, now time.Time) (time.Time, time.Duration, bool) {
			t, err := naturaldate.Parse(text, now, naturaldate.WithDirection(naturaldate.Future))
			return t, 0, err == nil
		}},
		{"araddon/dateparse", true, func(text string, now time.Time) (time.Time, time.Duration, bool) {
			t, err := dateparse.ParseIn(text, now.Location())
			return t, 0, err == nil
		}},
		{"xhit/go-str2duration", false, func(text string, _ time.Time) (time.Time, time.Duration, bool) {
			d, err := str2duration.ParseDuration(text)
			return time.Time{}, d, err == nil
		}},
	}
}

// covers says whether what was found is the whole text but for a linking word.
func covers(found, text string) bool {
	text = strings.Trim(strings.ToLower(text), " .!?\n\t")
	for _, link := range []string{"", "at ", "on ", "in ", "for "} {
		if rest, ok := strings.CutPrefix(text, link); ok && strings.Trim(strings.ToLower(found), " .,") == rest {
			return true
		}
	}
	return false
}

// judge gives right, refused or wrong. Of a whole day only the day is looked at, and of a span, a
// recurrence or (by a library of moments) a duration any answer is wrong: one moment is not what was said.
func judge(l library, c testCase) (verdict string) {
	defer func() {
		if recover() != nil {
			verdict = "panic"
		}
	}()
	loc, err := time.LoadLocation(c.Zone)
	if err != nil {
		log.Fatal(err)
	}
	now, err := time.Parse(time.RFC3339, c.Now)
	if err != nil {
		log.Fatal(err)
	}
	t, length, ok := l.read(c.Text, now.In(loc))
	kind := c.kind()
	switch {
	case !ok && kind == "refusal":
		return "right"
	case !ok:
		return "refused"
	case kind == "instant" && t.Truncate(time.Second).In(loc).Format(time.RFC3339) == c.Want.Start,
		kind == "day" && t.In(loc).Format(time.DateOnly) == c.Want.Start,
		kind == "duration" && !l.moments && length.Seconds() == c.Want.Duration:
		return "right"
	}
	return "wrong"
}

func main() {
	f, err := os.Open("../cases.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var cases []testCase
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var c testCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			log.Fatal(err)
		}
		if c.Now != "" { // the first line is a note
			cases = append(cases, c)
		}
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
	verbose := len(os.Args) > 1
	for _, l := range libraries() {
		counts := map[string]int{}
		for _, c := range cases {
			v := judge(l, c)
			counts[c.kind()+" "+v]++
			counts[c.kind()]++
			if verbose && os.Args[1] == l.name {
				fmt.Printf("%s: %q at %s\n", v, c.Text, c.Now)
			}
		}
		fmt.Println(l.name)
		for _, kind := range []string{"instant", "day", "span", "recurrence", "duration", "refusal"} {
			fmt.Printf("  %-10s %3d cases: %3d right, %3d refused, %3d wrong, %d panics\n", kind, counts[kind],
				counts[kind+" right"], counts[kind+" refused"], counts[kind+" wrong"], counts[kind+" panic"])
		}
	}
}
