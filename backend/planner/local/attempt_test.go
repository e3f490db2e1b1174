package local

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

func TestASilentServerIsGivenUpAfterTheTimeForReadingThePrompt(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, frames().With(-1, localtest.Silent))
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrStalled)
		require.Equal(b, DefaultFirstChunk, time.Since(b.began))
		require.Equal(b, []string{"asking 0s", "reading 1s"}, b.states)
		require.Len(b, got.Attempts, 1, "who waited three minutes is not made to wait again")
		<-b.double.Left() // the connection was closed, so the server knows
	})
}

func TestALongReadOfThePromptIsNoStall(t *testing.T) {
	inBubble(t, func(b *bubble) {
		answer := localtest.Recorded("ollama-chat")
		answer.Frames[0].After = 179 * time.Second
		b.double.On(chatPath, answer)
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []string{"asking 0s", "reading 1s", "writing 2m59s"}, b.states)
		require.Equal(b, 179*time.Second, got.FirstToken)
	})
}

func TestAServerThatStopsWithinAnAnswerIsGivenUp(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-schema").With(2, localtest.Silent))
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrStalled)
		require.ErrorContains(b, err, "30s")
		require.Equal(b, DefaultStall, time.Since(b.began))
		require.Len(b, b.deltas, 2)
		require.Equal(b, strings.Join(b.deltas, ""), got.Content, "what came is kept")
		<-b.double.Left()
	})
}

func TestTheStallIsSetByTheUser(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-schema").With(2, localtest.Silent))
		_, err := b.chat(b.client(func(c *Config) { c.Stall = 5 * time.Second }), ask("hi"))
		require.ErrorIs(b, err, ErrStalled)
		require.Equal(b, 5*time.Second, time.Since(b.began))
	})
}

func TestASlowAnswerIsNoStall(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-schema").Slowly(29*time.Second))
		_, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
	})
}

func TestADripOfBytesIsNoSignOfLife(t *testing.T) {
	inBubble(t, func(b *bubble) {
		drip := frames(say("x", ""))
		for _, r := range say("never whole", "")[:20] {
			drip.Frames = append(drip.Frames, localtest.Frame{Text: string(r), After: 10 * time.Second})
		}
		b.double.On(chatPath, drip)
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrStalled)
		require.Equal(b, DefaultStall, time.Since(b.began))
	})
}

func TestCommentsAreNoSignOfLife(t *testing.T) {
	inBubble(t, func(b *bubble) {
		answer := frames()
		for range 100 {
			answer.Frames = append(answer.Frames, localtest.Frame{Text: ": ping\n\n", After: 10 * time.Second})
		}
		b.double.On(chatPath, answer)
		_, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrStalled)
		require.Equal(b, DefaultFirstChunk, time.Since(b.began))
	})
}

func TestAFirstPieceThatOnlyNamesTheRoleIsNotTheFirst(t *testing.T) {
	inBubble(t, func(b *bubble) {
		answer := frames(`data: {"model":"tiny","choices":[{"delta":{"role":"assistant","content":null},"finish_reason":null}]}`+"\n\n", say("Ok.", stop))
		answer.Frames[1].After = 100 * time.Second
		b.double.On(chatPath, answer)
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []string{"asking 0s", "reading 1s", "writing 1m40s"}, b.states)
		require.Equal(b, 100*time.Second, got.FirstToken)
	})
}

func TestThinkingIsASignOfLife(t *testing.T) {
	inBubble(t, func(b *bubble) {
		answer := frames()
		for range 8 {
			answer.Frames = append(answer.Frames, localtest.Frame{Text: `data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}` + "\n\n", After: 25 * time.Second})
		}
		answer.Frames = append(answer.Frames, localtest.Frame{Text: say("Ok.", stop)})
		b.double.On(chatPath, answer)
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, 200*time.Second, got.FirstToken, "of the answer, not of the thoughts")
		require.Equal(b, []string{"asking 0s", "reading 1s", "writing 25s"}, b.states)
	})
}

func TestAServerThatForgetsToSayGoodbyeIsNotWaitedForLong(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, frames(say("Ok.", stop)).With(-1, localtest.Silent))
		got, err := b.chat(b.client(), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Ok.", got.Content)
		require.Equal(b, farewell, time.Since(b.began))
		<-b.double.Left()
	})
}

func TestAChatAsAWholeIsBounded(t *testing.T) {
	inBubble(t, func(b *bubble) {
		answer := frames()
		for range 100 {
			answer.Frames = append(answer.Frames, localtest.Frame{Text: say("x", ""), After: 20 * time.Second})
		}
		b.double.On(chatPath, answer)
		b.spoken = never
		got, err := b.chat(b.client(), ask("hi"))
		require.ErrorIs(b, err, ErrTooLong)
		require.NotErrorIs(b, err, context.DeadlineExceeded, "no bound of the caller's")
		require.Equal(b, DefaultTotal, time.Since(b.began))
		require.Len(b, got.Attempts, 1)
	})
}

func TestACancelEndsEveryStageAtOnceAndClosesTheConnection(t *testing.T) {
	for name, answer := range map[string]localtest.Answer{
		"before the head":  frames().With(-1, localtest.Silent),
		"after the head":   frames(": ping\n\n").With(-1, localtest.Silent),
		"within the answe": localtest.Recorded("ollama-schema").With(2, localtest.Silent),
		"within an error":  {Status: 500, Frames: []localtest.Frame{{Text: `{"err`}}, End: localtest.Silent},
	} {
		inBubble(t, func(b *bubble) {
			b.double.On(chatPath, answer)
			ctx, cancel := context.WithCancel(b.Context())
			time.AfterFunc(7*time.Second, cancel)
			_, err := b.client().Chat(ctx, ask("hi"), b.hear())
			require.ErrorIs(b, err, context.Canceled, name)
			require.Equal(b, 7*time.Second, time.Since(b.began), name)
			<-b.double.Left()
			synctest.Wait()
			require.Zero(b, b.wire.Open(), name)

			b.double.On(chatPath, localtest.Recorded("ollama-chat"))
			_, err = b.chat(b.client(), ask("hi"))
			require.NoError(b, err, "the next request works")
		})
	}
}

func TestACancelEndsThePauseAfterARefusedConnection(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.wire.Refuse(9)
		ctx, cancel := context.WithCancelCause(b.Context())
		why := errors.New("the user spoke")
		time.AfterFunc(refusedPause/2, func() { cancel(why) })
		_, err := b.client().Chat(ctx, ask("hi"), b.hear())
		require.ErrorIs(b, err, context.Canceled)
		require.ErrorIs(b, err, why)
		require.Equal(b, refusedPause/2, time.Since(b.began))
	})
}

func TestSeveralChatsRunAtOnce(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On(chatPath, localtest.Recorded("ollama-schema").Slowly(time.Second))
		c := b.client()
		results := make(chan error)
		for range 4 {
			go func() {
				_, err := c.Chat(b.Context(), ask("hi"), Hear{})
				results <- err
			}()
		}
		for range 4 {
			require.NoError(b, <-results)
		}
		require.Equal(b, 6*time.Second, time.Since(b.began), "together, not one after the other")
	})
}
