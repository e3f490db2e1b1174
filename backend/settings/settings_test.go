package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func noEnv(string) string { return "" }

func env(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func row(t *testing.T, s *Settings, key string) Row {
	t.Helper()
	rows := s.List()
	i := index(rows, key)
	require.GreaterOrEqual(t, i, 0)
	return rows[i]
}

func TestWithoutAFileTheDefaultsHold(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "none", "settings.json"), noEnv)
	require.Empty(t, s.Problems())
	require.True(t, s.Bool(EnableActions))
	require.True(t, s.Bool(ApproveRiskyActions))
	require.Equal(t, 8, s.Int(AgentMaxSteps))
	require.Equal(t, 2*time.Second, s.Duration(BudgetPress))
	require.Equal(t, "builtin", s.Text(PlannerTier))
	require.Equal(t, 7, s.Int(TraceDays))
	for _, row := range s.List() {
		require.Equal(t, FromDefault, row.Source, row.Key)
	}
}

func TestOneBadValueIsReportedAndDoesNotHideTheOthers(t *testing.T) {
	s := Open(write(t, `{"AgentMaxSteps": 99, "EnableActions": "yes", "TraceDays": 3}`), noEnv)
	require.Equal(t, 8, s.Int(AgentMaxSteps))
	require.True(t, s.Bool(EnableActions))
	require.Equal(t, 3, s.Int(TraceDays))
	require.Len(t, s.Problems(), 2)
	require.Equal(t, "must be between 1 and 30", row(t, s, "AgentMaxSteps").Problem)
}

func TestAKeyThatNoRowHasIsReportedAndASlipOfTheCaseLeavesDoubt(t *testing.T) {
	s := Open(write(t, `{"enableActions": false, "Later": {"a": 1}, "`+strings.Repeat("ä", 100)+`": 1, "TraceDays": 3}`), noEnv)
	require.Equal(t, 3, s.Int(TraceDays))
	require.Equal(t, []Problem{
		{"Later", FromFile, "there is no such setting"},
		{"enableActions", FromFile, "there is no such setting, it is written EnableActions"},
		{strings.Repeat("ä", 60), FromFile, "there is no such setting"},
	}, s.Problems())
	require.NotEmpty(t, s.Doubtful(string(EnableActions)), "who wrote that means to have actions off")
	require.Empty(t, s.Doubtful(string(ApproveRiskyActions)))
}

func TestABrokenFileIsReportedWithItsLineAndTheDefaultsHold(t *testing.T) {
	for text, why := range map[string]string{
		"{\n\"TraceDays\": 3,\n}": "line 3",
		`[1, 2]`:                  "one JSON object",
		"null":                    "",
		"":                        "",
	} {
		s := Open(write(t, text), noEnv)
		require.Equal(t, 7, s.Int(TraceDays))
		if why == "" {
			require.Empty(t, s.Problems(), text)
			continue
		}
		require.Len(t, s.Problems(), 1, text)
		require.ErrorContains(t, s.Problems()[0], why)
	}
}

func TestSetWritesAndKeepsUnknownKeys(t *testing.T) {
	path := write(t, `{"Later": {"big": 12345678901234567890}, "TraceDays": 3}`)
	s := Open(path, noEnv)
	require.NoError(t, s.Set("BudgetPress", 3*time.Second))
	require.NoError(t, s.Set("AgentMaxSteps", "12"))
	require.Equal(t, 3*time.Second, s.Duration(BudgetPress))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.JSONEq(t, `{"Later": {"big": 12345678901234567890}, "TraceDays": 3, "BudgetPress": "3s", "AgentMaxSteps": 12}`, string(text))
	require.Contains(t, string(text), "12345678901234567890")
	again := Open(path, noEnv)
	require.Equal(t, 12, again.Int(AgentMaxSteps))
	require.Equal(t, FromFile, row(t, again, "AgentMaxSteps").Source)
}

func TestSetRefusesWhatIsOutOfBoundsOrUnknown(t *testing.T) {
	path := write(t, `{"TraceDays": 3}`)
	s := Open(path, noEnv)
	require.ErrorContains(t, s.Set("TraceDays", 0), "between 1 and 90")
	require.ErrorContains(t, s.Set("TraceDays", true), "type int")
	require.ErrorContains(t, s.Set("EnableActions", 1), "type bool")
	require.ErrorIs(t, s.Set("NoSuchKey", 1), ErrUnknownKey)
	require.Equal(t, 3, s.Int(TraceDays))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.JSONEq(t, `{"TraceDays": 3}`, string(text))
}

func TestResetBringsTheDefaultBack(t *testing.T) {
	s := Open(write(t, `{"TraceDays": 3}`), noEnv)
	require.NoError(t, s.Reset("TraceDays"))
	require.Equal(t, 7, s.Int(TraceDays))
	require.ErrorIs(t, s.Reset("NoSuchKey"), ErrUnknownKey)
}

