package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/executor"
	"pace/backend/tool"
)

// Whatever a model gives a tool of Pace: it is refused in words, or it is a call that can be described, masked and planned
// again as it is.
func FuzzAnyArgumentsAreRefusedOrCanBeTold(f *testing.F) {
	reg, err := app.Registry()
	require.NoError(f, err)
	for _, x := range reg.Tools() {
		s := x.Spec()
		f.Add(s.Name, s.ExampleArg)
		for _, alias := range s.Aliases {
			f.Add(alias, `{}`)
		}
	}
	for _, args := range []string{`{"name":"../../x","url":"https://a.example/\u202e"}`, `{"text":"\u0000","path":["",""]}`, `{"x":-1e9,"y":"7","nth":0}`,
		`{"title":"a\r\nb","start":"tomorrow","end":"now"}`, `{"shapes":[{"kind":"circle"}]}`, `{"level":"1e1","steps":null}`, `[]`, `"{}"`} {
		for _, name := range []string{"click", "download", "mail", "notes", "calendar_create", "volume", "draw"} {
			f.Add(name, args)
		}
	}
	f.Fuzz(func(t *testing.T, name, args string) {
		p, problems := reg.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferAll)
		if len(problems) > 0 {
			for _, p := range problems {
				require.NotEmpty(t, p.Place)
				require.NotEmpty(t, p.Reason)
			}
			return
		}
		b := p.Steps()[0][0]
		for _, c := range []tool.Call{b.Call, executor.Masked(b.Call, b.Spec)} {
			words := b.Tool.Describe(c.Args)
			require.NotEmpty(t, strings.TrimSpace(words))
			require.True(t, utf8.ValidString(words))
			require.Less(t, utf8.RuneCountInString(words), 1000, "an approval is read by a person")
		}
		again, problems := reg.Plan([][]tool.Call{{b.Call}}, tool.OfferAll)
		require.Empty(t, problems)
		require.JSONEq(t, string(b.Call.Args), string(again.Steps()[0][0].Call.Args))
	})
}
