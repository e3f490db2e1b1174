package app

import (
	"path/filepath"

	"pace/backend/bridge/smoke"
	"pace/backend/desktop"
	"pace/backend/tool"
	"pace/backend/tools"
	"pace/backend/turn"
)

// Smoke is what a tester drives this Pace with, nil unless its environment asks for it.
func (a *App) Smoke() *smoke.Hooks { return a.smoke }

// smokeTools are the tools that the hooks need; without hooks there are none.
func (a *App) smokeTools(f tools.Files) []tool.Tool {
	if a.smoke == nil {
		return nil
	}
	return tools.Smoke(f, filepath.Join(a.Folders.Data, "smoke"))
}

// planners adds the planner of the hooks.
func (a *App) planners(others turn.Planners) turn.Planners {
	if a.smoke == nil {
		return others
	}
	return smoke.With(others)
}

// windows lists what is on the screen, nil where that can't be told.
func (a *App) windows() desktop.Windows {
	if d := a.Desktop(); d != nil {
		return d.Windows
	}
	return nil
}
