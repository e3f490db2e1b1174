//go:build linux

// Package e2e tries the whole product from outside: the binary that make build makes, in its real window, on a private
// desktop, seen through Pace's own reading of the screen. It never reaches into the process.
package e2e

import (
	"context"
	"fmt"
	"os"
	"testing"

	"pace/native/linux"
	"pace/native/linux/x11"
)

// TestMain lets this binary be the guard over the keys that the tests press.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == x11.GuardCommand {
		if err := linux.RunGuard(context.Background(), os.Stdin, os.Environ()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
