package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/planner"
	"pace/backend/route"
	"pace/backend/store"
	"pace/backend/tool"
)

// builtin is the tier that asks no model.
var builtin = planner.Builtin{}.Name()

// direct are the routes that ask no planner.
var direct = map[string]bool{route.Command: true, route.FastAction: true, route.Automation: true}

// origins says where what a row of the chain claims comes from.
var origins = map[string]string{
	"followup": "the turn before", "phrase": "built-in phrase", "never": "built-in rule",
	"watch": "watch mode", "annotations": "drawings on the screen", "research": "research", "listening": "listening", "memory": "what Pace remembers",
	"automation": "your automations", "shortcut": "your Shortcuts", "create": "built-in command", "flow": "your flows", "site": "your pages", "cron": "recurring tasks",
	"background": "background work", "meeting": "meeting notes", "skill": "your skills", "find": "what is on the screen", "media": "built-in phrase", "sound": "built-in phrase",
	"light": "built-in phrase", "timer": "your timers", "reminder": "your reminders", "calendar": "your calendar", "notes": "your notes", "mail": "built-in phrase",
	"contacts": "your contacts", "files": "your folders", "capture": "built-in phrase", "edit": "built-in phrase", "keys": "built-in phrase", "window": "built-in phrase",
	"self": "what Pace knows of itself",
}

func origin(r event.Route) string {
	if from := origins[r.By]; from != "" {
		return from
	}
	if r.Route == route.Automation {
		return "your automations"
	}
	return "built-in command"
}

// needs and asks name the planner that is asked: a step can't be told without it, or it is asked about what is none.
func needs(who PlannerInUse) string { return "needs " + named(who) }
func asks(who PlannerInUse) string  { return "asks " + named(who) }

func named(who PlannerInUse) string {
	if who.Tier == "" {
		return "a model, if there is one"
	}
	return who.Short
}

// work is what a planner does with a sentence of a route.
func work(r string) string {
	switch r {
	case route.Chitchat, route.Answer, route.ReadScreen, route.Research, route.LargeModel:
		return "answer"
	}
	return "work out what to do"
}

// noCommand are sentences in which nobody wants anything done, whoever reads them.
var noCommand = map[phrase.Refusal]string{
	phrase.IsNegation:   "this is no command: it says what not to do",
	phrase.IsReported:   "this is no command: it is somebody’s words",
	phrase.IsPast:       "this is no command: it tells what has happened",
	phrase.IsHypothetic: "this is no command: Pace can’t wait for a condition",
}

// refusal says why the built-in planner does nothing.
func refusal(p phrase.Parse) string {
	switch {
	case len(p.Steps) > 0:
		return "“" + clipped(p.Rest, 60) + "” is not understood so far"
	case noCommand[p.Why] != "":
		return noCommand[p.Why]
	case p.Why == phrase.NotEnglish && !begun(p.Normalised):
		return "English only so far"
	case p.Why == phrase.TooLong:
		return "too long for one command"
	case p.Why == phrase.Destructive:
		return "Pace never does that by itself"
	case p.Missing != "":
		return "it does not say " + p.Missing
	}
	return "not understood so far"
}

// begun reports whether a sentence may be no more than the beginning of an English word: "op" is a word of Dutch, and what
// everybody types who wants something opened.
func begun(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r > unicode.MaxLatin1 })
}

// reference tells what a reference to the turn before does, under which key the thread keeps what it needs, and what is
// said when there is nothing.
func reference(f phrase.Followup) (words, key, nothing string) {
	switch f.Kind {
	case phrase.Again:
		return "do the last thing again", store.LastPlan, "there is nothing to do again"
	case phrase.CloseIt:
		return "close what was used last", store.LastTarget, "it is not clear what that refers to"
	case phrase.Ordinal:
		return "choose " + counted(f.N), store.PendingQuestion, "there is no open question"
	case phrase.Answer:
		words = "go on with what was asked"
		if f.Text == "no" {
			words = "leave it at that"
		}
		return words, store.PendingQuestion, "there is no open question"
	}
	return "press what was used last", store.LastTarget, "it is not clear what that refers to"
}

func counted(n int) string {
	switch {
	case n < 0:
		return "the last one"
	case n == 1:
		return "the first one"
	case n == 2:
		return "the second one"
	case n == 3:
		return "the third one"
	}
	return fmt.Sprintf("number %d", n)
}

// plainCall names a call by itself, for want of a tool that describes it: "start timer 300" for Timer.start.
func plainCall(c tool.Call) string {
	name := c.Tool
	if what, verb, ok := strings.Cut(name, "."); ok {
		name = verb + " " + what
	}
	var b strings.Builder
	was := ' '
	for _, r := range name {
		switch {
		case strings.ContainsRune("._- ", r):
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(was):
			b.WriteByte(' ')
		}
		was = r
		b.WriteRune(unicode.ToLower(r))
	}
	for _, v := range values(c.Args) {
		b.WriteByte(' ')
		b.WriteString(v)
	}
	return clipped(b.String(), 120)
}

// values lists the plain arguments of a call in the order in which they were written.
func values(args json.RawMessage) []string {
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []string
	for d.More() {
		var v any
		if _, err := d.Token(); err != nil || d.Decode(&v) != nil {
			break
		}
		switch v := v.(type) {
		case string:
			out = append(out, "“"+clipped(v, 60)+"”")
		case json.Number:
			out = append(out, v.String())
		}
	}
	return out
}

// clause makes a sentence a part of another: "There is no display." is "there is no display".
func clause(s string) string {
	s, _, _ = strings.Cut(s, ". ")
	return lower(strings.TrimSuffix(s, "."))
}

// lower begins with a small letter, unless the first word is a name of capitals.
func lower(s string) string {
	if s == "" {
		return ""
	}
	r, w := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[w:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[w:]
}

func joined(lines []string) string { return strings.Join(lines, " and ") }

func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
