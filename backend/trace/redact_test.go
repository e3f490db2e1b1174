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

func TestWhatWasMeantForAPasswordFieldIsOverwrittenInTheWholeTurn(t *testing.T) {
	r := newRig(t)
	const pass = "hunter “2” <&>\n\\"
	args, err := json.Marshal(map[string]any{"text": pass, "into": "Secret"})
	require.NoError(t, err)
	call := event.Call{Tool: "type", Args: args}
	r.Write(row("other", &event.Started{Text: "type " + pass}))
	r.Write(row("t1", &event.Started{Text: "Type  " + pass + " in Secret please"}))
	r.Write(row("t1", &event.Route{Calls: [][]event.Call{{call}}}))
	r.now = r.now.AddDate(0, 0, 1) // it is past midnight
	r.Write(row("t1", &event.Step{Tool: "type", Args: args, Describe: "Type it into “Secret”"}))
	r.Keep("t1", 0, "type", "the text "+pass)
	r.Write(row("t1", &event.Ended{Status: event.Blocked, Spoken: "Pace does not fill in password fields.",
		Steps: []event.Result{{Tool: "type", Args: args, Outcome: event.Outcome{Effect: "refused", Reason: "secret"}}}}))
	require.Zero(t, r.Lost())

	escaped, err := json.Marshal(pass)
	require.NoError(t, err)
	inside := string(escaped[1 : len(escaped)-1])
	var all string
	for _, day := range []string{"2026-03-04", "2026-03-05"} {
		b, err := os.ReadFile(filepath.Join(r.dir, day+".ndjson"))
		require.NoError(t, err)
		all += string(b)
	}
	require.Equal(t, 1, strings.Count(all, inside), "another turn is not touched")
	require.Equal(t, 1, strings.Count(all, "hunter"))
	require.Contains(t, all, `"into":"Secret"`)

	rows, err := r.Recent(t.Context(), 5)
	require.NoError(t, err)
	require.Len(t, rows, 5, "each row can still be read")
	require.Equal(t, strings.Repeat("*", len(`Type  `+inside+` in Secret please`)), rows[1].Body.(*event.Started).Text)
	require.Equal(t, "Pace does not fill in password fields.", rows[4].Body.(*event.Ended).Spoken)
}

func TestOtherRefusalsAreLeftAsTheyAre(t *testing.T) {
	r := newRig(t)
	r.Write(row("t1", &event.Started{Text: "type abc in Name"}))
	r.Write(row("t1", &event.Ended{Steps: []event.Result{{Tool: "type", Args: json.RawMessage(`{"text":"abc"}`), Outcome: event.Outcome{Reason: "notFound"}}}}))
	rows, err := r.Recent(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, "type abc in Name", rows[0].Body.(*event.Started).Text)
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
