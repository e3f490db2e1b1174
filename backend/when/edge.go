package when

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
)

// edgeWords is how many words at an edge of a sentence are looked at. The longest phrases that people
// say ("every second Monday from half past seven to a quarter to nine in the evening") have fewer.
const edgeWords = 16

// Tail finds the time at the end of a sentence: the longest run of last words that is wholly one time,
// with the linking word before it ("at", "on", "in", "for", "by"). before and phrase are the two parts
// as they were written.
//
// It is no time of the sentence when the words before it belong to it and can't be read with it
// ("around five", "every few days at five", "tomorrow call Anna at five"), or when what stands there is
// no exact time ("tomorrow morning", "next Friday"). Then ok is false and phrase holds those words, so
// that a caller can ask instead of acting at once; what Parse says of the phrase may be the reason.
// Without any time phrase is empty. In both cases before is the whole text.
func Tail(text string, ref time.Time) (before string, r Result, phrase string, ok bool) {
	words := wordsOf(text)
	least := max(0, len(words)-edgeWords)
	first := least
	var err error
	for ; first < len(words); first++ {
		if r, err = Parse(text[words[first].from:], ref); err == nil {
			break
		}
	}
	found := first < len(words)
	if found && first > 0 && slices.Contains(outer, words[first-1].text) {
		first--
	}
	if found && !clippedBefore(words, first) && !parted(text[:words[first].from], text[words[first].from:], ref) {
		return strings.TrimRightFunc(text[:words[first].from], loose), r, text[words[first].from:], true
	}
	start := first
	for first > least && aboutTime(words[first-1].text) {
		first--
	}
	for first < start && !opening(words[first].text) {
		first++
	}
	if first == len(words) || !found && !inexact(text[words[first].from:], words[first:], ref) {
		return text, Result{}, "", false
	}
	return text, Result{}, text[words[first].from:], false
}

// Head is Tail for the beginning of a sentence: phrase is the longest run of first words that is wholly
// one time, and after is the rest.
func Head(text string, ref time.Time) (phrase string, r Result, after string, ok bool) {
	words := wordsOf(text)
	first := 0
	if len(words) > 0 && slices.Contains(outer, words[0].text) {
		first = 1
	}
	next := min(first+edgeWords, len(words)) // the word after the time
	var err error
	for ; next > first; next-- {
		if r, err = Parse(text[words[first].from:words[next-1].to], ref); err == nil {
			break
		}
		// "for 20 minutes" is one with its "for".
		if r, err = Parse(text[:words[next-1].to], ref); err == nil {
			break
		}
	}
	found := next > first
	if found && !clippedAfter(words, next) && !parted(text[words[next-1].to:], text[:words[next-1].to], ref) {
		return text[:words[next-1].to], r, strings.TrimLeftFunc(text[words[next-1].to:], loose), true
	}
	last := 0
	for i := max(next, first); i < min(first+edgeWords, len(words)) && aboutTime(words[i].text); i++ {
		if timely(words[i].text) {
			last = i + 1
		}
	}
	next = max(next, last)
	if next <= first || !found && (!opening(words[first].text) || !inexact(text[:words[next-1].to], words[:next], ref)) {
		return "", Result{}, text, false
	}
	return text[:words[next-1].to], Result{}, text, false
}

// inexact says whether words that begin like a time are refused for more than being none.
func inexact(text string, words []place, ref time.Time) bool {
	_, err := Parse(text, ref)
	var why *Refused
	return errors.As(err, &why) && why.Cause != NotATime && slices.ContainsFunc(words, func(w place) bool { return timely(w.text) })
}

