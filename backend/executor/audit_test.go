package executor

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/egress"
	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// book is an audit that may be full.
type book struct {
	rows []egress.Call
	err  error
}

func (b *book) Called(ctx context.Context, c egress.Call) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	b.rows = append(b.rows, c)
	return b.err
}

func TestEachCallThatWasMadeIsInTheAuditBySize(t *testing.T) {
	slow := own{name: "slow", run: func(ctx context.Context) (proof.Outcome, tool.Output) {
		time.Sleep(70 * time.Millisecond)
		return reader.run(ctx)
	}}
	bubble(t, func(t *testing.T, r *rig) {
		b := &book{}
		r.x.Audit = b
		r.win.Check("A", false)
		r.win.Button("Nothing")
		r.run(one("slow"), one("press A"), one("press Nothing"), one("press A"))
		require.Len(t, b.rows, 3, "what was not begun is not in it")
		require.Equal(t, []string{"slow", "press", "press"}, []string{b.rows[0].Tool, b.rows[1].Tool, b.rows[2].Tool})
		require.Equal(t, []string{"", "A", "Nothing"}, []string{b.rows[0].Target, b.rows[1].Target, b.rows[2].Target})
		require.Equal(t, []string{"confirmed", "confirmed", "unchanged"}, []string{b.rows[0].Effect, b.rows[1].Effect, b.rows[2].Effect})
		require.Equal(t, egress.Call{Turn: "t", Tool: "slow", Given: 2, Read: 1, Effect: "confirmed", Began: b.rows[0].Began, Took: 70 * time.Millisecond}, b.rows[0])
		require.Equal(t, len(`{"label":"A"}`), b.rows[1].Given)

		b.err = errFull
		res := r.run(one("slow"))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(res), "the step is done by then")
		ends := count[*event.StepResult](r)
		require.Contains(t, ends[len(ends)-1].Detail, "could not be written: disk full")
	}, slow)
}

func TestACancelledTurnIsInTheAuditToo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := &book{}
		r.x.Audit = b
		r.win.Button("Nothing")
		ctx, cancel := context.WithCancel(r.ctx)
		r.ctx = ctx
		r.desk.After(100*time.Millisecond, cancel)
		r.run(one("press Nothing"))
		require.Len(t, b.rows, 1)
		require.Equal(t, "cancelled", b.rows[0].Effect)
	})
}

func TestWhatACallIsAboutIsNamedWithoutItsContents(t *testing.T) {
	for _, c := range []struct{ tool, args, want string }{
		{"open_app", `{"app":"Calculator"}`, "Calculator"},
		{"type", `{"text":"canary","into":"Name"}`, "Name"},
		{"type", `{"text":"canary","into":""}`, ""},
		{"set_value", `{"target":"Level","value":"canary","path":["a","b"]}`, "Level"},
		{"open_url", `{"url":"https://example.org:8080/canary?q=canary#canary"}`, "https://example.org:8080"},
		{"open_url", `{"url":"mailto:canary@example.org"}`, ""},
		{"open_url", `{"url":"https://canary:canary@example.org/"}`, "https://example.org"},
		{"open_url", `{"url":"https://` + "\u0000" + `canary"}`, ""},
		{"notes", `{"action":"create","title":"canary","body":"canary","query":"canary"}`, ""},
		{"contacts", `{"name":"canary"}`, ""},
		{"start_timer", `{"duration":"8 minutes","label":"canary"}`, ""},
		{"timers", `{"action":"cancel","label":"canary"}`, ""},
		{"double_click", `{"label":"report.txt"}`, "report.txt"},
		{"run_flow", `{"name":"` + strings.Repeat("a", 100) + `"}`, strings.Repeat("a", 79) + "…"},
		{"mcp", `{"server":"files","name":"canary","arguments":{"label":"canary"}}`, "files"},
		{"finder", `{"path":"/home/ada/` + strings.Repeat("b", 200) + `"}`, "/home/ada/" + strings.Repeat("b", 109) + "…"},
		{"click", `{"label":"` + strings.Repeat("ü", 100) + `"}`, strings.Repeat("ü", 59) + "…"},
		{"click", `{"label":"two\nlines"}`, "two lines"},
		{"key", `{"key":"c"}`, ""},
		{"x", `null`, ""},
		{"x", ``, ""},
	} {
		require.Equal(t, c.want, about(c.tool, json.RawMessage(c.args)), "%s %s", c.tool, c.args)
	}
}
