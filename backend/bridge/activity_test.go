package bridge_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/event"
	"pace/backend/settings"
	"pace/backend/store"
	"pace/backend/turn"
)

// listed asks for a page that must come.
func listed(t *testing.T, s *bridge.Services, f bridge.ActivityFilter) bridge.ActivityPage {
	t.Helper()
	page, err := s.Activity.List(f)
	require.NoError(t, err)
	return page
}

func states(page bridge.ActivityPage) (out []string) {
	for _, r := range page.Rows {
		out = append(out, r.Undo.State)
	}
	return out
}

func labels(page bridge.ActivityPage) (out []string) {
	for _, r := range page.Rows {
		out = append(out, r.Label)
	}
	return out
}

func TestWhatWasDoneIsListedWithItsSentenceAndWhatWasRead(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		require.Equal(t, `[]`, asJSON(t, listed(t, s, bridge.ActivityFilter{}).Rows))
		p.Ask(t, "set Name to B and then press Bold")
		p.Do(t, turn.Request{Text: "press Bold", Origin: "link", Attended: true, DryRun: true})
		page := listed(t, s, bridge.ActivityFilter{})
		require.Equal(t, []string{"Press “Bold”", "Set “Name” to “B”"}, labels(page), "newest first, and only what ran")
		for _, r := range page.Rows {
			require.Equal(t, "set Name to B and then press Bold", r.Said)
			require.Equal(t, "ask", r.Origin)
			require.Equal(t, "screen", r.Family)
			require.Equal(t, "confirmed", r.Effect)
			require.NotEmpty(t, r.Evidence)
			at, err := time.Parse(time.RFC3339, r.At)
			require.NoError(t, err)
			require.WithinDuration(t, time.Now(), at, time.Minute)
		}
		set := page.Rows[1]
		require.Equal(t, event.Evidence{Kind: "valueRead", What: set.Evidence[0].What, Before: "“Ada”", After: "“B”"}, set.Evidence[0])
		require.False(t, page.More)
		require.True(t, page.Keeping)
		require.Equal(t, set.Run, page.Undoable)
		require.NotContains(t, asJSON(t, page), "null")
	})
}

func TestARowTellsWhetherItCanBeTakenBackAndWhyNot(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		rows, stop := p.Turns().Events.Subscribe(false)
		defer stop()
		for _, text := range []string{"set Name to B", "set Name to C", "set Name to C", "press Bold", "press Dead", "press Nowhere", "what is on the clipboard"} {
			p.Ask(t, text)
		}
		page := listed(t, s, bridge.ActivityFilter{})
		why := map[string]string{}
		for _, r := range page.Rows {
			why[r.Label+"/"+r.Undo.State] = r.Undo.Why
		}
		require.Equal(t, "", why["Set “Name” to “C”/offered"])
		require.Equal(t, "It was so already.", why["Set “Name” to “C”/none"])
		require.Equal(t, "What was done since comes first.", why["Set “Name” to “B”/held"])
		require.Equal(t, "This kind of action can’t be taken back.", why["Press “Bold”/none"])
		require.Equal(t, "It changed nothing.", why["Press “Dead”/none"])
		require.Equal(t, "It changed nothing.", why["Press “Nowhere”/none"])
		require.Equal(t, "It only looked.", why["Read the clipboard/none"])

		b, err := s.Turns.Undo(page.Undoable)
		require.NoError(t, err)
		require.Equal(t, event.Done, until(t, rows, b.Turn).Status)
		after := listed(t, s, bridge.ActivityFilter{Text: "Name"})
		require.Equal(t, []string{"none", "none", "undone", "offered"}, states(after))
		require.Equal(t, "undo", after.Rows[0].Origin)
		require.Equal(t, "It took something back itself.", after.Rows[0].Undo.Why)
		_, err = time.Parse(time.RFC3339, after.Rows[2].Undo.At)
		require.NoError(t, err)

		// An older one can't be taken back over a newer one, from whichever window, and that is said.
		b, err = s.Turns.Undo(after.Rows[2].Run)
		require.NoError(t, err)
		require.Equal(t, event.Failed, until(t, rows, b.Turn).Status)
		require.Equal(t, states(after), states(listed(t, s, bridge.ActivityFilter{Text: "Name"})))
	})
}

// history fills the record with runs of three tools, one a minute, the oldest first.
func history(t *testing.T, p *apptest.Pace, n int, first time.Time) {
	t.Helper()
	db, err := p.DB()
	require.NoError(t, err)
	for i := range n {
		name := []string{"click", "open_app", "gone_tool"}[i%3]
		_, err := db.Runs().Add(t.Context(), store.Run{Turn: fmt.Sprint("t", i), Tool: name, Args: json.RawMessage(`{"label":"OK","app":"Mail"}`),
			Effect: []string{"confirmed", "unverifiable"}[i%2], Said: fmt.Sprintf("sentence %04d", i), At: first.Add(time.Duration(i) * time.Minute)})
		require.NoError(t, err)
	}
}

