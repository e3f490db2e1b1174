package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge/host"
	"pace/backend/cli"
	"pace/backend/desktop"
	"pace/backend/event"
)

func TestAskExitsByWhatIsKnown(t *testing.T) {
	x := open(t)
	for _, c := range []struct {
		text string
		code int
		says string
	}{
		{"press OK", 0, "OK"},
		{"hello", 0, "Hello"},
		{"press Dead", 1, "nothing changed"},
		{"press Nowhere", 1, "Nowhere"},
		{"press OK and then press Dead", 1, "1 of 2 steps"},
		{"press Save", 3, "pace ask \"the first one\""},
		{"frobnicate the flux", 4, "frobnicate"},
		{"", 2, ""},
		{"  \t ", 2, ""},
	} {
		got := x.run("", "ask", c.text)
		require.Equal(t, c.code, got.code, "%s: %s%s", c.text, got.out, got.err)
		require.Contains(t, got.out, c.says)
		if c.code == 2 {
			require.Empty(t, got.out)
			sentence(t, got.err)
		} else {
			require.Empty(t, got.err, "what became of it is told on standard output")
		}
	}
}

func TestWhyStepsWereNotBegunIsSaidOnceWithTheirNumber(t *testing.T) {
	for n, want := range map[int]string{
		1:  "  – Not done, because step 1 (Press “Nowhere”) was not confirmed.\n",
		2:  "  – 2 steps: Not done, because step 1 (Press “Nowhere”) was not confirmed.\n",
		17: "  – 17 steps: Not done, because step 1 (Press “Nowhere”) was not confirmed.\n",
	} {
		x := open(t)
		text := "press Nowhere" + strings.Repeat(" and then press OK", n)
		got := x.run("", "ask", text)
		require.Equal(t, 1, got.code)
		require.Equal(t, 1, strings.Count(got.out, "was not confirmed"), got.out)
		require.Contains(t, got.out, want)
		all := rows(t, x.run("", "ask", "--json", text).out)
		skipped := 0
		for _, r := range all {
			if e, ok := r.Body.(*event.StepResult); ok && e.Outcome.Effect == "notAttempted" {
				require.Contains(t, e.Outcome.Report, "was not confirmed")
				skipped++
			}
		}
		require.Equal(t, n, skipped, "each step keeps its outcome")
		require.Len(t, end(all).Steps, n+1)
	}
}

func TestASecondAskAnswersTheQuestionOfTheFirst(t *testing.T) {
	x := open(t)
	require.Equal(t, 3, x.run("", "ask", "press Save").code)
	require.Equal(t, 0, x.run("", "ask", "the", "second", "one").code)
	require.True(t, x.right.Is(desktop.Pressed))
	require.False(t, x.left.Is(desktop.Pressed))
}

func TestUndoWorksFromASecondAsk(t *testing.T) {
	x := open(t)
	require.Equal(t, 0, x.run("", "ask", "set Name to Grüße").code)
	require.Equal(t, "Grüße", x.name.Content())
	got := x.run("", "ask", "undo that")
	require.Equal(t, 0, got.code, got.out)
	require.Equal(t, "Ada", x.name.Content())
	got = x.run("", "ask", "undo that")
	require.Equal(t, 1, got.code)
	require.Equal(t, "There is nothing to undo.\n", got.out)
}

func TestJSONIsOneEventALineInOrderAndNothingElse(t *testing.T) {
	x := open(t)
	for text, code := range map[string]int{"press OK and then set Name to B": 0, "press Save": 3, "frobnicate": 4, "hello": 0, "press Dead": 1} {
		got := x.run("", "ask", "--json", text)
		require.Equal(t, code, got.code)
		require.Empty(t, got.err)
		all := rows(t, got.out)
		require.Equal(t, code, end(all).Status.ExitCode())
		require.NotContains(t, got.out, `"steps":null`)
		require.NotContains(t, got.out, `"calls":null`)
		require.NotContains(t, got.out, `"evidence":null`)
	}
	got := x.run("", "ask", "--json", "")
	require.Equal(t, 2, got.code)
	require.Empty(t, got.out)
}

func TestDryRunShowsPlanTargetAndRiskAndTouchesNothing(t *testing.T) {
	x := open(t)
	acts := len(x.desk.Acts())
	got := x.run("", "ask", "--dry-run", "set Name to B and then press OK")
	require.Equal(t, 0, got.code)
	require.Contains(t, got.out, "Set “Name” to “B”")
	require.Contains(t, got.out, "uses your mouse or keyboard, can be undone")
	require.Contains(t, got.out, "Nothing was touched.")
	require.NotContains(t, got.out, "✓")
	require.Len(t, x.desk.Acts(), acts)
	require.Equal(t, "Ada", x.name.Content())
	require.Equal(t, 3, x.run("", "ask", "--dry-run", "press Save").code)
	require.Equal(t, 1, x.run("", "ask", "--dry-run", "press Nowhere").code)
}

