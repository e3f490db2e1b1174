package bridge_test

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/turn"
)

// A window that is refreshed in the middle of a turn asks for what it missed.
func TestATurnUnderWayIsToldAlsoWhenNoRecordOfItIsKept(t *testing.T) {
	for _, keeping := range []string{"true", "false"} {
		open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
			require.NoError(t, os.WriteFile(filepath.Join(p.Home, "settings.json"), []byte(`{"TraceEnabled":`+keeping+`}`), 0o600))
			p.Settings.Reload()
			p.Ask(t, "press Bold")
			x, err := p.Turns().Submit(context.Background(), turn.Request{Text: "press Dead", Origin: "link", Attended: true})
			require.NoError(t, err)
			var seen []event.Event
			var asked string
			for e := range x.Events() {
				seen = append(seen, e)
				if q, ok := e.Body.(*event.Approval); ok {
					asked = q.ID
					break
				}
			}
			synctest.Wait()
			rows, err := s.Turns.Recent(10)
			require.NoError(t, err)
			var got []event.Event
			for _, e := range rows {
				if e.Turn == x.ID {
					got = append(got, e)
				}
			}
			require.Equal(t, seen, got, "keeping %s: whole, once, and not ended", keeping)
			require.Equal(t, keeping == "true", len(rows) > len(got), "an earlier one is kept or not")

			require.True(t, p.Approve.Decide(asked, false, "interface"))
			apptest.Finish(x)
			synctest.Wait()
			rows, err = s.Turns.Recent(10)
			require.NoError(t, err)
			require.Equal(t, keeping == "false", len(rows) == 0, "and nothing stays of what is not kept")
		})
	}
}

func TestADownloadThatWasOnlyBegunIsListedWithItsSite(t *testing.T) {
	p := apptest.Open(t)
	s := p.Services("1.2.3", "browser")
	asked, answer := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-answer
		_, _ = w.Write([]byte("x"))
	}))
	defer server.Close()
	x, err := p.Turns().Submit(context.Background(), turn.Request{Text: "download " + server.URL + "/a/report.pdf?key=word", Origin: "ask", Attended: true})
	require.NoError(t, err)
	go func() { // ends with the turn
		for e := range x.Events() {
			if q, ok := e.Body.(*event.Approval); ok {
				p.Approve.Decide(q.ID, true, "terminal")
			}
		}
	}()
	<-asked
	page := listed(t, s, bridge.ActivityFilter{})
	require.Len(t, page.Rows, 1)
	require.Equal(t, store.Begun, page.Rows[0].Effect)
	require.Equal(t, "Download "+server.URL+"/•••", page.Rows[0].Label)
	require.Equal(t, "It was begun; what came of it is not known.", page.Rows[0].Report)
	require.NoError(t, filepath.WalkDir(p.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		require.NotContains(t, string(b), "key=word", "%s: what more the address says is in no file yet", path)
		return err
	}))
	close(answer)
	end := x.Wait()
	require.Equal(t, event.Done, end.Status, end.Spoken)
	require.Equal(t, "Download "+server.URL+"/a/report.pdf?key=word", listed(t, s, bridge.ActivityFilter{}).Rows[0].Label)
}
