package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/bridge/inbox"
	"pace/backend/bridge/web"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/schedule"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var pages = fstest.MapFS{
	"index.html":    {Data: []byte("<!doctype html><title>Pace</title>")},
	"assets/app.js": {Data: []byte("let x")},
}

// site is a served Pace and a browser that has not been let in yet.
type site struct {
	*apptest.Pace
	*web.Server
	browser *http.Client
	stop    func()
}

func serve(t *testing.T, changes ...func(*app.Options)) *site {
	p := apptest.Open(t, changes...)
	w := p.Desk.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	w.Toggle("Bold", false)
	rows, stop := p.Turns().Events.Subscribe(false)
	s := &site{Pace: p, stop: stop}
	var err error
	s.Server, err = web.Listen("127.0.0.1:0", pages, p.Services("1.2.3", "browser"), rows)
	require.NoError(t, err)
	s.browser = browser(t)
	t.Cleanup(func() {
		stop()
		require.NoError(t, s.Server.Close())
	})
	return s
}

// browser keeps cookies and follows no redirect, so that a test sees it.
func browser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func (s *site) base(t *testing.T) *url.URL {
	t.Helper()
	u, err := url.Parse(s.URL())
	require.NoError(t, err)
	return &url.URL{Scheme: "http", Host: u.Host, Path: "/"}
}

// get asks for a path with some headers changed.
func (s *site) get(t *testing.T, method, path string, header ...string) (int, string, http.Header) {
	t.Helper()
	u := s.base(t)
	r, err := http.NewRequest(method, "http://"+u.Host+path, nil)
	require.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	res, err := s.browser.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body), res.Header
}

// enter lets the browser in.
func (s *site) enter(t *testing.T) {
	t.Helper()
	u, err := url.Parse(s.URL())
	require.NoError(t, err)
	code, _, h := s.get(t, "GET", "/?"+u.RawQuery)
	require.Equal(t, http.StatusSeeOther, code)
	require.Equal(t, "/", h.Get("Location"), "the token is gone from the address bar")
	require.Contains(t, h.Get("Set-Cookie"), "HttpOnly")
	require.Contains(t, h.Get("Set-Cookie"), "SameSite=Strict")
}

func TestOnlyLoopbackByNumberIsServed(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "localhost:0", "192.168.1.2:0", "[::1]:0", "[::]:0", "127.0.0.2:0", "127.1:0", "127.0.0.1", "", "127.0.0.1:http", "example.org:80", "2130706433:0", "[::ffff:127.0.0.1]:0"} {
		_, err := web.Listen(addr, pages, bridge.New(bridge.Parts{}), nil)
		require.ErrorIs(t, err, web.ErrNotLoopback, addr)
	}
	busy, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer busy.Close()
	_, err = web.Listen(busy.Addr().String(), pages, bridge.New(bridge.Parts{}), nil)
	require.Error(t, err)
	require.NotErrorIs(t, err, web.ErrNotLoopback)
}

func TestNothingIsServedWithoutTheCookie(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/", "/index.html", "/assets/app.js", "/api/ws", "/api/x", "/nowhere", "/?token=", "/?token=wrong", "/?token=" + strings.Repeat("0", 48)} {
		code, body, _ := s.get(t, "GET", path)
		require.Equal(t, http.StatusUnauthorized, code, path)
		require.NotContains(t, body, "<title>")
	}
	code, _, _ := s.get(t, "GET", "/", "Cookie", "pace_session_"+s.base(t).Port()+"=made-up")
	require.Equal(t, http.StatusUnauthorized, code)
}

func TestTheTokenWorksOnceAndLeavesTheAddress(t *testing.T) {
	s := serve(t)
	first := s.URL()
	require.Equal(t, first, s.URL(), "one address until it is used")
	u, err := url.Parse(first)
	require.NoError(t, err)

	code, _, _ := s.get(t, "HEAD", "/?"+u.RawQuery)
	require.Equal(t, http.StatusUnauthorized, code, "a look ahead must not use it up")
	s.enter(t)
	code, body, _ := s.get(t, "GET", "/")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, "<title>Pace")

	code, _, _ = s.get(t, "GET", "/?"+u.RawQuery)
	require.Equal(t, http.StatusSeeOther, code, "who is in already is only led on")
	s.browser = browser(t)
	code, body, _ = s.get(t, "GET", "/?"+u.RawQuery)
	require.Equal(t, http.StatusUnauthorized, code, "somebody else who found the address")
	require.Contains(t, body, "used already")

	require.NotEqual(t, first, s.URL(), "another browser gets another token")
	s.enter(t)
}

