package host_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge/host"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/turn"
)

// rig is a Pace that serves a socket, with one window. Time is real: sockets know no other.
type rig struct {
	*apptest.Pace
	path  string
	srv   *host.Server
	bold  *desktoptest.Control
	shown chan []string
}

func serve(t *testing.T) *rig {
	r := &rig{Pace: apptest.Open(t), path: filepath.Join(t.TempDir(), "s"), shown: make(chan []string, 1)}
	w := r.Desk.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
	r.bold = w.Toggle("Bold", false)
	w.Button("Dead").Ignore()
	srv, err := host.Listen(r.path, "test", r.Turns(), r.Approve, func(args []string) error {
		if len(args) > 1 {
			return errors.New("One thing at a time.")
		}
		r.shown <- args
		return nil
	}, nil)
	require.NoError(t, err)
	r.srv = srv
	t.Cleanup(func() { _ = srv.Close() })
	return r
}

func (r *rig) dial(t *testing.T) *host.Client {
	t.Helper()
	c, err := host.Dial(r.path)
	require.NoError(t, err)
	return c
}

// raw is a client of the test's own making.
func (r *rig) raw(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("unix", r.path)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c, bufio.NewReader(c)
}

func attended(text string) host.Submit { return host.Submit{Text: text, Origin: "ask", Attended: true} }

// run attaches, runs a sentence to its end and gives its rows.
func (r *rig) run(t *testing.T, s host.Submit) []event.Event {
	t.Helper()
	var rows []event.Event
	require.NoError(t, r.dial(t).Run(context.Background(), s, func(e event.Event) { rows = append(rows, e) }))
	return rows
}

func last(rows []event.Event) *event.Ended { return rows[len(rows)-1].Body.(*event.Ended) }

func TestAnAttachedTurnStreamsItsRowsToTheEnd(t *testing.T) {
	r := serve(t)
	rows := r.run(t, attended("press Bold"))
	require.Equal(t, event.Done, last(rows).Status, last(rows).Spoken)
	for i, e := range rows {
		require.Equal(t, i+1, e.Seq)
	}
	require.True(t, r.bold.Is(desktop.Pressed))
	require.Equal(t, event.Done, last(r.run(t, attended("again"))).Status, "one connection after the other")
}

func TestAnAttachedClientDecidesAnApproval(t *testing.T) {
	r := serve(t)
	for _, allow := range []bool{false, true} {
		c := r.dial(t)
		var end *event.Ended
		require.NoError(t, c.Run(context.Background(), host.Submit{Text: "press Bold", Origin: "link", Attended: true}, func(e event.Event) {
			switch b := e.Body.(type) {
			case *event.Approval:
				require.NoError(t, c.Decide("a-other", true), "another's approval is not this one's")
				require.NoError(t, c.Decide(b.ID, allow))
				// A second answer counts for nothing. The turn may have ended by now, and the connection with it.
				if err := c.Decide(b.ID, !allow); err != nil {
					require.ErrorIs(t, err, syscall.EPIPE)
				}
			case *event.Ended:
				end = b
			}
		}))
		require.Equal(t, map[bool]event.Status{false: event.Blocked, true: event.Done}[allow], end.Status)
	}
	require.Equal(t, 1, r.bold.Pressed())
}

func TestACancelledClientStillHearsHowItsTurnEnded(t *testing.T) {
	r := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	var rows []event.Event
	require.NoError(t, r.dial(t).Run(ctx, attended("press Dead"), func(e event.Event) {
		rows = append(rows, e)
		if e.Type == event.StepStarted {
			cancel()
		}
	}))
	require.Equal(t, event.Cancelled, last(rows).Status)
	require.Contains(t, last(rows).Spoken, "as you asked")
}

func TestACancelSentTogetherWithTheRequestIsHeard(t *testing.T) {
	r := serve(t)
	c, in := r.raw(t)
	submit, err := json.Marshal(host.Request{V: event.Version, Do: "submit", Submit: &host.Submit{Text: "press Dead", Origin: "link", Attended: true}})
	require.NoError(t, err)
	_, err = c.Write([]byte(string(submit) + `{"v":1,"do":"cancel"}` + "\n")) // one packet
	require.NoError(t, err)
	var status event.Status
	for {
		line, err := in.ReadString('\n')
		require.NoError(t, err)
		var e event.Event
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		if end, ok := e.Body.(*event.Ended); ok {
			status = end.Status
			break
		}
	}
	require.Equal(t, event.Cancelled, status)
}

