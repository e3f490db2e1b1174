package observe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/observe"
)

func TestASentenceNeedsTheScreenWhenItNamesSomethingOfIt(t *testing.T) {
	for text, want := range map[string]observe.Reason{
		"press Save": observe.Acting, "Click OK!": observe.Acting, "please keep scrolling": observe.Acting, "it should be saved": observe.Acting, "dragging a file": observe.Acting, "she typed it": observe.Acting,
		"set the level to seventy": observe.Acting, "double-click report": observe.Acting,
		"where is the trash": observe.Looking, "describe what you notice": observe.Looking, "Summarise it": observe.Looking,
		"what does this mean": observe.ThisThing, "what's over there?": observe.ThisThing,
		"how many windows are open": observe.PartOfIt, "the boxes on the left": observe.PartOfIt, "which menu has it": observe.PartOfIt,
		"what is the capital of France": "", "open Calculator": "", "hello": "", "": "", "a format for platforms": "", "the clickbait headlines of today": "",
		"profile my typeface": "", "ring the bell": "", "\xff\xfe": "",
	} {
		require.Equal(t, want, observe.Needs(text, false), "%q", text)
	}
}

func TestTheUserCanHaveEverySentenceLookAtTheScreen(t *testing.T) {
	require.Equal(t, observe.Always, observe.Needs("what is the capital of France", true))
	require.Equal(t, observe.Always, observe.Needs("press Save", true))
}
