package turn

import (
	"context"

	"pace/backend/event"
	"pace/backend/tool"
)

// lastIdle is what the thread holds while the sentence before came to nothing.
const lastIdle = "lastIdle"

// idle keeps, for the next sentence, whether this one did nothing. Who says "undo that" then may mean it, and has to hear
// that something older was taken back.
func (s *Service) idle(ctx context.Context, t *Turn, end event.Ended) {
	if !t.lasts() {
		return
	}
	ctx = context.WithoutCancel(ctx)
	if len(end.Steps) == 0 && (end.Status == event.NotUnderstood || end.Status == event.Failed) {
		_ = s.Thread.Put(ctx, lastIdle, true, s.Now(), memory)
		return
	}
	_ = s.Thread.Drop(ctx, lastIdle)
}

// older says of an undo that what it took back is older than the sentence before, which had done nothing.
func (s *Service) older(ctx context.Context, t *Turn, calls [][]tool.Call, end *event.Ended) {
	var nothing bool
	if len(calls) != 1 || calls[0][0].Tool != "undo_last" || t.req.Undo != 0 || end.Status != event.Done || t.req.DryRun {
		return
	}
	if kept, err := s.Thread.Get(ctx, lastIdle, s.Now(), &nothing); err == nil && kept && nothing {
		end.Spoken = "What you said last did nothing, so I took back what was done before it. " + end.Spoken
	}
}
