package linux

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSizeOfTheMemoryIsFoundInTheKernelsList(t *testing.T) {
	n, err := memoryIn("MemTotal:       16303428 kB\nMemFree:          501232 kB\n")
	require.NoError(t, err)
	require.Equal(t, uint64(16303428)*1024, n)
	for _, bad := range []string{"", "MemFree: 5 kB\n", "MemTotal: 5\n", "MemTotal: 5 MB\n", "MemTotal: -5 kB\n", "MemTotal: 0 kB\n", "MemTotal: many kB\n", "MemTotal: 18446744073709551615 kB\n"} {
		_, err := memoryIn(bad)
		require.Error(t, err, "%q", bad)
	}
}
