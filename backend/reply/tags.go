package reply

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"pace/backend/tool"
)

var levelTag = regexp.MustCompile(`(?i)^\s*(up|down|left|right)\s*(?::\s*(\d{1,9})\s*)?$`)

// readTag makes the call of a legacy tag, whose name is the tool's. DONE makes none. The reason says why a tag can't
// be read.
func readTag(name, body string) (c tool.Call, ok bool, reason string) {
	if name == done {
		return c, false, ""
	}
	body, exact := strings.TrimSpace(body), body
	if body == "" && (name != "TYPE" || exact == "") { // a blank can be typed
		return c, false, name + " says nothing"
	}
	args := map[string]any{}
	switch name {
	case "CLICK", "DOUBLE_CLICK":
		x, y, label, screen, ok := readPlace(body)
		if !ok || label != "" {
			return c, false, name + " needs a place such as 10,20, not " + strconv.Quote(shown(body))
		}
		args["x"], args["y"] = x, y
		if screen != nil {
			args["screen"] = *screen
		}
	case "SCROLL", "VOLUME", "BRIGHTNESS":
		m := levelTag.FindStringSubmatch(body)
		if m == nil {
			return c, false, name + " needs a direction and a number such as up:3, not " + strconv.Quote(shown(body))
		}
		key, n, most := "steps", 2, 50
		if name == "SCROLL" {
			key, n = "amount", 3
		}
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
			n = min(max(n, 1), most) // of these tags alone it is said that they are kept within bounds
		}
		args["direction"], args[key] = strings.ToLower(m[1]), n
	case "TYPE":
		args["text"] = exact
	case "KEY":
		args["key"] = body
	case "OPEN_APP":
		args["app"] = body
	case "OPEN_URL":
		args["url"] = body
	case "MUSIC":
		args["command"] = body
	case "CALENDAR":
		args["range"] = body
	case "REMINDER":
		args["title"] = body
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return c, false, err.Error()
	}
	return tool.Call{Tool: strings.ToLower(name), Args: raw}, true, ""
}
