package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tails are ends that carry no meaning, longest first.
var tails = []string{"thank you very much", "thank you so much", "thanks a lot", "many thanks", "thank you", "thanks", "cheers",
	"if you please", "if you would", "if that's alright", "if that's all right", "if that's ok", "if that's okay", "if it's no trouble", "if you can", "shall we", "for us", "pls", "plz", "for a sec", "a sec", "real quick", "if you don't mind", "would you", "would ya", "will ya", "could ya", "will you", "could you", "can you", "please", "for me", "right now", "right away", "immediately", "straight away", "now", "pace"}

// cutTail cuts stops, emoji and politeness off the end. When the sentence ends in text that is to be typed, only
// what can't belong to the text goes.
func cutTail(s string, polite bool) string {
	if polite && strings.HasSuffix(s, "?") {
		s = trimRight(s[:len(s)-1])
	}
	from, typed, quotedEnd := endsTyped(s)
	if !typed {
		s = cutTag(s)
	}
	for {
		before := s
		s = trimRight(s)
		if quotedEnd {
			s = cutStop(s)
		}
		if typed && !endsQuoted(s) {
			s = cutTypedTail(s, from)
		} else {
			s = cutPictures(cutStop(s))
			s = cutPhrase(s, false)
		}
		if s == before {
			return s
		}
	}
}

func trimRight(s string) string { return strings.TrimRightFunc(s, space) }

func endsQuoted(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("\"”“»’'`", r)
}

// cutStop cuts a full stop, comma, or exclamation mark that hangs on the last word.
func cutStop(s string) string {
	for len(s) > 1 && strings.IndexByte(".,;!", s[len(s)-1]) >= 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:len(s)-1])
		if space(r) && s[len(s)-1] == '.' {
			return s // "press ." means the key
		}
		s = trimRight(s[:len(s)-1])
	}
	return s
}

func lastWordStart(s string) int {
	i := strings.LastIndexFunc(s, space)
	return i + 1
}

// cutTag cuts a request that is put behind a command as a question: "…, would you?", "… please?".
func cutTag(s string) string {
	if !strings.HasSuffix(s, "?") {
		return s
	}
	t := trimRight(s[:len(s)-1])
	low := fold(t)
	for _, tag := range tags {
		if !strings.HasSuffix(low, " "+tag) {
			continue
		}
		if v, _ := verbAt(headTokens(s), 0); v != noVerb {
			if u := cutPhrase(t, false); u != t {
				return u
			}
		}
	}
	return s
}

// tags are the polite tails that may carry the question mark of a request.
var tags = []string{"would you", "would ya", "will ya", "could ya", "will you", "could you", "can you", "please", "for me"}

