package turn

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/tool"
)

// private lists the texts of a turn that may be kept nowhere, the longest first: those that somebody proposed to put into
// a field, and no step has found that field to be none for passwords. The sentence is one of them when such a text can't
// be found in it as it stands, or when the field was one for passwords.
func (s *Service) private(t *Turn, steps []event.Result) []string {
	seen, secret := map[string]bool{}, false
	named := slices.Clone(t.named)
	for _, r := range steps {
		secret = secret || r.Outcome.Reason == string(proof.ReasonSecret)
		named = append(named, tool.Call{Tool: r.Tool, Args: r.Args})
		if executor.Judged(proof.Effect(r.Outcome.Effect), proof.Means(r.Outcome.Means)) {
			for _, text := range s.typed(r.Tool, r.Args) {
				seen[text] = true
			}
		}
	}
	var out []string
	whole := secret
	for _, c := range named {
		for _, text := range s.typed(c.Tool, c.Args) {
			if !seen[text] && !slices.Contains(out, text) {
				out = append(out, text)
				whole = whole || !strings.Contains(t.req.Text, text)
			}
		}
	}
	if whole && t.req.Text != "" && !slices.Contains(out, t.req.Text) {
		out = append(out, t.req.Text)
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

func (s *Service) typed(name string, args json.RawMessage) []string {
	x, ok := s.Registry.Lookup(name)
	if !ok {
		return nil
	}
	return executor.Typed(x.Spec(), args)
}

// sentence is what of the sentence may be kept.
func (t *Turn) sentence(private []string) string {
	text := t.req.Text
	for _, p := range private {
		text = strings.ReplaceAll(text, p, strings.Repeat("*", len([]rune(p))))
	}
	return text
}

// Holding is a Thread that can hold entries in this process alone, beside those that are kept: what may not be written
// down can still be referred to as long as Pace runs.
func Holding(kept Thread) Thread { return &holding{kept: kept, held: map[string]entry{}} }

// holder is what Holding makes; where a thread is none, such entries are not there for the next turn.
type holder interface {
	hold(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error
}

type entry struct {
	value       json.RawMessage
	at, expires time.Time
}

type holding struct {
	kept Thread

	mu   sync.Mutex
	held map[string]entry
}

// hold puts an entry in the place of one that is kept.
func (h *holding) hold(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.held[key] = entry{raw, now, now.Add(ttl)}
	h.mu.Unlock()
	return h.kept.Drop(ctx, key)
}

func (h *holding) Get(ctx context.Context, key string, now time.Time, value any) (bool, error) {
	h.mu.Lock()
	e, ok := h.held[key]
	h.mu.Unlock()
	if ok && now.Before(e.expires) && !now.Before(e.at) {
		return true, json.Unmarshal(e.value, value)
	}
	return h.kept.Get(ctx, key, now, value)
}

func (h *holding) Put(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error {
	h.forget(key)
	return h.kept.Put(ctx, key, value, now, ttl)
}

func (h *holding) Drop(ctx context.Context, key string) error {
	h.forget(key)
	return h.kept.Drop(ctx, key)
}

func (h *holding) forget(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.held, key)
}

// put leaves an entry for the next turn; a private one is not written down.
func (s *Service) put(ctx context.Context, key string, value any, now time.Time, private bool) {
	if !private {
		_ = s.Thread.Put(ctx, key, value, now, memory)
		return
	}
	if h, ok := s.Thread.(holder); ok {
		_ = h.hold(ctx, key, value, now, memory)
		return
	}
	_ = s.Thread.Drop(ctx, key)
}
