package pim

import (
	"bytes"
	"fmt"
	"strings"

	ics "github.com/arran4/golang-ical"
)

// component is one BEGIN … END of a calendar file.
type component struct {
	name  string
	props []ics.BaseProperty
	parts []component
}

// maxDepth bounds components within components; a calendar, an event and its alarm are three.
const maxDepth = 8

// kept are the properties that are read. Leaving the others out keeps pictures and whole mails out of memory, and a
// malformed line in one of them harmless.
var kept = map[string]bool{"UID": true, "SUMMARY": true, "LOCATION": true, "DESCRIPTION": true, "CATEGORIES": true, "DTSTART": true, "DTEND": true,
	"DUE": true, "DURATION": true, "RRULE": true, "RDATE": true, "EXDATE": true, "RECURRENCE-ID": true, "STATUS": true, "COMPLETED": true,
	"SEQUENCE": true, "TZID": true, "TZOFFSETFROM": true, "TZOFFSETTO": true, "X-LIC-LOCATION": true, "X-WR-CALNAME": true}

// readComponents reads the calendars of a file. What is whole is given even when something else is wrong, which problems
// tells.
func readComponents(data []byte) (roots []component, problems []string) {
	var open []*component
	bad := func(format string, args ...any) {
		if len(problems) < 5 {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	for n, line := range unfold(data) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, _, _ := strings.Cut(line, ":")
		name, _, _ = strings.Cut(name, ";")
		name = strings.ToUpper(strings.TrimSpace(name))
		switch {
		case name == "BEGIN":
			if len(open) == maxDepth {
				bad("its parts are nested too deeply")
				return roots, problems
			}
			open = append(open, &component{name: valueOf(line)})
		case name == "END":
			if len(open) == 0 || open[len(open)-1].name != valueOf(line) {
				bad("the end in line %d has no beginning", n+1)
				return roots, problems
			}
			done := *open[len(open)-1]
			open = open[:len(open)-1]
			if len(open) > 0 {
				open[len(open)-1].parts = append(open[len(open)-1].parts, done)
			} else {
				roots = append(roots, done)
			}
		case len(open) == 0:
			bad("line %d stands outside of a calendar", n+1)
			return roots, problems
		case kept[name]:
			p, err := ics.ParseProperty(ics.ContentLine(name + line[len(name):]))
			if err != nil || p == nil {
				bad("line %d can't be read", n+1)
				continue
			}
			at := open[len(open)-1]
			at.props = append(at.props, *p)
		}
	}
	if len(open) > 0 {
		bad("it ends in the middle")
		// What was whole in a calendar that is not is still worth having.
		roots = append(roots, *open[0])
	}
	if len(roots) == 0 && len(problems) == 0 {
		bad("there is no calendar in it")
	}
	return roots, problems
}

func valueOf(line string) string {
	_, v, _ := strings.Cut(line, ":")
	return strings.ToUpper(strings.TrimSpace(v))
}

// unfold puts lines together that were folded (RFC 5545 §3.1, RFC 6350 §3.2), which is done before anything is decoded.
func unfold(data []byte) []string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var out []string
	var line []byte
	have := false
	flush := func() {
		if have {
			out = append(out, strings.ToValidUTF8(string(line), "\ufffd"))
		}
	}
	for len(data) > 0 {
		var raw []byte
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			raw, data = data[:i], data[i+1:]
		} else {
			raw, data = data, nil
		}
		raw = bytes.TrimSuffix(raw, []byte("\r"))
		if have && len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\t') {
			line = append(line, raw[1:]...)
			continue
		}
		flush()
		line, have = append(line[:0], raw...), true
	}
	flush()
	return out
}

// get gives the first property of a name, or nil.
func (c *component) get(name string) *ics.BaseProperty {
	for i := range c.props {
		if c.props[i].IANAToken == name {
			return &c.props[i]
		}
	}
	return nil
}

func (c *component) text(name string) string {
	if p := c.get(name); p != nil {
		return p.Value
	}
	return ""
}

// param gives the first value of a parameter, whatever the case of its name.
func param(p *ics.BaseProperty, name string) string {
	for k, v := range p.ICalParameters {
		if strings.EqualFold(k, name) && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}
