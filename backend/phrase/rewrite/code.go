package rewrite

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Code writes down dictated code: spoken symbols, names in the case that is said before them ("camel case user name"), and
// calls ("function call get user with id and limit" is getUser(id, limit)). Other words stay as they were said.
func Code(text string) string {
	toks := lex(Piece{Text: text})
	w := writer{toks: toks, marks: codeMarks}
	var out []token
	for i := 0; i < len(toks); {
		switch write, end, ok := styled(toks, i); {
		case ok:
			name, next := w.name(end, nil)
			out, i = append(out, token{kind: word, s: write(name)}), next
		default:
			if end, ok := calls(toks, i); ok {
				var call string
				call, i = w.call(end)
				out = append(out, token{kind: word, s: call})
				continue
			}
			out, i = append(out, toks[i]), i+1
		}
	}
	w.toks = out
	return w.write(func(i int) string { return out[i].s })
}

var codeNames = map[string]spoken{
	"comma": {mark: ",", glue: toLeft}, "dot|period|point": {mark: ".", glue: toBoth}, "colon": {mark: ":", glue: toLeft}, "semicolon|semi colon": {mark: ";", glue: toLeft},
	"underscore": {mark: "_", glue: toBoth}, "hyphen": {mark: "-", glue: toBoth}, "slash": {mark: "/"}, "backslash": {mark: `\`, glue: toBoth},
	"equals|equal sign|equals sign": {mark: "="}, "double equals|equals equals": {mark: "=="}, "triple equals": {mark: "==="}, "not equals|not equal|bang equals": {mark: "!="},
	"colon equals": {mark: ":="}, "plus": {mark: "+"}, "minus": {mark: "-"}, "times|asterisk|star": {mark: "*"}, "modulo|percent sign": {mark: "%"},
	"less than": {mark: "<"}, "greater than": {mark: ">"}, "less or equal|less than or equal": {mark: "<="}, "greater or equal|greater than or equal": {mark: ">="},
	"arrow|thin arrow": {mark: "->"}, "fat arrow": {mark: "=>"}, "logical and|double ampersand": {mark: "&&"}, "logical or|double pipe": {mark: "||"}, "pipe": {mark: "|"},
	"ampersand": {mark: "&"}, "hash|hash sign": {mark: "#", glue: toRight}, "at sign": {mark: "@", glue: toRight}, "dollar sign": {mark: "$", glue: toRight},
	"exclamation mark|bang": {mark: "!", glue: toRight}, "question mark": {mark: "?", glue: toLeft},
	"open paren|open parenthesis|left paren": {mark: "(", glue: toBoth}, "close paren|close parenthesis|right paren": {mark: ")", glue: toLeft},
	"open bracket|open square bracket|left bracket": {mark: "[", glue: toBoth}, "close bracket|close square bracket|right bracket": {mark: "]", glue: toLeft},
	"open brace|open curly|open curly brace|left brace": {mark: "{", glue: toRight}, "close brace|close curly|close curly brace|right brace": {mark: "}"},
	"open quote|open quotes": {mark: `"`, glue: toRight}, "close quote|close quotes|unquote|end quote": {mark: `"`, glue: toLeft},
}

var codeMarks = voiceOf(lineNames, codeNames)

// style is a way of writing a name of several words.
type style struct {
	words []string
	write func([]string) string
}

var styles = stylesOf(map[string]func([]string) string{
	"camel case|camelcase": camel, "pascal case|pascalcase|upper camel case": pascal, "snake case|snakecase": joined("_"),
	"kebab case|kebabcase|dash case": joined("-"), "constant case|screaming snake case|upper snake case": shouted, "no spaces|no space": joined(""),
})

// stylesOf finds them by the first word.
func stylesOf(table map[string]func([]string) string) map[string][]style {
	m := map[string][]style{}
	for names, write := range table {
		for _, n := range strings.Split(names, "|") {
			w := strings.Fields(n)
			m[w[0]] = append(m[w[0]], style{w, write})
		}
	}
	return m
}

func joined(with string) func([]string) string {
	return func(w []string) string { return strings.ToLower(strings.Join(w, with)) }
}

func shouted(w []string) string { return strings.ToUpper(strings.Join(w, "_")) }

func pascal(w []string) string {
	var b strings.Builder
	for _, x := range w {
		b.WriteString(capital(strings.ToLower(x)))
	}
	return b.String()
}

func camel(w []string) string {
	s := pascal(w)
	return strings.ToLower(s[:width(s)]) + s[min(width(s), len(s)):]
}

// styled reports whether a way of writing names is said at i, and where the name begins.
func styled(toks []token, i int) (write func([]string) string, end int, ok bool) {
	if toks[i].kind != word || toks[i].quoted {
		return nil, 0, false
	}
	for _, s := range styles[toks[i].low] {
		if end, ok := matches(toks, i, s.words); ok && end+1 < len(toks) && toks[end].kind == space && toks[end+1].kind == word {
			return s.write, end + 1, true
		}
	}
	return nil, 0, false
}

var callNames = phrases("function call", "call function", "method call", "call method")

func calls(toks []token, i int) (end int, ok bool) {
	if toks[i].kind != word || toks[i].quoted {
		return 0, false
	}
	for _, n := range callNames {
		if end, ok := matches(toks, i, n); ok && end+1 < len(toks) && toks[end].kind == space && toks[end+1].kind == word {
			return end + 1, true
		}
	}
	return 0, false
}

// codes reports whether dictated text begins by saying that it is code.
func codes(toks []token) bool {
	if len(toks) == 0 {
		return false
	}
	_, _, ok := styled(toks, 0)
	if !ok {
		_, ok = calls(toks, 0)
	}
	return ok
}

// name gathers words from i to a symbol, another way of writing, a call, or one of the words in until.
func (w *writer) name(i int, until []string) (words []string, end int) {
	end = i
	for i < len(w.toks) {
		t := w.toks[i]
		if t.kind == space {
			i++
			continue
		}
		_, _, symbol := w.spoken(i)
		_, _, style := styled(w.toks, i)
		_, call := calls(w.toks, i)
		if t.kind != word || t.quoted || symbol || style || call || len(words) > 0 && slices.Contains(until, t.low) {
			break
		}
		words = append(words, t.s)
		i++
		end = i
	}
	return words, end
}

// call reads the name of a function and, behind "with", what it is given.
func (w *writer) call(i int) (string, int) {
	write := camel
	if s, at, ok := styled(w.toks, i); ok {
		write, i = s, at
	}
	name, end := w.name(i, []string{"with", "of", "without"})
	var args []string
	skip := func() {
		for end < len(w.toks) && w.toks[end].kind == space {
			end++
		}
	}
	at, behind := end, end
	skip()
	if end >= len(w.toks) || w.toks[end].low != "with" && w.toks[end].low != "of" {
		if end < len(w.toks) && w.toks[end].low == "without" {
			if next, ok := matches(w.toks, end, []string{"without", "arguments"}); ok {
				return write(name) + "()", next
			}
		}
		return write(name) + "()", at
	}
	for first := true; ; first = false {
		at = end
		skip()
		if end < len(w.toks) && !first {
			if s, next, ok := w.spoken(end); ok && s.mark == "," {
				end = next
			} else if w.toks[end].s == "," || w.toks[end].low == "and" {
				end++
			} else {
				end = at
				break
			}
		} else if end < len(w.toks) {
			end++ // with
		} else {
			end = at
			break
		}
		skip()
		words, next := w.name(end, []string{"and"})
		if len(words) == 0 {
			end = at
			if first {
				end = behind // what it is given can't be told
			}
			break
		}
		args, end = append(args, argument(words)), next
	}
	return write(name) + "(" + strings.Join(args, ", ") + ")", end
}

// argument writes one argument: a figure as it is, "string …" in quotation marks, else a name.
func argument(words []string) string {
	switch {
	case len(words) > 1 && plain(words[0]) == "string":
		return `"` + strings.Join(words[1:], " ") + `"`
	case len(words) == 1 && utf8.RuneCountInString(words[0]) > 0:
		return words[0]
	}
	return camel(words)
}
