// Package atspi is a client of the AT-SPI accessibility bus, in its own plain types.
//
// It owns one connection to that bus, the registration of events with the registry, and the bounds of every
// message: no call waits longer than the client's cap or the caller's deadline, whichever is nearer; a program
// that let a call run out is left alone for a while; signals never wait for a slow reader. All methods may be
// called at once. It knows nothing of Pace's roles, verbs and paths, decides nothing about what a person can see,
// reads no environment, and never asks for the text of anything unless told to.
package atspi
