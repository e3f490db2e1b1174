package reply

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// pieces writes a text and returns what was let out after each character that let something out, and all of it.
func pieces(s *speech, text string) (out []string, all string) {
	for _, c := range text {
		s.write(c)
		if p := s.take(); p != "" {
			out = append(out, p)
		}
	}
	s.end()
	if p := s.take(); p != "" {
		out = append(out, p)
	}
	return out, s.whole()
}

func TestSentencesAreLetOutWhenTheyAreFinished(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"One. Two! Three? Four", []string{"One.", " Two!", " Three?", " Four"}},
		{"It costs 3.50 in all. So", []string{"It costs 3.50 in all.", " So"}},
		{"Wait... what?! Yes", []string{"Wait...", " what?!", " Yes"}},
		{"He said \"go.\" (Now!) *Done.* ok", []string{"He said \"go.\"", " (Now!)", " *Done.*", " ok"}},
		{"  edges  ", []string{"edges"}},
		{"a\x07b\u0085\ufeffc", []string{"ab c"}},
		{"一。二！三", []string{"一。", "二！", "三"}},
		{"", nil},
		{" \n\t", nil},
	} {
		got, all := pieces(&speech{}, c.text)
		require.Equal(t, c.want, got, c.text)
		joined := ""
		for _, p := range got {
			joined += p
		}
		require.Equal(t, all, joined)
	}
}

func TestLinesAreKeptOrBecomeSpaces(t *testing.T) {
	_, all := pieces(&speech{}, "a\n\n b\tc  d\r\n")
	require.Equal(t, "a b c d", all)
	got, all := pieces(&speech{lines: true}, "a\n\n b\tc  d\r\n")
	require.Equal(t, "a\n\n b\tc  d", all)
	require.Equal(t, []string{"a", "\n\n b\tc  d"}, got, "a line end finishes what stands before it")
}

func TestBlanksAroundWhatWasTakenOutBecomeOne(t *testing.T) {
	s := &speech{lines: true}
	for _, c := range "a  " {
		s.write(c)
	}
	s.cut = true
	_, all := pieces(s, "  b  c")
	require.Equal(t, "a  b  c", all)
}

func TestATextThatIsCutKeepsItsFinishedSentences(t *testing.T) {
	s := &speech{}
	for _, c := range "One. Two. Thr" {
		s.write(c)
	}
	require.Equal(t, "One. Two.", s.whole())
	require.Equal(t, "One. Two.", s.take())
	s.drop()
	for _, c := range "Four." {
		s.write(c)
	}
	s.end()
	require.Equal(t, "One. Two. Four.", s.whole())
	require.Equal(t, " Four.", s.take())
}
