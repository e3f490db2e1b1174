package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/interaction"
	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

// kept runs the tools of records on real files.
type kept struct {
	t    *testing.T
	dir  string
	now  time.Time
	b    Books
	desk *desktoptest.Desk
	all  *interaction.Sessions
	book *book
	reg  *tool.Registry
}

// keep makes a folder of records on a Monday afternoon in a zone.
func keep(t *testing.T) *kept {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Zurich")
	require.NoError(t, err)
	k := &kept{t: t, dir: t.TempDir(), now: time.Date(2026, 10, 5, 14, 30, 0, 0, loc), book: &book{}}
	n := 0
	c := pim.Config{Now: func() time.Time { return k.now }, NewID: func() string { n++; return fmt.Sprint("id-", n) }, Zone: "Europe/Zurich"}
	in := func(f string) string { return filepath.Join(k.dir, f) }
	k.b = Books{Calendar: pim.NewCalendar(in("calendar"), c), Reminders: pim.NewReminders(in("reminders"), c), Notes: pim.NewNotes(in("notes")),
		Contacts: pim.NewContacts(in("contacts")), Drafts: pim.Links{}, Now: c.Now}
	k.on(nil)
	return k
}

// on gives the tools a screen.
func (k *kept) on(d *desktoptest.Desk) {
	var x *desktop.Desktop
	if k.desk = d; d != nil {
		x = d.Desktop()
	}
	k.all = interaction.New(x, interaction.Config{})
	reg, err := tool.NewRegistry(Records(k.b, k.all, k.book)...)
	require.NoError(k.t, err)
	k.reg = reg
}

func (k *kept) bound(name, args string) tool.Bound {
	k.t.Helper()
	p, problems := k.reg.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferAll)
	require.Empty(k.t, problems)
	return p.Steps()[0][0]
}

func (k *kept) run(name, args string) (proof.Outcome, tool.Output) {
	k.t.Helper()
	b := k.bound(name, args)
	return b.Tool.Run(k.t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
}

// says runs a call that is expected to be confirmed and gives what is said of it.
func (k *kept) says(name, args string) string {
	k.t.Helper()
	o, _ := k.run(name, args)
	effect(k.t, proof.Confirmed, o)
	return o.Report()
}

// no runs a call that is expected to be refused and gives why.
func (k *kept) no(name, args string) string {
	k.t.Helper()
	o, _ := k.run(name, args)
	effect(k.t, proof.Refused, o)
	return o.Report()
}

// bad lists what is wrong with a call before it runs.
func (k *kept) bad(name, args string) []tool.Problem {
	_, problems := k.reg.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferAll)
	return problems
}

// back undoes an outcome as a later process does: from the call and the outcome alone.
func (k *kept) back(name, args string, o proof.Outcome) proof.Outcome {
	k.t.Helper()
	b := k.bound(name, args)
	c, ok := b.Tool.(tool.Undoer).Undo(b.Call, o)
	require.True(k.t, ok, "%+v", o.Evidence())
	out, _ := k.run(c.Tool, string(c.Args))
	return out
}

