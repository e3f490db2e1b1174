package local

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/egress"
	"pace/backend/planner/local/localtest"
)

func TestASilentlyCutPromptIsAFailure(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-prompt-cut"))
		r := ask("hi")
		r.PromptTokens = 8000
		_, err := b.chat(b.client(), r)
		var cut *PromptCut
		require.ErrorAs(b, err, &cut)
		require.Equal(b, PromptCut{Estimated: 8000, Reported: 2048}, *cut)

		_, err = b.chat(b.client(func(c *Config) { c.Context = 2048 }), ask("hi"))
		require.ErrorIs(b, err, ErrPromptCut, "the window is full, without any estimate")

		got, err := b.chat(b.client(func(c *Config) { c.Context = 4096 }), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, 2048, got.Usage.Prompt)
	})
}

func TestAPromptThatTheServerRefusesCarriesTheNumbers(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("llamacpp-too-long"))
		r := ask("hi")
		r.PromptTokens, r.Schema = 3900, []byte(`{}`)
		got, err := b.chat(b.client(), r)
		var cut *PromptCut
		require.ErrorAs(b, err, &cut)
		require.Equal(b, PromptCut{Estimated: 3900, Reported: 81926, Context: realWindow, Refused: true}, *cut)
		require.Len(b, got.Attempts, 1, "leaving the schema out would not help")
	})
}

func TestASchemaThatAServerCannotReadIsLeftOut(t *testing.T) {
	for _, name := range []string{"ollama-bad-schema", "ollama-runner-gone", "llamacpp-bad-schema", "llamacpp-bad-grammar", "lmstudio-no-json-object"} {
		inBubble(t, func(b *bubble) {
			b.double.On(chatPath, localtest.Recorded(name), localtest.Recorded("ollama-schema"))
			r := ask("hi")
			r.Schema = []byte(`{"type":"object"}`)
			got, err := b.chat(b.client(), r)
			require.NoError(b, err, name)
			require.Equal(b, []Outcome{OutcomeSchema, OutcomeOK}, outcomes(got), name)
			require.False(b, got.Attempts[1].Schema)
			sent := b.double.Asked(chatPath)
			require.Contains(b, sent[0].Body, "response_format")
			require.NotContains(b, sent[1].Body, "response_format")
		})
	}
}

func TestAServersOwnMessageIsPassedOn(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("ollama-no-model"))
		got, err := b.chat(b.client(func(c *Config) { c.Model = "other" }), ask("hi"))
		require.ErrorIs(b, err, ErrNoModel)
		require.EqualError(b, err, "the model server answered 404: model 'other' not found")
		require.Len(b, got.Attempts, 1)

		b.double.On(chatPath, localtest.Recorded("ollama-embeddings-only"))
		_, err = b.chat(b.client(), ask("hi"))
		require.ErrorContains(b, err, "does not support chat")
	})
}

func TestAnErrorWithinTheStreamIsAnError(t *testing.T) {
	for name, frame := range map[string]string{
		"as data":    `data: {"error":{"message":"out of memory"}}` + "\n\n",
		"as a field": `error: {"code":500,"message":"out of memory"}` + "\n\n",
		"as a named": "event: error\ndata: {\"message\":\"out of memory\"}\n\n",
		"as words":   "event: error\ndata: out of memory\n\n",
		"as text":    `data: {"error":"out of memory"}` + "\n\n",
	} {
		inBubble(t, func(b *bubble) {
			b.double.On(chatPath, frames(say("x", ""), frame, "data: [DONE]\n\n"))
			got, err := b.chat(b.client(), ask("hi"))
			require.EqualError(b, err, "the model server reports: out of memory", name)
			require.Equal(b, "x", got.Content)
			require.Len(b, got.Attempts, 1)
		})
	}
}

func TestAnotherModelIsNeverTakenSilently(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("ollama-chat"))
		got, err := b.chat(b.client(func(c *Config) { c.Model = "qwen3:4b" }), ask("hi"))
		var wrong *WrongModel
		require.ErrorAs(b, err, &wrong)
		require.Equal(b, WrongModel{Configured: "qwen3:4b", Served: "tiny"}, *wrong)
		require.Empty(b, b.deltas, "not one piece of it was handed out")
		require.Equal(b, ServedOther, got.Model)
		require.Equal(b, "tiny", got.Served)
		require.Len(b, got.Attempts, 1)

		got, err = b.chat(b.client(func(c *Config) { c.Model = "" }), ask("hi"))
		require.NoError(b, err, "nothing was configured")
		require.Equal(b, ServedUnnamed, got.Model)
		require.Equal(b, "tiny", got.Served, "and still it is shown")
	})
}

