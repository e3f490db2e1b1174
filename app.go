package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"
	wails_runtime "github.com/wailsapp/wails/v2/pkg/runtime"

	"pace/backend/app"
	"pace/backend/bridge"
	"pace/backend/bridge/host"
	"pace/backend/cli"
)

// needsDisplay: macOS always has one, elsewhere a variable names it.
const needsDisplay = runtime.GOOS != "darwin"

// window opens the desktop window, or brings the one that is open to the front. It takes only the instance lock
// before Wails runs: Wails calls OnStartup in a second instance too, so nothing may be opened there without it.
func window(ctx context.Context, std cli.Std, link string) error {
	w := &shell{ready: make(chan struct{})}
	a, err := app.New(app.Options{Environ: std.Environ, Pictures: true, Guard: cli.GuardCommand(), Show: w.show, Hide: w.hide})
	if err != nil {
		return fmt.Errorf("use Pace's folder: %w", err)
	}
	defer a.Close()
	h, err := cli.Host(a, std.Environ, "window")
	if errors.Is(err, host.ErrRunning) {
		return cli.ShowRunning(std, link)
	}
	if err != nil {
		return err
	}
	defer h.Close()
	if why := a.NoDisplay(); needsDisplay && why != nil {
		return cli.NoDisplay(why) // GTK would end in a panic
	}
	services := a.Services(version, "window")
	rows, stop := a.Turns().Events.Subscribe(false)
	defer stop()
	links, stopLinks := services.WatchLinks()
	defer stopLinks()
	if link != "" {
		_ = a.Links().Take(link) // it waits for the page; what can't be followed the page tells
	}
	return wails.Run(&options.App{
		Title: "Pace", Width: 960, Height: 720, MinWidth: 380, MinHeight: 480,
		AssetServer: &assetserver.Options{Assets: pages},
		Bind:        services.All(),
		ErrorFormatter: func(err error) any {
			var known *bridge.Error
			if errors.As(err, &known) {
				return known
			}
			return &bridge.Error{Code: "internal", Message: "Something went wrong inside Pace."}
		},
		OnStartup: func(wctx context.Context) {
			w.ctx = wctx
			close(w.ready)
			context.AfterFunc(ctx, func() { wails_runtime.Quit(wctx) })
			emit := func(name string, data any) { wails_runtime.EventsEmit(wctx, name, data) }
			go bridge.Forward(rows, emit)
			go services.ForwardTimers(ctx, emit)
			go services.ForwardApprovals(ctx, emit)
			context.AfterFunc(ctx, services.ForwardShows(func(name string, data any) int {
				emit(name, data)
				return 1
			}))
			go func() { // ends with the subscription
				for state := range links {
					emit("links", state)
				}
			}()
		},
		// macOS hands links to the running application instead of starting it with one.
		Mac: &mac.Options{OnUrlOpen: func(link string) { _ = a.Links().Take(link) }},
		// In a non-nil options struct the zero value of the GPU policy means "always": Wails' Go and C tables differ.
		Linux: &linux.Options{ProgramName: "pace", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	})
}

// shell is the window as links and a second start see it.
type shell struct {
	ctx   context.Context
	ready chan struct{}
}

// show brings the window to the front, once there is one.
func (s *shell) show() {
	select {
	case <-s.ready:
	default:
		return
	}
	wails_runtime.WindowUnminimise(s.ctx)
	wails_runtime.WindowShow(s.ctx)
}

// hide takes the window off the screen, once there is one. It is only called for smoke hooks; a second start brings it back.
func (s *shell) hide() {
	select {
	case <-s.ready:
	default:
		return
	}
	wails_runtime.WindowHide(s.ctx)
}
