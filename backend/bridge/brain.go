package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"pace/backend/egress"
	"pace/backend/planner/brain"
	"pace/backend/planner/local"
)

// Brain shows how Pace thinks, looks for model servers on this machine, and gives memory back. What is chosen is changed
// through Settings.
type Brain struct{ p Parts }

// BrainStatus is everything about who plans.
type BrainStatus struct {
	Chosen  string        `json:"chosen"` // the tier; "" when none is chosen
	Planner PlannerInUse  `json:"planner"`
	Problem string        `json:"problem"` // why what is chosen can't be asked, or ""
	Looked  string        `json:"looked"`  // when, RFC 3339; "" when a look is needed
	Servers []ModelServer `json:"servers"`
	Asked   *AskedModel   `json:"asked,omitempty"` // the server and the model that would be asked
	Last    *LastAnswer   `json:"last,omitempty"`  // since Pace was started
	Memory  MemoryBudget  `json:"memory"`
	Privacy PrivacyToday  `json:"privacy"`
	Tiers   []TierChoice  `json:"tiers"`
}

// ModelServer is one that answers on this machine.
type ModelServer struct {
	URL     string        `json:"url"`
	At      string        `json:"at"`   // host and port
	Kind    string        `json:"kind"` // lmstudio, ollama, llamacpp, openai
	Name    string        `json:"name"` // for a person
	Version string        `json:"version"`
	Loading bool          `json:"loading"` // it is up, its model is not
	Models  []ServedModel `json:"models"`
}

// ServedModel is one that a server has. Unknown numbers are 0.
type ServedModel struct {
	Name       string `json:"name"`
	Short      string `json:"short"` // for a person: without the folders of a file
	Chat       bool   `json:"chat"`
	Loaded     string `json:"loaded"`  // yes, no, or "" where it is not told
	Context    int    `json:"context"` // tokens
	MaxContext int    `json:"maxContext"`
	Bytes      int64  `json:"bytes"`
	Size       string `json:"size"`
	Quant      string `json:"quant"`
	CanUnload  bool   `json:"canUnload"`
}

// AskedModel is the model that would be asked next.
type AskedModel struct {
	URL   string `json:"url"`
	Model string `json:"model"`
	Short string `json:"short"`
}

// LastAnswer is what is known of the newest chat with a model.
type LastAnswer struct {
	At           string `json:"at"` // RFC 3339
	Asked        string `json:"asked"`
	Served       string `json:"served"`   // "" when the server named none
	Compared     string `json:"compared"` // same, other, unnamed
	PromptTokens int    `json:"promptTokens"`
	CachedTokens int    `json:"cachedTokens"`
	AnswerTokens int    `json:"answerTokens"`
	FirstMs      int64  `json:"firstMs"` // 0: nothing came
	TotalMs      int64  `json:"totalMs"`
	Attempts     int    `json:"attempts"`
	Problem      string `json:"problem"` // why it was not used, or ""
}

// PrivacyToday adds up what went out since midnight.
type PrivacyToday struct {
	OffDeviceBytes  int64 `json:"offDeviceBytes"`  // sent off this machine
	LocalBytes      int64 `json:"localBytes"`      // both ways, with servers on this machine
	HandedOverBytes int64 `json:"handedOverBytes"` // to other programs; what those send on is not measured
	Unfinished      int   `json:"unfinished"`      // transfers whose size is not known yet
	Broken          int   `json:"broken"`          // records that could not be read
}

// TierChoice is a tier, and why it can't be chosen where it can't.
type TierChoice struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	About string `json:"about"`
	Why   string `json:"why"` // "" when it can be chosen
}

// Unloaded is what became of asking for memory back.
type Unloaded struct {
	Freed  bool        `json:"freed"` // seen in the server's own list
	Said   string      `json:"said"`
	Status BrainStatus `json:"status"`
}

// How long the looks of this service may take. The probe of one address has a bound of its own, and all run side by side.
const (
	lookBudget  = 10 * time.Second
	helloBudget = time.Second // the first call of a window waits for it
)

// Status tells what is known from the last look. It contacts nobody.
func (b *Brain) Status() (BrainStatus, error) { return b.status(b.p.Brain.Known()) }

// Look looks at the usual addresses and at the one that is set, also when no model is to be asked.
func (b *Brain) Look() (BrainStatus, error) {
	ctx, cancel := context.WithTimeout(b.p.Context, lookBudget)
	defer cancel()
	b.p.Settings.Reload()
	found, err := b.p.Brain.Survey(ctx)
	if err != nil {
		return BrainStatus{}, &Error{"internal", "Looking for model servers took too long."}
	}
	return b.status(found)
}

// Unload asks the server to take a model out of memory, and looks whether it did.
func (b *Brain) Unload(model string) (Unloaded, error) {
	err := b.p.Brain.Unload(b.p.Context, model)
	switch {
	case errors.Is(err, local.ErrNotOffered):
		return Unloaded{}, &Error{"invalid", "This model server does not unload a model when it is asked to. Do it in its own program."}
	case errors.Is(err, local.ErrNoModel):
		return Unloaded{}, &Error{"notFound", "No server that was found has that model in memory."}
	case err != nil:
		return Unloaded{}, &Error{"internal", brain.Explain(b.p.Brain.Known().Place, err)}
	}
	status, err := b.Look()
	if err != nil {
		return Unloaded{}, err
	}
	u := Unloaded{Freed: true, Said: fmt.Sprintf("“%s” is out of memory.", short(model)), Status: status}
	for _, s := range status.Servers {
		for _, m := range s.Models {
			if m.Name == model && m.Loaded != string(local.LoadedNo) {
				u.Freed, u.Said = false, fmt.Sprintf("The server took the request, but still lists “%s” in memory. Look again in a moment.", short(model))
			}
		}
	}
	return u, nil
}

