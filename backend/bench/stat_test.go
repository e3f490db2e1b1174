package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAPercentileIsTheValueAtItsRank(t *testing.T) {
	var s Stat
	for n := 20; n >= 1; n-- {
		s.took(time.Duration(n) * time.Millisecond)
	}
	s.finish()
	require.Equal(t, 20, s.N)
	require.Equal(t, 10.0, s.P50)
	require.Equal(t, 19.0, s.P95)
	require.Equal(t, 1.0, s.Min)
	require.Equal(t, 20.0, s.Max)
}

func TestAFailedRunIsInNoPercentileAndIsTold(t *testing.T) {
	var s Stat
	s.took(time.Millisecond)
	s.failed("the window went away")
	s.failed("another reason")
	s.finish()
	require.Equal(t, 1, s.N)
	require.Equal(t, 2, s.Failures)
	require.Contains(t, s.String(), "2 failed: the window went away")
	var none Stat
	none.failed("nothing came")
	require.Contains(t, none.finish().String(), "no result in 1 runs (nothing came)")
}

func TestARatioNeedsBothArms(t *testing.T) {
	var a, b, none Stat
	a.took(300 * time.Millisecond)
	b.took(100 * time.Millisecond)
	a.finish()
	b.finish()
	require.InDelta(t, 3.0, *ratio(a, b), 1e-9)
	require.Nil(t, ratio(a, none))
	require.Nil(t, ratio(none, b))
}
