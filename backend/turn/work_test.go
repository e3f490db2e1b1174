package turn

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/tool"
)

func TestWhatIsWrongWithACallIsSaidWithoutCalls(t *testing.T) {
	for _, c := range []struct{ place, reason, want string }{
		{"calls[0].args.title", "is longer than 500 bytes", "title is longer than 500 bytes"},
		{"calls[1].args", "says neither how long nor until when", "says neither how long nor until when"},
		{"calls[0]", "there is no tool \"x\"", "there is no tool \"x\""},
		{"calls", "are 31, more than 30", "calls are 31, more than 30"},
		{"calls[0].args.shapes[2].kind", "is missing", "shapes[2].kind is missing"},
	} {
		require.Equal(t, c.want, inWords(tool.Problem{Place: c.place, Reason: c.reason}))
	}
}