// cutPictures cuts pictures off the end. Where the sentence ends in the name of something on the screen they belong to
// the name; only gestures of thanks do not, and what stands behind thanks in words.
func cutPictures(s string) string {
	t := trimRight(strings.TrimRightFunc(s, func(r rune) bool { return space(r) || picture(r) }))
	if t == s || !strings.ContainsFunc(t, wordy) {
		return s
	}
	_, v, toks := lastVerb(t)
	if _, w := verbAt(toks, 0); w == len(toks) && v.labels() {
		return s // "press 👍"
	}
	last := toks[len(toks)-1]
	if _, kind := kinds[last.low]; !v.labels() || last.lowerCase() && (kind || holders.has(last.low)) {
		return t // "press the red button 🔴"
	}
	if u := cutPhrase(t, false); u != t {
		return u
	}
	return trimRight(strings.TrimRightFunc(s, func(r rune) bool { return space(r) || thanks(r) }))
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func picture(r rune) bool {
	if strings.ContainsRune(laughs, r) {
		return false // it takes back what stands before it
	}
	return r >= 0x1F000 || r == 0xFE0F || r == 0x200D || r >= 0x2600 && r <= 0x27BF
}

// thanks tells the gestures that people put behind a request: thumbs up, folded hands, raised hands, clapping, OK,
// with any colour of skin. A picture of them in a name has to be quoted.
func thanks(r rune) bool {
	return r == 0x1F44D || r == 0x1F64F || r == 0x1F64C || r == 0x1F44F || r == 0x1F44C || r >= 0x1F3FB && r <= 0x1F3FF
}

// cutPhrase cuts one polite tail. With comma only one that a comma sets apart.
func cutPhrase(s string, comma bool) string {
	low := fold(s[max(0, len(s)-40):])
	low = strings.TrimRight(low, ".!")
	for _, t := range tails {
		if !strings.HasSuffix(low, t) {
			continue
		}
		n := len(strings.TrimRight(s, ".!")) - suffixLen(strings.TrimRight(s, ".!"), utf8.RuneCountInString(t))
		if n <= 0 {
			return s
		}
		r, _ := utf8.DecodeLastRuneInString(s[:n])
		head := trimRight(s[:n])
		if head == "" || !(space(r) || r == ',') || comma && !strings.HasSuffix(head, ",") {
			continue
		}
		if t == "for me" || t == "now" || t == "pace" || t == "cheers" || t == "would you" || t == "will you" || t == "could you" || t == "can you" || t == "thank you" || t == "thanks" {
			// a verb alone before it means that it was the object
			last := fold(head[lastWordStart(head):])
			if !strings.ContainsFunc(head, space) && !strings.HasSuffix(head, ",") || wantsObject(last) || t == "now" && nowLabels.has(last) {
				return s
			}
		}
		return trimRight(strings.TrimRight(head, ","))
	}
	return s
}

// nowLabels are words of buttons that go on with "now".
var nowLabels = words("buy order shop pay book apply join call start install update restart download subscribe donate try play watch register scan")

// wantsObject reports whether a command can't end in this word: what follows it is a label, whatever it says.
func wantsObject(word string) bool {
	switch word {
	case "press", "click", "tap", "hit", "push", "check", "uncheck", "tick", "untick", "select", "choose", "pick":
		return true
	}
	return false
}

// suffixLen is the length in bytes of the last n runes.
func suffixLen(s string, n int) int {
	l := 0
	for ; n > 0 && l < len(s); n-- {
		_, w := utf8.DecodeLastRuneInString(s[:len(s)-l])
		l += w
	}
	return l
}

// cutTypedTail cuts ", thanks", a hanging "please", and the one full stop of a single sentence.
func cutTypedTail(s string, from int) string {
	if t := cutPhrase(s, true); t != s {
		return t
	}
	bare := strings.TrimRight(s, ".!")
	if len(bare) > 7 && fold(bare[len(bare)-7:]) == " please" {
		head := trimRight(bare[:len(bare)-7])
		w := fold(head[lastWordStart(head):])
		if w != "yes" && w != "no" && w != "pretty" && w != "oh" && strings.ContainsFunc(head, space) {
			return head
		}
	}
	if len(s) > 2 && s[len(s)-1] == '.' && strings.IndexByte(".!?", s[len(s)-2]) < 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:len(s)-1])
		if space(r) || strings.ContainsAny(s[lastWordStart(s):len(s)-1], ".") && !strings.Contains(s, "://") && !domainLike(s[lastWordStart(s):len(s)-1]) {
			return s
		}
		inner := s[min(from, len(s)-1) : len(s)-1]
		for i := 0; i+1 < len(inner); i++ {
			if strings.IndexByte(".!?", inner[i]) >= 0 && (inner[i+1] == ' ' || inner[i+1] == '\n') {
				return s // several sentences: their full stops belong to the text
			}
		}
		return s[:len(s)-1]
	}
	return s
}

// domainLike reports whether w has a dot between letters, as addresses and file names have and "e.g." has not.
func domainLike(w string) bool {
	i := strings.LastIndexByte(w, '.')
	return i > 0 && len(w)-i > 2
}
