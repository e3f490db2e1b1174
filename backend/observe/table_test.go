package observe

import (
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const header = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

func row5(line, left, width, conf, text string) string {
	return "5\t1\t1\t1\t" + line + "\t1\t" + left + "\t10\t" + width + "\t10\t" + conf + "\t" + text + "\n"
}

func TestATableBecomesTextsWithTheirBoxes(t *testing.T) {
	table := header +
		"1\t1\t0\t0\t0\t0\t0\t0\t640\t480\t-1\t\n" +
		row5("1", "20", "20", "96.5", "Save") + row5("1", "45", "10", "80", "as") +
		row5("1", "80", "20", "90", "Cancel") + // a wide gap: another button
		row5("2", "20", "20", "91", "Save") +
		row5("2", "45", "20", "12", "blur") + // uncertain
		row5("2", "70", "20", "95", "—|—") + // a border
		row5("3", "20", "20", "95", "a\tb\u202e")
	require.Equal(t, []Seen{
		{"Save as", image.Rect(20, 10, 55, 20), 80},
		{"Cancel", image.Rect(80, 10, 100, 20), 90},
		{"Save", image.Rect(20, 10, 40, 20), 91},
		{"a b[U+202E]", image.Rect(20, 10, 40, 20), 95},
	}, lines(parseTable([]byte(table))))
}

func TestRowsThatAreNoWordsArePassedOver(t *testing.T) {
	for _, bad := range []string{
		"", "\n\n", header, "5\t1\t1", row5("x", "1", "1", "90", "a"), row5("1", "-1", "1", "90", "a"), row5("1", "1", "0", "90", "a"), row5("1", "99999999", "1", "90", "a"),
		row5("1", "99999999999999999999", "1", "90", "a"), row5("1", "1", "1", "NaN", "a"), row5("1", "1", "1", "+Inf", "a"), row5("1", "1", "1", "", "a"), row5("1", "1", "1", "90", " "), row5("1", "1", "1", "90", "\x00"),
		strings.Replace(row5("1", "1", "1", "90", "a"), "5\t", "4\t", 1),
	} {
		require.Empty(t, parseTable([]byte(bad)), "%q", bad)
	}
	require.Len(t, parseTable([]byte("rubbish\n"+strings.TrimSuffix(row5("1", "1", "1", "90", "a"), "\n"))), 1, "the last row needs no end")
	require.Len(t, parseTable([]byte(strings.Repeat(row5("1", "1", "9", "90", "a"), wordsMax+10))), wordsMax)
	many := ""
	for range textsMax + 10 {
		many += row5("1", "1", "9", "90", "a") + row5("2", "1", "9", "90", "a")
	}
	require.Len(t, lines(parseTable([]byte(many))), textsMax)
}

// Whatever the table holds, texts are clean and boxes are boxes.
func FuzzATableOfAnything(f *testing.F) {
	f.Add([]byte(header + row5("1", "20", "20", "96.5", "Save")))
	f.Add([]byte(row5("1", "20", "20", "96.5", "\u202e\x1b[0m\xff")))
	f.Add([]byte("5\t1\t1\t1\t1\t1\t-5\t0\t1\t1\t50\tx\n5\t1\t1\t1\t1\t2\t1\t1\t1\t1\t1e2\ty"))
	f.Fuzz(func(t *testing.T, table []byte) {
		words := parseTable(table)
		require.LessOrEqual(t, len(words), wordsMax)
		letters := 0
		for _, w := range words {
			letters += len(strings.ReplaceAll(w.text, " ", ""))
		}
		for _, s := range lines(words) {
			require.False(t, s.Box.Empty())
			require.GreaterOrEqual(t, s.Box.Min.X, 0)
			require.GreaterOrEqual(t, s.Confidence, surely)
			require.Equal(t, strings.Join(strings.Fields(s.Text), " "), s.Text)
			letters -= len(strings.ReplaceAll(s.Text, " ", ""))
		}
		if len(words) < textsMax {
			require.Zero(t, letters, "joining loses nothing")
		}
	})
}
