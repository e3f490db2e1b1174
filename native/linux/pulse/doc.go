// Package pulse asks a sound server for the little that Pace needs: what the default output is, how loud it is, when that
// may have changed, and which programs take in sound from a microphone. It speaks PulseAudio's native protocol, which PipeWire offers too, over a unix socket.
//
// It is its own client because the one library for Go ends the whole program on a message that it does not expect,
// prints to standard output, and notices neither lost bytes nor an ended context. Here each message is read whole and
// within its own length, so a malformed one is an error and never more. A Conn does one thing at a time; nothing waits
// longer than its context. Nothing leaves the machine: other addresses than a socket are not dialled.
package pulse
