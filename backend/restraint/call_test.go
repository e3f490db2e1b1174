package restraint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACallIsAMicrophoneInUseByACallingProgram(t *testing.T) {
	for _, c := range []struct {
		name      string
		listening []string
		known     bool
		want      Known[bool]
	}{
		{"nobody listens", nil, true, Is(false)},
		{"it can't be told", nil, false, Known[bool]{}},
		{"what can't be told is not concluded from a name", []string{"zoom"}, false, Known[bool]{}},
		{"a meeting", []string{"zoom"}, true, Is(true)},
		{"by its whole path", []string{"/usr/lib/slack/Slack"}, true, Is(true)},
		{"by the id of a Mac", []string{"com.tinyspeck.slackmacgap"}, true, Is(true)},
		{"a browser that listens", []string{"obs", "Google Chrome"}, true, Is(true)},
		{"a browser's real file", []string{"/opt/google/chrome/chrome"}, true, Is(true)},
		{"by the id of a sandbox", []string{"us.zoom.Zoom"}, true, Is(true)},
		{"by an id that ends like a file", []string{"org.telegram.desktop"}, true, Is(true)},
		{"a browser of a distribution", []string{"/usr/lib/firefox-esr/firefox-esr"}, true, Is(true)},
		{"somebody records", []string{"audacity", "obs", "arecord"}, true, Is(false)},
		{"Pace itself listens", []string{"pace"}, true, Is(false)},
		{"a name that holds another is another", []string{"zoomtext", "slackware-recorder", "meet-the-music", "facetimer"}, true, Is(false)},
	} {
		require.Equal(t, c.want, Call(c.listening, c.known), c.name)
	}
}

func TestEveryCallingProgramIsNamedAsItIsCompared(t *testing.T) {
	for _, name := range calling {
		require.Equal(t, name, plain(name))
	}
}
