package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// playServer is a model server on a loopback port that answers at once with what it was given and notes when it was
// asked and when it sent. It is no model: what is measured against it is Pace's own share. (The double of the tests
// can't be a part of the program, and notes no times.)
type playServer struct {
	URL string // with /v1

	server *http.Server
	done   chan struct{}

	mu    sync.Mutex
	frame []string // the body of the next answer, each part sent by itself
	noted played
}

// played are the times of one answer on the server's side.
type played struct {
	Arrived time.Time // the whole request had come
	First   time.Time // the first frame with content was about to be sent
	Last    time.Time // the last frame was about to be sent
	Request []byte
}

const playModel = "pace-bench"

// startPlay listens on a free port. Close ends it and waits until it has.
func startPlay(window int) (*playServer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the bench: %w", err)
	}
	s := &playServer{URL: fmt.Sprintf("http://%s/v1", l.Addr()), done: make(chan struct{})}
	mux := http.NewServeMux()
	// It is known as llama.cpp's server, so that a window can be told.
	mux.HandleFunc("GET /props", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"default_generation_settings":{"n_ctx":%d},"build_info":"bench"}`, window)
	})
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"object":"list","data":[{"id":%q,"object":"model","owned_by":"llamacpp","meta":{"n_ctx":%d,"n_ctx_train":%d}}]}`, playModel, window, window)
	})
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.done)
		_ = s.server.Serve(l) // ends with ErrServerClosed
	}()
	return s, nil
}

func (s *playServer) Close() {
	_ = s.server.Close()
	<-s.done
}

// play sets the answer to the next requests: content cut into pieces of so many bytes, 0 = in one.
func (s *playServer) play(content string, piece int) {
	if piece <= 0 {
		piece = len(content)
	}
	var frames []string
	for rest := content; rest != ""; {
		n := min(piece, len(rest))
		frames = append(frames, sseContent(rest[:n]))
		rest = rest[n:]
	}
	frames = append(frames, sse(`"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]`)+
		sse(`"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}`)+"data: [DONE]\n\n")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frame = frames
}

// last gives the times of the answer that was sent last.
func (s *playServer) last() played {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.noted
}

func (s *playServer) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left while it was asking
	}
	at := played{Arrived: time.Now(), Request: body}
	s.mu.Lock()
	frames := s.frame
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w)
	for i, f := range frames {
		now := time.Now()
		if i == 0 {
			at.First = now
		}
		if i == len(frames)-1 {
			at.Last = now
			s.mu.Lock()
			s.noted = at // before the client can have seen the end
			s.mu.Unlock()
		}
		if _, err := io.WriteString(w, f); err != nil || flush.Flush() != nil {
			return
		}
	}
}

func sseContent(text string) string {
	quoted, _ := json.Marshal(text) // strings always marshal
	return sse(fmt.Sprintf(`"choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]`, quoted))
}

func sse(fields string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `data: {"id":"bench","object":"chat.completion.chunk","created":0,"model":%q,%s}`, playModel, fields)
	b.WriteString("\n\n")
	return b.String()
}
