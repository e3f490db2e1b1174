// Package local speaks to model servers on this machine: LM Studio, Ollama, llama.cpp's server, and whatever else
// answers the OpenAI chat completions.
//
// It owns the wire: what is sent, how a stream is read, when an attempt failed, and whether another one is worth it. It
// promises that an answer is called one only when the server said that it ended by itself ("stop"), with the model that
// was asked for and the whole prompt read; that every wait is bounded; that a cancelled request's connection is really
// closed; and that nothing is asked again once part of an answer reached the user's ears. What a server says of an error
// is passed on, bounded and without control characters.
//
// It never opens a connection of its own (the client comes from the egress door, whose guard keeps it on this machine),
// never picks another model than the configured one, and does not read what a reply means.
package local
