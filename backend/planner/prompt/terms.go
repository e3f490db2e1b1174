package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// terms are the stems of the words of a text that may say what it is about, each once, in order. An address in it stands
// for the word "website" too.
func terms(text string, keep map[string]bool) []string {
	var out []string
	seen := map[string]bool{}
	add := func(t string) {
		if t != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	for _, chunk := range strings.Fields(text) {
		if addressed(chunk) {
			add(stem("url"))
			add(stem("website"))
		}
		for _, w := range parts(chunk) {
			if low := strings.ToLower(w); !stops[low] || keep[low] {
				add(stem(low))
			}
		}
	}
	return out
}

// addressed reports something like example.org or https://example.org/a.
func addressed(chunk string) bool {
	chunk = strings.TrimRightFunc(chunk, unicode.IsPunct)
	if _, behind, web := strings.Cut(chunk, "://"); web {
		return behind != ""
	}
	before, behind, dot := strings.Cut(chunk, ".")
	if !dot || before == "" || strings.Contains(chunk, "@") {
		return false
	}
	end, _, _ := strings.Cut(behind[strings.LastIndexByte(behind, '.')+1:], "/")
	return len(end) >= 2 && len(end) <= 6 && strings.IndexFunc(end, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// parts splits at whatever is neither letter nor digit, and where a capital follows a small letter. What stands behind an
// apostrophe is no word of its own: "what's".
func parts(s string) []string {
	var out []string
	start, before := -1, rune(0)
	cut := func(end int) {
		if start >= 0 && utf8.RuneCountInString(s[start:end]) > 1 {
			out = append(out, s[start:end])
		}
		start = -1
	}
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
		switch {
		case !letter:
			cut(i)
		case start < 0:
			start = i
		case unicode.IsUpper(r) && unicode.IsLower(before):
			cut(i)
			start = i
		}
		before = r
	}
	cut(len(s))
	return out
}

// stem takes the usual English endings off, so that "reminders", "reminding" and "remind" are one word. It is no
// dictionary: what it makes of a word only has to be the same on both sides.
func stem(w string) string {
	for _, e := range endings {
		kept, has := strings.CutSuffix(w, e.off)
		if !has || utf8.RuneCountInString(kept) < 3 {
			continue
		}
		w = kept + e.on
		break
	}
	if n := len(w); n > 3 && w[n-1] < utf8.RuneSelf && w[n-1] == w[n-2] && w[n-1] != 's' {
		w = w[:n-1] // stopped, stop
	}
	if kept, has := strings.CutSuffix(w, "e"); has && len(kept) > 2 {
		return kept
	}
	if kept, has := strings.CutSuffix(w, "y"); has && len(kept) > 2 {
		return kept + "i"
	}
	return w
}

// endings are tried in this order, and the first that fits is the only one.
var endings = [...]struct{ off, on string }{
	{"ations", "at"}, {"ation", "at"}, {"ings", ""}, {"ing", ""}, {"ies", "y"}, {"ers", ""}, {"sses", "ss"}, {"ches", "ch"}, {"shes", "sh"},
	{"xes", "x"}, {"ied", "y"}, {"ed", ""}, {"est", ""}, {"er", ""}, {"ly", ""}, {"ss", "ss"}, {"us", "us"}, {"s", ""},
}

// words are all words of a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, chunk := range strings.Fields(text) {
		for _, w := range parts(chunk) {
			out[strings.ToLower(w)] = true
		}
	}
	return out
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// stops say nothing about what is wanted.
var stops = set(`a an the this that these those it its is are am was were be been being do does did done doing have has had having
	i me my mine we us our you your yours he him his she her they them their who whom whose
	and or but if so as of at by for from in into on onto to with without about than then too very just only also both each
	can could will would shall should may might must let lets please thanks thank kindly hey hi hello pace ok okay well now
	what which when where why how not no yes there here some any all such own same again more most other another
	got get gets go goes going want wants wanted need needs like make makes made give gives take takes put puts show tell
	one ones thing things something anything everything somebody person whether while until per via re ll ve don
	time way bit little lot few many much`)