func TestALongHistoryComesInPagesWithoutGapsOrRepeats(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		history(t, p, 1000, time.Now().Add(-48*time.Hour))
		seen := map[int64]bool{}
		f := bridge.ActivityFilter{Limit: 150}
		pages := 0
		for more := true; more; pages++ {
			page := listed(t, s, f)
			for _, r := range page.Rows {
				require.False(t, seen[r.Run], "twice")
				seen[r.Run] = true
			}
			if pages == 0 { // what is added meanwhile moves nothing
				history(t, p, 1, time.Now())
			}
			more = page.More
			f.Before = page.Rows[len(page.Rows)-1].Run
		}
		require.Len(t, seen, 1000)
		require.Equal(t, 7, pages)
		require.Len(t, listed(t, s, bridge.ActivityFilter{}).Rows, 50)
		require.Len(t, listed(t, s, bridge.ActivityFilter{Limit: 1 << 30}).Rows, 200, "nobody gets all at once")
		require.Len(t, listed(t, s, bridge.ActivityFilter{Limit: -1, Before: -7}).Rows, 50)
	})
}

func TestTheHistoryIsFiltered(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		noon := time.Date(2026, 3, 29, 12, 0, 0, 0, time.Local) // in much of Europe a day of 23 hours
		history(t, p, 12, noon)
		history(t, p, 3, noon.AddDate(0, 0, 1))
		for _, c := range []struct {
			name   string
			filter bridge.ActivityFilter
			want   int
		}{
			{"a family", bridge.ActivityFilter{Family: "screen"}, 5},
			{"tools that are not there any more", bridge.ActivityFilter{Family: "other"}, 0},
			{"an effect", bridge.ActivityFilter{Effect: "unverifiable"}, 7},
			{"a day", bridge.ActivityFilter{Day: "2026-03-29"}, 12},
			{"the day after", bridge.ActivityFilter{Day: "2026-03-30"}, 3},
			{"a day without any", bridge.ActivityFilter{Day: "2026-03-31"}, 0},
			{"a text", bridge.ActivityFilter{Text: "SENTENCE 0011"}, 1},
			{"all of these", bridge.ActivityFilter{Family: "screen", Effect: "confirmed", Day: "2026-03-29", Text: "sentence"}, 2},
		} {
			page := listed(t, s, c.filter)
			require.Len(t, page.Rows, c.want, c.name)
			require.NotNil(t, page.Rows)
		}
		for _, f := range []bridge.ActivityFilter{{Family: "nonsense"}, {Day: "yesterday"}, {Day: "2026-02-30"}, {Text: strings.Repeat("x", 201)}} {
			_, err := s.Activity.List(f)
			fails(t, err, "invalid")
		}
		require.Equal(t, "gone_tool", listed(t, s, bridge.ActivityFilter{Text: "sentence 0002"}).Rows[0].Label)
		require.Equal(t, "Open Mail", listed(t, s, bridge.ActivityFilter{Text: "sentence 0001"}).Rows[0].Label, "a record of an older Pace has no label")
	})
}

func TestWithoutARecordOfTurnsOnlyWhatUndoNeedsIsKept(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		require.NoError(t, p.Settings.Set(string(settings.TraceEnabled), false))
		p.Ask(t, "set Name to B")
		page := listed(t, s, bridge.ActivityFilter{})
		require.Len(t, page.Rows, 1)
		require.Empty(t, page.Rows[0].Said)
		require.Empty(t, page.Rows[0].Evidence)
		require.Equal(t, "offered", page.Rows[0].Undo.State)
		require.False(t, page.Keeping)
	})
}

func TestForgettingLeavesNoActivity(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		p.Ask(t, "set Name to B")
		require.NoError(t, p.Forget(t.Context()))
		require.Empty(t, listed(t, s, bridge.ActivityFilter{}).Rows)
		require.Equal(t, "There is nothing to undo.", p.Ask(t, "undo that").Spoken)
	})
}

func TestOldRecordsLoseTheirSentencesWhenTheirDaysAreOver(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		history(t, p, 1, time.Now().AddDate(0, 0, -8))
		p.Ask(t, "press Bold")
		page := listed(t, s, bridge.ActivityFilter{})
		require.Equal(t, []string{"press Bold", ""}, []string{page.Rows[0].Said, page.Rows[1].Said})
	})
}

func TestTheActivityTellsOfUndosAndOfWhatWasNeverKnownToEnd(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		db, err := p.DB()
		require.NoError(t, err)
		for _, c := range []struct{ tool, args, label, why string }{
			{"click", `{"label":"Send"}`, "Press “Send”", "It is not known whether it happened."},
			{"record_remove", `{"in":"reminders","id":"1","hash":"0"}`, "Take back the reminder", "It took something back itself."},
			{"take_back_file", `{"file":"/home/me/a.txt","onlyIf":"0"}`, "Put “/home/me/a.txt” into the trash", "It took something back itself."},
			{"edit_selection", `{"path":["text:Body"],"left":{"old":"a"}}`, "Put the text of “Body” back as it was", "It took something back itself."},
			{"timers", `{"action":"cancel","path":["timers","1"],"onlyIf":"running"}`, "Cancel the timer", "It took something back itself."},
		} {
			run := store.Run{Turn: "t", Tool: c.tool, Args: json.RawMessage(c.args), Effect: "confirmed", At: time.Now()}
			if c.tool == "click" {
				_, err = db.Runs().Begin(t.Context(), run)
			} else {
				_, err = db.Runs().Add(t.Context(), run)
			}
			require.NoError(t, err)
			row := listed(t, s, bridge.ActivityFilter{}).Rows[0]
			require.Equal(t, c.label, row.Label)
			require.Equal(t, bridge.UndoState{State: "none", Why: c.why}, row.Undo, c.tool)
		}
	})
}
