package intent

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTablesHoldToTheirOwnRules(t *testing.T) {
	for i, r := range rows() {
		require.Contains(t, Classes(), r.class, "row %d", i)
		require.NotEmpty(t, r.what, "row %d", i)
		if r.class == Unknown {
			require.Zero(t, r.confidence, "row %d", i)
		} else {
			require.GreaterOrEqual(t, r.confidence, Known, "row %d: below that it would never be known", i)
			require.LessOrEqual(t, r.confidence, 0.95, "row %d: only a complete parse is surer", i)
		}
	}
}

func TestTalkIsAskedBeforeAllThatCouldActAndKnowledgeAfterTheScreen(t *testing.T) {
	first := func(c Class) int { return slices.IndexFunc(rows(), func(r row) bool { return r.class == c }) }
	require.Less(t, first(Chitchat), first(Unknown))
	require.Less(t, first(Unknown), first(LargeModel))
	require.Less(t, first(LargeModel), first(Research))
	require.Less(t, first(Research), first(Action))
	require.Less(t, first(Screen), slices.IndexFunc(rows(), func(r row) bool { return r.class == Action && r.moods == orders }))
}

func TestDoubtTakesAClassBelowWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		text string
		want Class
	}{{"archive the mails", Action}, {"archive the", Unknown}, {"archive the mails or maybe not", Unknown}} {
		got, _ := Of(c.text)
		require.Equal(t, c.want, got, c.text)
	}
}

func TestMoodsAreReadFromHowAClauseBegins(t *testing.T) {
	for text, want := range map[string]mood{
		"what is this":                     asking,
		"is it late":                       asking,
		"do the cups match?":               asking | orders,
		"close the lid":                    orders,
		"it is late, close the lid":        telling | orders,
		"i need a lid":                     wishing,
		"the lid is closed":                telling,
		"press freedom matters":            telling,
		"when he comes":                    telling,
		"have a good one":                  telling,
		"there is a box what does it want": telling | asking,
	} {
		var buf [maxWords]token
		s := tables().prepare(text, buf[:0])
		var at [16]int
		_, got := tables().clauses(&s, at[:0])
		require.Equal(t, want, got, text)
	}
}

func TestClausesAreBounded(t *testing.T) {
	text := ""
	for range 60 {
		text += "go, "
	}
	var buf [maxWords]token
	s := tables().prepare(text, buf[:0])
	var at [16]int
	clauses, _ := tables().clauses(&s, at[:0])
	require.LessOrEqual(t, len(clauses), 16)
}
