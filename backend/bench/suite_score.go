package bench

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"pace/backend/event"
)

// Miss is one case in which Pace was not right, in words.
type Miss struct {
	Where string `json:"where"` // toolkit or program, and scene
	Case  string `json:"case"`
	Kind  string `json:"kind"` // falseSuccess, unconfirmed, notDone, overdone, wrongAnswer, broken
	Said  string `json:"said"` // Pace's status and words
	True  string `json:"true"` // what the record and the second reader say
}

// Kinds of misses.
const (
	falseSuccess = "falseSuccess" // claimed, not true
	unconfirmed  = "unconfirmed"  // true, not claimed
	notDone      = "notDone"      // possible, not achieved, honestly told
	overdone     = "overdone"     // something happened that must not
	wrongAnswer  = "wrongAnswer"  // nothing happened, rightly, but not told as it should be
	broken       = "broken"       // the case itself could not be run
)

// Score counts cases. Real are those in which the effect that was asked for truly happened and lasted.
type Score struct {
	Cases          int      `json:"cases"`
	Real           int      `json:"realEffects"`
	Confirmed      int      `json:"confirmed"`
	FalseSuccesses int      `json:"falseSuccesses"`
	NotDone        int      `json:"notDone"`
	Rate           *float64 `json:"confirmedRate"` // Confirmed of Real; null when nothing was real
	Misses         []Miss   `json:"misses"`
	Skipped        []string `json:"skipped"` // what could not be run here, by name
}

func (s *Score) add(m *Miss, real bool) {
	s.Cases++
	if real {
		s.Real++
	}
	if m == nil {
		if real {
			s.Confirmed++
		}
		return
	}
	switch m.Kind {
	case falseSuccess:
		s.FalseSuccesses++
	case notDone:
		s.NotDone++
	case overdone:
		if real {
			s.Confirmed++ // it was confirmed, beside what it did too much
		}
	}
	s.Misses = append(s.Misses, *m)
}

func (s *Score) join(o Score) {
	s.Cases += o.Cases
	s.Real += o.Real
	s.Confirmed += o.Confirmed
	s.FalseSuccesses += o.FalseSuccesses
	s.NotDone += o.NotDone
	s.Misses = append(s.Misses, o.Misses...)
	s.Skipped = append(s.Skipped, o.Skipped...)
}

func (s *Score) finish() {
	if s.Real > 0 {
		r := float64(s.Confirmed) / float64(s.Real)
		s.Rate = &r
	}
	if s.Misses == nil {
		s.Misses = []Miss{}
	}
	if s.Skipped == nil {
		s.Skipped = []string{}
	}
}

// sight is what is truly so after a case.
type sight struct {
	lines []Effect // of the record, from the case
	shown bool     // the second reader saw what must show (true when nothing has to)
	tells string   // what it saw instead, for a miss
}

// judge compares what Pace said with what is so. real tells whether the wanted effect truly happened and lasts.
func judge(r row, t event.Ended, s sight) (m *Miss, real bool) {
	real = r.truth == hasEffect && s.shown && lasts(r.want, s.lines)
	miss := func(kind, what string) *Miss {
		if s.tells != "" {
			what += "; " + s.tells
		}
		return &Miss{Case: r.say, Kind: kind, Said: said(t), True: what + recorded(s.lines)}
	}
	done := t.Status == event.Done
	for _, c := range r.never {
		if i := slices.IndexFunc(s.lines, func(e Effect) bool { return e.Control == c }); i >= 0 {
			if done && r.truth != hasEffect && r.truth != already {
				return miss(falseSuccess, "“"+c+"” was touched"), real
			}
			return miss(overdone, "“"+c+"” was touched"), real
		}
	}
	switch r.truth {
	case hasEffect:
		switch {
		case done && !real:
			return miss(falseSuccess, "it is not so"), real
		case real && !done:
			return miss(unconfirmed, "it is so"), real
		case !real:
			return miss(notDone, "it is not so"), real
		}
	case already:
		if !s.shown {
			return miss(falseSuccess, "it is not so"), real
		}
		if !done {
			return miss(wrongAnswer, "it was so before"), real
		}
	default:
		if done {
			return miss(falseSuccess, "it must not be called done"), real
		}
		if confirmedStep(t) && len(t.Steps) == 1 {
			return miss(falseSuccess, "its only step must not be called confirmed"), real
		}
	}
	switch {
	case r.truth == refused && reason(t) == "":
		return miss(wrongAnswer, "it must be refused with a reason"), real
	case r.truth == asks && (t.Question == nil || len(t.Question.Options) < 2):
		return miss(wrongAnswer, "it must be asked which one is meant"), real
	}
	if what := twice(r.want, s.lines); what != "" {
		return miss(overdone, what), real
	}
	return nil, real
}

