package schedule

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/store"
	"pace/backend/system"
)

// notify shows on the desktop that timers went off. Where there is no way to, or it fails, the interface alone shows it:
// what rings stays there until it is dismissed.
func (s *Service) notify(ctx context.Context, went []store.WentOff, quiet bool) {
	if s.c.Notifier == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, telling)
	defer cancel()
	if past, rest := overdue(went); len(past) > 1 {
		s.show(ctx, s.together(past), quiet, past...)
		went = rest
	}
	if len(went) > several {
		s.show(ctx, s.together(went), quiet, went...)
		return
	}
	for _, w := range went {
		title, more := Said(w, s.c.Now())
		s.show(ctx, system.Notification{Title: title, Body: more}, quiet, w)
	}
}

// overdue puts the reminders apart that were due so long ago that one word about all of them is enough.
func overdue(went []store.WentOff) (past, rest []store.WentOff) {
	for _, w := range went {
		if w.Kind == store.KindReminder && w.Rang.Sub(w.Due) > old {
			past = append(past, w)
		} else {
			rest = append(rest, w)
		}
	}
	return past, rest
}

func (s *Service) show(ctx context.Context, n system.Notification, quiet bool, of ...store.WentOff) {
	n.Quiet, n.Stays = quiet, true
	id, err := s.c.Notifier.Notify(ctx, n)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range of {
		s.notices[w.ID] = id
	}
}

// together tells of many at once: most of them were due while Pace was not running.
func (s *Service) together(went []store.WentOff) system.Notification {
	n := system.Notification{Title: fmt.Sprintf("%d timers are over.", len(went))}
	if went[0].Kind == store.KindReminder {
		n.Title = fmt.Sprintf("%d reminders are due.", len(went))
		if past, rest := overdue(went); len(past) > 0 && len(rest) == 0 {
			n.Title = fmt.Sprintf("%d reminders are overdue.", len(went))
		}
	}
	now := s.c.Now()
	var lines []string
	for i, w := range went {
		if i == 5 {
			lines = append(lines, fmt.Sprintf("and %d more", len(went)-i))
			break
		}
		lines = append(lines, strings.TrimPrefix(Name(w.Timer, now.Location()), "the ")+", due "+dueWords(w.Timer, now))
	}
	n.Body = strings.Join(lines, "\n")
	return n
}

// withdraw takes a notice back. One that can't be is the desktop's to keep.
func (s *Service) withdraw(ctx context.Context, notice string) {
	ctx, cancel := context.WithTimeout(ctx, telling)
	defer cancel()
	_ = s.c.Notifier.Withdraw(ctx, notice)
}
