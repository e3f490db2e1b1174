package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

func TestAnEventIsWrittenDownReadBackAndTakenBack(t *testing.T) {
	k := keep(t)
	const call = `{"title":"lunch with Bo","start":"on friday from 12 to 1","location":"Leo's"}`
	o, _ := k.run("calendar_create", call)
	effect(t, proof.Confirmed, o)
	require.Equal(t, "“lunch with Bo” is now in your calendar, for Friday 9 October, from 12:00 to 13:00, at Leo's.", o.Report())
	require.Equal(t, []string{"lunch-with-bo.ics"}, k.files("calendar"))
	again, _ := k.run("Calendar.createEvent", call)
	effect(t, proof.Confirmed, again)
	require.Equal(t, proof.AlreadySo, again.Evidence()[0].Kind)
	require.Len(t, k.files("calendar"), 1)
	require.Equal(t, "1 event on Friday 9 October: 12:00–13:00 lunch with Bo (Leo's).", k.says("calendar", `{"range":"friday"}`))
	text := k.read("calendar/lunch-with-bo.ics")
	k.put("calendar/lunch-with-bo.ics", strings.Replace(text, "lunch", "brunch", 1))
	effect(t, proof.Refused, k.back("calendar_create", call, o))
	k.put("calendar/lunch-with-bo.ics", text)
	effect(t, proof.Confirmed, k.back("calendar_create", call, o))
	require.Empty(t, k.files("calendar"))
}

func TestAnEventIsAtTheTimeThatWasSaid(t *testing.T) {
	for args, want := range map[string]string{
		`"start":"tomorrow at noon"`:                                          "tomorrow, Tuesday 6 October, from 12:00 to 13:00",
		`"start":"tomorrow at noon","end":"2 pm"`:                             "tomorrow, Tuesday 6 October, from 12:00 to 14:00",
		`"start":"tomorrow at 23:00","end":"1 am"`:                            "tomorrow, Tuesday 6 October, at 23:00, until Wednesday 7 October, at 01:00",
		`"start":"tomorrow at noon","end":"90 minutes"`:                       "tomorrow, Tuesday 6 October, from 12:00 to 13:30",
		`"start":"tomorrow"`:                                                  "tomorrow, Tuesday 6 October, all day",
		`"start":"2026-10-07"`:                                                "Wednesday 7 October, all day",
		`"start":"2026-10-07","end":"2026-10-09"`:                             "Wednesday 7 October until Friday 9 October",
		`"startDate":"2026-10-07T12:00:00Z","endDate":"2026-10-07T13:30:00Z"`: "Wednesday 7 October, from 14:00 to 15:30",
		`"start":"2026-10-07 15:00","allDay":true`:                            "Wednesday 7 October, all day",
		`"when":"every monday at 9"`:                                          "Monday 12 October, from 09:00 to 10:00, every Monday",
		`"start":"yesterday at 5"`:                                            "Sunday 4 October, from 17:00 to 18:00",
		`"start":"2026-10-25 01:30","end":"03:30"`:                            "Sunday 25 October, from 01:30 to 03:30",
	} {
		k := keep(t)
		got := k.says("calendar_create", `{"title":"x",`+args+`}`)
		require.Equal(t, "“x” is now in your calendar, for "+want+".", got, args)
	}
}

func TestAnEventThatHasNoClearTimeIsRefused(t *testing.T) {
	k := keep(t)
	for args, why := range map[string]string{
		`"start":"later"`:                                     "no exact time",
		`"start":"two hours"`:                                 "say when it begins",
		`"start":"tomorrow at noon","end":"soon"`:             "no exact time",
		`"start":"2026-10-07 12:00","end":"2026-10-07 11:00"`: "must end after it begins",
		`"start":"2026-10-07 12:00","end":"2026-10-08"`:       "don't fit together",
		`"start":"2027-03-28 02:30"`:                          "clocks skip",
	} {
		require.Contains(t, k.no("calendar_create", `{"title":"x",`+args+`}`), why, args)
	}
	require.Empty(t, k.files("calendar"))
	for _, args := range []string{`{"title":"x"}`, `{"start":"tomorrow"}`, `{"title":"a\nb","start":"tomorrow"}`, `{"title":"x","start":"tomorrow","location":"a\nb"}`} {
		require.NotEmpty(t, k.bad("calendar_create", args), args)
	}
}

