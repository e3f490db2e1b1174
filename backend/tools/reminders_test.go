package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

func TestAReminderIsWrittenDownAndReadBack(t *testing.T) {
	k := keep(t)
	o, out := k.run("reminder", `{"title":"call Anna","when":"tomorrow at five"}`)
	effect(t, proof.Confirmed, o)
	require.Equal(t, "“call Anna” is now in your reminders, for tomorrow, Tuesday 6 October, at 17:00.", o.Report())
	require.Empty(t, out.Text)
	require.NotNil(t, o.Timing().Settled)
	require.Equal(t, []string{"call-anna.ics"}, k.files("reminders"))
	require.Contains(t, k.read("reminders/call-anna.ics"), "DUE;TZID=Europe/Zurich:20261006T170000\r\n")
	e := o.Evidence()
	require.Len(t, e, 1)
	require.Equal(t, proof.Record, e[0].Kind)

	again, _ := k.run("Reminders.add", `{"text":"call Anna","when":"2026-10-06T17:00"}`)
	effect(t, proof.Confirmed, again)
	require.Equal(t, proof.AlreadySo, again.Evidence()[0].Kind)
	require.Equal(t, "“call Anna” is already in your reminders, for tomorrow, Tuesday 6 October, at 17:00.", again.Report())
	require.Len(t, k.files("reminders"), 1)
	require.Equal(t, "“call Anna” is now in your reminders, for tomorrow, Tuesday 6 October, at 18:00.", k.says("reminder", `{"title":"call Anna","when":"tomorrow at six"}`))
	require.Equal(t, []string{"call-anna-2.ics", "call-anna.ics"}, k.files("reminders"))
}

func TestAReminderIsAtTheTimeThatWasSaid(t *testing.T) {
	for when, want := range map[string]string{
		"":                          "without a time",
		"at five":                   "today, Monday 5 October, at 17:00",
		"tomorrow morning":          "tomorrow, Tuesday 6 October, at 09:00",
		"in 20 minutes":             "today, Monday 5 October, at 14:50",
		"tomorrow":                  "tomorrow, Tuesday 6 October",
		"today":                     "today, Monday 5 October",
		"by friday":                 "Friday 9 October",
		"on 2027-01-02":             "Saturday 2 January 2027",
		"2026-10-06T17:00:00Z":      "tomorrow, Tuesday 6 October, at 19:00",
		"2026-10-06 08:15":          "tomorrow, Tuesday 6 October, at 08:15",
		"every day at 8":            "tomorrow, Tuesday 6 October, at 08:00, every day",
		"every monday at 9":         "Monday 12 October, at 09:00, every Monday",
		"tomorrow from three to 4":  "tomorrow, Tuesday 6 October, at 15:00",
		"2026-10-25T02:30:00+01:00": "Sunday 25 October, at 02:30", // the second of the two
	} {
		k := keep(t)
		require.Contains(t, k.says("reminder", `{"title":"x","when":"`+when+`"}`), want, when)
		o, out := k.run("reminders", `{}`)
		effect(t, proof.Confirmed, o)
		if when != "" {
			require.Contains(t, out.Text, want, when)
		}
	}
}

func TestATimeThatIsUnclearOrOverIsRefusedWithItsReason(t *testing.T) {
	k := keep(t)
	for when, why := range map[string]string{
		"later":                     "“later” names no exact time",
		"yesterday at 5":            "over already: Sunday 4 October, at 17:00",
		"yesterday":                 "over already",
		"2026-10-05T14:29:59+02:00": "over already",
		"20 minutes":                "say “in 20 minutes”",
		"this week":                 "more than one day",
		"2027-03-28 02:30":          "clocks skip",
		"the cows come home":        "understand",
	} {
		args := `{"title":"x","when":"` + when + `"}`
		require.Contains(t, k.no("reminder", args), why, when)
		b := k.bound("reminder", args)
		_, p := reminder{k.b}.Preview(t.Context(), step(), b.Call.Args)
		require.NotNil(t, p, "a dry run refuses what the run would")
		require.Contains(t, p.Text, why)
	}
	require.Empty(t, k.files("reminders"))
	for _, args := range []string{`{}`, `{"title":" "}`, `{"title":"a\nb"}`, `{"title":"\u0007"}`, `{"title":"x","notes":"\u0000"}`, `{"title":"x","list":"a\nb"}`, `{"title":"\u202ex"}`} {
		require.NotEmpty(t, k.bad("reminder", args), args)
	}
}

func TestAReminderIsTakenBackOnlyAsPaceLeftIt(t *testing.T) {
	const call = `{"title":"call Anna","when":"tomorrow at five"}`
	k := keep(t)
	o, _ := k.run("reminder", call)
	path := filepath.Join(k.dir, "reminders", "call-anna.ics")
	text := k.read("reminders/call-anna.ics")
	k.put("reminders/call-anna.ics", strings.Replace(text, "STATUS:NEEDS-ACTION", "STATUS:COMPLETED", 1))
	back := k.back("reminder", call, o)
	effect(t, proof.Refused, back)
	require.Equal(t, "Reminder “call Anna” has been changed since (whether it is done), so it was left as it is.", back.Report())
	require.FileExists(t, path)
	k.put("reminders/call-anna.ics", text)
	back = k.back("reminder", call, o)
	effect(t, proof.Confirmed, back)
	require.Equal(t, "Reminder “call Anna” is gone.", back.Report())
	require.NoFileExists(t, path)
	back = k.back("reminder", call, o)
	effect(t, proof.Refused, back)
	require.Equal(t, proof.ReasonNotFound, back.Reason())
}

func TestRemindersAreReadForAPartOfTime(t *testing.T) {
	k := keep(t)
	require.Equal(t, "There are no open reminders.", k.says("reminders", `{}`))
	for _, a := range []string{`"late","when":"at 15:00"`, `"water the ferns","when":"tomorrow at 9"`, `"some day"`} {
		k.says("reminder", `{"title":`+a+`}`)
	}
	k.now = k.now.Add(2 * time.Hour)
	require.Equal(t, "3 open reminders: late (overdue since today, Monday 5 October, at 15:00); water the ferns (tomorrow, Tuesday 6 October, at 09:00); some day.", k.says("reminders", `{}`))
	require.Equal(t, "1 open reminder today: late (overdue since today, Monday 5 October, at 15:00).", k.says("reminders", `{"range":"today"}`))
	require.Equal(t, "1 open reminder tomorrow: water the ferns (tomorrow, Tuesday 6 October, at 09:00).", k.says("reminders", `{"range":"tomorrow"}`))
	require.Equal(t, "There are no open reminders on Friday 9 October.", k.says("reminders", `{"range":"friday"}`))
	k.put("reminders/bad.ics", "nonsense")
	o, out := k.run("reminders", `{"range":"friday"}`)
	effect(t, proof.Confirmed, o)
	require.Contains(t, o.Report(), "There are no open reminders on Friday 9 October.\n1 file could not be read whole: bad.ics (")
	require.True(t, out.Untrusted)
	require.Contains(t, k.no("reminders", `{"range":"every day"}`), "no part of time")
	require.NoError(t, os.RemoveAll(filepath.Join(k.dir, "reminders")))
	k.put("reminders", "a file in the place of the folder")
	o, _ = k.run("reminders", `{}`)
	effect(t, proof.Failed, o)
}