// asksFirst is a sentence that needs approval: it acts after text from outside was read.
const asksFirst = "read the clipboard and then press OK"

func TestApprovalDefaultsToNo(t *testing.T) {
	for _, c := range []struct {
		name, in string
		terminal bool
		flag     string
		code     int
	}{
		{"yes", "y\n", true, "", 0}, {"the word", "YES \n", true, "", 0},
		{"only enter", "\n", true, "", 3}, {"no", "n\n", true, "", 3}, {"something else", "yep\n", true, "", 3},
		{"the end of input", "", true, "", 3}, {"yes without its line", "y", true, "", 3},
		{"not a terminal, whatever it says", "y\n", false, "", 3},
		{"a flag does not approve what comes after text from outside", "", false, "--yes", 3},
		{"it is asked in spite of the flag", "y\n", true, "--yes", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t)
			x.terminal = c.terminal
			x.desk.UserCopies("text from somewhere")
			args := []string{"ask", asksFirst}
			if c.flag != "" {
				args = append(args, c.flag)
			}
			got := x.run(c.in, args...)
			require.Equal(t, c.code, got.code, got.out+got.err)
			require.Equal(t, c.code == 0, x.ok.Is(desktop.Pressed))
			require.Equal(t, c.terminal, strings.Contains(got.err, "[y/N]"))
			if c.terminal {
				require.Contains(t, got.err, "Press “OK”")
			}
		})
	}
}

func TestTextComesFromStandardInputWithADash(t *testing.T) {
	x := open(t)
	require.Equal(t, 0, x.run("press OK\r\n", "ask", "-").code)
	require.True(t, x.ok.Is(desktop.Pressed))
	require.Equal(t, 2, x.run("", "ask", "-").code)
	require.Equal(t, 2, x.run("\xff\xfe", "ask", "-").code)
	got := x.run("", "ask", "press \xff")
	require.Equal(t, 2, got.code, got.out+got.err)

	long := strings.Repeat("Grüße ", 100_000/7)
	got = x.run("set Name to “"+long+"”", "ask", "-")
	require.Equal(t, 0, got.code, "%.300s", got.out)
	require.Equal(t, long, x.name.Content())
	require.Less(t, utf8.RuneCountInString(got.out), 5000, "a long text is not printed back")

	got = x.run(strings.Repeat("ü", 1<<20), "ask", "-")
	require.Equal(t, 4, got.code, "%.200s", got.out)
	require.Contains(t, got.out, "the most that Pace reads")

	got = x.from(broken{}, "ask", "-")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }

func TestWithoutAScreenAskSaysSoAndExitsBlocked(t *testing.T) {
	x := open(t)
	x.Build.App = func(o app.Options) (*app.App, error) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoDisplay}}
		}
		return app.New(o)
	}
	got := x.run("", "ask", "press OK")
	require.Equal(t, 3, got.code)
	require.Equal(t, "There is no display to work on. Run pace doctor to see why.\n", got.out)
	require.Equal(t, 0, x.run("", "ask", "hello").code)
}

func TestAHomeThatCannotBeUsedIsNamedInOneSentence(t *testing.T) {
	x := open(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	x.home = file
	got := x.run("", "ask", "press OK")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
	require.Contains(t, got.err, file, "which folder, and what helps")
	require.Contains(t, got.err, "PACE_HOME")
	got = x.run("", "--verbose", "ask", "press OK")
	require.Contains(t, got.err, file)
}

// hosting begins a Pace that serves the socket of x's home, as a window would.
func (x *term) hosting(t *testing.T) (*apptest.Pace, *host.Server) {
	t.Helper()
	p := apptest.On(t, x.home, x.desk, func(o *app.Options) { o.Show = func() {} })
	h, err := cli.Host(p.App, []string{"PACE_HOME=" + x.home}, "window")
	require.NoError(t, err)
	t.Cleanup(func() { _ = h.Close() })
	return p, h
}

func TestAskAttachesToTheRunningPaceAndBehavesTheSame(t *testing.T) {
	x := open(t)
	p, _ := x.hosting(t)
	opened := 0
	x.Build.App = func(app.Options) (*app.App, error) { opened++; return nil, errors.New("not needed") }
	seen, stop := p.Turns().Events.Subscribe(false)
	defer stop()

	got := x.run("", "ask", "--json", "press OK")
	require.Equal(t, 0, got.code, got.out+got.err)
	all := rows(t, got.out)
	for _, want := range all {
		require.Equal(t, want.Type, (<-seen).Type, "it ran in the other process")
	}
	require.Equal(t, 3, x.run("", "ask", "press Save").code)
	require.Equal(t, 0, x.run("", "ask", "the first one").code)
	require.Equal(t, 4, x.run("", "ask", "frobnicate").code)
	require.Equal(t, 0, x.run("", "ask", "set Name to B").code)
	require.Equal(t, 0, x.run("", "ask", "undo that").code)
	require.Equal(t, "Ada", x.name.Content())
	require.Zero(t, opened)
}

func TestAnAttachedAskIsApprovedFromWhereverTheAnswerComesFirst(t *testing.T) {
	x := open(t)
	p, _ := x.hosting(t)
	x.terminal = true
	require.Equal(t, 3, x.run("n\n", "ask", asksFirst).code)
	require.Equal(t, 0, x.run("y\n", "ask", asksFirst).code)

	seen, stop := p.Turns().Events.Subscribe(false)
	defer stop()
	go func() {
		for e := range seen {
			if q, ok := e.Body.(*event.Approval); ok {
				p.Approve.Decide(q.ID, true, "interface")
			}
		}
	}()
	x.terminal = false
	got := x.run("", "ask", asksFirst)
	require.Equal(t, 0, got.code, got.out)
	require.Contains(t, got.err, "approved in the window")
}

func TestABusyPaceRefusesInOneSentence(t *testing.T) {
	x := open(t)
	require.NoError(t, os.WriteFile(filepath.Join(x.home, "settings.json"), []byte(`{"BudgetPress":"1m"}`), 0o600))
	p, _ := x.hosting(t)
	seen, stop := p.Turns().Events.Subscribe(false)
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() { x.run("", "ask", "press Dead") })
	for e := range seen {
		if e.Type == event.StepStarted {
			break
		}
	}
	got := x.run("", "ask", "press OK")
	require.Equal(t, 3, got.code)
	require.Empty(t, got.out)
	sentence(t, got.err)
	p.Turns().CancelAll("interface")
	wg.Wait()
}

