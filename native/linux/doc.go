// Package linux fulfils Pace's vocabulary of the screen on Linux with X11: elements over AT-SPI (Tree, Actor,
// Watcher), windows, input and pictures over X11.
//
// It promises what the interfaces of package desktop promise and decides nothing about what a person wants. It
// never reads the content of a password field, and it works without cgo. Everything comes in through constructors;
// it reads no environment.
package linux
