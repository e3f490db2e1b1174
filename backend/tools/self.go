package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
)

// Mirror is what the live parts of Pace say about themselves. Every method looks afresh, changes nothing and ends with
// ctx; methods may be called at once.
type Mirror interface {
	// Now is the time of the machine, in its zone.
	Now() time.Time
	// Specs are the tools that this Pace has.
	Specs() []tool.Spec
	// Lacks says why a capability is not there now, nil when it is.
	Lacks(c tool.Capability) *proof.Problem
	// Thinks says in whole sentences who plans now.
	Thinks(ctx context.Context) string
	// Probes examines everything that Pace may need.
	Probes(ctx context.Context) []system.Probe
	// Devices lists what is connected, and the kinds of which nothing is known, in the plural ("microphones").
	Devices(ctx context.Context) (found []Device, unknown []string)
	// Last gives what the newest turn but the given one did, in the order of its steps; none when nothing is on record.
	Last(ctx context.Context, but string) ([]Deed, error)
}

// Device is one thing that is connected to this machine.
type Device struct {
	Kind   string // "display"
	Name   string
	Detail string // "1280 × 800, the main one"
}

// Deed is one step that was done, from its record.
type Deed struct {
	At       time.Time
	Did      string // what was wanted: "Press “Save”"
	Effect   proof.Effect
	Report   string           // what was known of it
	Evidence []proof.Evidence // none when it was not kept
	Undone   bool
	Undid    bool // it was itself an undo
}

// About makes about_pace.
func About(m Mirror) tool.Tool { return aboutPace{m} }

type aboutPace struct{ m Mirror }

type aboutArgs struct {
	Topic string `json:"topic" alias:"about,subject" enum:"abilities,model,permissions,devices,last,time" default:"abilities"`
}

// aboutBudget bounds what is asked of parts that may not answer.
const aboutBudget = 8 * time.Second

