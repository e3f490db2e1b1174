package cli

import (
	"context"
	"errors"
	"fmt"

	"pace/backend/bridge/host"
	"pace/backend/route"
)

type openCmd struct {
	Link string `arg:"" optional:"" help:"A pace:// link: listen, chat?text=…, watch?enabled=true|false or panel."`
}

// Run opens the window, or hands a link to the Pace that is running. A link that can't be followed starts nothing.
func (c *openCmd) Run(ctx context.Context, std Std, b Build) error {
	if c.Link != "" {
		if !route.IsLink(c.Link) {
			return &said{fmt.Sprintf("There is no command %q; to do something, say pace ask %q.", clip(c.Link, 40), clip(c.Link, 40)), usageExit, nil}
		}
		if _, err := route.ReadLink(c.Link); err != nil {
			return &said{err.Error(), usageExit, nil}
		}
		// Whoever runs takes a link, also where no window can be shown.
		switch cl, err := host.Dial(socket(std)); {
		case err != nil:
		case b.Window == nil:
			return handOver(cl, std, c.Link)
		default:
			var no *host.Refused
			if err := handOver(cl, std, c.Link); !errors.As(err, &no) || no.Kind != host.NoWindow.Kind {
				return err
			}
			// A command is at work, which takes no links; the window waits for it a moment.
		}
	}
	if b.Window == nil {
		return &said{"This build has no window; use pace serve.", 1, nil}
	}
	if getenv(std.Environ)("DISPLAY") == "" && getenv(std.Environ)("WAYLAND_DISPLAY") == "" && b.NeedsDisplay {
		return NoDisplay(nil)
	}
	return b.Window(ctx, std, c.Link)
}

// ShowRunning hands this start's arguments to the Pace that is running, which comes to the front.
func ShowRunning(std Std, link string) error {
	c, err := host.Dial(socket(std))
	if err != nil {
		return &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	}
	return handOver(c, std, link)
}

// handOver hands a link, or the wish to see the window, to a running Pace.
func handOver(c *host.Client, std Std, link string) error {
	var args []string
	if link != "" {
		args = []string{link}
	}
	err := c.Show(args)
	var no *host.Refused
	switch {
	case errors.As(err, &no) && no.Kind == host.NoWindow.Kind && link != "":
		return &said{"A pace command is still at work here. Wait for it to end, or cancel it, and open the link again.", 1, err}
	case errors.As(err, &no) && no.Kind == host.NoWindow.Kind:
		return &said{"Pace is running here without a window. Use the address that pace serve printed, or end it first.", 1, err}
	case errors.As(err, &no):
		return &said{no.Text, 1, err}
	case err != nil:
		return &said{"Another Pace is running here, but does not answer. End it and try again.", 1, err}
	case link != "":
		fmt.Fprintln(std.Out, "The link was handed to the Pace that is running.")
		return nil
	}
	fmt.Fprintln(std.Out, "Pace is open already; it was brought to the front.")
	return nil
}
