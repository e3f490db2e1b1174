package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// Bar is one bar of the house plan and what was reached. Met is null when it was not measured.
type Bar struct {
	Key  string   `json:"key"`
	What string   `json:"what"`
	Bar  string   `json:"bar"`
	Got  *float64 `json:"got"`
	Unit string   `json:"unit"`
	Met  *bool    `json:"met"`
}

// most and least make a bar from what was measured; nil = not measured.
func most(key, what, bar, unit string, got *float64, limit float64) Bar {
	b := Bar{Key: key, What: what, Bar: bar, Got: got, Unit: unit}
	if got != nil {
		met := *got <= limit
		b.Met = &met
	}
	return b
}

func least(key, what, bar, unit string, got *float64, limit float64) Bar {
	b := Bar{Key: key, What: what, Bar: bar, Got: got, Unit: unit}
	if got != nil {
		met := *got >= limit
		b.Met = &met
	}
	return b
}

func measured(s Stat, v float64) *float64 {
	if s.N == 0 {
		return nil
	}
	return &v
}

// bars holds the numbers against the house plan.
func bars(n *Numbers) []Bar {
	out := []Bar{
		most("press.ratioToSignal", "GTK 3 press, declared expectation: dispatch → proven", "≤ 1.5 × the bare signal", "×", n.Press.Ratio, 1.5),
		least("form8.ratioToFixed200", "8-step form, every step proven", "≥ 100 × faster than a 200 ms fixed-wait loop", "×", n.Form8.Ratio200, 100),
	}
	if h := n.Ask.Host; h != nil {
		out = append(out, most("ask.host.proven.p95", "pace ask “press …” to proven, running host", "p95 < 150 ms", "ms", measured(h.Proven, h.Proven.P95), 150))
	}
	if h := n.Ask.NoHost; h != nil {
		out = append(out, most("ask.noHost.proven.p95", "pace ask “press …” to proven, no host", "p95 < 600 ms", "ms", measured(h.Proven, h.Proven.P95), 600))
	}
	if c := n.Large.Chromium; c != nil {
		out = append(out, most("snapshot5000.chromium.bounded.p95", "bounded snapshot of a 5,000-element page", "≤ 1 s", "ms", measured(c.Bounded, c.Bounded.P95), 1000))
	}
	if g := n.Large.GTK3; g != nil {
		out = append(out, most("snapshot5000.gtk3.bounded.p95", "bounded snapshot of a 5,000-row list", "≤ 1 s", "ms", measured(g.Bounded, g.Bounded.P95), 1000))
	}
	route := measured(n.Route, n.Route.P95*1000)
	out = append(out, most("route.p95", "route one sentence", "< 100 µs", "µs", route, 100))
	if s := n.Suite; s != nil {
		wrong := float64(s.FalseSuccesses)
		out = append(out, most("suite.falseSuccesses", "fail-prone suite: false successes", "0", "", &wrong, 0),
			least("suite.confirmedRate", "fail-prone suite: real effects confirmed", "≥ 98 %", "%", percent(s.Rate), 98))
	}
	if s := n.Apart; s != nil {
		wrong := float64(s.FalseSuccesses)
		out = append(out, most("apart.falseSuccesses", "three applications, 40 sentences: false successes", "0", "", &wrong, 0),
			least("apart.confirmedRate", "three applications, 40 sentences: real effects confirmed", "≥ 98 %", "%", percent(s.Rate), 98))
	}
	return out
}

func percent(r *float64) *float64 {
	if r == nil {
		return nil
	}
	p := 100 * *r
	return &p
}

