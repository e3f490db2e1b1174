package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/cli"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/system"
)

// childHome makes this binary a pace command on a desk of its own instead of a test, for tests with signals.
const childHome = "PACE_TEST_CLI_HOME"

// childSecret puts a window with a password field in front of it.
const childSecret = "PACE_TEST_CLI_SECRET"

func TestMain(m *testing.M) {
	if home := os.Getenv(childHome); home != "" {
		d := desktoptest.NewDesk()
		furnish(d)
		if os.Getenv(childSecret) != "" {
			d.App("Login", desktop.GTK3).Window("Login", desktop.Rect{X: 50, Y: 50, W: 300, H: 300}).Password("Secret")
		}
		code := cli.Main(os.Args[1:], cli.Std{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Environ: []string{"PACE_HOME=" + home}},
			cli.Build{Version: "1.2.3", App: with(d), Pages: fstest.MapFS{"frontend/dist/index.html": {Data: []byte("<title>Pace</title>")}}})
		os.Exit(code)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("os/signal.loop"))
}

// with opens applications on a desk instead of the real screen.
func with(d *desktoptest.Desk) func(app.Options) (*app.App, error) {
	return func(o app.Options) (*app.App, error) {
		o.Desktop, o.Servers = apptest.Shared(d), []string{} // no model server of this machine takes part
		return app.New(o)
	}
}

// room is one window with something of everything.
type room struct {
	name, ok, dead *desktoptest.Control
	left, right    *desktoptest.Control
}

func furnish(d *desktoptest.Desk) room {
	w := d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	return room{name: w.Text("Name", "Ada"), ok: w.Toggle("OK", false), dead: w.Button("Dead").Ignore(),
		left: w.Group("Left").Toggle("Save", false), right: w.Group("Right").Toggle("Save", false)}
}

// term is a terminal before a home and a desk.
type term struct {
	room
	home string
	desk *desktoptest.Desk
	cli.Build
	terminal bool
	environ  []string
}

func open(t *testing.T) *term {
	d := desktoptest.New(t)
	x := &term{home: t.TempDir(), desk: d, room: furnish(d)}
	x.Build = cli.Build{Version: "1.2.3", App: with(d), Probes: func(context.Context, []string) []system.Probe { return nil }}
	// Short waits: what is tested here is what comes of them.
	require.NoError(t, os.WriteFile(filepath.Join(x.home, "settings.json"), []byte(`{"BudgetPress":"200ms","BudgetText":"200ms"}`), 0o600))
	return x
}

// result is what a command left behind.
type result struct {
	code     int
	out, err string
}

func (x *term) run(in string, args ...string) result { return x.from(strings.NewReader(in), args...) }

func (x *term) from(in io.Reader, args ...string) result {
	var out, errs lockedBuffer
	code := cli.Main(args, cli.Std{In: in, Out: &out, Err: &errs, Environ: append([]string{"PACE_HOME=" + x.home}, x.environ...), Terminal: x.terminal}, x.Build)
	return result{code, out.String(), errs.String()}
}

// lockedBuffer is written by a turn and by a prompt at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// rows reads what --json printed: each line one event, numbered, from the first to the last of one turn.
func rows(t *testing.T, out string) []event.Event {
	t.Helper()
	require.True(t, strings.HasSuffix(out, "\n"), "%q", out)
	var all []event.Event
	for line := range strings.Lines(out) {
		var e event.Event
		require.NoError(t, json.Unmarshal([]byte(line), &e), "%s", line)
		all = append(all, e)
		require.Equal(t, len(all), e.Seq)
		require.Equal(t, all[0].Turn, e.Turn)
	}
	require.Equal(t, event.TurnStarted, all[0].Type)
	require.Equal(t, event.TurnEnded, all[len(all)-1].Type)
	return all
}

func end(all []event.Event) *event.Ended { return all[len(all)-1].Body.(*event.Ended) }

// sentence checks that an error is one plain sentence without insides.
func sentence(t *testing.T, s string) {
	t.Helper()
	require.Equal(t, 1, strings.Count(s, "\n"), "%q", s)
	require.Regexp(t, `^[A-Z-].*[.?]\n$`, s)
	require.NotRegexp(t, `goroutine|\.go:|0x|panic|errno`, s)
}

func optionsOf(x *term) app.Options { return app.Options{Environ: []string{"PACE_HOME=" + x.home}} }
