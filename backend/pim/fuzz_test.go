package pim

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func seeds(f *testing.F, names ...string) {
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// Whatever a calendar file holds, reading ends, and what is read has a title and times in order.
func FuzzCalendarFile(f *testing.F) {
	seeds(f, "testdata/team.ics")
	for _, r := range []string{"FREQ=DAILY;BYSETPOS=-1;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", "FREQ=HOURLY;INTERVAL=7", "FREQ=MONTHLY;BYMONTHDAY=-31,31;UNTIL=20270101"} {
		f.Add([]byte(ical("BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Europe/Zurich:20261005T020000", "DURATION:PT30M", "RRULE:"+r, "END:VEVENT")))
	}
	f.Add([]byte(todo("UID:2", "DUE:20261005T100000Z", "DTSTART;VALUE=DATE:20261001", "RRULE:FREQ=WEEKLY", "EXDATE:20261008")))
	here, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		f.Fatal(err)
	}
	from := time.Date(2026, 10, 5, 0, 0, 0, 0, here)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []string{"VEVENT", "VTODO"} {
			es, bad := readEntries(file{name: "x.ics", data: data}, kind, here)
			got := expand(t.Context(), es, within{from: from, to: from.AddDate(0, 0, 14), limit: maxOccurrences})
			for _, s := range got.spans {
				e := s.of.event(s, here)
				if e.Title == "" || e.End.Before(e.Start) || strings.ContainsAny(e.Title+e.Location, "\n\r\x00") || !utf8.ValidString(e.Title+e.Notes) {
					t.Fatalf("%+v", e)
				}
				if r := s.of.reminder(&s, here); r.Title == "" || r.Due.IsZero() {
					t.Fatalf("%+v", r)
				}
			}
			for _, b := range bad {
				if b.Why == "" || !utf8.ValidString(b.Why) {
					t.Fatalf("%+v", b)
				}
			}
		}
	})
}

// Whatever a file of contacts holds, who is read has a name, and no value holds what can't be seen.
func FuzzCards(f *testing.F) {
	seeds(f, "testdata/people.vcf")
	f.Add([]byte("BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=FC=\n=2C;\nTEL;TYPE=\"a,b\";X=\\:1\nADR:;;a\\;b;;;\nEND:VCARD"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cs, _ := readCards(file{name: "x.vcf", data: data})
		for _, c := range cs {
			all := append(append(append([]Field{{"", c.Name}, {"", c.Organisation}}, c.Phones...), c.Emails...), c.Addresses...)
			if c.Name == "" {
				t.Fatalf("%+v", c)
			}
			for _, x := range all {
				if strings.ContainsAny(x.Value+x.Label, "\n\r\x00\x1b\u202e") || !utf8.ValidString(x.Value+x.Label) {
					t.Fatalf("%+v", c)
				}
			}
		}
	})
}

// Whatever a note holds, it has a title, and what is added is behind all that was there.
func FuzzNotes(f *testing.F) {
	f.Add("# Title\n\n- one\n", "two")
	f.Add("---\na: b\n---\n```\n# x\n```", "# y\r\n")
	f.Add("\ufeff- [x] done\r\n", "- more")
	f.Fuzz(func(t *testing.T, text, more string) {
		n, err := note(file{name: "x.md", data: []byte(text)})
		if err != nil {
			return
		}
		if n.Title == "" || strings.ContainsAny(n.Title, "\n\r\x00") {
			t.Fatalf("title %q", n.Title)
		}
		lineOf(n, words(more))
		if Text("text", more) != nil || strings.TrimSpace(more) == "" {
			return
		}
		add := addition(text, more)
		if !strings.HasSuffix(add, "\n") || !strings.Contains(strings.ReplaceAll(add, "\r\n", "\n"), strings.Trim(strings.ReplaceAll(more, "\r\n", "\n"), "\n")) {
			t.Fatalf("adds %q for %q", add, more)
		}
	})
}
