package local

import (
	"encoding/json"
	"slices"
	"strings"
)

// Model is one model that a server can serve.
type Model struct {
	Name       string // as it is to be configured
	Chat       bool   // false: it only makes vectors
	Loaded     Loaded
	Context    int // the window it has now, in tokens; 0: unknown, or it is not loaded
	MaxContext int // the window it was trained for; 0: unknown
	Bytes      int64
	Family     string // as the server names it: llama, qwen3
	Size       string // 4B
	Quant      string // Q4_K_M
}

// Loaded says whether a model is in memory.
type Loaded string

// The states of a model.
const (
	LoadedUnknown Loaded = ""
	LoadedYes     Loaded = "yes"
	LoadedNo      Loaded = "no"
)

// vectorFamilies are architectures that can't chat; vectorNames are parts of names by which models of other
// architectures are known to make vectors or ranks only. Not every server says what its models are for.
var (
	vectorFamilies = [...]string{"bert", "nomic-bert", "xlm-roberta", "jina-bert", "modernbert", "gte", "t5encoder"}
	vectorNames    = [...]string{"embed", "bge-", "e5-", "gte-", "minilm", "rerank", "arctic-embed"}
)

func chats(name string, families ...string) bool {
	name = strings.ToLower(name)
	for _, family := range families {
		family = strings.ToLower(family)
		if slices.ContainsFunc(vectorFamilies[:], func(v string) bool { return strings.HasPrefix(family, v) }) {
			return false
		}
	}
	return !slices.ContainsFunc(vectorNames[:], func(v string) bool { return strings.Contains(name, v) })
}

// lmStudioList is /api/v0/models.
type lmStudioList struct {
	Data []struct {
		ID      string `json:"id"`
		Type    string `json:"type"` // llm, vlm, embeddings
		Arch    string `json:"arch"`
		Quant   string `json:"quantization"`
		State   string `json:"state"` // loaded, not-loaded
		Max     int    `json:"max_context_length"`
		Context int    `json:"loaded_context_length"`
	} `json:"data"`
}

func (l lmStudioList) models() (models []Model) {
	for _, m := range l.Data {
		one := Model{Name: m.ID, Chat: m.Type == "llm" || m.Type == "vlm", MaxContext: m.Max, Context: m.Context, Family: m.Arch, Quant: m.Quant}
		switch m.State {
		case "loaded":
			one.Loaded = LoadedYes
		case "not-loaded":
			one.Loaded = LoadedNo
		}
		models = append(models, one)
	}
	return models
}

// ollamaList is /api/tags, and /api/ps with what is in memory.
type ollamaList struct {
	Models []struct {
		Name    string `json:"name"`
		Size    int64  `json:"size"`
		Context int    `json:"context_length"` // in /api/ps only
		Details struct {
			Family   string   `json:"family"`
			Families []string `json:"families"`
			Size     string   `json:"parameter_size"`
			Quant    string   `json:"quantization_level"`
		} `json:"details"`
	} `json:"models"`
}

// models joins both lists. running is nil when the server does not tell what is in memory.
func (l ollamaList) models(running *ollamaList) (models []Model) {
	for _, m := range l.Models {
		one := Model{Name: m.Name, Chat: chats(m.Name, append(m.Details.Families, m.Details.Family)...), Bytes: m.Size,
			Family: m.Details.Family, Size: m.Details.Size, Quant: m.Details.Quant}
		if running != nil {
			one.Loaded = LoadedNo
			for _, r := range running.Models {
				if r.Name == m.Name {
					one.Loaded, one.Context = LoadedYes, r.Context
				}
			}
		}
		models = append(models, one)
	}
	return models
}

// openAIList is /v1/models, with what llama.cpp's server adds.
type openAIList struct {
	Data []struct {
		ID      string `json:"id"`
		OwnedBy string `json:"owned_by"`
		Meta    *struct {
			Context    int    `json:"n_ctx"`
			MaxContext int    `json:"n_ctx_train"`
			Bytes      int64  `json:"size"`
			Quant      string `json:"ftype"`
		} `json:"meta"`
		Status json.RawMessage `json:"status"` // of a llama.cpp router, which has many models
	} `json:"data"`
}

func (l openAIList) models() (models []Model) {
	for _, m := range l.Data {
		one := Model{Name: m.ID, Chat: chats(m.ID)}
		if m.Meta != nil {
			one.Loaded, one.Context, one.MaxContext = LoadedYes, m.Meta.Context, m.Meta.MaxContext
			one.Bytes, one.Quant = m.Meta.Bytes, m.Meta.Quant
		}
		var status struct {
			Value string `json:"value"`
		}
		if json.Unmarshal(m.Status, &status) == nil && status.Value != "" {
			one.Loaded = LoadedNo
			if status.Value == "loaded" {
				one.Loaded = LoadedYes
			}
		}
		models = append(models, one)
	}
	return models
}

// llamaCpp says whether the list is that of llama.cpp's server.
func (l openAIList) llamaCpp() bool { return len(l.Data) > 0 && l.Data[0].OwnedBy == "llamacpp" }