func TestAnotherHostNameIsRefusedSoThatNoNameCanBeReboundToUs(t *testing.T) {
	s := serve(t)
	s.enter(t)
	port := s.base(t).Port()
	for _, h := range []string{"evil.example", "evil.example:" + port, "localhost:" + port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:" + port} {
		for _, path := range []string{"/", "/api/ws", "/?token=x"} {
			code, body, _ := s.get(t, "GET", path, "Host", h)
			require.Equal(t, http.StatusMisdirectedRequest, code, h)
			require.NotContains(t, body, "<title>")
		}
	}
}

func TestAnotherPageInTheSameBrowserIsRefused(t *testing.T) {
	s := serve(t)
	s.enter(t)
	own := "http://" + s.base(t).Host
	for _, h := range [][]string{
		{"Origin", "http://evil.example"}, {"Origin", "null"}, {"Origin", "https://" + s.base(t).Host}, {"Origin", "http://127.0.0.1:1"}, {"Origin", own + ".evil.example"},
		{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, {"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"},
	} {
		for _, path := range []string{"/", "/assets/app.js", "/api/ws"} {
			code, _, _ := s.get(t, "GET", path, h...)
			require.Equal(t, http.StatusForbidden, code, "%v %s", h, path)
		}
	}
	code, _, _ := s.get(t, "GET", "/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
	require.Equal(t, http.StatusOK, code, "a link that is followed")
	code, _, _ = s.get(t, "GET", "/assets/app.js", "Origin", own, "Sec-Fetch-Site", "same-origin")
	require.Equal(t, http.StatusOK, code)
}

func TestEveryAnswerCarriesTheRulesForTheBrowser(t *testing.T) {
	s := serve(t)
	check := func(h http.Header) {
		csp := h.Get("Content-Security-Policy")
		require.Contains(t, csp, "default-src 'self'")
		require.Contains(t, csp, "frame-ancestors 'none'")
		require.Contains(t, csp, "connect-src 'self' ws://"+s.base(t).Host)
		require.NotContains(t, csp, "script-src")
		require.NotContains(t, csp, "unsafe-eval")
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "DENY", h.Get("X-Frame-Options"))
		require.Equal(t, "no-referrer", h.Get("Referrer-Policy"))
		require.Empty(t, h.Get("Access-Control-Allow-Origin"))
	}
	_, _, h := s.get(t, "GET", "/")
	check(h)
	s.enter(t)
	for _, path := range []string{"/", "/assets/app.js", "/nowhere", "/api/ws"} {
		code, _, h := s.get(t, "GET", path)
		check(h)
		if code == http.StatusOK {
			require.Equal(t, "no-store", h.Get("Cache-Control"))
		}
	}
}

func TestOnlyThePagesAreServed(t *testing.T) {
	s := serve(t)
	s.enter(t)
	for _, path := range []string{"/assets/", "/assets", "/api/", "/api/x", "/nowhere", "/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/assets/..%2f..%2f..%2fetc%2fpasswd", "//etc/passwd", "/%00", "/assets/app.js/"} {
		code, body, h := s.get(t, "GET", path)
		require.NotEqual(t, http.StatusOK, code, path)
		require.NotContains(t, body, "root:")
		require.NotContains(t, body, "app.js", "no list of a folder")
		require.NotContains(t, h.Get("Location"), "//")
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		code, _, _ := s.get(t, method, "/")
		require.Equal(t, http.StatusMethodNotAllowed, code)
	}
}

// page is an open socket of a page.
type page struct {
	*websocket.Conn
	t   *testing.T
	ids int
}

func (s *site) open(t *testing.T) *page {
	t.Helper()
	c, _, err := s.dial(t, "http://"+s.base(t).Host, true)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return &page{c, t, 0}
}

func (s *site) dial(t *testing.T, origin string, cookie bool) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	h := http.Header{}
	if origin != "" {
		h.Set("Origin", origin)
	}
	d := websocket.Dialer{}
	if cookie {
		d.Jar = s.browser.Jar
	}
	c, res, err := d.Dial("ws://"+s.base(t).Host+"/api/ws", h)
	if res != nil {
		res.Body.Close()
	}
	return c, res, err
}

