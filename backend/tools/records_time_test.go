package tools

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/tool"
)

func step() tool.Step { return tool.Step{Turn: "t"} }

func TestPartsOfTimeAreFound(t *testing.T) {
	loc, err := time.LoadLocation("Europe/Zurich")
	require.NoError(t, err)
	now := time.Date(2026, 10, 5, 14, 30, 0, 0, loc) // a Monday
	for text, want := range map[string]string{
		"today": "5 00:00–6 00:00 today", "": "5 00:00–6 00:00 today", "Tomorrow": "6 00:00–7 00:00 tomorrow", "tonight": "5 17:00–6 00:00 tonight",
		"this morning": "5 05:00–5 12:00 this morning", "tomorrow evening": "6 17:00–7 00:00 tomorrow evening", "this week": "5 00:00–12 00:00 this week",
		"week": "5 14:30–12 14:30 in the next seven days", "next_week": "12 00:00–19 00:00 next week", "next_7_days": "5 14:30–12 14:30 in the next seven days",
		"the weekend": "10 00:00–12 00:00 the weekend", "the rest of the week": "5 14:30–12 00:00 the rest of the week", "the rest of the day": "5 14:30–6 00:00 the rest of the day",
		"the next 3 days": "5 00:00–8 00:00 in the next 3 days", "next two hours": "5 14:30–5 16:30 in the next two hours", "the next few days": "5 00:00–8 00:00 in the next three days",
		"friday": "9 00:00–10 00:00 on Friday 9 October", "on friday": "9 00:00–10 00:00 on Friday 9 October", "today's": "5 00:00–6 00:00 today",
		"2026-10-07": "7 00:00–8 00:00 on Wednesday 7 October", "tomorrow from 3 to 5": "6 15:00–6 17:00 tomorrow from 3 to 5", "tomorrow at 3": "6 15:00–6 16:00 in the hour from tomorrow, Tuesday 6 October, at 15:00",
		"yesterday": "4 00:00–5 00:00 yesterday", "3 days": "5 14:30–8 14:30 in the next 3 days", "this month": "1 00:00–1 00:00 this month", "october 25": "25 00:00–26 00:00 on Sunday 25 October",
	} {
		s, p := stretchOf(text, now)
		require.Nil(t, p, text)
		require.Equal(t, want, s.from.Format("2 15:04–")+s.to.Format("2 15:04 ")+s.words, text)
	}
	s, p := stretchOf("october 25", now)
	require.Nil(t, p)
	require.Equal(t, 25*time.Hour, s.to.Sub(s.from), "the day has an hour more")
	for _, text := range []string{"soon", "every monday", "the blue one"} {
		_, p := stretchOf(text, now)
		require.NotNil(t, p, text)
		require.NotEmpty(t, p.Text)
	}
}

func TestHowSomethingRepeatsIsNamed(t *testing.T) {
	for rule, want := range map[string]string{"": "", "FREQ=DAILY": "every day", "freq=weekly": "every week", "FREQ=WEEKLY;BYDAY=MO": "every Monday", "FREQ=SECONDLY": "every second", "x": "repeating",
		"FREQ=MINUTELY;INTERVAL=10": "every 10 minutes", "FREQ=DAILY;INTERVAL=1;COUNT=3": "every day", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO;UNTIL=20270101": "every 2 weeks on Tuesday",
		"FREQ=WEEKLY;BYDAY=MO,TU,FR": "every Monday, Tuesday and Friday", "FREQ=MONTHLY;BYDAY=-1FR": "repeating", "FREQ=WEEKLY;BYDAY=1MO": "repeating", "FREQ=HOURLY;BYHOUR=9,10": "repeating",
		"FREQ=DAILY;INTERVAL=x": "repeating", "FREQ=DAILY;INTERVAL=0": "repeating"} {
		require.Equal(t, want, repeatWords(rule), rule)
	}
}

func TestAPartOfADayIsAnHourForAReminderOnly(t *testing.T) {
	loc, err := time.LoadLocation("Europe/Zurich")
	require.NoError(t, err)
	now := time.Date(2026, 10, 5, 14, 30, 0, 0, loc) // a Monday
	for text, want := range map[string]string{"tomorrow morning": "6 09:00", "Tonight": "5 20:00", "on Sunday evening": "11 19:00", "this afternoon": "5 15:00", "tomorrow night": "6 20:00"} {
		r, p := remindTime(text, now)
		require.Nil(t, p, text)
		require.Equal(t, want, r.Start.Format("2 15:04"), text)
		_, p = readTime(text, now)
		require.NotNil(t, p, "%s names no hour", text)
	}
	for _, text := range []string{"this morning", "morning", "later", ""} {
		_, p := remindTime(text, now)
		require.NotNil(t, p, text)
	}
}
