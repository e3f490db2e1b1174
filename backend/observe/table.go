package observe

import (
	"bytes"
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"

	"pace/backend/untrusted"
)

// The table that tesseract writes has one row for each page, block, paragraph, line and word, with these columns
// between tabs: level, page, block, paragraph, line, word, left, top, width, height, confidence, text.
const (
	columns   = 12
	wordLevel = 5

	surely   = 45.0    // words that are less certain are mostly icons and borders
	wordsMax = 5000    // of one picture
	textsMax = 500     // of one picture
	edgeMax  = 1 << 20 // coordinates beyond this are no picture's
)

// word is one row of the table.
type word struct {
	line [4]int // page, block, paragraph, line
	text string
	box  image.Rectangle
	conf float64
}

// parseTable reads the words of a table. Rows that are no words, or that can't be, are passed over: the table comes
// from another program that read an arbitrary picture.
func parseTable(table []byte) []word {
	var out []word
	for row := range bytes.Lines(table) {
		if len(out) == wordsMax {
			break
		}
		cells := strings.SplitN(strings.TrimRight(string(row), "\r\n"), "\t", columns)
		if len(cells) < columns {
			continue
		}
		var n [10]int
		ok := true
		for i := range n {
			v, err := strconv.Atoi(cells[i])
			ok = ok && err == nil && v >= 0 && v <= edgeMax
			n[i] = v
		}
		conf, err := strconv.ParseFloat(cells[10], 64)
		if !ok || err != nil || n[0] != wordLevel || math.IsNaN(conf) || conf < surely || conf > 100 || n[8] == 0 || n[9] == 0 {
			continue
		}
		text := strings.Join(strings.Fields(untrusted.Clean(cells[11])), " ")
		if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			continue // borders and icons are read as stray signs
		}
		out = append(out, word{[4]int(n[1:5]), text, image.Rect(n[6], n[7], n[6]+n[8], n[7]+n[9]), conf})
	}
	return out
}

// apart is how wide a gap between words may be, in heights of the line: beyond it they are two texts. A space is
// about half a height, and entries of a menu bar stand about twice a height apart.
const apart = 1.2

// lines joins words to texts: those of one line without a wide gap between them.
func lines(words []word) []Seen {
	var out []Seen
	var at [4]int
	tall := 0
	for _, w := range words {
		if k := len(out) - 1; k >= 0 && w.line == at {
			last := &out[k]
			tall = max(tall, w.box.Dy())
			if gap := w.box.Min.X - last.Box.Max.X; float64(gap) <= apart*float64(tall) && gap >= -tall {
				last.Text += " " + w.text
				last.Box = last.Box.Union(w.box)
				last.Confidence = min(last.Confidence, w.conf)
				continue
			}
		} else {
			tall = w.box.Dy()
		}
		if len(out) == textsMax {
			break
		}
		at = w.line
		out = append(out, Seen{w.text, w.box, w.conf})
	}
	return out
}
