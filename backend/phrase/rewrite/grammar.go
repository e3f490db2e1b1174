package rewrite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// corrected mends the common slips: spelling, apostrophes, doubled words, agreement, capitals, blanks around marks.
func corrected(p Piece) string {
	toks := lex(p)
	for i := range toks {
		spell(toks, i)
		article(toks, i)
		doubled(toks, i)
		marks(toks, i)
	}
	toks = slipBook.apply(toks)
	for i := range toks {
		capitals(toks, i)
	}
	return ended(join(toks), p)
}

// spell mends one word by itself. Words with capitals inside are names.
func spell(toks []token, i int) {
	t := &toks[i]
	if t.kind != word || t.quoted || t.gone || webby(toks, i) {
		return
	}
	right, ok := spellings[t.low]
	if !ok || strings.ToLower(t.s[width(t.s):]) != t.s[width(t.s):] && t.low != "i'm" {
		return
	}
	if unicode.IsUpper(firstRune(t.s)) {
		right = capital(right)
	}
	if t.s != right {
		t.s, t.low = right, plain(right)
	}
}

// article chooses between "a" and "an" by the word behind it.
func article(toks []token, i int) {
	t := &toks[i]
	if t.kind != word || t.quoted || t.low != "a" && t.low != "an" || i+2 >= len(toks) || toks[i+1].kind != space || toks[i+2].kind != word {
		return
	}
	if t.s == "A" && !t.first {
		return // a grade, a label
	}
	w := toks[i+2]
	if unicode.IsUpper(firstRune(w.s)) && strings.ToUpper(w.s) == w.s || !unicode.IsLetter(firstRune(w.s)) || utf8.RuneCountInString(w.s) == 1 {
		return // spelled out or not, nobody knows
	}
	vowel := strings.ContainsRune("aeiou", firstRune(w.low))
	for n := len(w.low); n > 1; n-- {
		if v, ok := sounds[w.low[:n]]; ok {
			vowel = v
			break
		}
	}
	right := "a"
	if vowel {
		right = "an"
	}
	if t.low != right {
		if unicode.IsUpper(firstRune(t.s)) {
			right = capital(right)
		}
		t.s, t.low = right, plain(right)
	}
}

// doubled takes out the second of two equal little words.
func doubled(toks []token, i int) {
	if i+2 >= len(toks) || toks[i].kind != word || toks[i].quoted || toks[i].gone || toks[i+1].kind == mark || toks[i+1].kind == word {
		return
	}
	a, b := toks[i], &toks[i+2]
	if b.kind == word && a.low == b.low && once[a.low] && !b.first && (b.s == a.s || b.s == a.low) && (toks[i+1].kind == space || !ends(toks, i+1)) {
		toks[i+1].gone, b.gone = true, true
	}
}

// marks mends blanks around marks within a line, and marks that stand twice.
func marks(toks []token, i int) {
	t := &toks[i]
	if t.quoted || t.gone {
		return
	}
	next := func(n int) token {
		if i+n < len(toks) {
			return toks[i+n]
		}
		return token{kind: line}
	}
	switch {
	case t.kind == space && len(t.s) > 1 && !strings.Contains(t.s, "\t") && i > 0 && toks[i-1].kind == word && next(1).kind == word:
		t.s = " "
	case t.kind == space && i > 0 && toks[i-1].kind == word && next(1).kind == mark && strings.Contains(",.!?;", next(1).s) &&
		(next(2).kind == space || next(2).kind == line || next(2).kind == mark && next(2).s != "." && !inWord(firstRune(next(2).s))):
		t.gone = true // "word , next"; not "the .git folder", not "…"
	case t.s == "," && i > 0 && next(1).s == ",":
		t.gone = true
	case t.kind == mark && (t.s == "," || t.s == ";") && i > 0 && toks[i-1].kind == word && next(1).kind == word && unicode.IsLetter(firstRune(next(1).s)) && unicode.IsLetter(lastRune(toks[i-1].s)):
		t.s += " "
	}
}

// capitals begins sentences and names with a capital letter.
func capitals(toks []token, i int) {
	t := &toks[i]
	if t.kind != word || t.gone || t.quoted {
		return
	}
	_, known := names[t.low]
	name := known && t.s == t.low
	start := t.first && unicode.IsLower(firstRune(t.s)) && strings.ToLower(t.s) == t.s && !strings.ContainsAny(t.s, "@_") && !webby(toks, i)
	if name || start && (sentenceBefore(toks, i) || proseFrom(toks, i)) {
		t.s = capital(t.s)
	}
}

