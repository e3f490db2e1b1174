package linux

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Memory is the main memory of this machine in bytes, as the kernel tells it.
func Memory() (uint64, error) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, fmt.Errorf("read the size of the memory: %w", err)
	}
	return memoryIn(string(text))
}

// memoryIn finds the size in the kernel's list, "MemTotal:  16303428 kB"; its kB are 1024 bytes.
func memoryIn(text string) (uint64, error) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != "MemTotal:" || f[2] != "kB" {
			continue
		}
		n, err := strconv.ParseUint(f[1], 10, 54) // so that it is no more than 64 bits in bytes
		if err != nil || n == 0 {
			return 0, fmt.Errorf("the size of the memory is %q", f[1])
		}
		return n << 10, nil
	}
	return 0, errors.New("the kernel does not tell the size of the memory")
}
