package pim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTickingOffChangesOnlyTheLinesThatSaySo(t *testing.T) {
	x := NewReminders(t.TempDir(), config(t, "UTC", "2026-10-05 14:00"))
	text := ical("X-OWN:kept", "BEGIN:VTODO", "UID:1", "SUMMARY:a long", "  title", "STATUS:NEEDS-", " ACTION", "DUE:20261006T100000Z",
		"BEGIN:VALARM", "STATUS:mine", "END:VALARM", "PERCENT-COMPLETE:10", "END:VTODO", "BEGIN:VTODO", "UID:2", "STATUS:NEEDS-ACTION", "END:VTODO")
	for name, nl := range map[string]string{"windows": "\r\n", "unix": "\n"} {
		t.Run(name, func(t *testing.T) {
			put(t, x.shelf.dir, "a.ics", strings.ReplaceAll(text, "\r\n", nl))
			_, ref, err := x.Reminder(t.Context(), "1")
			require.NoError(t, err)
			now, err := x.TickOff(t.Context(), ref)
			require.NoError(t, err)
			got, found, err := x.Reminder(t.Context(), "1")
			require.NoError(t, err)
			require.Equal(t, now, found)
			require.True(t, got.Done)
			want := strings.Replace(text, "STATUS:NEEDS-\r\n ACTION\r\n", "", 1)
			want = strings.Replace(want, "PERCENT-COMPLETE:10\r\n", "STATUS:COMPLETED\r\nCOMPLETED:20261005T140000Z\r\nPERCENT-COMPLETE:100\r\n", 1)
			data, err := os.ReadFile(filepath.Join(x.shelf.dir, "a.ics"))
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(want, "\r\n", nl), string(data))
			other, _, err := x.Reminder(t.Context(), "2")
			require.NoError(t, err)
			require.False(t, other.Done)
		})
	}
}

func TestWhatWasChangedOrRepeatsIsNotTickedOff(t *testing.T) {
	x := NewReminders(t.TempDir(), config(t, "UTC", "2026-10-05 14:00"))
	put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:x"))
	_, ref, err := x.Reminder(t.Context(), "1")
	require.NoError(t, err)
	put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:y"))
	_, err = x.TickOff(t.Context(), ref)
	require.ErrorIs(t, err, ErrChanged)
	_, err = x.TickOff(t.Context(), Ref{"2", ref.Stamp})
	require.ErrorIs(t, err, ErrGone)
	put(t, x.shelf.dir, "b.ics", todo("UID:3", "SUMMARY:y", "DTSTART:20261006T100000Z", "RRULE:FREQ=DAILY"))
	_, ref, err = x.Reminder(t.Context(), "3")
	require.NoError(t, err)
	_, err = x.TickOff(t.Context(), ref)
	require.ErrorIs(t, err, ErrRepeats)
}

func TestALeftoverOfATickThatWasCutOffIsNoSecondReminder(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 14:00")
	x := NewReminders(t.TempDir(), c)
	open := todo("UID:1", "SUMMARY:x", "STATUS:NEEDS-ACTION", "DUE:20261006T100000Z")
	done := string(tick([]byte(open), "1", c.Now()))
	for name, pair := range map[string][2]string{"before the swap": {open, done}, "behind it": {done, open}} {
		t.Run(name, func(t *testing.T) {
			put(t, x.shelf.dir, "a.ics", pair[0])
			put(t, x.shelf.dir, oursSwap+"a.ics", pair[1])
			_, err := x.AddReminder(t.Context(), Reminder{Title: "other"})
			require.NoError(t, err)
			require.NotContains(t, seen(t, x.shelf.dir), "a-2.ics")
			require.Empty(t, left(t, x.shelf.dir))
			data, err := os.ReadFile(filepath.Join(x.shelf.dir, "a.ics"))
			require.NoError(t, err)
			require.Equal(t, pair[0], string(data))
		})
	}
}
