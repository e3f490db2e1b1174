package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"pace/backend/app"
	"pace/backend/bridge/host"
	"pace/backend/bridge/web"
	"pace/backend/store"
)

type serveCmd struct {
	Addr string `help:"Where to listen; only 127.0.0.1 is allowed. Port 0 picks a free one." default:"127.0.0.1:0"`
}

func (c *serveCmd) Run(ctx context.Context, std Std, b Build) error {
	a, err := app.New(app.Options{Environ: std.Environ, Pictures: true, Guard: GuardCommand()})
	if err != nil {
		return &said{"Pace can't use its folder.", 1, err}
	}
	defer a.Close()
	h, err := Host(a, std.Environ, nil)
	if err != nil {
		return err
	}
	defer h.Close()
	pages, err := fs.Sub(b.Pages, "frontend/dist")
	if err != nil {
		return &said{"This build has no interface.", 1, err}
	}
	if _, err := fs.Stat(pages, "index.html"); err != nil {
		return &said{"This build has no interface; build it with make build.", 1, err}
	}
	rows, stop := a.Turns().Events.Subscribe(false)
	s, err := web.Listen(c.Addr, pages, a.Services(b.Version, "browser"), rows)
	if err != nil {
		stop()
		if errors.Is(err, web.ErrNotLoopback) {
			return &said{"Pace serves this machine only: --addr must begin with 127.0.0.1.", usageExit, err}
		}
		return &said{fmt.Sprintf("Pace could not listen on %s.", c.Addr), 1, err}
	}
	fmt.Fprintf(std.Out, "Pace is at %s\nThe address works once, on this machine only. Press Ctrl+C to stop.\n", s.URL())
	<-ctx.Done()
	stop()
	return s.Close()
}

// Host makes this process the one that other commands attach to, and keeps it warm.
func Host(a *app.App, environ []string, show func(args []string)) (*host.Server, error) {
	h, err := host.Listen(socketOf(a.Folders, environ), a.Turns(), a.Approve, show)
	if errors.Is(err, host.ErrRunning) {
		return nil, &said{"Pace is already running here.", 1, err}
	}
	if err != nil {
		return nil, &said{"Pace could not open its socket.", 1, err}
	}
	a.Warm()
	return h, nil
}

func socketOf(f store.Folders, environ []string) string {
	return f.Socket(getenv(environ)("DISPLAY"))
}

// socket is where a live host would be.
func socket(std Std) string {
	f, err := store.Locate(getenv(std.Environ))
	if err != nil {
		return ""
	}
	return socketOf(f, std.Environ)
}

func getenv(environ []string) func(string) string {
	return func(k string) string {
		for i := len(environ) - 1; i >= 0; i-- {
			if v := environ[i]; len(v) > len(k) && v[len(k)] == '=' && v[:len(k)] == k {
				return v[len(k)+1:]
			}
		}
		return ""
	}
}

type openCmd struct {
	Link string `arg:"" optional:"" help:"A pace:// link."`
}

func (c *openCmd) Run(ctx context.Context, std Std, b Build) error {
	if b.Window == nil {
		return &said{"This build has no window; use pace serve.", 1, nil}
	}
	if getenv(std.Environ)("DISPLAY") == "" && getenv(std.Environ)("WAYLAND_DISPLAY") == "" && b.NeedsDisplay {
		return &said{"There is no display for a window; use pace serve, or make run for a private desktop.", 3, nil}
	}
	return b.Window(ctx, std, c.Link)
}

// ShowRunning hands this start's arguments to the Pace that is running, which comes to the front.
func ShowRunning(std Std, link string) error {
	c, err := host.Dial(socket(std))
	if err != nil {
		return &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	}
	var args []string
	if link != "" {
		args = []string{link}
	}
	if err := c.Show(args); err != nil {
		return &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	}
	fmt.Fprintln(std.Out, "Pace is open already; it was brought to the front.")
	return nil
}
