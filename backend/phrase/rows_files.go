package phrase

import "strings"

// folders are the places that everybody has, by what they are called.
var folders = map[string]string{"home": "~", "home folder": "~", "home directory": "~", "documents": "~/Documents", "downloads": "~/Downloads", "download": "~/Downloads",
	"desktop": "~/Desktop", "pictures": "~/Pictures", "photos": "~/Pictures", "music": "~/Music", "videos": "~/Videos", "movies": "~/Videos"}

const folderNoun = "(folder|directory)"

var fileRules = []rule{
	{say: "(open|show|show me|go to|take me to|bring up|pull up|open up|browse|view|display|get me to) <place> " + folderNoun + " [in finder|in files|in file manager]", do: folder},
	{say: "(open|show|show me|go to|take me to|bring up|pull up|open up|browse|view|display|get me to) <place> [in finder|in files|in file manager]", do: folderBare},
	{say: "(open|open me|show|show me|go to) " + folderNoun + " [with] <place>", do: folder},
	{say: "(reveal|locate) <path> [in finder|in files|in file manager|in folder|in file browser|in explorer]", do: reveal},
	{say: "(show|show me|highlight|find) <path> in (finder|files|file manager|folder|file browser|nautilus|thunar|explorer)", do: reveal},
	{say: "download <url> (as|and save it as|and call it|and name it|to|called|named) <name>", do: download},
	{say: "download [file at|file from|from|file|page|pdf|document|image|picture|video] <url>", do: download},
	{say: "(save|get|fetch) [file at|file from|from] <url> (as) <name>", do: download},
	{say: "(stop|cancel|abort|kill|end|break off|quit) [running|current] (download|downloading|downloading it|downloading that|downloading file|loading file)", do: does("stop_download", nil)},
	{say: "(stop|cancel|abort|quit) (download|downloading) [of] <name>", do: stopDownload},
}

// stopDownload takes what can be a file's name: in quotation marks, one word, or with an ending.
func stopDownload(m said) (read, bool) {
	name := m.slot("name")
	if len(name) == 0 || len(name) > 8 || len(name) > 1 && !strings.Contains(m.s.plain(name), ".") {
		return read{}, false
	}
	return made("stop_download", args{"name": m.s.plain(name)})
}

func folder(m said) (read, bool) {
	place := m.name(m.slot("place"))
	if path, ok := folders[lows(place)]; ok {
		return made("finder", args{"action": "open", "path": path})
	}
	if path, ok := m.s.path(place); ok {
		return made("finder", args{"action": "open", "path": path})
	}
	return read{}, false
}

// folderBare takes a place without the word folder only where it can be nothing else: "my downloads", a path.
func folderBare(m said) (read, bool) {
	all := m.slot("place")
	place := m.name(all)
	if path, ok := m.s.path(place); ok {
		action := "open"
		last := m.toks[len(m.toks)-1]
		if inFiles := last.isWord("files") || last.isWord("finder") || last.isWord("manager"); inFiles && !m.toks[0].isWord("open") && strings.Contains(path[strings.LastIndexByte(path, '/')+1:], ".") {
			action = "reveal" // a file, to be seen beside the others
		}
		return made("finder", args{"action": action, "path": path})
	}
	l := lows(place)
	path, ok := folders[l]
	if !ok || l == "music" || l == "photos" && len(place) == len(all) || l == "desktop" || l == "home" || l == "download" || l == "movies" {
		if !ok || l != "home folder" && l != "home directory" {
			return read{}, false
		}
	}
	if len(place) == len(all) && !place[0].lowerCase() && l != "downloads" && l != "documents" {
		return read{}, false
	}
	return made("finder", args{"action": "open", "path": path})
}

// path reads a path as it is written: it begins with / or ~/.
func (s *sentence) path(toks []token) (string, bool) {
	if len(toks) == 0 || len(toks) > 8 {
		return "", false
	}
	text := s.plain(toks)
	if strings.HasPrefix(text, "~/") && len(text) > 2 || text == "~" || strings.HasPrefix(text, "/") && len(text) > 1 && !strings.ContainsAny(text, "\n\r") {
		return text, true
	}
	return "", false
}

