package reply

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTagsBecomeCallsOfTheToolOfTheirName(t *testing.T) {
	for _, c := range []struct{ name, body, tool, args string }{
		{"CLICK", "1,2", "click", `{"x":1,"y":2}`},
		{"DOUBLE_CLICK", " 1 , 2:screen0", "double_click", `{"screen":0,"x":1,"y":2}`},
		{"TYPE", " two  words\n", "type", `{"text":" two  words\n"}`},
		{"KEY", " cmd+s ", "key", `{"key":"cmd+s"}`},
		{"SCROLL", "UP", "scroll", `{"amount":3,"direction":"up"}`},
		{"SCROLL", " down : 12 ", "scroll", `{"amount":12,"direction":"down"}`},
		{"VOLUME", "down", "volume", `{"direction":"down","steps":2}`},
		{"REMINDER", "a:b", "reminder", `{"title":"a:b"}`},
	} {
		got, ok, why := readTag(c.name, c.body)
		require.True(t, ok, why)
		require.Equal(t, c.tool, got.Tool)
		require.JSONEq(t, c.args, string(got.Args))
	}
}

func TestTagsThatCannotBeReadSayWhy(t *testing.T) {
	for _, c := range []struct{ name, body, why string }{
		{"CLICK", "here", "CLICK needs a place"},
		{"CLICK", "1,2:label", "CLICK needs a place"},
		{"DOUBLE_CLICK", "1", "DOUBLE_CLICK needs a place"},
		{"SCROLL", "sideways", "SCROLL needs a direction"},
		{"SCROLL", "up:many", "SCROLL needs a direction"},
		{"VOLUME", "up:-1", "VOLUME needs a direction"},
		{"OPEN_APP", "  ", "OPEN_APP says nothing"},
	} {
		_, ok, why := readTag(c.name, c.body)
		require.False(t, ok)
		require.True(t, strings.HasPrefix(why, c.why), why)
	}
	_, ok, why := readTag("DONE", "")
	require.False(t, ok)
	require.Empty(t, why)
}

func FuzzTags(f *testing.F) {
	for i, name := range acting {
		f.Add(i, "1,2:screen1")
		f.Add(i, name)
	}
	f.Add(0, "up:3")
	f.Fuzz(func(t *testing.T, which int, body string) {
		if which < 0 || which >= len(acting) || len(body) > 1<<12 {
			t.Skip()
		}
		c, ok, why := readTag(acting[which], body)
		require.False(t, ok && why != "", "read and refused")
		require.Less(t, len(why), 600)
		if ok {
			require.True(t, json.Valid(c.Args), "%s", c.Args)
			require.Equal(t, strings.ToLower(acting[which]), c.Tool)
		} else if acting[which] != done {
			require.NotEmpty(t, why)
		}
		if m, why := readPoint(body); m == nil && why == "" {
			require.Equal(t, "none", strings.ToLower(strings.TrimSpace(body)))
		}
	})
}
