package bench

import (
	"context"
	"crypto/rand"
	"fmt"
	"reflect"
	"strings"
	"time"

	"pace/backend/planner/prompt"
	"pace/backend/reply"
	"pace/backend/tool"
)

// PlannerRead is what it costs to read one kind of reply and to make its plan, for each KB.
type PlannerRead struct {
	What      string   `json:"what"`
	Bytes     int      `json:"bytes"`
	Whole     Stat     `json:"whole"`     // ms for a KB, read in one piece
	Pieces    Stat     `json:"pieces"`    // ms for a KB, read in pieces of 8 bytes
	Ratio     *float64 `json:"ratio"`     // pieces : whole
	Differing int      `json:"differing"` // of the sizes of pieces that were tried, those that came to another result
}

// PromptSize is what it costs to write a prompt, and how large it is.
type PromptSize struct {
	What   string `json:"what"`
	Lines  int    `json:"lines"`
	Tokens int    `json:"tokens"` // Pace's estimate
	Bytes  int    `json:"bytes"`
	Build  Stat   `json:"build"`
}

// readTexts are the replies that are read: the longest plan, a long answer, and one behind a long thought.
func readTexts() []PlannerRead {
	return []PlannerRead{{What: "plan of 16 steps"}, {What: "answer of 4 KB"}, {What: "answer behind 4 KB of thinking"}}
}

func (r PlannerRead) text() string {
	switch r.What {
	case "plan of 16 steps":
		return planOf(16)
	case "answer of 4 KB":
		return `{"intent":"answer","spokenText":"` + strings.Repeat(`It is \"so\", and thus it stays. `, 4096/33) + `","payload":{}}`
	}
	return "<think>" + strings.Repeat("They may mean {x} or <b> here. ", 4096/31) + `</think>{"intent":"answer","spokenText":"Yes, it is.","payload":{}}`
}

// reading measures reading and validating without a server. A run reads the text until it is long enough to be
// measured; arms alternate.
func (b *plannerBench) reading(ctx context.Context) error {
	for _, row := range readTexts() {
		text := row.text()
		row.Bytes = len(text)
		want, plan, problems := b.read(text, len(text))
		if len(problems) > 0 {
			return fmt.Errorf("%s: %w", row.What, problems[0])
		}
		for _, piece := range []int{1, 2, 3, 5, 8, 13, 64, 1000} {
			got, again, _ := b.read(text, piece)
			if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(calls(plan), calls(again)) {
				row.Differing++
			}
		}
		for range b.n.read {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, arm := range []struct {
				stat  *Stat
				piece int
			}{{&row.Whole, len(text)}, {&row.Pieces, 8}} {
				began := time.Now()
				b.read(text, arm.piece)
				arm.stat.took(perKB(time.Since(began), len(text)))
			}
		}
		row.Ratio = ratio(row.Pieces.finish(), row.Whole.finish())
		b.out.Read = append(b.out.Read, row)
	}
	return nil
}

func perKB(d time.Duration, bytes int) time.Duration {
	return time.Duration(float64(d) * 1024 / float64(bytes))
}

// read reads a reply in pieces and makes its plan.
func (b *plannerBench) read(text string, piece int) (reply.Reply, tool.Plan, []tool.Problem) {
	reader := reply.NewReader(reply.Options{})
	for i := 0; i < len(text); i += piece {
		reader.Write(text[i:min(i+piece, len(text))])
	}
	r := reader.Close()
	if len(r.Problems) > 0 {
		return r, tool.Plan{}, r.Problems
	}
	plan, problems := b.reg.Plan(r.Calls, tool.OfferPlanner)
	return r, plan, problems
}

// calls are a plan's calls without the tools, which can't be compared.
func calls(p tool.Plan) (out [][]tool.Call) {
	for _, step := range p.Steps() {
		var row []tool.Call
		for _, bound := range step {
			row = append(row, bound.Call)
		}
		out = append(out, row)
	}
	return out
}

// prompts measures the writing of prompts.
func (b *plannerBench) prompts(ctx context.Context) error {
	builder := prompt.New(b.reg)
	for _, lines := range []int{0, 80} {
		b.out.Prompt = append(b.out.Prompt, PromptSize{What: fmt.Sprintf("%d lines of the screen", lines), Lines: lines})
	}
	b.out.Prompt = append(b.out.Prompt, PromptSize{What: "words only"})
	for range b.n.prompt {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range b.out.Prompt {
			row := &b.out.Prompt[i]
			in := prompt.Input{Prompt: largePrompt(row.Lines), Window: prompt.MaxWindow, Context: plannerWindow, Nonces: rand.Reader}
			in.Brief = row.What == "words only"
			began := time.Now()
			chat, err := builder.Build(in)
			row.Build.took(time.Since(began))
			if err != nil {
				return err
			}
			if len(chat.LeftOut) > 0 {
				return fmt.Errorf("%s: %d %s were left out", row.What, chat.LeftOut[0].Count, chat.LeftOut[0].Unit)
			}
			row.Tokens, row.Bytes = chat.Tokens, len(chat.Schema)
			for _, m := range chat.Messages {
				row.Bytes += len(m.Content)
			}
		}
	}
	for i := range b.out.Prompt {
		b.out.Prompt[i].Build.finish()
	}
	return nil
}
