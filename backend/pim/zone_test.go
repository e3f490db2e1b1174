package pim

import (
	"bytes"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"
)

func at(t testing.TB, s string) wall {
	t.Helper()
	w, err := time.Parse("2006-01-02 15:04", s)
	require.NoError(t, err)
	return w
}

func TestAWallTimeIsOneInstantAlsoWhenTheClocksChange(t *testing.T) {
	for _, c := range []struct{ zone, wall, want string }{
		{"Europe/Zurich", "2026-03-29 01:59", "2026-03-29T01:59:00+01:00"},
		{"Europe/Zurich", "2026-03-29 02:30", "2026-03-29T03:30:00+02:00"}, // skipped: in the offset before
		{"Europe/Zurich", "2026-03-29 03:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Zurich", "2026-10-25 02:30", "2026-10-25T02:30:00+02:00"}, // shown twice: the first
		{"Europe/Zurich", "2026-10-25 03:00", "2026-10-25T03:00:00+01:00"},
		{"America/New_York", "2026-11-01 01:30", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "2026-03-08 02:30", "2026-03-08T03:30:00-04:00"},
		{"Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-05T01:45:00+11:00"}, // half an hour
		{"America/Sao_Paulo", "2018-11-04 00:00", "2018-11-04T01:00:00-02:00"},   // there is no midnight
		{"Asia/Kathmandu", "2026-01-01 00:00", "2026-01-01T00:00:00+05:45"},
		{"UTC", "2026-01-01 00:00", "2026-01-01T00:00:00Z"},
	} {
		z := zone{loc: load(t, c.zone)}
		got := z.instant(at(t, c.wall))
		require.Equal(t, c.want, got.Format(time.RFC3339), "%s %s", c.zone, c.wall)
	}
}

func TestZonesAreFoundUnderTheNamesThatProgramsWrite(t *testing.T) {
	for id, want := range map[string]string{"Europe/Zurich": "Europe/Zurich", "/citadel.org/20240205_1/Europe/Paris": "Europe/Paris", "/freeassociation.sourceforge.net/Europe/Berlin": "Europe/Berlin",
		"America/Argentina/Buenos_Aires": "America/Argentina/Buenos_Aires"} {
		require.Equal(t, want, location(id).String(), id)
	}
	for _, id := range []string{"", "Local", "../../etc/passwd", "/", "Central Office Time", "W. Europe Standard Time"} {
		require.Nil(t, location(id), id)
	}
}

// What Pace writes for programs without a zone database says the same as the database, however the zone changes.
func TestADefinitionOfAZoneShowsTheSameTimesAsTheDatabase(t *testing.T) {
	for _, name := range []string{"Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "Europe/Dublin", "America/Santiago", "Pacific/Apia"} {
		loc := load(t, name)
		for _, repeats := range []bool{false, true} {
			when := time.Date(2026, 10, 5, 9, 0, 0, 0, loc)
			cal := &ics.Calendar{Components: []ics.Component{timezone(name, when, repeats)}}
			var b bytes.Buffer
			require.NoError(t, cal.SerializeTo(&b, ics.WithNewLineWindows))
			roots, problems := readComponents(b.Bytes())
			require.Empty(t, problems)
			z := zone{rules: onsets(&roots[0].parts[0])}
			require.NotEmpty(t, z.rules, name)
			for day := 0; day < 600; day++ {
				w := wallOf(when).AddDate(0, 0, day)
				require.Equal(t, zone{loc: loc}.instant(w).UTC(), z.instant(w).UTC(), "%s %v", name, w)
				require.Equal(t, w, z.wall(z.instant(w)), "%s %v", name, w)
			}
		}
	}
}

func TestOffsetsAreRead(t *testing.T) {
	for s, want := range map[string]time.Duration{"+0200": 2 * time.Hour, "-033000": -3*time.Hour - 30*time.Minute, "+054500": 5*time.Hour + 45*time.Minute, "-000001": -time.Second} {
		got, ok := offsetOf(s)
		require.True(t, ok, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "0200", "+2", "+99999", "+9999", "+02:00", "+0x00", "++200"} {
		_, ok := offsetOf(s)
		require.False(t, ok, s)
	}
}

func TestTheZoneOfTheClockIsNamedOnlyWhenItShowsTheSame(t *testing.T) {
	was := time.Local
	defer func() { time.Local = was }()
	env := func(tz string) func(string) string { return func(string) string { return tz } }
	time.Local = load(t, "Asia/Tokyo")
	require.Equal(t, "Asia/Tokyo", LocalZone(env("Asia/Tokyo")))
	require.Equal(t, "Asia/Tokyo", LocalZone(env(":Asia/Tokyo")))
	require.Empty(t, LocalZone(env("Europe/Zurich")), "the clock shows another")
	require.Empty(t, LocalZone(env("nowhere")))
}
