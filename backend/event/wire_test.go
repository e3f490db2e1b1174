package event

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatusesHaveTheirExitCodes(t *testing.T) {
	for st, code := range map[Status]int{Done: 0, Failed: 1, Partial: 1, Cancelled: 1, Blocked: 3, NotUnderstood: 4, Unverified: 5, "new": 1, "": 1} {
		require.Equal(t, code, st.ExitCode(), st)
	}
}

func TestEveryBodyCanBeReadBack(t *testing.T) {
	seen := map[Type]bool{}
	for _, make := range bodies {
		kind := make().kind()
		require.False(t, seen[kind], kind)
		seen[kind] = true
		raw, err := json.Marshal(Of(make()))
		require.NoError(t, err, kind)
		var back Event
		require.NoError(t, json.Unmarshal(raw, &back), kind)
		require.Equal(t, kind, back.Type)
	}
	require.Len(t, seen, 13, "the whole union")
}

func TestTrashIsNoEvent(t *testing.T) {
	for _, text := range []string{``, `null`, `[]`, `7`, `{}`, `{"v":1}`, `{"v":1,"type":""}`, `{"v":1,"type":"turnEnded","steps":7}`, `{"v":1,"type":"turnStarted","turn":7}`, `{"v":"1","type":"spoken"}`} {
		var e Event
		require.Error(t, json.Unmarshal([]byte(text), &e), text)
	}
}

func FuzzReadingAnEvent(f *testing.F) {
	f.Add([]byte(`{"v":1,"turn":"t","seq":1,"type":"spoken","text":"x"}`))
	f.Add([]byte(`{"v":1,"type":"stepEnded","outcome":{"timing":{"provenMs":1}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var e Event
		if json.Unmarshal(raw, &e) != nil {
			return
		}
		again, err := json.Marshal(e)
		require.NoError(t, err)
		var back Event
		require.NoError(t, json.Unmarshal(again, &back))
		require.Equal(t, e.Type, back.Type)
	})
}
