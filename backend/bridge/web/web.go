// Package web serves the interface to a browser on the same machine: the built pages, and the bridge's services over
// one WebSocket.
//
// It promises that it listens on 127.0.0.1 only (checked before listening), that nothing is served without a session
// cookie, that a cookie is given once for the one-time token of the printed address and the token is gone from the
// address bar at once, and that requests whose Host or Origin is not this server's are refused, so that another
// page in the same browser can't reach it.
package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"pace/backend/bridge"
	"pace/backend/event"
)

// ErrNotLoopback refuses an address other than 127.0.0.1.
var ErrNotLoopback = errors.New("only 127.0.0.1 is served")

// Server is one served interface. Close ends it.
type Server struct {
	ln    net.Listener
	http  *http.Server
	calls *caller
	pages http.Handler
	host  string

	mu      sync.Mutex
	token   string // one-time; empty once used
	cookies map[string]bool
	clients map[*client]struct{}
	closed  bool // no page is taken in any more
	wg      sync.WaitGroup
	ctx     context.Context
	stop    context.CancelFunc
}

// cookieName carries the session; the port is in it, since cookies are shared between ports of one host.
func (s *Server) cookieName() string {
	_, port, _ := net.SplitHostPort(s.host)
	return "pace_session_" + port
}

// Listen checks addr, listens, and begins to serve.
func Listen(addr string, pages fs.FS, services *bridge.Services, rows <-chan event.Event) (*Server, error) {
	if err := Check(addr); err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp4", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	s := &Server{ln: ln, host: ln.Addr().String(), pages: http.FileServerFS(pages), token: secret(), cookies: map[string]bool{}, clients: map[*client]struct{}{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.calls = newCaller(services)
	context.AfterFunc(s.ctx, services.ForwardShows(s.reach))
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	s.wg.Go(func() { _ = s.http.Serve(ln) })
	s.wg.Go(func() { bridge.Forward(rows, s.push) })
	s.wg.Go(func() { services.ForwardTimers(s.ctx, s.push) })
	s.wg.Go(func() { services.ForwardApprovals(s.ctx, s.push) })
	links, stop := services.WatchLinks()
	s.wg.Go(func() {
		defer stop()
		for {
			select {
			case state, more := <-links:
				if !more {
					return
				}
				s.push("links", state)
			case <-s.ctx.Done():
				return
			}
		}
	})
	return s, nil
}

// Check accepts 127.0.0.1 by number only: a name could resolve to anything.
func Check(addr string) error {
	ap, err := netip.ParseAddrPort(addr)
	if err != nil || ap.Addr() != netip.MustParseAddr("127.0.0.1") {
		return fmt.Errorf("%w, not %q", ErrNotLoopback, addr)
	}
	return nil
}

func secret() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails on the platforms we build for
	return hex.EncodeToString(b[:])
}

// URL is the address to open, with a token that works once.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token == "" {
		s.token = secret()
	}
	return "http://" + s.host + "/?token=" + s.token
}

// Title is how the page calls its window, which tells it from every other page.
func (s *Server) Title() string { return "Pace (" + s.host + ")" }

// Close stops serving and waits for it. The channel of rows must be closed by its owner.
func (s *Server) Close() error {
	s.stop()
	s.mu.Lock()
	s.closed = true
	for c := range s.clients {
		c.close()
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err != nil { // somebody reads a page very slowly
		err = s.http.Close()
	}
	s.wg.Wait()
	return err
}

// ServeHTTP checks who asks before anything else.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws://"+s.host+"; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	switch {
	case r.Host != s.host:
		http.Error(w, "Wrong host.", http.StatusMisdirectedRequest)
	case !s.sameOrigin(r):
		http.Error(w, "Requests from other pages are refused.", http.StatusForbidden)
	case r.Method == http.MethodGet && r.URL.Path == "/" && r.URL.Query().Has("token"): // a HEAD must not use it up
		s.enter(w, r)
	case !s.known(r):
		http.Error(w, "Open the address that pace serve printed; it works once. Start pace serve again for a new one.", http.StatusUnauthorized)
	case r.URL.Path == "/api/ws":
		s.socket(w, r)
	case strings.HasPrefix(r.URL.Path, "/api/"), r.URL.Path != "/" && strings.HasSuffix(r.URL.Path, "/"): // no lists of folders
		http.NotFound(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "Only reading.", http.StatusMethodNotAllowed)
	default:
		s.pages.ServeHTTP(w, r)
	}
}

func (s *Server) sameOrigin(r *http.Request) bool {
	if o := r.Header.Get("Origin"); o != "" && o != "http://"+s.host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.URL.Path == "/"
	}
	return true
}

// enter exchanges the one-time token for a cookie and takes the token out of the address bar.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	got := r.URL.Query().Get("token")
	s.mu.Lock()
	ok := s.token != "" && subtle.ConstantTimeCompare([]byte(got), []byte(s.token)) == 1
	cookie := ""
	if ok {
		s.token = ""
		cookie = secret()
		s.cookies[cookie] = true
	}
	s.mu.Unlock()
	if !ok && !s.known(r) {
		http.Error(w, "This address has been used already. Start pace serve again for a new one.", http.StatusUnauthorized)
		return
	}
	if ok {
		http.SetCookie(w, &http.Cookie{Name: s.cookieName(), Value: cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *Server) known(r *http.Request) bool {
	c, err := r.Cookie(s.cookieName())
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cookies[c.Value]
}
