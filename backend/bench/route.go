package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"pace/backend/process"
	"pace/backend/route"
	"pace/backend/route/corpus"
)

// RouteNumbers are how long it takes to say what a sentence is. The keys are stable: scripts read them.
type RouteNumbers struct {
	Version string      `json:"version"`
	At      time.Time   `json:"at"`
	Quick   bool        `json:"quick"`
	Machine Machine     `json:"machine"`
	All     Stat        `json:"all"`       // every sentence of every file
	Arms    []RouteArm  `json:"sentences"` // one for each half of each file; times only
	Long    []RouteArm  `json:"long"`      // lines of 100 KB
	Lines   *RouteLines `json:"lines"`     // null when it was not measured
	Bars    []Bar       `json:"bars"`
	Skipped []string    `json:"skipped"`
}

// RouteArm is the time for one sentence of a kind.
type RouteArm struct {
	What  string `json:"what"`
	Time  Stat   `json:"time"`
	texts []string
}

// RouteLines is `pace inspect route --lines` as a whole, from starting it to its end.
type RouteLines struct {
	Sentences int     `json:"sentences"`
	Bytes     int     `json:"bytes"` // of what it answered
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"perSecond"`
}

// routeRuns says how often each sentence is routed, each long line, and how many lines are streamed.
func (o Options) routeRuns() (each, long, lines int) {
	if o.Quick {
		return 2, 3, 2000
	}
	return 30, 50, 100_000
}

// Route measures routing, arms alternating. An error means that the run broke off, and the numbers hold what there was.
func Route(ctx context.Context, o Options) (*RouteNumbers, error) {
	out := &RouteNumbers{Version: o.Version, At: time.Now().UTC(), Quick: o.Quick, Machine: computer(), Skipped: []string{}}
	err := out.measure(ctx, o)
	out.Machine.LoadAfter = load()
	out.Bars = routeBars(out)
	return out, err
}

func (n *RouteNumbers) measure(ctx context.Context, o Options) error {
	all, err := corpus.Load()
	if err != nil {
		return err
	}
	var texts []string
	for _, c := range all {
		for _, half := range []corpus.Half{corpus.Tuning, corpus.Held} {
			arm := RouteArm{What: c.Name + ", " + string(half)}
			for _, k := range c.Cases {
				if k.Half == half {
					arm.texts = append(arm.texts, k.Text)
				}
			}
			if len(arm.texts) > 0 {
				n.Arms, texts = append(n.Arms, arm), append(texts, arm.texts...)
			}
		}
	}
	n.Long = longLines()
	each, long, lines := o.routeRuns()
	route.Route("warm") // the tables are compiled on first use
	for range each {
		if err := timeArms(ctx, n.Arms, &n.All); err != nil {
			return err
		}
	}
	for range long {
		if err := timeArms(ctx, n.Long, nil); err != nil {
			return err
		}
	}
	for _, arms := range [][]RouteArm{n.Arms, n.Long} {
		for i := range arms {
			arms[i].Time.finish()
		}
	}
	n.All.finish()
	return n.stream(ctx, o, texts, lines)
}

// timeArms routes each sentence of each arm once.
func timeArms(ctx context.Context, arms []RouteArm, sum *Stat) error {
	for i := range arms {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, text := range arms[i].texts {
			began := time.Now()
			route.Route(text)
			took := time.Since(began)
			arms[i].Time.took(took)
			if sum != nil {
				sum.took(took)
			}
		}
	}
	return nil
}

// longLines are 100 KB each: what somebody pastes, and what is made to be slow.
func longLines() []RouteArm {
	fill := func(first, unit string) []string { return []string{first + strings.Repeat(unit, (100<<10)/len(unit))} }
	return []RouteArm{
		{What: "text that is to be typed", texts: fill("type ", "it was late and nobody wanted to go home yet ")},
		{What: "prose", texts: fill("", "it was late and nobody wanted to go home yet. ")},
		{What: "one command after the other", texts: fill("", "open the calculator and then press 7 and then ")},
		{What: "one word", texts: fill("", "abcdefghij")},
		{What: "fillers and false starts", texts: fill("", "um open no close no wait ")},
	}
}

// stream starts Pace and hands it the sentences as one would from a script.
func (n *RouteNumbers) stream(ctx context.Context, o Options, texts []string, lines int) error {
	if o.Self == "" {
		n.Skipped = append(n.Skipped, "lines: this is not Pace's own binary, so no whole command can be measured")
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	var in strings.Builder
	for i := range lines {
		in.WriteString(strings.ReplaceAll(texts[i%len(texts)], "\n", " "))
		in.WriteByte('\n')
	}
	began := time.Now()
	child, err := process.New(o.Environ).Start(ctx, process.Command{Path: o.Self, Args: []string{"inspect", "route", "--lines"}, Piped: true})
	if err != nil {
		return fmt.Errorf("start pace inspect route: %w", err)
	}
	wrote := make(chan error, 1) // one answer, always
	go func() {
		_, err := io.WriteString(child.Stdin, in.String())
		wrote <- errors.Join(err, child.Stdin.Close())
	}()
	l := RouteLines{}
	answers := bufio.NewReaderSize(child.Stdout, 1<<20)
	for {
		line, err := answers.ReadSlice('\n')
		if l.Bytes += len(line); err == nil {
			l.Sentences++
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	took := time.Since(began)
	err = <-wrote
	if r := child.Wait(); r.Code != 0 || l.Sentences != lines {
		return fmt.Errorf("pace inspect route --lines answered %d of %d lines and ended with %d (%s)", l.Sentences, lines, r.Code, lastLine(r.Stderr.Text))
	}
	if err != nil {
		return fmt.Errorf("write to pace inspect route: %w", err)
	}
	l.Seconds = took.Seconds()
	l.PerSecond = float64(lines) / l.Seconds
	n.Lines = &l
	return nil
}

// routeBars holds the numbers against the house plan and the task.
func routeBars(n *RouteNumbers) []Bar {
	out := []Bar{most("route.p95", "route one sentence", "p95 < 100 µs", "µs", measured(n.All, n.All.P95*1000), 100)}
	var rate *float64
	if n.Lines != nil {
		rate = &n.Lines.PerSecond
	}
	return append(out, least("route.lines", "pace inspect route --lines, start included", "≥ 10,000 sentences a second", "/s", rate, 10_000))
}

// Print writes the numbers for a person.
func (n *RouteNumbers) Print(w io.Writer) {
	printMachine(w, n.Version, n.At, n.Quick, n.Machine)
	row := func(what string, s Stat) {
		if s.N > 0 {
			fmt.Fprintf(w, "  %-34s p50 %9s  p95 %9s  max %9s  (n=%d)\n", what, milliseconds(s.P50), milliseconds(s.P95), milliseconds(s.Max), s.N)
		}
	}
	fmt.Fprint(w, "\nRoute one sentence\n")
	row("all", n.All)
	for _, a := range n.Arms {
		row(a.What, a.Time)
	}
	fmt.Fprint(w, "\nRoute one line of 100 KB\n")
	for _, a := range n.Long {
		row(a.What, a.Time)
	}
	if l := n.Lines; l != nil {
		fmt.Fprintf(w, "\npace inspect route --lines\n  %d sentences in %.2f s: %.0f a second, %.1f MB of answers\n", l.Sentences, l.Seconds, l.PerSecond, float64(l.Bytes)/(1<<20))
	}
	printBars(w, n.Bars, n.Skipped)
}
