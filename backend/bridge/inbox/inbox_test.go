package inbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge/inbox"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a Pace with one window of its own, one to work in, and links.
type rig struct {
	*apptest.Pace
	*inbox.Inbox
	bold    *desktoptest.Control
	name    *desktoptest.Control
	raised  atomic.Int32
	states  <-chan inbox.State
	rows    <-chan event.Event
	started []event.Started // read by end
}

func open(t *testing.T, windowed bool) *rig {
	t.Helper()
	r := &rig{}
	r.Pace = apptest.Open(t, func(o *app.Options) {
		if windowed {
			o.Show = func() { r.raised.Add(1) }
		}
	})
	w := r.Desk.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	r.bold, r.name = w.Toggle("Bold", false), w.Text("Name", "Ada")
	w.Group("Left").Button("Same")
	w.Group("Right").Button("Same")
	r.Inbox = r.Links()
	states, stop := r.States.Subscribe(false)
	t.Cleanup(stop)
	rows, stopRows := r.Turns().Events.Subscribe(false)
	t.Cleanup(stopRows)
	r.states, r.rows = states, rows
	return r
}

func (r *rig) take(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		require.NoError(t, r.Take("pace://chat?text="+strings.ReplaceAll(text, " ", "+")))
	}
}

func (r *rig) texts() []string {
	out := []string{}
	for _, l := range r.Inbox.State().Waiting {
		out = append(out, l.Text)
	}
	return out
}

// opens opens the first link and gives the end of its turn.
func (r *rig) opens(t *testing.T) event.Ended {
	t.Helper()
	id, err := r.Open(r.Inbox.State().Waiting[0].ID)
	require.NoError(t, err)
	return r.end(id)
}

func (r *rig) end(id string) event.Ended {
	for e := range r.rows {
		if s, ok := e.Body.(*event.Started); ok {
			r.started = append(r.started, *s)
		}
		if end, ok := e.Body.(*event.Ended); ok && e.Turn == id {
			return *end
		}
	}
	return event.Ended{}
}

// until reads states until one fits.
func (r *rig) until(fits func(inbox.State) bool) inbox.State {
	for s := range r.states {
		if fits(s) {
			return s
		}
	}
	panic("the inbox was closed")
}

// busy has the person ask for something that waits for an approval, and gives what ends it.
func (r *rig) busy(t *testing.T) (end func()) {
	t.Helper()
	x, err := r.Turns().Submit(t.Context(), turn.Request{Text: "press Bold", Origin: turn.Link, Attended: true}) // it asks first
	require.NoError(t, err)
	for e := range r.rows {
		if e.Type == event.ApprovalRequested {
			break
		}
	}
	return func() {
		r.Turns().Cancel(x.ID, "interface")
		apptest.Finish(x)
	}
}

func TestLinksThatCameBeforeAnythingIsReadyAreBegunInOrderAndOnce(t *testing.T) {
	r := open(t, true)
	r.take(t, "hello 1", "hello 2", "hello 3")
	for _, want := range []string{"hello 1", "hello 2", "hello 3"} {
		s := r.Inbox.State()
		require.True(t, s.Free)
		require.Equal(t, want, s.Waiting[0].Text)
		if len(s.Waiting) > 1 {
			_, err := r.Open(s.Waiting[1].ID)
			require.ErrorIs(t, err, inbox.ErrGone, "one after the other")
		}
		id, err := r.Open(s.Waiting[0].ID)
		require.NoError(t, err)
		_, err = r.Open(s.Waiting[0].ID)
		require.ErrorIs(t, err, inbox.ErrGone, "another interface was faster")
		r.end(id)
	}
	require.Empty(t, r.texts())
	require.Len(t, r.started, 3)
	for i, s := range r.started {
		require.Equal(t, event.Started{Text: fmt.Sprintf("hello %d", i+1), Origin: turn.Link, Attended: true}, s)
	}
}

