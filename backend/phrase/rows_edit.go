package phrase

import (
	"strings"
	"unicode"
)

const (
	textThing = "(it|this|that|selection|selected text|text|paragraph|sentence|passage|this paragraph|this sentence|this text|highlighted text|what i wrote|what i selected|this passage|selected paragraph|wording|draft|email|message)"
	certain   = "(selection|selected text|text|paragraph|sentence|passage|highlighted text|selected paragraph|wording|selected sentence|selected words)"
)

var editRules = []rule{
	{say: "make " + textThing + " [bit|little|much|lot] (shorter|more concise|more succinct|briefer|tighter|more compact)", do: edit("shorten")},
	{say: "(shorten|condense|trim|tighten|tighten up|cut down) " + textThing + " [bit|little]", do: edit("shorten")},
	{say: "make " + textThing + " [bit|little|much|lot] (more direct|direct|less wordy|punchier|less vague|less hedgy|blunter|more to point)", do: edit("makeDirect")},
	{say: "(fix|correct|clean up|check and fix|sort out|repair) (grammar|grammar mistakes|grammar and spelling|spelling and grammar|grammar errors|spelling mistakes|typos|spelling) [(in|of|on) " + textThing + "]", do: edit("fixGrammar")},
	{say: "(fix|correct) (grammatical errors|grammatical mistakes)", do: edit("fixGrammar")},
	{say: "(delete|remove|drop|erase|cut|scratch|take out) last sentence [(of|in|from) " + textThing + "]", do: edit("deleteLastSentence")},
	{say: "(turn|make|convert|change|put|format|reformat) " + textThing + " [in|into|to|as] (bullets|bullet points|bulleted list|bullet list|list of bullets|bullet point list|bulletpoints)", do: edit("makeBullets")},
	{say: "make (bullets|bullet points|bulleted list|list) (out of|from|of) " + certain, do: edit("makeBullets")},
	{say: "(bullet|bulletize|bullet-point) " + certain, do: edit("makeBullets")},
	{say: "(replace|swap|substitute) <old> (with|for|by) <new> [in " + certain + "]", do: replace},
	{say: "change <old> to <new> in " + certain, do: replace},
	{say: "change word <old> to <new>", do: replace},
	{say: "(replace|swap) <old>", do: replaceGap},
}

func edit(operation string) func(said) (read, bool) {
	return does("edit_selection", args{"operation": operation})
}

func replace(m said) (read, bool) {
	old, now := m.slot("old"), m.slot("new")
	if len(old) > 1 && (old[0].isWord("word") || old[0].isWord("phrase") || old[0].isWord("name")) {
		old = old[1:]
	} else if len(old) > 2 && old[0].isWord("the") && (old[1].isWord("word") || old[1].isWord("phrase")) {
		old = old[2:]
	}
	if len(old) == 0 || len(now) == 0 || len(old) > 12 || len(now) > 24 || len(old) == 1 && old[0].in(objects) || old[0].in(articles) || old[0].in(possessives) || old[0].isWord("a") {
		return read{}, false // things, not words: "replace the battery with a new one"
	}
	if !m.says([]string{"word", "words", "phrase", "selection", "text", "paragraph", "sentence", "passage", "name"}) && !written(old) && !written(now) {
		return read{}, false // "replace butter with oil" is cooking
	}
	if now[0].in(articles) && now[0].lowerCase() || now[0].isWord("a") && len(now) > 1 {
		return read{}, false
	}
	return made("edit_selection", args{"operation": "replace", "old": m.s.plain(old), "new": m.s.plain(now)})
}

// written reports whether toks look like something that stands in a text: quoted, or with a capital, digit or sign.
func written(toks []token) bool {
	for _, t := range toks {
		if t.kind == quoted || strings.ContainsFunc(t.raw, func(r rune) bool { return !unicode.IsLower(r) && r != '\'' && r != '-' }) {
			return true
		}
	}
	return false
}

func replaceGap(m said) (read, bool) {
	old := m.slot("old")
	if len(old) != 1 || old[0].kind != quoted {
		return read{}, false
	}
	return m.lacking("what to put there", "With what?", " with "), true
}

// keyRules are things that one key does in nearly every program.
var keyRules = keyForms()

