package corpus

import (
	"fmt"
	"io"
	"strings"

	"pace/backend/phrase/intent"
)

// Print writes scores for a person.
func Print(w io.Writer, scores []Score) {
	for _, s := range scores {
		fmt.Fprintf(w, "\n%s, %s: %d sentences\n", s.Corpus, map[Half]string{Tuning: "tuning half", Held: "held-out half"}[s.Half], s.Cases)
		if s.Intents != nil {
			s.Intents.print(w)
		}
		if r := s.Routes; r != nil {
			fmt.Fprintf(w, "  routes               %s\n", counted(r.Right, r.Of))
		}
		if c := s.Calls; c != nil {
			fmt.Fprintf(w, "  calls exactly right  %s; otherwise %s; missed %s\n", counted(c.Exact, c.Of), counted(c.Otherwise, c.Of), counted(c.Missed, c.Of))
		}
		if q := s.Quiet; q != nil {
			fmt.Fprintf(w, "  false fires          %s; read as a wish to act, nothing done: %s\n", counted(q.Fired, q.Of), counted(q.Acting, q.Of))
		}
	}
}

func counted(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*share(n, of))
}

func (m *Intent) print(w io.Writer) {
	fmt.Fprintf(w, "  intents              %s\n", counted(m.Right.Right, m.Of))
	fmt.Fprintf(w, "  %-18s %9s %6s", "", "precision", "recall")
	for _, c := range intent.Classes() {
		fmt.Fprintf(w, " %8s", short(string(c)))
	}
	fmt.Fprintln(w, "   (columns: what was found)")
	for _, c := range m.Classes {
		if c.Expected+c.Found == 0 {
			continue
		}
		fmt.Fprintf(w, "  %-18s %9s %6s", c.Class, percent(c.Precision), percent(c.Recall))
		for _, got := range intent.Classes() {
			n := m.Matrix[c.Class][string(got)]
			fmt.Fprintf(w, " %8s", strings.Replace(fmt.Sprint(n), "0", map[bool]string{true: "·", false: "0"}[n == 0], 1))
		}
		fmt.Fprintln(w)
	}
}

func percent(p *float64) string {
	if p == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100**p)
}

// short is the head of a column.
func short(class string) string {
	if len(class) > 8 {
		class = class[:8]
	}
	return class
}
