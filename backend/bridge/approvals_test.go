package bridge_test

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/bridge/queue"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/tool"
)

// asks has a plan carried out that asks first, as a turn beside the attended one does, and gives what came of it.
func asks(t *testing.T, p *apptest.Pace, turn, said, origin string) <-chan executor.Result {
	t.Helper()
	s := p.Turns()
	plan, problems := s.Registry.Plan([][]tool.Call{{{Tool: "click", Args: json.RawMessage(`{"label":"Bold"}`)}}}, tool.OfferAll)
	require.Empty(t, problems)
	emit := func(b event.Body) {
		e := event.Of(b)
		e.Turn, e.At = turn, time.Now()
		s.Events.Publish(e)
	}
	out := make(chan executor.Result, 1)
	go func() {
		emit(&event.Started{Text: said, Origin: origin, Attended: true})
		r := s.Executor.Run(t.Context(), executor.Input{Turn: turn, Plan: plan, Attended: true, Origin: origin, Asks: "This needs your word.", Emit: emit})
		s.Sessions.End(turn)
		emit(&event.Ended{Steps: []event.Result{}})
		out <- r
	}()
	return out
}

func waitingIDs(s queue.State) (ids []string) {
	for _, a := range s.Waiting {
		ids = append(ids, a.ID)
	}
	return ids
}

func TestSeveralApprovalsWaitInOrderAndTheFirstAnswerToEachWins(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		require.NotContains(t, asJSON(t, s.Approvals.State()), "null")
		first := asks(t, p, "t-1", "press Bold", "interface")
		synctest.Wait()
		second := asks(t, p, "t-2", "tidy the window", "schedule")
		synctest.Wait()
		third := asks(t, p, "t-3", "press Bold again", "mcp")
		synctest.Wait()
		state := s.Approvals.State()
		require.Len(t, state.Waiting, 3)
		require.Equal(t, []string{"interface", "schedule", "mcp"}, []string{state.Waiting[0].Origin, state.Waiting[1].Origin, state.Waiting[2].Origin})
		require.Equal(t, "tidy the window", state.Waiting[1].Said)
		require.Equal(t, "Press “Bold”", state.Waiting[1].Calls[0].Describe)
		require.Equal(t, "inputInjection", state.Waiting[1].Calls[0].Risk)
		ids := waitingIDs(state)

		require.NoError(t, s.Turns.Decide(ids[1], true)) // any of them may be answered first
		r := <-second
		require.Nil(t, r.Stopped)
		fails(t, s.Turns.Decide(ids[1], false), "notFound")
		synctest.Wait()
		require.Equal(t, []string{ids[0], ids[2]}, waitingIDs(s.Approvals.State()))

		require.NoError(t, s.Turns.Decide(ids[0], false))
		r = <-first
		require.Contains(t, r.Stopped.Text, "was not approved")

		time.Sleep(3 * time.Minute) // nobody answers the last one
		r = <-third
		require.Contains(t, r.Stopped.Text, "Nobody approved it in time")
		fails(t, s.Turns.Decide(ids[2], true), "notFound")
		synctest.Wait()
		require.Empty(t, s.Approvals.State().Waiting)
	})
}

func TestWhatWaitsIsPushedAndToldToAWindowThatComesLater(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		pushed := make(chan queue.State, 8)
		go s.ForwardApprovals(t.Context(), func(name string, data any) {
			if name == "approvals" {
				pushed <- data.(queue.State)
			}
		})
		synctest.Wait()
		done := asks(t, p, "t-1", "press Bold", "interface")
		state := <-pushed
		require.Len(t, state.Waiting, 1)
		require.Equal(t, state, p.Services("1.2.3", "window").Approvals.State(), "another window sees the same")
		require.NoError(t, s.Turns.Decide(state.Waiting[0].ID, false))
		<-done
		state = <-pushed
		require.Empty(t, state.Waiting)
		require.NotNil(t, state.Waiting)
	})
}

func TestServicesWithoutAQueuePushNothing(t *testing.T) {
	bridge.New(bridge.Parts{}).ForwardApprovals(t.Context(), func(string, any) { t.Error("pushed") })
}
