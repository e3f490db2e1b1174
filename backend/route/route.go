// Package route decides, from a sentence alone, which way it goes: a claim of the chain, or the classifier's
// choice. It is pure (no store, model, network or clock) and takes well under 100 µs, so it is asked for every
// sentence. It only claims: whether the thing that is claimed is there, the tool that owns it says later.
package route

import (
	"slices"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/phrase/intent"
	"pace/backend/tool"
)

// The names of routes, as they are printed.
const (
	Command      = "command"    // claimed by a row of the chain that needs more than the sentence
	FastAction   = "fastAction" // a complete phrase
	Automation   = "automation"
	Chitchat     = "chitchat"
	Answer       = "answer"
	ReadScreen   = "readScreen"
	Act          = "act"
	Research     = "research"
	LargeModel   = "largeModel"
	FullPipeline = "fullPipeline"
)

// ByIntent names the classifier in Route.By.
const ByIntent = "intent"

// Sentence is what the rows of the chain judge.
type Sentence struct {
	Text  string
	Parse phrase.Parse
}

// Claim is one row of the chain. Claims answers the calls when they follow from the sentence alone; a claim
// without calls means that the thread or a store is needed to say what is to be done.
type Claim struct {
	By     string
	Route  string
	Claims func(Sentence) (calls [][]event.Call, ok bool)
}

// chain is the order in which claims are asked; the first that holds wins. A reference to the turn before is always meant
// so; then the rows of phrase, in their own order; then a sentence of the plain grammar.
var chain = slices.Concat(
	[]Claim{{"followup", Command, func(s Sentence) ([][]event.Call, bool) { return nil, s.Parse.Followup != nil }}},
	rows(),
	[]Claim{{"phrase", FastAction, func(s Sentence) ([][]event.Call, bool) { return Calls(s.Parse.Steps), s.Parse.Complete() }}},
)

// rows makes a claim of each row of the grammar: it takes a sentence that begins with one of its commands, and was
// understood whole.
func rows() []Claim {
	var out []Claim
	for _, r := range phrase.Rows() {
		c := Claim{By: r.Name, Route: FastAction, Claims: func(s Sentence) ([][]event.Call, bool) {
			return Calls(s.Parse.Steps), s.Parse.Row == r.Name && s.Parse.Complete()
		}}
		if r.Command {
			c.Route = Command
		}
		out = append(out, c)
	}
	return out
}

// Chain lists the names of the rows in order.
func Chain() []string {
	out := make([]string, len(chain))
	for i, c := range chain {
		out[i] = c.By
	}
	return out
}

// Route routes one sentence. Calls is never nil; it is filled exactly when Pace would act without asking a model.
func Route(text string) event.Route {
	r, _ := Read(text)
	return r
}

// Read is Route together with what the grammar read, for whoever goes on with it.
func Read(text string) (event.Route, phrase.Parse) {
	p := phrase.Read(text)
	return along(chain, Sentence{text, p}), p
}

// Unclaimed is the route of a sentence whose claim did not hold: the thing that it names is not there.
func Unclaimed(p phrase.Parse) event.Route {
	return along(nil, Sentence{p.Normalised, p})
}

func along(chain []Claim, s Sentence) event.Route {
	said := intent.Judge(s.Text, s.Parse)
	r := event.Route{Route: wayOf(said), By: ByIntent, Intent: string(said.Class), Confidence: said.Confidence, Calls: [][]event.Call{}}
	for _, c := range chain {
		calls, ok := c.Claims(s)
		if !ok {
			continue
		}
		r.Route, r.By = c.Route, c.By
		if calls != nil {
			r.Calls = calls
		}
		break
	}
	return r
}

// wayOf is the route of a sentence that nobody claimed.
//
// A class that was found with little confidence, or in a sentence of many wishes, escalates. Elsewhere that means a larger
// model; Pace never changes the model, let alone leaves the machine, because it was unsure. It gives up the saving instead:
// chitchat and answer, which tell a brain nothing of screen and tools, become the full pipeline, which tells it all. The
// other routes already do, so for them there is nothing to escalate to.
func wayOf(r intent.Reading) string {
	way := byIntent[r.Class]
	if (way == Chitchat || way == Answer) && (r.Confidence < intent.Sure || r.Complex) {
		return FullPipeline
	}
	return way
}

var byIntent = map[intent.Class]string{intent.Chitchat: Chitchat, intent.Knowledge: Answer, intent.Screen: ReadScreen, intent.Action: Act,
	intent.Research: Research, intent.LargeModel: LargeModel, intent.Unknown: FullPipeline}

// Calls writes steps as they are printed.
func Calls(steps [][]tool.Call) [][]event.Call {
	out := make([][]event.Call, 0, len(steps))
	for _, step := range steps {
		calls := make([]event.Call, 0, len(step))
		for _, c := range step {
			calls = append(calls, event.Call{Tool: c.Tool, Args: c.Args})
		}
		out = append(out, calls)
	}
	return out
}
