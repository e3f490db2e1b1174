package intent

// clauses finds where clauses begin that may hold a wish, and the moods of all of them. A clause begins behind a stop
// or a joining word, and where a question or a request stands in the middle, as in speech without stops.
func (t *table) clauses(s *said, at []int) ([]int, mood) {
	var moods mood
	for i := range s.toks {
		if i > 0 && s.toks[i-1].mark == 0 && !(s.toks[i-1].classes&t.joins != 0 && s.toks[i].classes&t.opens != 0) && !t.embedded(s.toks, i) {
			continue
		}
		if len(at) == cap(at) {
			break
		}
		at = append(at, i)
		moods |= t.mood(s, i)
	}
	if s.asks {
		moods |= asking
	}
	return at, moods
}

// embedded reports whether a question begins at i without a stop: "there's a box what is it asking me".
func (t *table) embedded(toks []token, i int) bool {
	return t.embeds.longest(toks, i-1) > 0
}

// mood is the form of the clause at i.
func (t *table) mood(s *said, i int) mood {
	first := s.toks[i].classes
	switch {
	case t.asks.at(s.toks, i, false):
		return asking
	case t.wishes.at(s.toks, i, false):
		return wishing
	case first&t.does != 0 && !t.finite.at(s.toks, i, false):
		return orders
	}
	return telling
}
