package linux_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"pace/native/linux"
	"pace/native/linux/x11"
)

// TestMain lets this binary be its own guard, as Pace's is.
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
