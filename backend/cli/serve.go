package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"pace/backend/app"
	"pace/backend/bridge/host"
	"pace/backend/bridge/web"
	"pace/backend/store"
)

type serveCmd struct {
	Addr string `help:"Where to listen; only 127.0.0.1 is allowed. Port 0 picks a free one." default:"127.0.0.1:0"`
}

func (c *serveCmd) Run(ctx context.Context, std Std, b Build) error {
	if err := web.Check(c.Addr); err != nil {
		return &said{"Pace serves this machine only: --addr must be 127.0.0.1 and a port, like 127.0.0.1:0.", usageExit, err}
	}
	pages, err := b.pages()
	if err != nil {
		return &said{"This build has no interface; build it with make build.", 1, err}
	}
	a, err := b.open(app.Options{Environ: std.Environ, Pictures: true, Guard: GuardCommand()})
	if err != nil {
		return noFolder(err)
	}
	defer a.Close()
	h, err := Host(a, std.Environ, "serve")
	if err != nil {
		return err
	}
	defer h.Close()
	rows, stop := a.Turns().Events.Subscribe(false)
	s, err := web.Listen(c.Addr, pages, a.Services(b.Version, "browser"), rows)
	if err != nil {
		stop()
		return &said{fmt.Sprintf("Pace could not listen on %s.", c.Addr), 1, err}
	}
	a.OwnPage(s.Title())
	fmt.Fprintf(std.Out, "Pace is at %s\nThe address works once, on this machine only. Press Ctrl+C to stop.\n", s.URL())
	<-ctx.Done()
	stop()
	return s.Close()
}

// pages is the built interface.
func (b Build) pages() (fs.FS, error) {
	if b.Pages == nil {
		return nil, fs.ErrNotExist
	}
	pages, err := fs.Sub(b.Pages, "frontend/dist")
	if err != nil {
		return nil, err
	}
	_, err = fs.Stat(pages, "index.html")
	return pages, err
}

// Host makes this process the one that other commands attach to, and keeps it warm. as is "serve" or "window".
func Host(a *app.App, environ []string, as string) (*host.Server, error) {
	show := func(args []string) error {
		switch {
		case len(args) > 0:
			return a.Links().Take(args[0])
		case !a.Show():
			return host.NoWindow
		}
		return nil
	}
	var hooks host.Hooks
	if s := a.Smoke(); s != nil { // an interface that holds a nil pointer is not nil
		hooks = s
	}
	var h *host.Server
	err := insist(context.Background(), func() (again bool, err error) {
		h, err = host.Listen(socketOf(a.Folders, environ), as, a.Turns(), a.Approve, show, hooks)
		var by *host.Running
		return errors.As(err, &by) && by.As == asAsk, err // a command ends soon
	})
	var by *host.Running
	switch {
	case errors.As(err, &by) && by.As == asAsk:
		return nil, &said{"A pace command is still at work here. Wait for it to end, or cancel it.", 1, err}
	case err != nil && errors.Is(err, host.ErrRunning):
		return nil, &said{"Pace is already running here.", 1, err}
	case err != nil:
		return nil, &said{"Pace could not open its socket.", 1, err}
	}
	a.Warm()
	a.Ring()
	a.Tidy()
	return h, nil
}

// patience is how long a command waits for another that is about to end, and how often it looks: the lock between
// processes gives no signal.
const (
	patience = 3 * time.Second
	lookHow  = 20 * time.Millisecond
)

// insist tries until do needs no other try, patience is over, or ctx ends; the last error counts.
func insist(ctx context.Context, do func() (again bool, err error)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(lookHow)
	defer tick.Stop()
	for {
		again, err := do()
		if !again {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
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

// NoDisplay is the error of a window that has nowhere to show.
func NoDisplay(why error) error {
	return &said{"There is no display for a window; use pace serve, or make run for a private desktop.", 3, why}
}
