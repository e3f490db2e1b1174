package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"pace/backend/app"
	"pace/backend/planner/brain"
	"pace/backend/planner/local"
)

// modelsCmd works on the models of the servers on this machine. What is in them is the servers' own.
type modelsCmd struct {
	List   modelsList   `cmd:"" help:"The model servers on this machine and their models; the one that is asked has a star."`
	Pull   modelsPull   `cmd:"" help:"Have Ollama download a model. What Ollama fetches, Pace neither sees nor counts."`
	Unload modelsUnload `cmd:"" help:"Have a server take a model out of memory."`
}

type modelsList struct {
	JSON bool `name:"json" help:"Print the list as JSON."`
}

// listedServer is one server of `pace models list --json`.
type listedServer struct {
	URL     string        `json:"url"`
	Kind    string        `json:"kind"`
	Version string        `json:"version"`
	Loading bool          `json:"loading"`
	Models  []listedModel `json:"models"`
}

type listedModel struct {
	Name    string `json:"name"`
	Chat    bool   `json:"chat"`
	Loaded  string `json:"loaded"` // yes, no, or "" where the server does not tell
	Context int    `json:"context"`
	Bytes   int64  `json:"bytes"`
	Asked   bool   `json:"asked"`
}

func (c *modelsList) Run(ctx context.Context, std Std, b Build) error {
	return withModels(std, b, func(l *brain.Local) error {
		found, err := l.Survey(ctx)
		if err != nil {
			return &said{"Stopped.", 1, err}
		}
		servers := []listedServer{}
		for _, s := range found.Servers {
			row := listedServer{URL: s.URL, Kind: string(s.Kind), Version: s.Version, Loading: s.Loading, Models: []listedModel{}}
			for _, m := range s.Models {
				row.Models = append(row.Models, listedModel{Name: m.Name, Chat: m.Chat, Loaded: string(m.Loaded), Context: m.Context, Bytes: m.Bytes,
					Asked: found.Err == nil && s.URL == found.Place.Server.URL && m.Name == found.Place.Model.Name})
			}
			servers = append(servers, row)
		}
		if c.JSON {
			e := json.NewEncoder(std.Out)
			e.SetIndent("", "  ")
			return e.Encode(servers)
		}
		out := visible{std.Out}
		for _, s := range servers {
			fmt.Fprintf(out, "%s\n", strings.TrimSpace(s.URL+"  "+s.Kind+" "+s.Version))
			for _, m := range s.Models {
				fmt.Fprintf(out, "%s %s%s\n", map[bool]string{true: "*", false: " "}[m.Asked], m.Name, m.words())
			}
		}
		if why := found.Problem(); why != "" {
			fmt.Fprintln(out, why)
		}
		return nil
	})
}

func (m listedModel) words() string {
	var words []string
	if !m.Chat {
		words = append(words, "makes vectors only")
	}
	if m.Loaded == string(local.LoadedYes) {
		words = append(words, "in memory")
	}
	if m.Context > 0 {
		words = append(words, fmt.Sprintf("%d tokens", m.Context))
	}
	switch {
	case m.Bytes >= 1e8:
		words = append(words, fmt.Sprintf("%.1f GB", float64(m.Bytes)/1e9))
	case m.Bytes > 0:
		words = append(words, fmt.Sprintf("%.1f MB", float64(m.Bytes)/1e6))
	}
	if len(words) == 0 {
		return ""
	}
	return "  (" + strings.Join(words, ", ") + ")"
}

type modelsPull struct {
	Model string `arg:"" help:"The name, as Ollama knows it."`
}

func (c *modelsPull) Run(ctx context.Context, std Std, b Build) error {
	return withModels(std, b, func(l *brain.Local) error {
		out, last := visible{std.Out}, ""
		err := l.Pull(ctx, c.Model, func(p local.Progress) {
			line := p.Step
			if p.Total > 0 {
				line = fmt.Sprintf("%s: %d %%", p.Step, p.Done*100/p.Total)
			}
			if line != last {
				fmt.Fprintln(out, line)
				last = line
			}
		})
		return managed(err, c.Model)
	})
}

type modelsUnload struct {
	Model string `arg:"" help:"The name, as pace models list prints it."`
}

func (c *modelsUnload) Run(ctx context.Context, std Std, b Build) error {
	return withModels(std, b, func(l *brain.Local) error {
		if _, err := l.Survey(ctx); err != nil {
			return &said{"Stopped.", 1, err}
		}
		return managed(l.Unload(ctx, c.Model), c.Model)
	})
}

// managed makes the sentence of a server that did not do as it was asked.
func managed(err error, model string) error {
	var reports *local.ServerError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, local.ErrNotOffered):
		return &said{"This model server does not offer that; it has to be done in its own window.", 1, err}
	case errors.Is(err, local.ErrNoModel):
		return &said{fmt.Sprintf("No model server that was found has the model %q.", model), 1, err}
	case errors.Is(err, brain.ErrNoServer):
		return &said{"No Ollama answers on this machine.", 1, err}
	case errors.As(err, &reports):
		return &said{brain.Explain(brain.Place{}, err), 1, err}
	case errors.Is(err, context.Canceled):
		return &said{"Stopped; what was downloaded so far stays with the server.", 1, err}
	}
	return &said{"The model server did not finish it.", 1, err}
}

func withModels(std Std, b Build, do func(*brain.Local) error) error {
	a, err := b.open(app.Options{Environ: std.Environ})
	if err != nil {
		return noFolder(err)
	}
	defer a.Close()
	return do(a.Model())
}