func TestAClientThatGoesAwayTakesItsTurnWithIt(t *testing.T) {
	r := serve(t)
	rows, stop := r.Turns().Events.Subscribe(false)
	defer stop()
	c, _ := r.raw(t)
	_, err := c.Write([]byte(`{"v":1,"do":"submit","submit":{"text":"press Bold","origin":"link","attended":true}}` + "\n"))
	require.NoError(t, err)
	for e := range rows {
		if e.Type == event.ApprovalRequested {
			require.NoError(t, c.Close()) // killed while it asks
		}
		if end, ok := e.Body.(*event.Ended); ok {
			require.Equal(t, event.Cancelled, end.Status)
			break
		}
	}
	require.Zero(t, r.bold.Pressed())
	require.Equal(t, event.Done, last(r.run(t, attended("press Bold"))).Status, "the next one is served")
}

func TestASecondAttendedTurnIsRefusedInOneSentence(t *testing.T) {
	r := serve(t)
	c := r.dial(t)
	require.NoError(t, c.Run(context.Background(), host.Submit{Text: "press Bold", Origin: "link", Attended: true}, func(e event.Event) {
		if q, ok := e.Body.(*event.Approval); ok {
			err := r.dial(t).Run(context.Background(), attended("press Bold"), func(event.Event) { t.Error("it ran") })
			var no *host.Refused
			require.ErrorAs(t, err, &no)
			require.Equal(t, "busy", no.Kind)
			require.Regexp(t, `^[A-Z].*\.$`, no.Text)
			require.NoError(t, c.Decide(q.ID, false))
		}
	}))
}

func TestAClientOfAnotherVersionIsToldSo(t *testing.T) {
	r := serve(t)
	for _, v := range []int{0, event.Version + 1, -1} {
		c, in := r.raw(t)
		fmt.Fprintf(c, `{"v":%d,"do":"submit","submit":{"text":"press Bold","attended":true}}`+"\n", v)
		line, err := in.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, `"kind":"version"`)
	}
	require.Zero(t, r.bold.Pressed())
}

func TestTrashEndsOneConnectionAndNoOther(t *testing.T) {
	r := serve(t)
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(rand.IntN(256))
	}
	for _, trash := range []string{string(noise), "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "null\n", "[]\n", "{}\n", `{"v":1}` + "\n", `{"v":1,"do":"submit"}` + "\n", `{"v":1,"do":"sing"}` + "\n",
		`{"v":1,"do":"decide","id":"x","allow":true}` + "\n", `{"v":"1"}` + "\n", "", strings.Repeat("[", 100_000)} {
		c, _ := r.raw(t)
		_, _ = c.Write([]byte(trash))
		require.NoError(t, c.(*net.UnixConn).CloseWrite())
		answer, _ := bufio.NewReader(c).ReadString('\n') // the end of the connection, perhaps with a reason
		if answer != "" {
			require.Contains(t, answer, `"error"`, "%.40q", trash)
		}
		require.NoError(t, c.Close())
	}
	require.Equal(t, event.Done, last(r.run(t, attended("press Bold"))).Status)
	require.Equal(t, 1, r.bold.Pressed())
}

func TestAClientThatNeverReadsHoldsUpNeitherOthersNorTheEnd(t *testing.T) {
	r := serve(t)
	c, _ := r.raw(t)
	// The row that echoes the sentence is larger than the socket's buffer.
	long, err := json.Marshal(host.Request{V: event.Version, Do: "submit", Submit: &host.Submit{Text: "press “" + strings.Repeat("x", 900_000) + "”", Origin: "ask", Attended: true}})
	require.NoError(t, err)
	rows, stop := r.Turns().Events.Subscribe(false)
	_, err = c.Write(append(long, '\n'))
	require.NoError(t, err)
	for e := range rows {
		if e.Type == event.TurnEnded {
			break
		}
	}
	stop()
	require.Equal(t, event.Done, last(r.run(t, attended("press Bold"))).Status)
	require.NoError(t, r.srv.Close(), "and the host can close")
}

