package bench

import (
	"fmt"
	"io"

	"pace/backend/route/corpus"
)

// RouteJudgement is how right routing is, in counts. The keys are stable: scripts read them.
type RouteJudgement struct {
	Version string         `json:"version"`
	Scores  []corpus.Score `json:"scores"`
}

// EvalRoute judges routing by the sentences that come with Pace. Whatever comes out, it is no error.
func EvalRoute(o Options) (*RouteJudgement, error) {
	out := &RouteJudgement{Version: o.Version, Scores: []corpus.Score{}}
	all, err := corpus.Load()
	if err != nil {
		return out, err
	}
	out.Scores = corpus.Judge(all)
	return out, nil
}

// Print writes the counts for a person.
func (j *RouteJudgement) Print(w io.Writer) {
	fmt.Fprintf(w, "pace %s · no model, no screen: what Pace makes of a sentence alone\n", j.Version)
	corpus.Print(w, j.Scores)
}
