package system

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyAReadyCapabilityGivesNoError(t *testing.T) {
	require.NoError(t, Capability{Name: "volume", State: Ready}.Err())
	for _, state := range []State{Denied, Absent, ""} {
		err := Capability{Name: "volume", State: state, Reason: "No sound card."}.Err()
		var un *Unavailable
		require.True(t, errors.As(err, &un), state)
		require.ErrorContains(t, err, "No sound card.")
	}
}

func TestTheWorstProbeDecides(t *testing.T) {
	for _, c := range []struct {
		name   string
		probes []Health
		want   Health
	}{
		{"none", nil, Ok},
		{"all good", []Health{Ok, Ok}, Ok},
		{"a warning", []Health{Ok, Warn}, Warn},
		{"something optional is missing", []Health{Missing, Warn}, Missing},
		{"a failure", []Health{Fail, Ok, Missing}, Fail},
		{"a finding nobody defined", []Health{Ok, "fine"}, Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			var probes []Probe
			for _, h := range c.probes {
				probes = append(probes, Probe{State: h})
			}
			require.Equal(t, c.want, Worst(probes))
		})
	}
}

func TestACapabilityBecomesAFindingByHowMuchItIsNeeded(t *testing.T) {
	for _, c := range []struct {
		state  State
		needed bool
		want   Health
	}{
		{Ready, true, Ok}, {Ready, false, Ok},
		{Denied, true, Fail}, {Denied, false, Warn},
		{Absent, true, Fail}, {Absent, false, Missing},
	} {
		got := Capability{Name: "x", State: c.state, Reason: "why", Fix: "do"}.Probe(c.needed)
		require.Equal(t, Probe{"x", c.want, "why", "do"}, got)
	}
}

func TestALevelStaysWithinItsPercent(t *testing.T) {
	require.Equal(t, []Level{0, 0, 55, 100, 100}, []Level{Level(-5).Clamp(), Level(0).Clamp(), Level(55).Clamp(), Level(100).Clamp(), Level(140).Clamp()})
}
