// Package system is the vocabulary of the machine that is not the screen: volume, brightness, media,
// links, notifications, the clock, whether the user may be spoken to. Platforms fulfil the interfaces; the consumers above know
// only these.
//
// Every part reports a Capability: ready, denied or absent, with the reason and the fix in words for
// a person. No method claims that something happened: a setter returns when the request was handed
// to the system, and whoever wants to say "done" reads the value back.
package system
