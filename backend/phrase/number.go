package phrase

import (
	"strconv"
	"strings"
)

var units = map[string]int{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
	"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}

var tens = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90}

// ordinals of "the second one".
var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "last": -1, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6,
	"7th": 7, "8th": 8, "9th": 9, "10th": 10}

// number reads a whole number at the start of toks: digits, or words up to one thousand. width 0 means there is
// none.
func number(toks []token) (n, width int) {
	if len(toks) == 0 || toks[0].kind != word {
		return 0, 0
	}
	if digits(toks[0].low) && len(toks[0].low) <= 9 {
		n, _ = strconv.Atoi(toks[0].low)
		return n, 1
	}
	n, width = belowHundred(toks)
	at := func(i int) string {
		if i < len(toks) && toks[i].kind == word {
			return toks[i].low
		}
		return ""
	}
	if width > 0 && n >= 1 && n <= 9 && at(width) == "hundred" {
		n, width = n*100, width+1
		next := width
		if at(next) == "and" {
			next++
		}
		if m, w := belowHundred(toks[min(next, len(toks)):]); w > 0 && m > 0 {
			n, width = n+m, next+w
		}
		return n, width
	}
	if width > 0 && n == 1 && at(width) == "thousand" {
		return 1000, width + 1
	}
	return n, width
}

