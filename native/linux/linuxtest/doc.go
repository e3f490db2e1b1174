// Package linuxtest gives a test a real desktop of its own: X server, buses, window manager, and programs whose every
// control behaves in one known way and writes down what truly happened to it.
//
// It owns the desktop and the programs it starts and ends all of them, also when the test binary is killed. It promises
// never to change the environment of the test process or anything on the desktop of the person who runs the tests: what
// a child needs is in [Desktop.Env]. It never waits for a fixed time; every wait is for a signal (an X property, a line
// on a pipe, a change of the log) and has a bound.
//
// A missing program fails the test when CI=true and skips it by name elsewhere.
package linuxtest
