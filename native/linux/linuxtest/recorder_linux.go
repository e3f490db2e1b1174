package linuxtest

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Microphone gives the server an input on which nothing is said.
func (s *Sound) Microphone(t testing.TB, name string) {
	t.Helper()
	if s.pipeWire {
		s.Pactl(t, "load-module", "module-null-sink", "media.class=Audio/Source/Virtual", "sink_name="+name)
		return
	}
	s.Pactl(t, "load-module", "module-null-source", "source_name="+name)
}

// Record has a program called name take in sound from a source until stop is called or the test ends. It returns when the
// program has got some of it. recorder is a program of the machine ("parec", "pw-record"), which runs under that name.
func (s *Sound) Record(t testing.TB, recorder, name string, arguments ...string) (stop func()) {
	t.Helper()
	Need(t, recorder)
	real, err := exec.LookPath(recorder)
	must(t, err, "find "+recorder)
	text, err := os.ReadFile(real) // a link would not do: a program may be called by where it really is
	must(t, err, "read "+recorder)
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, text, 0o700), "copy "+recorder)
	if recorder == "parec" {
		arguments = append([]string{"--latency-msec=20"}, arguments...) // or it hands on nothing for two seconds
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	c := exec.CommandContext(ctx, path, arguments...)
	c.Args[0] = recorder // by which these programs know what to do
	c.Env = s.env
	c.WaitDelay = time.Second
	out, err := c.StdoutPipe()
	must(t, err, "open the output of "+name)
	must(t, c.Start(), "start "+name)
	var reading sync.WaitGroup
	stop = sync.OnceFunc(func() {
		cancel()
		reading.Wait()
		_ = c.Wait() // it was killed
	})
	t.Cleanup(stop)
	late := time.AfterFunc(startLimit, cancel)
	_, err = io.ReadFull(out, make([]byte, 1))
	late.Stop()
	must(t, err, name+" records nothing")
	reading.Go(func() { _, _ = io.Copy(io.Discard, out) }) // ends with the program
	return stop
}