func (b *Brain) status(found brain.Survey) (BrainStatus, error) {
	total, err := b.p.today()
	if err != nil {
		return BrainStatus{}, err
	}
	tier := b.p.Tier()
	s := BrainStatus{Chosen: tier, Planner: inUse(tier, found), Problem: problem(tier, found), Servers: servers(found), Tiers: tiers(b.p.Platform),
		Privacy: PrivacyToday{total.Sent, total.Local, total.HandedOver, total.Unfinished, total.Broken}}
	if !found.At.IsZero() {
		s.Looked = found.At.Format(time.RFC3339)
		if found.Err == nil {
			s.Asked = &AskedModel{found.Place.Server.URL, found.Place.Model.Name, short(found.Place.Model.Name)}
		}
	}
	if last, any := b.p.Brain.Last(); any {
		s.Last = answer(last)
	}
	s.Memory = b.p.budget(s.Planner.Tier, found.Place.Model)
	return s, nil
}

func answer(l brain.Last) *LastAnswer {
	return &LastAnswer{At: l.At.Format(time.RFC3339), Asked: short(l.Asked), Served: short(l.Served), Compared: string(l.Compared),
		PromptTokens: l.Usage.Prompt, CachedTokens: l.Usage.Cached, AnswerTokens: l.Usage.Completion,
		FirstMs: l.First.Milliseconds(), TotalMs: l.Total.Milliseconds(), Attempts: l.Attempts,
		Problem: brain.Explain(brain.Place{Server: local.Server{URL: l.URL}}, l.Err)}
}

// today adds up the audit since midnight.
func (p Parts) today() (egress.Total, error) {
	now := time.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	total, err := p.Door.Total(p.Context, midnight)
	if err != nil {
		return total, &Error{"internal", "The record of what left this machine could not be read."}
	}
	return total, nil
}

// planner tells who answers, for the first call of a window: it looks for a server where nobody has yet.
func (p Parts) planner() PlannerInUse {
	if tier := p.Tier(); tier == "" || tier == "local" {
		ctx, cancel := context.WithTimeout(p.Context, helloBudget)
		defer cancel()
		_, _ = p.Brain.Find(ctx, false) // what it found out is in Known
	}
	return inUse(p.Tier(), p.Brain.Known())
}

// inUse is the planner that really answers: the built-in one stands in for every other that can't be asked.
func inUse(tier string, found brain.Survey) PlannerInUse {
	asks := tier == "" || tier == "local"
	switch {
	case asks && found.Ready():
		s := found.Place.Server
		model := short(found.Place.Model.Name)
		return PlannerInUse{"local", fmt.Sprintf("%s at %s, model %s", kindName(s.Kind), at(s.URL), model), model}
	case asks && found.At.IsZero():
		return PlannerInUse{"", "Not looked for yet", "Not looked yet"}
	}
	return PlannerInUse{"builtin", "Built-in, no model", "Built-in, no model"}
}

// problem says why what is chosen can't be asked. Who has chosen nothing misses nothing.
func problem(tier string, found brain.Survey) string {
	switch tier {
	case "local":
		return found.Problem()
	case "", "builtin":
		return ""
	}
	return "This version of Pace can't ask that planner, so the built-in one answers."
}

func servers(found brain.Survey) []ModelServer {
	out := make([]ModelServer, 0, len(found.Servers))
	for _, s := range found.Servers {
		x := ModelServer{URL: s.URL, At: at(s.URL), Kind: string(s.Kind), Name: kindName(s.Kind), Version: s.Version, Loading: s.Loading,
			Models: make([]ServedModel, 0, len(s.Models))}
		for _, m := range s.Models {
			// A llama.cpp server with one model can't give it back; one with several can.
			offers := s.Kind == local.Ollama || s.Kind == local.LlamaCpp && len(s.Models) > 1
			x.Models = append(x.Models, ServedModel{Name: m.Name, Short: short(m.Name), Chat: m.Chat, Loaded: string(m.Loaded), Context: m.Context,
				MaxContext: m.MaxContext, Bytes: m.Bytes, Size: m.Size, Quant: m.Quant, CanUnload: offers && m.Loaded == local.LoadedYes})
		}
		out = append(out, x)
	}
	return out
}

func kindName(k local.Kind) string {
	switch k {
	case local.LMStudio:
		return "LM Studio"
	case local.Ollama:
		return "Ollama"
	case local.LlamaCpp:
		return "llama.cpp"
	}
	return "Model server"
}

// at is a server's address as a person knows it.
func at(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

// short leaves the folders of a model's file away. Names of other models keep their publisher.
func short(model string) string {
	if strings.HasSuffix(strings.ToLower(model), ".gguf") {
		return path.Base(strings.ReplaceAll(model, `\`, "/"))
	}
	return model
}

func tiers(platform string) []TierChoice {
	const later = "Not built yet."
	apple := "Only macOS has it."
	if platform == "macOS" {
		apple = later
	}
	return []TierChoice{
		{"", "Use what is found", "A model server on this machine where one answers, else the built-in planner.", ""},
		{"builtin", "Built-in planner", "Understands plain commands. Needs no model, no download and no memory.", ""},
		{"local", "Model server on this machine", "LM Studio, Ollama or llama.cpp. Nothing leaves this machine.", ""},
		{"appleFoundationModels", "Apple's model", "Part of macOS.", apple},
		{"cliBridge", "An assistant's program, kept running", "Sends what it is told off this machine.", later},
		{"cliDirect", "An assistant's program, started for each sentence", "Sends what it is told off this machine.", later},
		{"directAPI", "A model over the network", "Sends each prompt off this machine.", later},
	}
}
