package pulse

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// A Recorder is a stream that takes in sound.
type Recorder struct {
	Index  uint32
	Source uint32 // none while it is connected to nothing
	Client uint32 // none for one that the server itself made, as an echo canceller's
	Corked bool   // it is there and takes nothing in now
	Names  []string
}

// called are the properties that tell whose a stream is (pulse/proplist.h), and what a sandbox's door adds to them.
var called = []string{"application.process.binary", "application.name", "application.id", "pipewire.access.portal.app_id"}

// oldestCorked is the version of the protocol from which on a server tells of a recorder that it is corked.
const oldestCorked = 19

// Listening gives the streams that take in sound from a microphone now, with the names of their programs as far as they
// are known: text from outside. One that records what an output plays is none of them, neither is one that is corked,
// nor one of the server's own. What an old server does not tell counts as listening.
func (c *Conn) Listening(ctx context.Context) ([]Recorder, error) {
	all, err := c.recorders(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what records: %w", err)
	}
	monitors := map[uint32]bool{}
	var out []Recorder
	for _, r := range all {
		if r.Corked || r.Client == none || r.Source == none {
			continue
		}
		is, asked := monitors[r.Source]
		if !asked {
			if is, err = c.monitor(ctx, r.Source); err != nil {
				return nil, fmt.Errorf("ask what is recorded: %w", err)
			}
			monitors[r.Source] = is
		}
		if is {
			continue
		}
		names, err := c.clientNames(ctx, r.Client)
		if err != nil {
			return nil, fmt.Errorf("ask who records: %w", err)
		}
		for _, n := range names {
			if !slices.Contains(r.Names, n) {
				r.Names = append(r.Names, n)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

func (c *Conn) recorders(ctx context.Context) ([]Recorder, error) {
	r, err := c.ask(ctx, opGetRecorders, &writer{})
	if err != nil {
		return nil, err
	}
	var out []Recorder
	for len(r.b) > 0 && r.err == nil {
		out = append(out, r.recorder(c.speaks))
	}
	return out, r.err
}

// recorder reads one entry of the list, to its end: another may follow.
func (r *reader) recorder(version uint32) Recorder {
	var s Recorder
	s.Index = r.u32()
	r.str() // what the stream is called: a title, say
	r.u32() // the module that made it
	s.Client, s.Source = r.u32(), r.u32()
	r.spec()
	r.channels()
	r.usec() // how late it is
	r.usec()
	r.str() // how it is resampled
	r.str() // and by what driven
	s.Names = names(r.properties())
	if version >= oldestCorked {
		s.Corked = r.bool()
	}
	if version >= 22 {
		r.volumes()
		r.bool() // muted: whoever is muted in a call is in it all the same
		r.bool()
		r.bool()
		r.format()
	}
	return s
}

// names picks what tells whose something is, in the order of called.
func names(properties map[string]string) []string {
	var out []string
	for _, p := range called {
		if n := properties[p]; n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// monitor reports whether a source gives out what an output plays. One that has just gone is none.
func (c *Conn) monitor(ctx context.Context, source uint32) (bool, error) {
	r, err := c.ask(ctx, opGetSourceInfo, (&writer{}).u32(source).noString())
	if errors.Is(err, NoSuchEntity) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r.u32()
	r.str()
	r.str()
	r.spec()
	r.channels()
	r.u32()
	r.volumes()
	r.bool()
	of := r.u32()
	return of != none, r.err
}

// clientNames are those of the program behind a stream, which some servers keep apart from the stream's own.
func (c *Conn) clientNames(ctx context.Context, client uint32) ([]string, error) {
	r, err := c.ask(ctx, opGetClientInfo, (&writer{}).u32(client))
	if errors.Is(err, NoSuchEntity) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.u32()
	r.str()
	r.u32()
	r.str()
	return names(r.properties()), r.err
}