func belowHundred(toks []token) (n, width int) {
	if len(toks) == 0 || toks[0].kind != word {
		return 0, 0
	}
	w := toks[0].low
	if u, ok := units[w]; ok {
		return u, 1
	}
	if t, u, ok := strings.Cut(w, "-"); ok && tens[t] > 0 {
		if v, ok := units[u]; ok && v > 0 && v < 10 {
			return tens[t] + v, 1
		}
	}
	t, ok := tens[w]
	if !ok {
		return 0, 0
	}
	if len(toks) > 1 && toks[1].kind == word {
		if v, ok := units[toks[1].low]; ok && v > 0 && v < 10 {
			return t + v, 2
		}
	}
	return t, 1
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// numeral writes toks as one number when that is all they are: "twelve" → 12, "zero point five" → 0.5, "minus
// three" → -3, "seventy percent" → 70%.
func numeral(toks []token) (string, bool) {
	sign, tail := "", ""
	if len(toks) > 1 && (toks[0].isWord("minus") || toks[0].isWord("negative")) {
		sign, toks = "-", toks[1:]
	}
	if n := len(toks); n > 1 && (toks[n-1].isWord("percent") || toks[n-1].isWord("%")) {
		tail, toks = "%", toks[:n-1]
	} else if n > 2 && toks[n-1].isWord("cent") && toks[n-2].isWord("per") {
		tail, toks = "%", toks[:n-2]
	}
	n, w := number(toks)
	if w == 0 {
		return "", false
	}
	if toks[0].lowerCase() || w > 1 || tail != "" || sign != "" || len(toks) > 1 {
		out := sign + strconv.Itoa(n)
		toks = toks[w:]
		if len(toks) > 1 && (toks[0].isWord("point") || toks[0].isWord("dot")) {
			out += "."
			for toks = toks[1:]; len(toks) > 0; toks = toks[w:] {
				if n, w = number(toks); w != 1 || n > 9 && !digits(toks[0].low) {
					return "", false
				}
				if digits(toks[0].low) {
					out += toks[0].low
				} else {
					out += strconv.Itoa(n)
				}
			}
		}
		return out + tail, len(toks) == 0
	}
	return toks[0].raw, len(toks) == w // as it was written: 007 stays 007
}

// count cuts "twice", "three times", "once" off the end of toks. ok is false when it is more than MaxRepeat.
func count(toks []token) (rest []token, n int, ok bool) {
	l := len(toks)
	if l < 2 {
		return toks, 1, true
	}
	switch {
	case toks[l-1].isWord("once"):
		return toks[:l-1], 1, true
	case toks[l-1].isWord("twice"):
		return toks[:l-1], 2, true
	case toks[l-1].isWord("thrice"):
		return toks[:l-1], 3, true
	case toks[l-1].isWord("times") || toks[l-1].isWord("time"):
		for k := max(1, l-5); k < l-1; k++ {
			if v, w := number(toks[k : l-1]); w > 0 && k+w == l-1 {
				return toks[:k], v, v >= 1 && v <= MaxRepeat
			}
		}
	}
	return toks, 1, true
}

// MaxRepeat bounds "… times".
const MaxRepeat = 50

// symbols are the spoken and written names of calculator keys, up to three words.
var symbols = map[string]string{
	"plus": "+", "plus sign": "+", "+": "+",
	"minus": "-", "minus sign": "-", "-": "-", "−": "-", "–": "-",
	"times": "*", "multiplied by": "*", "multiply by": "*", "×": "*", "*": "*", "·": "*", "star": "*", "asterisk": "*", "times sign": "*",
	"divided by": "/", "divide by": "/", "over": "/", "÷": "/", "/": "/", "slash": "/", "division sign": "/",
	"equals": "=", "equal": "=", "equals sign": "=", "equal sign": "=", "is equal to": "=", "=": "=",
	"point": ".", "dot": ".", "decimal point": ".", ".": ".",
	"percent": "%", "percent sign": "%", "percentage": "%", "%": "%",
	"open bracket": "(", "opening bracket": "(", "left bracket": "(", "open parenthesis": "(", "left parenthesis": "(", "open paren": "(", "(": "(",
	"close bracket": ")", "closing bracket": ")", "right bracket": ")", "close parenthesis": ")", "right parenthesis": ")", "close paren": ")", ")": ")",
	"square root": "√", "√": "√", "π": "π", "^": "^",
}

const signs = "+-−–×*·÷/=%()√^π"

// symbol reads a calculator symbol at the start of toks.
func symbol(toks []token) (string, int) {
	for w := min(3, len(toks)); w > 0; w-- {
		plain := true
		for _, t := range toks[:w] {
			plain = plain && (t.kind == word || t.kind == punct && t.low == "." && w == 1)
		}
		if !plain {
			continue
		}
		key := toks[0].low
		if w > 1 {
			key = lows(toks[:w])
		}
		if s, ok := symbols[key]; ok {
			return s, w
		}
	}
	return "", 0
}

// sums reads a run of digits and symbols as the labels to press: "7 + 5 =", "9÷3=", "seven plus five equals". It
// answers nil unless toks are nothing else. Separators between entries are allowed.
func sums(toks []token) []string {
	var out []string
	wasNumber := false
	for i := 0; i < len(toks); {
		t := toks[i]
		if i > 0 && i < len(toks)-1 && (t.stop(",") || t.isWord("and") || t.isWord("then") || t.kind == newline) {
			i++
			wasNumber = false
			continue
		}
		if wasNumber && t.isWord("x") && i+1 < len(toks) { // between two numbers only
			if _, w := number(toks[i+1:]); w > 0 {
				out, wasNumber = append(out, "*"), false
				i++
				continue
			}
		}
		if t.kind == word && digits(t.low) {
			out, wasNumber = append(out, t.low), true
			i++
			continue
		}
		if n, w := number(toks[i:]); w > 0 {
			out, wasNumber = append(out, strconv.Itoa(n)), true
			i += w
			continue
		}
		if s, w := symbol(toks[i:]); w > 0 {
			out, wasNumber = append(out, s), false
			i += w
			continue
		}
		run := run(t)
		if run == nil {
			return nil
		}
		out, wasNumber = append(out, run...), false
		i++
	}
	return out
}

// run cuts a word like 9÷3= or 0.5 into digits and symbols.
func run(t token) []string {
	if t.kind != word {
		return nil
	}
	var out []string
	from := -1
	flush := func(i int) {
		if from >= 0 {
			out = append(out, t.low[from:i])
			from = -1
		}
	}
	for i, r := range t.low {
		switch {
		case r >= '0' && r <= '9':
			if from < 0 {
				from = i
			}
		case r == '.' || strings.ContainsRune(signs, r):
			flush(i)
			if s, ok := symbols[string(r)]; ok {
				out = append(out, s)
			} else {
				out = append(out, string(r))
			}
		default:
			return nil
		}
	}
	flush(len(t.low))
	return out
}