func TestAModelThatChangesWithinTheAnswerIsAnotherModel(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, frames(say("x", ""), strings.ReplaceAll(say("y", stop), "tiny", "big")))
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrWrongModel)
		require.Equal(b, []string{"x"}, b.deltas)
	})
}

func TestReasoningIsNoPartOfTheAnswer(t *testing.T) {
	inBubble(t, func(b *bubble) {
		thought := `data: {"model":"tiny","choices":[{"delta":{"reasoning_content":"hm","content":null}}]}` + "\n\n"
		b.double.On(chatPath, frames(thought, thought, say("Yes.", stop)))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Yes.", got.Content)
		require.Equal(b, []string{"Yes."}, b.deltas)
	})
}

func TestAnEmptyAnswerIsAskedForAgain(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, frames(say(" \\n", stop)), frames(), frames("data: [DONE]\n\n"), localtest.Recorded("ollama-whole"))
		b.spoken = never
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []Outcome{OutcomeEmpty, OutcomeCut, OutcomeCut, OutcomeOK}, outcomes(got))
	})
}

func TestAnAnswerThatIsNotWhatWasAskedForIsAskedForAgain(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("ollama-chat"), localtest.Recorded("ollama-schema"))
		r := ask("hi")
		r.Schema = []byte(`{"type":"object"}`)
		got, err := b.chat(b.client(), r)
		require.NoError(b, err)
		require.Equal(b, []Outcome{OutcomeInvalid, OutcomeOK}, outcomes(got))

		b.double.On(chatPath, localtest.Recorded("ollama-chat"))
		r.Valid = func(content string) error {
			require.Equal(b, "Ok.", content)
			return errors.New("no intent")
		}
		got, err = b.chat(b.client(), r)
		require.ErrorIs(b, err, ErrInvalid)
		require.ErrorContains(b, err, "no intent")
		require.Len(b, got.Attempts, 4)
		require.Equal(b, "Ok.", got.Content, "the caller may still make something of it")
	})
}

func TestWhatIsNoModelServerIsCalledThat(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("web-page"))
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrNotAServer)

		b.double.On(chatPath, localtest.Recorded("lmstudio-no-endpoint"))
		_, err = b.chat(b.client(), ask("hi"))
		require.ErrorContains(b, err, "Unexpected endpoint or method", "status 200 is no health")
	})
}

func TestAWrongContentTypeChangesNothing(t *testing.T) {
	for _, kind := range []string{"", "text/plain", "application/json", "text/html"} {
		inBubble(t, func(b *bubble) {
			answer := localtest.Recorded("ollama-chat")
			answer.Type = kind
			b.double.On(chatPath, answer)
			got, err := b.chat(b.client(), ask("hi"))
			require.NoError(b, err)
			require.Equal(b, "Ok.", got.Content)

			whole := localtest.Recorded("ollama-whole")
			whole.Type = "text/event-stream"
			b.double.On(chatPath, whole)
			got, err = b.chat(b.client(), ask("hi"))
			require.NoError(b, err)
			require.Equal(b, "Ok.", got.Content)
		})
	}
}

func TestTruncatedJSONIsACut(t *testing.T) {
	for name, answer := range map[string]localtest.Answer{
		"within a stream":       frames(say("x", ""), `data: {"model":"tiny","choi`),
		"within a whole answer": localtest.Text(200, "application/json", `{"choices":[{"message":{"content":"O`),
	} {
		inBubble(t, func(b *bubble) {
			b.double.On(chatPath, answer)
			_, err := b.chat(b.client(), ask("hi"))
			require.ErrorIs(b, err, ErrCut, name)
		})
	}
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, frames("data: {nonsense}\n\n"), localtest.Text(200, "application/json", `{"choices":[]}`), localtest.Recorded("ollama-chat"))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.ErrorIs(b, got.Attempts[0].Err, ErrMalformed)
		require.ErrorIs(b, got.Attempts[1].Err, ErrMalformed)
	})
}

