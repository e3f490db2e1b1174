package local

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/egress"
	"pace/backend/planner/local/localtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const chatPath = "/v1/chat/completions"

// bubble is a double behind the real egress door, on a network in memory and a virtual clock.
type bubble struct {
	*testing.T
	double *localtest.Double
	wire   *localtest.Wire
	door   *egress.Door
	http   *http.Client
	began  time.Time

	deltas []string
	states []string
	spoken func() bool
}

// inBubble runs f. Everything that f starts must have ended by itself when it returns.
func inBubble(t *testing.T, f func(b *bubble)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{T: t, double: localtest.New(), began: time.Now()}
		b.wire = localtest.NewWire(b.double)
		b.door = egress.New(egress.Config{Audit: egress.NewAudit(filepath.Join(dir, "audit.jsonl")), Dial: b.wire.Dial})
		b.http = b.door.Client(egress.Lane{Subsystem: "planner", Operation: "chat"})
		defer b.wire.Close()
		defer b.door.Close()
		f(b)
		b.door.Close()
		synctest.Wait()
		require.Zero(t, b.wire.Open(), "connections are left open")
	})
}

// client makes a client; change may set more of its configuration.
func (b *bubble) client(change ...func(*Config)) *Client {
	b.Helper()
	config := Config{URL: "http://127.0.0.1:11434/v1", Model: "tiny"}
	for _, c := range change {
		c(&config)
	}
	client, err := New(b.http, config)
	require.NoError(b, err)
	return client
}

// hear collects what is handed out. "states" holds each phase with the time since the beginning.
func (b *bubble) hear() Hear {
	return Hear{
		Delta:  func(text string) { b.deltas = append(b.deltas, text) },
		Spoken: b.spoken,
		State: func(s State) {
			b.states = append(b.states, string(s.Phase)+" "+time.Since(b.began).String())
		},
	}
}

func never() bool { return false }

func ask(text string) Request {
	return Request{Messages: []Message{{Role: "system", Content: "Be brief."}, {Role: "user", Content: text}}}
}

func (b *bubble) chat(c *Client, r Request) (Result, error) {
	b.Helper()
	return c.Chat(b.Context(), r, b.hear())
}

func frames(frame ...string) localtest.Answer {
	a := localtest.Answer{Type: "text/event-stream"}
	for _, f := range frame {
		a.Frames = append(a.Frames, localtest.Frame{Text: f})
	}
	return a
}

// say is a frame with a piece of content; more is the rest of the choice, such as a finish reason.
func say(text, more string) string {
	return `data: {"model":"tiny","choices":[{"index":0,"delta":{"content":"` + text + `"}` + more + `}]}` + "\n\n"
}

const stop = `,"finish_reason":"stop"`

func outcomes(r Result) (all []Outcome) {
	for _, a := range r.Attempts {
		all = append(all, a.Outcome)
	}
	return all
}

func TestAStreamedAnswerIsHandedOutPieceByPiece(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-chat").Slowly(time.Second))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []string{"Ok", "."}, b.deltas)
		require.Equal(b, "Ok.", got.Content)
		require.Equal(b, "stop", got.Finish)
		require.Equal(b, "tiny", got.Served)
		require.Equal(b, ServedSame, got.Model)
		require.Equal(b, Usage{Prompt: 21, Completion: 4}, got.Usage, "the chunk with the usage has no choices")
		require.Equal(b, time.Second, got.FirstToken)
		require.Equal(b, 5*time.Second, got.Total, "each recorded frame came after a second; [DONE] ends it")
		require.Equal(b, []Outcome{OutcomeOK}, outcomes(got))
		require.True(b, got.Attempts[0].Stream && got.Attempts[0].CachePrompt && !got.Attempts[0].Schema)
	})
}

