package corpus

import (
	"encoding/json"
	"reflect"

	"pace/backend/event"
	"pace/backend/phrase/intent"
	"pace/backend/route"
)

// Score is what became of one half of one file. Its keys are stable: scripts read them.
type Score struct {
	Corpus  string  `json:"corpus"`
	Half    Half    `json:"half"`
	Cases   int     `json:"cases"`
	Intents *Intent `json:"intents"` // null when the file says nothing of them; so below
	Routes  *Right  `json:"routes"`
	Calls   *Calls  `json:"calls"`
	Quiet   *Quiet  `json:"quiet"`
}

// Right counts what came out as expected.
type Right struct {
	Right int `json:"right"`
	Of    int `json:"of"`
}

// Share is the part that was right; 1 of nothing.
func (r Right) Share() float64 { return share(r.Right, r.Of) }

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// Intent is how well classes were told apart.
type Intent struct {
	Right
	Classes []Class                   `json:"classes"`
	Matrix  map[string]map[string]int `json:"matrix"` // expected → found → how often
}

// Class is precision and recall of one class: of those that were found, those that were right; of those that were
// expected, those that were found. Null when there were none.
type Class struct {
	Class     string   `json:"class"`
	Expected  int      `json:"expected"`
	Found     int      `json:"found"`
	Right     int      `json:"right"`
	Precision *float64 `json:"precision"`
	Recall    *float64 `json:"recall"`
}

// Calls counts sentences that something is to be done for.
type Calls struct {
	Exact     int `json:"exact"`     // every step, tool and argument
	Otherwise int `json:"otherwise"` // something else would be done
	Missed    int `json:"missed"`    // nothing would be done without a model
	Of        int `json:"of"`
}

// Quiet counts sentences for which nothing may be done.
type Quiet struct {
	Fired  int `json:"fired"`  // something would be done, or a command was claimed
	Acting int `json:"acting"` // nothing would be done, but the wish to act was read into it, so that a model is asked for a plan
	Of     int `json:"of"`
}

// Rate is the part of them that fired.
func (q Quiet) Rate() float64 { return share(q.Fired, q.Of) * float64(min(q.Of, 1)) }

// Judge routes all sentences.
func Judge(all []Corpus) []Score {
	var out []Score
	for _, c := range all {
		for _, half := range []Half{Tuning, Held} {
			if s := judge(c, half, route.Route); s.Cases > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

func judge(c Corpus, half Half, routed func(string) event.Route) Score {
	s := Score{Corpus: c.Name, Half: half}
	for _, k := range c.Cases {
		if k.Half != half {
			continue
		}
		s.Cases++
		r := routed(k.Text)
		if k.Intent != "" {
			s.intent(k.Intent, r.Intent)
		}
		if k.Route != "" {
			if s.Routes == nil {
				s.Routes = &Right{}
			}
			s.Routes.Of++
			s.Routes.Right += one(r.Route == k.Route)
		}
		switch {
		case k.Calls == nil:
		case len(*k.Calls) == 0:
			if s.Quiet == nil {
				s.Quiet = &Quiet{}
			}
			s.Quiet.Of++
			fired := Fires(r)
			s.Quiet.Fired += one(fired)
			s.Quiet.Acting += one(!fired && r.Intent == string(intent.Action))
		default:
			if s.Calls == nil {
				s.Calls = &Calls{}
			}
			s.Calls.Of++
			s.Calls.Exact += one(Same(*k.Calls, r.Calls))
			s.Calls.Missed += one(len(r.Calls) == 0)
			s.Calls.Otherwise = s.Calls.Of - s.Calls.Exact - s.Calls.Missed
		}
	}
	s.Intents.finish()
	return s
}

// Fires reports whether Pace would do something, or holds the sentence for a command. A reference to the turn before
// does nothing where there is none.
func Fires(r event.Route) bool {
	return len(r.Calls) > 0 || r.Route == route.FastAction || r.Route == route.Command && r.By != "followup"
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *Score) intent(want, got string) {
	if s.Intents == nil {
		s.Intents = &Intent{Matrix: map[string]map[string]int{}}
	}
	m := s.Intents
	if m.Matrix[want] == nil {
		m.Matrix[want] = map[string]int{}
	}
	m.Matrix[want][got]++
	m.Of++
	m.Right.Right += one(want == got)
}

func (m *Intent) finish() {
	if m == nil {
		return
	}
	for _, name := range intent.Classes() {
		c := Class{Class: string(name)}
		for want, row := range m.Matrix {
			for got, n := range row {
				if want == c.Class {
					c.Expected += n
				}
				if got == c.Class {
					c.Found += n
				}
				if want == c.Class && got == c.Class {
					c.Right += n
				}
			}
		}
		c.Precision, c.Recall = part(c.Right, c.Found), part(c.Right, c.Expected)
		m.Classes = append(m.Classes, c)
	}
}

func part(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	p := share(n, of)
	return &p
}

// Same reports whether two lists of steps are the same tools with the same arguments, however these are written.
func Same(a, b [][]event.Call) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return false
		}
		for j := range a[i] {
			if a[i][j].Tool != b[i][j].Tool || !sameArgs(a[i][j].Args, b[i][j].Args) {
				return false
			}
		}
	}
	return true
}

func sameArgs(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
