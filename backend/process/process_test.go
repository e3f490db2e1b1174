package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// The test binary is its own child: PACE_TEST_CHILD names what it plays.
func TestMain(m *testing.M) {
	if role := os.Getenv("PACE_TEST_CHILD"); role != "" {
		roles[role]()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// ready tells the parent that signals are set up; forever is a child that only a signal can end.
func ready()   { fmt.Println("ready", os.Getpid()) }
func forever() { select {} }

var roles = map[string]func(){
	"echo":  func() { io.Copy(os.Stdout, os.Stdin) },
	"exit3": func() { fmt.Fprint(os.Stderr, "no such thing"); os.Exit(3) },
	"env":   func() { fmt.Print(strings.Join(os.Environ(), "\n")) },
	"flood": func() { fmt.Print(strings.Repeat("x", 1<<20), "END") },
	"listen": func() { // ends when stdin does
		ready()
		io.Copy(io.Discard, os.Stdin)
		fmt.Println("bye")
	},
	"wait": func() { // deaf to stdin, ends with TERM
		keepAlive()
		ready()
		forever()
	},
	"stubborn": func() { // only KILL helps
		signal.Ignore(syscall.SIGTERM)
		keepAlive()
		ready()
		forever()
	},
	"family": func() { // has a stubborn child in its group that holds its stdout
		keepAlive()
		startSelf("stubborn")
		forever()
	},
	"orphan": func() { // leaves a child behind that holds its stdout
		fmt.Println("left", startSelf("wait"))
	},
}

// keepAlive stops the runtime from calling a child without work deadlocked.
func keepAlive() { signal.Notify(make(chan os.Signal, 1), syscall.SIGUSR1) }

func startSelf(role string) (pid int) {
	attr := &os.ProcAttr{Env: []string{"PACE_TEST_CHILD=" + role}, Files: []*os.File{nil, os.Stdout, os.Stderr}}
	child, err := os.StartProcess(os.Args[0], os.Args[:1], attr)
	if err != nil {
		panic(err)
	}
	return child.Pid
}

func self(t *testing.T, role string) Command {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	return Command{Path: path, Env: []string{"PACE_TEST_CHILD=" + role}, Grace: 50 * time.Millisecond}
}

func starter() *Starter { return New(os.Environ()) }

// gone waits until no process has this id any more (a zombie that init must reap may linger).
func gone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err == nil && strings.Contains(string(stat), ") Z ")
	}, 20*time.Second, time.Millisecond, "process %d is still there", pid)
}

func readReady(t *testing.T, lines *bufio.Reader) int {
	t.Helper()
	line, err := lines.ReadString('\n')
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(line), "ready "))
	require.NoError(t, err)
	return pid
}

func TestAChildIsFedAndHeard(t *testing.T) {
	c := self(t, "echo")
	c.Stdin = strings.NewReader("hello")
	got, err := starter().Run(t.Context(), c)
	require.NoError(t, err)
	require.Equal(t, Result{Stdout: Output{Text: []byte("hello")}, Stderr: Output{Text: []byte{}}}, got)
}

func TestAChildWithoutStdinReadsNothing(t *testing.T) {
	got, err := starter().Run(t.Context(), self(t, "echo"))
	require.NoError(t, err)
	require.Empty(t, got.Stdout.Text)
}

func TestAFailingProgramIsAResultNotAnError(t *testing.T) {
	got, err := starter().Run(t.Context(), self(t, "exit3"))
	require.NoError(t, err)
	require.Equal(t, 3, got.Code)
	require.Equal(t, "no such thing", string(got.Stderr.Text))
	require.False(t, got.Stopped)
}

func TestSecretsOfPaceDoNotReachAChild(t *testing.T) {
	c := self(t, "env")
	c.Keep = []string{"KEPT"}
	got, err := New([]string{"HOME=/h", "API_KEY=secret", "KEPT=yes"}).Run(t.Context(), c)
	require.NoError(t, err)
	require.Equal(t, "HOME=/h\nKEPT=yes\nPACE_TEST_CHILD=env", string(got.Stdout.Text))
}

func TestAFloodIsBoundedAndItsEndIsKept(t *testing.T) {
	c := self(t, "flood")
	c.Limit = 10
	got, err := starter().Run(t.Context(), c)
	require.NoError(t, err)
	require.Equal(t, "xxxxxxxEND", string(got.Stdout.Text))
	require.EqualValues(t, 1<<20+3-10, got.Stdout.Dropped)
}

func TestAMissingProgramIsSaidToBeMissing(t *testing.T) {
	for _, path := range []string{"no-such-program-here", "/no/such/program"} {
		_, err := starter().Run(t.Context(), Command{Path: path})
		require.ErrorIs(t, err, ErrNotFound)
	}
}