func TestMoreLinksThanCanWaitAreRefusedAndTold(t *testing.T) {
	r := open(t, false)
	for i := range 8 {
		r.take(t, fmt.Sprintf("hello %d", i))
	}
	err := r.Take("pace://chat?text=one+more")
	require.ErrorIs(t, err, inbox.Full{})
	require.Regexp(t, `^[A-Z].*\.$`, err.Error())
	require.Len(t, r.texts(), 8)
	notices := r.Inbox.State().Notices
	require.Len(t, notices, 1)
	require.Equal(t, "one more", notices[0].Quote)
}

func TestWhileSomethingIsUnderWayTheNewestLinkWaitsAndTheOthersAreTold(t *testing.T) {
	r := open(t, true)
	end := r.busy(t)
	raised := r.raised.Load()
	r.take(t, "first", "second", "third")
	require.Equal(t, []string{"third"}, r.texts())
	s := r.Inbox.State()
	require.False(t, s.Free)
	require.Equal(t, []string{"first", "second"}, []string{s.Notices[0].Quote, s.Notices[1].Quote})
	_, err := r.Open(s.Waiting[0].ID)
	require.ErrorIs(t, err, turn.ErrBusy)
	require.Equal(t, raised, r.raised.Load(), "the window stays where it is in the middle of something")
	require.NoError(t, r.Take("PACE://Panel"))
	require.Equal(t, raised+1, r.raised.Load(), "unless it is asked for")
	end()
	r.until(func(s inbox.State) bool { return s.Free && len(s.Waiting) == 1 })
	require.NotEqual(t, event.Cancelled, r.opens(t).Status)
}

func TestALinkNeedNotWaitForADownload(t *testing.T) {
	r := open(t, true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	x, err := r.Turns().Submit(t.Context(), turn.Request{Text: "download " + server.URL + "/film.mkv", Origin: "interface", Attended: true})
	require.NoError(t, err)
	for e := range r.rows {
		if a, ok := e.Body.(*event.Approval); ok {
			r.take(t, "what time is it")
			require.False(t, r.Inbox.State().Free)
			require.True(t, r.Approve.Decide(a.ID, true, "interface"))
			break
		}
	}
	r.until(func(s inbox.State) bool { return s.Free && len(s.Waiting) == 1 })
	require.Equal(t, event.Done, r.opens(t).Status)
	require.True(t, r.Turns().Running(x.ID))
	r.Turns().Cancel(x.ID, "interface")
	apptest.Finish(x)
}

func TestLinksThatWaitedBeforeAreKeptBesideTheNewest(t *testing.T) {
	r := open(t, true)
	r.take(t, "hello early", "hello too")
	end := r.busy(t)
	r.take(t, "late", "later")
	end()
	require.Equal(t, []string{"hello early", "hello too", "later"}, r.texts())
}

func TestALinkNeverInterruptsAQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, true)
		require.NotNil(t, r.Ask(t, "press Same").Question)
		asked := time.Now()
		r.take(t, "yes")
		s := r.until(func(s inbox.State) bool { return len(s.Waiting) == 1 })
		require.False(t, s.Free)
		_, err := r.Open(s.Waiting[0].ID)
		require.ErrorIs(t, err, turn.ErrBusy)
		s = r.until(func(s inbox.State) bool { return s.Free })
		require.GreaterOrEqual(t, time.Since(asked), turn.OpenFor, "nobody answered it")
		end := r.opens(t)
		require.Equal(t, event.Blocked, end.Status)
		require.Empty(t, end.Steps)
		require.NoError(t, r.Close())
	})
}

func TestAnAnsweredQuestionLetsTheLinkGoOn(t *testing.T) {
	r := open(t, true)
	require.NotNil(t, r.Ask(t, "press Same").Question)
	r.take(t, "hello")
	require.False(t, r.Inbox.State().Free)
	r.Ask(t, "the first one")
	r.until(func(s inbox.State) bool { return s.Free && len(s.Waiting) == 1 })
}

