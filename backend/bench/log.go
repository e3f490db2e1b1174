package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// Effect is one thing that truly happened in a fixture, written down by the fixture itself.
type Effect struct {
	At      time.Time `json:"at"`
	Control string    `json:"control"`
	Effect  string    `json:"effect"`
}

// Log is a fixture's record. The fixture writes into a named pipe, so that each line wakes whoever waits for it.
type Log struct {
	path string
	pipe *os.File
	done chan struct{} // closed when the reading goroutine has ended

	mu    sync.Mutex
	lines []Effect
	wake  chan struct{} // closed and replaced at each line
}

func openLog(path string) (*Log, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, fmt.Errorf("make the fixture's record: %w", err)
	}
	// Opened for writing too, so that it never ends when the fixture closes its side after a line.
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open the fixture's record: %w", err)
	}
	l := &Log{path: path, pipe: pipe, done: make(chan struct{}), wake: make(chan struct{})}
	go l.read()
	return l, nil
}

func (l *Log) read() {
	defer close(l.done)
	in := bufio.NewReaderSize(l.pipe, 64<<10)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return // closed
		}
		var e Effect
		if json.Unmarshal(line, &e) != nil {
			e = Effect{At: time.Now(), Control: "?", Effect: "unreadable line: " + string(line)}
		}
		l.mu.Lock()
		l.lines = append(l.lines, e)
		close(l.wake)
		l.wake = make(chan struct{})
		l.mu.Unlock()
	}
}

func (l *Log) close() {
	l.pipe.Close() // a second close is an error that says nothing
	<-l.done
}

// Mark is how many lines there are.
func (l *Log) Mark() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.lines)
}

// Since gives the lines after a mark.
func (l *Log) Since(mark int) []Effect {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Effect(nil), l.lines[mark:]...)
}

// Await waits until the lines after a mark fit, or ctx ends; it returns them either way.
func (l *Log) Await(ctx context.Context, mark int, fits func([]Effect) bool) []Effect {
	for {
		l.mu.Lock()
		lines, wake := append([]Effect(nil), l.lines[mark:]...), l.wake
		l.mu.Unlock()
		if fits(lines) {
			return lines
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return lines
		}
	}
}
