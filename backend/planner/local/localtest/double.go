// Package localtest is a model server for tests: a double that plays recorded frames with faults, on a network in memory
// or a real port. tinymodel beside it makes models for a real server.
//
// The double promises to play exactly what it was given, in order, and to remember what it was asked. It waits only for
// gates, for the clock of the test (which may be virtual), or for the client to leave. It does not pretend to think: an
// answer that was not given to it is a 404.
package localtest

import (
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Answer is what the double plays for one request.
type Answer struct {
	Status int    // 0 is 200
	Type   string // the content type; "" sends none
	Header map[string]string
	Frames []Frame
	End    End
}

// Frame is a part of a body that is sent at once.
type Frame struct {
	Text  string
	After time.Duration   // what passes before it
	Gate  <-chan struct{} // what must be closed before it; nil: nothing
}

// End is how a body ends.
type End int

// The ends.
const (
	Complete End = iota // as HTTP ends it
	Killed              // the connection breaks within the body
	Silent              // nothing more comes, and the connection stays until the client leaves
)

// Text is an answer of one frame.
func Text(status int, kind, body string) Answer {
	return Answer{Status: status, Type: kind, Frames: []Frame{{Text: body}}}
}

// With gives the same answer with another end, after the first n frames; n < 0 keeps all.
func (a Answer) With(n int, end End) Answer {
	if n >= 0 {
		a.Frames = slices.Clone(a.Frames[:n])
	}
	a.End = end
	return a
}

// Slowly gives the same answer with a wait before each frame.
func (a Answer) Slowly(wait time.Duration) Answer {
	a.Frames = slices.Clone(a.Frames)
	for i := range a.Frames {
		a.Frames[i].After = wait
	}
	return a
}

// Asked is a request that the double was sent.
type Asked struct {
	Method string
	Path   string
	Header http.Header
	Body   string
}

// Double is the server. It is an http.Handler and may be used from any goroutine.
type Double struct {
	mu      sync.Mutex
	answers map[string][]Answer
	asked   []Asked
	left    chan struct{}
}

// New makes a double that answers 404 to everything.
func New() *Double {
	return &Double{answers: map[string][]Answer{}, left: make(chan struct{}, 64)}
}

// On sets what is played for a path: one answer after the other, the last one again and again.
func (d *Double) On(path string, answers ...Answer) *Double {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answers[path] = answers
	return d
}

// Asked gives the requests to a path; "" gives all.
func (d *Double) Asked(path string) []Asked {
	d.mu.Lock()
	defer d.mu.Unlock()
	var found []Asked
	for _, a := range d.asked {
		if path == "" || a.Path == path {
			found = append(found, a)
		}
	}
	return found
}

// Left receives once for each client that closed its connection before its answer was complete.
func (d *Double) Left() <-chan struct{} { return d.left }

// ServeHTTP implements http.Handler.
func (d *Double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left while it was asking
	}
	answer, found := d.take(Asked{Method: r.Method, Path: r.URL.Path, Header: r.Header, Body: string(body)})
	if !found {
		answer = Text(http.StatusNotFound, "text/plain", "404 page not found")
	}
	if !d.play(w, r, answer) {
		d.left <- struct{}{}
		panic(http.ErrAbortHandler)
	}
	if answer.End == Killed {
		panic(http.ErrAbortHandler)
	}
}

func (d *Double) take(a Asked) (Answer, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, a)
	answers := d.answers[a.Path]
	if len(answers) == 0 {
		return Answer{}, false
	}
	if len(answers) > 1 {
		d.answers[a.Path] = answers[1:]
	}
	return answers[0], true
}

// play sends the frames; false means that the client left.
func (d *Double) play(w http.ResponseWriter, r *http.Request, a Answer) bool {
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	w.Header()["Content-Type"] = nil // nothing is guessed
	if a.Type != "" {
		w.Header().Set("Content-Type", a.Type)
	}
	started := false
	start := func() {
		if !started {
			w.WriteHeader(max(a.Status, http.StatusOK))
			started = true
		}
	}
	flush := http.NewResponseController(w)
	for _, f := range a.Frames {
		if f.Gate != nil {
			select {
			case <-f.Gate:
			case <-r.Context().Done():
				return false
			}
		}
		if f.After > 0 {
			wait := time.NewTimer(f.After)
			select {
			case <-wait.C:
			case <-r.Context().Done():
				wait.Stop()
				return false
			}
		}
		start()
		if _, err := io.WriteString(w, f.Text); err != nil {
			return false
		}
		if flush.Flush() != nil {
			return false
		}
	}
	if a.End == Silent {
		// Without a frame not even the head is sent: a server that reads a long prompt says nothing at all.
		<-r.Context().Done()
		return false
	}
	start()
	return true
}
