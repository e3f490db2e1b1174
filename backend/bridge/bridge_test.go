package bridge_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/bridge/queue"
	"pace/backend/desktop"
	"pace/backend/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// contract is what the interface's own file says of an interface: its fields, and which of them may be missing.
func contract(t *testing.T, name string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../frontend/src/lib/api/services.ts")
	require.NoError(t, err)
	body := regexp.MustCompile(`(?s)export interface ` + name + ` \{\n(.*?)\n\}`).FindSubmatch(text)
	require.NotNil(t, body, "services.ts has no interface %s", name)
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+)(\??):`).FindAllSubmatch(body[1], -1) {
		out[string(m[1])] = len(m[2]) > 0
	}
	require.NotEmpty(t, out)
	return out
}

func TestTheRecordsHaveTheKeysThatTheInterfaceExpects(t *testing.T) {
	unread := []string{"problem", "fixed", "restart"} // of Setting, for an interface that wants to say more
	for name, zero := range map[string]any{"Hello": bridge.Hello{}, "PlannerInUse": bridge.PlannerInUse{}, "Capability": bridge.Capability{}, "Started": bridge.Begun{},
		"PictureData": bridge.PictureData{}, "Setting": bridge.Setting{}, "Probe": bridge.Probe{}, "Run": bridge.Run{},
		"BrainStatus": bridge.BrainStatus{}, "ModelServer": bridge.ModelServer{}, "ServedModel": bridge.ServedModel{}, "AskedModel": bridge.AskedModel{},
		"LastAnswer": bridge.LastAnswer{}, "MemoryBudget": bridge.MemoryBudget{}, "MemoryItem": bridge.MemoryItem{}, "PrivacyToday": bridge.PrivacyToday{},
		"TierChoice": bridge.TierChoice{}, "RunningTimer": bridge.RunningTimer{}, "Unloaded": bridge.Unloaded{}, "Preview": bridge.Preview{},
		"Family": bridge.Family{}, "ActivityFilter": bridge.ActivityFilter{}, "ActivityPage": bridge.ActivityPage{}, "ActivityRow": bridge.ActivityRow{}, "UndoState": bridge.UndoState{},
		"PrivacyReport": bridge.PrivacyReport{}, "PrivacyTarget": bridge.PrivacyTarget{}, "PrivacyPart": bridge.PrivacyPart{},
		"Permission": bridge.Permission{}, "Unlocks": bridge.Unlocks{}, "AbilityFamily": bridge.AbilityFamily{}, "Ability": bridge.Ability{}, "Saying": bridge.Saying{}, "Missing": bridge.Missing{},
		"WaitingApproval": queue.Asked{}, "ApprovalState": queue.State{}} {
		want := contract(t, name)
		raw, err := json.Marshal(zero)
		require.NoError(t, err)
		var always map[string]any
		require.NoError(t, json.Unmarshal(raw, &always))
		for key, optional := range want {
			if !optional {
				require.Contains(t, always, key, "%s always has %s", name, key)
			}
		}
		typ := reflect.TypeOf(zero)
		for i := range typ.NumField() {
			key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !slices.Contains(unread, key) {
				require.Contains(t, want, key, "%s.%s is not in services.ts", name, key)
			}
		}
	}
}

func TestTheServicesHaveTheMethodsThatTheInterfaceCalls(t *testing.T) {
	text, err := os.ReadFile("../../frontend/src/lib/api/services.ts")
	require.NoError(t, err)
	_, body, found := strings.Cut(string(text), "export interface Services {")
	require.True(t, found)
	body, _, _ = strings.Cut(body, "\n}")
	services := map[string]reflect.Value{}
	for _, s := range bridge.New(bridge.Parts{}).All() {
		services[reflect.TypeOf(s).Elem().Name()] = reflect.ValueOf(s)
	}
	of, calls := "", 0
	for line := range strings.Lines(body) {
		if m := regexp.MustCompile(`^  (\w+): \{`).FindStringSubmatch(line); m != nil {
			of = m[1]
			require.Contains(t, services, of)
		}
		if m := regexp.MustCompile(`^    (\w+)\((.*)\): Promise`).FindStringSubmatch(line); m != nil {
			fn := services[of].MethodByName(m[1])
			require.True(t, fn.IsValid(), "%s.%s", of, m[1])
			require.Equal(t, strings.Count(m[2], ":"), fn.Type().NumIn(), "parameters of %s.%s", of, m[1])
			calls++
		}
	}
	require.GreaterOrEqual(t, calls, 13)
}

// open begins a Pace with one window and its services, in virtual time.
func open(t *testing.T, fn func(t *testing.T, p *apptest.Pace, s *bridge.Services), changes ...func(*app.Options)) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t, changes...)
		w := p.Desk.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
		w.Text("Name", "Ada")
		w.Toggle("Bold", false)
		w.Button("Dead").Ignore()
		time.Sleep(10 * time.Second)
		fn(t, p, p.Services("1.2.3", "browser"))
		require.NoError(t, p.Close())
	})
}

// until waits for the end of a turn among the rows that every interface gets.
func until(t *testing.T, rows <-chan event.Event, turn string) *event.Ended {
	t.Helper()
	for e := range rows {
		if end, ok := e.Body.(*event.Ended); ok && e.Turn == turn {
			return end
		}
	}
	t.Fatalf("%s did not end", turn)
	return nil
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func TestListsAreNeverNull(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		rows, err := s.Turns.Recent(10)
		require.NoError(t, err)
		require.Equal(t, "[]", asJSON(t, rows))
		runs, err := s.Runs.List(10)
		require.NoError(t, err)
		require.Equal(t, "[]", asJSON(t, runs))
		hello, err := s.Session.Hello(event.Version)
		require.NoError(t, err)
		require.NotContains(t, asJSON(t, hello), "null")
		for _, text := range []string{"press Bold", "hello", "", "again"} {
			require.NotContains(t, asJSON(t, s.Turns.Route(text)), "null", text)
			require.NotContains(t, asJSON(t, s.Turns.Preview(text)), "null", text)
		}
		require.NotContains(t, asJSON(t, s.Settings.List()), "null")
	})
}

func TestHelloSaysWhoAnswersAndRefusesAnotherProtocol(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		h, err := s.Session.Hello(event.Version)
		require.NoError(t, err)
		require.Equal(t, "1.2.3", h.Version)
		require.Equal(t, "browser", h.Hosting)
		require.Equal(t, "builtin", h.Planner.Tier)
		require.Zero(t, h.OffDeviceBytesToday)
		require.Len(t, h.Capabilities, 6)
		for _, c := range h.Capabilities {
			require.Equal(t, "ready", c.State, c.Name)
		}
		for _, v := range []int{0, -1, event.Version + 1} {
			_, err = s.Session.Hello(v)
			fails(t, err, "protocol")
		}
	})
}

func TestWhatIsMissingIsReportedWithReasonAndFix(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		h, err := s.Session.Hello(event.Version)
		require.NoError(t, err)
		for _, c := range h.Capabilities {
			require.Equal(t, "absent", c.State)
			require.Regexp(t, `^[A-Z].*[^.]\.$`, c.Reason)
			require.NotEmpty(t, c.Fix)
		}
	}, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoBus}}
		}
	})
}

// fails checks the code of a failed call and that its message is one sentence for a person.
func fails(t *testing.T, err error, code string) {
	t.Helper()
	var e *bridge.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, code, e.Code, e.Message)
	require.Regexp(t, `^[A-Z][^\n]*\.$`, e.Message)
}

func TestATurnIsBegunCancelledAndRefusedWhileAnotherRuns(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		rows, stop := p.Turns().Events.Subscribe(false)
		defer stop()
		b, err := s.Turns.Submit("press Dead", false)
		require.NoError(t, err)
		_, err = s.Turns.Submit("press Bold", false)
		fails(t, err, "busy")
		require.NoError(t, s.Turns.Cancel(b.Turn))
		require.Equal(t, event.Cancelled, until(t, rows, b.Turn).Status)
		fails(t, s.Turns.Cancel(b.Turn), "notFound")
		fails(t, s.Turns.Decide("a-none", true), "notFound")
		_, err = s.Turns.Answer("t", nil)
		fails(t, err, "invalid")
		_, err = s.Turns.Undo(0)
		fails(t, err, "invalid")

		b, err = s.Turns.Submit("set Name to B", true)
		require.NoError(t, err)
		require.Equal(t, event.Done, until(t, rows, b.Turn).Status)
		require.NoError(t, p.Close())
		_, err = s.Turns.Submit("press Bold", false)
		fails(t, err, "internal")
	})
}

func TestRunsTellWhichOneCanBeTakenBack(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		rows, stop := p.Turns().Events.Subscribe(false)
		defer stop()
		p.Ask(t, "set Name to B")
		p.Ask(t, "set Name to C")
		p.Ask(t, "press Bold")
		runs, err := s.Runs.List(10)
		require.NoError(t, err)
		require.Len(t, runs, 3)
		require.Equal(t, []bool{false, true, false}, undoable(runs), "only the newest that can be taken back")
		require.Equal(t, "Set “Name” to “C”", runs[1].Label)
		_, err = time.Parse(time.RFC3339, runs[0].At)
		require.NoError(t, err)

		b, err := s.Turns.Undo(runs[1].Run)
		require.NoError(t, err)
		require.Equal(t, event.Done, until(t, rows, b.Turn).Status)
		runs, err = s.Runs.List(10)
		require.NoError(t, err)
		require.Equal(t, []bool{false, false, false, true}, undoable(runs))
		require.True(t, runs[2].Undone)
		for _, limit := range []int{-5, 0, 1} {
			runs, err = s.Runs.List(limit)
			require.NoError(t, err)
			require.Len(t, runs, 1)
		}
	})
}

func undoable(runs []bridge.Run) (out []bool) {
	for _, r := range runs {
		out = append(out, r.Undoable)
	}
	return out
}

func TestTheConversationIsThereAfterARestart(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		first := p.Ask(t, "press Bold")
		second := p.Ask(t, "hello")
		require.NoError(t, p.Close())
		again := p.Second(t).Services("1.2.3", "browser")
		rows, err := again.Turns.Recent(10)
		require.NoError(t, err)
		require.Equal(t, asJSON(t, append(first.Rows, second.Rows...)), asJSON(t, rows))
		rows, err = again.Turns.Recent(1)
		require.NoError(t, err)
		require.Equal(t, asJSON(t, second.Rows), asJSON(t, rows))
		for _, limit := range []int{0, -3} {
			rows, err = again.Turns.Recent(limit)
			require.NoError(t, err)
			require.Equal(t, "[]", asJSON(t, rows))
		}
	})
}

func TestAPictureThatIsNoLongerKeptIsSaidToBeGone(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		_, err := s.Pictures.Get("p1")
		fails(t, err, "notFound")
	})
}