func (aboutPace) Spec() tool.Spec {
	return tool.Spec{Name: "about_pace", Aliases: []string{"Pace.about", "about", "self"},
		Summary: "Tells about Pace itself.",
		Example: "what can you do", ExampleArg: `{"topic":"abilities"}`, Args: tool.SchemaOf[aboutArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}

func (aboutPace) Describe(raw json.RawMessage) string {
	switch args[aboutArgs](raw).Topic {
	case "model":
		return "Tell which model thinks"
	case "permissions":
		return "Tell what is missing"
	case "devices":
		return "Tell which devices there are"
	case "last":
		return "Tell what was done last"
	case "time":
		return "Tell the time and the date"
	}
	return "Tell what Pace can do"
}

func (t aboutPace) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	ctx, cancel := context.WithTimeout(ctx, aboutBudget)
	defer cancel()
	switch args[aboutArgs](raw).Topic {
	case "model":
		return told("Who thinks", t.m.Thinks(ctx), false)
	case "permissions":
		return told("What is missing", missingWords(t.m.Probes(ctx)), false)
	case "devices":
		return told("The devices", deviceWords(t.m.Devices(ctx)), false)
	case "last":
		return t.last(ctx, st.Turn)
	case "time":
		return told("The clock of this machine", t.m.Now().Format("It is 15:04 on Monday 2 January 2006."), false)
	}
	return told("What Pace can do", abilityWords(t.m.Specs(), t.m.Lacks), false)
}

func (t aboutPace) last(ctx context.Context, turn string) (proof.Outcome, tool.Output) {
	deeds, err := t.m.Last(ctx, turn)
	if err != nil {
		return proof.Fail(proof.ReasonInternal, "The record of what was done could not be read.", err), tool.Output{}
	}
	o, out := told("What was done last", lastWords(deeds), false)
	for _, d := range deeds {
		for _, e := range d.Evidence {
			o = o.With(o.Means(), proof.Evidence{Kind: proof.Returned, What: d.Did + ": " + e.What, Before: e.Before, After: e.After})
		}
	}
	out.Untrusted = len(deeds) > 0 // reports quote windows
	return o, out
}

// family is what several tools are good for, in words behind "I can".
type family struct {
	can   string
	tools []string // the first that is there gives the example
}

// families is in the order in which abilities are told. A tool that no row has is told by its example.
var families = []family{
	{"open programs, web addresses and folders", []string{"open_app", "open_url", "finder", "open_site"}},
	{"press, fill in and choose what a window shows", []string{"click", "double_click", "set_value", "type", "key", "scroll", "edit_selection"}},
	{"arrange and close windows", []string{"window_snap", "window_close"}},
	{"set the volume and the brightness and play music", []string{"volume", "brightness", "music"}},
	{"tell what plays, how loud it is and how bright the display is", []string{"machine_status"}},
	{"set timers", []string{"start_timer", "timers"}},
	{"keep reminders, the calendar, notes and contacts", []string{"reminder", "calendar_create", "calendar", "reminders", "notes", "contacts", "things"}},
	{"draft mail and messages", []string{"mail", "messages"}},
	{"download files", []string{"download_file"}},
	{"take pictures of the screen and lock it", []string{"screenshot", "lock_screen"}},
	{"read the clipboard", []string{"clipboard_read"}},
	{"find words on the screen and watch it", []string{"find_on_screen", "watch_mode", "clear_annotations"}},
	{"run automations, skills and flows", []string{"automation", "skill", "run_flow", "record_flow", "shortcuts", "cron", "background"}},
	{"remember what you prefer", []string{"local_memory", "remember_site"}},
	{"take notes of meetings", []string{"meeting"}},
	{"take back what I did", []string{"undo_last"}},
}

// abilityWords tells what the tools are good for, one example for each family, and which of them lack something now.
func abilityWords(specs []tool.Spec, lacks func(tool.Capability) *proof.Problem) string {
	left := map[string]tool.Spec{}
	var more []string
	for _, s := range specs {
		if s.Offer&tool.OfferPlanner != 0 && s.Name != "about_pace" { // what only Pace names itself is no ability
			left[s.Name] = s
			more = append(more, s.Name)
		}
	}
	var can, cannot []string
	tell := func(words string, s tool.Spec, missing *proof.Problem) {
		if missing == nil {
			can = append(can, fmt.Sprintf("%s (“%s”)", words, s.Example))
		} else {
			cannot = append(cannot, words)
		}
	}
	for _, f := range families {
		var first *tool.Spec
		var why *proof.Problem
		for _, name := range f.tools {
			s, there := left[name]
			delete(left, name)
			if !there || first != nil && why == nil {
				continue
			}
			if missing := lackOf(s, lacks); first == nil || missing == nil {
				first, why = &s, missing
			}
		}
		if first != nil {
			tell(f.can, *first, why)
		}
	}
	slices.Sort(more)
	for _, name := range more {
		if s, there := left[name]; there {
			tell(lowered(strings.TrimSuffix(s.Summary, ".")), s, lackOf(s, lacks))
		}
	}
	var out []string
	if len(can) > 0 {
		out = append(out, "I can "+strings.Join(can, "; ")+".")
	}
	if len(cannot) > 0 {
		out = append(out, "What I can't do here now, because something is missing: "+strings.Join(cannot, "; ")+". Ask me which permissions are missing.")
	}
	return strings.Join(append(out, "Steps are joined by “and then”, and I say that something is done only when I have seen it."), " ")
}

// lackOf says what a tool needs and has not, nil when nothing.
func lackOf(s tool.Spec, lacks func(tool.Capability) *proof.Problem) *proof.Problem {
	for _, c := range s.Needs {
		if p := lacks(c); p != nil {
			return p
		}
	}
	return nil
}

// missingWords tells what Pace can't use, the worst first, each with its reason and what to do.
func missingWords(probes []system.Probe) string {
	var out []string
	for _, state := range []system.Health{system.Fail, system.Missing, system.Warn} {
		for _, p := range probes {
			if p.State == state {
				out = append(out, strings.TrimSpace(fmt.Sprintf("%s: %s %s", capitalised(p.Name), stopped(p.Detail), stopped(p.Fix))))
			}
		}
	}
	switch len(out) {
	case 0:
		return fmt.Sprintf("Nothing is missing; all %d parts that I looked at can be used.", len(probes))
	case 1:
		return "One part is missing or limited. " + out[0]
	}
	return fmt.Sprintf("%d parts are missing or limited. %s", len(out), strings.Join(out, " "))
}

func deviceWords(found []Device, unknown []string) string {
	var out []string
	for _, d := range found {
		name := strings.TrimSpace(d.Kind + " " + d.Name)
		if d.Detail != "" {
			name += " (" + d.Detail + ")"
		}
		out = append(out, name)
	}
	said := "No device is known."
	if len(out) > 0 {
		said = "There is: " + strings.Join(out, ", ") + "."
	}
	if len(unknown) > 0 {
		said += " " + capitalised(listed(unknown)) + " are not known yet."
	}
	return said
}

// lastWords tells what was done, from records alone.
func lastWords(deeds []Deed) string {
	if len(deeds) == 0 {
		return "Nothing that I did is on record."
	}
	out := []string{"At " + deeds[0].At.Local().Format("15:04") + ":"}
	if deeds[0].At.Local().Format(time.DateOnly) != time.Now().Format(time.DateOnly) {
		out[0] = "On " + deeds[0].At.Local().Format("2 January at 15:04") + ":"
	}
	for _, d := range deeds {
		words := fmt.Sprintf("%s – %s. %s", d.Did, effectWords(d.Effect), stopped(d.Report))
		if d.Undid {
			words += " That took back something that was done before."
		}
		if d.Undone {
			words += " It was taken back since."
		}
		out = append(out, strings.TrimSpace(words))
	}
	return strings.Join(out, " ")
}

// effects says of each effect what is known. That of a run which was begun and of which no end is on record is unknown:
// it is being made now, or Pace ended in the middle of it.
var effects = map[proof.Effect]string{
	proof.Confirmed: "seen", proof.Unverifiable: "delivered, not provable", proof.Unchanged: "no effect", proof.Partial: "only partly done",
	proof.Refused: "not done", proof.Failed: "did not work", proof.Cancelled: "stopped", proof.NotAttempted: "not begun",
	store.Begun: "it is not known whether it happened",
}

// effectWords never calls done what it does not know.
func effectWords(e proof.Effect) string {
	if words, ok := effects[e]; ok {
		return words
	}
	return effects[store.Begun]
}

// listed is "a, b and c".
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// stopped ends a sentence.
func stopped(s string) string {
	if s = strings.TrimSpace(s); s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

func lowered(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
