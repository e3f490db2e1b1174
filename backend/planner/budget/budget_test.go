package budget_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/planner/budget"
)

const gib = 1 << 30

func TestUsableIsWhatTheSystemDoesNotNeed(t *testing.T) {
	for physical, want := range map[uint64]float64{0: 2, 4: 2, 8: 2, 16: 10, 48: 42} {
		require.InDelta(t, want, budget.Usable(physical*gib), 1e-9, "%d", physical)
	}
}

func TestAVerdictAddsUpTheChoices(t *testing.T) {
	type picks = map[budget.Slot]string
	for _, c := range []struct {
		name     string
		physical uint64
		chosen   picks
		needed   float64
		fits     bool
		vision   string
	}{
		{"nothing chosen", 8, nil, 0, true, "ui-venus-2b"},
		{"a small planner on a small machine", 8, picks{budget.Planner: "qwen3-4b-4bit"}, 3, false, "off"},
		{"the usual set", 16, picks{budget.Planner: "gemma-3-12b", budget.Hearing: "whisper-large", budget.Speaking: "kokoro"}, 9.9, true, "off"},
		{"and a little too much", 16, picks{budget.Planner: "gemma-3-12b", budget.Hearing: "whisper-large", budget.Speaking: "qwen3-tts", budget.Embedder: "nomic"}, 10.25, false, "off"},
		{"exactly full", 16, picks{budget.Planner: "qwen3-4b-bf16", budget.Vision: "ui-venus-2b"}, 10, true, "ui-venus-2b"},
		{"everything on a large machine", 48, picks{budget.Planner: "qwen3-30b", budget.Vision: "vl-30b", budget.Hearing: "whisper-large", budget.Speaking: "kokoro", budget.Embedder: "nomic"}, 38.75, true, "vl-30b"},
		{"a planner elsewhere frees its memory", 16, picks{budget.Planner: "cloud", budget.Vision: "qwen3-vl-8b"}, 6, true, "qwen3-vl-8b"},
		{"vision that does not fit, and what would", 16, picks{budget.Planner: "apple", budget.Vision: "vl-30b"}, 18, false, "qwen3-vl-8b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := budget.Judge(c.physical*gib, c.chosen)
			require.InDelta(t, c.needed, v.NeededGB, 1e-9)
			require.Equal(t, c.fits, v.Fits)
			require.Equal(t, c.vision, v.LargestVision.ID)
			require.InDelta(t, v.UsableGB-v.NeededGB, v.HeadroomGB, 1e-9)
			require.Empty(t, v.Unknown)
			require.Len(t, v.Items, 5)
			for slot, id := range c.chosen {
				for _, item := range v.Items {
					if item.Slot == slot {
						require.Equal(t, id, item.Choice.ID)
					}
				}
			}
		})
	}
}

func TestAChoiceThatIsNotInTheTableIsNamed(t *testing.T) {
	v := budget.Judge(16*gib, map[budget.Slot]string{budget.Planner: "something new", budget.Vision: "off"})
	require.Equal(t, []budget.Slot{budget.Planner}, v.Unknown)
	require.Zero(t, v.NeededGB)
}

func TestTheTableIsInOrderAndCantBeChanged(t *testing.T) {
	budget.Table()[0].Choices[0].GB = 99
	for _, row := range budget.Table() {
		seen := map[string]bool{}
		least := 0.0
		require.Zero(t, row.Choices[0].GB, "every slot can be had for nothing: %s", row.Slot)
		for _, c := range row.Choices {
			require.False(t, seen[c.ID], c.ID)
			seen[c.ID] = true
			require.GreaterOrEqual(t, c.GB, least, "the smallest first")
			least = c.GB
			require.NotEmpty(t, c.Name)
		}
	}
}

func TestMoreMemoryNeverFitsLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chosen := map[budget.Slot]string{}
		for _, row := range budget.Table() {
			chosen[row.Slot] = rapid.SampledFrom(row.Choices).Draw(t, string(row.Slot)).ID
		}
		small := rapid.Uint64Range(0, 64).Draw(t, "small") * gib
		a, b := budget.Judge(small, chosen), budget.Judge(small+rapid.Uint64Range(0, 64).Draw(t, "more")*gib, chosen)
		require.True(t, b.Fits || !a.Fits)
		require.GreaterOrEqual(t, b.LargestVision.GB, a.LargestVision.GB)
		chosen[budget.Vision] = a.LargestVision.ID
		if with := budget.Judge(small, chosen); a.LargestVision.GB > 0 {
			require.True(t, with.Fits, "what is said to fit fits")
		}
	})
}