// webby reports whether a word is part of an address or a file name.
func webby(toks []token, i int) bool {
	return i+2 < len(toks) && strings.Contains("./:\\", toks[i+1].s) && toks[i+1].kind == mark && toks[i+2].kind != space && toks[i+2].kind != line
}

// sentenceBefore reports whether another sentence ends in the same line before i.
func sentenceBefore(toks []token, i int) bool {
	l := left(toks, i)
	return l >= 0 && toks[l].kind == mark && strings.Contains(".!?", toks[l].s)
}

// proseFrom reports whether the words from i on are a sentence and not an entry of a list: they end as one, or at least three
// stand in one line.
func proseFrom(toks []token, i int) bool {
	n := 0
	for j := i; j < len(toks); j++ {
		if toks[j].kind == line || j > i && toks[j].first {
			break
		}
		if toks[j].kind == mark && ends(toks, j) {
			return true
		}
		if toks[j].kind == word && !toks[j].gone {
			if n++; n >= 3 {
				return true
			}
		}
	}
	return false
}

// ended gives the last sentence a full stop where the others have an end and nothing goes on behind it.
func ended(s string, p Piece) string {
	body := strings.TrimRight(s, " \t\n")
	all := sentences(body)
	if !p.closes() || len(all) < 2 || !inWord(lastRune(body)) {
		return s
	}
	last := body[all[len(all)-1][0]:]
	if strings.Contains(last, "\n") || len(strings.Fields(last)) < 3 {
		return s
	}
	previous := strings.TrimRight(body[:all[len(all)-1][0]], " \t")
	if previous == "" || !strings.ContainsRune(".!?", lastRune(previous)) {
		return s // a line of its own: a name below a letter, a heading
	}
	return body + "." + s[len(body):]
}

// slips are wrong ways of putting it, by the words around them.
var slips = []swap{
	{from: "could of", to: "could have", notBefore: definite},
	{from: "should of", to: "should have", notBefore: definite},
	{from: "would of", to: "would have", notBefore: definite},
	{from: "must of", to: "must have", notBefore: definite},
	{from: "might of", to: "might have", notBefore: definite},
	{from: "he don't", to: "he doesn't", at: clause},
	{from: "she don't", to: "she doesn't", at: clause},
	{from: "it don't", to: "it doesn't", at: clause},
	{from: "he have", to: "he has", at: clause},
	{from: "she have", to: "she has", at: clause},
	{from: "it have", to: "it has", at: clause},
	{from: "they was", to: "they were", at: clause},
	{from: "we was", to: "we were", at: clause},
	{from: "you was", to: "you were", at: clause},
	{from: "they is", to: "they are", at: clause},
	{from: "we is", to: "we are", at: clause},
	{from: "you is", to: "you are", at: clause},
	{from: "they has", to: "they have", at: clause},
	{from: "we has", to: "we have", at: clause},
	{from: "i has", to: "I have", at: clause},
	{from: "i is", to: "I am", at: clause},
	{from: "i are", to: "I am", at: clause},
	{from: "he are|he were", to: "he was", at: opening},
	{from: "she are|she were", to: "she was", at: opening},
	{from: "their is", to: "there is", at: clause},
	{from: "their are", to: "there are", at: clause},
	{from: "your welcome", to: "you're welcome", at: clause, only: set(". , to")},
	{from: "its", to: "it's", at: clause, only: set("a an the not been going very so too just really my your our his her their only always never also still okay ok fine great good important")},
	{from: "it's own", to: "its own"},
	{from: "better then", to: "better than", notBefore: set(". ,")},
	{from: "worse then", to: "worse than", notBefore: set(". ,")},
	{from: "more then", to: "more than", notBefore: set(". ,")},
	{from: "less then", to: "less than", notBefore: set(". ,")},
	{from: "rather then", to: "rather than", notBefore: set(". ,")},
	{from: "bigger then", to: "bigger than", notBefore: set(". ,")},
	{from: "smaller then", to: "smaller than", notBefore: set(". ,")},
	{from: "faster then", to: "faster than", notBefore: set(". ,")},
	{from: "other then", to: "other than", notBefore: set(". ,")},
	{from: "more better", to: "better"},
	{from: "more easier", to: "easier"},
	{from: "most easiest", to: "easiest"},
	{from: "between you and i", to: "between you and me"},
	{from: "lets", to: "let's", at: opening, only: set("go see try do make take get have start talk meet not use keep look say begin move call wait just be discuss")},
	{from: "use to be", to: "used to be", notAfter: set("to not didn't will can could would should we they you i")},
	{from: "suppose to", to: "supposed to", notAfter: set("i we you they to i'd")},
	{from: "alot of", to: "a lot of"},
	{from: "alot", to: "a lot"},
}

