package egress

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAHandOverIsWrittenAndSeenWithoutItsContent(t *testing.T) {
	audit := newAudit(t)
	var seen []Crossing
	d := New(Config{Audit: audit, Now: func() time.Time { return noon }, Observe: func(c Crossing) { seen = append(seen, c) }})
	require.NoError(t, d.HandOver(WithTurn(t.Context(), "t1"), "open_url", "https://search.example/?q=my+secret#x", 41))
	require.Len(t, seen, 1)
	require.Equal(t, Crossing{ID: seen[0].ID, Turn: "t1", State: Ended, Kind: HandOver, Subsystem: "open_url", Target: "https://search.example", Bytes: 41}, seen[0])
	text, err := os.ReadFile(audit.path)
	require.NoError(t, err)
	require.NotContains(t, string(text), "secret")
	total, err := d.Total(t.Context(), noon)
	require.NoError(t, err)
	require.EqualValues(t, 41, total.HandedOver)
	require.Zero(t, total.Sent)
}

func TestOnlyTheSiteOfATargetIsKept(t *testing.T) {
	for target, want := range map[string]string{
		"https://a.example:8/p?q=1":     "https://a.example:8",
		"https://me:pw@a.example/":      "https://a.example",
		"mailto:someone@a.example?a=b":  "mailto:",
		"claude":                        "claude",
		"a.example":                     "a.example",
		"a.example:8080":                "a.example:8080",
		"127.0.0.1:8765":                "127.0.0.1:8765",
		"localhost:80":                  "localhost:80",
		"[::1]:8765":                    "[::1]:8765",
		"sms:12345":                     "sms:",
		"tel:+49.30.1234":               "tel:",
		"mailto:a.b:80":                 "mailto:",
		"a.example:80/private":          "a.example:",
		"file:///home/me/private.txt":   "file:",
		"https://bad host/%zz my words": "https:",
	} {
		require.Equal(t, want, site(target))
	}
}

func TestWhatCannotBeWrittenDownIsNotHandedOver(t *testing.T) {
	audit := newAudit(t)
	require.NoError(t, os.MkdirAll(audit.path, 0o700)) // a folder in the file's place
	require.Error(t, New(Config{Audit: audit}).HandOver(t.Context(), "x", "y", 1))
}
