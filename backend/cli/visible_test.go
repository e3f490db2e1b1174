package cli

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNothingThatATerminalObeysReachesIt(t *testing.T) {
	var out bytes.Buffer
	text := "a\x1b[31mb\u202ec\u2066d\x07e\rf\u009bg\u00e4\n\th\n"
	n, err := fmt.Fprint(visible{&out}, text)
	require.NoError(t, err)
	require.Equal(t, len(text), n)
	require.Equal(t, "a[31mbcdef"+"g\u00e4\n\th\n", out.String())
}
