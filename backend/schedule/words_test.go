package schedule

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/store"
)

func TestALengthIsSaidInTheUnitsThatItHas(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 seconds", time.Millisecond: "1 second", 59*time.Second + 1: "1 minute", time.Minute: "1 minute", 90 * time.Second: "1 minute 30 seconds",
		80 * time.Minute: "1 hour 20 minutes", 25*time.Hour + time.Second: "1 day 1 hour 1 second", Longest: "7 days",
	} {
		require.Equal(t, want, Length(d))
	}
}

func TestAMomentIsSaidAsOneSeesItFromNow(t *testing.T) {
	now := wednesday(t)
	for _, c := range []struct {
		due  time.Time
		want string
	}{
		{now.Add(90 * time.Second), "at 14:31:30"},
		{now.Add(10 * time.Minute), "at 14:40"},
		{now.Add(10 * time.Minute).UTC(), "at 14:40"},
		{now.Add(16 * time.Hour), "tomorrow at 06:30"},
		{now.Add(-15 * time.Hour), "yesterday at 23:30"},
		{now.Add(48 * time.Hour), "on Friday 6 March at 14:30"},
		{now.AddDate(1, 0, 0), "on Thursday 4 March 2027 at 14:30"},
	} {
		require.Equal(t, c.want, Moment(c.due, now))
	}
	newYear := time.Date(2026, 12, 31, 23, 59, 0, 0, time.UTC)
	require.Equal(t, "tomorrow at 00:04", Moment(newYear.Add(5*time.Minute), newYear))
}

func TestWhatRingsSaysWhatItIsAndWhetherItIsLate(t *testing.T) {
	now := wednesday(t)
	timer := func(label string, late time.Duration) store.WentOff {
		return store.WentOff{Timer: store.Timer{Kind: store.KindTimer, Label: label, Length: 10 * time.Minute, Due: now.Add(-late), Rang: now}}
	}
	alarm := func(label string, late time.Duration) store.WentOff {
		w := timer(label, late)
		w.Kind, w.Length = store.KindAlarm, 0
		return w
	}
	again := timer("pasta", 0)
	again.Again = true
	for _, c := range []struct {
		w           store.WentOff
		title, more string
	}{
		{timer("pasta", 0), "Time is up: pasta.", ""},
		{timer("", time.Second), "Time is up: 10 minutes have passed.", ""},
		{alarm("gym", 0), "gym: it is 14:30.", ""},
		{alarm("", 0), "It is 14:30, as you wanted to be told.", ""},
		{timer("pasta", 47*time.Second), "Time is up: pasta.", "It was due at 14:29, 47 seconds before Pace could say so."},
		{alarm("gym", 26*time.Hour), "Missed alarm: gym.", "It was due yesterday at 12:30, 1 day 2 hours before Pace could say so."},
		{alarm("", 3*time.Hour), "Missed alarm: 11:30.", "It was due at 11:30, 3 hours before Pace could say so."},
		{again, "Time is up: pasta.", "You may have been told of it before: Pace was stopped just then."},
	} {
		title, more := Said(c.w, now)
		require.Equal(t, c.title, title)
		require.Equal(t, c.more, more)
	}
}

func TestATimerHasANameInASentence(t *testing.T) {
	now := wednesday(t)
	for want, x := range map[string]store.Timer{
		"the timer “pasta”":        {Kind: store.KindTimer, Label: "pasta"},
		"the timer for 10 minutes": {Kind: store.KindTimer, Length: 10 * time.Minute},
		"the alarm “gym”":          {Kind: store.KindAlarm, Label: "gym"},
		"the alarm for 14:30":      {Kind: store.KindAlarm, Due: now.UTC()},
	} {
		require.Equal(t, want, Name(x, now.Location()))
	}
}