func reveal(m said) (read, bool) {
	toks := m.name(m.slot("path"))
	if path, ok := m.s.path(toks); ok {
		return made("finder", args{"action": "reveal", "path": path})
	}
	if path, ok := folders[lows(toks)]; ok {
		return made("finder", args{"action": "reveal", "path": path})
	}
	// a file by its name: it has an ending
	if len(toks) == 1 && toks[0].kind == word && len(toks[0].raw) > 2 && strings.Contains(toks[0].raw[1:len(toks[0].raw)-1], ".") && !strings.Contains(toks[0].raw, "://") {
		return made("finder", args{"action": "reveal", "path": toks[0].raw})
	}
	if len(toks) == 1 && toks[0].kind == quoted && strings.TrimSpace(toks[0].raw) != "" {
		return made("finder", args{"action": "reveal", "path": toks[0].raw})
	}
	return read{}, false
}

func download(m said) (read, bool) {
	url := m.slot("url")
	u, ok, broken := m.s.address(url, true)
	if broken {
		return read{bad: &refusal{why: Unsupported, rest: m.s.cut(m.toks)}}, true
	}
	if !ok {
		return read{}, false
	}
	a := args{"url": u}
	if name := m.slot("name"); len(name) > 0 {
		if len(name) > 8 {
			return read{}, false
		}
		a["name"] = m.s.plain(name)
	}
	return made("download_file", a)
}

const shot = "(screenshot|shot|screen shot|screengrab|screen grab|screen capture|snapshot|snapshot of screen|picture of screen|screencap)"

var captureRules = []rule{
	{say: "(take|grab|make|make me|get|get me|give me|gimme|capture|snap|do|save) " + shot + " (of|from|at) <where>", do: regionShot},
	{say: "(screenshot|capture|snap|screengrab) <where>", do: regionShot},
	{say: "(grab|take|save|capture) window as " + shot, do: does("screenshot", args{"area": "window"})},
	{say: "(take|grab|make|make me|get|get me|give me|gimme|capture|snap|do) " + shot + " [of (screen|whole screen|entire screen|full screen|desktop|everything|display|entire display|whole display|whole thing)]", do: does("screenshot", args{"area": "screen"})},
	{say: "(screenshot|capture|screengrab) [(screen|whole screen|entire screen|full screen|desktop|everything|display)]", do: bareShot("screen")},
	{say: "(take|grab|make|get|capture|snap) (full screen|fullscreen|whole screen|full) " + shot, do: does("screenshot", args{"area": "screen"})},
	{say: "(take|grab|make|make me|get|get me|give me|gimme|capture|snap|do) " + shot + " of (window|active window|current window|front window|this window|that window|app|frontmost window|focused window)", do: does("screenshot", args{"area": "window"})},
	{say: "(take|grab|make|get|capture|snap) (window|active window|current window) " + shot, do: does("screenshot", args{"area": "window"})},
	{say: "(screenshot|capture) (window|active window|current window|front window)", do: does("screenshot", args{"area": "window"})},
	{say: "(take|grab|make|get|capture|snap|do) " + shot + " of (region|selected region|selection|selected area|area|part of screen|section of screen|portion of screen|part|section|an area i choose|area i select|region i choose)", do: does("screenshot", args{"area": "region"})},
	{say: "(take|grab|make|get|capture|snap) (region|partial|area) " + shot, do: does("screenshot", args{"area": "region"})},
	{say: "(screenshot|capture) (region|selection|area|selected area|selected region|part of screen|section of screen)", do: does("screenshot", args{"area": "region"})},
	{say: "lock (screen|system|computer|mac|machine|pc|laptop|desktop|session|workstation|it|it up|display)", do: does("lock_screen", nil)},
	{say: "(lock)", do: does("lock_screen", nil)},
}

