package app

import (
	"pace/backend/bridge"
	"pace/native"
)

// Services makes what an interface may call. hosting says how it is reached.
func (a *App) Services(version, hosting string) *bridge.Services {
	t := a.Turns()
	return bridge.New(bridge.Parts{Version: version, Platform: native.Name(), Hosting: hosting, Turns: t, Approve: a.Approve, Settings: a.Settings,
		Trace: a.trace, DB: a.DB, Door: a.Door(), Pictures: a.Pictures, Desktop: a.Desktop(), Registry: t.Registry, Probes: a.Probes, Context: a.ctx,
		Brain: a.Model(), Tier: a.Tier, Memory: native.Memory, Timers: a.Timers(), Links: a.Links(), Asked: &a.asked,
		Going: &a.going, Smoke: a.smoke})
}