// asides are lines of a record that tell what happened around an effect, not the state it left.
var asides = map[string]bool{"focus stolen": true, "dodged": true}

// lasts reports whether every wanted effect is in the record, as often as it is wanted, and the last word of its
// control.
func lasts(want []Effect, lines []Effect) bool {
	for _, w := range want {
		last, n, asked := "", 0, 0
		for _, e := range lines {
			if e.Control == w.Control && !asides[e.Effect] {
				last = e.Effect
				if like(w.Effect, e.Effect) {
					n++
				}
			}
		}
		for _, o := range want {
			if o == w {
				asked++
			}
		}
		if n < asked || !like(w.Effect, last) {
			return false
		}
	}
	return true
}

// twice names a counting effect that came more often than it was asked for. Texts may be written in pieces.
func twice(want []Effect, lines []Effect) string {
	for _, w := range want {
		if !strings.Contains(w.Effect, "#") {
			continue
		}
		n, asked := 0, 0
		for _, e := range lines {
			if e.Control == w.Control && like(w.Effect, e.Effect) {
				n++
			}
		}
		for _, o := range want {
			if o.Control == w.Control {
				asked++
			}
		}
		if n > asked {
			return fmt.Sprintf("“%s” acted %d times", w.Control, n)
		}
	}
	return ""
}

// like compares an effect with a pattern in which # is a number.
func like(pattern, effect string) bool {
	if !strings.Contains(pattern, "#") {
		return pattern == effect
	}
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), "#", `\d+`) + "$").MatchString(effect)
}

func confirmedStep(t event.Ended) bool {
	return slices.ContainsFunc(t.Steps, func(r event.Result) bool { return r.Outcome.Effect == "confirmed" })
}

// reason is why something was refused: the reason of its step, or of the whole turn.
func reason(t event.Ended) string {
	for _, s := range t.Steps {
		if s.Outcome.Effect == "refused" && s.Outcome.Reason != "" {
			return s.Outcome.Reason
		}
	}
	if t.Status == event.NotUnderstood {
		return "notUnderstood"
	}
	return ""
}

func said(t event.Ended) string {
	out := fmt.Sprintf("%s: %s", t.Status, t.Spoken)
	for _, s := range t.Steps {
		out += fmt.Sprintf(" [%s %s", s.Tool, s.Outcome.Effect)
		if s.Outcome.Reason != "" {
			out += " " + s.Outcome.Reason
		}
		if s.Outcome.Means != "" {
			out += " by " + s.Outcome.Means
		}
		for _, e := range s.Outcome.Evidence {
			out += fmt.Sprintf("; %s %s: %s → %s", e.Kind, e.What, e.Before, e.After)
		}
		out += "]"
	}
	return out
}

func recorded(lines []Effect) string {
	if len(lines) == 0 {
		return "; the program recorded nothing"
	}
	var out []string
	for _, e := range lines[max(0, len(lines)-8):] {
		out = append(out, fmt.Sprintf("%s=%q", e.Control, e.Effect))
	}
	return "; the program recorded " + strings.Join(out, ", ")
}

// Print writes the score for a person.
func (s *Score) Print(w io.Writer) {
	rate := "–"
	if s.Rate != nil {
		rate = fmt.Sprintf("%.1f %%", 100**s.Rate)
	}
	fmt.Fprintf(w, "%d cases · %d real effects, %d confirmed (%s) · %d false successes · %d possible but not done\n",
		s.Cases, s.Real, s.Confirmed, rate, s.FalseSuccesses, s.NotDone)
	for _, x := range s.Skipped {
		fmt.Fprintf(w, "  skipped %s\n", x)
	}
	for _, m := range s.Misses {
		fmt.Fprintf(w, "  %s · %s · %s\n    said %s\n    true %s\n", m.Kind, m.Where, m.Case, m.Said, m.True)
	}
}
