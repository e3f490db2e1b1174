package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wire is a listener that counts what really passes over it, to hold the audit against.
type wire struct {
	net.Listener
	mu       sync.Mutex
	in, out  int64
	accepted int
}

// seen gives what arrived and what was answered so far.
func (w *wire) seen() (in, out int64, accepted int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.in, w.out, w.accepted
}

// same waits until the audit and the wire agree: each counts a moment after the bytes have passed.
func same(t *testing.T, what string, audit, wire func() int64) {
	t.Helper()
	if !assert.Eventually(t, func() bool { return audit() == wire() }, 20*time.Second, time.Millisecond) {
		t.Fatalf("%s: the audit says %d bytes, the wire %d", what, audit(), wire())
	}
}

func (w *wire) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.accepted++
	w.mu.Unlock()
	return &wireConn{c, w}, nil
}

type wireConn struct {
	net.Conn
	wire *wire
}

func (c *wireConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.wire.mu.Lock()
	c.wire.in += int64(n)
	c.wire.mu.Unlock()
	return n, err
}

func (c *wireConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.wire.mu.Lock()
	c.wire.out += int64(n)
	c.wire.mu.Unlock()
	return n, err
}

func serve(t *testing.T, secure bool, h http.HandlerFunc) (*httptest.Server, *wire) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	w := &wire{Listener: s.Listener}
	s.Listener = w
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s, w
}

func door(t *testing.T, c Config) *Door {
	t.Helper()
	if c.Audit == nil {
		c.Audit = newAudit(t)
	}
	d := New(c)
	t.Cleanup(d.Close)
	return d
}

func do(t *testing.T, client *http.Client, method, target, text string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(text))
	require.NoError(t, err)
	req.Header.Set("x-api-key", "secret-key")
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return string(answer), nil
}

func TestEveryByteOfAPlainRequestIsCounted(t *testing.T) {
	server, w := serve(t, false, func(rw http.ResponseWriter, r *http.Request) {
		got, _ := io.ReadAll(r.Body)
		rw.Write(append([]byte("you said "), got...))
	})
	d := door(t, Config{})
	client := d.Client(Lane{Subsystem: "planner", Operation: "chat"})
	for range 2 { // the second request uses the same connection
		got, err := do(t, client, "POST", server.URL, "hello")
		require.NoError(t, err)
		require.Equal(t, "you said hello", got)
	}
	rows, _, err := d.config.Audit.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	_, _, accepted := w.seen()
	require.Equal(t, 1, accepted)
	same(t, "sent", func() int64 { return rows[0].Sent + rows[1].Sent }, func() int64 { in, _, _ := w.seen(); return in })
	same(t, "received", func() int64 { return rows[0].Received + rows[1].Received }, func() int64 { _, out, _ := w.seen(); return out })
	require.Equal(t, rows[0].Sent, rows[1].Sent)
	require.Equal(t, 200, rows[0].Status)
	require.False(t, rows[0].OffDevice)
	total, err := d.Total(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Zero(t, total.Sent)
	require.Equal(t, rows[0].Sent+rows[1].Sent+rows[0].Received+rows[1].Received, total.Local)
	text, err := os.ReadFile(d.config.Audit.path)
	require.NoError(t, err)
	require.NotContains(t, string(text), "hello")
	require.NotContains(t, string(text), "secret-key")
}

// far makes a test server look like one at a public address.
func far(t *testing.T, server *httptest.Server, observe func(Crossing)) *Door {
	t.Helper()
	u, err := url.Parse(server.URL)
	require.NoError(t, err)
	return door(t, Config{
		Resolve: names(map[string]string{"example.com": "203.0.113.5", "other.example": "203.0.113.6", "localhost": "127.0.0.1"}),
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			if !strings.HasPrefix(address, "203.0.113.") {
				return nil, errors.New("dialled " + address)
			}
			return (&net.Dialer{}).DialContext(ctx, network, u.Host)
		},
		Observe: observe,
	})
}