func TestAProgramIsLookedUpInTheGivenPathOnly(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\n"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "text"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	s := New([]string{"PATH=:.:relative:" + dir})
	got, err := s.Find("tool")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "tool"), got)
	for _, name := range []string{"text", "folder", "sh"} {
		_, err := s.Find(name)
		require.ErrorIs(t, err, ErrNotFound, name)
	}
	t.Chdir(dir)
	_, err = New([]string{"PATH=:."}).Find("tool")
	require.ErrorIs(t, err, ErrNotFound, "the current folder is never searched")
}

func TestAPipedChildAnswersLineByLine(t *testing.T) {
	c := self(t, "echo")
	c.Piped = true
	child, err := starter().Start(t.Context(), c)
	require.NoError(t, err)
	lines := bufio.NewReader(child.Stdout)
	for _, want := range []string{"one\n", "two\n"} {
		_, err := io.WriteString(child.Stdin, want)
		require.NoError(t, err)
		got, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.NoError(t, child.Stdin.Close())
	require.Equal(t, 0, child.Wait().Code)
	_, err = lines.ReadString('\n')
	require.ErrorIs(t, err, io.EOF)
}

func TestWhatAPipedChildWroteLastIsNotLost(t *testing.T) {
	c := self(t, "listen")
	c.Piped = true
	child, err := starter().Start(t.Context(), c)
	require.NoError(t, err)
	require.NoError(t, child.Stdin.Close())
	require.Equal(t, 0, child.Wait().Code)
	rest, err := io.ReadAll(child.Stdout) // read only after the end
	require.NoError(t, err)
	require.Contains(t, string(rest), "bye")
}

func TestAChildIsEndedByTheMildestMeansThatWorks(t *testing.T) {
	for _, c := range []struct {
		role   string
		signal syscall.Signal
	}{
		{"listen", 0},
		{"wait", syscall.SIGTERM},
		{"stubborn", syscall.SIGKILL},
	} {
		t.Run(c.role, func(t *testing.T) {
			cmd := self(t, c.role)
			cmd.Piped = true
			switch c.signal {
			case 0:
				cmd.Grace = time.Minute // it must go because of stdin
			case syscall.SIGTERM:
				cmd.Grace = 3 * time.Second // is waited for once; then it must go because of TERM, however busy the machine is
			}
			child, err := starter().Start(t.Context(), cmd)
			require.NoError(t, err)
			readReady(t, bufio.NewReader(child.Stdout))
			got := child.Stop()
			require.Equal(t, c.signal, got.Signal)
			require.True(t, got.Stopped)
			require.Equal(t, got, child.Stop(), "a second Stop tells the same")
			gone(t, child.PID)
		})
	}
}

func TestTheWholeGroupGoesWithTheChild(t *testing.T) {
	c := self(t, "family")
	c.Piped = true
	child, err := starter().Start(t.Context(), c)
	require.NoError(t, err)
	grandchild := readReady(t, bufio.NewReader(child.Stdout))
	require.NotEqual(t, child.PID, grandchild)
	child.Stop()
	gone(t, grandchild)
}

func TestAnEndedContextStopsTheChild(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the user pressed Esc")
	c := self(t, "wait")
	c.Stdin = readerFunc(func([]byte) (int, error) { // called once the child runs
		cancel(why)
		return 0, io.EOF
	})
	got, err := starter().Run(ctx, c)
	require.ErrorIs(t, err, why)
	require.True(t, got.Stopped)
	require.Equal(t, -1, got.Code)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestNothingIsStartedAfterTheContextEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := starter().Run(ctx, self(t, "echo"))
	require.ErrorIs(t, err, context.Canceled)
}

func TestAGrandchildThatKeepsThePipeDoesNotHoldUpTheEnd(t *testing.T) {
	got, err := starter().Run(t.Context(), self(t, "orphan"))
	require.NoError(t, err)
	require.Equal(t, 0, got.Code)
	_, rest, found := strings.Cut(string(got.Stdout.Text), "left ")
	require.True(t, found)
	var pid int
	_, err = fmt.Sscan(rest, &pid)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL), "a child that ended by itself takes nobody along")
}

func TestALaunchedProgramHasItsOwnSession(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	got, err := starter().Launch(Command{Path: "sh", Args: []string{"-c", `ps -o sid= -p $$ > "$0"`, mark}})
	require.NoError(t, err)
	<-got.Done
	text, err := os.ReadFile(mark)
	require.NoError(t, err)
	require.Equal(t, strconv.Itoa(got.PID), strings.TrimSpace(string(text)))
}

func TestLaunchingAMissingProgramIsAnError(t *testing.T) {
	_, err := starter().Launch(Command{Path: "no-such-program-here"})
	require.ErrorIs(t, err, ErrNotFound)
}
