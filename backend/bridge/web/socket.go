package web

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// call is one request of a page.
type call struct {
	ID     int64             `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// What goes to a page: the answer to a call, which always has an id and a result or an error, or a push.
type (
	answer struct {
		ID     int64 `json:"id"`
		Result any   `json:"result"`
	}
	failure struct {
		ID    int64  `json:"id"`
		Error *fault `json:"error"`
	}
	pushed struct {
		Event string `json:"event"`
		Data  any    `json:"data"`
	}
)

type fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Bounds of one connection. A page that is maxBehind messages behind has died; it is cut off and connects again.
const (
	maxMessage = 8 << 20 // the longest sentence, when each of its bytes is escaped
	maxBehind  = 1024
	maxCalls   = 32 // at once
	writeLimit = 10 * time.Second
	pingEvery  = 30 * time.Second
)

// client is one open page.
type client struct {
	conn  *websocket.Conn
	queue chan any
	once  sync.Once
	gone  chan struct{}
}

func (c *client) close() { c.once.Do(func() { close(c.gone); c.conn.Close() }) }

// send queues a message; a client that is too far behind is closed instead of holding the others up.
func (c *client) send(m any) {
	select {
	case c.queue <- m:
	case <-c.gone:
	default:
		c.close()
	}
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == "http://"+s.host }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	conn.SetReadLimit(maxMessage)
	c := &client{conn: conn, queue: make(chan any, maxBehind), gone: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.close()
		return
	}
	s.clients[c] = struct{}{}
	s.wg.Go(c.write)
	s.wg.Go(func() {
		s.read(c)
		c.close()
		s.mu.Lock()
		delete(s.clients, c)
		s.mu.Unlock()
	})
}

func (c *client) write() {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	defer c.close()
	for {
		select {
		case <-c.gone:
			return
		case m := <-c.queue:
			_ = c.conn.SetWriteDeadline(time.Now().Add(writeLimit))
			if c.conn.WriteJSON(m) != nil {
				return
			}
		case <-ping.C:
			if c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeLimit)) != nil {
				return
			}
		}
	}
}

func (s *Server) read(c *client) {
	_ = c.conn.SetReadDeadline(time.Now().Add(2 * pingEvery))
	c.conn.SetPongHandler(func(string) error { return c.conn.SetReadDeadline(time.Now().Add(2 * pingEvery)) })
	var calls sync.WaitGroup
	slots := make(chan struct{}, maxCalls)
	defer calls.Wait()
	for {
		var m call
		if err := c.conn.ReadJSON(&m); err != nil {
			return
		}
		_ = c.conn.SetReadDeadline(time.Now().Add(2 * pingEvery))
		select {
		case slots <- struct{}{}:
		case <-c.gone:
			return
		}
		calls.Go(func() {
			defer func() { <-slots }()
			v, f := s.calls.call(context.WithoutCancel(s.ctx), m)
			if f != nil {
				c.send(failure{m.ID, f})
				return
			}
			c.send(answer{m.ID, v})
		})
	}
}

// push sends something to every page.
func (s *Server) push(name string, data any) { s.reach(name, data) }

// reach is push, and answers how many pages there are.
func (s *Server) reach(name string, data any) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.clients {
		c.send(pushed{name, data})
	}
	return len(s.clients)
}
