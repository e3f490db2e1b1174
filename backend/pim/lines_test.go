package pim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFoldedLinesAreReadAsOne(t *testing.T) {
	require.Equal(t, []string{"A:bcd", "E:f g", "", "H:ü"}, unfold([]byte("\ufeffA:b\r\n c\n\td\r\nE:f\r\n  g\r\n\r\nH:\xc3\r\n \xbc")))
	require.Empty(t, unfold(nil))
}

func TestACalendarIsReadAsFarAsItIsWhole(t *testing.T) {
	event := "BEGIN:VEVENT\nUID:1\nSUMMARY:one\nEND:VEVENT\n"
	for name, c := range map[string]struct {
		text  string
		whole int // entries
		wrong string
	}{
		"whole":             {"BEGIN:VCALENDAR\n" + event + "END:VCALENDAR\n", 1, ""},
		"lower case":        {"begin:vcalendar\nbegin:vevent\nuid:1\nend:vevent\nend:vcalendar", 1, ""},
		"two calendars":     {"BEGIN:VCALENDAR\n" + event + "END:VCALENDAR\nBEGIN:VCALENDAR\n" + event + "END:VCALENDAR\n", 2, ""},
		"cut off":           {"BEGIN:VCALENDAR\n" + event + "BEGIN:VEVENT\nUID:2\nSUMM", 1, "in the middle"},
		"something else":    {"hello\n", 0, "outside"},
		"empty":             {"", 0, "no calendar"},
		"ends crossed":      {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", 0, "no beginning"},
		"too deep":          {strings.Repeat("BEGIN:VEVENT\n", 100_000), 0, "nested"},
		"a bad line":        {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID;X\nSUMMARY:one\nEND:VEVENT\nEND:VCALENDAR\n", 1, "line 3"},
		"a line not read":   {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nX-JUNK\nATTACH;;;\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n", 1, ""},
		"properties around": {"BEGIN:VCALENDAR\n" + event + "X-WR-CALNAME:later\nEND:VCALENDAR\n", 1, ""},
	} {
		roots, problems := readComponents([]byte(c.text))
		n := 0
		for _, r := range roots {
			n += len(r.parts)
		}
		require.Equal(t, c.whole, n, name)
		if c.wrong == "" {
			require.Empty(t, problems, name)
		} else {
			require.Contains(t, strings.Join(problems, "; "), c.wrong, name)
		}
	}
}
