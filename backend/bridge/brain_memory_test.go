package bridge

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local"
)

func TestTheMemoryOfTheModelInUseIsHeldAgainstTheMachine(t *testing.T) {
	for _, c := range []struct {
		name   string
		ram    uint64
		tier   string
		model  local.Model
		needed float64
		known  bool
		fits   bool
		says   string
	}{
		{"no model", 16, "builtin", local.Model{}, 0, true, true, "The built-in planner takes no memory. Models may use 10 GB of this machine's 16 GB."},
		{"in the table", 16, "local", local.Model{Name: "qwen3:4b", Quant: "Q4_K_M", Bytes: 1 << 20}, 3, true, true,
			"“qwen3:4b” takes about 3 GB, so 7 GB stay free for others. Models may use 10 GB of this machine's 16 GB."},
		{"in the table, another precision", 16, "local", local.Model{Name: "qwen3-4b-bf16"}, 8, true, true, ""},
		{"by its file", 16, "local", local.Model{Name: "/m/llama.gguf", Bytes: 5 << 30}, 5, true, true, "“llama.gguf” takes about 5 GB"},
		{"too much", 16, "local", local.Model{Name: "qwen3-30b-a3b"}, 18.6, true, false, "takes about 18.6 GB, which is 8.6 GB too much"},
		{"not told", 16, "local", local.Model{Name: "something"}, 0, false, true, "The server does not say how much memory “something” takes."},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := Parts{Memory: func() (uint64, error) { return c.ram * gib, nil }}.budget(c.tier, c.model)
			require.InDelta(t, c.needed, b.NeededGB, 1e-9)
			require.Equal(t, c.known, b.Items[0].Known)
			require.Equal(t, c.fits, b.Fits)
			require.Contains(t, b.Verdict, c.says)
			require.Len(t, b.Items, 5)
			for _, item := range b.Items {
				require.NotEmpty(t, item.Name)
				require.NotEmpty(t, item.Choice)
			}
		})
	}
}

func TestAMachineThatDoesNotTellItsMemoryIsNotJudged(t *testing.T) {
	b := Parts{Memory: func() (uint64, error) { return 0, errors.New("no") }}.budget("local", local.Model{Name: "qwen3-30b"})
	require.Equal(t, "How much memory this machine has is not known here.", b.Verdict)
	require.Zero(t, b.PhysicalGB)
	require.True(t, b.Fits)
}
