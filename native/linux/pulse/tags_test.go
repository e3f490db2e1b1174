package pulse

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// described is what a server says of an output.
func described() *writer {
	w := (&writer{}).u32(3).str("speakers").str("Built-in Audio")
	w.b = append(w.b, tagSpec, 3, 2, 0, 0, 0xAC, 0x44, tagMap, 2, 1, 2)
	w.u32(7).volumes([]uint32{Norm / 2, Norm}).bool(true)
	return w.u32(8).noString() // and more
}

func TestAnOutputIsReadFromItsDescription(t *testing.T) {
	s, err := (&reader{b: described().b}).sink()
	require.NoError(t, err)
	require.Equal(t, Sink{Index: 3, Name: "speakers", Description: "Built-in Audio", Volumes: []uint32{Norm / 2, Norm}, Muted: true}, s)
}

func TestWhatIsCutOffIsAnErrorAndNothingElse(t *testing.T) {
	whole := described().b
	for n := range whole {
		s, err := (&reader{b: whole[:n:n]}).sink()
		if err != nil {
			require.ErrorIs(t, err, ErrMalformed)
			require.Zero(t, s)
		}
	}
	_, err := (&reader{b: whole[:20:20]}).sink()
	require.Error(t, err)
}

func TestVolumesThatFitNoChannelsAreMalformed(t *testing.T) {
	w := (&writer{}).u32(3).str("s").noString()
	w.b = append(w.b, tagSpec, 3, 2, 0, 0, 0, 0, tagMap, 0)
	_, err := (&reader{b: w.u32(7).volumes(nil).bool(false).b}).sink()
	require.ErrorIs(t, err, ErrMalformed)
}

func TestTheBalanceIsKept(t *testing.T) {
	for _, c := range []struct {
		before  []uint32
		percent int
		want    []uint32
	}{
		{[]uint32{Norm, Norm / 2}, 50, []uint32{Norm / 2, Norm / 4}},
		{[]uint32{Norm / 4, Norm / 2}, 100, []uint32{Norm / 2, Norm}},
		{[]uint32{0, 0, 0}, 100, []uint32{Norm, Norm, Norm}},
		{[]uint32{Norm, Norm}, 0, []uint32{0, 0}},
		{[]uint32{2 * Norm, Norm}, 100, []uint32{Norm, Norm / 2}},
		{[]uint32{1<<32 - 1, 1}, 100, []uint32{Norm, 0}},
	} {
		s := Sink{Volumes: c.before}
		require.Equal(t, c.want, s.At(c.percent))
		require.Equal(t, c.percent, Sink{Volumes: s.At(c.percent)}.Percent())
	}
}

func FuzzAnyDescriptionIsReadOrRefused(f *testing.F) {
	f.Add(described().b)
	f.Add([]byte{})
	f.Add([]byte{tagU32, 0, 0, 0, 1, tagString, 'a'})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := (&reader{b: slices.Clone(b)}).sink()
		if err == nil {
			require.NotEmpty(t, s.Volumes)
			require.LessOrEqual(t, slices.Max(s.At(100)), uint32(Norm+1))
			_ = s.Percent()
		}
	})
}