func (k *kept) put(name, text string) {
	k.t.Helper()
	path := filepath.Join(k.dir, name)
	require.NoError(k.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(k.t, os.WriteFile(path, []byte(text), 0o600))
}

func (k *kept) read(name string) string {
	k.t.Helper()
	data, err := os.ReadFile(filepath.Join(k.dir, name))
	require.NoError(k.t, err)
	return string(data)
}

func (k *kept) files(folder string) (out []string) {
	entries, err := os.ReadDir(filepath.Join(k.dir, folder))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestEveryRecordToolDescribesItsExample(t *testing.T) {
	k := keep(t)
	want := map[string]string{
		"reminder":        "Write down the reminder “call Anna” for “tomorrow at five”",
		"reminders":       "Read the reminders for “today”",
		"calendar":        "Read the calendar for “tomorrow”",
		"calendar_create": "Put “lunch with Bo” into the calendar, “on friday from 12 to 1”, at “Leo's”",
		"notes":           "Write the note “Pace note”: “the key is under the mat”",
		"contacts":        "Look up the phone number of “Anna”",
		"mail":            "Open a mail draft to anna@example.org about “lunch”",
		"messages":        "Open a message draft to “Bo”: “I am late”",
		"record_remove":   "Take back the reminder",
	}
	for _, x := range k.reg.Tools() {
		s := x.Spec()
		b := k.bound(s.Name, s.ExampleArg)
		require.Equal(t, want[s.Name], x.Describe(b.Call.Args))
		delete(want, s.Name)
	}
	require.Empty(t, want)
}

func TestRecordToolsAreFoundByTheNamesThatPlannersUse(t *testing.T) {
	k := keep(t)
	for alias, name := range map[string]string{"Calendar.read": "calendar", "calendar.list": "calendar", "Calendar.createEvent": "calendar_create", "Calendar.create": "calendar_create",
		"calendar.add": "calendar_create", "cal.event": "calendar_create", "calendar_event": "calendar_create", "Reminders.add": "reminder", "reminder.add": "reminder", "Notes.create": "notes",
		"notes.append": "notes", "NOTES.SEARCH": "notes", "note": "notes", "Mail.draft": "mail", "mail.compose": "mail", "email": "mail", "compose-email": "mail", "Messages.open": "messages",
		"messages.draft": "messages", "message": "messages"} {
		x, ok := k.reg.Lookup(alias)
		require.True(t, ok, alias)
		require.Equal(t, name, x.Spec().Name, alias)
	}
}

func TestWhatWritesAsksFirstAndWhatReadsDoesNot(t *testing.T) {
	k := keep(t)
	for _, c := range []struct {
		tool, args string
		asks       bool
		risk       tool.Risk
	}{
		{"reminder", `{"title":"x"}`, true, tool.ChangesSystem},
		{"reminders", `{}`, false, tool.ReadOnly},
		{"calendar", `{}`, false, tool.ReadOnly},
		{"calendar_create", `{"title":"x","start":"tomorrow"}`, true, tool.ChangesSystem},
		{"notes", `{"body":"x"}`, true, tool.ChangesSystem},
		{"notes", `{"action":"append","title":"x","body":"y"}`, true, tool.ChangesSystem},
		{"notes", `{"action":"search","query":"x"}`, false, tool.ReadOnly},
		{"Notes.search", `{"query":"x"}`, false, tool.ReadOnly},
		{"contacts", `{"name":"x"}`, false, tool.ReadOnly},
		{"mail", `{"to":"a@b.c"}`, true, tool.ChangesSystem},
		{"messages", `{"recipient":"123"}`, false, tool.ChangesSystem},
		{"messages", `{"recipient":"123","text":"x"}`, true, tool.ChangesSystem},
	} {
		b := k.bound(c.tool, c.args)
		require.Equal(t, c.asks, b.Spec.Approval.Asks(b.Call.Args), "%s %s", c.tool, c.args)
		require.Equal(t, c.risk, b.Spec.Risk, "%s %s", c.tool, c.args)
	}
	for _, who := range []tool.Offer{tool.OfferPlanner, tool.OfferMCP} {
		_, problems := k.reg.Plan([][]tool.Call{{{Tool: TakesBack, Args: json.RawMessage(`{"in":"notes","id":"a","hash":"b"}`)}}}, who)
		require.NotEmpty(t, problems, "nobody but undo takes records back")
	}
}

type shelf = pim.Reminders

// lost is a shelf that says it has kept something and has not.
type lost struct{ shelf }

func (lost) AddReminder(context.Context, pim.Reminder) (pim.Ref, error) {
	return pim.Ref{ID: "nowhere", Stamp: "0"}, nil
}

// twisted keeps something else than it was given.
type twisted struct{ shelf }

func (x twisted) AddReminder(ctx context.Context, r pim.Reminder) (pim.Ref, error) {
	r.Due = r.Due.Add(time.Hour)
	return x.shelf.AddReminder(ctx, r)
}

// full is a disk that takes no more.
type full struct{ shelf }

func (full) AddReminder(context.Context, pim.Reminder) (pim.Ref, error) {
	return pim.Ref{}, fmt.Errorf("write in the folder reminders: %w", &os.PathError{Op: "write", Path: "/secret/path", Err: errors.New("no space left on device")})
}

func TestOnlyWhatIsReadBackIsCalledDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keep(t)
		real := k.b.Reminders
		for name, c := range map[string]struct {
			shelf pim.Reminders
			want  proof.Effect
		}{"lost": {lost{real}, proof.Unchanged}, "twisted": {twisted{real}, proof.Unchanged}, "full": {full{real}, proof.Failed}} {
			k.b.Reminders = c.shelf
			k.on(nil)
			o, _ := k.run("reminder", `{"title":"`+name+`","when":"tomorrow at five"}`)
			effect(t, c.want, o)
			require.NotContains(t, o.Report(), "/secret/path")
			_, can := reminder{}.Undo(tool.Call{}, o)
			require.False(t, can)
		}
	})
}