func TestALinkThatWantsToActAsksAndUndoIsNoException(t *testing.T) {
	r := open(t, true)
	require.Equal(t, event.Done, r.Ask(t, "set Name to Zoë").Status)
	for _, text := range []string{"press Bold", "undo that"} {
		r.take(t, text)
		id, err := r.Open(r.Inbox.State().Waiting[0].ID)
		require.NoError(t, err)
		asked := false
		for e := range r.rows {
			if q, ok := e.Body.(*event.Approval); ok {
				asked = q.Tainted
				require.True(t, r.Approve.Decide(q.ID, false, "interface"))
			}
			if e.Type == event.TurnEnded && e.Turn == id {
				break
			}
		}
		require.True(t, asked, text)
	}
	require.Zero(t, r.bold.Pressed())
	require.Equal(t, "Zoë", r.name.Content())
	require.Equal(t, event.Done, r.Ask(t, "undo that").Status)
	require.Equal(t, "Ada", r.name.Content(), "and the person's own needs no leave")
}

func TestWhatCannotBeDoneYetIsSaidOnce(t *testing.T) {
	r := open(t, true)
	for range 2 {
		for _, raw := range []string{"pace://listen", "pace://watch?enabled=true", "pace://watch?enabled=false", "pace://panel"} {
			require.NoError(t, r.Take(raw))
		}
	}
	s := r.Inbox.State()
	require.Empty(t, s.Waiting)
	require.Len(t, s.Notices, 3, "showing the panel speaks for itself")
	require.Contains(t, s.Notices[0].Text, "listen")
	require.Contains(t, s.Notices[1].Text, "can’t do that yet")
	require.Contains(t, s.Notices[2].Text, "stop watching")
	require.EqualValues(t, 8, r.raised.Load())
	for _, n := range s.Notices {
		require.True(t, r.Drop(n.ID))
		require.False(t, r.Drop(n.ID))
	}
	require.Empty(t, r.Inbox.State().Notices)

	page := open(t, false)
	require.NoError(t, page.Take("pace://panel"))
	require.Contains(t, page.Inbox.State().Notices[0].Text, "page")
}

func TestABadLinkThatGotThisFarIsTold(t *testing.T) {
	r := open(t, true)
	require.Error(t, r.Take("pace://chat?text="))
	s := r.Inbox.State()
	require.Empty(t, s.Waiting)
	require.Contains(t, s.Notices[0].Text, "says nothing")
	for i := range 20 {
		r.notices(t, i)
	}
	require.Len(t, r.Inbox.State().Notices, 8, "they are bounded")
}

// notices makes a notice unlike the others.
func (r *rig) notices(t *testing.T, i int) {
	t.Helper()
	if i == 0 {
		for n := range 8 {
			r.take(t, fmt.Sprintf("hello %d", n))
		}
	}
	require.ErrorIs(t, r.Take(fmt.Sprintf("pace://chat?text=over+%d", i)), inbox.Full{})
}

func TestAWaitingLinkCanBeDroppedAndEachStateIsNewerThanTheLast(t *testing.T) {
	r := open(t, true)
	r.take(t, "hello")
	first := r.until(func(s inbox.State) bool { return len(s.Waiting) == 1 })
	require.True(t, r.Drop(first.Waiting[0].ID))
	second := r.until(func(s inbox.State) bool { return len(s.Waiting) == 0 })
	require.Greater(t, second.N, first.N)
	require.Greater(t, r.Inbox.State().N, second.N)
	_, err := r.Open(first.Waiting[0].ID)
	require.ErrorIs(t, err, inbox.ErrGone)
}

func TestNothingIsBegunOnceClosed(t *testing.T) {
	r := open(t, true)
	r.take(t, "hello")
	id := r.Inbox.State().Waiting[0].ID
	require.NoError(t, r.Close())
	_, err := r.Open(id)
	require.Error(t, err)
	for range r.states { // it ends
	}
}
