package reply_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/reply"
)

// maxFuzzed bounds what is fuzzed: linear time is tested by counting, not by waiting.
const maxFuzzed = 1 << 13

func seed(f *testing.F, add func(text string)) {
	texts, _ := corpus(f)
	for _, t := range texts {
		add(t)
	}
	for _, p := range fragments {
		add(p)
		add(p + p)
	}
}

func FuzzReader(f *testing.F) {
	seed(f, func(text string) {
		f.Add(text, false, false)
		f.Add(text, true, true)
	})
	f.Fuzz(func(t *testing.T, text string, tags, prose bool) {
		if len(text) > maxFuzzed {
			t.Skip()
		}
		o := reply.Options{Tags: tags, Prose: prose}
		x := readIn(o, text)
		sound(t, text, o, x)
		require.Equal(t, x.reply, reply.Read(text, o))
	})
}

func FuzzChunks(f *testing.F) {
	seed(f, func(text string) {
		f.Add(text, uint16(len(text)/2), uint16(3), false, false)
		f.Add(text, uint16(1), uint16(1), true, true)
	})
	f.Fuzz(func(t *testing.T, text string, at, size uint16, tags, prose bool) {
		if len(text) > maxFuzzed {
			t.Skip()
		}
		o := reply.Options{Tags: tags, Prose: prose}
		want := readIn(o, text)
		i := min(int(at), len(text))
		require.Equal(t, want, readIn(o, text[:i], text[i:]))
		var pieces []string
		for n := int(size%64) + 1; len(text) > 0; text = text[min(n, len(text)):] {
			pieces = append(pieces, text[:min(n, len(text))])
		}
		require.Equal(t, want, readIn(o, pieces...))
	})
}
