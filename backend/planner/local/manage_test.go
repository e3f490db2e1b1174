package local

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

func ofKind(k Kind) func(*Config) { return func(c *Config) { c.Kind = k } }

func TestADownloadIsFollowed(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/pull", localtest.Recorded("ollama-pull").Slowly(PullSilence-time.Second))
		var steps []Progress
		require.NoError(b, b.client(ofKind(Ollama)).Pull(b.Context(), "qwen3:4b", func(p Progress) { steps = append(steps, p) }))
		require.Equal(b, []Progress{{Step: "pulling manifest"}, {"pulling bb12", 0, 1000}, {"pulling bb12", 400, 1000},
			{"pulling bb12", 1000, 1000}, {Step: "verifying sha256 digest"}, {Step: "success"}}, steps)
		require.JSONEq(b, `{"model":"qwen3:4b","stream":true}`, b.double.Asked("/api/pull")[0].Body)
	})
}

func TestADownloadThatDoesNotSucceedIsAFailure(t *testing.T) {
	inBubble(t, func(b *bubble) {
		c := b.client(ofKind(Ollama))
		b.double.On("/api/pull", localtest.Recorded("ollama-pull-failed"))
		require.ErrorContains(b, c.Pull(b.Context(), "nope", nil), "pull nope: the model server reports: pull model manifest: file does not exist")

		b.double.On("/api/pull", localtest.Recorded("ollama-pull").With(4, localtest.Complete))
		require.ErrorIs(b, c.Pull(b.Context(), "x", nil), ErrCut, "it ended without saying that it succeeded")

		b.double.On("/api/pull", localtest.Recorded("ollama-pull").With(4, localtest.Killed))
		require.ErrorIs(b, c.Pull(b.Context(), "x", nil), ErrCut)

		began := time.Now()
		b.double.On("/api/pull", localtest.Recorded("ollama-pull").With(3, localtest.Silent))
		require.ErrorIs(b, c.Pull(b.Context(), "x", nil), ErrStalled)
		require.Equal(b, PullSilence, time.Since(began))
		<-b.double.Left()

		ctx, cancel := context.WithCancel(b.Context())
		time.AfterFunc(time.Second, cancel)
		require.ErrorIs(b, c.Pull(ctx, "x", nil), context.Canceled)
		<-b.double.Left()
	})
}

func TestAModelIsUnloadedWhereThatIsOffered(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/generate", localtest.Recorded("ollama-unloaded"))
		require.NoError(b, b.client(ofKind(Ollama)).Unload(b.Context(), "tiny"))
		require.JSONEq(b, `{"model":"tiny","keep_alive":0,"stream":false}`, b.double.Asked("/api/generate")[0].Body)

		b.double.On("/api/generate", localtest.Recorded("ollama-native-error"))
		require.ErrorIs(b, b.client(ofKind(Ollama)).Unload(b.Context(), "other"), ErrNoModel)

		require.ErrorIs(b, b.client(ofKind(LMStudio)).Unload(b.Context(), "tiny"), ErrNotOffered)
		require.ErrorIs(b, b.client(ofKind(LlamaCpp)).Unload(b.Context(), "tiny"), ErrNotOffered, "it serves one model, and answers 404")
		b.double.On("/models/unload", localtest.Text(200, "application/json", `{"success":true}`))
		require.NoError(b, b.client(ofKind(LlamaCpp)).Unload(b.Context(), "tiny"))
	})
}

func TestAModelsWindowIsTold(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/show", localtest.Recorded("ollama-show"))
		d, err := b.client(ofKind(Ollama)).Show(b.Context(), "tiny")
		require.NoError(b, err)
		require.Equal(b, Details{Context: 2048, MaxContext: 8192, Chat: true}, d)
		_, err = b.client(ofKind(LMStudio)).Show(b.Context(), "tiny")
		require.ErrorIs(b, err, ErrNotOffered)
		b.double.On("/api/show", localtest.Recorded("web-page"))
		_, err = b.client(ofKind(Ollama)).Show(b.Context(), "tiny")
		require.ErrorIs(b, err, ErrNotAServer)
	})
	require.Equal(t, Details{Thinks: true}, showAnswer{Capabilities: []string{"embedding", "thinking"}}.details("m"))
	require.Equal(t, Details{Chat: true}, showAnswer{Parameters: "num_ctx many\nnum_ctx 1 2\n"}.details("m"))
}
