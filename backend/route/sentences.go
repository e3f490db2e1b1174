package route

import "embed"

//go:embed testdata/*.jsonl
var sentences embed.FS

// Sentences are the files of sentences by which routing is judged: one JSON object a line, the first line of a file a
// note. They are in the program so that whoever has it can judge it; package corpus reads them.
func Sentences() embed.FS { return sentences }
