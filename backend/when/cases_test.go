package when

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// showHeldOut prints the failures of the held-out half too. Nobody who changes the rules should look.
var showHeldOut = flag.Bool("show-held-out", false, "print the failures of the held-out cases")

// apart is one case of testdata/cases.jsonl. They were written without a look at this package, by the
// rules in the first line of the file.
type apart struct {
	Group, Text, Now, Zone string
	Want                   meant
	OrRefused              []Cause
}

// meant is what a case wants and what Parse gives, in the same words.
type meant struct {
	Start    string   `json:"start"`
	End      *string  `json:"end"`
	AllDay   bool     `json:"allDay"`
	Repeats  *string  `json:"repeats"`
	Duration *float64 `json:"duration"`
	Refused  Cause    `json:"refused"`
}

// kind names what a case is about, for the table in docs/dates.md.
func (m meant) kind() string {
	switch {
	case m.Refused != "":
		return "refusal"
	case m.Duration != nil:
		return "duration"
	case m.Repeats != nil:
		return "recurrence"
	case m.End == nil:
		return "instant"
	case m.AllDay:
		return "days"
	}
	return "span"
}

func meaningOf(r Result, err error) meant {
	var refused *Refused
	if errors.As(err, &refused) {
		return meant{Refused: refused.Cause}
	}
	if r.Kind == Duration {
		seconds := r.Length.Seconds()
		return meant{Duration: &seconds}
	}
	layout := time.RFC3339
	if r.AllDay {
		layout = time.DateOnly
	}
	m := meant{Start: r.Start.Format(layout), AllDay: r.AllDay}
	if !r.End.IsZero() {
		end := r.End.Format(layout)
		m.End = &end
	}
	if r.Repeats != "" {
		m.Repeats = &r.Repeats
	}
	return m
}

func (m meant) String() string { b, _ := json.Marshal(m); return string(b) }

// tuned says which half a case is in: those that the rules may be fitted to, or those held out. The same
// text is in the same half with every reference time.
func tuned(text string) bool { return sha256.Sum256([]byte(text))[0]%2 == 0 }

func readCases(t testing.TB) []apart {
	data, err := os.ReadFile("testdata/cases.jsonl")
	require.NoError(t, err)
	var all []apart
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if len(all) == 0 && strings.HasPrefix(in.Text(), `{"note"`) {
			continue
		}
		var c apart
		require.NoError(t, json.Unmarshal(in.Bytes(), &c), in.Text())
		all = append(all, c)
	}
	require.NoError(t, in.Err())
	return all
}

// score counts the cases of one kind. missed: refused although it is a time. cause: refused as it should
// be, and for the reason that was expected.
type score struct{ all, right, missed, wrong, cause int }

func (s *score) add(c apart, got meant) (verdict string) {
	s.all++
	switch {
	case c.Want.Refused != "" && got.Refused != "":
		s.right++
		if got.Refused == c.Want.Refused || slices.Contains(c.OrRefused, got.Refused) {
			s.cause++
		} else {
			return "cause"
		}
	case c.Want.Refused == "" && got.Refused != "":
		s.missed++
		return "missed"
	case got.String() != c.Want.String():
		s.wrong++
		return "wrong"
	default:
		s.right++
	}
	return ""
}

// A wrong time is never in order; how many times are refused that could be read may only fall.
func TestCasesWrittenApartAreReadOrRefusedAndNeverWrong(t *testing.T) {
	kinds := []string{"instant", "days", "span", "recurrence", "duration", "refusal"}
	scores := map[bool]map[string]*score{true: {}, false: {}}
	for _, c := range readCases(t) {
		loc := zone(t, c.Zone)
		now, err := time.Parse(time.RFC3339, c.Now)
		require.NoError(t, err)
		got := meaningOf(Parse(c.Text, now.In(loc)))
		half := scores[tuned(c.Text)]
		if half[c.Want.kind()] == nil {
			half[c.Want.kind()] = &score{}
		}
		if verdict := half[c.Want.kind()].add(c, got); verdict != "" && (tuned(c.Text) || *showHeldOut) {
			t.Logf("%s: %q at %s in %s: got %s, want %s", verdict, c.Text, c.Now, c.Zone, got, c.Want)
		}
	}
	for _, half := range []struct {
		name   string
		tuned  bool
		missed int // at most
	}{{"tuning", true, 0}, {"held-out", false, 4}} {
		var sum score
		for _, kind := range kinds {
			s := scores[half.tuned][kind]
			t.Logf("%-8s %-10s %3d cases: %3d right, %3d refused though a time, %3d wrong; causes as expected %d", half.name, kind, s.all, s.right, s.missed, s.wrong, s.cause)
			sum.all, sum.right, sum.missed, sum.wrong, sum.cause = sum.all+s.all, sum.right+s.right, sum.missed+s.missed, sum.wrong+s.wrong, sum.cause+s.cause
		}
		t.Logf("%-8s %-10s %3d cases: %3d right, %3d refused though a time, %3d wrong; causes as expected %d", half.name, "in all", sum.all, sum.right, sum.missed, sum.wrong, sum.cause)
		assert.Zero(t, sum.wrong, "wrong times in the %s half", half.name)
		assert.LessOrEqual(t, sum.missed, half.missed, "times refused in the %s half", half.name)
	}
}
