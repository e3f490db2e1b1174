package egress

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestConsentAndSoakDecideWhetherTextMayLeave(t *testing.T) {
	for _, c := range []struct {
		name      string
		transport Transport
		consent   Consent
		allowed   bool
		from      time.Time
	}{
		{"never asked", DirectAPI, Consent{}, false, time.Time{}},
		{"declined", CLIDirect, Consent{At: noon.Add(-48 * time.Hour)}, false, time.Time{}},
		{"agreed without a date", CLIDirect, Consent{Accepted: true}, false, time.Time{}},
		{"own key needs no soak", DirectAPI, Consent{true, noon}, true, time.Time{}},
		{"hosted server needs no soak", HostedMCP, Consent{true, noon}, true, time.Time{}},
		{"bridge just agreed", CLIBridge, Consent{true, noon}, false, noon.Add(24 * time.Hour)},
		{"CLI a moment too early", CLIDirect, Consent{true, noon.Add(-24*time.Hour + 1)}, false, noon.Add(1)},
		{"CLI after the soak", CLIDirect, Consent{true, noon.Add(-24 * time.Hour)}, true, time.Time{}},
		{"clock set back", DirectAPI, Consent{true, noon.Add(time.Second)}, false, time.Time{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Decide(c.transport, c.consent, noon)
			require.Equal(t, c.allowed, got.Allowed)
			require.Equal(t, c.from, got.From)
			require.NotEmpty(t, got.Reason)
		})
	}
}