// A list may be cut where it is heard or shown: what is missing in it stands before it.
func TestAListBeginsWithWhatIsMissingInIt(t *testing.T) {
	k := keep(t)
	for n := range 60 {
		k.put(fmt.Sprintf("calendar/e%d.ics", n), fmt.Sprintf("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:%d\nSUMMARY:key\nDTSTART:20261005T100000Z\nEND:VEVENT\nEND:VCALENDAR\n", n))
		k.put(fmt.Sprintf("reminders/e%d.ics", n), fmt.Sprintf("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:%d\nSUMMARY:key\nEND:VTODO\nEND:VCALENDAR\n", n))
		k.put(fmt.Sprintf("notes/e%d.md", n), "# key\n")
		k.put(fmt.Sprintf("contacts/e%d.vcf", n), fmt.Sprintf("BEGIN:VCARD\nFN:Key %d\nEND:VCARD\n", n))
	}
	for _, c := range []struct{ tool, args, folder, ext string }{{"calendar", `{"range":"today"}`, "calendar", ".ics"}, {"reminders", `{}`, "reminders", ".ics"},
		{"notes", `{"action":"search","query":"key"}`, "notes", ".md"}, {"contacts", `{"name":"key"}`, "contacts", ".vcf"}} {
		whole := k.says(c.tool, c.args)
		require.NotContains(t, whole, "could", c.tool)
		for n, name := range []string{"bad1", "bad2", "bad3", "bad4", "bad5"} {
			k.put(c.folder+"/"+name+c.ext, "\xff\x00")
			got := []rune(k.says(c.tool, c.args))
			head := string(got[:min(len(got), 200)])
			require.Contains(t, head, counted(n+1, "file")+" could not be read whole, ", c.tool)
			require.Contains(t, head, "bad1"+c.ext, c.tool)
		}
		require.Contains(t, k.says(c.tool, c.args), "\nNor could be read: bad2"+c.ext, c.tool)
		require.Contains(t, k.says(c.tool, c.args), ", and 2 more.", c.tool)
	}
}

// Any text that is taken is kept and read back, whatever people and other programs put into it: the joiners of a picture,
// marks of direction, line ends of their own, what a calendar file escapes or Markdown means.
func TestWhateverIsTakenIsKeptAndFoundAgain(t *testing.T) {
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		odd := rapid.StringOfN(rapid.RuneFrom([]rune("aé牛🎂👩\u200d\u200e\u200f\u00ad\u2028\u0301\u061c\ufeff #*-_`\\,;:/.\"'=")), 1, 40, -1)
		title, body := odd.Draw(r, "title"), odd.Draw(r, "body")
		k := keep(t)
		n++
		k.dir = filepath.Join(k.dir, fmt.Sprint(n))
		for _, c := range []struct {
			tool string
			args map[string]string
		}{
			{"notes", map[string]string{"action": "create", "title": title, "body": body}}, {"notes", map[string]string{"action": "another", "title": title, "body": body}},
			{"reminder", map[string]string{"title": title, "notes": body, "list": title}}, {"reminder", map[string]string{"title": title, "when": "tomorrow at five"}},
			{"calendar_create", map[string]string{"title": title, "start": "tomorrow", "notes": body, "location": title, "calendar": title}},
		} {
			raw, err := json.Marshal(c.args)
			if err != nil {
				r.Fatal(err)
			}
			if problems := k.bad(c.tool, string(raw)); len(problems) > 0 {
				if pim.Line("title", title) == nil && pim.Text("text", body) == nil {
					r.Fatalf("%s %s: %v", c.tool, raw, problems)
				}
				continue
			}
			o, _ := k.run(c.tool, string(raw))
			if o.Effect() != proof.Confirmed {
				r.Fatalf("%s %s: %s %s", c.tool, raw, o.Effect(), o.Report())
			}
			b := k.bound(c.tool, string(raw))
			undo, ok := b.Tool.(tool.Undoer).Undo(b.Call, o)
			if !ok {
				r.Fatalf("%s %s can't be taken back", c.tool, raw)
			}
			if o, _ := k.run(undo.Tool, string(undo.Args)); o.Effect() != proof.Confirmed {
				r.Fatalf("%s %s taken back: %s %s", c.tool, raw, o.Effect(), o.Report())
			}
		}
	})
}

