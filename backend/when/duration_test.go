package when

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestDurations(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"20 minutes", "20m0s"},
		{"for 20 minutes", "20m0s"},
		{"Twenty-five minutes.", "25m0s"},
		{"90s", "1m30s"},
		{"1h30m", "1h30m0s"},
		{"1 hr 5 mins", "1h5m0s"},
		{"an hour", "1h0m0s"},
		{"an hour and a half", "1h30m0s"},
		{"two hours and a quarter", "2h15m0s"},
		{"one and a half hours", "1h30m0s"},
		{"two and a half minutes", "2m30s"},
		{"half an hour", "30m0s"},
		{"a half hour", "30m0s"},
		{"a quarter of an hour", "15m0s"},
		{"three quarters of an hour", "45m0s"},
		{"1.5 hours", "1h30m0s"},
		{"1 hour, 20 minutes and 5 seconds", "1h20m5s"},
		{"an hour and half a minute", "1h0m30s"},
		{"3 days", "72h0m0s"},
		{"a week", "168h0m0s"},
		{"0 minutes", "!longer than nothing"},
		{"20 minutes 1 hour", "!can't be sure"},
		{"5 minutes 5 minutes", "!can't be sure"},
		{"99999 weeks", "!longer than ten years"},
		{"999999999999 seconds", "!can't be sure"},
		{"a month", "!no fixed length"},
		{"a fortnight", "336h0m0s"},
		{"two hundred and fifty minutes", "4h10m0s"},
		{"a hundred minutes", "1h40m0s"},
		{"a minute half", "!can't be sure"},
		{"quarter weeks", "!can't be sure"},
		{"one day", "!any day"},
		{"for one day", "24h0m0s"},
		{"-5 minutes", "!can't be sure"},
		{"1,5 hours", "!can't be sure"},
		{"half a dozen minutes", "!can't be sure"},
		{"0900 hours", "2026-03-05 09:00 +0100"}, // a time of day, and not nine hundred hours
	})
}

func TestADayThatTheCalendarSkipsIsRefused(t *testing.T) {
	ref := time.Date(2011, 12, 29, 10, 0, 0, 0, zone(t, "Pacific/Apia"))
	for _, text := range []string{"tomorrow", "30 December 2011", "friday"} {
		_, err := Parse(text, ref)
		require.ErrorContains(t, err, "skips that day", text)
	}
}
