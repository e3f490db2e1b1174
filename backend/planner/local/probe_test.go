package local

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

func (b *bubble) asLMStudio() {
	for _, path := range []string{"/props", "/api/version", "/api/tags"} {
		b.double.On(path, localtest.Recorded("lmstudio-no-endpoint"))
	}
	b.double.On("/api/v0/models", localtest.Recorded("lmstudio-models"))
}

func (b *bubble) asOllama() {
	b.double.On("/api/version", localtest.Recorded("ollama-version"))
	b.double.On("/api/tags", localtest.Recorded("ollama-tags"))
	b.double.On("/api/ps", localtest.Recorded("ollama-ps"))
}

func (b *bubble) asLlamaCpp() {
	b.double.On("/props", localtest.Recorded("llamacpp-props"))
	b.double.On("/v1/models", localtest.Recorded("llamacpp-models"))
}

func names(models []Model) (all []string) {
	for _, m := range models {
		all = append(all, m.Name)
	}
	return all
}

func TestLMStudioIsKnownByItsList(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.asLMStudio()
		s, err := b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, LMStudio, s.Kind)
		require.Equal(b, "http://127.0.0.1:11434/v1", s.URL)
		require.Equal(b, []string{"qwen3-4b-instruct", "google/gemma-3-12b"}, names(s.ChatModels()), "what is loaded comes first, vectors never")
		require.Equal(b, Model{Name: "qwen3-4b-instruct", Chat: true, Loaded: LoadedYes, Context: 8192, MaxContext: 262144, Family: "qwen3", Quant: "Q4_K_M"}, s.Models[1])
		require.Equal(b, LoadedNo, s.Models[0].Loaded)
		require.Equal(b, Config{URL: s.URL, Kind: LMStudio, Model: "qwen3-4b-instruct", Context: 8192}, s.Config(s.Models[1]))
	})
}

func TestOllamaIsKnownByItsVersion(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.asOllama()
		s, err := b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, Ollama, s.Kind)
		require.Equal(b, "0.17.4", s.Version)
		require.Equal(b, []string{"qwen3:4b", "tiny:latest"}, names(s.ChatModels()))
		require.Equal(b, Model{Name: "qwen3:4b", Chat: true, Loaded: LoadedYes, Context: 8192, Bytes: 2600000000, Family: "qwen3", Size: "4.0B", Quant: "Q4_K_M"}, s.Models[1])
		require.False(b, s.Models[2].Chat, "it only makes vectors")

		b.double.On("/api/ps")
		s, err = b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, LoadedUnknown, s.Models[1].Loaded, "an old version does not tell")
	})
}

func TestLlamaCppIsKnownByItsProperties(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.asLlamaCpp()
		s, err := b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, LlamaCpp, s.Kind)
		require.Len(b, s.Models, 1)
		require.Equal(b, "/models/pace-brief.gguf", s.Models[0].Name)
		require.Equal(b, realWindow, s.Models[0].Context)
		require.Equal(b, LoadedYes, s.Models[0].Loaded)

		b.double.On("/props", localtest.Recorded("llamacpp-loading"))
		s, err = b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.True(b, s.Loading)
		require.Equal(b, LlamaCpp, s.Kind)
	})
}

