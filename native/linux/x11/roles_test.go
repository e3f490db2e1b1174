//go:build linux

package x11

import (
	"fmt"
	"os"
)

// playRole is what the test binary does when it is started again as a helper process.
func playRole(role string) int {
	switch role {
	default:
		fmt.Fprintln(os.Stderr, "unknown role", role)
		return 2
	}
}
