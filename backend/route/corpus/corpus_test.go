package corpus

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestASentenceIsInTheSameHalfForEver(t *testing.T) {
	// The first bytes of the SHA-256 of these texts are 2c, e3 and 6b.
	require.Equal(t, Tuning, HalfOf("hello"))
	require.Equal(t, Held, HalfOf(""))
	require.Equal(t, Tuning, HalfOf("press OK"))
}

func TestBothHalvesOfEachFileAreLarge(t *testing.T) {
	all, err := Load()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	want := map[string]int{"intents": 700, "commands": 600, "talk": 700}
	for _, c := range all {
		n := map[Half]int{}
		for _, k := range c.Cases {
			require.NotEmpty(t, k.Text)
			n[k.Half]++
		}
		require.NotEmpty(t, c.Note, c.Name)
		if open[c.Name] {
			require.Zero(t, n[Held], c.Name)
			continue
		}
		require.GreaterOrEqual(t, len(c.Cases), want[c.Name], c.Name)
		require.InDelta(t, 0.5, float64(n[Held])/float64(len(c.Cases)), 0.06, c.Name)
		delete(want, c.Name)
	}
	require.Empty(t, want, "these files are missing")
}

func TestTalkExpectsThatNothingIsDone(t *testing.T) {
	all, err := load(fstest.MapFS{"testdata/talk.jsonl": {Data: []byte(`{"note":"n"}
{"text":"the kettle is on","topic":"house"}

{"text":"open","route":"act","intent":"screenAction","calls":[],"why":"w"}
{"text":"hi","intent":"chitchat"}
`)}})
	require.NoError(t, err)
	require.Len(t, all, 1)
	c := all[0]
	require.Equal(t, "talk", c.Name)
	require.Equal(t, "n", c.Note)
	require.Len(t, c.Cases, 3)
	require.Empty(t, *c.Cases[0].Calls)
	require.Empty(t, *c.Cases[1].Calls)
	require.Nil(t, c.Cases[2].Calls)
}

func TestALineThatIsNoCaseIsNamedByItsNumberAndNotByItsText(t *testing.T) {
	_, err := load(fstest.MapFS{"testdata/x.jsonl": {Data: []byte("{\"text\":\"a\"}\n{\"txet\":\"secret words\"}\n")}})
	require.ErrorContains(t, err, "x, line 2")
	require.NotContains(t, err.Error(), "secret words")
}
