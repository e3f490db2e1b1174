package app_test

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge/host"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/settings"
	"pace/backend/turn"
)

// An approval may be answered by the terminal of the host itself, by its interface, and by another process.
func TestOfThreeEntriesThatAnswerAtOnceTheFirstWins(t *testing.T) {
	p := apptest.Open(t) // time is real: sockets know no other
	w := p.Desk.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	bold := w.Toggle("Bold", false)
	path := filepath.Join(t.TempDir(), "s")
	srv, err := host.Listen(path, "test", p.Turns(), p.Approve, nil, nil)
	require.NoError(t, err)
	services := p.Services("1.2.3", "browser")
	for round := range 8 {
		allows := func(who int) bool { return round>>who&1 == 1 } // every combination of yes and no
		c, err := host.Dial(path)
		require.NoError(t, err)
		var here atomic.Int32 // answers of this process that were told to have counted
		var answered sync.WaitGroup
		var resolved []*event.Resolved
		var end *event.Ended
		pressed := bold.Pressed()
		require.NoError(t, c.Run(context.Background(), host.Submit{Text: "press Bold", Origin: "link", Attended: true}, func(e event.Event) {
			switch b := e.Body.(type) {
			case *event.Approval:
				start := make(chan struct{})
				for _, answer := range []func(){
					func() {
						if p.Approve.Decide(b.ID, allows(0), "host") {
							here.Add(1)
						}
					},
					func() {
						if services.Turns.Decide(b.ID, allows(1)) == nil {
							here.Add(1)
						}
					},
					func() { _ = c.Decide(b.ID, allows(2)) },
				} {
					answered.Go(func() { <-start; answer() })
				}
				close(start)
			case *event.Resolved:
				resolved = append(resolved, b)
			case *event.Ended:
				end = b
			}
		}))
		answered.Wait()
		require.Len(t, resolved, 1)
		who, known := map[string]int{"host": 0, "interface": 1, "terminal": 2}[resolved[0].By]
		require.True(t, known, resolved[0].By)
		require.Equal(t, allows(who), resolved[0].Allowed, "%s answered", resolved[0].By)
		require.Equal(t, who < 2, here.Load() == 1, "whoever came later was told so")
		want, did := event.Blocked, 0
		if resolved[0].Allowed {
			want, did = event.Done, 1
		}
		require.Equal(t, want, end.Status, end.Spoken)
		require.Equal(t, pressed+did, bold.Pressed())
	}
	require.NoError(t, srv.Close())
	require.NoError(t, p.Close())
}

func TestWhereNobodyIsThereNobodyIsAsked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, origin := range []string{"link", "mcp"} {
			got := r.Do(t, turn.Request{Text: "press OK", Origin: origin, Yes: true})
			require.Equal(t, event.Blocked, got.Status, origin)
			require.Nil(t, got.Find(event.ApprovalRequested), origin)
		}
		require.Zero(t, r.ok.Pressed())
	})
}

func TestWithActionsOffNothingIsTakenBackEither(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.Equal(t, event.Done, r.Ask(t, "set Name to Grace").Status)
		require.NoError(t, r.Settings.Set(string(settings.EnableActions), false))
		got := r.Ask(t, "undo that")
		require.Equal(t, event.Blocked, got.Status, got.Spoken)
		require.NotNil(t, got.Find(event.PlanReady), "it is shown")
		require.Nil(t, got.Find(event.ApprovalRequested))
		require.Equal(t, "Grace", r.name.Content())
		require.NoError(t, r.Settings.Set(string(settings.EnableActions), true))
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status, "it was not taken for done")
		require.Equal(t, "Ada", r.name.Content())
	})
}
