package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/turn"
)

// takerHome makes this test binary a Pace that takes back what the home's last run did. It says "ready", waits for a line,
// and says what came of it.
const takerHome = "PACE_TEST_TAKER_HOME"

func TestTaker(t *testing.T) {
	home := os.Getenv(takerHome)
	if home == "" {
		t.Skip("is run by the tests that start several")
	}
	p := apptest.On(t, home, desk(t, "Grace", func(string) {
		_, _ = os.Stdout.WriteString("taking\n") // it is being done, and never ends
		select {}
	}))
	_, _ = os.Stdout.WriteString("ready\n")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	got := p.Ask(t, "undo that")
	fmt.Printf("%s: %s\n", got.Status, got.Spoken)
}

// desk has one window with one field. What becomes of a text that is put there is told first, if anybody wants to know.
func desk(t testing.TB, holds string, before func(string)) *desktoptest.Desk {
	d := desktoptest.New(t)
	name := d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600}).Text("Name", holds)
	if before != nil {
		name.RewriteText(func(s string) string { before(s); return s })
	}
	return d
}

// taker is one such process.
type taker struct {
	*exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func take(t *testing.T, home string) *taker {
	c := exec.Command(os.Args[0], "-test.run=^TestTaker$")
	c.Env = append(os.Environ(), takerHome+"="+home)
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	x := &taker{c, in, bufio.NewScanner(out)}
	require.Equal(t, "ready", x.line())
	return x
}

func (x *taker) line() string {
	x.lines.Scan()
	return x.lines.Text()
}

func (x *taker) kill() {
	_ = x.Process.Kill()
	_ = x.Wait()
}

func TestOfManyProcessesThatTakeTheSameBackAtOnceOneDoesAndTheOthersSaySo(t *testing.T) {
	for _, made := range []int{1, 2} {
		home := t.TempDir()
		p := apptest.On(t, home, desk(t, "Ada", nil))
		for i := range made {
			require.Equal(t, event.Done, yes(t, p, fmt.Sprintf("remind me to call %c tomorrow at five", 'A'+i)).Status)
		}
		require.NoError(t, p.Close())

		const many = 3
		var all []*taker
		for range many {
			all = append(all, take(t, home))
		}
		for _, x := range all {
			_, err := io.WriteString(x.in, "now\n")
			require.NoError(t, err)
		}
		done := 0
		for _, x := range all {
			said := x.line()
			if strings.HasPrefix(said, "done: ") {
				done++
			} else {
				require.Regexp(t, "^failed: (That is being taken back already, by another request.|That was taken back a moment ago, by another request.|There is nothing to undo.)$", said)
			}
			require.NoError(t, x.Wait())
		}
		require.Equal(t, made-done, len(inFolder(t, p, "reminders")), "whoever says it is done has done it, each another")
		require.Positive(t, done)
	}
}

func TestWhatIsBeingTakenBackIsLeftToWhoeverDoesUntilThatOneIsKilled(t *testing.T) {
	home := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := apptest.On(t, home, desk(t, "Ada", nil))
		require.Equal(t, event.Done, p.Ask(t, "set Name to Grace").Status)
		require.NoError(t, p.Close())
	})
	x := take(t, home)
	t.Cleanup(x.kill)
	_, err := io.WriteString(x.in, "now\n")
	require.NoError(t, err)
	require.Equal(t, "taking", x.line())

	with := func(fn func(t *testing.T, p *apptest.Pace, run int64, name *desktoptest.Control)) {
		synctest.Test(t, func(t *testing.T) {
			d := desktoptest.New(t)
			name := d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600}).Text("Name", "Grace")
			p := apptest.On(t, home, d)
			db, err := p.DB()
			require.NoError(t, err)
			run, ok, err := db.Runs().Undoable(context.Background())
			require.NoError(t, err)
			require.True(t, ok, "it is not taken back before that was seen")
			fn(t, p, run.ID, name)
			require.NoError(t, p.Close())
		})
	}
	with(func(t *testing.T, p *apptest.Pace, run int64, name *desktoptest.Control) {
		for _, r := range []turn.Request{{Text: "undo that"}, {Undo: run}} {
			r.Origin, r.Attended = "ask", true
			got := p.Do(t, r)
			require.Equal(t, event.Failed, got.Status)
			require.Equal(t, "That is being taken back already, by another request.", got.Spoken)
		}
		r := turn.Request{Text: "undo that", Origin: "ask", Attended: true, DryRun: true}
		require.Equal(t, event.Done, p.Do(t, r).Status, "a dry run takes nothing, and is kept from nothing")
		require.Equal(t, "Grace", name.Content())
	})
	x.kill()
	with(func(t *testing.T, p *apptest.Pace, run int64, name *desktoptest.Control) {
		db, err := p.DB()
		require.NoError(t, err)
		rows, err := db.Runs().List(context.Background(), store.RunFilter{Limit: 1})
		require.NoError(t, err)
		require.Equal(t, store.Begun, rows[0].Effect, "that it was begun is on record")
		got := p.Do(t, turn.Request{Undo: run, Origin: "interface", Attended: true})
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Ada", name.Content())
		require.Equal(t, "That was taken back already.", p.Do(t, turn.Request{Undo: run, Origin: "interface", Attended: true}).Spoken)
	})
}

func TestWhoeverWasAskedBeforeItWasTakenBackDoesNotReachForAnOlderOne(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, name := range []string{"B", "C"} {
			require.Equal(t, event.Done, r.Ask(t, "set Name to "+name).Status)
		}
		second := r.Second(t)
		turns := second.Turns()
		config, once := turns.Config, sync.Once{}
		turns.Config = func() turn.Config {
			once.Do(func() { require.Equal(t, event.Done, r.Ask(t, "undo that").Status) }) // the other's turn has begun
			return config()
		}
		got := second.Ask(t, "undo that")
		require.Equal(t, event.Failed, got.Status)
		require.Equal(t, "That was taken back a moment ago, by another request.", got.Spoken)
		require.Equal(t, "B", r.name.Content())
		require.NoError(t, second.Close())
	})
}

func TestATakingBackThatIsStoppedOrFailsIsOfferedAgain(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.Equal(t, event.Done, r.Ask(t, "set Name to Grace").Status)
		r.name.Ignore()
		require.NotEqual(t, event.Done, r.Ask(t, "undo that").Status, "it failed")
		x, err := r.Turns().Submit(context.Background(), turn.Request{Text: "undo that", Origin: "ask", Attended: true})
		require.NoError(t, err)
		synctest.Wait()
		require.True(t, r.Turns().Cancel(x.ID, "user"))
		require.Equal(t, event.Cancelled, apptest.Finish(x).Status)
		r.name.Heed()
		got := r.Ask(t, "undo that")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Ada", r.name.Content())
	})
}
