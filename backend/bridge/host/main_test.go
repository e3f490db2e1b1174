package host

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// hostAt makes this binary a host on that socket instead of a test, for tests that kill one.
const hostAt = "PACE_TEST_HOST_AT"

func TestMain(m *testing.M) {
	if path := os.Getenv(hostAt); path != "" {
		if _, err := Listen(path, "test", nil, nil, nil, nil); err != nil {
			fmt.Println("no:", err)
			os.Exit(1)
		}
		fmt.Println("ready")
		_, _ = os.Stdin.Read(make([]byte, 1)) // until the test ends or kills it
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// child starts a host in another process and waits until it serves.
func child(t *testing.T, path string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), hostAt+"="+path)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = c.Process.Signal(syscall.SIGKILL)
		_ = c.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	if line != "ready\n" {
		t.Fatalf("the other process said %q", line)
	}
	return c
}
