package phrase

import (
	"net"
	"net/url"
	"strings"
)

type appArgs struct {
	App string `json:"app"`
}

type urlArgs struct {
	URL string `json:"url"`
}

// open reads what follows open, launch and start: an address, a menu or tab, or a program.
func (s *sentence) open(p, arg []token, within string) read {
	head := p[0].low
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	if len(arg) == 0 {
		return refuse(Incomplete, "what to "+head)
	}
	if s.onlyPlace(arg) && !arg[0].isWord("of") {
		return refuse(notLabel(s.toks, Incomplete), "what to "+head)
	}
	if last := arg[len(arg)-1]; last.isWord("and") || last.isWord("then") {
		return refuse(Incomplete, "what comes next")
	}
	if head == "open" {
		arg = inBrowser(arg)
		if u, ok, broken := s.address(arg, false); ok {
			return read{steps: one(call("open_url", urlArgs{u})), sure: true}
		} else if broken {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		if path, bad := s.menuPath(arg, true); bad == nil && path != nil {
			return read{steps: path, sure: true}
		}
		if r, ok := s.openPart(arg, within); ok {
			return r
		}
	}
	name := arg
	article := false
	if name[0].in(articles) || name[0].isWord("my") || name[0].isWord("a") && len(name) > 1 && appNouns.has(lows(name[1:])) {
		article, name = true, name[1:]
	}
	if len(name) == 0 {
		return refuse(Incomplete, "what to "+head)
	}
	kind := false
	if n := len(name); n > 1 {
		if k := name[n-1].low; name[n-1].kind == word && (k == "app" || k == "application" || k == "program" || k == "programme") && (name[n-1].lowerCase() || article) {
			kind, name = true, name[:n-1]
		}
	}
	if n := len(name); n > 1 && (name[0].isWord("app") || name[0].isWord("application") || name[0].isWord("program")) && name[0].lowerCase() {
		kind, name = true, name[1:]
		if len(name) > 1 && (name[0].isWord("called") || name[0].isWord("named")) {
			name = name[1:]
		}
	}
	if len(name) == 1 && name[0].kind == quoted {
		if strings.TrimSpace(name[0].raw) == "" {
			return refuse(Incomplete, "what to "+head)
		}
		return read{steps: one(call("open_app", appArgs{name[0].raw})), sure: true}
	}
	if len(name) == 1 && name[0].kind == word && strings.ContainsAny(name[0].raw, "./\\") {
		return refuse(notLabel(s.toks, Unsupported), "") // a file, for which there is no tool
	}
	l := lows(name)
	if u, ok := sites[l]; ok && head == "open" && !kind {
		return read{steps: one(call("open_url", urlArgs{u})), sure: true}
	}
	if appNouns.has(l) {
		return read{steps: one(call("open_app", appArgs{joined(name)})), sure: true}
	}
	_, why, missing := s.plausible(name, head, false, kind)
	if why != None {
		return refuse(why, missing)
	}
	lower := name[0].lowerOrShout(s)
	if lower && !kind {
		known := len(name) > 1 && len(name) <= 3 && name[len(name)-1].in(appHeads) && !name[len(name)-1].isWord("app")
		single := len(name) == 1 && !article && head != "start" && !name[0].in(common) && !name[0].in(openThings)
		if !known && !single {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		if article && !known {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		return read{steps: one(call("open_app", appArgs{joined(name)}))}
	}
	if k := name[len(name)-1]; len(name) > 1 && k.lowerCase() && k.in(openThings) && !kind {
		return refuse(notLabel(s.toks, Unsupported), "") // the Documents folder, the Preferences window
	}
	for i, t := range name {
		if i > 0 && t.lowerCase() && !name[0].lowerOrShout(s) && !t.in(nameJoints) && !t.in(appHeads) {
			return refuse(notLabel(s.toks, Unsupported), "") // "Firefox the moment I leave", "Firefox again"
		}
		if t.lowerCase() && (t.low == "in" || t.low == "on" || t.low == "from" || t.low == "with" || t.low == "to" || t.low == "at" || t.low == "into") {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
	}
	return read{steps: one(call("open_app", appArgs{joined(name)})), sure: true}
}

// inBrowser drops "in Chrome" behind an address or a site: which browser opens it is set, not said.
func inBrowser(arg []token) []token {
	if n := len(arg); n > 4 && lows(arg[n-4:]) == "in a new tab" && arg[0].kind == word && strings.Contains(arg[0].raw, ".") {
		arg = arg[:n-4]
	}
	for _, w := range []int{2, 3} {
		n := len(arg)
		if n <= w || !(arg[n-w].isWord("in") || arg[n-w].isWord("on") || arg[n-w].isWord("with") || arg[n-w].isWord("using")) || !browsers.has(lows(arg[n-w+1:])) {
			continue
		}
		if bare := arg[:n-w]; sites[lows(bare)] != "" || len(bare) == 1 && strings.Contains(bare[0].raw, ".") {
			return bare
		}
	}
	return arg
}

var browsers = lines("chrome,firefox,safari,edge,brave,arc,opera,vivaldi,chromium,google chrome,microsoft edge,the browser,my browser,browser,a browser")

// nameJoints may stand in the name of a program in lower case.
var nameJoints = words("of the for and & de by")

// openThings are opened and are no program.
var openThings = words(`folder folders file files document documents window windows page door doors image picture photo tab project drawer box
	book gate eyes mouth letter letters present bottle can jar curtain curtains fridge garage gift wine trunk wound account dialog dialogue panel
	website site webpage link url attachment message mail door's boot bonnet hood parcel package packet umbrella wallet purse safe shop
	restaurant bank valve tap lid cupboard wardrobe oven hand hands arms mind minds heart hearts discussion debate case investigation
	yourself minded ended plan season house bar source sesame wide water water's day sea road market air dinner lunch work school
	fight trouble conversation meeting recording timer race war game party rumour rumor fire family business list sentence video song movie film
	attack rocket missile missiles product campaign engine car dictation today here there now`)

// openPart reads "the View menu", "the Advanced tab", "the Colour dropdown".
func (s *sentence) openPart(arg []token, within string) (read, bool) {
	bare, container := s.cutContainer(arg)
	n := len(bare)
	if n < 2 || bare[n-1].kind != word {
		return read{}, false
	}
	last := bare[n-1]
	switch last.low {
	case "menu", "tab", "link", "button", "dropdown", "drop-down", "submenu", "item", "entry", "box":
	default:
		return read{}, false
	}
	if !last.lowerCase() && !bare[0].in(articles) {
		return read{}, false
	}
	if (last.low == "box" || last.low == "item" || last.low == "entry") && !(n > 2 && (bare[n-2].isWord("combo") || bare[n-2].isWord("menu"))) {
		return read{}, false
	}
	t, bad := s.findName(bare, "open")
	if bad != nil {
		if bad.rest == "" {
			bad.rest = s.cut(arg)
		}
		return read{bad: bad}, true
	}
	t.container = container
	if t.container == "" {
		t.container = within
	}
	return read{steps: one(t.click("click")), sure: true}, true
}

// goTo reads what follows go to, visit, switch to: an address, a tab, or a well-known site.
func (s *sentence) goTo(p, arg []token, within string) read {
	refuse := func(why Refusal, missing string) read {
		return read{bad: &refusal{why: why, rest: s.cut(p), missing: missing}}
	}
	if len(arg) == 0 {
		return refuse(Incomplete, "where to go")
	}
	switching := p[0].isWord("switch") || p[0].isWord("show")
	if !switching {
		arg = inBrowser(arg)
		for len(arg) > 1 && (arg[0].isWord("the") && (arg[1].isWord("website") || arg[1].isWord("site") || arg[1].isWord("page") || arg[1].isWord("url") || arg[1].isWord("address")) && len(arg) == 3) {
			arg = arg[2:]
		}
		if u, ok, broken := s.address(arg, true); ok {
			return read{steps: one(call("open_url", urlArgs{u})), sure: true}
		} else if broken {
			return refuse(notLabel(s.toks, Unsupported), "")
		}
		if u, ok := sites[lows(arg)]; ok {
			return read{steps: one(call("open_url", urlArgs{u})), sure: true}
		}
		if path, bad := s.menuPath(arg, true); bad == nil && path != nil {
			return read{steps: path, sure: true}
		}
	}
	bare, _ := s.cutContainer(arg)
	last := bare[len(bare)-1]
	if len(bare) > 1 && last.isWord("tab") || len(bare) > 1 && bare[0].isWord("tab") {
		if r, ok := s.openPart(arg, within); ok {
			return r
		}
		if t, bad := s.findTarget(arg, "go"); bad == nil && t.role == "tab" {
			return read{steps: one(t.click("click")), sure: true}
		}
	}
	return refuse(notLabel(s.toks, Unsupported), "")
}

// address reads toks as a web address. going says that the verb takes nothing but places, so that "notes.md" is an
// address too. broken means that it is an address which may not be opened.
func (s *sentence) address(toks []token, going bool) (u string, ok, broken bool) {
	toks = trimStops(toks)
	if len(toks) == 0 {
		return "", false, false
	}
	raw := toks[0].raw
	switch {
	case len(toks) == 1:
	case toks[0].kind == word && (strings.Contains(raw, "://") || strings.HasPrefix(toks[0].low, "www.")):
		return "", false, true // more than an address
	default:
		spoken, good := spokenHost(toks)
		if !good {
			if toks[0].kind == word && strings.Contains(raw, ".") && host(toks[0].low) && !ambiguousTLD(toks[0].low) {
				return "", false, true
			}
			return "", false, false
		}
		raw = spoken
	}
	if strings.ContainsFunc(raw, space) || raw == "" {
		return "", false, false
	}
	low := strings.ToLower(raw)
	if scheme, _, has := strings.Cut(low, ":"); has && (strings.Contains(low, "://") || scheme == "javascript" || scheme == "mailto" || scheme == "file" || scheme == "data") {
		p, err := url.Parse(raw)
		if err != nil || p.Host == "" || p.Scheme != "http" && p.Scheme != "https" || p.User != nil {
			return "", false, true
		}
		return raw, true, false
	}
	hostPart := low
	if i := strings.IndexAny(hostPart, "/?#"); i >= 0 {
		hostPart = hostPart[:i]
	}
	name, port, hasPort := strings.Cut(hostPart, ":")
	if hasPort && !digits(port) || strings.Contains(raw, "@") {
		return "", false, false
	}
	if name == "localhost" && (going || hasPort) || net.ParseIP(name) != nil && strings.Contains(name, ".") {
		return "http://" + raw, true, false
	}
	if !host(name) || !going && hostPart == low && ambiguousTLD(name) && !strings.HasPrefix(low, "www.") {
		return "", false, false
	}
	return "https://" + raw, true, false
}

// spokenHost reads "example dot org slash docs".
func spokenHost(toks []token) (string, bool) {
	if len(toks) < 3 || len(toks) > 15 {
		return "", false
	}
	var b strings.Builder
	dots := 0
	for i, t := range toks {
		if t.kind != word || !t.gap && i > 0 {
			return "", false
		}
		if i%2 == 0 {
			if t.low == "dot" || t.low == "slash" {
				return "", false
			}
			b.WriteString(t.low)
			continue
		}
		switch t.low {
		case "dot":
			b.WriteByte('.')
			dots++
		case "slash":
			b.WriteByte('/')
		default:
			return "", false
		}
	}
	return b.String(), dots > 0 && len(toks)%2 == 1
}

var topLevel = words(`com org net edu gov int mil info biz name io dev app ai co me tv us uk de fr es it nl be ch at se no dk fi pl cz sk hu ro bg gr
	pt ie is lt lv ee eu ru ua by tr il in cn jp kr tw hk sg my th vn id ph au nz ca mx br ar cl pe za eg ng ke ma online site shop store blog
	tech cloud xyz page wiki news page space world live life today zone museum travel test example localhost local social fyi sh rs md py so to gg fm
	am ly gl li lu ws cc zip mov`)

// fileEndings are top-level domains that are file endings far more often.
var fileEndings = words("sh rs md py so zip mov pl cc ps app in")

func host(name string) bool {
	labels := strings.Split(name, ".")
	if len(labels) < 2 || len(name) > 253 || !topLevel.has(labels[len(labels)-1]) {
		return false
	}
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
		for _, r := range l {
			if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r >= 0x80) {
				return false
			}
		}
	}
	return true
}

func ambiguousTLD(name string) bool {
	return fileEndings.has(name[strings.LastIndexByte(name, '.')+1:])
}
