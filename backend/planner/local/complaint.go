package local

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// maxComplaint bounds what is read of an error's body.
const maxComplaint = 64 << 10

// complaint reads the body of a failed request.
func complaint(status int, body io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(body, maxComplaint))
	if err != nil && len(text) == 0 {
		return &ServerError{Status: status}
	}
	return complaintOf(status, text)
}

// complaintOf reads what a server wrote about a failure: {"error": {"message": …}}, {"error": "…"}, the same with
// "message" or "detail" on top, plain text, or a page for a browser. Whatever it is, something comes out of it.
func complaintOf(status int, text []byte) error {
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("<")) {
		// A page is not worth quoting, but it tells that a proxy or a web server stands there.
		if status == http.StatusOK {
			return ErrNotAServer
		}
		return &ServerError{Status: status, Message: http.StatusText(status) + " (a web page)"}
	}
	failed := &ServerError{Status: status}
	var top map[string]json.RawMessage
	if json.Unmarshal(text, &top) != nil {
		var plain string
		if json.Unmarshal(text, &plain) != nil {
			plain = string(text)
		}
		failed.Message = safe(plain)
		return failed
	}
	for _, key := range []string{"error", "message", "detail"} {
		if failed.take(top[key]) {
			break
		}
	}
	return failed
}

// take reads one value that may hold a message; false means that it holds none.
func (e *ServerError) take(raw json.RawMessage) bool {
	var words string
	if json.Unmarshal(raw, &words) == nil {
		e.Message = safe(words)
		return e.Message != ""
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		// A list, a number: shown as it is rather than dropped.
		if len(raw) > 0 && string(raw) != "null" {
			e.Message = safe(string(raw))
		}
		return e.Message != ""
	}
	// Each field by itself: a code that is a number here and a word there must not hide the message.
	_ = json.Unmarshal(fields["type"], &words)
	e.Type = safe(words)
	_ = json.Unmarshal(fields["n_prompt_tokens"], &e.Prompt)
	_ = json.Unmarshal(fields["n_ctx"], &e.Context)
	words = ""
	if json.Unmarshal(fields["message"], &words) != nil || words == "" {
		words = string(raw)
	}
	e.Message = safe(words)
	return true
}
