//go:build linux

package x11

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
)

// playRole is what the test binary does when it is started again as a helper process.
func playRole(role string) int {
	switch role {
	case "hold":
		return holdUntilKilled()
	case "lend":
		return lendUntilKilled()
	case "guard":
		if err := RunGuard(context.Background(), os.Stdin, os.Stdout, Address{Display: os.Args[2], Xauthority: os.Args[3]}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	fmt.Fprintln(os.Stderr, "unknown role", role)
	return 2
}

// lockedBuffer may be written and read by different goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
