package local

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// What can go wrong with an answer. Chat returns one of these, a *ServerError, the error of the egress guard, or that of
// the context.
var (
	ErrUnreachable = errors.New("no model server answers there")
	ErrNotAServer  = errors.New("what answers there is not a model server")
	ErrLoading     = errors.New("the model is still being loaded")
	ErrNoModel     = errors.New("the server does not have this model")
	ErrWrongModel  = errors.New("another model answered")  // errors.As gives a *WrongModel
	ErrPromptCut   = errors.New("the prompt does not fit") // errors.As gives a *PromptCut
	ErrCut         = errors.New("the answer broke off")    // no finish reason, even if what came is complete JSON
	ErrLength      = errors.New("the answer ran into its length limit")
	ErrFinish      = errors.New("the answer ended for another reason than its end")
	ErrEmpty       = errors.New("the answer is empty")
	ErrInvalid     = errors.New("the answer is not what was asked for")
	ErrMalformed   = errors.New("the server's stream can't be read")
	ErrStalled     = errors.New("the server stopped sending")
	ErrTooLong     = errors.New("the answer took too long")
)

// ServerError is what a server says of a failure, over HTTP or within a stream.
type ServerError struct {
	Status  int    // of HTTP; 200 when the error came within a stream
	Message string // the server's own words, made safe to show; "" when it gave none
	Type    string // as the server calls the kind of error; often ""
	Prompt  int    // tokens of the prompt, where the server says that it is too long
	Context int    // the window that it did not fit into
}

func (e *ServerError) Error() string {
	said := e.Message
	if said == "" {
		said = http.StatusText(e.Status)
	}
	if e.Status == http.StatusOK {
		return "the model server reports: " + said
	}
	return fmt.Sprintf("the model server answered %d: %s", e.Status, said)
}

// Is recognises the failures that a caller treats in their own way, from the words that servers use.
func (e *ServerError) Is(target error) bool {
	words := strings.ToLower(e.Type + " " + e.Message)
	switch target {
	case ErrLoading:
		return e.Status == http.StatusServiceUnavailable && strings.Contains(words, "loading model")
	case ErrNoModel:
		return e.Status == http.StatusNotFound && strings.Contains(words, "model") ||
			strings.Contains(words, "model_not_found") || strings.Contains(words, "no models loaded") ||
			strings.Contains(words, "invalid model identifier")
	case ErrPromptCut:
		return containsAny(words, "exceed_context_size", "available context size", "context length", "context window", "context overflow")
	}
	return false
}

// blamesSchema says whether the failure may be due to the schema. A server that can't read one answers 500 or 400, and
// the crash of its runner over one is a plain 500, so every 500 is suspect.
func (e *ServerError) blamesSchema() bool {
	switch e.Status {
	case http.StatusOK, http.StatusInternalServerError:
		return true
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return containsAny(strings.ToLower(e.Message), "schema", "grammar", "response_format", "json_object", "format")
	}
	return false
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
