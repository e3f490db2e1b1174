package localtest

import (
	"embed"
	"fmt"
	"path"
	"strconv"
	"strings"
)

//go:embed frames/*.http
var frames embed.FS

// Recorded gives an answer from the folder frames, cut into the pieces in which a server sends it. It panics for a name
// that is not there, or a file that can't be read: both are mistakes of a test.
//
// A file has lines of notes ("# …"), a line with the status and the content type, an empty line, and the body as it went
// over the wire. The body ends at the end of the file; a line "! killed" or "! silent" before it gives another end.
func Recorded(name string) Answer {
	text, err := frames.ReadFile(path.Join("frames", name+".http"))
	if err != nil {
		panic(fmt.Sprintf("localtest: %v", err))
	}
	answer, err := parse(string(text))
	if err != nil {
		panic(fmt.Sprintf("localtest: frames/%s.http: %v", name, err))
	}
	return answer
}

// Names lists the recorded answers.
func Names() []string {
	entries, err := frames.ReadDir("frames")
	if err != nil {
		panic(fmt.Sprintf("localtest: %v", err))
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".http"))
	}
	return names
}

func parse(text string) (Answer, error) {
	var answer Answer
	for strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	head, body, found := strings.Cut(text, "\n\n")
	status, kind, _ := strings.Cut(head, " ")
	code, err := strconv.Atoi(status)
	if err != nil || !found {
		return Answer{}, fmt.Errorf("the head is %q", head)
	}
	answer.Status, answer.Type = code, kind
	for end, mark := range map[End]string{Killed: "! killed\n", Silent: "! silent\n"} {
		if cut, found := strings.CutSuffix(body, mark); found {
			body, answer.End = cut, end
		}
	}
	separator := ""
	switch {
	case strings.Contains(kind, "event-stream"):
		separator = "\n\n"
	case strings.Contains(kind, "ndjson"):
		separator = "\n"
	}
	pieces := []string{body}
	if separator != "" {
		pieces = strings.SplitAfter(body, separator)
	}
	for _, piece := range pieces {
		if piece != "" {
			answer.Frames = append(answer.Frames, Frame{Text: piece})
		}
	}
	return answer, nil
}
