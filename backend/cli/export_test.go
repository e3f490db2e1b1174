package cli

import (
	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/reply"
)

// ReadReply reads and plans a text again and again, without the start of a program around it.
func ReadReply(t require.TestingT, text string) func() {
	reg, err := app.Registry()
	require.NoError(t, err)
	return func() { inspect(reply.Read(text, reply.Options{Tags: true}), reg) }
}
