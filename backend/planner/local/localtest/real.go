package localtest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pace/backend/planner/local/localtest/tinymodel"
)

// startBudget bounds the start of the server: interpreter, libraries and a model of a megabyte. It takes a quarter of a
// second on an idle machine.
const startBudget = 60 * time.Second

// launcher runs the server until its standard input ends, so that it does not outlive the test. One thread: with more
// than there are free cores its threads wait for each other in loops that cost a minute a sentence.
const launcher = `
import sys
import xllamacpp as server
p = server.CommonParams()
p.model.path, p.port, p.n_ctx = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
p.n_parallel, p.n_threads_http, p.warmup = 1, 4, False
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
running = server.Server(p)
print(running.listening_address, flush=True)
sys.stdin.read()
`

// Real is llama.cpp's server with a tiny model, as a child process. It serves one request at a time.
type Real struct {
	URL string // http://127.0.0.1:port/v1

	python  string
	model   string
	context int
	command *exec.Cmd
	input   io.Closer
	said    *bytes.Buffer
}

// StartReal starts the server on a free port. Where it is not installed the test is skipped by name; in CI it fails.
func StartReal(t testing.TB, m tinymodel.Model) *Real {
	t.Helper()
	python, err := realServer()
	if err != nil {
		message := fmt.Sprintf("the real model server is not installed here; build/setup.sh installs it (%v)", err)
		if os.Getenv("CI") == "true" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	path := filepath.Join(t.TempDir(), m.Name+".gguf")
	if err := m.Write(path); err != nil {
		t.Fatal(err)
	}
	r := &Real{python: python, model: path, context: m.Context}
	t.Cleanup(func() { r.Kill() })
	r.start(t, 0)
	return r
}

// Restart starts a server that was killed, on the port that it had.
func (r *Real) Restart(t testing.TB) {
	t.Helper()
	u, err := url.Parse(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	r.start(t, port)
}

func (r *Real) start(t testing.TB, port int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startBudget)
	defer cancel()
	// The command outlives ctx: only the wait for its first word is bounded by it.
	command := exec.Command(r.python, "-I", "-c", launcher, r.model, strconv.Itoa(port), strconv.Itoa(r.context))
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "OMP_NUM_THREADS=1"}
	r.said = &bytes.Buffer{}
	command.Stderr = r.said
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	r.command, r.input = command, input
	stop := context.AfterFunc(ctx, func() { _ = command.Process.Kill() })
	defer stop()
	address, err := bufio.NewReader(output).ReadString('\n') // it is printed once the model is loaded and the port listens
	if err != nil {
		r.Kill()
		t.Fatalf("the model server did not start: %v\n%s", errors.Join(err, ctx.Err()), r.said)
	}
	r.URL = strings.TrimSpace(address) + "/v1"
}

// Kill ends the server as kill -9 does, and waits until it is gone. Its port is closed then.
func (r *Real) Kill() {
	if r.command == nil {
		return
	}
	_ = r.command.Process.Kill()
	_ = r.command.Wait() // "signal: killed"
	_ = r.input.Close()
	r.command = nil
}

var pinned = regexp.MustCompile(`(?m)^([a-z]+)==([0-9.]+)`)

// realServer finds the interpreter that has the server, of the version which build/model-server.txt names.
func realServer() (python string, err error) {
	_, here, _, ok := runtime.Caller(0)
	if !ok {
		return "", errors.New("the source is not known")
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(here), "../../../../build/model-server.txt"))
	if err != nil {
		return "", err
	}
	found := pinned.FindSubmatch(text)
	if found == nil {
		return "", errors.New("build/model-server.txt names no version")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	root := filepath.Join(cache, "pace", "model-server", string(found[1])+"-"+string(found[2]))
	if _, err := os.Stat(filepath.Join(root, "ready")); err != nil {
		return "", err
	}
	return filepath.Join(root, "venv", "bin", "python"), nil
}