// frame is what a page hears.
type frame struct {
	ID     *int64          `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *bridge.Error   `json:"error"`
	Event  string          `json:"event"`
	Data   []event.Event   `json:"data"`
}

func (p *page) next() frame {
	p.t.Helper()
	for {
		var raw json.RawMessage
		require.NoError(p.t, p.ReadJSON(&raw))
		if strings.Contains(string(raw), `"event":"links"`) || strings.Contains(string(raw), `"event":"timers"`) || strings.Contains(string(raw), `"event":"approvals"`) {
			continue
		}
		var f frame
		require.NoError(p.t, json.Unmarshal(raw, &f))
		return f
	}
}

// call makes one call and gives its answer; pushes that come meanwhile are left out.
func (p *page) call(method string, params ...any) frame {
	p.t.Helper()
	p.ids++
	if params == nil {
		params = []any{}
	}
	require.NoError(p.t, p.WriteJSON(map[string]any{"id": p.ids, "method": method, "params": params}))
	for {
		if f := p.next(); f.ID != nil {
			require.EqualValues(p.t, p.ids, *f.ID)
			return f
		}
	}
}

// turn reads pushes until a turn has ended.
func (p *page) turn() []event.Event {
	p.t.Helper()
	var out []event.Event
	for {
		f := p.next()
		for _, e := range f.Data {
			require.Equal(p.t, "turn", f.Event)
			out = append(out, e)
			if e.Type == event.TurnEnded {
				return out
			}
		}
	}
}

func TestTheSocketNeedsCookieAndOrigin(t *testing.T) {
	s := serve(t)
	s.enter(t)
	own := "http://" + s.base(t).Host
	for _, c := range []struct {
		origin string
		cookie bool
		want   int
	}{{own, false, 401}, {"", true, 403}, {"http://evil.example", true, 403}, {"null", true, 403}, {"", false, 401}} {
		_, res, err := s.dial(t, c.origin, c.cookie)
		require.Error(t, err)
		require.Equal(t, c.want, res.StatusCode, "%+v", c)
	}
	code, _, _ := s.get(t, "GET", "/api/ws", "Origin", own)
	require.Equal(t, http.StatusBadRequest, code, "no upgrade: how a page tells a Pace that is there from one that refuses")
	require.NotNil(t, s.open(t))
}

func TestAPageCallsServicesAndHearsItsTurn(t *testing.T) {
	s := serve(t)
	s.enter(t)
	p := s.open(t)
	var hello bridge.Hello
	require.NoError(t, json.Unmarshal(p.call("Session.Hello", event.Version).Result, &hello))
	require.Equal(t, "1.2.3", hello.Version)
	require.Equal(t, "protocol", p.call("Session.Hello", event.Version+1).Error.Code)
	require.Nil(t, p.call("Turns.Submit", "press Bold", false).Error)
	rows := p.turn()
	require.Equal(t, event.Done, rows[len(rows)-1].Body.(*event.Ended).Status)
	require.NoError(t, p.WriteMessage(websocket.TextMessage, []byte(`{"id":99,"method":"Settings.Set","params":["AgentMaxSteps",9]}`)))
	require.JSONEq(t, `9`, string(field(t, p.next().Result, "value")))
}

func TestAPageHearsOfLinks(t *testing.T) {
	s := serve(t)
	s.enter(t)
	p := s.open(t)
	require.Nil(t, p.call("Session.Hello", event.Version).Error) // from here on it hears everything
	require.NoError(t, s.Links().Take("pace://chat?text=hello"))
	var heard struct {
		Event string
		Data  inbox.State
	}
	require.NoError(t, p.ReadJSON(&heard))
	require.Equal(t, "links", heard.Event)
	require.Equal(t, "hello", heard.Data.Waiting[0].Text)
	require.Nil(t, p.call("Links.Drop", heard.Data.Waiting[0].ID).Error)
	require.Equal(t, "notFound", p.call("Links.Drop", heard.Data.Waiting[0].ID).Error.Code)
}

func TestAPageHearsOfTimers(t *testing.T) {
	s := serve(t)
	s.Ring()
	s.enter(t)
	p := s.open(t)
	require.Nil(t, p.call("Session.Hello", event.Version).Error) // from here on it hears everything
	w, err := schedule.In("10 minutes", "pasta", s.Timers().Now())
	require.NoError(t, err)
	set, err := s.Timers().Set(t.Context(), w)
	require.NoError(t, err)
	require.NoError(t, p.SetReadDeadline(time.Now().Add(time.Minute)))
	heard := func() (got []bridge.RunningTimer) {
		var f struct {
			Event string
			Data  []bridge.RunningTimer
		}
		require.NoError(t, p.ReadJSON(&f))
		require.Equal(t, "timers", f.Event)
		require.NotNil(t, f.Data)
		return f.Data
	}
	got := heard()
	for len(got) == 0 { // there were none when it began to ring
		got = heard()
	}
	require.Equal(t, "pasta", got[0].Label)
	require.Nil(t, p.call("Timers.Cancel", set.ID).Error)
	require.Equal(t, "notFound", p.call("Timers.Cancel", set.ID).Error.Code)
}

func field(t *testing.T, object json.RawMessage, key string) json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(object, &m))
	return m[key]
}

func TestWrongCallsAreAnsweredAndTheConnectionLives(t *testing.T) {
	s := serve(t)
	s.enter(t)
	p := s.open(t)
	for _, c := range []struct {
		method string
		params []any
		code   string
	}{
		{"Turns.Explode", nil, "notFound"}, {"", nil, "notFound"}, {"Turns", nil, "notFound"}, {"Services.All", nil, "notFound"}, {"Error.Error", nil, "notFound"},
		{"Turns.Submit", nil, "invalid"}, {"Turns.Submit", []any{"press Bold"}, "invalid"}, {"Turns.Submit", []any{1, false}, "invalid"}, {"Turns.Submit", []any{"a", "b"}, "invalid"},
		{"Turns.Submit", []any{"a", false, "c"}, "invalid"}, {"Turns.Undo", []any{1.5}, "invalid"}, {"Turns.Undo", []any{"x"}, "invalid"}, {"Turns.Undo", []any{-1}, "invalid"},
		{"Turns.Answer", []any{"t", nil}, "invalid"}, {"Settings.Set", []any{"NoSuchSetting", 1}, "notFound"}, {"Settings.Set", []any{"AgentMaxSteps", map[string]any{"a": 1}}, "invalid"},
		{"Pictures.Get", []any{"../../etc/passwd"}, "notFound"},
	} {
		f := p.call(c.method, c.params...)
		require.NotNil(t, f.Error, "%+v", c)
		require.Equal(t, c.code, f.Error.Code, "%+v", c)
		require.Regexp(t, `^[A-Z].*\.$`, f.Error.Message)
	}
	require.NoError(t, p.WriteMessage(websocket.TextMessage, []byte(`{"id":0,"method":"Turns.Explode","params":[]}`)))
	f := p.next()
	require.NotNil(t, f.ID, "an answer always has an id")
	require.Nil(t, p.call("Session.Hello", event.Version).Error)
}

func TestAServiceThatPanicsIsAnErrorOfThatCallAlone(t *testing.T) {
	rows := make(chan event.Event)
	srv, err := web.Listen("127.0.0.1:0", pages, bridge.New(bridge.Parts{}), rows) // parts that are not there
	require.NoError(t, err)
	s := &site{Server: srv, browser: browser(t)}
	s.enter(t)
	p := s.open(t)
	for range 3 {
		f := p.call("Doctor.Probe")
		require.Equal(t, "internal", f.Error.Code)
		require.NotContains(t, f.Error.Message, "nil")
	}
	require.Nil(t, p.call("Turns.Route", "press 7").Error)
	close(rows)
	require.NoError(t, srv.Close())
}

func TestTrashEndsOneSocketAndNoOther(t *testing.T) {
	s := serve(t)
	s.enter(t)
	good := s.open(t)
	for _, trash := range []string{"", "{", "[]", `{"id":"x"}`, `{"id":1,"method":7}`, "\x00\xff", strings.Repeat("[", 100_000)} {
		bad := s.open(t)
		_ = bad.WriteMessage(websocket.TextMessage, []byte(trash)) // it may be cut off before all of it is out
		_, _, err := bad.ReadMessage()
		require.Error(t, err, "%.20q", trash)
	}
	require.Nil(t, good.call("Session.Hello", event.Version).Error)
}

func TestAMessageBeyondEveryMeasureEndsTheSocketAndALongSentenceDoesNot(t *testing.T) {
	s := serve(t)
	s.enter(t)
	p := s.open(t)
	require.Nil(t, p.call("Turns.Submit", strings.Repeat("\x01", 1<<20), true).Error, "escaped it is six times as long")
	bad := s.open(t)
	_ = bad.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"method":"Turns.Route","params":["`+strings.Repeat("x", 9<<20)+`"]}`))
	for err := error(nil); err == nil; {
		var f frame
		if err = bad.ReadJSON(&f); err == nil {
			require.Equal(t, "turn", f.Event, "it may hear what goes on, but gets no answer")
		}
	}
	require.Nil(t, p.call("Session.Hello", event.Version).Error)
}

