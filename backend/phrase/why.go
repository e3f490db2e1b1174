package phrase

// classify says what kind of sentence toks are when they are no command. It only chooses the wording of a refusal:
// whatever it answers, nothing is done.
func classify(toks []token) Refusal {
	toks = trimStops(toks)
	if len(toks) == 0 {
		return Empty
	}
	if toks[0].kind == quoted {
		return IsReported
	}
	if r, ok := bySense(toks); ok {
		return r
	}
	if foreignWords(toks) || foreignStart(toks[0]) {
		return NotEnglish
	}
	if toks[0].in(otherVerbs) || twoWordVerb(toks) {
		return Unsupported
	}
	return NotImperative
}

// bySense recognises questions, conditions, negations, past and reported speech.
func bySense(toks []token) (Refusal, bool) {
	first := toks[0]
	asking := first.in(asks) && !(first.low == "don't" || first.low == "do" && len(toks) > 1 && toks[1].isWord("not") || first.low == "once" || first.low == "when" && !endsAsking(toks))
	person, denied, doubt, told, was := false, false, first.in(conditions), false, false
	for i, t := range toks {
		if t.kind != word {
			if t.kind == punct && t.low == ":" && i > 0 && i < len(toks)-1 {
				told = told || i > 1 || !toks[0].in(common)
			}
			continue
		}
		switch {
		case t.in(denials) || t.low == "no" && i+1 < len(toks) && (toks[i+1].isWord("need") || toks[i+1].isWord("wait") || toks[i+1].isWord("longer")):
			denied = true
		case t.low == "never" && i+1 < len(toks) && toks[i+1].isWord("mind"):
			denied = true
		case t.in(reporting) && i > 0:
			told = true
		case t.low == "according":
			told = true
		case (t.low == "might" || t.low == "could" || t.low == "would") && i > 0:
			doubt = true
		case t.low == "if" || t.low == "unless" || t.low == "suppose" || t.low == "maybe" || t.low == "perhaps" || t.low == "whenever":
			doubt = true
		case t.in(pastMarks):
			was = true
		case t.in(pastVerbs) && (person || i > 0 && !first.in(articles)):
			was = true
		}
		person = person || t.in(persons)
	}
	switch {
	case first.low == "what" && doubt:
		return IsHypothetic, true
	case endsAsking(toks) || asking:
		return IsQuestion, true
	case denied || first.in(negations) && first.low != "stop":
		return IsNegation, true
	case told:
		return IsReported, true
	case doubt || first.low == "when":
		return IsHypothetic, true
	case was:
		return IsPast, true
	}
	return None, false
}

func endsAsking(toks []token) bool {
	return toks[len(toks)-1].stop("?")
}

// foreignWords reports whether toks hold no Latin word, or little words of other languages.
func foreignWords(toks []token) bool {
	latin, other := 0, 0
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		if t.in(foreign) {
			return true
		}
		r := []rune(t.low)[0]
		switch {
		case r < 0x250:
			latin++
		default:
			other++
		}
	}
	return other > 0 && latin <= other
}

// foreignStart reports whether a sentence that begins so is hardly English.
func foreignStart(t token) bool {
	if t.in(foreignVerbs) {
		return true
	}
	for _, r := range t.low {
		if r >= 0xC0 && r < 0x250 {
			return true
		}
	}
	return false
}

var foreignVerbs = words(`ouvre ouvrez clique cliquez appuie appuyez tape tapez ecris klicke klick klicken abre abrir haz pulsa presiona escribe pulsar
	starte druck schreib schreibe tippe mach wähle bitte apri clicca premi scrivi abra clique pressione klicka tryck skriv starta klik druk typ avaa paina por`)

func twoWordVerb(toks []token) bool {
	if len(toks) < 2 {
		return false
	}
	second := toks[1].low == "click" || toks[1].low == "press" || toks[1].low == "tap"
	switch toks[0].low {
	case "right", "middle", "triple", "shift", "ctrl", "control", "long", "alt":
		return second
	}
	return false
}

// notLabel chooses the refusal for words that were no label: what the whole says weighs more than that.
func notLabel(toks []token, otherwise Refusal) Refusal {
	if len(toks) > 0 {
		if r, ok := bySense(toks); ok {
			return r
		}
		if foreignWords(toks) {
			return NotEnglish
		}
	}
	return otherwise
}