func TestARouterOfLlamaCppTellsWhatIsLoaded(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/v1/models", localtest.Text(200, "application/json", `{"data":[
			{"id":"a-GGUF:Q4_K_M","owned_by":"llamacpp","status":{"value":"unloaded"}},{"id":"b-GGUF:Q8_0","owned_by":"llamacpp","status":{"value":"loaded"}}]}`))
		s, err := b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, LlamaCpp, s.Kind)
		require.Equal(b, []string{"b-GGUF:Q8_0", "a-GGUF:Q4_K_M"}, names(s.ChatModels()))
	})
}

func TestAnyOtherServerIsKnownByItsModels(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/v1/models", localtest.Recorded("openai-models"))
		s, err := b.client().Inspect(b.Context())
		require.NoError(b, err)
		require.Equal(b, OpenAI, s.Kind)
		require.Equal(b, []string{"mistral-small"}, names(s.ChatModels()))
	})
}

func TestAServerIsKnownByWhatItSaysAndNotByItsStatus(t *testing.T) {
	for name, answer := range map[string]localtest.Answer{
		"an error with status 200": localtest.Recorded("lmstudio-no-endpoint"),
		"a web page":               localtest.Recorded("web-page"),
		"an empty object":          localtest.Text(200, "application/json", `{}`),
		"a list":                   localtest.Text(200, "application/json", `[]`),
		"another shape":            localtest.Text(200, "application/json", `{"data":"none","version":7,"models":{},"default_generation_settings":1}`),
		"nothing":                  localtest.Text(200, "application/json", ``),
	} {
		inBubble(t, func(b *bubble) {
			for _, path := range []string{"/api/v0/models", "/props", "/api/version", "/api/tags", "/v1/models"} {
				b.double.On(path, answer)
			}
			_, err := b.client().Inspect(b.Context())
			require.ErrorIs(b, err, ErrNotAServer, name)
			health, err := b.client().Check(b.Context())
			require.Equal(b, NotServer, health, name)
			require.Error(b, err)
		})
	}
}

func TestHealthIsTold(t *testing.T) {
	for want, set := range map[Health]func(*bubble){
		Ready:     func(b *bubble) { b.asOllama() },
		Loading:   func(b *bubble) { b.double.On("/props", localtest.Recorded("llamacpp-loading")) },
		NotServer: func(b *bubble) {},
		Absent:    func(b *bubble) { b.wire.Refuse(9) },
		NoModels: func(b *bubble) {
			b.double.On("/api/v0/models", localtest.Text(200, "application/json", `{"data":[{"id":"v","type":"embeddings"}],"object":"list"}`))
		},
	} {
		inBubble(t, func(b *bubble) {
			set(b)
			health, err := b.client().Check(b.Context())
			require.Equal(b, want, health)
			require.Equal(b, want == Ready, err == nil)
		})
	}
}

func TestAServerThatWantsAKeyIsNoSilence(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/v0/models", localtest.Text(401, "application/json", `{"error":{"message":"Invalid API Key"}}`))
		_, err := b.client().Inspect(b.Context())
		require.ErrorContains(b, err, "Invalid API Key")

		b.double.On(chatPath, localtest.Recorded("ollama-chat"))
		_, err = b.chat(b.client(func(c *Config) { c.Key = "k" }), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Bearer k", b.double.Asked(chatPath)[0].Header.Get("Authorization"))
		require.Empty(b, b.double.Asked("/api/v0/models")[0].Header.Get("Authorization"))
	})
}

func TestAddressesAreProbedTogetherAndInBoundedTime(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/v0/models", localtest.Answer{End: localtest.Silent})
		var addresses []string
		for range 2 * probing {
			addresses = append(addresses, "http://127.0.0.1:1234/v1")
		}
		require.Empty(b, Probe(b.Context(), b.http, addresses))
		require.Equal(b, 2*ProbeBudget, time.Since(b.began), "two rounds of four")
	})
}

func TestAProbeFindsWhatIsThere(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.asOllama()
		b.wire.Refuse(1) // one of the ports is closed
		found := Probe(b.Context(), b.http, []string{"http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1", "not an address", "http://192.0.2.7/v1"})
		require.Len(b, found, 1)
		require.Equal(b, Ollama, found[0].Kind)
		require.Len(b, Usual(), 3)
	})
}

func TestAProbeEndsWithItsContext(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/v0/models", localtest.Answer{End: localtest.Silent})
		ctx, cancel := context.WithTimeout(b.Context(), time.Second)
		defer cancel()
		require.Empty(b, Probe(ctx, b.http, Usual()))
		require.Equal(b, time.Second, time.Since(b.began))
	})
}

func TestAddressesAreReadInEverySpelling(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:1234/v1":                  "http://127.0.0.1:1234",
		"http://127.0.0.1:1234/v1/":                 "http://127.0.0.1:1234",
		" http://localhost:1234":                    "http://localhost:1234",
		"http://[::1]:8080/":                        "http://[::1]:8080",
		"http://127.0.0.1:1234/v1/chat/completions": "http://127.0.0.1:1234",
		"http://127.0.0.1:11434/api":                "http://127.0.0.1:11434",
		"http://127.0.0.1:8080/llm/v1":              "http://127.0.0.1:8080/llm",
		"http://user:pw@127.0.0.1:1/v1?x#y":         "http://127.0.0.1:1",
	} {
		got, err := rootOf(address)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, address := range []string{"", "127.0.0.1:1234", "ftp://127.0.0.1", "http://", "://", "http://a b"} {
		_, err := New(http.DefaultClient, Config{URL: address})
		require.Error(t, err, address)
	}
}