// screenParts are the parts of the screen that have a name.
var screenParts = map[string]string{"left half": "left", "right half": "right", "top half": "top", "upper half": "top", "bottom half": "bottom", "lower half": "bottom",
	"left-hand half": "left", "right-hand half": "right", "left side": "left", "right side": "right", "left-hand side": "left", "right-hand side": "right"}

// screenPart reads "left half of the screen", "top right quarter".
func screenPart(l string) (string, bool) {
	l = strings.TrimPrefix(l, "the ")
	for _, tail := range []string{" of the screen", " of my screen", " of the display", " of the desktop", " of screen", " screen"} {
		l = strings.TrimSuffix(l, tail)
	}
	if part, ok := screenParts[l]; ok {
		return part, true
	}
	for _, noun := range []string{" quarter", " corner", " quadrant"} {
		l, ok := strings.CutSuffix(l, noun)
		if !ok {
			continue
		}
		switch strings.ReplaceAll(l, "-", " ") {
		case "top left", "upper left":
			return "topLeft", true
		case "top right", "upper right":
			return "topRight", true
		case "bottom left", "lower left":
			return "bottomLeft", true
		case "bottom right", "lower right":
			return "bottomRight", true
		}
	}
	return "", false
}

// regionShot reads a part of the screen by its name, by two corners, or by its size and a corner.
func regionShot(m said) (read, bool) {
	where := m.slot("where")
	if len(where) == 0 || len(where) > 16 {
		return read{}, false
	}
	if part, ok := screenPart(lows(where)); ok {
		return made("screenshot", args{"area": "region", "part": part})
	}
	text := strings.ToLower(m.s.cut(where))
	for _, lead := range []string{"the ", "an ", "a ", "area ", "region ", "rectangle ", "section ", "part ", "of ", "the ", "screen ", "from ", "between "} {
		text = strings.TrimPrefix(text, lead)
	}
	text = strings.TrimSuffix(text, " of the screen")
	if size, at, ok := cutEither(text, " area at ", " region at ", " rectangle at ", " pixels at ", " pixel area at ", " at "); ok {
		for _, by := range []string{" by ", "x", "×", " times "} {
			size = strings.Replace(size, by, " , ", 1)
		}
		for _, noun := range []string{" pixels", " pixel", " area", " region"} {
			size = strings.TrimSuffix(size, noun)
		}
		wh, one := coordinates(size)
		xy, two := coordinates(at)
		if one && two && len(wh) == 2 && len(xy) == 2 {
			return m.region(xy[0], xy[1], wh[0], wh[1])
		}
		return read{}, false
	}
	for _, to := range []string{" to ", " and ", " until ", " - ", " – "} {
		from, end, ok := strings.Cut(text, to)
		if !ok {
			continue
		}
		a, one := coordinates(strings.TrimPrefix(from, "from "))
		b, two := coordinates(end)
		if one && two && len(a) == 2 && len(b) == 2 {
			return m.region(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0])-min(a[0], b[0]), max(a[1], b[1])-min(a[1], b[1]))
		}
	}
	return read{}, false
}

// cutEither cuts around the first of several words that is there.
func cutEither(text string, seps ...string) (before, after string, ok bool) {
	for _, sep := range seps {
		if before, after, ok = strings.Cut(text, sep); ok {
			return before, after, true
		}
	}
	return text, "", false
}

// region makes the call for a rectangle. One without a size, or that begins off the screen, is none.
func (m said) region(x, y, w, h int) (read, bool) {
	if x < 0 || y < 0 || w < 1 || h < 1 {
		return read{bad: &refusal{why: Unsupported, rest: m.s.cut(m.toks)}}, true
	}
	return made("screenshot", args{"area": "region", "x": x, "y": y, "width": w, "height": h})
}

func bareShot(area string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		if len(m.toks) == 1 && m.toks[0].isWord("capture") {
			return read{}, false
		}
		return made("screenshot", args{"area": area})
	}
}
