package tools

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

// What the grammar makes of sentences about records is what the tools take, and each time in it can be resolved or is
// refused with a reason.
func TestWhatTheGrammarSaysOfRecordsIsUnderstood(t *testing.T) {
	k := keep(t)
	f, err := os.Open("../route/testdata/commands.jsonl")
	require.NoError(t, err)
	defer f.Close()
	calls := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			Text  string
			Calls [][]tool.Call
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		for _, g := range c.Calls {
			for _, call := range g {
				if _, mine := k.reg.Lookup(call.Tool); !mine {
					continue
				}
				calls[call.Tool]++
				require.Empty(t, k.bad(call.Tool, string(call.Args)), c.Text)
				if call.Tool == "mail" || call.Tool == "messages" {
					continue // they need a screen
				}
				o, _ := k.run(call.Tool, string(call.Args))
				if o.Effect() != proof.Confirmed && o.Effect() != proof.Refused {
					t.Errorf("%q: %s %s", c.Text, o.Effect(), o.Report())
				}
				if o.Effect() == proof.Refused {
					t.Logf("%q is refused: %s", c.Text, o.Report())
				}
			}
		}
	}
	for _, name := range []string{"reminder", "reminders", "calendar", "calendar_create", "notes", "mail", "messages", "contacts"} {
		require.Positive(t, calls[name], name)
	}
}
