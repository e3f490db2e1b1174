package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// EvalResult is what a model made of the sentences. The keys are stable: scripts read them. It is a report and no test:
// it has no bars.
type EvalResult struct {
	Version string     `json:"version"`
	At      time.Time  `json:"at"`
	Machine Machine    `json:"machine"`
	Missing string     `json:"missing,omitempty"` // why nothing was asked
	Server  EvalServer `json:"server"`
	Model   EvalSum    `json:"model"`   // what was asked
	Builtin EvalSum    `json:"builtin"` // what Pace reads without a model, which was not asked
	// NotLooked are sentences whose screen Pace would not have looked at by its own rule; the model was given it.
	NotLooked []string   `json:"notLooked"`
	Cases     []EvalCase `json:"cases"`
}

// EvalServer is who was asked.
type EvalServer struct {
	URL     string   `json:"url"`
	Kind    string   `json:"kind"`
	Version string   `json:"version"`
	Model   string   `json:"model"`
	Context int      `json:"context"`
	Served  []string `json:"served"` // the models that answered, as the server names them
}

// EvalSum sums up sentences.
type EvalSum struct {
	Sentences int         `json:"sentences"`
	Correct   int         `json:"correct"`
	FalseActs int         `json:"falseActs"`
	WrongActs int         `json:"wrongActs"`
	Invalid   int         `json:"invalid"`
	Failed    int         `json:"failed"`
	Kinds     []EvalKind  `json:"kinds"`
	First     Stat        `json:"first"` // ms from the sentence to the first token
	Whole     Stat        `json:"whole"` // ms from the sentence to the reply
	Again     int         `json:"again"` // sentences that needed more than one attempt
	Prompt    EvalNumbers `json:"promptTokens"`
	Reply     EvalNumbers `json:"replyTokens"`
	Estimate  *float64    `json:"estimate"` // Pace's estimate of the prompts' tokens : what the server counted
	LeftOut   int         `json:"leftOut"`  // prompts that had no room for all
}

// EvalKind is one kind's share.
type EvalKind struct {
	Kind      string `json:"kind"`
	Sentences int    `json:"sentences"`
	Correct   int    `json:"correct"`
	FalseActs int    `json:"falseActs"`
	WrongActs int    `json:"wrongActs"`
	Invalid   int    `json:"invalid"`
	Failed    int    `json:"failed"`
}

// EvalNumbers are counts.
type EvalNumbers struct {
	P50 int `json:"p50"`
	Max int `json:"max"`
}

// EvalCase is one sentence. Times and tokens are 0 when they are not known.
type EvalCase struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	Verdict
	Got          Got     `json:"got"`
	Builtin      bool    `json:"builtin,omitempty"`
	Brief        bool    `json:"brief,omitempty"`
	NotLooked    bool    `json:"notLooked,omitempty"`
	LeftOut      bool    `json:"leftOut,omitempty"`
	Attempts     int     `json:"attempts,omitempty"`
	FirstMs      float64 `json:"firstMs,omitempty"`
	WholeMs      float64 `json:"wholeMs,omitempty"`
	Estimate     int     `json:"estimate,omitempty"`
	PromptTokens int     `json:"promptTokens,omitempty"`
	ReplyTokens  int     `json:"replyTokens,omitempty"`
	Served       string  `json:"served,omitempty"`
}

// sum fills in all that follows from the cases.
func (r *EvalResult) sum() {
	var asked, unasked []EvalCase
	r.NotLooked, r.Server.Served = []string{}, []string{}
	for _, c := range r.Cases {
		if c.Builtin {
			unasked = append(unasked, c)
			continue
		}
		asked = append(asked, c)
		if c.NotLooked {
			r.NotLooked = append(r.NotLooked, c.ID)
		}
		if c.Served != "" && !slices.Contains(r.Server.Served, c.Served) {
			r.Server.Served = append(r.Server.Served, c.Served)
		}
	}
	r.Model, r.Builtin = sumOf(asked), sumOf(unasked)
}

