package bench

import (
	"fmt"
	"io"
	"strings"
)

// plannerBars holds the numbers against the house plan. What has no bar there has none here.
func plannerBars(n *PlannerNumbers) []Bar {
	var out []Bar
	var differing float64
	for _, r := range n.Read {
		differing += float64(r.Differing)
		for _, arm := range []struct {
			key, how string
			s        Stat
		}{{"whole", "whole", r.Whole}, {"pieces", "in pieces of 8 bytes", r.Pieces}} {
			key := "read." + strings.ReplaceAll(r.What, " ", "_") + "." + arm.key + ".p95"
			b := most(key, "read and validate, "+r.What+", "+arm.how, "p95 < 200 µs for a KB", "µs", measured(arm.s, arm.s.P95*1000), 200)
			out = append(out, b)
		}
	}
	got := &differing
	if len(n.Read) == 0 {
		got = nil
	}
	return append(out, most("read.differing", "any chunking gives the same result: sizes that did not", "0", "", got, 0))
}

// Print writes the numbers for a person.
func (n *PlannerNumbers) Print(w io.Writer) {
	printMachine(w, n.Version, n.At, n.Quick, n.Machine)
	stat := func(name string, s Stat) {
		if s.N+s.Failures > 0 {
			fmt.Fprintf(w, "  %-46s %s\n", name, s)
		}
	}
	times := func(name string, r *float64) {
		if r != nil {
			fmt.Fprintf(w, "  %-46s %.2f ×\n", name, *r)
		}
	}
	fmt.Fprint(w, "\nSentence → request has arrived (prompt building included)\n")
	a := n.Asking
	stat(fmt.Sprintf("small prompt, %.1f KB", float64(a.SmallBytes)/1024), a.Small)
	stat("  the same bytes, bare", a.SmallBare)
	times("  Pace : bare, p50", a.RatioSmall)
	stat(fmt.Sprintf("large prompt, %.1f KB", float64(a.LargeBytes)/1024), a.Large)
	stat("  the same bytes, bare", a.LargeBare)
	times("  Pace : bare, p50", a.RatioLarge)
	fmt.Fprint(w, "\nFirst frame sent → first words for the user\n")
	stat("the sentence in one frame", n.First.OneFrame)
	stat("  first byte read, bare", n.First.Bare)
	times("  Pace : bare, p50", n.First.Ratio)
	stat("the sentence in pieces of 4 bytes", n.First.Tokens)
	stat("plain words in one frame", n.First.Prose)
	fmt.Fprint(w, "\nLast frame sent → validated plan (content in pieces of 8 bytes)\n")
	stat("1 step", n.Plan.One)
	stat("4 steps", n.Plan.Four)
	stat("16 steps", n.Plan.Sixteen)
	fmt.Fprint(w, "\nReading and validating, for each KB\n")
	for _, r := range n.Read {
		stat(fmt.Sprintf("%s (%.1f KB), whole", r.What, float64(r.Bytes)/1024), r.Whole)
		stat("  in pieces of 8 bytes", r.Pieces)
		times("  pieces : whole, p50", r.Ratio)
	}
	fmt.Fprint(w, "\nWriting a prompt\n")
	for _, p := range n.Prompt {
		stat(p.What, p.Build)
		if p.Build.N > 0 {
			fmt.Fprintf(w, "  %-46s about %d tokens, %.1f KB with the schema\n", "", p.Tokens, float64(p.Bytes)/1024)
		}
	}
	printBars(w, n.Bars, n.Skipped)
}