func TestTwoAsksAtOnceNeverActAtTheSameTime(t *testing.T) {
	x := open(t)
	var wg sync.WaitGroup
	codes := make([]int, 6)
	for i := range codes {
		wg.Go(func() { codes[i] = x.run("", "ask", "press Dead").code })
	}
	wg.Wait()
	worked := 0
	for _, c := range codes {
		require.Contains(t, []int{1, 3}, c, "it ran, or it was refused as busy")
		if c == 1 {
			worked++
		}
	}
	require.Equal(t, worked, x.dead.Pressed())
	require.Zero(t, x.desk.Overlaps())
}

func TestWhatCouldNotBePutOnRecordIsSaidInOneLine(t *testing.T) {
	x := open(t)
	require.Zero(t, x.run("", "ask", "press OK").code)
	path := filepath.Join(x.home, "pace.db")
	require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("no database. "), 1000), 0o600))
	const line = "could not be put on record: the database is damaged."
	got := x.run("", "ask", "set Name to Grace and then set Name to Alan")
	require.Zero(t, got.code, "it was done all the same")
	require.Equal(t, 1, strings.Count(got.out, "This was done, but "+line), got.out)
	got = x.run("", "ask", "press Nowhere")
	require.Equal(t, 1, got.code)
	require.Contains(t, got.out, "This "+line)
	require.NotContains(t, got.out, "This was done")
	require.NotContains(t, x.run("", "ask", "--dry-run", "set Name to Ada").out, "on record")
	doctor := x.run("", "doctor")
	require.Equal(t, 1, doctor.code)
	require.Contains(t, doctor.out, "✗ record of actions")
	require.Contains(t, doctor.out, path)
}

func TestAHungPaceIsNamedInsteadOfWaitedForWithoutEnd(t *testing.T) {
	x := open(t)
	p := apptest.On(t, x.home, x.desk)
	path := p.Folders.Socket("")
	h, err := host.Listen(path, "window", p.Turns(), p.Approve, nil, nil)
	require.NoError(t, err)
	defer h.Close()
	require.NoError(t, os.Remove(path)) // it holds the lock and answers nobody
	got := x.run("", "ask", "press OK")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
	require.False(t, x.ok.Is(desktop.Pressed))
}

func TestInterruptCancelsTheTurn(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		home := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(home, "settings.json"), []byte(`{"BudgetPress":"1m"}`), 0o600))
		c := exec.Command(os.Args[0], "ask", "--json", "press Dead")
		c.Env = append(os.Environ(), childHome+"="+home)
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		t.Cleanup(func() { _ = c.Process.Kill() })
		var all strings.Builder
		in := bufio.NewReader(out)
		for {
			line, err := in.ReadString('\n')
			require.NoError(t, err, all.String())
			all.WriteString(line)
			var e struct{ Type event.Type }
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			if e.Type == event.StepStarted {
				require.NoError(t, c.Process.Signal(sig))
				break
			}
		}
		rest, err := io.ReadAll(in)
		require.NoError(t, err)
		all.Write(rest)
		err = c.Wait()
		var code *exec.ExitError
		require.ErrorAs(t, err, &code)
		require.Equal(t, 1, code.ExitCode())
		require.Equal(t, event.Cancelled, end(rows(t, all.String())).Status)
	}
}
