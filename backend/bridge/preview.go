package bridge

import (
	"cmp"

	"pace/backend/event"
	"pace/backend/observe"
	"pace/backend/phrase"
	"pace/backend/phrase/intent"
	"pace/backend/planner/prompt"
	"pace/backend/route"
	"pace/backend/settings"
	"pace/backend/store"
	"pace/backend/tool"
)

// Preview is what a sentence would come to, for the line below the field in which it is being typed. At most one of Asks
// and Not is set; a sentence without words has neither, nor anything else but its route.
type Preview struct {
	Route string   `json:"route"` // as pace inspect route prints it
	Will  []string `json:"will"`  // a line for each step, with the verb first: "open Calculator"
	From  string   `json:"from"`  // where that comes from: "built-in phrase", "needs qwen3:4b"
	Asks  string   `json:"asks"`  // what Pace will ask, because something is missing
	Not   string   `json:"not"`   // why nothing of Will is done, or nothing at all
	Model bool     `json:"model"` // a model is asked
}

// Preview tells what a sentence would do, and where that comes from. It is asked while somebody types, so it touches
// nothing, looks at no screen and contacts nobody: it goes by the sentence, the tools, the settings, what the turn before
// left, and what is known of the planner.
func (t *Turns) Preview(text string) Preview {
	text = t.p.Turns.Whole(t.p.Context, text)
	r, p := route.Read(text)
	x := Preview{Route: r.Route, Will: []string{}}
	who := inUse(t.p.Tier(), t.p.Brain.Known())
	switch class := intent.Class(r.Intent); {
	case p.Why == phrase.Empty:
	case len(r.Calls) > 0:
		x.From = origin(r)
		x.Will, x.Not = t.steps(r.Calls)
	case p.Followup != nil:
		t.refers(&x, r, *p.Followup, who)
	case direct[r.Route]:
		x.From = origin(r)
	case p.Gap != nil:
		x.From, x.Asks = origin(event.Route{By: cmp.Or(p.Row, "phrase")}), p.Gap.Question
	case p.Hint != "":
		x.Not = clause(p.Hint)
	default:
		t.planned(&x, text, class, p, who)
	}
	return x
}

// steps describes calls by what their tools say of them, and tells what is in the way of doing them.
func (t *Turns) steps(calls [][]event.Call) (will []string, not string) {
	reads := true
	for _, step := range calls {
		var line []string
		for _, c := range step {
			words, risk, why := t.step(tool.Call{Tool: c.Tool, Args: c.Args})
			line, reads = append(line, words), reads && risk == tool.ReadOnly
			if not == "" {
				not = why
			}
		}
		will = append(will, joined(line))
	}
	if x := t.p.Turns.Executor; not == "" && !reads && x != nil {
		switch policy := x.Policy(); {
		case policy.Doubt != "":
			not = "the settings can’t be read"
		case !policy.Enabled:
			not = "actions are switched off in the settings"
		}
	}
	return will, not
}

// step describes one call. Its arguments are read as a plan reads them, since only such may be described.
func (t *Turns) step(c tool.Call) (words string, risk tool.Risk, not string) {
	known, ok := t.p.Registry.Lookup(c.Tool)
	if !ok {
		return plainCall(c), "", "not available yet"
	}
	plan, problems := t.p.Registry.Plan([][]tool.Call{{c}}, tool.OfferAll)
	if len(problems) > 0 {
		return plainCall(c), "", "that can’t be carried out"
	}
	b := plan.Steps()[0][0]
	if x := t.p.Turns.Executor; x != nil {
		for _, need := range b.Spec.Needs {
			if p := x.Available(need); p != nil {
				not = clause(p.Text)
				break
			}
		}
	}
	return lower(known.Describe(b.Call.Args)), b.Spec.Risk, not
}

// refers tells what a reference to the turn before would come to, as far as that is kept for it.
func (t *Turns) refers(x *Preview, r event.Route, f phrase.Followup, who PlannerInUse) {
	x.From = origin(r)
	words, key, nothing := reference(f)
	if t.kept(key, f.Kind) {
		x.Will = append(x.Will, words)
		return
	}
	if key == store.PendingQuestion && who.Tier != builtin && t.asked() {
		x.Will, x.From, x.Model = append(x.Will, "answer its question"), needs(who), true
		return
	}
	x.Not = nothing
}

// kept reports whether the turn before left something under a key. A thread that can't be read holds nothing, as for the
// turn that would follow.
func (t *Turns) kept(key string, kind phrase.FollowupKind) bool {
	var v struct {
		Calls  []any `json:"calls"`
		Listed bool  `json:"listed"` // nothing was asked, so yes and no answer nothing
	}
	ok, err := t.p.Turns.Thread.Get(t.p.Context, key, t.p.Turns.Now(), &v)
	return err == nil && ok && (key == store.LastTarget || len(v.Calls) > 0 && !(v.Listed && kind == phrase.Answer))
}

// asked reports whether a planner asked back in the turn before.
func (t *Turns) asked() bool {
	var all []struct {
		Asked bool `json:"asked"`
	}
	ok, err := t.p.Turns.Thread.Get(t.p.Context, store.Exchanges, t.p.Turns.Now(), &all)
	return err == nil && ok && len(all) > 0 && all[len(all)-1].Asked
}

// planned tells what becomes of a sentence that no rule claims: a model is asked, or the built-in planner has a few words
// for it, or nothing is done.
func (t *Turns) planned(x *Preview, text string, class intent.Class, p phrase.Parse, who PlannerInUse) {
	if who.Tier == builtin {
		switch {
		case class == intent.Chitchat:
			x.Will, x.From = append(x.Will, "answer"), "built-in words"
		case class == intent.Screen || class == intent.Research || class == intent.LargeModel || class == intent.Knowledge || p.Why == phrase.IsQuestion:
			x.Not = "that needs a model, and there is none"
		default:
			x.Not = refusal(p)
		}
		return
	}
	x.Model, x.From = true, needs(who)
	if noCommand[p.Why] != "" {
		x.Not, x.From = noCommand[p.Why], asks(who)
		return
	}
	if !prompt.BriefRoute(x.Route) && t.p.Turns.Screen != nil && observe.Needs(text, t.p.Settings.Bool(settings.PlannerLooks)) != observe.NotNeeded {
		x.Will = append(x.Will, "read the screen")
	}
	x.Will = append(x.Will, work(x.Route))
}
