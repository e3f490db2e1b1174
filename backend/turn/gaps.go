package turn

import (
	"context"
	"strings"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/store"
)

// askGap ends a turn with the question for the piece that a command lacks. The next sentence may be the answer.
func (s *Service) askGap(ctx context.Context, t *Turn, g phrase.Gap) event.Ended {
	end := say(event.Blocked, g.Question)
	end.Question = &event.Question{Text: g.Question, Options: []event.Option{}}
	if t.lasts() {
		_ = s.Thread.Put(context.WithoutCancel(ctx), store.PendingQuestion, asked{Question: *end.Question, Gap: &g}, s.Now(), memory)
	}
	return end
}

// Whole takes a sentence as the answer to the question for a missing piece: the command that asked, completed. What is a
// command of its own (more than a word, understood whole) is no answer, and neither is what completes nothing: it stays
// as it is.
func (s *Service) Whole(ctx context.Context, text string) string {
	var q asked
	if open, err := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q); err != nil || !open || q.Gap == nil || strings.TrimSpace(text) == "" {
		return text
	}
	if own := phrase.Read(text); own.Complete() && strings.ContainsAny(strings.TrimSpace(own.Normalised), " ") {
		return text
	}
	whole := q.Gap.Fill(strings.TrimRight(strings.TrimSpace(text), ".!"))
	if p := phrase.Read(whole); p.Complete() || p.Gap != nil && p.Gap.Question != q.Gap.Question {
		return whole
	}
	return text
}

// letGo drops the question for a missing piece when the answer is no.
func (s *Service) letGo(ctx context.Context, t *Turn, f *phrase.Followup) *event.Ended {
	if f == nil || f.Kind != phrase.Answer || f.Text != "no" {
		return nil
	}
	var q asked
	if open, err := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q); err != nil || !open || q.Gap == nil {
		return nil
	}
	if !t.req.DryRun {
		_ = s.Thread.Drop(ctx, store.PendingQuestion)
	}
	end := say(event.Done, "All right, I leave it at that.")
	return &end
}