func TestClosingTheHostEndsIdleAndBusyClients(t *testing.T) {
	r := serve(t)
	idle, in := r.raw(t)
	c := r.dial(t)
	var end *event.Ended
	err := c.Run(context.Background(), host.Submit{Text: "press Bold", Origin: "link", Attended: true}, func(e event.Event) {
		switch b := e.Body.(type) {
		case *event.Approval:
			go r.srv.Close()
		case *event.Ended:
			end = b
		}
	})
	require.NoError(t, err)
	require.Equal(t, event.Cancelled, end.Status)
	_, err = in.ReadByte()
	require.Error(t, err)
	require.NoError(t, idle.Close())
	_, err = host.Dial(r.path)
	require.ErrorIs(t, err, host.ErrNone)
}

func TestASecondStartHandsItsArgumentsOverOrHearsThatThereIsNoWindow(t *testing.T) {
	r := serve(t)
	require.NoError(t, r.dial(t).Show([]string{"pace://panel"}))
	require.Equal(t, []string{"pace://panel"}, <-r.shown)
	var no *host.Refused
	require.ErrorAs(t, r.dial(t).Show([]string{"a", "b"}), &no)
	require.Equal(t, host.Refused{Text: "One thing at a time.", Kind: "refused"}, *no)

	path := filepath.Join(t.TempDir(), "s")
	srv, err := host.Listen(path, "test", r.Turns(), r.Approve, nil, nil)
	require.NoError(t, err)
	defer srv.Close()
	c, err := host.Dial(path)
	require.NoError(t, err)
	err = c.Show(nil)
	require.True(t, errors.As(err, &no), "nothing was brought to the front: %v", err)
	require.Equal(t, "noWindow", no.Kind)
}

func TestManyClientsAtOnceAreServedOrRefusedAndNothingIsLost(t *testing.T) {
	r := serve(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	served, busy := 0, 0
	for range 20 {
		c := r.dial(t)
		wg.Go(func() {
			rows := 0
			err := c.Run(context.Background(), attended("hello"), func(e event.Event) {
				rows++
				if e.Seq != rows {
					t.Errorf("row %d came as number %d", e.Seq, rows)
				}
			})
			mu.Lock()
			defer mu.Unlock()
			var no *host.Refused
			switch {
			case err == nil:
				served++
			case errors.As(err, &no) && no.Kind == "busy":
				busy++
			default:
				t.Errorf("%v", err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, 20, served+busy)
	require.Positive(t, served)
}

// hooks answers each name in its own way.
type hooks struct{}

func (hooks) Hook(_ context.Context, name string) (*turn.Request, host.Hooked) {
	if name == "press" {
		return &turn.Request{Text: "press Bold", Origin: "ask", Attended: true}, host.Hooked{}
	}
	return nil, host.Hooked{Said: "There is no " + name + ".", Exit: 3}
}

func TestAHookIsATurnOrAnAnswerAndUnknownToAHostWithoutAny(t *testing.T) {
	r := serve(t)
	_, err := r.dial(t).Hook(context.Background(), "press", nil, func(event.Event) { t.Error("it ran") })
	var no *host.Refused
	require.ErrorAs(t, err, &no)
	require.Equal(t, "bad", no.Kind)
	require.Zero(t, r.bold.Pressed())

	path := filepath.Join(t.TempDir(), "s")
	srv, err := host.Listen(path, "test", r.Turns(), r.Approve, nil, hooks{})
	require.NoError(t, err)
	defer srv.Close()
	ask := func(name string) (rows []event.Event, end host.Hooked) {
		c, err := host.Dial(path)
		require.NoError(t, err)
		end, err = c.Hook(context.Background(), name, []int{1}, func(e event.Event) { rows = append(rows, e) })
		require.NoError(t, err)
		return rows, end
	}
	rows, end := ask("press")
	require.Equal(t, event.Done, last(rows).Status)
	require.Equal(t, host.Hooked{}, end)
	rows, end = ask("panel")
	require.Empty(t, rows)
	require.Equal(t, host.Hooked{Said: "There is no panel.", Exit: 3}, end)
}
