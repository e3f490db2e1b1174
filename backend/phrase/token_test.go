package phrase

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTokensKeepQuotesCaseAndInnerPunctuation(t *testing.T) {
	kinds := func(s string) (out []string) {
		toks, _ := tokenise(s)
		for _, x := range toks {
			k := map[kind]string{word: "w:", quoted: "q:", punct: "p:", newline: "n:"}[x.kind]
			out = append(out, k+x.raw)
			if x.kind == word || x.kind == punct {
				require.Equal(t, x.raw, s[x.start:x.end])
			}
		}
		return out
	}
	require.Equal(t, []string{"w:Don't", "w:e.g", "p:."}, kinds("Don't e.g."))
	require.Equal(t, []string{"w:press", "q:Don't Save", "p:,", "w:ok", "p:?"}, kinds("press 'Don't Save', ok?"))
	require.Equal(t, []string{"q:a", "q:b", "q:c", "q:d"}, kinds("“a” „b“ «c» `d`"))
	require.Equal(t, []string{"w:5\"", "w:pipe"}, kinds(`5" pipe`))
	require.Equal(t, []string{"w:a", "n:\n", "w:b"}, kinds("a\n\n b"))
	require.Equal(t, []string{"w:'tis", "w:fine"}, kinds("'tis fine"))
	require.Equal(t, []string{"w:wait", "p:.", "p:.", "p:."}, kinds("wait..."))
	_, open := tokenise(`say "hi`)
	require.Equal(t, 4, open)
}
