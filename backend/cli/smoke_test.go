package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/bridge/smoke"
	"pace/backend/cli"
	"pace/backend/event"
)

// hosted is a Pace that others attach to, with smoke hooks when its own environment has this value for them.
func (x *term) hosted(t *testing.T, hooks string, changes ...func(*app.Options)) *apptest.Pace {
	t.Helper()
	p := apptest.On(t, x.home, x.desk, append(changes, func(o *app.Options) {
		if hooks != "" {
			o.Environ = append(o.Environ, smoke.Variable+"="+hooks)
		}
	})...)
	h, err := cli.Host(p.App, p.Environ, "window")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.Close()) })
	return p
}

func TestOnlyTheEnvironmentOfTheRunningPaceSwitchesHooksOn(t *testing.T) {
	for _, value := range []string{"", "0", "true", "01", "1 ", " 1", "yes", "1\t"} {
		x := open(t)
		x.environ = []string{smoke.Variable + "=1"} // of the command, which has no say
		x.hosted(t, value)
		for _, h := range smoke.All() {
			got := x.run("", "smoke", h.Name)
			require.Equal(t, 3, got.code, "%q %s", value, h.Name)
			require.Empty(t, got.out)
			sentence(t, got.err)
			require.Contains(t, got.err, "was not started with "+smoke.Variable+"=1")
		}
		require.NoDirExists(t, filepath.Join(x.home, "smoke"))
	}
}

func TestWithoutARunningPaceAHookSaysSoAndStartsNothing(t *testing.T) {
	x := open(t)
	x.environ = []string{smoke.Variable + "=1"}
	got := x.run("", "smoke", smoke.Approval)
	require.Equal(t, 3, got.code)
	sentence(t, got.err)
	require.Contains(t, got.err, "No Pace is running here")
}

func TestHooksStandInNoListAndExplainThemselves(t *testing.T) {
	x := open(t)
	require.NotContains(t, x.run("", "--help").out, "smoke")
	for _, shell := range []string{"bash", "zsh", "fish"} {
		require.NotContains(t, x.run("", "completion", shell).out, "smoke")
	}
	require.NotContains(t, x.run("", "inspect", "tools").out, "smoke")
	help := x.run("", "smoke", "--help")
	require.Zero(t, help.code)
	require.Contains(t, help.out, smoke.Variable+"=1")
	for _, h := range smoke.All() {
		require.Contains(t, help.out, h.Name)
	}
	wrong := x.run("", "smoke", "everything")
	require.Equal(t, 2, wrong.code)
	sentence(t, wrong.err)
	require.Equal(t, 2, x.run("", "smoke").code)
	require.Equal(t, 2, x.run("", "smoke", smoke.Approval, "--answer", "maybe").code)
}

func TestTheApprovalHookWaitsInTheQueueAndWritesAFileThatCanBeTakenBack(t *testing.T) {
	x := open(t)
	p := x.hosted(t, "1")
	s := p.Services("1.2.3", "window")
	marker := filepath.Join(x.home, "smoke", "marker.txt")
	rows, end := p.Turns().Events.Subscribe(false)
	defer end()
	done := make(chan result, 1)
	go func() { done <- x.run("", "smoke", smoke.Approval) }()
	for e := range rows {
		if q, ok := e.Body.(*event.Approval); ok {
			require.NoFileExists(t, marker, "nothing is done before it is approved")
			require.Len(t, q.Calls, 1)
			require.Contains(t, q.Calls[0].Describe, "Write a small file")
			require.True(t, q.Calls[0].Undoable)
			require.Eventually(t, func() bool { // the queue hears of it by a way of its own
				w := s.Approvals.State().Waiting
				return len(w) == 1 && w[0].ID == q.ID
			}, 10*time.Second, time.Millisecond)
			require.NoError(t, s.Turns.Decide(q.ID, true))
			break
		}
	}
	got := <-done
	require.Zero(t, got.code, got.err)
	require.Contains(t, got.out, "read back whole")
	require.Contains(t, got.err, "has to be approved in the window")
	text, err := os.ReadFile(marker)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "Written by a smoke hook"))

	got = x.run("", "smoke", smoke.Approval, "--answer", "no")
	require.Equal(t, 3, got.code)
	require.Contains(t, got.out, "not approved")
	require.NoFileExists(t, filepath.Join(x.home, "smoke", "marker 2.txt"))

	got = x.run("", "ask", "undo that")
	require.Zero(t, got.code, got.out+got.err)
	require.NoFileExists(t, marker)
}

