package executor

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"pace/backend/egress"
)

// Auditor writes one line for each call that was made: names and sizes, never contents. egress.Door does.
type Auditor interface {
	Called(ctx context.Context, c egress.Call) error
}

// audit writes down a call that was made. The step is over by then: what can't be written is told with its result.
func (x *Executor) audit(ctx context.Context, in Input, s *step, d Done) error {
	if x.Audit == nil || d.began.IsZero() {
		return nil
	}
	return x.Audit.Called(context.WithoutCancel(ctx), egress.Call{Turn: in.Turn, Tool: s.Spec.Name, Target: about(s.Spec.Name, s.Call.Args),
		Given: len(s.Call.Args), Read: len(d.Output.Text), Effect: string(d.Outcome.Effect()), Began: d.began, Took: d.took.Round(time.Millisecond)})
}

// named are the arguments that say what a call is about, the best first, and how many characters of each are kept. What
// is typed, written, searched or titled is content and in none of them.
var named = []struct {
	arg  string
	most int
}{{"app", 60}, {"target", 60}, {"label", 60}, {"into", 60}, {"server", 60}, {"path", 120}, {"url", 120}}

// byName are the tools whose "name" is that of something the user keeps by this name, and not what they search for.
var byName = map[string]bool{"record_flow": true, "run_flow": true, "shortcuts": true, "automation": true, "skill": true}

// written are the tools whose "label" is what the person has written, and not what a window calls something.
var written = map[string]bool{"start_timer": true, "timers": true}

// about names what a call is about, "" when nothing but content would say so.
func about(name string, args json.RawMessage) string {
	var given map[string]any
	_ = json.Unmarshal(args, &given)
	if v, ok := given["name"].(string); ok && byName[name] {
		return oneLine(v, 80)
	}
	for _, n := range named {
		v, ok := given[n.arg].(string)
		switch {
		case !ok || v == "", n.arg == "label" && written[name]:
		case n.arg == "url":
			return oneLine(site(v), n.most)
		default:
			return oneLine(v, n.most)
		}
	}
	return ""
}

// site is an address without what somebody may have written into it.
func site(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func oneLine(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