var slipBook = bookOf(slips)

// once are words that stand twice in a row only by mistake.
var once = set("the a an to of and in for on with at we you be are was this or if as by from i he she they my your our but not will would can it's")

// sounds are beginnings of words that sound other than they are spelled: true as a vowel.
var sounds = map[string]bool{
	"hour": true, "honest": true, "honor": true, "honour": true, "heir": true,
	"uni": false, "unin": true, "unim": true, "unid": true, "unif": false, "unint": true, "us": false, "usher": true, "ush": true, "us-": false,
	"eu": false, "ewe": false, "one": false, "once": false, "u-": false, "ubi": false, "util": false, "utop": false, "uk": false, "ura": false, "uter": false, "uten": false, "unan": false,
}

// names have a capital letter always. "May", "March" and "August" are words too.
var names = set("monday tuesday wednesday thursday friday saturday sunday january february april june july september october november december " +
	"english german french spanish italian dutch portuguese russian japanese european american british london paris berlin europe america germany france england christmas")

// spellings are slips of one word. What could be another word ("its", "well", "were", "ill") is not here.
var spellings = map[string]string{
	"i": "I", "im": "I'm", "i'm": "I'm", "ive": "I've", "i've": "I've", "i'll": "I'll", "i'd": "I'd",
	"dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "cant": "can't",
	"couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "wont": "won't", "hasnt": "hasn't", "havent": "haven't", "hadnt": "hadn't", "youre": "you're",
	"theyre": "they're", "thats": "that's", "whats": "what's", "theres": "there's", "heres": "here's", "youve": "you've", "weve": "we've", "theyve": "they've", "youll": "you'll",
	"theyll": "they'll", "itll": "it'll",
	"teh": "the", "hte": "the", "adn": "and", "taht": "that", "thier": "their", "wich": "which", "whcih": "which", "becuase": "because", "becasue": "because", "beacuse": "because", "recieve": "receive", "recieved": "received",
	"beleive": "believe", "acheive": "achieve", "seperate": "separate", "seperately": "separately", "definately": "definitely", "definitly": "definitely", "untill": "until", "occured": "occurred",
	"occuring": "occurring", "tommorow": "tomorrow", "tommorrow": "tomorrow", "tomorow": "tomorrow", "adress": "address", "accomodate": "accommodate", "begining": "beginning",
	"calender": "calendar", "commitee": "committee", "embarass": "embarrass", "enviroment": "environment", "existance": "existence", "goverment": "government", "gaurantee": "guarantee",
	"immediatly": "immediately", "independant": "independent", "knowlege": "knowledge", "liason": "liaison", "maintainance": "maintenance", "neccessary": "necessary", "necesary": "necessary",
	"noticable": "noticeable", "occassion": "occasion", "occurence": "occurrence", "peice": "piece", "posession": "possession", "prefered": "preferred", "publically": "publicly",
	"realy": "really", "recomend": "recommend", "recommened": "recommended", "refered": "referred", "relevent": "relevant", "responsability": "responsibility", "succesful": "successful",
	"succesfully": "successfully", "suprise": "surprise", "truely": "truly", "tought": "thought", "wierd": "weird", "writting": "writing", "wether": "whether", "arguement": "argument",
	"basicly": "basically", "buisness": "business", "collegue": "colleague", "concious": "conscious", "dissapear": "disappear", "dissapoint": "disappoint", "finaly": "finally",
	"freind": "friend", "grammer": "grammar", "happend": "happened", "intrest": "interest", "lenght": "length", "mispell": "misspell", "payed": "paid", "probaly": "probably", "quik": "quick",
	"similiar": "similar", "strenght": "strength", "thru": "through", "yesturday": "yesterday", "wheter": "whether", "thankyou": "thank you", "aswell": "as well", "infact": "in fact",
}
