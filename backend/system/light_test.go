package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABacklightTakesTheNearestOfItsSteps(t *testing.T) {
	for _, c := range []struct {
		steps      int
		ask, takes Level
	}{
		{96000, 30, 30}, {96000, 0, 1}, {96000, 100, 100}, {100, 37, 37}, {15, 30, 33}, {15, 50, 53}, {15, 0, 7}, {7, 30, 29}, {1, 0, 100}, {255, 1, 1}, {10, -5, 10}, {10, 400, 100},
	} {
		require.Equal(t, c.takes, Backlight{Steps: c.steps}.Nearest(c.ask), "%d of %d steps", c.ask, c.steps)
	}
}

func TestEveryStepIsReadAsTheLevelThatLeadsToIt(t *testing.T) {
	for steps := 1; steps < 300; steps++ {
		for l := Level(0); l <= 100; l++ {
			b := Backlight{Steps: steps}
			got := b.Nearest(l)
			require.Equal(t, got, b.Nearest(got), "%d of %d", l, steps)
			require.Positive(t, got)
		}
	}
}

func TestABacklightWithFewStepsMovesAtAll(t *testing.T) {
	for _, c := range []struct {
		steps    int
		now, by  Level
		leads    Level
		atTheEnd bool
	}{
		{100, 50, 10, 60, false}, {100, 50, -10, 40, false}, {7, 57, 5, 71, false}, {7, 57, -5, 43, false}, {7, 100, 5, 100, true}, {100, 1, -10, 1, true}, {100, 95, 10, 100, false}, {4, 25, -1, 25, true}, {2, 50, 10, 100, false},
	} {
		got := Backlight{Level: c.now, Steps: c.steps}.Toward(c.by)
		require.Equal(t, c.leads, got, "%+v", c)
		require.Equal(t, c.atTheEnd, got == c.now, "%+v", c)
	}
}