// What somebody has made of a record since is theirs: it is left alone, and told apart from what was left.
func TestWhatWasChangedSinceIsLeftAndNamed(t *testing.T) {
	event := `{"title":"tea","start":"tomorrow at noon","location":"Leo's","notes":"n"}`
	todo := `{"title":"tea","when":"tomorrow at noon","notes":"n"}`
	for _, c := range []struct{ tool, args, file, old, new, says string }{
		{"calendar_create", event, "calendar/tea.ics", "SUMMARY:tea", "SUMMARY:coffee", "Event “coffee” has been changed since (its title), so it was left as it is."},
		{"calendar_create", event, "calendar/tea.ics", "T120000\r\nDTEND", "T110000\r\nDTEND", "Event “tea” has been changed since (its time), so it was left as it is."},
		{"calendar_create", event, "calendar/tea.ics", "LOCATION:Leo's\r\n", "", "Event “tea” has been changed since (its place), so it was left as it is."},
		{"calendar_create", event, "calendar/tea.ics", "DESCRIPTION:n\r\n", "DESCRIPTION:m\r\nRRULE:FREQ=DAILY\r\nCATEGORIES:work\r\n", "Event “tea” has been changed since (how it repeats, its notes and its calendar), so it was left as it is."},
		{"calendar_create", event, "calendar/tea.ics", "END:VEVENT", "X-COLOR:red\r\nEND:VEVENT", "Event “tea” has been changed since (something else in its file), so it was left as it is."},
		{"reminder", todo, "reminders/tea.ics", "NEEDS-ACTION", "COMPLETED", "Reminder “tea” has been changed since (whether it is done), so it was left as it is."},
		{"reminder", todo, "reminders/tea.ics", "SUMMARY:tea\r\n", "SUMMARY:coffee\r\nCATEGORIES:work\r\n", "Reminder “coffee” has been changed since (its title and its list), so it was left as it is."},
		{"notes", `{"title":"tea","body":"green"}`, "notes/tea.md", "green", "black", "The note “tea” has been changed since (its text), so it was left as it is."},
		{"notes", `{"title":"tea","body":"green"}`, "notes/tea.md", "# tea", "# Tea", "The note “Tea” has been changed since (its title and its text), so it was left as it is."},
		{"notes", `{"action":"append","title":"list","body":"green"}`, "notes/list.md", "green", "black", "The note “list” has been changed since (its text), so it was left as it is."},
	} {
		k := keep(t)
		k.put("notes/list.md", "# list\n")
		o, _ := k.run(c.tool, c.args)
		effect(t, proof.Confirmed, o)
		was := k.read(c.file)
		require.Contains(t, was, c.old, c.says)
		theirs := strings.Replace(was, c.old, c.new, 1)
		k.put(c.file, theirs)
		for range 2 { // asking again changes nothing
			back := k.back(c.tool, c.args, o)
			effect(t, proof.Refused, back)
			require.Equal(t, c.says, back.Report())
			require.Equal(t, theirs, k.read(c.file))
		}
		k.put(c.file, was)
		effect(t, proof.Confirmed, k.back(c.tool, c.args, o))
		effect(t, proof.Refused, k.back(c.tool, c.args, o))
	}
	// What an older Pace left has no marks.
	k := keep(t)
	k.put("notes/a.md", "# a\n")
	require.Equal(t, "The note “a” has been changed since, so it was left as it is.", k.no(TakesBack, `{"in":"notes","id":"a.md","hash":"0"}`))
}

func TestAnErrorOfTheDiskIsSaidWithoutPathsAndInPlainWords(t *testing.T) {
	for errno, want := range map[syscall.Errno]string{syscall.ENOSPC: "the disk is full", syscall.EROFS: "its folder can only be read", syscall.EACCES: "its folder or its file is not Pace's to use",
		syscall.EIO: "the disk has an error", syscall.EINVAL: "invalid argument"} {
		err := fmt.Errorf("write in the folder notes: %w", &os.PathError{Op: "open", Path: "/secret/path", Err: errno})
		require.Equal(t, "The note could not be kept: "+want+".", broken("The note could not be kept", err).Text)
	}
}
