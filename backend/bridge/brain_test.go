package bridge_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/event"
	"pace/backend/planner/local/localtest"
)

// double serves what was recorded of a kind of server.
func double(t *testing.T, d *localtest.Double) string {
	s := httptest.NewServer(d)
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func llama() *localtest.Double {
	return localtest.New().On("/props", localtest.Recorded("llamacpp-props")).On("/v1/models", localtest.Recorded("llamacpp-models"))
}

func ollama(running ...localtest.Answer) *localtest.Double {
	if running == nil {
		running = []localtest.Answer{localtest.Recorded("ollama-ps")}
	}
	return localtest.New().On("/api/version", localtest.Recorded("ollama-version")).On("/api/tags", localtest.Recorded("ollama-tags")).
		On("/api/ps", running...).On("/api/generate", localtest.Recorded("ollama-unloaded"))
}

// closed is an address at which nobody listens.
func closed(t *testing.T) string {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return "http://" + l.Addr().String() + "/v1"
}

func asking(t *testing.T, url string) (*bridge.Services, *apptest.Pace) {
	p := apptest.Open(t, func(o *app.Options) { o.Environ = append(o.Environ, "PACE_PLANNER_URL="+url) })
	return p.Services("1", "browser"), p
}

func host(url string) string { return strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/v1") }

func TestTheServerThatIsSetIsShownWithItsModelAndItAnswers(t *testing.T) {
	url := double(t, llama())
	s, _ := asking(t, url)
	before, err := s.Brain.Status()
	require.NoError(t, err)
	require.Empty(t, before.Looked, "nobody has looked, and asking for the status contacts nobody")
	require.Empty(t, before.Planner.Tier)

	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, "local", now.Chosen)
	require.Equal(t, bridge.PlannerInUse{Tier: "local", Label: "llama.cpp at " + host(url) + ", model pace-brief.gguf", Short: "pace-brief.gguf"}, now.Planner)
	require.Empty(t, now.Problem)
	_, err = time.Parse(time.RFC3339, now.Looked)
	require.NoError(t, err)
	require.Equal(t, &bridge.AskedModel{URL: url, Model: "/models/pace-brief.gguf", Short: "pace-brief.gguf"}, now.Asked)
	first := now.Servers[0]
	require.Equal(t, "llama.cpp", first.Name)
	require.Equal(t, "b0-unknown", first.Version)
	require.Equal(t, "yes", first.Models[0].Loaded)
	require.Equal(t, 16384, first.Models[0].Context)
	require.True(t, first.Models[0].Chat)
	require.False(t, first.Models[0].CanUnload, "this server has one model only")
	require.Zero(t, now.Privacy.OffDeviceBytes)
	require.Positive(t, now.Privacy.LocalBytes, "the look itself is counted, on this machine")

	after, err := s.Brain.Status()
	require.NoError(t, err)
	require.Equal(t, now.Planner, after.Planner)
	require.NotContains(t, asJSON(t, after), "null")
	hello, err := s.Session.Hello(event.Version)
	require.NoError(t, err)
	require.Equal(t, now.Planner, hello.Planner)
	require.Zero(t, hello.OffDeviceBytesToday)
}

func TestTheFirstCallOfAWindowLooksForTheServerItself(t *testing.T) {
	url := double(t, llama())
	s, _ := asking(t, url)
	hello, err := s.Session.Hello(event.Version)
	require.NoError(t, err)
	require.Equal(t, "local", hello.Planner.Tier)
	require.Contains(t, hello.Planner.Label, host(url))
}

func TestWithNothingThereTheBuiltInPlannerAnswersAndTheReasonIsSaid(t *testing.T) {
	url := closed(t)
	s, _ := asking(t, url)
	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, bridge.PlannerInUse{Tier: "builtin", Label: "Built-in, no model", Short: "Built-in, no model"}, now.Planner)
	require.Equal(t, "The model server at "+host(url)+" does not answer.", now.Problem)
	require.Nil(t, now.Asked)
	require.Nil(t, now.Last)
	require.NotContains(t, asJSON(t, now), "null")
	require.Contains(t, now.Memory.Verdict, "takes no memory")
	require.True(t, now.Memory.Fits)
	hello, err := s.Session.Hello(event.Version)
	require.NoError(t, err)
	require.Equal(t, now.Planner, hello.Planner)
	_, err = s.Brain.Unload("anything")
	fails(t, err, "notFound")
}

