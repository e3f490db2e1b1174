package local

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACutPromptIsNoticed(t *testing.T) {
	for _, c := range []struct {
		name                         string
		estimated, reported, context int
		cut                          bool
	}{
		{"nothing reported", 5000, 0, 2048, false},
		{"no estimate, no window", 0, 2048, 0, false},
		{"as estimated", 1000, 1000, 4096, false},
		{"the estimate was a third too high", 1500, 1000, 4096, false},
		{"the estimate was too low", 1000, 1900, 4096, false},
		{"more than half is missing", 5000, 2400, 0, true},
		{"87 % is missing", 16000, 2080, 0, true},
		{"half is there", 4800, 2400, 0, false},
		{"a short prompt says nothing", 150, 20, 0, false},
		{"fills the window", 2000, 2048, 2048, true},
		{"fills the window, no estimate", 0, 2048, 2048, true},
		{"one token is free", 2047, 2047, 2048, false},
		{"beyond the window", 3000, 4096, 2048, true},
	} {
		got := promptCut(c.estimated, c.reported, c.context)
		require.Equal(t, c.cut, got != nil, c.name)
		if got != nil {
			require.ErrorIs(t, got, ErrPromptCut)
			require.NotEmpty(t, got.Error())
		}
	}
	require.EqualError(t, &PromptCut{Reported: 2048, Context: 2048}, "the prompt fills the model's window of 2048 tokens, so part of it was cut")
	require.EqualError(t, &PromptCut{Estimated: 9000, Reported: 2000}, "the model read 2000 tokens of a prompt of about 9000, so part of it was cut")
	require.EqualError(t, &PromptCut{Reported: 4006, Context: 512, Refused: true}, "the prompt of 4006 tokens does not fit into the model's window of 512")
}
