package process

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAChildGetsOnlyWhatIsListed(t *testing.T) {
	parent := []string{"PATH=/bin", "LC_ALL=C", "DISPLAY=:1", "XDG_RUNTIME_DIR=/r", "OPENAI_API_KEY=secret", "MINE=1", "broken", "=x"}
	for _, c := range []struct {
		name     string
		onScreen bool
		keep     []string
		extra    []string
		want     []string
	}{
		{"plain", false, nil, nil, []string{"PATH=/bin", "LC_ALL=C"}},
		{"on screen", true, nil, nil, []string{"PATH=/bin", "LC_ALL=C", "DISPLAY=:1", "XDG_RUNTIME_DIR=/r"}},
		{"kept by name", false, []string{"MINE"}, nil, []string{"PATH=/bin", "LC_ALL=C", "MINE=1"}},
		{"extra wins", false, nil, []string{"PATH=/own", "A=b=c"}, []string{"LC_ALL=C", "PATH=/own", "A=b=c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, Environment(parent, c.onScreen, c.keep, c.extra))
		})
	}
}
