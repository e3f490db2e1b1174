package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"pace/backend/pim"
)

// recordParts are what a record consists of, each by a name for a person and a mark that is another when it has changed. The
// record itself is kept nowhere by that.
type recordParts []struct{ name, mark string }

func partsOf(namesAndValues ...string) (ps recordParts) {
	for i := 0; i < len(namesAndValues); i += 2 {
		sum := sha256.Sum256([]byte(namesAndValues[i+1]))
		ps = append(ps, struct{ name, mark string }{namesAndValues[i], hex.EncodeToString(sum[:4])})
	}
	return ps
}

func eventParts(e pim.Event) recordParts {
	return partsOf("its title", e.Title, "its time", timeMark(e.Start, e.AllDay)+timeMark(e.End, e.AllDay), "how it repeats", e.Repeats, "its place", e.Location, "its notes", e.Notes,
		"its calendar", e.Calendar)
}

func reminderParts(r pim.Reminder) recordParts {
	return partsOf("its title", r.Title, "its time", timeMark(r.Due, r.AllDay), "how it repeats", r.Repeats, "its notes", r.Notes, "its list", r.List, "whether it is done", fmt.Sprint(r.Done))
}

func noteParts(n pim.Note) recordParts { return partsOf("its title", n.Title, "its text", n.Text) }

// timeMark is the same in every zone: a day, or an instant.
func timeMark(t time.Time, day bool) string {
	if day {
		return t.Format(time.DateOnly)
	}
	return fmt.Sprint(t.Unix())
}

// String is what is kept of them.
func (ps recordParts) String() string {
	var out []string
	for _, p := range ps {
		out = append(out, p.mark)
	}
	return strings.Join(out, " ")
}

// since names in brackets what has changed, "" when nothing is known of how it was.
func (ps recordParts) since(was string) string {
	marks := strings.Fields(was)
	if len(marks) != len(ps) {
		return ""
	}
	var changed []string
	for i, p := range ps {
		if p.mark != marks[i] {
			changed = append(changed, p.name)
		}
	}
	if len(changed) == 0 {
		return " (something else in its file)"
	}
	return " (" + listed(changed) + ")"
}
