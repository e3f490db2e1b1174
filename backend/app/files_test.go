package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/event"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/turn"
)

func TestAQuestionWhichFileIsMeantIsAnsweredByItsNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		for _, dir := range []string{"Documents", "Music"} {
			require.NoError(t, os.MkdirAll(filepath.Join(r.Home, dir), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(r.Home, dir, "budget.txt"), nil, 0o600))
		}
		end := r.Ask(t, "show me budget.txt in files")
		require.Equal(t, event.Blocked, end.Status, end.Spoken)
		require.Len(t, end.Question.Options, 2)
		require.Empty(t, r.Session.Opener.Opened())

		end = r.Ask(t, "the second one")
		require.Equal(t, event.Unverified, end.Status, "nothing here shows a window: %s", end.Spoken)
		require.Equal(t, []systemtest.Opened{{Target: filepath.Join(r.Home, "Music/budget.txt"), Reveal: true}}, r.Session.Opener.Opened())
	})
}

// The user has a home folder with downloads of his own in it, and Pace saves into that of PACE_HOME.
func TestTheDownloadsFolderIsThatIntoWhichPaceSaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		users := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(users, "Downloads"), 0o755))
		r := newRig(t, func(o *app.Options) { o.Environ = append(o.Environ, "HOME="+users) })
		end := r.Ask(t, "open my downloads folder")
		require.Contains(t, end.Spoken, "There is no “"+filepath.Join(r.Home, "Downloads")+"”.")
		require.Empty(t, r.Session.Opener.Opened())
		require.NoError(t, os.Mkdir(filepath.Join(r.Home, "Downloads"), 0o755))
		end = r.Ask(t, "open my downloads folder")
		require.Equal(t, event.Unverified, end.Status, "nothing here shows a window: %s", end.Spoken)
		require.Equal(t, []systemtest.Opened{{Target: filepath.Join(r.Home, "Downloads")}}, r.Session.Opener.Opened())
	})
}

// serves is a Pace beside a web server on this machine that counts who comes.
func serves(t *testing.T) (p *apptest.Pace, url string, asked *atomic.Int32) {
	t.Helper()
	asked = &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, "some words")
	}))
	t.Cleanup(server.Close)
	return apptest.Open(t), server.URL, asked
}

func TestADownloadIsApprovedLoadedToldAndTakenBack(t *testing.T) {
	p, url, asked := serves(t)
	end := p.Do(t, turn.Request{Text: "download " + url + "/report.txt", Origin: "ask", Attended: true, Yes: true})
	require.Equal(t, event.Done, end.Status, end.Spoken)
	path := filepath.Join(p.Home, "Downloads/report.txt")
	require.FileExists(t, path)
	require.EqualValues(t, 1, asked.Load())
	require.Equal(t, "flag", end.Find(event.ApprovalResolved).(*event.Resolved).By)
	require.NotNil(t, end.Find(event.UndoOffered))
	require.Contains(t, p.Ask(t, "what did you just do").Spoken, "report.txt")

	end = p.Ask(t, "undo that")
	require.Equal(t, event.Done, end.Status, end.Spoken)
	require.NoFileExists(t, path)
	require.Equal(t, []string{path}, p.Session.Trash.Held())
	require.Contains(t, p.Ask(t, "undo that").Spoken, "nothing to undo")
}

func TestNothingIsAskedOfAServerBeforeTheDownloadIsApproved(t *testing.T) {
	for name, r := range map[string]turn.Request{
		"a no":            {Origin: "ask", Attended: true},
		"nobody is there": {Origin: "schedule", Yes: true},
		"a dry run":       {Origin: "ask", Attended: true, DryRun: true},
	} {
		t.Run(name, func(t *testing.T) {
			p, url, asked := serves(t)
			r.Text = "download " + url + "/report.txt"
			x, err := p.Turns().Submit(t.Context(), r)
			require.NoError(t, err)
			var shown []string
			for e := range x.Events() {
				if a, ok := e.Body.(*event.Approval); ok {
					shown = append(shown, a.Calls[0].Describe+" "+a.Calls[0].Target)
					require.True(t, p.Approve.Decide(a.ID, false, "terminal"))
				}
			}
			x.Wait()
			require.Zero(t, asked.Load())
			require.NoDirExists(t, filepath.Join(p.Home, "Downloads"))
			if r.Attended && !r.DryRun {
				require.Len(t, shown, 1)
				require.Contains(t, shown[0], url+"/report.txt from 127.0.0.1 to ")
			}
		})
	}
}

func TestAFlagDoesNotApproveAnAddressThatThePersonDidNotName(t *testing.T) {
	p, url, asked := serves(t)
	require.Equal(t, event.Done, p.Do(t, turn.Request{Text: "download " + url + "/a.txt", Origin: "ask", Attended: true, Yes: true}).Status)
	x, err := p.Turns().Submit(t.Context(), turn.Request{Text: "again", Origin: "ask", Attended: true, Yes: true})
	require.NoError(t, err)
	for e := range x.Events() {
		if a, ok := e.Body.(*event.Approval); ok {
			require.True(t, a.Tainted, "only a person may answer")
			require.True(t, p.Approve.Decide(a.ID, false, "terminal"))
		}
	}
	require.Equal(t, event.Blocked, x.Wait().Status)
	require.EqualValues(t, 1, asked.Load())
}

func TestWhereNothingLocksTheScreenThePlanIsNotBegun(t *testing.T) {
	for _, dry := range []bool{false, true} {
		p := apptest.Open(t)
		p.Session.Lock.Deny(system.Capability{Name: "screen lock", State: system.Absent, Reason: "Nothing here locks the screen.", Fix: "Start a locker."})
		got := p.Do(t, turn.Request{Text: "set the volume to 30 and then lock the screen", Origin: "ask", Attended: true, DryRun: dry})
		require.Equal(t, event.Blocked, got.Status)
		require.Contains(t, got.Spoken, "Nothing here locks the screen. Start a locker.")
		require.Nil(t, got.Find(event.StepStarted), "nothing was tried, the volume included")
		require.Contains(t, p.Ask(t, "what can you do").Spoken, "I can ")
		require.NoError(t, p.Close())
	}
}
