package settings

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestHoursGoPastMidnight(t *testing.T) {
	for _, c := range []struct {
		hours   string
		in, out []string
	}{
		{"22:00-07:00", []string{"22:00", "23:59", "00:00", "06:59"}, []string{"21:59", "07:00", "12:00"}},
		{"13:00-14:30", []string{"13:00", "14:29"}, []string{"12:59", "14:30", "00:00"}},
		{"00:00-06:00", []string{"00:00", "05:59"}, []string{"06:00", "23:59"}},
		{"18:00-00:00", []string{"18:00", "23:59"}, []string{"00:00", "17:59"}},
		{"", nil, []string{"00:00", "03:00", "23:59"}},
	} {
		h, err := parseHours(c.hours)
		require.NoError(t, err)
		require.Equal(t, c.hours, h.String())
		for want, times := range map[bool][]string{true: c.in, false: c.out} {
			for _, at := range times {
				x, err := time.Parse("15:04", at)
				require.NoError(t, err)
				require.Equal(t, want, h.Contain(x), "%s at %s", c.hours, at)
			}
		}
	}
}

func TestHoursAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{" 22:00 - 7:00 ": "22:00-07:00", "22:00–07:00": "22:00-07:00", "  ": ""} {
		h, err := parseHours(text)
		require.NoError(t, err, text)
		require.Equal(t, want, h.String())
	}
	for _, text := range []string{"22:00", "night", "22-7", "25:00-07:00", "22:60-07:00", "22:00-07:00-08:00", "07:00-07:00", "22:00-", "-"} {
		_, err := parseHours(text)
		require.ErrorContains(t, err, "must", text)
	}
}

func TestTheGateReadsHoursFromTheFile(t *testing.T) {
	path := t.TempDir() + "/settings.json"
	s := Open(path, func(string) string { return "" })
	late := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	require.False(t, s.Hours(QuietHours).Contain(late), "off until it is chosen")
	require.NoError(t, s.Set(string(QuietHours), "22:00 - 7:00"))
	require.Equal(t, "22:00-07:00", s.value(string(QuietHours)))
	require.True(t, s.Hours(QuietHours).Contain(late))
	require.ErrorContains(t, s.Set(string(QuietHours), "at night"), "must be two times")
	require.True(t, Open(path, func(string) string { return "" }).Hours(QuietHours).Contain(late), "it is kept")
	require.Equal(t, "balanced", s.Text(ProactivityProfile))
	require.ErrorContains(t, s.Set(string(ProactivityProfile), "chatty"), "must be one of")
}
