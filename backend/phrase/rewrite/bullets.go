package rewrite

import (
	"regexp"
	"strings"
)

const bullet = "- "

// bulletMark is how an item of a list begins, in whatever way it is written.
var bulletMark = regexp.MustCompile(`^[ \t]*(?:[-*•‣◦–]|\(?\d{1,3}[.)])[ \t]+`)

// bulleted makes a list: of lines when there are several, else of sentences, else of the parts of one sentence. A line
// that ends with a colon stays above what it announces.
func bulleted(text string) string {
	body := strings.Trim(text, " \t\n")
	at := strings.Index(text, body)
	head, tail := text[:at], text[at+len(body):]
	head = strings.TrimRight(head, " \t")
	var items []string
	if lines := strings.Split(body, "\n"); len(lines) > 1 {
		items = lines
	} else {
		items = parts(body)
	}
	var out []string
	for _, item := range items {
		item = strings.TrimRight(item, " \t\r")
		if strings.TrimSpace(item) == "" {
			continue
		}
		if strings.HasSuffix(item, ":") {
			out = append(out, item)
			continue
		}
		if m := bulletMark.FindString(item); m != "" {
			indent := m[:len(m)-len(strings.TrimLeft(m, " \t"))]
			out = append(out, indent+bullet+item[len(m):])
			continue
		}
		out = append(out, bullet+unstopped(strings.TrimSpace(item)))
	}
	return head + strings.Join(out, "\n") + tail
}

// parts cuts one line: into sentences, or a single sentence at its semicolons or, when it is a mere list, at its commas.
func parts(s string) []string {
	all := sentences(s)
	if len(all) > 1 {
		var out []string
		for _, x := range all {
			out = append(out, s[x[0]:x[1]])
		}
		return out
	}
	var out []string
	least := 3
	if before, after, ok := strings.Cut(s, ": "); ok && (strings.Contains(after, ",") || strings.Contains(after, ";")) {
		out, s, least = append(out, before+":"), after, 2
	}
	cut := strings.Split(s, ";")
	if len(cut) == 1 {
		if cut = commas(s, least); cut == nil {
			return append(out, s)
		}
	}
	for _, x := range cut {
		x = strings.TrimSpace(x)
		x = strings.TrimPrefix(strings.TrimPrefix(x, "and "), "or ")
		out = append(out, x)
	}
	return out
}

// commas cuts "eggs, milk and bread". nil when it is a sentence: a part of more than four words, or fewer parts than least.
func commas(s string, least int) []string {
	cut := strings.Split(strings.TrimRight(s, "."), ",")
	if len(cut) < 2 {
		return nil
	}
	last := cut[len(cut)-1]
	for _, and := range []string{" and ", " or "} {
		if a, b, ok := strings.Cut(last, and); ok && strings.TrimSpace(a) != "" {
			cut = append(cut[:len(cut)-1], a, b)
			break
		}
	}
	if len(cut) < least {
		return nil
	}
	for _, x := range cut {
		f := strings.Fields(strings.ToLower(x))
		if len(f) == 0 || len(f) > 4 || clauses[f[0]] || len(f) > 1 && f[0] == "and" && clauses[f[1]] {
			return nil
		}
	}
	return cut
}

// clauses are words by which a part of a sentence begins that is no entry of a list.
var clauses = set("i you he she it we they there this that since because although while when if which who whose where as but so then however please let")

// unstopped takes the full stop off an item that is one sentence.
func unstopped(s string) string {
	if strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") && len(sentences(s)) == 1 && !abbreviated(s) {
		return s[:len(s)-1]
	}
	return s
}

func abbreviated(s string) bool {
	f := strings.Fields(s)
	return len(f) > 0 && abbreviations[plain(strings.TrimSuffix(f[len(f)-1], "."))]
}