// trust lets the client accept the test server's certificate, which names example.com.
func trust(client *http.Client, server *httptest.Server) {
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	client.Transport.(*counting).base.TLSClientConfig = &tls.Config{RootCAs: pool}
}

var agreed = Lane{Subsystem: "planner", OffDevice: func(string) Decision { return Decision{Allowed: true} }}

func TestWhatLeavesIsShownWhileItHappensAndCountedWithItsEncryption(t *testing.T) {
	var seen []Crossing
	inFlight := 0
	server, w := serve(t, true, func(rw http.ResponseWriter, r *http.Request) {
		inFlight = len(seen)
		io.WriteString(rw, "ok")
	})
	d := far(t, server, func(c Crossing) { seen = append(seen, c) })
	client := d.Client(agreed)
	trust(client, server)
	_, err := do(t, client, "POST", "https://example.com/v1/chat", strings.Repeat("x", 5000))
	require.NoError(t, err)
	require.Equal(t, 1, inFlight, "it was shown before the server had it")
	require.Equal(t, []State{Started, Ended}, []State{seen[0].State, seen[1].State})
	require.Equal(t, "example.com:443", seen[1].Target)
	d.Close()
	same(t, "sent", func() int64 {
		total, err := d.Total(t.Context(), time.Time{})
		require.NoError(t, err)
		return total.Sent
	}, func() int64 { in, _, _ := w.seen(); return in })
	total, err := d.Total(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Greater(t, total.Sent, int64(5000))
	require.Zero(t, total.Unfinished)
	require.Equal(t, 1, total.Targets[0].Crossings)
}

func TestAFailedHandshakeIsCountedToo(t *testing.T) {
	server, _ := serve(t, true, func(http.ResponseWriter, *http.Request) {})
	server.Config.ErrorLog = nil
	d := far(t, server, nil)
	_, err := do(t, d.Client(agreed), "GET", "https://example.com/", "") // its certificate is not trusted
	require.Error(t, err)
	total, err := d.Total(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Positive(t, total.Sent)
	require.Equal(t, 1, total.Targets[0].Crossings)
}

func TestARefusedRequestReachesNobodyAndClosesItsBody(t *testing.T) {
	server, w := serve(t, false, func(http.ResponseWriter, *http.Request) {})
	d := far(t, server, nil)
	_, err := do(t, d.Client(Lane{}), "POST", "http://example.com/", "private")
	var refused *Refused
	require.ErrorAs(t, err, &refused)
	closed := false
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://example.com/", nil)
	require.NoError(t, err)
	req.Body = closeFunc(func() error { closed = true; return nil })
	_, err = d.Client(Lane{}).Do(req)
	require.ErrorAs(t, err, &refused)
	require.True(t, closed)
	_, _, accepted := w.seen()
	require.Zero(t, accepted)
}

type closeFunc func() error

func (closeFunc) Read([]byte) (int, error) { return 0, io.EOF }
func (f closeFunc) Close() error           { return f() }

func TestNothingLeavesThatCannotBeWrittenDown(t *testing.T) {
	server, w := serve(t, true, func(http.ResponseWriter, *http.Request) {})
	d := far(t, server, nil)
	require.NoError(t, os.MkdirAll(d.config.Audit.path, 0o700))
	client := d.Client(agreed)
	trust(client, server)
	_, err := do(t, client, "POST", "https://example.com/", "private")
	require.ErrorContains(t, err, "write audit")
	_, _, accepted := w.seen()
	require.Zero(t, accepted)
}

func TestARedirectIsHeldToTheSameRules(t *testing.T) {
	for _, c := range []struct {
		name   string
		to     string
		lane   Lane
		secure bool
		from   string
		want   string
	}{
		{"from this machine to far away", "http://example.com/", Lane{}, false, "", "not on this machine"},
		{"to a host without consent", "https://other.example/", Lane{OffDevice: func(h string) Decision {
			return Decision{Allowed: h == "example.com", Reason: "not agreed"}
		}}, true, "https://example.com/", "not agreed"},
		{"dropping the encryption", "http://example.com/", Lane{Plain: true, OffDevice: agreed.OffDevice}, true, "https://example.com/", "drop the encryption"},
		{"without end", "/again", Lane{}, false, "", "too many redirects"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, _ := serve(t, c.secure, func(rw http.ResponseWriter, r *http.Request) {
				http.Redirect(rw, r, c.to, http.StatusTemporaryRedirect)
			})
			d, from := far(t, server, nil), c.from
			if from == "" {
				d, from = door(t, Config{Resolve: names(map[string]string{"example.com": "203.0.113.5"})}), server.URL
			}
			client := d.Client(c.lane)
			if c.secure {
				trust(client, server)
			}
			_, err := do(t, client, "POST", from, "private")
			var refused *Refused
			require.ErrorAs(t, err, &refused)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestAKeyDoesNotFollowARedirectToAnotherHost(t *testing.T) {
	keys := map[string]string{}
	server, _ := serve(t, false, func(rw http.ResponseWriter, r *http.Request) {
		keys[r.Host] = r.Header.Get("x-api-key")
		if r.Host == "example.com" {
			http.Redirect(rw, r, "http://other.example/", http.StatusTemporaryRedirect)
		}
	})
	lane := agreed
	lane.Plain = true
	_, err := do(t, far(t, server, nil).Client(lane), "POST", "http://example.com/", "x")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"example.com": "secret-key", "other.example": ""}, keys)
}

func TestConsentIsAskedAgainForEachRequestOnAnOpenConnection(t *testing.T) {
	server, w := serve(t, false, func(rw http.ResponseWriter, r *http.Request) { io.WriteString(rw, "ok") })
	allowed := true
	client := far(t, server, nil).Client(Lane{Plain: true, OffDevice: func(string) Decision { return Decision{Allowed: allowed, Reason: "withdrawn"} }})
	_, err := do(t, client, "GET", "http://example.com/", "")
	require.NoError(t, err)
	in, _, _ := w.seen()
	allowed = false
	_, err = do(t, client, "GET", "http://example.com/", "")
	require.ErrorContains(t, err, "withdrawn")
	after, _, _ := w.seen()
	require.Equal(t, in, after)
}

func TestAStreamThatIsCutShortStillHasItsRow(t *testing.T) {
	server, _ := serve(t, false, func(rw http.ResponseWriter, r *http.Request) {
		io.WriteString(rw, "first")
		rw.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	d := door(t, Config{})
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", server.URL, nil)
	require.NoError(t, err)
	resp, err := d.Client(Lane{}).Do(req)
	require.NoError(t, err)
	_, err = io.ReadFull(resp.Body, make([]byte, 5))
	require.NoError(t, err)
	cancel()
	_, err = resp.Body.Read(make([]byte, 1))
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, resp.Body.Close())
	rows, _, err := d.config.Audit.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.NotEmpty(t, rows)
	require.Equal(t, Failed, rows[0].State)
	require.Positive(t, rows[0].Sent)
	require.Positive(t, rows[0].Received)
}

func TestAServerThatIsNotThereIsAnErrorWithARow(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := l.Addr().String()
	require.NoError(t, l.Close())
	d := door(t, Config{})
	_, err = do(t, d.Client(Lane{}), "GET", "http://"+address, "")
	require.Error(t, err)
	rows, _, err := d.config.Audit.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Len(t, rows, 1)
	require.Equal(t, Failed, rows[0].State)
}

func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://203.0.113.9:1")
	t.Setenv("HTTPS_PROXY", "http://203.0.113.9:1")
	require.Nil(t, door(t, Config{}).Client(agreed).Transport.(*counting).base.Proxy)
}
