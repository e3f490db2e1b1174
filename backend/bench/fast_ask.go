package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"time"

	"pace/backend/event"
	"pace/backend/process"
)

// Ask is `pace ask "press Now"` as a whole command: from the start of its process.
type Ask struct {
	Host   *AskArm `json:"host"`   // a Pace is running: the command attaches to it
	NoHost *AskArm `json:"noHost"` // the command does everything itself
}

// AskArm is one way. Proven is computed from the times in the events: the step's end, less what passed between proof
// and settling; so it is never too early.
type AskArm struct {
	Proven Stat `json:"proven"`
	Total  Stat `json:"total"`  // until the process has ended, the effect having lasted
	Effect Stat `json:"effect"` // until the program's own record had it
}

func (b *bencher) ask(ctx context.Context) error {
	if b.o.Self == "" {
		b.skip("ask", "this is not Pace's own binary, so no whole command can be measured")
		return nil
	}
	p, err := b.d.Fixture(ctx, "gtk3.py", "--only", "now")
	if err != nil {
		return err
	}
	defer p.Stop()
	home, err := b.d.Folder("ask")
	if err != nil {
		return err
	}
	alone, err := b.d.Folder("ask")
	if err != nil {
		return err
	}
	host, err := b.startHost(ctx, home)
	if err != nil {
		return err
	}
	defer host.Stop()
	out := Ask{Host: &AskArm{}, NoHost: &AskArm{}}
	for n := range b.n.ask + 1 {
		for _, arm := range []struct {
			home string
			to   *AskArm
		}{{home, out.Host}, {alone, out.NoHost}} {
			to := arm.to
			if n == 0 {
				to = &AskArm{} // the first of each makes the folders and the database
			}
			if err := b.askOnce(ctx, p, arm.home, to); err != nil {
				return err
			}
		}
	}
	for _, a := range []*AskArm{out.Host, out.NoHost} {
		a.Proven.finish()
		a.Total.finish()
		a.Effect.finish()
	}
	b.out.Ask = out
	return nil
}

// startHost runs `pace serve` and waits until it says where it is.
func (b *bencher) startHost(ctx context.Context, home string) (*process.Child, error) {
	host, err := b.d.starter.Start(ctx, process.Command{Path: b.o.Self, Args: []string{"serve"}, Piped: true,
		Env: append(append([]string{}, b.d.Env...), "PACE_HOME="+home)})
	if err != nil {
		return nil, fmt.Errorf("start a host: %w", err)
	}
	late := time.AfterFunc(30*time.Second, func() { host.Stop() })
	defer late.Stop()
	line, err := bufio.NewReader(host.Stdout).ReadString('\n')
	if err != nil || !strings.Contains(line, "http") {
		host.Stop()
		return nil, fmt.Errorf("the host did not start: %s", lastLine(host.Errors().Text))
	}
	return host, nil
}

func (b *bencher) askOnce(ctx context.Context, p *Program, home string, to *AskArm) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	mark := p.Log.Mark()
	start := time.Now()
	r, err := b.d.starter.Run(ctx, process.Command{Path: b.o.Self, Args: []string{"ask", "--json", "press Now"}, Limit: 1 << 20,
		Env: append(append([]string{}, b.d.Env...), "PACE_HOME="+home)})
	if err != nil {
		return fmt.Errorf("run pace ask: %w", err)
	}
	total := time.Since(start)
	lines := p.Log.Since(mark)
	if len(lines) > 0 {
		to.Effect.took(lines[0].At.Sub(start))
	} else {
		to.Effect.failed("the program recorded nothing")
	}
	at, why := provenAt(string(r.Stdout.Text))
	if why != "" || r.Code != 0 {
		why = fmt.Sprintf("exit %d: %s %s", r.Code, why, lastLine(r.Stderr.Text))
		to.Proven.failed(why)
		to.Total.failed(why)
		return nil
	}
	to.Proven.took(at.Sub(start))
	to.Total.took(total)
	return nil
}

// provenAt finds when the last step was proven, or why it was not.
func provenAt(rows string) (at time.Time, why string) {
	why = "no step ended"
	for row := range strings.Lines(rows) {
		var e event.Event
		if err := json.Unmarshal([]byte(row), &e); err != nil {
			return at, err.Error()
		}
		end, ok := e.Body.(*event.StepResult)
		if !ok {
			continue
		}
		t := end.Outcome.Timing
		if end.Outcome.Effect != "confirmed" || t.ProvenMs == nil || t.SettledMs == nil {
			return at, end.Outcome.Effect + ": " + end.Outcome.Report
		}
		at, why = e.At.Add(-time.Duration((*t.SettledMs-*t.ProvenMs)*float64(time.Millisecond))), ""
	}
	return at, why
}

func groupOf(pid int) int {
	group, err := syscall.Getpgid(pid)
	if err != nil {
		return 0
	}
	return group
}
