package phrase

import "strings"

// jokes are ends that take back what was said.
var jokes = lines("just kidding,only kidding,kidding,joke,joking,just joking,jk,haha,hahaha,lol,rofl,my foot,as if,not really,/s,not,psych,or not,or maybe not,scratch that,on second thought,on second thoughts,not now,later maybe,maybe later")

// laughs are pictures of laughing.
const laughs = "😂🤣😜😝🙃😏😹😆"

// takenBack reports whether the sentence ends in a joke, or in a picture of laughing. Quoted text at the end is text.
func (s *sentence) takenBack() bool {
	toks := s.toks
	for len(toks) > 0 && (toks[len(toks)-1].kind == punct || toks[len(toks)-1].kind == newline) {
		toks = toks[:len(toks)-1]
	}
	if len(toks) < 2 || toks[len(toks)-1].kind == quoted {
		return false
	}
	if strings.ContainsAny(toks[len(toks)-1].raw, laughs) {
		return true
	}
	for w := 1; w <= 3 && w < len(toks); w++ {
		end := strings.Trim(lows(toks[len(toks)-w:]), "()")
		if jokes.has(end) {
			return true
		}
	}
	return false
}
