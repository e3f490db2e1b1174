package phrase_test

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
	"pace/backend/tool"
)

type sentenceCase struct {
	Text  string         `json:"text"`
	Steps [][]tool.Call  `json:"steps"`
	Why   phrase.Refusal `json:"why"`
}

func readCases(t *testing.T, file string) []sentenceCase {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var out []sentenceCase
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var c sentenceCase
		require.NoError(t, json.Unmarshal(sc.Bytes(), &c))
		if c.Text != "" || c.Steps != nil {
			out = append(out, c)
		}
	}
	require.NotEmpty(t, out)
	return out
}

func sameSteps(a, b [][]tool.Call) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return false
		}
		for j := range a[i] {
			var x, y any
			if json.Unmarshal(a[i][j].Args, &x) != nil || json.Unmarshal(b[i][j].Args, &y) != nil {
				return false
			}
			if a[i][j].Tool != b[i][j].Tool || !reflect.DeepEqual(x, y) {
				return false
			}
		}
	}
	return true
}

type score struct{ commands, right, wrong, missed, others, falseFires, sameWhy int }

func judge(cases []sentenceCase, note func(c sentenceCase, p phrase.Parse)) score {
	var s score
	for _, c := range cases {
		p := phrase.Read(c.Text)
		if len(c.Steps) == 0 {
			s.others++
			if p.Complete() {
				s.falseFires++
				note(c, p)
			} else if p.Why == c.Why {
				s.sameWhy++
			} else {
				note(c, p)
			}
			continue
		}
		s.commands++
		switch {
		case p.Complete() && sameSteps(p.Steps, c.Steps):
			s.right++
		case p.Complete():
			s.wrong++
			note(c, p)
		default:
			s.missed++
			note(c, p)
		}
	}
	return s
}

func (s score) log(t *testing.T, name string) {
	fired := s.right + s.wrong + s.falseFires
	t.Logf("%s: %d commands: %d right, %d otherwise, %d refused; %d others: %d fired, %d with the same reason; precision %.3f recall %.3f",
		name, s.commands, s.right, s.wrong, s.missed, s.others, s.falseFires, s.sameWhy,
		float64(s.right)/float64(max(1, fired)), float64(s.right)/float64(max(1, s.commands)))
}

func TestTheWrittenSentencesMeanWhatTheyShouldAndNothingElseFires(t *testing.T) {
	s := judge(readCases(t, "testdata/cases.jsonl"), func(c sentenceCase, p phrase.Parse) {
		got, _ := json.Marshal(p.Steps)
		t.Logf("%q: got %s rest %q why %s, want %d steps %s", c.Text, got, p.Rest, p.Why, len(c.Steps), c.Why)
	})
	s.log(t, "cases")
	require.Zero(t, s.falseFires)
	require.Zero(t, s.wrong)
	require.GreaterOrEqual(t, float64(s.right), 0.98*float64(s.commands))
}

// The sentences of heldout.jsonl are never printed: they judge the grammar and must not be tuned on.
func TestNothingFiresOnSentencesThatTheGrammarWasNotTunedOn(t *testing.T) {
	s := judge(readCases(t, "testdata/heldout.jsonl"), func(sentenceCase, phrase.Parse) {})
	s.log(t, "heldout")
	require.Zero(t, s.falseFires)
}
