package phrase

import "strconv"

// spotArgs name a place on the screen, in pixels.
type spotArgs struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// spot reads "at 10, 20", "at (10, 20)", "at x 10 y 20", "(10, 20)". bad is set when it begins like a place and is
// none: half of one, or more than one.
func (s *sentence) spot(arg []token) (at spotArgs, ok bool, bad *refusal) {
	said := len(arg) > 1 && (arg[0].isWord("at") || arg[0].isWord("on")) && arg[0].lowerOrShout(s)
	rest := arg
	if said {
		rest = rest[1:]
	}
	if len(rest) > 1 && rest[0].isWord("the") {
		rest = rest[1:]
	}
	for _, w := range []string{"position", "place", "point", "spot", "coordinates", "coordinate", "pixel"} {
		if said && len(rest) > 1 && rest[0].isWord(w) {
			rest = rest[1:]
		}
	}
	text := s.cut(rest)
	if !said && (text == "" || text[0] != '(') {
		return at, false, nil
	}
	n, whole := coordinates(text)
	switch {
	case !whole || len(n) == 0 || arg[0].isWord("on") && len(n) != 2: // "on 7" is a button
		return at, false, nil
	case len(n) == 1 && said:
		return at, false, &refusal{why: Incomplete, missing: "both numbers of the place"}
	case len(n) != 2:
		return at, false, nil
	}
	return spotArgs{n[0], n[1]}, true, nil
}

// coordinates reads whole numbers of up to five digits. whole tells that there is nothing between them but commas,
// brackets, equals signs and the letters x and y.
func coordinates(text string) (n []int, whole bool) {
	if len(text) > 40 {
		return nil, false
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == ',' || c == ';' || c == '(' || c == ')' || c == '=' || c == ':':
			i++
		case (c == 'x' || c == 'X') && len(n) == 0 || (c == 'y' || c == 'Y') && len(n) == 1:
			i++
		case c == '-' || c >= '0' && c <= '9':
			j := i + 1
			for j < len(text) && text[j] >= '0' && text[j] <= '9' {
				j++
			}
			v, err := strconv.Atoi(text[i:j])
			if err != nil || v > 99999 || v < -99999 {
				return nil, false
			}
			n = append(n, v)
			i = j
		default:
			return nil, false
		}
	}
	return n, true
}

// twoNumbers reports whether arg is nothing but two numbers side by side, which may be a place or two buttons.
func twoNumbers(arg []token) bool {
	var n int
	for _, t := range arg {
		switch {
		case t.kind == word && digits(t.low):
			n++
		case !t.stop(","):
			return false
		}
	}
	return n == 2
}

// intoField takes "in" and "into" off "in the Name field": one clicks into a field to put the caret there.
func (s *sentence) intoField(arg []token) []token {
	if len(arg) < 3 || !arg[0].lowerOrShout(s) || !(arg[0].isWord("in") || arg[0].isWord("into") || arg[0].isWord("inside")) {
		return arg
	}
	rest := arg[1:]
	bare := rest
	if bare[0].in(articles) || bare[0].isWord("my") {
		bare = bare[1:]
	}
	inner, kind := cutFieldKind(bare)
	if _, ok, certain := s.field(rest); !ok || !certain || !kind || len(inner) == 0 || len(bare)-len(inner) != 1 {
		return arg
	}
	switch bare[len(bare)-1].low {
	case "field", "box", "area", "textbox", "textarea", "input", "bar", "entry":
		return rest
	}
	return arg
}

// onlyPlace reports whether arg says where and not what: "in the Right group", "from Colour".
func (s *sentence) onlyPlace(arg []token) bool {
	if len(arg) < 2 || !arg[0].in(locators) || !arg[0].lowerOrShout(s) {
		return false
	}
	_, _, ok := s.container(arg[1:], arg[0].low)
	return ok
}
