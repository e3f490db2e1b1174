package bridge_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/egress"
)

// crossed writes what is said to have left into the audit of a Pace.
func crossed(t *testing.T, p *apptest.Pace, rows ...egress.Row) {
	t.Helper()
	audit := egress.NewAudit(p.Folders.Audit())
	for i, r := range rows {
		r.ID = fmt.Sprint(r.Target, i)
		require.NoError(t, audit.Add(context.Background(), r))
	}
}

func TestWhatLeftIsToldByTargetAndByPart(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		empty, err := s.Privacy.Report("day")
		require.NoError(t, err)
		require.NotContains(t, asJSON(t, empty), "null")
		require.Zero(t, empty.Sent+empty.HandedOver+empty.Local)

		now := time.Now()
		crossed(t, p,
			egress.Row{At: now.Add(-25 * time.Hour), Kind: egress.HTTP, State: egress.Ended, Subsystem: "planner", Target: "old.example:443", OffDevice: true, Sent: 1 << 20},
			egress.Row{At: now.Add(-23 * time.Hour), Kind: egress.HTTP, State: egress.Ended, Subsystem: "planner", Target: "api.example:443", OffDevice: true, Sent: 2000, Received: 50},
			egress.Row{At: now.Add(-2 * time.Hour), Kind: egress.HandOver, State: egress.Ended, Subsystem: "browser", Target: "https://example.org", Sent: 44},
			egress.Row{At: now.Add(-time.Hour), Kind: egress.HTTP, State: egress.Ended, Subsystem: "planner", Target: "127.0.0.1:1234", Sent: 500, Received: 700},
			egress.Row{At: now.Add(-time.Minute), Kind: egress.HTTP, State: egress.Started, Subsystem: "download", Target: "files.example:443", OffDevice: true},
		)
		day, err := s.Privacy.Report("day")
		require.NoError(t, err)
		require.Equal(t, []int64{2000, 50, 44, 1200}, []int64{day.Sent, day.Received, day.HandedOver, day.Local})
		require.Equal(t, 1, day.Unfinished)
		require.Empty(t, day.From)
		require.Equal(t, []string{"sent", "local", "handedOver"}, []string{day.Targets[0].How, day.Targets[1].How, day.Targets[2].How})
		require.Equal(t, "api.example:443", day.Targets[0].Target)
		require.Equal(t, []string{"planner"}, day.Targets[0].Parts)
		require.Equal(t, []bridge.PrivacyPart{{Part: "planner", Sent: 2000, Received: 50, Local: 1200, Times: 2}, {Part: "browser", HandedOver: 44, Times: 1}}, day.Parts)

		week, err := s.Privacy.Report("week")
		require.NoError(t, err)
		require.EqualValues(t, 1<<20+2000, week.Sent)
		require.Equal(t, "old.example:443", week.Targets[0].Target)

		_, err = s.Privacy.Report("year")
		fails(t, err, "invalid")
	})
}

func TestAReportIsBoundedAndCountsWhatItDoesNotList(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		for i := range 510 {
			crossed(t, p, egress.Row{At: time.Now(), Kind: egress.HandOver, State: egress.Ended, Subsystem: "browser", Target: fmt.Sprintf("https://%d.example", i), Sent: 1})
		}
		crossed(t, p, egress.Row{At: time.Now(), Kind: egress.HTTP, State: egress.Ended, Subsystem: "planner", Target: "away.example:443", OffDevice: true, Sent: 1},
			egress.Row{At: time.Now(), Kind: egress.HTTP, State: egress.Ended, Subsystem: "planner", Target: "127.0.0.1:1234", Sent: 1})
		r, err := s.Privacy.Report("day")
		require.NoError(t, err)
		require.Len(t, r.Targets, 500)
		require.Equal(t, []string{"away.example:443", "127.0.0.1:1234"}, []string{r.Targets[0].Target, r.Targets[1].Target}, "many addresses push out neither")
		require.Equal(t, 12, r.Unlisted)
		require.EqualValues(t, 510, r.HandedOver)
	})
}

func TestARecordThatCannotBeReadIsSaidAndNotCalledZero(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		require.NoError(t, os.MkdirAll(p.Folders.Audit(), 0o700)) // a folder in its place
		_, err := p.Services("1", "browser").Privacy.Report("day")
		fails(t, err, "internal")
		require.NoError(t, p.Close())
	})
}
