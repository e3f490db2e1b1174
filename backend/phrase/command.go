package phrase

// one reads one piece: the verb decides.
func (s *sentence) one(pc piece) read {
	p := pc.toks
	within := ""
	v, w := plainVerbAt(p, 0)
	if all, _ := verbAt(p, 0); all == noVerb {
		var n int
		within, n = s.leadIn(p)
		if n == 0 {
			return read{bad: &refusal{why: classify(p), rest: s.cut(p)}}
		}
		p = p[n:]
		v, w = plainVerbAt(p, 0)
	}
	if within == "" {
		if c, ok := chain.match(s, trimCommand(p), nil); ok {
			if pc.from == 0 {
				s.row = chain.rows[c.row].Name
			}
			return c.read
		}
	}
	arg := p[w:]
	if len(arg) > 0 && arg[len(arg)-1].stop("?") && v != vType && v != vWrite && v != vEnter && v != vRead {
		return read{bad: &refusal{why: IsQuestion, rest: s.cut(p)}}
	}
	if !v.free() {
		arg = trimStops(arg)
	}
	if within != "" {
		switch v {
		case vPress, vClick, vDouble, vCheck, vTick, vUntick, vTurn, vChoose, vSet, vFill, vClear, vType, vWrite, vEnter:
		default:
			return read{bad: &refusal{why: Unsupported, rest: s.cut(pc.toks)}}
		}
	}
	switch v {
	case vPress, vClick, vDouble:
		return s.press(v, p, arg, within)
	case vCheck, vTick, vUntick, vTurn:
		return s.tick(v, p, arg, within)
	case vChoose:
		return s.choose(p, arg, within)
	case vOpen:
		return s.open(p, arg, within)
	case vGo:
		return s.goTo(p, arg, within)
	case vSet, vFill:
		return s.set(v, p, arg, within)
	case vClear:
		return s.clear(p, arg, within)
	case vType, vWrite, vEnter:
		return s.typeText(v, p, arg, within)
	case vScroll:
		return s.scroll(p, arg)
	case vMaximise, vCentre, vSnap, vPut, vMake:
		return s.arrange(v, p, arg)
	case vClose:
		return s.closeWindow(p, arg)
	case vMinimise, vRestore, vFull, vQuit:
		return s.manage(v, p, arg)
	case vUndo:
		return s.undo(p, arg)
	case vBack:
		if len(arg) == 0 {
			return read{steps: one(call("undo_last", struct{}{})), sure: true}
		}
		return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
	case vRead:
		return s.readOut(p, arg, within)
	case vPage:
		if len(arg) == 0 {
			return read{steps: one(call("key", keyArgs{"page" + p[w-1].low})), sure: true}
		}
	}
	return read{bad: &refusal{why: notLabel(s.toks, Unsupported), rest: s.cut(p)}}
}

// leadIn reads "in the Right group, press Same": the container, and how many tokens stand before the verb.
func (s *sentence) leadIn(toks []token) (string, int) {
	if len(toks) < 3 || !(toks[0].isWord("in") || toks[0].isWord("on") || toks[0].isWord("under") || toks[0].isWord("from")) {
		return "", 0
	}
	for i := 2; i < len(toks) && i < 9; i++ {
		if v, _ := verbAt(toks, i); v == noVerb {
			continue
		}
		name := toks[1:i]
		if n := len(name); name[n-1].stop(",") || name[n-1].stop(":") {
			name = name[:n-1]
		}
		if got, _, ok := s.container(name, toks[0].low); ok {
			return got, i
		}
	}
	return "", 0
}

func (s *sentence) leadsIn(toks []token) bool { _, n := s.leadIn(toks); return n > 0 }