func sumOf(cases []EvalCase) EvalSum {
	s := EvalSum{Sentences: len(cases), Kinds: []EvalKind{}}
	var prompts, replies []int
	estimated, counted := 0, 0
	for _, kind := range evalKinds() {
		k := EvalKind{Kind: kind}
		for _, c := range cases {
			if c.Kind != kind {
				continue
			}
			k.Sentences++
			for n, is := range map[*int]bool{&k.Correct: c.Correct, &k.FalseActs: c.FalseAct, &k.WrongActs: c.WrongAct,
				&k.Invalid: c.Got.Invalid != "", &k.Failed: c.Got.Failed != ""} {
				if is {
					*n++
				}
			}
		}
		if k.Sentences > 0 {
			s.Kinds = append(s.Kinds, k)
		}
		s.Correct, s.FalseActs, s.WrongActs, s.Invalid, s.Failed = s.Correct+k.Correct, s.FalseActs+k.FalseActs, s.WrongActs+k.WrongActs, s.Invalid+k.Invalid, s.Failed+k.Failed
	}
	for _, c := range cases {
		if c.FirstMs > 0 {
			s.First.took(time.Duration(c.FirstMs * 1e6))
		}
		if c.WholeMs > 0 && c.Got.Failed == "" {
			s.Whole.took(time.Duration(c.WholeMs * 1e6))
		}
		if c.Attempts > 1 {
			s.Again++
		}
		if c.LeftOut {
			s.LeftOut++
		}
		if c.PromptTokens > 0 {
			prompts, replies = append(prompts, c.PromptTokens), append(replies, c.ReplyTokens)
			estimated, counted = estimated+c.Estimate, counted+c.PromptTokens
		}
	}
	s.First.finish()
	s.Whole.finish()
	s.Prompt, s.Reply = numbersOf(prompts), numbersOf(replies)
	if counted > 0 {
		r := float64(estimated) / float64(counted)
		s.Estimate = &r
	}
	return s
}

func numbersOf(v []int) EvalNumbers {
	if len(v) == 0 {
		return EvalNumbers{}
	}
	slices.Sort(v)
	return EvalNumbers{P50: v[(len(v)+1)/2-1], Max: v[len(v)-1]}
}

// Print writes the result for a person: what would have done harm first.
func (r *EvalResult) Print(w io.Writer) {
	if r.Missing != "" {
		fmt.Fprintln(w, r.Missing)
		return
	}
	printMachine(w, r.Version, r.At, false, r.Machine)
	fmt.Fprintf(w, "%s, %s %s, model %s", r.Server.URL, r.Server.Kind, r.Server.Version, r.Server.Model)
	if r.Server.Context > 0 {
		fmt.Fprintf(w, ", %d tokens", r.Server.Context)
	}
	if len(r.Server.Served) > 0 {
		fmt.Fprintf(w, "; served by %s", strings.Join(r.Server.Served, ", "))
	}
	m := r.Model
	fmt.Fprintf(w, "\n\nFalse acts: %d of %d sentences (it would have acted where it must not)\n", m.FalseActs, m.Sentences)
	for _, c := range r.Cases {
		if c.FalseAct && !c.Builtin {
			fmt.Fprintf(w, "  %-11s “%s”: %s\n", c.ID, c.Text, shortened(c.Why, 140))
		}
	}
	fmt.Fprintf(w, "\n%-14s %9s %7s %10s %10s %8s %7s\n", "", "sentences", "correct", "false acts", "wrong acts", "invalid", "failed")
	for _, k := range append(slices.Clone(m.Kinds), EvalKind{"all", m.Sentences, m.Correct, m.FalseActs, m.WrongActs, m.Invalid, m.Failed}) {
		fmt.Fprintf(w, "%-14s %9d %7d %10d %10d %8d %7d\n", k.Kind, k.Sentences, k.Correct, k.FalseActs, k.WrongActs, k.Invalid, k.Failed)
	}
	fmt.Fprintln(w)
	for _, row := range []struct {
		name string
		s    Stat
	}{{"sentence → first token", m.First}, {"sentence → reply", m.Whole}} {
		if row.s.N > 0 {
			fmt.Fprintf(w, "%-24s %s\n", row.name, row.s)
		}
	}
	if m.Prompt.Max > 0 {
		fmt.Fprintf(w, "%-24s p50 %d  max %d, as the server counts; replies p50 %d  max %d\n", "tokens of the prompt", m.Prompt.P50, m.Prompt.Max, m.Reply.P50, m.Reply.Max)
	}
	if m.Estimate != nil {
		fmt.Fprintf(w, "%-24s %.2f × of what the server counts\n", "Pace's estimate", *m.Estimate)
	}
	if m.LeftOut > 0 {
		fmt.Fprintf(w, "%d prompts had no room for all of the screen or the thread.\n", m.LeftOut)
	}
	if m.Again > 0 {
		fmt.Fprintf(w, "%d sentences were asked more than once.\n", m.Again)
	}
	if b := r.Builtin; b.Sentences > 0 {
		fmt.Fprintf(w, "\nWithout any model Pace reads %d more of the sentences, which were not asked: %d correct, %d false acts, %d wrong acts.\n", b.Sentences, b.Correct, b.FalseActs, b.WrongActs)
		for _, c := range r.Cases {
			if c.Builtin && !c.Correct {
				fmt.Fprintf(w, "  %-11s “%s”: %s\n", c.ID, c.Text, shortened(c.Why, 140))
			}
		}
	}
	if n := len(r.NotLooked); n > 0 {
		fmt.Fprintf(w, "\nOf %d sentences with a screen Pace itself would not have looked at it (the model was given it): %s.\n", n, strings.Join(r.NotLooked, ", "))
	}
}

func shortened(s string, n int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}
