package local

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// Usual are the addresses at which LM Studio, Ollama and llama.cpp's server listen when nobody changed them.
func Usual() []string {
	return []string{"http://127.0.0.1:1234/v1", "http://127.0.0.1:11434/v1", "http://127.0.0.1:8080/v1"}
}

// ProbeBudget bounds the look at one address. Nothing but a closed port is expected in most cases; a server that is
// busy loading still answers these questions at once.
const ProbeBudget = 3 * time.Second

// probing is how many addresses are looked at together.
const probing = 4

// Server is a model server that was found.
type Server struct {
	URL     string // to configure
	Kind    Kind
	Version string  // "" where it is not told
	Loading bool    // it is up, but its model is not
	Models  []Model // all of them; Chat tells which can be a brain
}

// ChatModels are the models that can be a brain, those in memory first.
func (s Server) ChatModels() (models []Model) {
	for _, loaded := range []bool{true, false} {
		for _, m := range s.Models {
			if m.Chat && (m.Loaded == LoadedYes) == loaded {
				models = append(models, m)
			}
		}
	}
	return models
}

// Config is what asks one of the server's models.
func (s Server) Config(m Model) Config {
	return Config{URL: s.URL, Kind: s.Kind, Model: m.Name, Context: m.Context}
}

// Probe looks at the addresses together and gives the servers that are there, in the order of the addresses. A server
// counts by what it says, never by a status: some answer 200 to everything. It waits at most ProbeBudget for each.
func Probe(ctx context.Context, client *http.Client, addresses []string) []Server {
	found := make([]*Server, len(addresses))
	turn := make(chan struct{}, probing)
	var looks sync.WaitGroup
	for i, address := range addresses {
		looks.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			c, err := New(client, Config{URL: address})
			if err != nil {
				return
			}
			if server, err := c.Inspect(ctx); err == nil {
				found[i] = &server
			}
		})
	}
	looks.Wait()
	var servers []Server
	for _, s := range found {
		if s != nil {
			servers = append(servers, *s)
		}
	}
	return servers
}

// Inspect looks at the client's server: which kind it is, what it serves, whether it is ready. The errors are
// ErrUnreachable, ErrNotAServer, a *ServerError when it is one that refuses (a key is missing), the egress guard's and the
// context's.
func (c *Client) Inspect(ctx context.Context) (Server, error) {
	ctx, cancel := context.WithTimeout(ctx, ProbeBudget)
	defer cancel()
	server := Server{URL: c.root + "/v1"}
	for _, look := range []func(context.Context, *Server) error{c.inspectLMStudio, c.inspectLlamaCpp, c.inspectOllama, c.inspectOpenAI} {
		err := look(ctx, &server)
		var said *ServerError
		switch {
		case err == nil:
			return server, nil
		case errors.Is(err, ErrNotAServer):
		case errors.As(err, &said) && said.Status != http.StatusUnauthorized && said.Status != http.StatusForbidden:
		default:
			return Server{}, err
		}
	}
	return Server{}, ErrNotAServer
}

func (c *Client) inspectLMStudio(ctx context.Context, s *Server) error {
	var list lmStudioList
	if err := c.get(ctx, "/api/v0/models", "data", &list); err != nil {
		return err
	}
	s.Kind, s.Models = LMStudio, list.models()
	return nil
}

func (c *Client) inspectLlamaCpp(ctx context.Context, s *Server) error {
	var props struct {
		Build    string          `json:"build_info"`
		Settings json.RawMessage `json:"default_generation_settings"`
	}
	err := c.get(ctx, "/props", "default_generation_settings", &props)
	if errors.Is(err, ErrLoading) {
		s.Kind, s.Loading = LlamaCpp, true
		return nil
	}
	if err != nil {
		return err
	}
	var list openAIList
	if err := c.get(ctx, "/v1/models", "data", &list); err != nil {
		return err
	}
	s.Kind, s.Version, s.Models = LlamaCpp, safe(props.Build), list.models()
	return nil
}

func (c *Client) inspectOllama(ctx context.Context, s *Server) error {
	var version struct {
		Version string `json:"version"`
	}
	if err := c.get(ctx, "/api/version", "version", &version); err != nil {
		return err
	}
	var tags, running ollamaList
	if err := c.get(ctx, "/api/tags", "models", &tags); err != nil {
		return err
	}
	s.Kind, s.Version = Ollama, safe(version.Version)
	if c.get(ctx, "/api/ps", "models", &running) == nil {
		s.Models = tags.models(&running)
	} else {
		s.Models = tags.models(nil) // an old one does not tell
	}
	return nil
}

func (c *Client) inspectOpenAI(ctx context.Context, s *Server) error {
	var list openAIList
	if err := c.get(ctx, "/v1/models", "data", &list); err != nil {
		return err
	}
	s.Kind, s.Models = OpenAI, list.models()
	if list.llamaCpp() {
		s.Kind = LlamaCpp
	}
	return nil
}

// get reads a JSON object that must have a field; otherwise what answered is not the server that was looked for.
func (c *Client) get(ctx context.Context, path, field string, into any) error {
	return c.call(ctx, http.MethodGet, path, nil, field, into)
}

// call makes one small request. field "" takes any object.
func (c *Client) call(ctx context.Context, method, path string, body []byte, field string, into any) error {
	req, err := c.newRequest(ctx, method, path, body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return unreachable(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return complaint(resp.StatusCode, resp.Body)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxLine))
	if err != nil {
		return unreachable(err)
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimSpace(text), &fields) != nil {
		return fmt.Errorf("%w: %s answered %q", ErrNotAServer, path, safe(tail(text)))
	}
	if said(fields["error"]) {
		return complaintOf(http.StatusOK, text)
	}
	if field != "" && !said(fields[field]) {
		return fmt.Errorf("%w: %s has no %s", ErrNotAServer, path, field)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrNotAServer, path, err)
	}
	return nil
}