// Print writes the numbers for a person.
func (n *Numbers) Print(w io.Writer) {
	printMachine(w, n.Version, n.At, n.Quick, n.Machine)
	group := func(title string, rows ...any) {
		fmt.Fprintf(w, "\n%s\n", title)
		for i := 0; i+1 < len(rows); i += 2 {
			switch v := rows[i+1].(type) {
			case Stat:
				if v.N+v.Failures > 0 {
					fmt.Fprintf(w, "  %-46s %s\n", rows[i], v)
				}
			case *float64:
				if v != nil {
					fmt.Fprintf(w, "  %-46s %.2f ×\n", rows[i], *v)
				}
			case string:
				fmt.Fprintf(w, "  %-46s %s\n", rows[i], v)
			}
		}
	}
	group("GTK 3 press (dispatch → seen)", "bare AT-SPI signal", n.Press.BareSignal, "Pace, declared expectation", n.Press.Declared,
		"Pace, default expectation", n.Press.ByDefault, "Pace, with finding the target", n.Press.Whole, "declared : bare signal, p50", n.Press.Ratio, "declared : bare signal, p95", n.Press.RatioP95)
	group("8-step form", "Pace, each step proven", n.Form8.Pace, "Pace, and seen to last", n.Form8.PaceSettled, "Pace, one sentence, whole turn", n.Form8.PaceTurn,
		"fixed wait of 200 ms", n.Form8.Fixed200, "fixed wait of 600 ms", n.Form8.Fixed600, "xdotool and comparing pictures", n.Form8.Pictures,
		"faster than fixed 200 ms", n.Form8.Ratio200, "faster than fixed 600 ms", n.Form8.Ratio600, "faster than pictures", n.Form8.RatioPixels)
	group("Calculator press (GTK 4)", "Pace", n.Calc.Pace, "asked through AT-SPI, first signal", n.Calc.BareSignal)
	group("1,000 characters", "Pace, read back", n.Edit.Pace, "Pace, with finding the field", n.Edit.Whole, "xdotool, recorded by the program", n.Edit.Xdotool)
	for _, one := range []struct {
		name string
		l    *LargeOne
	}{{"Chromium page", n.Large.Chromium}, {"GTK 3 list", n.Large.GTK3}} {
		if one.l != nil {
			group("Snapshot of 5,000 rows, "+one.name, "bounded", one.l.Bounded, "  elements", told(one.l.BoundedElements, one.l.Truncated), "wide", one.l.Wide, "  elements", told(one.l.WideElements, one.l.WideTruncated))
		}
	}
	group("Snapshot beside a hung program", "alone", n.Hung.Alone, "beside", n.Hung.Beside, "beside : alone", n.Hung.Ratio)
	group("Pictures", "one window", n.Capture.Window, "capture → diff", n.Capture.Diff, "press → damage → capture → diff", n.Capture.Change)
	for _, one := range []struct {
		name string
		a    *AskArm
	}{{"running host", n.Ask.Host}, {"no host", n.Ask.NoHost}} {
		if one.a != nil {
			group("pace ask “press Now”, "+one.name, "process start → effect in the program", one.a.Effect, "process start → proven", one.a.Proven, "process start → end", one.a.Total)
		}
	}
	group("Route one sentence", "", n.Route)
	for _, one := range []struct {
		name string
		s    *Score
	}{{"Fail-prone suite", n.Suite}, {"Three applications, 40 sentences", n.Apart}} {
		if one.s != nil {
			fmt.Fprintf(w, "\n%s\n", one.name)
			one.s.Print(w)
		}
	}
	printBars(w, n.Bars, n.Skipped)
}

func told(n int, cut []string) string {
	if len(cut) == 0 {
		return fmt.Sprintf("%d, whole", n)
	}
	return fmt.Sprintf("%d, cut short: %s", n, strings.Join(cut, ", "))
}

// printMachine heads a report with where and when it was made.
func printMachine(w io.Writer, version string, at time.Time, quick bool, m Machine) {
	fmt.Fprintf(w, "pace %s · %s · %s", version, at.Format("2006-01-02 15:04 MST"), m.System)
	if quick {
		fmt.Fprint(w, " · quick: too few runs to publish")
	}
	fmt.Fprintf(w, "\n%s, %d cores, %d MB, kernel %s, %s\nload before %s, after %s (1, 5, 15 min)\n", m.CPU, m.Cores, m.MemoryMB, m.Kernel, m.Go, m.LoadBefore, m.LoadAfter)
	for _, name := range slices.Sorted(maps.Keys(m.Programs)) {
		fmt.Fprintf(w, "  %-18s %s\n", name, m.Programs[name])
	}
}

// printBars ends a report with what was to be reached and what was.
func printBars(w io.Writer, bars []Bar, skipped []string) {
	fmt.Fprintln(w, "\nBars")
	for _, b := range bars {
		mark, got := "–", "not measured"
		if b.Met != nil {
			mark, got = map[bool]string{true: "met", false: "NOT met"}[*b.Met], strings.TrimSpace(fmt.Sprintf("%.4g %s", *b.Got, b.Unit))
		}
		fmt.Fprintf(w, "  %-8s %-66s %-44s %s\n", mark, b.What, b.Bar, got)
	}
	for _, s := range skipped {
		fmt.Fprintf(w, "  skipped %s\n", s)
	}
}
