package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnotherTrackIsToldByWhatIsSurelyDifferent(t *testing.T) {
	a := Playback{Track: "1", Source: "file:///a", Title: "A"}
	for name, c := range map[string]struct {
		now   Playback
		other bool
	}{
		"the same":               {a, false},
		"another id":             {Playback{Track: "2", Title: "A"}, true},
		"no id, another title":   {Playback{Title: "B"}, true},
		"the same id for all":    {Playback{Track: "1", Title: "B"}, true},
		"another source":         {Playback{Track: "1", Source: "file:///b"}, true},
		"nothing known":          {Playback{}, false},
		"the title is gone":      {Playback{Track: "1"}, false},
		"only the artist is new": {Playback{Track: "1", Title: "A", Artist: "Bo"}, false},
	} {
		require.Equal(t, c.other, c.now.OtherTrack(a), name)
		require.Equal(t, c.other, a.OtherTrack(c.now), name)
	}
	require.False(t, a.OtherTrack(Playback{Title: ""}), "a title that is filled in later is no other track")
}
