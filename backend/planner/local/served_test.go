package local

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesOfAModelAreCompared(t *testing.T) {
	for _, c := range []struct {
		configured, served string
		want               Served
	}{
		{"tiny", "tiny", ServedSame},
		{"tiny", "tiny:latest", ServedSame},
		{"tiny:latest", "tiny", ServedSame},
		{"Tiny ", "tiny", ServedSame},
		{"google/gemma-3-12b", "gemma-3-12b", ServedSame},
		{"gemma-3-12b", "google/gemma-3-12b", ServedSame},
		{"closer", "registry.localhost/library/closer:latest", ServedSame},
		{"qwen3-4b", "/models/Qwen3-4B.gguf", ServedSame},
		{"qwen3-4b", `C:\models\qwen3-4b.GGUF`, ServedSame},
		{"/a/qwen3-4b.gguf", "/b/qwen3-4b.gguf", ServedSame},
		{"qwen3:4b", "qwen3:4b", ServedSame},

		{"qwen3:4b", "qwen3:8b", ServedOther},
		{"qwen3", "qwen3:8b", ServedOther},
		{"qwen3-4b", "qwen3-4b-q8", ServedOther},
		{"google/gemma-3-12b", "unsloth/gemma-3-12b", ServedOther},
		{"google/gemma-3-12b", "gemma-3-4b", ServedOther},

		{"", "tiny", ServedUnnamed},
		{"tiny", "", ServedUnnamed},
		{"", "", ServedUnnamed},
	} {
		require.Equal(t, c.want, CompareModel(c.configured, c.served), "%q and %q", c.configured, c.served)
	}
}
