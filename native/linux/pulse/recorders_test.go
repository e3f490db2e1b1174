package pulse

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorded is what a server of the present says of a stream that records.
func recorded(corked bool) *writer {
	w := (&writer{}).u32(4).str("Call with Anna").u32(none).u32(9).u32(2)
	w.b = append(w.b, tagSpec, 3, 1, 0, 0, 0xAC, 0x44, tagMap, 1, 0)
	w.b = append(w.b, tagUsec, 0, 0, 0, 0, 0, 0, 0, 1, tagUsec, 0, 0, 0, 0, 0, 0, 0, 2)
	w.noString().str("protocol-native.c")
	w.properties([2]string{"media.name", "Call with Anna"}, [2]string{"application.name", "ZOOM VoiceEngine"}, [2]string{"application.process.binary", "zoom"})
	w.bool(corked).volumes([]uint32{Norm}).bool(false).bool(true).bool(true)
	w.b = append(w.b, tagFormat, tagU8, 1)
	return w.properties([2]string{"format.rate", "44100"})
}

func TestStreamsAreReadOneAfterAnother(t *testing.T) {
	r := &reader{b: append(recorded(true).b, recorded(false).b...)}
	want := Recorder{Index: 4, Source: 2, Client: 9, Corked: true, Names: []string{"zoom", "ZOOM VoiceEngine"}}
	require.Equal(t, want, r.recorder(version))
	want.Corked = false
	require.Equal(t, want, r.recorder(version))
	require.NoError(t, r.err)
	require.Empty(t, r.b)
}

func TestAnOldServerDoesNotTellOfCorks(t *testing.T) {
	whole := recorded(true).b
	end := slices.Index(whole, tagTrue)
	r := &reader{b: whole[:end:end]}
	got := r.recorder(oldest)
	require.NoError(t, r.err)
	require.False(t, got.Corked, "it may be listening")
	require.Equal(t, "zoom", got.Names[0])
}

func TestAStreamThatIsCutOffIsAnErrorAndNothingElse(t *testing.T) {
	whole := recorded(true).b
	for n := range whole {
		r := &reader{b: whole[:n:n]}
		r.recorder(version)
		require.ErrorIs(t, r.err, ErrMalformed)
	}
}

func FuzzAnyListOfStreamsIsReadOrRefused(f *testing.F) {
	f.Add(recorded(true).b, uint32(version))
	f.Add(append(recorded(false).b, recorded(true).b...), uint32(oldest))
	f.Fuzz(func(t *testing.T, b []byte, speaks uint32) {
		r := &reader{b: slices.Clone(b)}
		for n := 0; len(r.b) > 0 && r.err == nil; n++ {
			before := len(r.b)
			r.recorder(speaks)
			require.Less(t, len(r.b), before)
		}
	})
}