func TestEveryPageHearsTheSame(t *testing.T) {
	s := serve(t)
	s.enter(t)
	a, b := s.open(t), s.open(t)
	require.Nil(t, a.call("Session.Hello", event.Version).Error)
	require.Nil(t, b.call("Session.Hello", event.Version).Error)
	want := s.Ask(t, "press Bold")
	require.Equal(t, types(want.Rows), types(a.turn()))
	require.Equal(t, types(want.Rows), types(b.turn()))
}

func types(rows []event.Event) (out []event.Type) {
	for _, e := range rows {
		out = append(out, e.Type)
	}
	return out
}

func TestAPageThatDoesNotReadIsCutOffAndOthersMissNothing(t *testing.T) {
	rows := make(chan event.Event)
	srv, err := web.Listen("127.0.0.1:0", pages, bridge.New(bridge.Parts{}), rows)
	require.NoError(t, err)
	s := &site{Server: srv, browser: browser(t)}
	s.enter(t)
	slow, good := s.open(t), s.open(t)
	require.Nil(t, slow.call("Turns.Route", "press 7").Error)
	require.Nil(t, good.call("Turns.Route", "press 7").Error)
	text := strings.Repeat("x", 16<<10) // more than what the system's buffers hold beside the queue
	const sent = 3000
	for n := 1; n <= sent; n++ {
		e := event.Of(&event.Speech{Text: text})
		e.Seq = n
		rows <- e
		require.NoError(t, good.SetReadDeadline(time.Now().Add(8*time.Second))) // less than a dead page is given to write to
		_, got, err := good.ReadMessage()
		require.NoError(t, err)
		if !strings.Contains(string(got[:200]), fmt.Sprintf(`"seq":%d,`, n)) {
			t.Fatalf("wanted row %d, got %.200s", n, got)
		}
	}
	read := 0
	for {
		if _, _, err := slow.ReadMessage(); err != nil {
			break
		}
		read++
	}
	require.Less(t, read, sent)
	close(rows)
	require.NoError(t, srv.Close())
}

func TestClosingEndsOpenPagesAndAdmitsNoOther(t *testing.T) {
	s := serve(t)
	s.enter(t)
	p := s.open(t)
	require.Nil(t, p.call("Session.Hello", event.Version).Error)
	host := s.base(t).Host
	s.stop()
	require.NoError(t, s.Server.Close())
	_, _, err := p.ReadMessage()
	require.Error(t, err)
	_, err = net.Dial("tcp4", host)
	require.Error(t, err)
}
