package local

import (
	"fmt"
	"path"
	"strings"
)

// WrongModel names both models. Nothing of the answer was handed out.
type WrongModel struct{ Configured, Served string }

func (e *WrongModel) Error() string {
	return fmt.Sprintf("the server answered with the model %q instead of %q", safe(e.Served), safe(e.Configured))
}

// Is makes errors.Is(err, ErrWrongModel) hold.
func (e *WrongModel) Is(target error) bool { return target == ErrWrongModel }

// Served compares the configured name with the one that a server gives.
type Served string

// The results of the comparison.
const (
	ServedSame    Served = "same"
	ServedOther   Served = "other"
	ServedUnnamed Served = "unnamed" // one of both names is missing, so there is nothing to compare
)

// CompareModel says whether both names mean one model. Servers spell a name in several ways, so that these do not count:
//
//   - upper and lower case, spaces around
//   - the tag ":latest", which Ollama adds and leaves out; every other tag is a different model
//   - the folders and the ending of a file name: "/models/qwen3-4b.gguf" is "qwen3-4b"
//   - publisher and registry, when only one name has them: "google/gemma-3-12b" is "gemma-3-12b" but not
//     "unsloth/gemma-3-12b"
//
// Size and quantisation do count: "qwen3-4b" is not "qwen3-4b-q8".
func CompareModel(configured, served string) Served {
	a, b := normalModel(configured), normalModel(served)
	switch {
	case a == "" || b == "":
		return ServedUnnamed
	case a == b, (strings.Contains(a, "/") != strings.Contains(b, "/")) && path.Base(a) == path.Base(b):
		return ServedSame
	}
	return ServedOther
}

func normalModel(name string) string {
	name = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), ":latest")
	if file, found := strings.CutSuffix(name, ".gguf"); found {
		name = path.Base(strings.ReplaceAll(file, `\`, "/"))
	}
	return name
}