func TestWhatIsWrongWithAServerIsSaidInOneSentence(t *testing.T) {
	loading := localtest.New().On("/props", localtest.Recorded("llamacpp-loading")).On("/v1/models", localtest.Recorded("llamacpp-loading"))
	vectors := localtest.New().On("/v1/models", localtest.Text(200, "application/json", `{"data":[{"id":"nomic-embed-text"}]}`))
	page := localtest.New().On("/", localtest.Recorded("web-page"))
	for _, c := range []struct {
		name  string
		d     *localtest.Double
		model string
		want  string
	}{
		{"loading", loading, "", "The model server at HOST is still loading its model."},
		{"loading what is set", loading, "qwen3", "The model server at HOST is still loading its model."},
		{"another model", llama(), "qwen3-30b", "The model server at HOST does not have the model “qwen3-30b”."},
		{"only vectors", vectors, "", "The model server at HOST has no model that can chat."},
		{"something else", page, "", "What answers at HOST is no model server."},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := double(t, c.d)
			s, _ := asking(t, url)
			_, err := s.Settings.Set("PlannerModel", c.model)
			require.NoError(t, err)
			now, err := s.Brain.Look()
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(c.want, "HOST", host(url)), now.Problem)
			require.Equal(t, "builtin", now.Planner.Tier)
		})
	}
}

func TestAServerOnAnotherMachineIsNotAskedAndThatIsSaid(t *testing.T) {
	s, _ := asking(t, "http://192.0.2.1:1234/v1")
	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Contains(t, now.Problem, "The model server 192.0.2.1 was not asked: ")
	require.Zero(t, now.Privacy.OffDeviceBytes)
	require.Equal(t, "builtin", now.Planner.Tier)
}

func TestAChangedChoiceMakesTheLastLookVoid(t *testing.T) {
	s, _ := asking(t, double(t, ollama()))
	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, "qwen3:4b", now.Asked.Model, "the one in memory comes first")
	_, err = s.Settings.Set("PlannerModel", "tiny")
	require.NoError(t, err)
	now, err = s.Brain.Status()
	require.NoError(t, err)
	require.Empty(t, now.Looked)
	require.Nil(t, now.Asked)
	require.NotEmpty(t, now.Servers, "what was found can still be chosen from")
	now, err = s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, "tiny", now.Asked.Model)
	_, err = s.Settings.Set("PlannerTier", "builtin")
	require.NoError(t, err)
	now, err = s.Brain.Status()
	require.NoError(t, err)
	require.Equal(t, bridge.PlannerInUse{Tier: "builtin", Label: "Built-in, no model", Short: "Built-in, no model"}, now.Planner)
	require.Empty(t, now.Problem)
}

func TestWhoHasChosenNothingMissesNothing(t *testing.T) {
	p := apptest.Open(t)
	s := p.Services("1", "browser")
	_, err := s.Settings.Set("PlannerURL", closed(t))
	require.NoError(t, err)
	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Empty(t, now.Chosen)
	require.Equal(t, "builtin", now.Planner.Tier)
	require.Empty(t, now.Problem)

	url := double(t, llama())
	_, err = s.Settings.Set("PlannerURL", url)
	require.NoError(t, err)
	now, err = s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, "local", now.Planner.Tier, "what is found is used")
	row, err := s.Settings.Reset("PlannerURL")
	require.NoError(t, err)
	require.Equal(t, row.Default, row.Value)
	require.False(t, row.Chosen)
	_, err = s.Settings.Reset("NoSuchSetting")
	fails(t, err, "notFound")
	require.FileExists(t, filepath.Join(p.Home, "settings.json"))
}

func TestWhatTheEnvironmentDecidesIsNotReset(t *testing.T) {
	s, _ := asking(t, closed(t))
	_, err := s.Settings.Reset("PlannerURL")
	fails(t, err, "invalid")
}

func TestTheModelThatReallyAnsweredIsShown(t *testing.T) {
	chat := localtest.Recorded("llamacpp-chat")
	usage := &chat.Frames[len(chat.Frames)-2]
	usage.Text = strings.Replace(usage.Text, `"prompt_tokens":12`, `"prompt_tokens":500`, 1) // fewer would mean that the prompt was cut
	d := llama().On("/v1/chat/completions", chat)
	s, p := asking(t, double(t, d))
	done := p.Ask(t, "why is the sky blue?")
	require.Equal(t, event.Done, done.Status, done.Spoken)
	require.Equal(t, "Yup!", done.Spoken)
	now, err := s.Brain.Status()
	require.NoError(t, err)
	require.NotNil(t, now.Last)
	require.Equal(t, "pace-brief.gguf", now.Last.Served)
	require.Equal(t, "same", now.Last.Compared)
	require.Equal(t, 500, now.Last.PromptTokens)
	require.Equal(t, 5, now.Last.AnswerTokens)
	require.Equal(t, 1, now.Last.Attempts)
	require.Empty(t, now.Last.Problem)
	require.Equal(t, "local", now.Planner.Tier)
}

