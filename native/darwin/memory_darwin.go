package darwin

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Memory is the main memory of this machine in bytes.
func Memory() (uint64, error) {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0, fmt.Errorf("read the size of the memory: %w", err)
	}
	return n, nil
}