func TestTheCalendarIsReadForAPartOfTime(t *testing.T) {
	k := keep(t)
	require.Equal(t, "There is nothing in your calendar today.", k.says("calendar", `{}`))
	require.Equal(t, "There is no event with a time in your calendar in the year to come.", k.says("calendar", `{"range":"next"}`))
	for _, a := range []string{`"Standup","start":"every weekday at 9 for 15 minutes"`, `"Fair","start":"2026-10-06","end":"2026-10-07"`, `"Night train","start":"2026-10-06 22:00","end":"07:00"`} {
		k.says("calendar_create", `{"title":`+a+`}`)
	}
	k.put("calendar/bad.ics", "nonsense")
	o, out := k.run("calendar", `{"range":"tomorrow"}`)
	effect(t, proof.Confirmed, o)
	require.Equal(t, "3 events tomorrow (1 file could not be read whole, bad.ics: line 1 stands outside of a calendar): all day Fair; 09:00–09:15 Standup; 22:00 until Wednesday 7 October, at 07:00 Night train.", o.Report())
	require.True(t, out.Untrusted)
	got := k.says("calendar", `{"range":"this week"}`)
	require.Contains(t, got, "\ntomorrow, Tuesday 6 October: all day Fair; 09:00–09:15 Standup; 22:00 until")
	require.Contains(t, got, "\nFriday 9 October: 09:00–09:15 Standup.")
	require.Contains(t, k.says("calendar", `{"range":"2026-10-07"}`), "since tomorrow, Tuesday 6 October, at 22:00 until Wednesday 7 October, at 07:00 Night train")
	require.Contains(t, k.says("calendar", `{"range":"next"}`), "Next is Standup, tomorrow, Tuesday 6 October, from 09:00 to 09:15.")
	for n := range maxTold {
		k.says("calendar_create", fmt.Sprintf(`{"title":"e%d","start":"2026-10-08 10:00"}`, n))
	}
	require.Contains(t, k.says("calendar", `{"range":"2026-10-08"}`), "and 1 more")
}

func TestWhatComesManyTimesADayIsOneLineOfTheCalendar(t *testing.T) {
	k := keep(t)
	k.put("calendar/a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:standup\nDTSTART;TZID=Europe/Zurich:20261005T090000\nDURATION:PT5M\nRRULE:FREQ=MINUTELY;INTERVAL=10\nEND:VEVENT\nEND:VCALENDAR\n")
	require.Equal(t, "1 event today: 09:00–09:05 standup (every 10 minutes: 90 times, the last at 23:50).", k.says("calendar", `{}`))
	require.Equal(t, "1 event this week:\ntoday, Monday 5 October: 09:00–09:05 standup (every 10 minutes: 954 times, the last on Sunday 11 October, at 23:50).", k.says("calendar", `{"range":"this week"}`))
	require.Equal(t, "Next is standup, today, Monday 5 October, from 14:40 to 14:45, every 10 minutes.", k.says("calendar", `{"range":"next"}`), "at half past two the one of half past has begun")
	k.put("calendar/a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:tick\nDTSTART;TZID=Europe/Zurich:20261005T090000\nRRULE:FREQ=SECONDLY\nEND:VEVENT\nEND:VCALENDAR\n")
	require.Equal(t, "1 event today: 09:00 tick (every second: more than 3000 times).", k.says("calendar", `{}`))
	k.put("calendar/a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:pill\nDTSTART;TZID=Europe/Zurich:20261005T080000\nRRULE:FREQ=DAILY;BYHOUR=8,10,12,14,20\nEND:VEVENT\nEND:VCALENDAR\n")
	require.Equal(t, "1 event today: 08:00 pill (again and again: 5 times, the last at 20:00).", k.says("calendar", `{}`))
}
