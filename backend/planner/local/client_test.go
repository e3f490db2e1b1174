package local

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

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
