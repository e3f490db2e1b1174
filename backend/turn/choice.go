package turn

import (
	"context"
	"regexp"
	"strings"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/phrase"
	"pace/backend/store"
	"pace/backend/tool"
)

// mostListed is how many things one may choose from: as many as there are numbers in the grammar.
const mostListed = 20

// list keeps what the last step listed, so that the next sentence may choose from it as from the options of a question.
// Nothing is asked by that: whoever goes on with something else has left nothing open.
func (s *Service) list(ctx context.Context, t *Turn, r executor.Result, end *event.Ended) {
	if len(r.Steps) == 0 || end.Status != event.Done || end.Question != nil || !t.lasts() {
		return
	}
	last := r.Steps[len(r.Steps)-1]
	if n := len(last.Output.Listed); n == 0 || n > mostListed {
		return
	}
	q := asked{Calls: [][]tool.Call{{last.Call}}, Listed: true}
	for _, c := range last.Output.Listed {
		q.Question.Options = append(q.Question.Options, event.Option{Label: c.Label, Path: c.Path})
	}
	_ = s.Thread.Put(context.WithoutCancel(ctx), store.PendingQuestion, q, s.Now(), memory)
}

// named finds the number of the one thing to choose from that a sentence names. A sentence that is a command of its own
// names something only where that was asked for, and by the whole name.
func (s *Service) named(ctx context.Context, text string) (int, bool) {
	var q asked
	open, err := s.Thread.Get(ctx, store.PendingQuestion, s.Now(), &q)
	if err != nil || !open || !q.open() || len(q.Question.Options) == 0 || len(q.Question.Options) > mostListed {
		return 0, false
	}
	p := phrase.Read(text)
	if p.Followup != nil || p.Complete() && q.Listed {
		return 0, false
	}
	name, described := plainName(text), ""
	if m := naming.FindStringSubmatch(name); m != nil && !p.Complete() {
		described = plainName(m[1])
	}
	for _, fits := range []func(o event.Option) bool{
		func(o event.Option) bool { return goesBy(o, name) },
		func(o event.Option) bool { return described != "" && goesBy(o, described) },
		func(o event.Option) bool { return described != "" && holds(o.Label, described) },
	} {
		if n, ok := only(q.Question.Options, fits); ok {
			return n, true
		}
	}
	return 0, false
}

// naming is how people say by name which one of several they mean.
var naming = regexp.MustCompile(`^(?:(?:no|yes|i mean|i meant|take|use|choose|pick|select|show me|show|open|read|read me|press|click) )?(?:the |that )?(?:one|ones|note|reminder|contact|person|number|file|timer|button|field) (?:that is |that's |which is )?(?:called|named|titled|about|with|for|from|in|of) (.+)$`)

// plainName takes off what does not belong to a name: case, distances, quotation marks, the end of a sentence.
func plainName(s string) string {
	s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
	s = strings.TrimRight(s, ".!? ")
	s = strings.TrimSuffix(strings.TrimSuffix(s, " please"), ",")
	return strings.Trim(s, `"'“”‘’«» `)
}

// goesBy reports whether a name is that of an option: its label, the label without what is told behind it, or the value
// that it stands for.
func goesBy(o event.Option, name string) bool {
	label := plainName(o.Label)
	short, _, _ := strings.Cut(label, " (")
	return name != "" && (name == label || name == short || len(o.Path) == 2 && strings.HasPrefix(o.Path[0], argStep) && name == plainName(o.Path[1]))
}

// holds reports whether a label has words in it, one behind the other.
func holds(label, words string) bool {
	plain := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" ,;:.()“”\"'", r) }), " ") + " "
	}
	return strings.Contains(plain(label), plain(words))
}

// only gives the number of the one option that fits, from 1.
func only(options []event.Option, fits func(event.Option) bool) (n int, ok bool) {
	for i, o := range options {
		if fits(o) {
			if ok {
				return 0, false
			}
			n, ok = i+1, true
		}
	}
	return n, ok
}
