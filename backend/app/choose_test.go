package app_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/event"
	"pace/backend/turn"
)

// shelved opens a Pace with files of the user in its folders, the later in the alphabet a minute younger: lists begin with
// the youngest.
func shelved(t *testing.T, files map[string]string, fn func(t *testing.T, p *apptest.Pace)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		for i, name := range slices.Sorted(maps.Keys(files)) {
			path := filepath.Join(p.Home, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, []byte(files[name]), 0o600))
			changed := time.Now().Add(time.Duration(i-60) * time.Minute)
			require.NoError(t, os.Chtimes(path, changed, changed))
		}
		fn(t, p)
		require.NoError(t, p.Close())
	})
}

var shoppings = map[string]string{"notes/home.md": "# Trip\n\nbread\n", "notes/office.md": "# Trip\n\npens\n", "notes/keys.md": "# Keys\n\nunder the mat, not bread\n"}

func TestOfSeveralNotesOfOneTitleTheNextSentenceChoosesTheOneThatIsAddedTo(t *testing.T) {
	for answer, file := range map[string]string{"the second one": "office.md", "the one called home.md": "home.md", "office.md": "office.md", "number 1": "home.md"} {
		shelved(t, shoppings, func(t *testing.T, p *apptest.Pace) {
			got := yes(t, p, "add milk to my Trip note")
			require.Equal(t, event.Blocked, got.Status, got.Spoken)
			require.Contains(t, got.Spoken, "2 notes are called “Trip”: home.md, office.md. Which one?")
			require.Len(t, got.Question.Options, 2)
			got = yes(t, p, answer)
			require.Equal(t, event.Done, got.Status, "%s: %s", answer, got.Spoken)
			for _, name := range []string{"home.md", "office.md"} {
				data, err := os.ReadFile(filepath.Join(p.Home, "notes", name))
				require.NoError(t, err)
				require.Equal(t, name == file, strings.Contains(string(data), "milk"), "%s: %s", answer, name)
			}
			require.Equal(t, event.NotUnderstood, yes(t, p, "the first one").Status, "the question is closed")
		})
	}
}

func TestWhatTwoNotesAreBothCalledChoosesNeither(t *testing.T) {
	shelved(t, shoppings, func(t *testing.T, p *apptest.Pace) {
		yes(t, p, "add milk to my Trip note")
		require.NotEqual(t, event.Done, yes(t, p, "the one called Trip").Status)
		require.Equal(t, event.Done, yes(t, p, "the one called office").Status, "and it is still asked")
	})
}

func TestOfNotesThatASearchListsTheNextSentenceReadsOne(t *testing.T) {
	for _, answer := range []string{"the first one", "the one called Keys", "Keys", "open the note called keys.md"} {
		shelved(t, shoppings, func(t *testing.T, p *apptest.Pace) {
			got := p.Ask(t, "search my notes for bread")
			require.Equal(t, event.Done, got.Status, got.Spoken)
			require.Nil(t, got.Question, "nothing is asked")
			require.Contains(t, got.Spoken, "2 notes about “bread”")
			got = p.Ask(t, answer)
			require.Equal(t, event.Done, got.Status, "%s: %s", answer, got.Spoken)
			require.Contains(t, got.Spoken, "under the mat, not bread", answer)
			require.NotContains(t, got.Spoken, "Trip", answer)
		})
	}
}

func TestAListAsksNothing(t *testing.T) {
	shelved(t, shoppings, func(t *testing.T, p *apptest.Pace) {
		p.Ask(t, "search my notes for bread")
		require.True(t, p.Turns().Free(t.Context()), "a link may begin")
		require.Equal(t, event.NotUnderstood, p.Ask(t, "yes").Status)
		p.Ask(t, "search my notes for bread")
		require.Contains(t, p.Ask(t, "what time is it").Spoken, "It is", "a command is a command")
		require.Equal(t, event.NotUnderstood, p.Ask(t, "the first one").Status, "and the list is over")
	})
}

func card(name, org string, more ...string) string {
	return strings.Join(append(append([]string{"BEGIN:VCARD", "VERSION:4.0", "FN:" + name, "ORG:" + org}, more...), "END:VCARD", ""), "\r\n")
}

