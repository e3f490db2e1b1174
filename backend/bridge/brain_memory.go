package bridge

import (
	"fmt"
	"strconv"
	"strings"

	"pace/backend/planner/budget"
	"pace/backend/planner/local"
)

// MemoryBudget says whether what is chosen fits into this machine. All sizes are in units of 2^30 bytes.
type MemoryBudget struct {
	PhysicalGB float64      `json:"physicalGB"` // 0: not known
	UsableGB   float64      `json:"usableGB"`   // what models may take of it
	NeededGB   float64      `json:"neededGB"`   // as far as it is known
	Fits       bool         `json:"fits"`
	Items      []MemoryItem `json:"items"`
	Verdict    string       `json:"verdict"`
}

// MemoryItem is one part of Pace with what fills it.
type MemoryItem struct {
	Slot   string  `json:"slot"`
	Name   string  `json:"name"`
	Choice string  `json:"choice"`
	GB     float64 `json:"gb"`
	Known  bool    `json:"known"` // false: gb is not
}

const gib = 1 << 30

// budget judges the model in use against the machine. The other parts of Pace take no model yet, and count as nothing.
func (p Parts) budget(tier string, m local.Model) MemoryBudget {
	physical, err := p.Memory()
	v := budget.Judge(physical, map[budget.Slot]string{budget.Planner: "builtin"})
	b := MemoryBudget{PhysicalGB: v.PhysicalGB, UsableGB: v.UsableGB, Fits: true}
	names := map[budget.Slot]string{}
	for _, row := range budget.Table() {
		names[row.Slot] = row.Name
	}
	for _, item := range v.Items {
		b.Items = append(b.Items, MemoryItem{string(item.Slot), names[item.Slot], item.Choice.Name, item.Choice.GB, true})
		b.NeededGB += item.Choice.GB
	}
	planner := &b.Items[0]
	if tier == "local" {
		gb, known := resident(m)
		planner.Choice, planner.GB, planner.Known = short(m.Name), gb, known
		b.NeededGB += gb
	}
	b.Fits = b.NeededGB <= b.UsableGB
	b.Verdict = verdict(b, tier, err == nil)
	if err != nil {
		b.PhysicalGB, b.UsableGB, b.Fits = 0, 0, true
	}
	return b
}

// resident is what a model keeps in memory: the table's number where it was measured, else the size of its file, which is
// a little less than what it will take.
func resident(m local.Model) (gb float64, known bool) {
	name := strings.NewReplacer(":", "-", "_", "-").Replace(strings.ToLower(m.Name + "-" + m.Quant))
	for _, row := range []struct{ has, and, id string }{
		{"qwen3-30b", "", "qwen3-30b"}, {"gemma-3-12b", "4", "gemma-3-12b"},
		{"qwen3-4b", "bf16", "qwen3-4b-bf16"}, {"qwen3-4b", "q4", "qwen3-4b-4bit"}, {"qwen3-4b", "4bit", "qwen3-4b-4bit"},
	} {
		if _, rest, found := strings.Cut(name, row.has); found && strings.Contains(rest, row.and) {
			for _, c := range budget.Table()[0].Choices {
				if c.ID == row.id {
					return c.GB, true
				}
			}
		}
	}
	return float64(m.Bytes) / gib, m.Bytes > 0
}

func verdict(b MemoryBudget, tier string, machine bool) string {
	model := b.Items[0]
	may := fmt.Sprintf("Models may use %s of this machine's %s.", gigabytes(b.UsableGB), gigabytes(b.PhysicalGB))
	switch {
	case !machine:
		return "How much memory this machine has is not known here."
	case tier != "local":
		return "The built-in planner takes no memory. " + may
	case !model.Known:
		return fmt.Sprintf("The server does not say how much memory “%s” takes. %s", model.Choice, may)
	case b.Fits:
		return fmt.Sprintf("“%s” takes about %s, so %s stay free for others. %s", model.Choice, gigabytes(model.GB), gigabytes(b.UsableGB-b.NeededGB), may)
	}
	return fmt.Sprintf("“%s” takes about %s, which is %s too much: it will be slow, or push other programs out of memory. %s", model.Choice,
		gigabytes(model.GB), gigabytes(b.NeededGB-b.UsableGB), may)
}

func gigabytes(gb float64) string {
	if gb > 0 && gb < 0.05 {
		return "under 0.1 GB"
	}
	return strings.TrimSuffix(strconv.FormatFloat(gb, 'f', 1, 64), ".0") + " GB"
}