func TestAnAnswerOfAnotherModelIsShownAsThat(t *testing.T) {
	chat := localtest.Recorded("llamacpp-chat")
	for i := range chat.Frames {
		chat.Frames[i].Text = strings.ReplaceAll(chat.Frames[i].Text, "pace-brief", "another")
	}
	s, p := asking(t, double(t, llama().On("/v1/chat/completions", chat)))
	done := p.Ask(t, "why is the sky blue?")
	require.NotEqual(t, event.Done, done.Status)
	now, err := s.Brain.Status()
	require.NoError(t, err)
	require.Equal(t, "other", now.Last.Compared)
	require.Equal(t, "another.gguf", now.Last.Served)
	require.Contains(t, now.Last.Problem, "instead of")
}

func TestMemoryIsGivenBackWhereTheServerOffersIt(t *testing.T) {
	gone := localtest.Text(http.StatusOK, "application/json", `{"models":[]}`)
	d := ollama(localtest.Recorded("ollama-ps"), gone)
	s, _ := asking(t, double(t, d))
	now, err := s.Brain.Look()
	require.NoError(t, err)
	held := func(models []bridge.ServedModel) (out []string) {
		for _, m := range models {
			if m.CanUnload {
				out = append(out, m.Name)
			}
		}
		return out
	}
	require.Equal(t, []string{"qwen3:4b"}, held(now.Servers[0].Models))
	require.Equal(t, "qwen3:4b", now.Memory.Items[0].Choice)
	require.InDelta(t, 3.0, now.Memory.Items[0].GB, 1e-9, "measured, not the size of the file")
	u, err := s.Brain.Unload("qwen3:4b")
	require.NoError(t, err)
	require.True(t, u.Freed)
	require.Equal(t, "“qwen3:4b” is out of memory.", u.Said)
	require.Len(t, d.Asked("/api/generate"), 1)
	require.Empty(t, held(u.Status.Servers[0].Models))
	_, err = s.Brain.Unload("qwen3:4b")
	fails(t, err, "notFound")
}

func TestAModelThatStaysInMemoryIsNotSaidToBeGone(t *testing.T) {
	s, _ := asking(t, double(t, ollama()))
	_, err := s.Brain.Look()
	require.NoError(t, err)
	u, err := s.Brain.Unload("qwen3:4b")
	require.NoError(t, err)
	require.False(t, u.Freed)
	require.Contains(t, u.Said, "still lists")
}

func TestAServerThatDoesNotUnloadSaysWhereToDoIt(t *testing.T) {
	d := localtest.New().On("/api/v0/models", localtest.Text(http.StatusOK, "application/json", `{"data":[{"id":"qwen3-4b","type":"llm","state":"loaded","loaded_context_length":4096}]}`))
	s, _ := asking(t, double(t, d))
	now, err := s.Brain.Look()
	require.NoError(t, err)
	require.Equal(t, "LM Studio", now.Servers[0].Name)
	_, err = s.Brain.Unload("qwen3-4b")
	fails(t, err, "invalid")
	require.Contains(t, err.Error(), "its own program")
}

func TestTiersThatAreNotBuiltSayThatTheyAreNot(t *testing.T) {
	s, _ := asking(t, closed(t))
	now, err := s.Brain.Status()
	require.NoError(t, err)
	var can []string
	for _, x := range now.Tiers {
		require.NotEmpty(t, x.Name)
		require.NotEmpty(t, x.About)
		if x.Why == "" {
			can = append(can, x.ID)
		}
	}
	require.Equal(t, []string{"", "builtin", "local"}, can)
	known := row(t, s.Settings, "PlannerTier").Options
	for _, x := range now.Tiers[1:] {
		require.Contains(t, known, x.ID)
	}
	require.Len(t, now.Tiers, len(known)+1, "every tier, and none chosen")
	_, err = s.Settings.Set("PlannerTier", "directAPI")
	require.NoError(t, err)
	now, err = s.Brain.Status()
	require.NoError(t, err)
	require.Equal(t, "builtin", now.Planner.Tier)
	require.NotEmpty(t, now.Problem)
}
