package cli_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

// ollama has x find an Ollama.
func (x *term) ollama(t *testing.T) *localtest.Double {
	t.Helper()
	d := x.served(t)
	d.On("/v1/models", localtest.Text(404, "text/plain", "404 page not found"))
	d.On("/api/version", localtest.Recorded("ollama-version"))
	d.On("/api/tags", localtest.Recorded("ollama-tags"))
	d.On("/api/ps", localtest.Recorded("ollama-ps"))
	d.On("/api/pull", localtest.Recorded("ollama-pull"))
	d.On("/api/generate", localtest.Recorded("ollama-unloaded"))
	d.On("/api/chat", localtest.Recorded("ollama-unloaded"))
	return d
}

func TestTheModelsOfAServerAreListedAndTheOneThatIsAskedIsMarked(t *testing.T) {
	x := open(t)
	x.ollama(t)
	got := x.run("", "models", "list")
	require.Equal(t, 0, got.code, got.err)
	require.Regexp(t, `(?m)^\* qwen3:4b  \(in memory, 8192 tokens, 2\.6 GB\)$`, got.out)
	require.Contains(t, got.out, "makes vectors only")

	got = x.run("", "models", "list", "--json")
	var servers []struct {
		Kind   string
		Models []struct {
			Name  string
			Chat  bool
			Asked bool
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &servers))
	require.Equal(t, "ollama", servers[0].Kind)
	require.True(t, servers[0].Models[1].Asked)
}

func TestADownloadShowsHowFarItIsAndAFailureIsNoSuccess(t *testing.T) {
	x := open(t)
	d := x.ollama(t)
	got := x.run("", "models", "pull", "qwen3:4b")
	require.Equal(t, 0, got.code, got.err)
	require.Contains(t, got.out, "pulling bb12: 40 %\n")
	require.Contains(t, got.out, "success\n")
	require.Contains(t, d.Asked("/api/pull")[0].Body, "qwen3:4b")

	d.On("/api/pull", localtest.Recorded("ollama-pull-failed"))
	got = x.run("", "models", "pull", "nonsense")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)

	d.On("/api/pull", localtest.Recorded("ollama-pull").With(1, localtest.Complete))
	got = x.run("", "models", "pull", "half")
	require.Equal(t, 1, got.code, "a stream that just ends is no success")
}

func TestWithoutAServerTheModelCommandsSaySo(t *testing.T) {
	x := open(t)
	got := x.run("", "models", "list")
	require.Equal(t, 0, got.code)
	require.Contains(t, got.out, "No model server")
	got = x.run("", "models", "pull", "m")
	require.Equal(t, 1, got.code)
	require.Equal(t, "No Ollama answers on this machine.\n", got.err)
	got = x.run("", "models", "unload", "m")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
}
