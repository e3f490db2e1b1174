package turn

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/interaction"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/tool"
)

// bench is a conductor whose one tool, click, does what the test says. Nothing touches a screen.
type bench struct {
	*Service
	approve  executor.Approvals
	thread   *memoryThread
	recorded []executor.Record

	mu    sync.Mutex
	press func(ctx context.Context, label string) proof.Outcome
	asks  bool
	now   time.Time
}

func newBench(t *testing.T) *bench {
	b := &bench{thread: &memoryThread{}, now: time.Now(), press: func(context.Context, string) proof.Outcome { return seen }}
	reg, err := tool.NewRegistry(scripted{b})
	require.NoError(t, err)
	sessions := interaction.New(nil, interaction.Config{})
	x := &executor.Executor{Registry: reg, Approver: &b.approve, Recorder: b, Screen: sessions, NewID: NewID,
		Policy:    func() executor.Policy { return executor.Policy{Enabled: true, Asking: true} },
		Available: func(tool.Capability) *proof.Problem { return nil }}
	b.Service = &Service{Executor: x, Registry: reg, Sessions: sessions, Planners: planner.Choice{}, Thread: b.thread,
		Now: func() time.Time { b.mu.Lock(); defer b.mu.Unlock(); return b.now }, Config: func() Config { return Config{MaxSteps: 8} }}
	t.Cleanup(b.Close)
	return b
}

func (b *bench) Begin(context.Context, executor.Record) (int64, error) { return 0, nil }

func (b *bench) Record(_ context.Context, r executor.Record) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.recorded = append(b.recorded, r)
	return int64(len(b.recorded)), nil
}

func (b *bench) later(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

// begin submits a sentence and leaves the rows to the test.
func (b *bench) begin(t *testing.T, text string) *Turn {
	t.Helper()
	x, err := b.Submit(context.Background(), Request{Text: text, Origin: "ask", Attended: true})
	require.NoError(t, err)
	return x
}

// rows reads a turn to its end and checks what holds for every turn.
func rows(t *testing.T, x *Turn) []event.Event {
	t.Helper()
	var out []event.Event
	for e := range x.Events() {
		out = append(out, e)
	}
	requireWhole(t, x.ID, out)
	require.Equal(t, out[len(out)-1].Body, ptr(x.Wait()))
	return out
}

func ptr[T any](v T) *T { return &v }

// requireWhole: from turnStarted to exactly one turnEnded, numbered without gaps, steps that begin also end.
func requireWhole(t *testing.T, id string, all []event.Event) {
	t.Helper()
	require.NotEmpty(t, all)
	require.Equal(t, event.TurnStarted, all[0].Type)
	require.Equal(t, event.TurnEnded, all[len(all)-1].Type)
	began, ended := map[int]int{}, map[int]int{}
	var at time.Time
	for i, e := range all {
		require.Equal(t, event.Version, e.V)
		require.Equal(t, i+1, e.Seq, "%v", e.Type)
		require.Equal(t, id, e.Turn)
		require.False(t, e.At.Before(at), "time goes on")
		at = e.At
		switch b := e.Body.(type) {
		case *event.Started:
			require.Zero(t, i)
		case *event.Ended:
			require.Equal(t, len(all)-1, i)
			require.NotNil(t, b.Steps)
			require.GreaterOrEqual(t, b.Timing.TotalMs, 0.0)
		case *event.Step:
			began[b.Step]++
		case *event.StepResult:
			ended[b.Step]++
		}
	}
	for n, times := range began {
		require.Equal(t, 1, times, "step %d", n)
		require.Equal(t, 1, ended[n], "step %d began and has to end", n)
	}
}

func types(all []event.Event) []event.Type {
	var out []event.Type
	for _, e := range all {
		out = append(out, e.Type)
	}
	return out
}

// ask runs a sentence to its end.
func (b *bench) ask(t *testing.T, text string) event.Ended {
	t.Helper()
	x := b.begin(t, text)
	rows(t, x)
	return x.Wait()
}

// scripted is the click of a bench.
type scripted struct{ b *bench }

type scriptedArgs struct {
	Label     string   `json:"label" max:"500"`
	Role      string   `json:"role" max:"40"`
	Container string   `json:"container" max:"200"`
	Nth       int      `json:"nth" min:"0" max:"100"`
	Path      []string `json:"path" max:"80"`
}

func (s scripted) Spec() tool.Spec {
	asks := tool.Approval{Mode: tool.WhenArgs, When: func(json.RawMessage) bool { s.b.mu.Lock(); defer s.b.mu.Unlock(); return s.b.asks }}
	return tool.Spec{Name: "click", Summary: "Presses something.", Example: "press Save", ExampleArg: `{"label":"Save"}`, Args: tool.SchemaOf[scriptedArgs](),
		Risk: tool.InputInjection, Approval: asks, Uses: []tool.Resource{tool.UsesInput}, Offer: tool.OfferAll}
}

func (s scripted) Describe(raw json.RawMessage) string {
	var a scriptedArgs
	_ = json.Unmarshal(raw, &a)
	return "Press “" + a.Label + "”"
}

func (s scripted) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	var a scriptedArgs
	_ = json.Unmarshal(raw, &a)
	s.b.mu.Lock()
	press := s.b.press
	s.b.mu.Unlock()
	return press(ctx, a.Label), tool.Output{}
}

// memoryThread is a thread without a database.
type memoryThread struct {
	mu   sync.Mutex
	rows map[string]kept
}

type kept struct {
	text    []byte
	expires time.Time
}

func (m *memoryThread) Get(_ context.Context, key string, now time.Time, v any) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.rows[key]
	if !ok || !now.Before(k.expires) {
		return false, nil
	}
	return true, json.Unmarshal(k.text, v)
}

func (m *memoryThread) Put(_ context.Context, key string, v any, now time.Time, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	text, err := json.Marshal(v)
	if m.rows == nil {
		m.rows = map[string]kept{}
	}
	m.rows[key] = kept{text, now.Add(ttl)}
	return err
}

func (m *memoryThread) Drop(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rows, key)
	return nil
}
