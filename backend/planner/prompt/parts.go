package prompt

import (
	"fmt"
	"strings"

	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/untrusted"
)

// surroundings says where and when: what Pace knows as plain words, names that programs gave themselves wrapped.
func (d *draft) surroundings() string {
	n := d.in.Now
	var known []string
	add := func(format string, a ...any) { known = append(known, fmt.Sprintf(format, a...)) }
	switch when := strings.TrimSpace(n.Weekday + " " + n.Part); {
	case when != "":
		add("%s", when)
	}
	switch {
	case n.Displays == 1:
		add("one display")
	case n.Displays > 1:
		add("%d displays", n.Displays)
	}
	switch {
	case n.Copied == 1:
		add("the clipboard has changed once")
	case n.Copied > 1:
		add("the clipboard has changed %d times", n.Copied)
	}
	if n.Focus != "" {
		add("focus mode is %s", n.Focus)
	}
	if n.Summary != "" && !d.in.Brief {
		add("the window in front holds %s", n.Summary)
	}
	var out []string
	if len(known) > 0 {
		out = append(out, "Now: "+strings.Join(known, "; ")+".")
	}
	var names []string
	if n.App != "" {
		names = append(names, "program: "+oneLine(n.App))
	}
	if n.Window != "" {
		names = append(names, "window: "+oneLine(n.Window))
	}
	if len(names) > 0 {
		out = append(out, "In front:\n"+d.wrap(untrusted.Screen, strings.Join(names, "\n")))
	}
	return strings.Join(out, "\n")
}

// nameLimit bounds a title, in bytes: some carry a whole address.
const nameLimit = 200

func oneLine(s string) string {
	return head(strings.Join(strings.Fields(untrusted.Clean(s)), " "), nameLimit)
}

// effectWords say what is known of a call in words that a model does not mistake for more.
var effectWords = map[proof.Effect]string{
	proof.Confirmed:    "done, and seen to have happened",
	proof.Unchanged:    "delivered, but nothing came of it",
	proof.Partial:      "only a part of it was seen to happen",
	proof.Unverifiable: "delivered; whether it had an effect is not known",
	proof.Refused:      "not done: Pace refused it",
	proof.Failed:       "it went wrong",
	proof.Cancelled:    "stopped on the way",
	proof.NotAttempted: "not tried, because of an earlier step",
}

// done lists what this turn did. The effect is Pace's word; what was given, reported and read is quoted, since it
// may hold what a program wrote on the screen.
func (d *draft) done() string {
	if len(d.steps) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Already tried for this sentence, in this order:\n")
	for i, s := range d.steps {
		words, known := effectWords[proof.Effect(s.Effect)]
		if !known {
			words = "what came of it is not known"
		}
		fmt.Fprintf(&b, "%d. %s: %s.\n%s\n", i+1, oneLine(s.Tool), words, d.wrap(untrusted.Tool, d.account(i, s)))
		if d.gone[i] {
			b.WriteString("(What it read was left out for want of room.)\n")
		}
	}
	b.WriteString("Go on from there. Do not repeat what was done. If nothing is left to do, or it can't be done, answer or refuse without calls.")
	return b.String()
}

// account is what is quoted of a step.
func (d *draft) account(i int, s planner.Step) string {
	var parts []string
	if s.Args != "" && s.Args != "{}" {
		parts = append(parts, "args: "+head(s.Args, spokenLimit))
	}
	if s.Report != "" {
		parts = append(parts, "report: "+head(s.Report, spokenLimit))
	}
	if s.Read != "" && !d.gone[i] {
		parts = append(parts, "it read:\n"+s.Read)
	}
	if len(parts) == 0 {
		return "(nothing more)"
	}
	return strings.Join(parts, "\n")
}
