package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/bridge/inbox"
	"pace/backend/cli"
)

func TestABadLinkStartsNothing(t *testing.T) {
	x := open(t)
	x.Build.App = func(app.Options) (*app.App, error) { return nil, errors.New("nothing may be opened") }
	x.Build.Window = func(context.Context, cli.Std, string) error { return errors.New("no window may be opened") }
	for _, link := range []string{"pace://", "pace:chat", "PACE://sing", "pace://listen/now", "pace://listen?x=1", "pace://chat", "pace://chat?text=", "pace://chat?text=a&text=b",
		"pace://chat?text=%zz", "pace://me@panel", "pace://panel:1", "pace://panel#a", "pace://watch?enabled=yes", "pace://chat?text=" + strings.Repeat("a", 501), "pace://" + strings.Repeat("a", 100<<10)} {
		got := x.run("", link)
		require.Equal(t, 2, got.code, "%.60s", link)
		require.Empty(t, got.out)
		sentence(t, got.err)
	}
	require.NotEqual(t, 0, x.run("", "pace://panel", "pace://panel").code, "one at a time")
}

func TestAGoodLinkWithoutARunningPaceOpensTheWindowWithIt(t *testing.T) {
	x := open(t)
	var links []string
	x.Build.Window = func(_ context.Context, _ cli.Std, l string) error { links = append(links, l); return nil }
	for _, link := range []string{"pace://listen", "PACE://Panel", "pace://watch?enabled=true", "pace://chat?text=hello+there"} {
		require.Equal(t, result{}, x.run("", link))
		require.Equal(t, link, links[len(links)-1])
	}
	x.Build.Window = nil
	got := x.run("", "pace://panel")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
}

func TestALinkGoesToThePaceThatRunsAndItsPersonDecides(t *testing.T) {
	x := open(t)
	p, _ := x.hosting(t)
	x.Build.Window = func(context.Context, cli.Std, string) error { return errors.New("no second window") }
	x.Build.NeedsDisplay = true // and none is needed for this
	for _, link := range []string{"pace://chat?text=press+OK", "pace://listen", "pace://panel"} {
		got := x.run("", link)
		require.Equal(t, 0, got.code, got.err)
		require.Equal(t, "The link was handed to the Pace that is running.\n", got.out)
	}
	s := p.Links().State()
	require.Equal(t, "press OK", s.Waiting[0].Text)
	require.Contains(t, s.Notices[0].Text, "listen")
	require.Zero(t, x.ok.Pressed())

	for i := range 7 {
		require.Equal(t, 0, x.run("", "pace://chat?text=hello").code, i)
	}
	got := x.run("", "pace://chat?text=hello")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
}

// Two processes of which the first serves a page that nobody has opened yet.
func TestALinkFromASecondProcessWaitsForThePage(t *testing.T) {
	home := t.TempDir()
	child := func(args ...string) *exec.Cmd {
		c := exec.Command(os.Args[0], args...)
		c.Env = append(os.Environ(), childHome+"="+home)
		return c
	}
	serve := child("serve")
	out, err := serve.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, serve.Start())
	t.Cleanup(func() {
		_ = serve.Process.Signal(os.Interrupt)
		_ = serve.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	for _, link := range []string{"pace://chat?text=one", "pace://chat?text=two", "pace://watch?enabled=true"} {
		said, err := child(link).CombinedOutput()
		require.NoError(t, err, string(said))
		require.Equal(t, "The link was handed to the Pace that is running.\n", string(said))
	}
	bad := child("pace://chat?text=")
	require.Error(t, bad.Run())
	require.Equal(t, 2, bad.ProcessState.ExitCode())

	page := visit(t, strings.TrimSpace(strings.TrimPrefix(line, "Pace is at ")))
	var s inbox.State
	require.NoError(t, json.Unmarshal(page("Links.State"), &s))
	require.Equal(t, []string{"one", "two"}, []string{s.Waiting[0].Text, s.Waiting[1].Text})
	require.Len(t, s.Notices, 1)
	require.True(t, s.Free)
	require.Contains(t, string(page("Links.Open", s.Waiting[0].ID)), `"turn":"t-`)
	require.Empty(t, page("Links.Open", s.Waiting[0].ID), "once")
}

// visit opens an address as a browser does, and gives a way to call what it serves; a failed call gives nothing.
func visit(t *testing.T, address string) func(method string, params ...any) json.RawMessage {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	carrier := &http.Transport{}
	t.Cleanup(carrier.CloseIdleConnections)
	res, err := (&http.Client{Jar: jar, Transport: carrier}).Get(address)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	u, err := url.Parse(address)
	require.NoError(t, err)
	c, res, err := (&websocket.Dialer{Jar: jar}).Dial("ws://"+u.Host+"/api/ws", http.Header{"Origin": {"http://" + u.Host}})
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	t.Cleanup(func() { _ = c.Close() })
	id := 0
	return func(method string, params ...any) json.RawMessage {
		t.Helper()
		id++
		if params == nil {
			params = []any{}
		}
		require.NoError(t, c.WriteJSON(map[string]any{"id": id, "method": method, "params": params}))
		for {
			var answer struct {
				ID     int             `json:"id"`
				Result json.RawMessage `json:"result"`
			}
			require.NoError(t, c.ReadJSON(&answer))
			if answer.ID == id {
				return answer.Result
			}
		}
	}
}