func TestAHugeAnswerIsRefused(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, frames(say(strings.Repeat("x", maxAnswer), ""), say("y", stop)))
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrTooBig)

		b.double.On(chatPath, frames("data: "+strings.Repeat("x", maxLine+1)))
		_, err = b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrTooBig)

		b.double.On(chatPath, frames("{"+strings.Repeat(" ", maxLine+1)))
		_, err = b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrTooBig)
	})
}

func TestARefusedConnectionIsTriedOnceMore(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-chat"))
		b.wire.Refuse(1)
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []Outcome{OutcomeUnreachable, OutcomeOK}, outcomes(got))

		b.door.Close() // drops the kept connection
		b.wire.Refuse(9)
		before := b.wire.Dialled()
		_, err = b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrUnreachable)
		require.Equal(b, 2, b.wire.Dialled()-before)
	})
}

func TestAServerThatCrashesOverARequestIsUnreachable(t *testing.T) {
	inBubble(t, func(b *bubble) {
		// A schema that looks ahead ends Ollama as a whole: an empty reply, then a closed port.
		b.double.On(chatPath, localtest.Answer{End: localtest.Killed})
		b.wire.RefuseAfter(1)
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrUnreachable)
		require.Equal(b, []Outcome{OutcomeUnreachable, OutcomeUnreachable}, outcomes(got))
		require.Len(b, b.double.Asked(chatPath), 1)
	})
}

func TestADangerousSchemaIsNotSent(t *testing.T) {
	inBubble(t, func(b *bubble) {
		r := ask("hi")
		r.Schema = []byte(`{"type":"string","pattern":"^(?=x)a$"}`)
		_, err := b.chat(b.client(), r)
		require.ErrorIs(b, err, ErrSchema)
		require.Zero(b, b.wire.Dialled())
	})
}

func TestARedirectOffTheMachineIsRefused(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Answer{Status: http.StatusTemporaryRedirect, Header: map[string]string{"Location": "http://192.0.2.7/v1/chat/completions"}})
		got, err := b.chat(b.client(), ask("the secret"))
		var refused *egress.Refused
		require.ErrorAs(b, err, &refused)
		require.Equal(b, "192.0.2.7", refused.Host)
		require.NotErrorIs(b, err, ErrUnreachable)
		require.Len(b, got.Attempts, 1)
		require.Equal(b, 1, b.wire.Dialled(), "nothing but this machine was contacted")
		total, err := b.door.Total(b.Context(), b.began.Add(-time.Hour))
		require.NoError(b, err)
		require.Zero(b, total.Sent, "bytes off this machine")
		require.Greater(b, total.Local, int64(len("the secret")), "bytes to the local server are counted")
	})
}

func TestARedirectOnTheMachineIsFollowed(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Answer{Status: http.StatusPermanentRedirect, Header: map[string]string{"Location": "/other"}})
		b.double.On("/other", localtest.Recorded("ollama-chat"))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Ok.", got.Content)
		require.Equal(b, http.MethodPost, b.double.Asked("/other")[0].Method)
	})
}

func TestAServerOffTheMachineIsNeverAsked(t *testing.T) {
	inBubble(t, func(b *bubble) {
		_, err := b.chat(b.client(func(c *Config) { c.URL = "http://192.0.2.7:1234/v1" }), ask("hi"))
		var refused *egress.Refused
		require.ErrorAs(b, err, &refused)
		require.Zero(b, b.wire.Dialled())
	})
}

func TestNothingIsHandedOutAfterACancel(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-chat"))
		ctx, cancel := context.WithCancel(b.Context())
		hear := b.hear()
		hear.Delta = func(text string) {
			b.deltas = append(b.deltas, text)
			cancel()
		}
		got, err := b.client().Chat(ctx, ask("hi"), hear)
		require.ErrorIs(b, err, context.Canceled)
		require.Equal(b, []string{"Ok"}, b.deltas)
		require.Len(b, got.Attempts, 1)
		synctest.Wait()
		require.Zero(b, b.wire.Open(), "the connection is closed, not kept")
	})
}
