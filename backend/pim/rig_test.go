package pim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if job := os.Getenv("PIM_TEST_CHILD"); job != "" {
		child(job)
		return
	}
	goleak.VerifyTestMain(m)
}

func load(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	require.NoError(t, err)
	return loc
}

// config is a clock that stands still in a zone, and ids that count.
func config(t testing.TB, zone string, now string) Config {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", now, load(t, zone))
	require.NoError(t, err)
	n := 0
	return Config{Now: func() time.Time { return at }, NewID: func() string { n++; return fmt.Sprintf("id-%d", n) }, Zone: zone}
}

// put writes a file into a folder of records, with the line ends of the standard.
func put(t testing.TB, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

// ical wraps lines into a calendar.
func ical(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n"
}

// seen lists what can be seen in a folder.
func seen(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// left lists what Pace has not finished in a folder.
func left(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ours) && e.Name() != lockName {
			names = append(names, e.Name())
		}
	}
	return names
}
