package prompt

import (
	"slices"
	"strings"

	"pace/backend/planner"
)

// Every message costs a few tokens that a chat template puts around it, and so does the whole.
const (
	perMessage = 6
	perPrompt  = 4
)

// fit shortens until the estimate leaves room for the reply.
func (d *draft) fit() (Chat, error) {
	room := d.in.Context - d.in.Reply
	for {
		c := d.chat()
		over := c.Tokens - room
		if over <= 0 {
			c.LeftOut = d.leftOut()
			return c, nil
		}
		if !d.shorten(over) {
			return Chat{}, &TooLong{Tokens: c.Tokens, Room: max(room, 0)}
		}
	}
}

// shorten leaves out the next thing, or as many of one kind as save over tokens. false: there is nothing more.
// Each call leaves out at least one thing, so fit ends.
func (d *draft) shorten(over int) bool {
	switch {
	case len(d.chosen) > d.sure:
		d.chosen = d.chosen[:len(d.chosen)-1] // nothing that is told elsewhere, so Told says it and not LeftOut
		return true
	case len(d.lines) > 0:
		n := len(d.lines)
		for saved := 0; n > 0 && saved < over; {
			n--
			saved += Tokens(d.lines[n]) + 1
		}
		d.left("screen", len(d.lines)-n)
		d.unseen += len(d.lines) - n
		d.lines = d.lines[:n]
		return true
	case len(d.thread) > 0:
		d.left("thread", 1)
		d.thread = d.thread[1:]
		return true
	case len(d.outside) > 0:
		d.left("outside", 1)
		d.outside = d.outside[:len(d.outside)-1]
		return true
	}
	for i, s := range d.steps {
		if s.Read != "" && !d.gone[i] {
			d.left("steps", 1)
			d.gone[i] = true
			return true
		}
	}
	if d.now && d.in.Now != (planner.Now{}) {
		d.left("now", 1)
		d.now = false
		return true
	}
	if n := len(d.chosen); n > 0 {
		d.left("tools", 1)
		d.chosen = d.chosen[:n-1]
		return true
	}
	return false
}

var units = map[string]string{"screen": "lines", "thread": "exchanges", "outside": "texts", "steps": "results", "now": "note", "tools": "lines"}

func (d *draft) leftOut() []LeftOut {
	out := make([]LeftOut, 0, len(d.kind))
	for _, k := range d.kind {
		out = append(out, LeftOut{What: k, Count: d.cut[k], Unit: units[k]})
	}
	return out
}

// chat writes the draft as it is now.
func (d *draft) chat() Chat {
	c := Chat{Context: d.in.Context, Reply: d.in.Reply, Listed: len(d.lines), LeftOut: []LeftOut{}, Told: []string{}}
	if !d.in.Brief {
		c.Schema = slices.Clone(d.schema)
		c.Tools, c.Told = len(d.tools.specs), d.inFull()
	}
	c.Tokens = perPrompt
	add := func(m Message) {
		c.Messages = append(c.Messages, m)
		c.Tokens += perMessage + Tokens(m.Content)
	}
	count := func(name, text string) {
		n := Tokens(text)
		if last := len(c.Parts) - 1; last >= 0 && c.Parts[last].Name == name {
			c.Parts[last].Tokens += n
			return
		}
		c.Parts = append(c.Parts, Part{name, n})
	}
	system, user := d.system(), d.user()
	for _, p := range system {
		count(p.name, p.text)
	}
	add(Message{System, strings.TrimRight(join(system), "\n")})
	for _, t := range d.thread {
		for _, m := range exchange(t) {
			count("thread", m.Content)
			add(m)
		}
	}
	for _, p := range user {
		count(p.name, p.text)
	}
	add(Message{User, join(user)})
	return c
}

// inFull names the tools of which the model is given the full line.
func (d *draft) inFull() []string {
	out := []string{}
	for i, s := range d.tools.specs {
		if !d.told.rest[i] || slices.Contains(d.chosen, i) {
			out = append(out, s.Name)
		}
	}
	return out
}
