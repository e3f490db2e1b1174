// Pace is a desktop companion that listens, understands, acts on the screen, and proves what it did.
//
// This package is only the outermost shell: it embeds the interface and opens the Wails window around backend/app.
package main

import (
	"embed"
	"os"

	"pace/backend/app"
	"pace/backend/cli"
)

//go:embed all:frontend/dist
var pages embed.FS

// version is set by the build.
var version = "dev"

func main() {
	info, err := os.Stdin.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	std := cli.Std{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Environ: os.Environ(), Terminal: terminal}
	os.Exit(cli.Main(os.Args[1:], std, cli.Build{Version: version, Pages: pages, Window: window, NeedsDisplay: needsDisplay, Guard: app.Guard}))
}
