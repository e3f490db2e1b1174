// Package budget says which local models fit into a machine's memory together. It owns the table of what each choice
// keeps resident and the arithmetic of the verdict. It is advice: it measures nothing, forbids nothing, and the
// machine's memory comes in from outside.
package budget

import "slices"

// Slot is a part of Pace that may be served by a model.
type Slot string

// The slots, in the order in which they are shown.
const (
	Planner  Slot = "planner"
	Vision   Slot = "vision"
	Hearing  Slot = "stt"
	Speaking Slot = "tts"
	Embedder Slot = "embedder"
)

// Choice is one way to fill a slot. The first choice of a slot is the one with the least memory.
type Choice struct {
	ID   string  `json:"id"`
	Name string  `json:"name"` // for a person
	GB   float64 `json:"gb"`   // resident memory, in units of 2^30 bytes
}

// Row is a slot with its choices, the smallest first.
type Row struct {
	Slot    Slot     `json:"slot"`
	Name    string   `json:"name"`
	Choices []Choice `json:"choices"`
}

const (
	gib      = 1 << 30
	reserved = 6.0 // for the system and the user's own programs
	least    = 2.0 // what counts as usable on the smallest machine
	slack    = 0.0001
)

// Table gives the rows anew, so that nobody can change them for others. The numbers are what the models were seen to
// keep resident with the context Pace asks for.
func Table() []Row {
	return []Row{
		{Planner, "Planner", []Choice{
			{"builtin", "Built in", 0},
			{"apple", "Apple's model, part of the system", 0},
			{"cloud", "On another machine", 0},
			{"qwen3-4b-4bit", "Qwen3 4B, 4 bit", 3.0},
			{"gemma-3-12b", "Gemma 3 12B, 4 bit", 8.0},
			{"qwen3-4b-bf16", "Qwen3 4B, bf16", 8.0},
			{"qwen3-30b", "Qwen3 30B A3B", 18.6},
		}},
		{Vision, "Seeing", []Choice{
			{"off", "Off", 0},
			{"ui-venus-2b", "UI-Venus 2B", 2.0},
			{"qwen3-vl-4b", "Qwen3-VL 4B", 3.0},
			{"qwen3-vl-8b", "Qwen3-VL 8B", 6.0},
			{"vl-30b", "A 30B vision model", 18.0},
		}},
		{Hearing, "Hearing", []Choice{
			{"system", "Part of the system", 0},
			{"whisper-large", "Whisper large", 1.5},
		}},
		{Speaking, "Speaking", []Choice{
			{"system", "Part of the system", 0},
			{"kokoro", "Kokoro", 0.4},
			{"qwen3-tts", "Qwen3 TTS", 0.5},
		}},
		{Embedder, "Finding by meaning", []Choice{
			{"system", "Part of the system", 0},
			{"nomic", "Nomic embed text", 0.25},
		}},
	}
}

// Item is one line of a verdict.
type Item struct {
	Slot   Slot   `json:"slot"`
	Choice Choice `json:"choice"`
}

// Verdict says what the chosen models need and whether that fits.
type Verdict struct {
	Items         []Item  `json:"items"` // one for each slot, in the order of Table
	PhysicalGB    float64 `json:"physicalGB"`
	UsableGB      float64 `json:"usableGB"`
	NeededGB      float64 `json:"neededGB"`
	HeadroomGB    float64 `json:"headroomGB"` // negative when it does not fit
	Fits          bool    `json:"fits"`
	LargestVision Choice  `json:"largestVision"` // that fits beside the other choices; off when none does
	Unknown       []Slot  `json:"unknown"`       // slots whose choice the table does not know; counted as nothing
}

// Usable is what models may take of a machine's memory, in units of 2^30 bytes.
func Usable(physical uint64) float64 { return max(float64(physical)/gib-reserved, least) }

// Judge counts the chosen models, by slot and id, against a machine's memory in bytes. A slot without a choice has
// its smallest.
func Judge(physical uint64, chosen map[Slot]string) Verdict {
	v := Verdict{PhysicalGB: float64(physical) / gib, UsableGB: Usable(physical), Unknown: []Slot{}}
	var seeing []Choice
	beside := 0.0 // all but vision
	for _, row := range Table() {
		pick := row.Choices[0]
		if id, said := chosen[row.Slot]; said {
			i := slices.IndexFunc(row.Choices, func(c Choice) bool { return c.ID == id })
			if i < 0 {
				v.Unknown = append(v.Unknown, row.Slot)
			} else {
				pick = row.Choices[i]
			}
		}
		v.Items = append(v.Items, Item{row.Slot, pick})
		v.NeededGB += pick.GB
		if row.Slot == Vision {
			seeing = row.Choices
		} else {
			beside += pick.GB
		}
	}
	v.HeadroomGB = v.UsableGB - v.NeededGB
	v.Fits = fits(v.HeadroomGB)
	v.LargestVision = seeing[0]
	for _, c := range seeing {
		if fits(v.UsableGB-beside-c.GB) && c.GB >= v.LargestVision.GB {
			v.LargestVision = c
		}
	}
	return v
}

// fits forgives what adding decimal fractions loses.
func fits(headroom float64) bool { return headroom >= -slack }