func TestEveryRecordedAnswerIsReadInPiecesAsInOne(t *testing.T) {
	for _, name := range localtest.Names() {
		if !strings.Contains(name, "chat") && !strings.Contains(name, "schema") {
			continue
		}
		answer := localtest.Recorded(name)
		if answer.Status != http.StatusOK {
			continue
		}
		read := func(r *strings.Reader, n int) (text, finish string) {
			err := completions{}.read(readerOf(r, n), func(ch chunk) error {
				text += ch.text
				if ch.finish != "" {
					finish = ch.finish
				}
				if ch.done {
					return errDone
				}
				return nil
			})
			require.ErrorIs(t, err, errDone, name)
			return text, finish
		}
		whole, finish := read(strings.NewReader(body(answer)), 1<<20)
		require.NotEmpty(t, whole, name)
		require.Equal(t, "stop", finish, name)
		for _, n := range []int{1, 2, 7, 100} {
			got, finish := read(strings.NewReader(body(answer)), n)
			require.Equal(t, whole, got, "%s in pieces of %d", name, n)
			require.Equal(t, "stop", finish, name)
		}
	}
}

// readerOf gives at most n bytes at a time.
func readerOf(r *strings.Reader, n int) *pieces { return &pieces{r, n} }

type pieces struct {
	from *strings.Reader
	n    int
}

func (p *pieces) Read(into []byte) (int, error) { return p.from.Read(into[:min(p.n, len(into))]) }

func TestAnAnswerWithoutFinishReasonIsAFailureEvenIfItsJSONIsComplete(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-killed"))
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrCut)
		require.True(b, validJSON(got.Content) == nil, "the trap: what came is a whole envelope")
		require.Equal(b, []Outcome{OutcomeCut}, outcomes(got), "it was heard, so it is not asked again")
		require.Equal(b, "tiny", got.Served, "the nameless last piece changes nothing")
		require.Len(b, b.double.Asked(chatPath), 1)
	})
}

func TestACutAnswerIsAskedAgainWhileNobodyHeardIt(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		killed := localtest.Recorded("ollama-schema").With(2, localtest.Killed)
		b.double.On(chatPath, killed, localtest.Recorded("ollama-killed"), killed, localtest.Recorded("ollama-whole"))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Ok.", got.Content, "of the last attempt only")
		require.Equal(b, []Outcome{OutcomeCut, OutcomeCut, OutcomeCut, OutcomeOK}, outcomes(got))
		var sent []string
		for _, a := range b.double.Asked(chatPath) {
			switch {
			case strings.Contains(a.Body, `"stream":true`) && strings.Contains(a.Body, `"cache_prompt":true`):
				sent = append(sent, "stream, cache")
			case strings.Contains(a.Body, `"stream":true`):
				sent = append(sent, "stream")
			default:
				require.NotContains(b, a.Body, "stream_options", "some servers refuse it without a stream")
				sent = append(sent, "whole")
			}
		}
		require.Equal(b, []string{"stream, cache", "stream", "stream", "whole"}, sent)
		var phases []string
		for _, s := range b.states {
			phases = append(phases, strings.Fields(s)[0])
		}
		require.Equal(b, []string{"asking", "writing", "again", "asking", "writing", "again", "asking", "writing", "again", "asking", "writing"}, phases)
	})
}

func TestAConnectionKilledWithinAnswerIsACut(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-schema").With(1, localtest.Killed))
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrCut)
	})
}

func TestAConnectionKilledAfterTheFinishReasonIsNone(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-chat").With(3, localtest.Killed))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Ok.", got.Content)
	})
}

func TestALengthLimitIsAFailure(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On(chatPath, localtest.Recorded("ollama-length"))
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrLength)
		require.Equal(b, "length", got.Finish)
		require.Len(b, got.Attempts, 1, "another attempt would run into it too")
	})
}

func TestOnlyStopIsSuccess(t *testing.T) {
	for _, reason := range []string{"tool_calls", "content_filter", "error", "STOP"} {
		inBubble(t, func(b *bubble) {
			b.double.On(chatPath, frames(say("x", `,"finish_reason":"`+reason+`"`)+"data: [DONE]\n\n"))
			_, err := b.chat(b.client(), ask("hi"))
			require.ErrorIs(b, err, ErrFinish)
			require.ErrorContains(b, err, reason)
		})
	}
}

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
