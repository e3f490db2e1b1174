package phrase

import "strconv"

// FollowupKind says how a sentence refers to the turn before.
type FollowupKind string

const (
	Again   FollowupKind = "again"   // the last plan once more
	That    FollowupKind = "that"    // the last target
	Ordinal FollowupKind = "ordinal" // one of the candidates of the last question
	CloseIt FollowupKind = "closeIt" // close what was opened last
	Answer  FollowupKind = "answer"  // yes or no
)

// Followup is a reference to the turn before. Only the thread can tell what it means.
type Followup struct {
	Kind FollowupKind
	N    int    // of Ordinal: 1 = first, -1 = last
	Text string // of Answer: "yes" or "no"; of That: the verb that was used, or empty
}

var followups = followupForms()

func followupForms() map[string]Followup {
	followups := map[string]Followup{}
	for _, s := range []string{"again", "do it again", "do that again", "once more", "one more time", "do that once more", "do it once more",
		"repeat that", "repeat", "same again", "the same again", "and again", "try again", "try that again", "try it again"} {
		followups[s] = Followup{Kind: Again}
	}
	for _, s := range []string{"that one", "this one", "yes that one", "that", "that one please", "the one you just used", "the same one"} {
		followups[s] = Followup{Kind: That}
	}
	for _, s := range []string{"close it", "close that", "close that again", "close it again", "close this", "close that one"} {
		followups[s] = Followup{Kind: CloseIt}
	}
	for _, s := range []string{"yes", "yeah", "yep", "yup", "sure", "yes do it", "yes please", "go ahead", "do it", "of course", "allow", "allow it"} {
		followups[s] = Followup{Kind: Answer, Text: "yes"}
	}
	for _, s := range []string{"no", "nope", "nah", "no don't", "don't", "no thanks", "no thank you", "deny", "none of them", "neither", "none of these"} {
		followups[s] = Followup{Kind: Answer, Text: "no"}
	}
	for _, v := range []string{"press", "click", "tap", "hit", "push", "open", "choose", "select", "pick", "check", "tick", "untick", "uncheck", "use", "take"} {
		for _, o := range []string{"it", "that", "this", "that one", "this one", "it again", "that again", "that one again"} {
			if (v == "use" || v == "take") && o != "that one" && o != "this one" {
				continue
			}
			followups[v+" "+o] = Followup{Kind: That, Text: v}
		}
	}
	for w, n := range ordinals {
		for _, form := range []string{"the " + w, "the " + w + " one", w + " one", "option " + w, "the " + w + " option"} {
			followups[form] = Followup{Kind: Ordinal, N: n}
			for _, v := range []string{"press", "click", "tap", "choose", "select", "pick", "open", "take", "use", "i mean", "i meant"} {
				followups[v+" "+form] = Followup{Kind: Ordinal, N: n}
			}
		}
		followups[w] = Followup{Kind: Ordinal, N: n}
	}
	for w, n := range units {
		if n >= 1 && n <= 10 {
			for _, form := range []string{"number " + w, "option " + w} {
				followups[form] = Followup{Kind: Ordinal, N: n}
			}
		}
	}
	for n := 1; n <= 20; n++ {
		for _, form := range []string{"number ", "option ", "no ", "#"} {
			followups[form+strconv.Itoa(n)] = Followup{Kind: Ordinal, N: n}
		}
	}
	return followups
}

// followup recognises sentences that mean nothing without the turn before.
func followup(toks []token) *Followup {
	toks = dropStops(toks)
	if len(toks) == 0 || len(toks) > 6 {
		return nil
	}
	var kept []token
	for _, t := range toks {
		if t.kind == quoted || t.kind == newline {
			return nil
		}
		if t.kind == word {
			kept = append(kept, t)
		}
	}
	if f, ok := followups[lows(kept)]; ok {
		return &f
	}
	return nil
}