func TestOfSeveralContactsTheNextSentenceChooses(t *testing.T) {
	people := map[string]string{"contacts/a.vcf": card("Anna Berg", "Acme", "TEL:+41 1"), "contacts/b.vcf": card("Anna Meier", "Bank", "TEL:+41 2"),
		"contacts/c.vcf": card("Bo Lind", "Acme", "TEL:+46 1"), "contacts/d.vcf": card("Bo Lind", "Bank", "TEL:+46 2")}
	for _, c := range []struct{ ask, answer, want, not string }{
		{"what is Anna's phone number", "the second one", "Anna Meier: +41 2.", "+41 1"},
		{"what is Anna's phone number", "the one called Berg", "Anna Berg: +41 1.", "+41 2"},
		{"what is Anna's phone number", "Anna Meier", "Anna Meier: +41 2.", "+41 1"},
		{"what is Bo's phone number", "the first one", "Bo Lind: +46 1.", "+46 2"},
		{"what is Bo's phone number", "the one from bank", "Bo Lind: +46 2.", "+46 1"},
	} {
		shelved(t, people, func(t *testing.T, p *apptest.Pace) {
			got := p.Ask(t, c.ask)
			require.Equal(t, event.Done, got.Status, got.Spoken)
			got = p.Ask(t, c.answer)
			require.Equal(t, event.Done, got.Status, "%s: %s", c.answer, got.Spoken)
			require.Contains(t, got.Spoken, c.want)
			require.NotContains(t, got.Spoken, c.not)
		})
	}
}

func TestOfSeveralNumbersTheNextSentenceChoosesTheOneOfTheDraft(t *testing.T) {
	shelved(t, map[string]string{"contacts/a.vcf": card("Bo Lind", "", "TEL;TYPE=home:+46 1", "TEL;TYPE=work:+46 2", "EMAIL:bo@example.org", "EMAIL:lind@example.org")}, func(t *testing.T, p *apptest.Pace) {
		got := yes(t, p, "draft a message to Bo saying I am late")
		require.Equal(t, event.Blocked, got.Status, got.Spoken)
		require.Contains(t, got.Spoken, "Which number?")
		got = p.Do(t, turn.Request{Text: "the one for work", Origin: "ask", Attended: true, DryRun: true})
		require.Contains(t, string(got.Steps[0].Args), `"recipient":"+46 2"`)

		got = yes(t, p, "draft an email to Bo, anna@example.org about lunch")
		require.Equal(t, event.Blocked, got.Status, got.Spoken)
		got = p.Do(t, turn.Request{Text: "the second one", Origin: "ask", Attended: true, DryRun: true})
		require.Contains(t, string(got.Steps[0].Args), "lind@example.org")
		require.NotContains(t, string(got.Steps[0].Args), `Bo"`)
	})
}

func TestOfRemindersThatAreListedTheNextSentenceTellsAllOfOne(t *testing.T) {
	todo := func(uid, title, due, more string) string {
		return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:" + uid + "\r\nSUMMARY:" + title + "\r\nDUE:" + due + "\r\n" + more + "END:VTODO\r\nEND:VCALENDAR\r\n"
	}
	for _, answer := range []string{"the second one", "the one called pay the rent", "the reminder about rent"} {
		shelved(t, map[string]string{"reminders/a.ics": todo("1", "call Anna", "20000105T100000Z", ""), "reminders/b.ics": todo("2", "pay the rent", "20000106T100000Z", "DESCRIPTION:to the new account\r\nCATEGORIES:home\r\n")}, func(t *testing.T, p *apptest.Pace) {
			require.Contains(t, p.Ask(t, "what are my reminders").Spoken, "2 open reminders")
			got := p.Ask(t, answer)
			require.Equal(t, event.Done, got.Status, "%s: %s", answer, got.Spoken)
			require.Contains(t, got.Spoken, "to the new account", answer)
			require.Contains(t, got.Spoken, "in the list “home”", answer)
			require.NotContains(t, got.Spoken, "Anna", answer)
		})
	}
}
