package turn

import (
	"context"
	"strings"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/store"
)

// Link is the origin of a request that came in a pace:// link. Its words are somebody else's: they may be answered, and
// propose what to do, but they neither answer nor refer to what the person said, and leave nothing that the person's next
// sentence could refer to. Nothing that changes anything is done without asking, whatever else was granted.
const Link = "link"

// OpenFor is the longest that a question stays open.
const OpenFor = memory

// Free reports whether something may begin that does not come from the person in front of the machine: no attended turn
// is being worked on, an approval included, and no question waits for an answer.
func (s *Service) Free(ctx context.Context) bool {
	s.mu.Lock()
	busy := s.attended != nil || s.closed
	s.mu.Unlock()
	var q asked
	open, _ := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q) // also the one for a missing piece
	return !busy && !(open && !q.Listed) && !s.waits(ctx)
}

// proposed takes from a link's request what only the person decides: consent in advance, an answer, an undo by number.
func (r Request) proposed() Request {
	if r.Origin == Link {
		r.Yes, r.Option, r.Undo = false, nil, 0
	}
	return r
}

// foreign reports whether the words are not those of the person.
func (t *Turn) foreign() bool { return t.req.Origin == Link }

// own reports whether the person has said this, to have it done.
func (t *Turn) own() bool { return t.req.Attended && !t.req.DryRun && !t.foreign() }

// lasts reports whether the turn leaves something that a later one may refer to.
func (t *Turn) lasts() bool { return t.own() && !t.passed() }

// presumes ends a link's turn that answers or refers to what the person said.
func (t *Turn) presumes(p phrase.Parse) *event.Ended {
	if !t.foreign() || p.Followup == nil {
		return nil
	}
	end := say(event.Blocked, "A link can't answer for you or go on with what you did. Say it yourself if you want it.")
	return &end
}

// closing takes the question out of the end of a link's turn: an answer would go on with somebody else's words as if they
// were the person's.
func (t *Turn) closing(end event.Ended) event.Ended {
	if t.foreign() && end.Question != nil {
		end.Question = nil
		end.Spoken = strings.TrimSpace(end.Spoken + " A link can't be answered. Say it yourself if you want it.")
	}
	return end
}
