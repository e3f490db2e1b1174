package brain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/planner/local"
)

// Survey is what a look around this machine found.
type Survey struct {
	At      time.Time      // zero: nobody has looked since the server or the model was chosen, or what was found is gone
	Servers []local.Server // those that answer, the one that is set first
	Place   Place          // who would be asked
	Err     error          // why nobody can be; then of Place only what was found out
	Model   string         // the model that is set; "" leaves it to the server
}

// seen is what was found out, for those who only want to know.
type seen struct {
	last    Last
	servers []local.Server
}

// Survey looks at every usual address and at the one that is set, and keeps what it finds for Find and Known. It fails
// only with ctx.
func (l *Local) Survey(ctx context.Context) (Survey, error) {
	set := l.cfg.Set()
	s := Survey{Model: set.Model}
	usual := l.cfg.Usual
	var here sync.WaitGroup
	if set.URL != "" {
		usual = slices.DeleteFunc(slices.Clone(usual), func(u string) bool { return place(u) == place(set.URL) })
		here.Go(func() { s.Place, s.Err = l.look(ctx, set) })
	}
	found := local.Probe(ctx, l.cfg.HTTP, usual)
	here.Wait()
	if ctx.Err() != nil {
		return Survey{}, ctx.Err()
	}
	if set.URL == "" {
		s.Err = ErrNoServer
		for _, server := range found {
			if m, err := choose(server, set.Model); err == nil {
				s.Place, s.Err = Place{server, m}, nil
				break
			}
		}
	}
	s.Servers = with(found, s.Place.Server)
	s.At = l.cfg.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.set, l.found, l.err = s.At, set, s.Place, s.Err
	l.seen.servers = s.Servers
	return s, nil
}

// Known is the last look, without another one.
func (l *Local) Known() Survey {
	set := l.cfg.Set()
	l.mu.Lock()
	defer l.mu.Unlock()
	s := Survey{Servers: slices.Clone(l.seen.servers), Model: set.Model}
	if !l.at.IsZero() && set.URL == l.set.URL && set.Model == l.set.Model {
		s.At, s.Place, s.Err = l.at, l.found, l.err
		s.Servers = with(s.Servers, l.found.Server)
	}
	return s
}

// with puts the server that is asked first. One that does not answer has no kind, and is not among those found.
func with(servers []local.Server, asked local.Server) []local.Server {
	if asked.Kind == "" {
		return servers
	}
	rest := slices.DeleteFunc(slices.Clone(servers), func(s local.Server) bool { return place(s.URL) == place(asked.URL) })
	return append([]local.Server{asked}, rest...)
}

// Ready tells whether somebody can be asked now.
func (s Survey) Ready() bool { return !s.At.IsZero() && s.Err == nil && !s.Place.Server.Loading }

// Problem says in one sentence why nobody can be asked; "" where somebody can, or nobody has looked.
func (s Survey) Problem() string {
	loading := slices.IndexFunc(s.Servers, func(x local.Server) bool { return x.Loading })
	switch {
	case s.At.IsZero() || s.Ready():
		return ""
	case s.Place.Server.Loading:
		return fmt.Sprintf("The model server at %s is still loading its model.", place(s.Place.Server.URL))
	case errors.Is(s.Err, local.ErrNoModel):
		return fmt.Sprintf("The model server at %s does not have the model “%s”.", place(s.Place.Server.URL), s.Model)
	case errors.Is(s.Err, ErrNoServer) && s.Place.Server.URL != "":
		return fmt.Sprintf("The model server at %s has no model that can chat.", place(s.Place.Server.URL))
	case errors.Is(s.Err, ErrNoServer) && loading >= 0:
		return fmt.Sprintf("The model server at %s is still loading its model.", place(s.Servers[loading].URL))
	case errors.Is(s.Err, ErrNoServer) && len(s.Servers) > 0 && s.Model != "":
		return fmt.Sprintf("No model server that was found has the model “%s”.", s.Model)
	case errors.Is(s.Err, ErrNoServer) && len(s.Servers) > 0:
		return "No model server that was found has a model that can chat."
	}
	return Explain(s.Place, s.Err)
}

// Unload asks the server that has the model in memory to give it back. The errors are those of local.Client.Unload, and
// local.ErrNoModel where no server of the last look has the model.
func (l *Local) Unload(ctx context.Context, model string) error {
	for _, s := range l.Known().Servers {
		for _, m := range s.Models {
			if m.Name != model || m.Loaded == local.LoadedNo {
				continue
			}
			c, err := local.New(l.cfg.HTTP, s.Config(m))
			if err != nil {
				return err
			}
			return c.Unload(ctx, model)
		}
	}
	return local.ErrNoModel
}

// Pull has the first Ollama that answers download a model. ErrNoServer where none does; other errors are those of
// local.Client.Pull.
func (l *Local) Pull(ctx context.Context, model string, tell func(local.Progress)) error {
	found, err := l.Survey(ctx)
	if err != nil {
		return err
	}
	for _, s := range found.Servers {
		if s.Kind != local.Ollama {
			continue
		}
		c, err := local.New(l.cfg.HTTP, local.Config{URL: s.URL, Kind: s.Kind})
		if err != nil {
			return err
		}
		return c.Pull(ctx, model, tell)
	}
	return ErrNoServer
}