func keyForms() []rule {
	var out []rule
	add := func(key string, says ...string) {
		for _, say := range says {
			out = append(out, rule{say: say, do: does("key", args{"key": key})})
		}
	}
	const doc = "(it|this|that|file|document|page|changes|work|my work|this file|this document|all changes|doc|note|project|current file|current document)"
	add("cmd+s", "save", "save "+doc, "hit save", "save (now|again)", "save what i have [so far]")
	add("cmd+shift+s", "save as", "save "+doc+" as", "(open|show) save as (dialog|dialogue)", "save "+doc+" as something else", "save copy", "save "+doc+" (under another name|under a new name|under new name|under a different name|with another name|with a new name)")
	add("cmd+t", "(open|make|create|start|give me|get me|add) new [browser] tab", "new [browser] tab", "open another tab", "open tab")
	add("cmd+w", "close [current|active] tab", "close this tab", "shut tab", "shut this tab")
	add("cmd+shift+t", "(reopen|re-open|restore|bring back|open|get back) (closed|last|last closed|most recent|previous|recently closed|that) tab [i closed|i just closed|again]", "reopen (tab|tab i just closed|tab i closed)", "undo close tab", "bring back tab i just closed", "bring back closed tab", "bring back tab")
	add("cmd+n", "(open|make|create|start|give me|get me) new [browser] window", "new [browser] window", "open another window")
	add("cmd+c", "copy", "copy (that|this|it|selection|selected text|text|highlighted text|what i selected|selected)", "copy (that|this|it|selection|selected text) to clipboard")
	add("cmd+v", "paste", "paste (it|that|this|here|it here|that here|clipboard|it in|in|it in here|what i copied|from clipboard|text)")
	add("cmd+x", "cut (that|this|it|selection|selected text|text)")
	add("cmd+a", "select all", "select (everything|all text|all of it|whole thing|entire document|whole document|whole text|all of text|entire text|whole page|entire page)", "highlight (everything|all|all text)", "mark (everything|all text)")
	add("cmd+f", "find", "(open|show|bring up) (find|find box|search box|find bar|search bar|find dialog)", "find (in page|in document|in this page|on page|on this page|in this document)", "search (page|this page|document|this document|in page|in this page|in document)", "open find (bar|box)")
	add("cmd+r", "(refresh|reload) [page|this page|tab|this tab|site|website|browser|it|this|window|current page|webpage|that page]")
	add("cmd+p", "print", "print (it|this|that|page|document|this page|this document|file)", "(open|show) print dialog")
	add("cmd+shift+z", "redo", "redo (that|it|this|last change|what i undid|last thing|change|last step|last action)")
	add("cmd+plus", "zoom in", "zoom in (step|notch|on page|bit|little|more|again|a bit|here)", "(make) (text|page|everything|font) (bigger|larger)", "zoom page in", "make everything on page bigger")
	add("cmd+minus", "zoom out", "zoom out (step|notch|on page|bit|little|more|again|a bit)", "make (text|page|everything|font) smaller", "zoom page out")
	add("cmd+0", "(reset|undo) zoom [level]", "zoom (to|back to) (normal|100 percent|hundred percent|100%|actual size)", "reset zoom to (100 percent|100%|normal)")
	add("ctrl+tab", "(next|switch to next|go to next|move to next|show next|jump to next|flip to next) tab", "tab over", "switch tabs")
	add("ctrl+shift+tab", "(previous|last|switch to previous|go to previous|move to previous|show previous|jump to previous|go back to previous|flip to previous|back to previous) tab", "go back (one|1|a) tab", "tab to left")
	add("alt+left", "go back", "go back (a page|one page|to previous page|page|in browser|to last page)", "(previous|last) page", "back (a page|one page)", "(navigate|browser) back", "go to previous page", "page back")
	add("alt+right", "go forward", "go forward (a page|one page|page|again|in browser|to next page)", "forward (a page|one page)", "(navigate|browser) forward")
	add("cmd+b", "(bold|embolden)", "(bold|embolden) (it|this|that|text|selection|selected text|word|this word|that word)", "make (it|this|that|text|selection|selected text|word) bold", "(make|set) selection bold")
	add("cmd+i", "(italic|italics|italicise|italicize)", "(italicise|italicize) (it|this|that|text|selection|selected text|word)", "make (it|this|that|text|selection|selected text|word) (italic|italics|cursive)")
	add("cmd+u", "underline", "underline (it|this|that|text|selection|selected text|word)")
	return out
}

var windowRules = []rule{
	{say: "(hide|minimise|minimize) (window|this window|current window|active window)", do: does("window_snap", args{"position": "minimize"})},
	{say: "(send|put|move) (window|this window|it) to (background|back|dock|taskbar|panel)", do: nothing},
	{say: "(split|snap|send|shove|throw|push|stick) (window|this window|it) [over] (to|on|onto|in|against) <side>", do: sided},
	{say: "(make) (window|this window|current window) (bigger|larger|fill screen|fill whole screen|take up whole screen|full screen)", do: does("window_snap", args{"position": "maximize"})},
	{say: "(switch|change|jump|flip) to <app> [window|app]", do: toApp},
	{say: "(left|right|top|bottom) half", do: halved},
	{say: "(close|shut) [current|active|front] window", do: does("window_close", nil)},
	{say: "(close|exit) [current] (app|application|program)", do: does("window_close", args{"all": true})},
	{say: "(close|shut|exit|close down) <app>", do: closeApp},
	{say: "(move|put|send|snap|push|place|dock|tile|throw|shove) <app> [over] (to|on|onto|in|into|against) <side>", do: appToSide},
}

func sided(m said) (read, bool) {
	at, ok := side(lows(m.slot("side")))
	if !ok {
		if at, ok = side("the " + lows(m.slot("side"))); !ok {
			return read{}, false
		}
	}
	return made("window_snap", args{"position": at})
}

// closeApp closes the window of a program that people know by name.
func closeApp(m said) (read, bool) {
	app, ok := m.s.programName(vClose, m.slot("app"))
	if !ok {
		return read{}, false
	}
	return made("window_close", args{"app": app})
}

// toApp brings a program to the front, which is what opening one that runs does.
func toApp(m said) (read, bool) {
	app, ok := m.s.programName(vClose, m.slot("app"))
	if !ok {
		return read{}, false
	}
	return made("open_app", args{"app": app})
}

func appToSide(m said) (read, bool) {
	app, ok := m.s.programName(vSnap, m.slot("app"))
	at, is := side("the " + strings.TrimPrefix(lows(m.slot("side")), "the "))
	if !ok || !is {
		return read{}, false
	}
	return made("window_snap", args{"position": at, "app": app})
}

func halved(m said) (read, bool) { return made("window_snap", args{"position": m.toks[0].low}) }
