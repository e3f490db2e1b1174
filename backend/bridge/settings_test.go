package bridge_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
)

func settingsOf(t *testing.T, environ ...string) (*bridge.Settings, *apptest.Pace) {
	p := apptest.Open(t, func(o *app.Options) { o.Environ = append(o.Environ, environ...) })
	return p.Services("1", "browser").Settings, p
}

func row(t *testing.T, s *bridge.Settings, key string) bridge.Setting {
	t.Helper()
	for _, r := range s.List() {
		if r.Key == key {
			return r
		}
	}
	t.Fatalf("no setting %s", key)
	return bridge.Setting{}
}

func TestSettingsAreShownAsAnInterfaceNeedsThem(t *testing.T) {
	s, _ := settingsOf(t)
	for _, r := range s.List() {
		require.Contains(t, []string{"bool", "int", "string", "enum", "duration"}, r.Type, r.Key)
		require.NotEmpty(t, r.Summary)
		require.Equal(t, r.Default, r.Value)
		switch r.Type {
		case "bool":
			require.IsType(t, true, r.Value)
		case "int":
			require.IsType(t, 0, r.Value)
			require.Less(t, *r.Min, *r.Max)
		case "enum":
			require.Contains(t, r.Options, r.Value)
			require.Nil(t, r.Max)
		case "duration":
			require.IsType(t, "", r.Value)
			require.Less(t, *r.Min, *r.Max)
		default:
			require.IsType(t, "", r.Value)
			require.Nil(t, r.Max)
		}
	}
	press := row(t, s, "BudgetPress")
	require.Equal(t, "2s", press.Value)
	require.InDelta(t, 100, *press.Min, 0, "milliseconds")
}

func TestAChangedSettingIsCheckedSavedAndGivenBack(t *testing.T) {
	s, p := settingsOf(t)
	for _, c := range []struct {
		key         string
		value, want any
	}{
		{"EnableActions", false, false},
		{"AgentMaxSteps", float64(12), 12},
		{"AgentMaxSteps", json.Number("13"), 13},
		{"AgentMaxSteps", json.Number("14.0"), 14},
		{"BudgetPress", "1500ms", "1.5s"},
		{"BudgetPress", " 3s ", "3s"},
		{"PlannerTier", "local", "local"},
		{"PlannerModel", "qwen “ü”", "qwen “ü”"},
	} {
		got, err := s.Set(c.key, c.value)
		require.NoError(t, err, "%s %v", c.key, c.value)
		require.Equal(t, c.want, got.Value, "%s %v", c.key, c.value)
		require.Equal(t, c.want, row(t, s, c.key).Value)
	}
	require.False(t, row(t, s, "PlannerModel").Restart)
	require.True(t, row(t, s, "PlannerStallTimeout").Restart, "it holds from the next start on")
	again := p.Second(t).Services("1", "browser").Settings
	require.Equal(t, 14, row(t, again, "AgentMaxSteps").Value)
	require.Equal(t, "qwen “ü”", row(t, again, "PlannerModel").Value)
}

func TestAWrongValueChangesNothingAndSaysWhatIsAllowed(t *testing.T) {
	s, p := settingsOf(t)
	for _, c := range []struct {
		key   string
		value any
		code  string
	}{
		{"AgentMaxSteps", float64(0), "invalid"}, {"AgentMaxSteps", 8.5, "invalid"}, {"AgentMaxSteps", "many", "invalid"}, {"AgentMaxSteps", 1e300, "invalid"},
		{"AgentMaxSteps", json.Number("1e999"), "invalid"}, {"AgentMaxSteps", nil, "invalid"}, {"AgentMaxSteps", []any{1}, "invalid"},
		{"BudgetPress", "soon", "invalid"}, {"BudgetPress", "1h", "invalid"}, {"BudgetPress", float64(2), "invalid"}, {"BudgetPress", true, "invalid"},
		{"EnableActions", "perhaps", "invalid"}, {"PlannerTier", "cloud", "invalid"}, {"PlannerURL", "file:///etc/passwd", "invalid"},
		{"PlannerURL", "http://user:word@127.0.0.1/", "invalid"}, {"PlannerModel", "two\nlines", "invalid"},
		{"NoSuchSetting", true, "notFound"}, {"", true, "notFound"},
	} {
		_, err := s.Set(c.key, c.value)
		fails(t, err, c.code)
		require.NotContains(t, err.Error(), "word@")
	}
	require.NoFileExists(t, filepath.Join(p.Home, "settings.json"))
}

func TestWhatTheEnvironmentDecidesIsShownAndCannotBeChangedHere(t *testing.T) {
	s, p := settingsOf(t, "PACE_PLANNER_URL=http://127.0.0.1:9/v1")
	r := row(t, s, "PlannerURL")
	require.Equal(t, "PACE_PLANNER_URL", r.Fixed)
	require.Equal(t, "http://127.0.0.1:9/v1", r.Value)
	_, err := s.Set("PlannerURL", "http://127.0.0.1:10/v1")
	fails(t, err, "invalid")
	require.Contains(t, err.Error(), "PACE_PLANNER_URL")
	require.NoFileExists(t, filepath.Join(p.Home, "settings.json"))
	require.Equal(t, "local", row(t, s, "PlannerTier").Value)
	_, err = s.Set("PlannerTier", "builtin")
	require.NoError(t, err, "what follows from the environment may be chosen otherwise")
}

func TestAValueInTheFileThatWasNotTakenIsShownWithItsProblem(t *testing.T) {
	s, p := settingsOf(t)
	require.NoError(t, os.WriteFile(filepath.Join(p.Home, "settings.json"), []byte(`{"AgentMaxSteps": 900}`), 0o600))
	p.Settings.Reload()
	r := row(t, s, "AgentMaxSteps")
	require.Equal(t, 8, r.Value)
	require.Contains(t, r.Problem, "between")
}
