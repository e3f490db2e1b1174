package trace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
)

func TestWhatMayNotBeKeptIsInNoRowOfItsTurn(t *testing.T) {
	r := newRig(t)
	const pass = "hunter “2” <&>\n\\"
	args, err := json.Marshal(map[string]any{"text": pass, "into": "Secret"})
	require.NoError(t, err)
	call := event.Call{Tool: "type", Args: args}
	said := "Type  " + pass + " in Secret please"
	r.Write(row("other", &event.Started{Text: "type " + pass}))
	r.Write(row("t1", &event.Started{Text: said}))
	r.Write(row("t1", &event.Route{Calls: [][]event.Call{{call}}}))
	r.now = r.now.AddDate(0, 0, 1) // it is past midnight
	r.Write(row("t1", &event.Delta{Text: "hunt", Waiting: "reading"}))
	r.Write(row("t1", &event.Step{Tool: "type", Args: args, Describe: "Type it into “Secret”"}))
	require.Equal(t, "trace/2026-03-04.ndjson", r.Keep("t1", 0, "type", "the text "+pass))
	r.Keep("t1", 0, "type", "\xff"+pass)
	r.Write(row("other", &event.Ended{Steps: []event.Result{}}))
	r.Write(row("t1", &event.Ended{Status: event.Blocked, Spoken: "Pace does not fill in password fields.", Private: []string{said, pass},
		Steps: []event.Result{{Tool: "type", Args: args, Outcome: event.Outcome{Effect: "refused", Reason: "secret"}}}}))
	require.Zero(t, r.Lost())

	escaped, err := json.Marshal(pass)
	require.NoError(t, err)
	inside := string(escaped[1 : len(escaped)-1])
	b, err := os.ReadFile(filepath.Join(r.dir, "2026-03-04.ndjson"))
	require.NoError(t, err)
	all := string(b)
	require.NoFileExists(t, filepath.Join(r.dir, "2026-03-05.ndjson"), "a turn is in one file")
	require.Equal(t, 1, strings.Count(all, inside), "another turn is not touched")
	require.Equal(t, 1, strings.Count(all, "hunt"))
	require.NotContains(t, all, "Private")
	require.Contains(t, all, `"into":"Secret"`)

	rows, err := r.Recent(t.Context(), 5)
	require.NoError(t, err)
	require.Len(t, rows, 7, "each row can still be read")
	require.Equal(t, strings.Repeat("*", len(`Type  `+inside+` in Secret please`)), rows[2].Body.(*event.Started).Text)
	require.Equal(t, &event.Delta{Waiting: "reading"}, rows[4].Body)
	require.Equal(t, "Pace does not fill in password fields.", rows[6].Body.(*event.Ended).Spoken)
}

func TestATextThatIsOneOfPacesOwnWordsMakesNoRowUnreadable(t *testing.T) {
	for _, text := range []string{"e", "t1", "turnEnded", "refused", "2026", "type"} {
		r := newRig(t)
		r.Write(row("t1", &event.Started{Text: "type " + text, Origin: "ask"}))
		r.Write(row("t1", &event.Ended{Status: event.Failed, Spoken: text, Steps: []event.Result{{Tool: "type", Outcome: event.Outcome{Effect: "refused"}}}, Private: []string{text}}))
		rows, err := r.Recent(t.Context(), 1)
		require.NoError(t, err)
		require.Len(t, rows, 2, text)
		require.Equal(t, "ask", rows[0].Body.(*event.Started).Origin)
		require.Equal(t, strings.Repeat("*", len(text)), rows[1].Body.(*event.Ended).Spoken)
		require.Equal(t, "refused", rows[1].Body.(*event.Ended).Steps[0].Outcome.Effect)
	}
}

// Whatever ends Pace before a turn has ended: nothing of it was ever in a file.
func TestATurnThatHasNotEndedIsInNoFile(t *testing.T) {
	r := newRig(t)
	r.whole("t0")
	r.Write(row("t1", &event.Started{Text: "type hunter2 in Secret"}))
	r.Keep("t1", 0, "type", "hunter2")
	r.Write(row("t1", &event.Step{Tool: "type", Args: json.RawMessage(`{"text":"hunter2"}`)}))
	b, err := os.ReadFile(filepath.Join(r.dir, "2026-03-04.ndjson"))
	require.NoError(t, err)
	require.NotContains(t, string(b), "t1")
	require.NoError(t, r.Forget())
	r.Write(row("t1", &event.Ended{Steps: []event.Result{}}))
	require.NoFileExists(t, filepath.Join(r.dir, "2026-03-04.ndjson"), "and what was forgotten in the middle stays so")
}

func TestOverwritingKeepsARowReadableAndItsKeys(t *testing.T) {
	texts := rapid.StringOfN(rapid.SampledFrom([]rune(`"\aun0{}:,é<& `+"\n\t\u2028\x01")), 1, 4, -1)
	rapid.Check(t, func(t *rapid.T) {
		secret := texts.Draw(t, "secret")
		value := map[string]any{"a": texts.Draw(t, "around") + secret + texts.Draw(t, "around"), secret: []any{secret, 1.5, nil, map[string]any{"n": texts.Draw(t, "other")}}}
		row, err := json.Marshal(value)
		require.NoError(t, err)
		got := overwrite(row, []string{secret})
		require.Len(t, got, len(row))
		var back map[string]any
		require.NoError(t, json.Unmarshal(got, &back), "%s became %s", row, got)
		require.Contains(t, back, secret, "keys stay")
		require.NotContains(t, back["a"], secret)
		require.Equal(t, strings.Repeat("*", utf8.RuneCountInString(back[secret].([]any)[0].(string))), back[secret].([]any)[0])
	})
}