func TestAHookThatIsATurnPrintsWhatAnAskPrints(t *testing.T) {
	x := open(t)
	x.hosted(t, "1")
	for _, c := range []struct {
		hook, says string
		code       int
		status     event.Status
	}{
		{smoke.Clarification, "What should I press?", 3, event.Blocked},
		{smoke.ClickFail, "“Pace smoke test: nothing has this name”", 1, event.Failed},
		{smoke.Annotations, "drawing on the screen is not available yet, so nothing was done", 3, event.Blocked},
	} {
		got := x.run("", "smoke", c.hook)
		require.Equal(t, c.code, got.code, "%s: %s%s", c.hook, got.out, got.err)
		require.Contains(t, got.out, c.says)
		require.Empty(t, got.err)
		got = x.run("", "smoke", "--json", c.hook)
		require.Equal(t, c.code, got.code)
		require.Equal(t, c.status, end(rows(t, got.out)).Status)
	}
	require.Zero(t, x.run("", "ask", "press OK").code, "and what a hook asked is in nobody's way")
}

func TestAQuestionThatIsOpenDoesNotTakeAHookForItsAnswer(t *testing.T) {
	x := open(t)
	x.hosted(t, "1")
	for _, question := range []string{"press", "press OK and then", "press Save", "open"} {
		require.Equal(t, 3, x.run("", "ask", question).code)
		got := x.run("", "smoke", smoke.Approval, "--answer", "yes")
		require.Zero(t, got.code, "%q: %s%s", question, got.out, got.err)
		require.Equal(t, 3, x.run("", "ask", question).code)
		got = x.run("", "smoke", smoke.Annotations)
		require.Contains(t, got.out, "drawing on the screen is not available yet", question)
	}
}

func TestTheSettingsHookIsDoneWhenEveryInterfaceHasThemOpen(t *testing.T) {
	x := open(t)
	p := x.hosted(t, "1")
	got := x.run("", "smoke", smoke.Settings)
	require.Equal(t, 3, got.code)
	require.Contains(t, got.err, "No window or page of Pace is open")

	s := p.Services("1.2.3", "window")
	detach := p.Smoke().Attach(func(show smoke.Show) int {
		require.Equal(t, "settings", show.Place)
		go func() { _ = s.Smoke.Opened(show.N) }()
		return 1
	})
	got = x.run("", "smoke", smoke.Settings)
	require.Zero(t, got.code, got.err)
	require.Equal(t, "The settings are open in one window or page.\n", got.out)
	got = x.run("", "smoke", smoke.Settings, "--json")
	require.Zero(t, got.code)
	require.JSONEq(t, `{"said":"The settings are open in one window or page.","exit":0}`, got.out)
	detach()
	require.Equal(t, 3, x.run("", "smoke", smoke.Settings).code)
	var no *bridge.Error
	require.ErrorAs(t, s.Smoke.Opened(99), &no)
}

func TestThePanelHooksNeedAWindowOfPace(t *testing.T) {
	x := open(t)
	x.hosted(t, "1")
	for _, hook := range []string{smoke.ShowPanel, smoke.HidePanel} {
		got := x.run("", "smoke", hook)
		require.Equal(t, 3, got.code)
		sentence(t, got.err)
		require.Contains(t, got.err, "no window of its own")
		got = x.run("", "smoke", hook, "--json")
		require.Equal(t, 3, got.code)
		var end struct{ Exit int }
		require.NoError(t, json.Unmarshal([]byte(got.out), &end))
		require.Equal(t, 3, end.Exit)
	}
}
