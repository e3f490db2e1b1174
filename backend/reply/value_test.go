package reply

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func value(t *testing.T, text string) node {
	t.Helper()
	n, ok := parseText(text)
	require.True(t, ok, text)
	return n
}

func TestOnlyAWholeTextIsAValue(t *testing.T) {
	for text, is := range map[string]bool{`{}`: true, `[1]`: true, `{} `: false, `{`: false, `"a"`: false, ``: false, `{"a":"\ud83d"}`: false, `{]`: false} {
		_, ok := parseText(text)
		require.Equal(t, is, ok, text)
	}
}

func TestAValueKeepsWhatWasWritten(t *testing.T) {
	n := value(t, `{ "a" : [ 1.50 , "x\ny" , { } ] , "b\u0020c":null,"d":true}`)
	a, ok := n.get("a")
	require.True(t, ok)
	require.Equal(t, `[ 1.50 , "x\ny" , { } ]`, string(a.raw))
	require.Equal(t, "1.50", string(a.items[0].raw))
	require.Equal(t, byte('0'), a.items[0].kind)
	require.Equal(t, "x\ny", a.items[1].text())
	require.Equal(t, "", a.items[0].text())
	_, ok = n.get("b c")
	require.False(t, ok, "null counts as absent")
	_, ok = find(n, "b c")
	require.True(t, ok)
	_, ok = n.get("z")
	require.False(t, ok)
}

func TestWhatIsTakenOutLeavesTheRestAsItWas(t *testing.T) {
	n := value(t, `{"a":1.50,"b":{"c":[2]},"d\"":"\u00e9"}`)
	require.Equal(t, `{"b":{"c":[2]},"d\"":"\u00e9"}`, string(n.without("a")))
	require.Equal(t, `{"a":1.50,"d\"":"\u00e9"}`, string(n.without("b")))
	require.Equal(t, `{}`, string(n.without("a", "b", `d"`)))
	require.True(t, json.Valid(n.without()))
}

func TestKeysThatStandTwiceAreFoundAtAnyDepth(t *testing.T) {
	var told []string
	for _, p := range value(t, `{"a":{"x":1,"y":2,"x":3},"b":[{"z":1},{"q r":1,"q\u0020r":2}],"a":1}`).twice("") {
		told = append(told, p.Error())
	}
	require.Equal(t, []string{"a.x: is given twice", `b[1]."q r": is given twice`, "a: is given twice"}, told)
	many := "{"
	for i := range 2 * few {
		many += fmt.Sprintf(`"k%d":0,`, i)
	}
	require.Len(t, value(t, many+`"k3":1}`).twice(""), 1)
	require.Empty(t, value(t, `{"a":{"a":{"a":1}},"b":[1,1]}`).twice(""))
}

func TestAPathCannotBeForgedByAKey(t *testing.T) {
	require.Equal(t, "payload.args", join("payload", "args"))
	require.Equal(t, `payload."a.b: is fine"`, join("payload", "a.b: is fine"))
	require.Equal(t, `""`, join("", ""))
	require.Less(t, len(join("", strings.Repeat("k", 1<<20))), 100)
	require.Less(t, len(join("", strings.Repeat("\n", 1<<20))), 200)
}
