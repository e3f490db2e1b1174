// Package process owns the children of Pace: programs it starts, feeds, listens to and ends.
//
// It promises that a child gets only the environment it needs, lives in a process group of its own,
// can't fill the memory with its output, and is gone (with its group) within a bounded time after
// its context ends or Stop is called: stdin is closed, then TERM, then KILL. It never starts a
// shell and never decides whether a program may run.
package process