// loose is what stands between a time and the rest.
func loose(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-", r) }

// place is a word of a sentence, in lower case without marks at its ends, and where it stands.
type place struct {
	text     string
	from, to int
}

func wordsOf(text string) (words []place) {
	from := -1
	end := func(to int) {
		if from >= 0 {
			words = append(words, place{strings.Trim(strings.ToLower(text[from:to]), ".,;:!?\"'()“”"), from, to})
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return words
}

// Words that make another time of the one beside them.
var (
	bending = []string{"around", "about", "approximately", "roughly", "nearly", "almost", "before", "after", "until", "till", "since", "every", "each",
		"next", "last", "between", "from", "not", "never", "except", "than", "early", "late", "later", "soon", "past", "half", "quarter", "other", "sometime", "through", "of"}
	trailing = []string{"until", "till", "through", "before", "after", "past", "except", "ish", "ago", "later", "earlier", "oclock", "o'clock", "sharp",
		"of", "am", "pm", "a.m", "p.m", "st", "nd", "rd", "th"}
	joining = []string{"and", "or", "to", "-", "–", "the", "at", "on", "in", "for", "by", "from", "between", "this", "next", "last", "every", "each"}
	outer   = []string{"for", "by"} // may stand before a time without being a part of it
	// Names and plain words as much as times: they count only beside another word of time.
	double = []string{"may", "march", "april", "june", "august", "jan", "mar", "sun", "sat", "mon", "second", "seconds", "first", "last", "m", "s", "h", "d", "w", "a", "an"}
)

// aboutTime says whether a word can be a part of a time, however vague.
func aboutTime(w string) bool {
	return timely(w) || slices.Contains(double, w) || slices.Contains(bending, w) || slices.Contains(joining, w) || slices.Contains(trailing, w)
}

// opening says whether a phrase that begins with the word is likely a time.
func opening(w string) bool {
	return dayNames(w) || w != "" && digit(rune(w[0])) ||
		slices.Contains([]string{"at", "in", "on", "by", "this", "next", "every", "each", "around", "about", "before", "after", "until", "sometime", "later", "early", "late"}, w)
}

// timely says whether a word speaks of time by itself.
func timely(w string) bool {
	if w == "" || slices.Contains(double, w) {
		return false
	}
	if w[0] >= '0' && w[0] <= '9' || dayNames(w) {
		return true
	}
	for _, table := range []map[string]int{units, small, tens, ordinals} {
		if _, ok := table[w]; ok {
			return true
		}
	}
	_, unit := fixedUnits[w]
	_, calendar := calendarUnits[w]
	_, month := months[w]
	_, part := parts[w]
	_, adverb := adverbs[w]
	return unit || calendar || month || part || adverb || slices.Contains([]string{"noon", "midnight", "midday", "weekend", "weekends",
		"weekday", "weekdays", "oclock", "o'clock", "half", "quarter", "few", "couple", "several", "mornings", "evenings", "afternoons", "nights",
		"hourly", "lunch", "lunchtime", "soon", "later", "now", "fortnight", "decade", "century"}, w)
}

// dayNames says whether a word names a day.
func dayNames(w string) bool {
	_, day := weekdays[w]
	_, plural := weekdaysPlural[w]
	return !slices.Contains(double, w) && (day || plural) || slices.Contains([]string{"today", "tomorrow", "yesterday", "tonight"}, w)
}

// clippedBefore says whether the words before a time belong to it.
func clippedBefore(words []place, first int) bool {
	if first == 0 {
		return false
	}
	last := first - 1
	if slices.Contains(bending, words[last].text) {
		return true
	}
	for last > 0 && slices.Contains([]string{"and", "or", "to", "-", "–"}, words[last].text) {
		last--
	}
	w := words[last].text
	if slices.Contains(double, w) {
		return last > 0 && (timely(words[last-1].text) || slices.Contains(bending, words[last-1].text) || words[last-1].text == "in" || words[last-1].text == "this")
	}
	if digits(w) && last == first-1 && last > 0 && slices.Contains([]string{"to", "by"}, words[last-1].text) {
		// "set the volume to 30 at five": 30 is what is set.
		return !slices.Contains([]string{"at", "in", "on", "for", "by", "every"}, words[first].text) || last > 1 && timely(words[last-2].text)
	}
	return timely(w)
}

func digits(w string) bool {
	return w != "" && strings.Trim(w, "0123456789") == ""
}

// clippedAfter says whether the words after a time belong to it.
func clippedAfter(words []place, next int) bool {
	if next >= len(words) {
		return false
	}
	if slices.Contains(trailing, words[next].text) {
		return true
	}
	for next < len(words)-1 && slices.Contains(joining, words[next].text) {
		next++
	}
	w := words[next].text
	if slices.Contains(double, w) { // "in march", "may 5"
		return slices.Contains([]string{"in", "this", "next", "last", "every"}, words[next-1].text) || next+1 < len(words) && timely(words[next+1].text)
	}
	return timely(w)
}

// parted says whether the rest of the sentence holds the other half of the time: the day of a clock
// time, or the clock time of a day.
func parted(rest, phrase string, ref time.Time) bool {
	if _, err := Parse("tomorrow "+phrase, ref); err == nil { // a time without a day
		return slices.ContainsFunc(wordsOf(rest), func(w place) bool { return dayNames(w.text) })
	}
	if r, err := Parse(phrase, ref); err != nil || !r.AllDay {
		return false
	}
	words := wordsOf(rest)
	for i, w := range words {
		if i > 0 && slices.Contains([]string{"at", "@"}, words[i-1].text) && timely(w.text) || clockLike(w.text) {
			return true
		}
	}
	return false
}

// clockLike recognises 17:30 and 5pm.
func clockLike(w string) bool {
	if w == "" || w[0] < '0' || w[0] > '9' {
		return false
	}
	tail := strings.TrimLeft(w, "0123456789:.")
	return strings.Contains(w, ":") && tail == "" || slices.Contains([]string{"am", "pm", "a.m", "p.m"}, tail)
}
