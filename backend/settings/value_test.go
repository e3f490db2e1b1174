package settings

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestValuesAreReadFromJSONWithinTheirBounds(t *testing.T) {
	number := Row{Type: Int, Min: 1, Max: 30}
	wait := Row{Type: Duration, Min: time.Second, Max: time.Minute}
	for _, c := range []struct {
		name string
		row  Row
		json string
		want any
		err  string
	}{
		{"bool", Row{Type: Bool}, `false`, false, ""},
		{"bool as text", Row{Type: Bool}, `"false"`, nil, "true or false"},
		{"bool null", Row{Type: Bool}, `null`, nil, "true or false"},
		{"int", number, `30`, 30, ""},
		{"int with a zero fraction", number, `8.0`, 8, ""},
		{"int with a fraction", number, `8.5`, nil, "whole number"},
		{"int too big", number, `31`, nil, "between 1 and 30"},
		{"int enormous", number, `1e300`, nil, "whole number"},
		{"int null", number, `null`, nil, "whole number"},
		{"int as text", number, `"8"`, nil, "whole number"},
		{"duration", wait, `"1m"`, time.Minute, ""},
		{"duration too short", wait, `"999ms"`, nil, "between 1s and 1m0s"},
		{"duration as number", wait, `2`, nil, "text in quotes"},
		{"duration without unit", wait, `"2"`, nil, "such as"},
		{"choice", Row{Type: Choice, Choices: []string{"a", "b"}}, `"b"`, "b", ""},
		{"unknown choice", Row{Type: Choice, Choices: []string{"a", "b"}}, `"c"`, nil, "one of a, b"},
		{"text", Row{Type: Text, Max: 3}, `"abc"`, "abc", ""},
		{"text too long", Row{Type: Text, Max: 3}, `"abcd"`, nil, "longer than 3"},
		{"text of two lines", Row{Type: Text, Max: 9}, `"a\nb"`, nil, "one line"},
		{"url", Row{Type: URL, Max: 99}, `"http://127.0.0.1:1/v1"`, "http://127.0.0.1:1/v1", ""},
		{"url of another kind", Row{Type: URL, Max: 99}, `"file:///etc/passwd"`, nil, "http://"},
		{"url without host", Row{Type: URL, Max: 99}, `"http:///v1"`, nil, "http://"},
		{"url with a password", Row{Type: URL, Max: 99}, `"http://me:secret@host/"`, nil, "must not hold"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.row.decode(json.RawMessage(c.json))
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				require.NotContains(t, err.Error(), "secret")
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
			again, err := encode(got)
			require.NoError(t, err)
			back, err := c.row.decode(again)
			require.NoError(t, err)
			require.Equal(t, c.want, back, "what is written is read back")
		})
	}
}