func TestABrokenFileIsKeptBesideWhenASettingIsChanged(t *testing.T) {
	path := write(t, `{broken`)
	s := Open(path, noEnv)
	require.Error(t, s.Set("TraceDays", 0))
	require.NoFileExists(t, path+".broken", "a refused value moves nothing")
	require.NoError(t, s.Set("TraceDays", 5))
	kept, err := os.ReadFile(path + ".broken")
	require.NoError(t, err)
	require.Equal(t, `{broken`, string(kept))
	require.Equal(t, 5, s.Int(TraceDays))
	require.Empty(t, s.Problems())
}

func TestTheEnvironmentWinsAndSaysSo(t *testing.T) {
	vars := map[string]string{"PACE_PLANNER_URL": "http://localhost:9/v1", "PACE_PLANNER_MODEL": "m", "PACE_PLANNER_STALL_TIMEOUT": "5s"}
	s := Open(write(t, `{"PlannerModel": "other"}`), env(vars))
	require.Equal(t, "http://localhost:9/v1", s.Text(PlannerURL))
	require.Equal(t, "m", s.Text(PlannerModel))
	require.Equal(t, 5*time.Second, s.Duration(PlannerStallTimeout))
	require.Equal(t, FromEnvironment, row(t, s, "PlannerModel").Source)
}

func TestABadVariableIsReportedAndTheFileHolds(t *testing.T) {
	s := Open(write(t, `{"PlannerStallTimeout": "7s"}`), env(map[string]string{"PACE_PLANNER_STALL_TIMEOUT": "soon"}))
	require.Equal(t, 7*time.Second, s.Duration(PlannerStallTimeout))
	require.Equal(t, []Problem{{"PlannerStallTimeout", FromEnvironment, `must be a duration such as "2s" or "500ms"`}}, s.Problems())
}

func TestNamingAModelServerChoosesTheLocalTierUnlessTheFileChooses(t *testing.T) {
	vars := env(map[string]string{"PACE_PLANNER_URL": "http://localhost:9/v1"})
	require.Equal(t, "local", Open(write(t, `{}`), vars).Text(PlannerTier))
	require.Equal(t, "builtin", Open(write(t, `{"PlannerTier": "builtin"}`), vars).Text(PlannerTier))
}

func TestALaunchRowChangesAtTheNextStartATurnRowAtReload(t *testing.T) {
	path := write(t, `{"PlannerStallTimeout": "1s", "TraceDays": 3}`)
	s := Open(path, noEnv)
	require.NoError(t, os.WriteFile(path, []byte(`{"PlannerStallTimeout": "2s", "TraceDays": 4}`), 0o600))
	s.Reload()
	require.Equal(t, time.Second, s.Duration(PlannerStallTimeout))
	require.Equal(t, 2*time.Second, row(t, s, "PlannerStallTimeout").Pending)
	require.Equal(t, 4, s.Int(TraceDays))
	require.NoError(t, s.Set("PlannerStallTimeout", time.Second))
	require.Nil(t, row(t, s, "PlannerStallTimeout").Pending)
	require.Equal(t, time.Second, Open(path, noEnv).Duration(PlannerStallTimeout))
}

func TestARowCountsAsChosenOnlyWhenSomebodyChose(t *testing.T) {
	require.False(t, Open(write(t, `{}`), noEnv).Chosen("PlannerTier"))
	require.True(t, Open(write(t, `{"PlannerTier": "builtin"}`), noEnv).Chosen("PlannerTier"), "the default, but chosen")
	require.False(t, Open(write(t, `{"PlannerTier": "nonsense"}`), noEnv).Chosen("PlannerTier"), "it was not taken")
	require.True(t, Open(write(t, `{}`), env(map[string]string{"PACE_PLANNER_URL": "http://127.0.0.1:9/v1"})).Chosen("PlannerTier"), "who names a server wants it asked")
}

func TestListGivesACopy(t *testing.T) {
	s := Open(write(t, `{}`), noEnv)
	rows := s.List()
	rows[index(rows, "PlannerTier")].Choices[0] = "changed"
	rows[0].Value = false
	require.Equal(t, "builtin", row(t, s, "PlannerTier").Choices[0])
	require.True(t, s.Bool(EnableActions))
}

func TestReadersAndWritersMayMeet(t *testing.T) {
	s := Open(write(t, `{}`), noEnv)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := s.Set("TraceDays", i+1); err != nil {
				t.Error(err)
			}
			s.List()
			s.Int(TraceDays)
			s.Reload()
		})
	}
	all.Wait()
	require.Empty(t, s.Problems())
}

func FuzzASettingsFileNeverBreaksTheGetters(f *testing.F) {
	f.Add(`{"AgentMaxSteps": 1e999}`)
	f.Add(`{"PlannerURL": "http://a b"}`)
	f.Add("\ufeff{}")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Skip(err)
		}
		for _, row := range Open(path, noEnv).List() {
			if _, err := row.check(row.Value); err != nil {
				t.Fatal(fmt.Errorf("%s: %w", row.Key, err))
			}
			if _, err := json.Marshal(row); err != nil {
				t.Fatal(err)
			}
		}
	})
}
