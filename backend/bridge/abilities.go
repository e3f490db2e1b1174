package bridge

import (
	"slices"

	"pace/backend/route"
	"pace/backend/tool"
)

// Abilities tells what Pace can do, in sentences that a person can say.
type Abilities struct{ p Parts }

// AbilityFamily is a kind of work with its tools.
type AbilityFamily struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Abilities []Ability `json:"abilities"`
}

// Ability is one tool.
type Ability struct {
	Tool     string    `json:"tool"`
	Name     string    `json:"name"`
	Summary  string    `json:"summary"`
	Says     []Saying  `json:"says"`
	Risk     string    `json:"risk"`
	Asks     string    `json:"asks"`     // never, whenArgs, always
	Undoable bool      `json:"undoable"` // once it is done
	Missing  []Missing `json:"missing"`  // why it can't be done now; empty when it can
}

// Saying is a sentence that is an example of an ability.
type Saying struct {
	Text   string `json:"text"`
	Direct bool   `json:"direct"` // understood without a model
}

// Missing is a part of the machine that an ability needs and that is not there.
type Missing struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// says are more sentences for tools that do several things. The first is the tool's own example.
var says = map[string][]string{
	"click":      {"press the second OK button", "click at 640, 400"},
	"key":        {"hit enter", "zoom in"},
	"scroll":     {"scroll up a bit"},
	"type":       {"type hello in Name"},
	"set_value":  {"choose Blue from Colour", "check Agree", "clear Name"},
	"open_url":   {"open example.org"},
	"volume":     {"set the volume to 30", "mute the sound"},
	"brightness": {"set the brightness to half"},
	"music":      {"skip this song"},

	"machine_status": {"what is the volume", "how bright is the screen"},

	"window_snap":  {"maximise", "minimise this window"},
	"window_close": {"quit Mousepad"},
	"start_timer":  {"set an alarm for 7 am"},
	"timers":       {"cancel the pasta timer"},
	"reminders":    {"what are my reminders this week"},
	"calendar":     {"what's on my calendar this week"},
	"notes":        {"search my notes for key"},
	"about_pace":   {"what time is it", "which model answers", "which permissions are missing"},
}

// List gives every ability by its family, and looks what is missing for it. It takes up to a second.
func (a *Abilities) List() []AbilityFamily {
	missing := a.p.lacking()
	of := map[string][]Ability{}
	for _, t := range a.p.Registry.Tools() {
		s := t.Spec()
		if s.Offer&tool.OfferPlanner == 0 {
			continue // nobody says it; it is a part of another
		}
		v := Ability{Tool: s.Name, Name: words(s.Name), Summary: s.Summary, Says: sayings(s), Risk: string(s.Risk), Asks: string(s.Approval.Mode),
			Undoable: s.Reversible, Missing: []Missing{}}
		for _, need := range s.Needs {
			if why := missing[need]; why != nil {
				v.Missing = append(v.Missing, Missing{partOf(need).name, capital(why.Text)})
			}
		}
		of[familyOf(s.Name)] = append(of[familyOf(s.Name)], v)
	}
	out := []AbilityFamily{}
	for _, f := range familiesIn(a.p.Registry) {
		if len(of[f.ID]) > 0 {
			out = append(out, AbilityFamily{f.ID, f.Name, of[f.ID]})
		}
	}
	return out
}

// sayings are the example sentences of a tool, and whether each is acted on without asking a model.
func sayings(s tool.Spec) []Saying {
	var out []Saying
	for _, text := range append([]string{s.Example}, says[s.Name]...) {
		calls := slices.Concat(route.Route(text).Calls...)
		out = append(out, Saying{text, len(calls) > 0 || s.Name == "undo_last"})
	}
	return out
}
