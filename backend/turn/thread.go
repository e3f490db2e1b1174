package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/phrase"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/tool"
)

// memory is how long "again", "that one" and "the second one" are understood.
const memory = 2 * time.Minute

// asked is a question that waits for an answer: the plan from the call that asked on.
type asked struct {
	Question event.Question `json:"question"`
	Calls    [][]tool.Call  `json:"calls"`
	Gap      *phrase.Gap    `json:"gap,omitempty"`    // the question is for a missing piece of a sentence
	Listed   bool           `json:"listed,omitempty"` // nothing was asked: these things were listed, and one may be chosen
}

// touched is what was worked on last.
type touched struct {
	Target desktop.Target `json:"target"`
	Tool   string         `json:"tool"`
	App    string         `json:"app"`
}

// done is a plan that was carried out, and the program it worked in.
type done struct {
	Calls   [][]tool.Call `json:"calls"`
	Program string        `json:"program"`
}

// remember keeps what the next turn may refer to. A thread that can't be kept costs follow-ups, not the turn.
func (s *Service) remember(ctx context.Context, t *Turn, r executor.Result, end *event.Ended) {
	ctx = context.WithoutCancel(ctx)
	now := s.Now()
	if touchedSecret(r) { // what was meant for a password field is kept nowhere
		for _, key := range []string{store.LastPlan, store.PendingQuestion} {
			_ = s.Thread.Drop(ctx, key)
		}
		return
	}
	// Also what was refused: "try again" after "there is no Save" must not repeat what was done before that.
	private := len(s.private(t, end.Steps)) > 0
	s.put(ctx, store.LastPlan, done{t.calls, s.Sessions.For(t.ID).Program()}, now, private)
	if last := lastTouched(r); last.Target.Label != "" || last.App != "" {
		_ = s.Thread.Put(ctx, store.LastTarget, last, now, memory)
	}
	if end.Question == nil {
		_ = s.Thread.Drop(ctx, store.PendingQuestion)
		return
	}
	s.put(ctx, store.PendingQuestion, asked{Question: *end.Question, Calls: rest(t.calls, r)}, now, private)
}

// touchedSecret reports whether a step was to fill in a password field.
func touchedSecret(r executor.Result) bool {
	return slices.ContainsFunc(r.Steps, func(d executor.Done) bool { return d.Outcome.Reason() == proof.ReasonSecret })
}

// lastTouched is the last thing that was named, and the program that was opened last.
func lastTouched(r executor.Result) touched {
	var last touched
	for _, d := range r.Steps {
		switch t := d.Output.Target; {
		case t != nil && t.Label != "":
			last.Target, last.Tool = *t, d.Call.Tool
		case d.Call.Tool == "open_app" && d.Outcome.Effect() != proof.NotAttempted:
			var a struct{ App string }
			_ = json.Unmarshal(d.Call.Args, &a)
			last = touched{Tool: d.Call.Tool, App: a.App} // what was named in the program before is not meant any more
		}
	}
	return last
}

// rest is the plan from the call that asked on.
func rest(calls [][]tool.Call, r executor.Result) [][]tool.Call {
	done := 0
	for _, d := range r.Steps {
		if !d.Outcome.OK() {
			break
		}
		done++
	}
	var out [][]tool.Call
	for _, g := range calls {
		var row []tool.Call
		for _, c := range g {
			if done > 0 {
				done--
				continue
			}
			row = append(row, c)
		}
		if len(row) > 0 {
			out = append(out, row)
		}
	}
	return out
}

// answer goes on with the plan that asked, with the chosen option in the place of the doubt.
func (s *Service) answer(ctx context.Context, path []string) ([][]tool.Call, *event.Ended) {
	var q asked
	ok, err := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q)
	if err != nil || !ok || !q.open() {
		return nil, nothingAsked()
	}
	for _, o := range q.Question.Options {
		if same(o.Path, path) {
			return q.choose(o), nil
		}
	}
	return nil, nothingAsked()
}

