package app_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/event"
)

func TestWithoutAProgramForItNoDraftIsHandedOver(t *testing.T) {
	for _, c := range []struct{ scheme, say, want string }{
		{"mailto", "draft an email to anna@example.org about lunch", "No program for mail is set up."},
		{"sms", "draft a message to +41 79 000 saying I am late", "No program for messages is set up."},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := apptest.Open(t)
			p.Session.Opener.Lack(c.scheme)
			got := yes(t, p, c.say)
			require.Equal(t, event.Blocked, got.Status)
			require.Contains(t, got.Spoken, c.want)
			require.Contains(t, got.Spoken, "Install one", "what helps is said with it")
			require.Empty(t, p.Desk.URLs())
			require.NoError(t, p.Close())
		})
	}
}

func TestWhatDraftsLackIsAmongWhatIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Session.Opener.Lack("mailto")
		got := yes(t, p, "which permissions are missing")
		require.Equal(t, event.Done, got.Status)
		require.Contains(t, got.Spoken, "No program for mail is set up.")
		require.NotContains(t, got.Spoken, "No program for messages")
	})
}
