package observe_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/observe"
)

func TestTheDayHasParts(t *testing.T) {
	for hour, want := range map[int]string{0: "night", 4: "night", 5: "early morning", 8: "early morning", 9: "morning", 12: "midday", 13: "midday", 14: "afternoon", 17: "afternoon", 18: "evening", 21: "evening", 22: "night", 23: "night"} {
		require.Equal(t, want, observe.Part(time.Date(2026, 11, 30, hour, 59, 0, 0, time.UTC)), "%d", hour)
	}
}