func same(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func nothingAsked() *event.Ended {
	end := say(event.NotUnderstood, "There is no open question that this answers.")
	return &end
}

// open reports whether something may be chosen.
func (q asked) open() bool { return len(q.Calls) > 0 || q.Gap != nil && len(q.Gap.Choices) > 0 }

// choose makes the calls of an option.
func (q asked) choose(o event.Option) [][]tool.Call {
	if len(q.Calls) == 0 {
		return meant(o)
	}
	return choose(q.Calls, o)
}

// argStep begins the path of an option that is the value of one argument, whose name follows: {"arg:path", "/a/b"}.
const argStep = "arg:"

// choose puts an option into the first call.
func choose(calls [][]tool.Call, o event.Option) [][]tool.Call {
	out := append([][]tool.Call(nil), calls...)
	first := append([]tool.Call(nil), out[0]...)
	var args map[string]json.RawMessage
	_ = json.Unmarshal(first[0].Args, &args)
	if args == nil {
		args = map[string]json.RawMessage{}
	}
	put := func(k string, v any) { args[k], _ = json.Marshal(v) }
	switch {
	case len(o.Path) == 2 && strings.HasPrefix(o.Path[0], argStep):
		put(strings.TrimPrefix(o.Path[0], argStep), o.Path[1])
	case first[0].Tool == "open_app" && len(o.Path) > 0:
		put("app", o.Path[0])
	case len(o.Path) == 1 && len(o.Path[0]) > 6 && o.Path[0][:6] == "label:":
		delete(args, "candidates")
		put("label", o.Path[0][6:])
	default:
		for _, k := range []string{"container", "nth", "role"} {
			delete(args, k)
		}
		if tool := first[0].Tool; tool != "type" && tool != "set_value" && tool != "edit_selection" {
			put("label", o.Label)
		}
		put("path", o.Path)
	}
	first[0].Args, _ = json.Marshal(args)
	out[0] = first
	return out
}

// asking reports whether a question of Pace's own is open that a sentence of this kind may answer.
func (s *Service) asking(ctx context.Context, kind phrase.FollowupKind) bool {
	var q asked
	open, _ := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q)
	return open && q.takes(kind)
}

// takes reports whether a sentence of this kind may be the answer. Where nothing was asked, yes and no answer nothing.
func (q asked) takes(kind phrase.FollowupKind) bool {
	return q.open() && !(q.Listed && kind == phrase.Answer)
}

// followup resolves a reference to the turn before.
func (s *Service) followup(ctx context.Context, t *Turn, f phrase.Followup) ([][]tool.Call, *event.Ended) {
	now := s.Now()
	var q asked
	open, _ := s.Thread.Get(ctx, store.PendingQuestion, now, &q)
	open = open && q.takes(f.Kind)
	options := q.Question.Options
	switch f.Kind {
	case phrase.Ordinal:
		if !open || len(options) == 0 {
			return nil, nothingAsked()
		}
		n := f.N
		if n < 0 {
			n = len(options) + n + 1
		}
		if n < 1 || n > len(options) {
			end := say(event.NotUnderstood, "There are not that many to choose from.")
			return nil, &end
		}
		return q.choose(options[n-1]), nil
	case phrase.Answer:
		if !open {
			return nil, nothingAsked()
		}
		if f.Text == "no" {
			if !t.req.DryRun {
				_ = s.Thread.Drop(ctx, store.PendingQuestion)
			}
			end := say(event.Done, "All right, I leave it at that.") // steps before the question may have been done
			return nil, &end
		}
		if len(options) == 1 {
			return q.choose(options[0]), nil
		}
		end := say(event.Blocked, q.Question.Text)
		end.Question = &q.Question
		return nil, &end
	case phrase.Again:
		var last done
		if ok, err := s.Thread.Get(ctx, store.LastPlan, now, &last); err != nil || !ok || len(last.Calls) == 0 {
			end := say(event.NotUnderstood, "There is nothing to do again.")
			return nil, &end
		}
		// What was meant for one program is not done to another that is in front by now.
		if front := s.Sessions.For(t.ID).InFront(ctx); last.Program != "" && front != "" && front != last.Program && last.Calls[0][0].Tool != "open_app" {
			end := say(event.Blocked, fmt.Sprintf("That was done in %s, and now %s is in front.", last.Program, front))
			return nil, &end
		}
		return last.Calls, nil
	}
	var last touched
	if ok, err := s.Thread.Get(ctx, store.LastTarget, now, &last); err != nil || !ok {
		end := say(event.NotUnderstood, "It is not clear what that refers to.")
		return nil, &end
	}
	return s.refer(f, last)
}

// refer makes calls of "close it" and "press that".
func (s *Service) refer(f phrase.Followup, last touched) ([][]tool.Call, *event.Ended) {
	if f.Kind == phrase.CloseIt {
		args, _ := json.Marshal(map[string]string{"app": last.App})
		if last.App == "" {
			args = []byte("{}")
		}
		return [][]tool.Call{{{Tool: "window_close", Args: args}}}, nil
	}
	t := last.Target
	if t.Label == "" {
		end := say(event.NotUnderstood, "It is not clear what that refers to.")
		return nil, &end
	}
	args := map[string]any{"label": t.Label}
	if t.Role != "" {
		args["role"] = t.Role
	}
	if t.Container != "" {
		args["container"] = t.Container
	}
	if len(t.Path) > 0 {
		args["path"] = t.Path
	}
	name := "click"
	if f.Text == "double_click" {
		name = f.Text
	}
	raw, _ := json.Marshal(args)
	return [][]tool.Call{{{Tool: name, Args: raw}}}, nil
}
