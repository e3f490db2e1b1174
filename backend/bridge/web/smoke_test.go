package web_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/bridge/host"
	"pace/backend/bridge/smoke"
	"pace/backend/event"
)

func TestAPageHasNothingOfSmokeHooksUnlessPaceWasStartedForATest(t *testing.T) {
	s := serve(t)
	s.enter(t)
	require.Equal(t, "notFound", s.open(t).call("Smoke.Opened", 1).Error.Code)
}

func TestEveryPageIsToldToOpenItsSettingsAndIsWaitedFor(t *testing.T) {
	s := serve(t, func(o *app.Options) { o.Environ = append(o.Environ, smoke.Variable+"=1") })
	s.enter(t)
	pages := []*page{s.open(t), s.open(t)}
	for _, p := range pages {
		require.Nil(t, p.call("Session.Hello", event.Version).Error) // from here on it hears everything
	}
	done := make(chan host.Hooked, 1)
	go func() {
		_, end := s.Smoke().Hook(t.Context(), smoke.Settings)
		done <- end
	}()
	for _, p := range pages {
		var f struct {
			Event string
			Data  smoke.Show
		}
		for f.Event != "show" {
			var raw json.RawMessage
			require.NoError(t, p.ReadJSON(&raw))
			f.Event = ""
			_ = json.Unmarshal(raw, &f) // pushes of another shape are not meant
		}
		require.Equal(t, "settings", f.Data.Place)
		require.Nil(t, p.call("Smoke.Opened", f.Data.N).Error)
	}
	require.Equal(t, host.Hooked{Said: "The settings are open in 2 windows or pages."}, <-done)
	require.Equal(t, "notFound", pages[0].call("Smoke.Opened", 1).Error.Code, "nobody waits any more")
}
