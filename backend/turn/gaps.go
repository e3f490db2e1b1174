package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/store"
	"pace/backend/tool"
)

// askGap ends a turn with the question for the piece that a command lacks. The next sentence may be the answer.
func (s *Service) askGap(ctx context.Context, t *Turn, g phrase.Gap) event.Ended {
	end := say(event.Blocked, g.Question)
	end.Question = &event.Question{Text: g.Question, Options: []event.Option{}}
	for _, c := range g.Choices {
		end.Question.Options = append(end.Question.Options, event.Option{Label: c.Label, Path: []string{sayStep, c.Whole}})
	}
	calls, known := supposed(g)
	t.named = append(t.named, calls...)
	if t.lasts() {
		private := !known || len(s.private(t, nil)) > 0
		s.put(context.WithoutCancel(ctx), store.PendingQuestion, asked{Question: *end.Question, Gap: &g}, s.Now(), private)
	}
	return end
}

// sayStep begins the path of an option that stands for a whole sentence, which follows.
const sayStep = "say"

// meant are the calls of a choice. It is one of those that a question of Pace's own offered, and its sentence was read whole
// when it was.
func meant(o event.Option) [][]tool.Call {
	if len(o.Path) != 2 || o.Path[0] != sayStep {
		return nil
	}
	if p := phrase.Read(o.Path[1]); p.Complete() {
		return p.Steps
	}
	return nil
}

// answers are what a missing piece may be, to see what the rest of its sentence says.
var answers = [...]string{"qqx", "press qqx", "30", "5 minutes", "left", "tomorrow at 5", "ctrl"}

// supposed are the calls of a sentence that lacks a piece, without that piece. known is false when they can't be told.
func supposed(g phrase.Gap) (calls []tool.Call, known bool) {
	if len(g.Choices) > 0 {
		for _, c := range g.Choices {
			calls = append(calls, slices.Concat(phrase.Read(c.Whole).Steps...)...)
		}
		return calls, true
	}
	for _, answer := range answers {
		whole, ok := g.Fill(answer)
		p := phrase.Read(whole)
		if !ok || !p.Complete() {
			continue
		}
		for _, c := range slices.Concat(p.Steps...) {
			var args map[string]any
			if json.Unmarshal(c.Args, &args) != nil {
				continue
			}
			for k, v := range args {
				if text, ok := v.(string); ok {
					args[k] = strings.TrimSpace(strings.ReplaceAll(text, answer, ""))
				}
			}
			raw, _ := json.Marshal(args)
			calls = append(calls, tool.Call{Tool: c.Tool, Args: raw})
		}
		return calls, true
	}
	return nil, false
}

// Whole takes a sentence as the answer to the question for a missing piece: the command that asked, completed. No answer is
// what is a command of its own (more than a word, understood whole), asks or refuses something, lacks a piece itself, or
// completes nothing: it stays as it is. What names one of the things to choose from becomes its number.
func (s *Service) Whole(ctx context.Context, text string) string {
	if n, ok := s.named(ctx, text); ok {
		return fmt.Sprintf("number %d", n)
	}
	g := s.gap(ctx)
	if g == nil || strings.TrimSpace(text) == "" || waived(text) {
		return text
	}
	own := phrase.Read(text)
	switch {
	case own.Complete() && strings.ContainsAny(strings.TrimSpace(own.Normalised), " "), own.Gap != nil,
		!g.Text && (own.Why == phrase.IsQuestion || own.Why == phrase.Destructive):
		return text
	}
	if whole, ok := g.Fill(text); ok {
		return whole
	}
	return text
}

// gap is the missing piece that was asked for last, nil when nothing is open.
func (s *Service) gap(ctx context.Context) *phrase.Gap {
	var q asked
	if open, err := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q); err != nil || !open {
		return nil
	}
	return q.Gap
}

// waived reports whether a sentence lets a question go instead of answering it.
func waived(text string) bool {
	n := strings.ToLower(strings.Trim(strings.ReplaceAll(phrase.Normalise(text), "’", "'"), " .!,"))
	switch n {
	case "no", "nope", "nah", "never mind", "nevermind", "forget it", "cancel", "cancel that", "stop", "stop it", "don't", "nothing", "leave it", "no thanks", "no thank you",
		"forget that", "drop it", "skip it", "not now", "never mind that", "it's fine", "abort", "quit", "none":
		return true
	}
	return false
}

// settle closes the question for a missing piece: the sentence behind it has answered it, let it go, or gone on to something
// else. The end is that of one which lets go.
func (s *Service) settle(ctx context.Context, t *Turn, p phrase.Parse) *event.Ended {
	g := s.gap(ctx)
	if g == nil || t.foreign() {
		return nil
	}
	if f := p.Followup; f != nil && len(g.Choices) > 0 && !waived(t.req.Text) && (f.Kind == phrase.Ordinal || f.Kind == phrase.Answer) {
		return nil // it chooses, or has to
	}
	if t.lasts() {
		_ = s.Thread.Drop(context.WithoutCancel(ctx), store.PendingQuestion)
	}
	if !waived(t.req.Text) {
		return nil
	}
	end := say(event.Done, "All right, I leave it at that.")
	return &end
}
