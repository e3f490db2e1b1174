package phrase

import "strings"

const (
	soundThing = "(volume|vol|sound|audio|sound volume|audio volume|system volume|master volume|volume level|sound level|speaker volume|speakers volume)"
	quietThing = "(volume|sound|audio|speakers|speaker|computer|mac|machine|pc|laptop|system|everything|sound output|audio output|system sound|system audio)"
	lightThing = "(brightness|screen brightness|display brightness|backlight|screen backlight|brightness of screen|brightness of display|monitor brightness|screen's brightness)"
	percent    = "(%|percent|per cent|pct|percentage points|points)"
	notches    = "(steps|step|notches|notch|levels|level|clicks|ticks|bars)"
	bit        = "(bit|small bit|wee bit|little|little bit|touch|tad|notch|smidge|hair|slightly|bit more|little more)"
	lot        = "(lot|lots|good bit|good deal|way|whole lot|much)"
)

// goal makes the end of "set X to N".
func goal(tool string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		n, ok := m.number("n")
		if !ok {
			return read{}, false
		}
		if n > 100 {
			return read{bad: &refusal{why: Unsupported, rest: m.s.cut(m.toks)}}, true
		}
		return made(tool, args{"level": n})
	}
}

// heading is goal for "volume 30": "Volume 3" is a heading, or a book.
func heading(tool string) func(said) (read, bool) {
	return func(m said) (read, bool) {
		n, ok := m.number("n")
		if last := m.toks[len(m.toks)-1]; !ok || n < 10 && n != 0 && !last.isWord("percent") && !strings.HasSuffix(last.low, "%") {
			return read{}, false
		}
		return goal(tool)(m)
	}
}

// change makes the end of "turn X up by N". Without a number the tool's own step is meant.
func change(tool, direction string, more args) func(said) (read, bool) {
	return func(m said) (read, bool) {
		a := args{"direction": direction}
		for k, v := range more {
			a[k] = v
		}
		most := map[string]int{"steps": 10, "percent": 100}
		for slot, limit := range most {
			if n, ok := m.number(slot); ok {
				if n < 1 || n > limit {
					return read{bad: &refusal{why: Unsupported, rest: m.s.cut(m.toks)}}, true
				}
				a[slot] = n
			}
		}
		return made(tool, a)
	}
}

// levels are the rules for what can be set, raised and lowered: volume and brightness. up and down are the verbs that
// stand before the thing.
func levels(tool, thing, up, down, bareUp, bareDown string) []rule {
	var out []rule
	add := func(say string, do func(said) (read, bool)) { out = append(out, rule{say: say, do: do}) }
	add("(set|put|change|adjust|make|turn|bring|get) "+thing+" (to|at|on) <n:num> [%|percent|per cent|pct]", goal(tool))
	add("(turn|bring|put|crank|lower|raise|reduce|increase|drop|dim|take|pop|get|bung|whack) [right] [up|down] "+thing+" [up|down] to <n:num> [%|percent|per cent|pct]", goal(tool))
	add("set "+thing+" <n:num> [%|percent|per cent|pct]", goal(tool))
	if tool == "volume" {
		add("(volume|vol|sound|audio) (to|at|up to|down to) <n:num> [%|percent|per cent|pct]", goal(tool))
		add("(volume|vol) <n:num> [%|percent|per cent|pct]", heading(tool))
		add("(turn|crank|bring) (up|down) (music|song|sound|audio|speakers) to <n:num> [%|percent|per cent|pct]", goal(tool))
	} else {
		add("(brightness|screen brightness|screen) (to|at|up to|down to) <n:num> [%|percent|per cent|pct]", goal(tool))
		add("(brightness|screen brightness) <n:num> [%|percent|per cent|pct]", heading(tool))
		add("(display brightness) <n:num> [%|percent|per cent|pct]", goal(tool))
	}
	for _, end := range []struct {
		words string
		level int
	}{
		{"(max|maximum|full|full blast|highest|highest level|top|hundred percent|maximum level|as high as possible)", 100},
		{"(half|halfway|fifty fifty|middle|medium)", 50},
		{"(minimum|min|lowest|lowest level|zero percent|minimum level|as low as possible)", 0},
	} {
		add("(set|put|turn|bring|crank|make|raise|lower|get) [up|down] "+thing+" [up|down] (to|at) "+end.words, does(tool, args{"level": end.level}))
		add("(set|put) "+thing+" "+end.words, does(tool, args{"level": end.level}))
	}
	add("(maximise|maximize|max out|max) "+thing, does(tool, args{"level": 100}))
	add("(turn|crank|bring) "+thing+" (all the way up|all way up)", does(tool, args{"level": 100}))
	add("(turn|bring) "+thing+" (all the way down|all way down)", does(tool, args{"level": 0}))
	add("(turn|crank|bring) "+thing+" up all way", does(tool, args{"level": 100}))
	add("(turn|bring) "+thing+" down all way", does(tool, args{"level": 0}))
	add("(minimise|minimize) "+thing, does(tool, args{"level": 0}))
	add("(full|max|maximum|highest) "+thing, does(tool, args{"level": 100}))
	add("half "+thing, does(tool, args{"level": 50}))
	add("(minimum|min|lowest) "+thing, does(tool, args{"level": 0}))
	add(thing+" [to|at|on] (max|maximum|full)", does(tool, args{"level": 100}))
	add(thing+" [to|at|on] (half|halfway)", does(tool, args{"level": 50}))
	add(thing+" [to|at|on] (min|minimum|zero)", does(tool, args{"level": 0}))
	add("(turn|put|crank|bring) "+thing+" way up to (max|maximum|full)", does(tool, args{"level": 100}))
	for _, d := range []struct{ name, verbs, bare, particle string }{{"up", up, bareUp, "up"}, {"down", down, bareDown, "down"}} {
		moved := []string{"(turn|crank|bring|push|pump|put|take|nudge|bump|pull|drop|dial|pop|get|bung|knock|whack|stick) " + thing + " (" + d.particle + ")",
			"(turn|crank|bring|push|pump|nudge|bump|pull|dial) " + d.particle + " " + thing, d.verbs + " " + thing, "set " + thing + " " + map[string]string{"up": "higher", "down": "lower"}[d.name],
			"make " + thing + " " + map[string]string{"up": "(higher|louder|brighter)", "down": "(lower|quieter|softer|darker|dimmer)"}[d.name], thing + " " + d.particle}
		if d.bare != "" {
			moved = append(moved, d.bare)
		}
		for _, say := range moved {
			add(say+" [again|more|please]", change(tool, d.name, nil))
			add(say+" [by] "+bit, change(tool, d.name, args{"steps": 1}))
			add(say+" [by] "+lot, change(tool, d.name, args{"steps": 5}))
			add(say+" [by] <steps:num> "+notches, change(tool, d.name, nil))
			add(say+" [by] <percent:num> "+percent, change(tool, d.name, nil))
			add(say+" by <percent:num>", change(tool, d.name, nil))
			add(say+" (twice|two times)", change(tool, d.name, args{"steps": 4}))
			add(say+" (three times|thrice)", change(tool, d.name, args{"steps": 6}))
		}
		comparative := map[string]string{"volume up": "louder", "volume down": "(quieter|softer)", "brightness up": "brighter", "brightness down": "(darker|dimmer)"}[tool+" "+d.name]
		what := map[string]string{"volume": "(it|music|sound|volume|that|song)", "brightness": "(it|screen|display|monitor|that)"}[tool]
		add("make "+what+" "+bit+" "+comparative, change(tool, d.name, args{"steps": 1}))
		add("make "+what+" "+lot+" "+comparative, change(tool, d.name, args{"steps": 5}))
		add(bit+" "+comparative, change(tool, d.name, args{"steps": 1}))
		add(lot+" "+comparative, change(tool, d.name, args{"steps": 5}))
	}
	add("(set|change|adjust) "+thing, lacks("the value", "To how much, in percent?", " to "))
	return out
}

var soundRules = append(levels("volume", soundThing, "(raise|increase|up|boost|bump up|amplify)", "(lower|reduce|decrease|drop|cut|soften)",
	"(louder|make it louder|turn it up|crank it up|pump it up|turn up music|turn music up|make music louder|turn up speakers|turn speakers up)",
	"(quieter|softer|make it quieter|make it softer|turn it down|turn down music|turn music down|make music quieter|turn down speakers|turn speakers down)"),
	rule{say: "(mute|silence) [" + quietThing + "]", do: does("volume", args{"mute": true})},
	rule{say: "mute (it|this|that|thing|this thing|all sound|all sounds|all audio)", do: does("volume", args{"mute": true})},
	rule{say: "(turn|switch|shut) off (volume|sound|audio|speakers|all sound)", do: does("volume", args{"mute": true})},
	rule{say: "(turn|switch|shut) (volume|sound|audio|speakers|all sound) off", do: does("volume", args{"mute": true})},
	rule{say: "kill (volume|sound|audio)", do: does("volume", args{"mute": true})},
	rule{say: "(sound|audio) off", do: does("volume", args{"mute": true})},
	rule{say: "(unmute|un-mute) [" + quietThing + "|it|this|that]", do: does("volume", args{"mute": false})},
	rule{say: "(turn|switch|put) (volume|sound|audio|speakers) (on|back on|on again)", do: does("volume", args{"mute": false})},
	rule{say: "(turn|switch) [back] on (volume|sound|audio|speakers) [again]", do: does("volume", args{"mute": false})},
	rule{say: "(bring|get) [back] (volume|sound|audio) [back]", do: does("volume", args{"mute": false})},
	status("sound", "(what is|what's|whats|tell me|read me|how high is|how high's|how's|how is) (volume|vol|sound volume|audio volume|system volume|master volume|volume level|sound level|speaker volume|speakers volume) [at|on|set to|level|now|currently|right now|at the moment]"),
	status("sound", "how loud (is it|is "+quietThing+"|is volume|is music|is this|is it set) [set] [now|right now|at the moment]"),
	status("sound", "what (volume|volume level|sound level) (is it at|is it on|is this|are we at|am i at|is set|are we on|is it set to|do i have) [now]"),
	status("sound", "is (it|"+quietThing+") [currently|still|now] (muted|unmuted|on mute|silenced) [now|right now|at the moment]"),
	status("sound", "is (sound|volume|audio|system sound) [currently|still|now] (on|off|turned off|turned on|switched off|switched on) [now|right now|at the moment]"),
)

var lightRules = append(levels("brightness", lightThing, "(raise|increase|up|boost|bump up)", "(lower|reduce|decrease|drop|cut|dim)",
	"(brighten|brighten up|brighten up (screen|display|monitor)|brighten (screen|display|monitor) [up]|(make|put) (screen|display|monitor|it) (brighter|more bright)|turn screen up|turn up screen)",
	"(dim|dim it|dim (screen|display|monitor|backlight|lights on screen)|dim down (screen|display|monitor)|make (screen|display|monitor|it) (darker|dimmer|less bright|more dim)|dim (screen|display) down|darken (screen|display|monitor)|turn screen down|turn down screen)"),
	rule{say: "dim (screen|display|monitor) (all the way|all the way down|all way down|completely|right down)", do: does("brightness", args{"level": 0})},
	rule{say: "set light of (screen|display|monitor) to <n:num> [%|percent|per cent]", do: goal("brightness")},
	rule{say: "(dim|set|turn|brighten) (screen|display|monitor) [up|down] to <n:num> [%|percent|per cent]", do: goal("brightness")},
	status("light", "(what is|what's|whats|tell me|read me|how high is|how high's|how's|how is) "+lightThing+" [at|on|set to|level|now|currently|right now|at the moment]"),
	status("light", "how (bright|dim|dark) is (screen|display|monitor|backlight|it) [set] [now|right now|at the moment]"),
	status("light", "what (brightness|brightness level) (is it at|is it on|is screen at|is display at|is set|are we at|is screen on|is it set to) [now]"),
)

// status makes the rule of a question for how a part of the machine is set.
func status(part, say string) rule {
	return rule{say: say, asks: true, do: does("machine_status", args{"part": part})}
}

var mediaRules = mediaForms()

func mediaForms() []rule {
	const piece = "(song|track|tune|music|piece|album|number|one|playing|artist|band|singer|podcast)"
	const now = "[now|right now|at the moment|currently|just now]"
	const thing = "(music|song|track|tune|tunes|playback|audio|video|player|media|podcast|album|playlist|movie|film|what's playing|radio|current song|current track)"
	var out []rule
	add := func(command string, says ...string) {
		for _, say := range says {
			out = append(out, rule{say: say, do: does("music", args{"command": command})})
		}
	}
	add("play_pause", "(play pause|play/pause|toggle playback|toggle music|toggle play pause|pause or play "+thing+"|play or pause "+thing+")", "toggle "+thing)
	add("pause", "pause", "pause "+thing, "pause (it|that|spotify|vlc|rhythmbox)", "(hold|freeze) (music|song|track|playback)", "put "+thing+" on pause")
	add("stop", "stop "+thing, "stop playing [music|song|it]", "turn off "+thing, "turn "+thing+" off", "(end|cut|shut off|switch off|kill) (music|song|playback)")
	add("play", "play", "play "+thing+" [again]", "(resume|unpause|continue|start|restart) (music|song|track|tune|playback|audio|player|podcast|album|playlist|radio|movie|film)",
		"(resume|unpause) [it|playing|video|spotify|vlc]", "start (playing|playing music|playing again)", "continue playing [music]", "keep playing [music]", "(put|turn|switch) (music|radio|song) (on|back on)",
		"(put|turn|switch|stick|chuck|pop) on (music|radio|tunes)", "play something", "hit play")
	add("next", "(next|skip) (song|track|tune|video|episode|one)", "skip", "skip (ahead|forward|this|that one|this one|this song|to next|current song|current track)", "skip to next (song|track|tune|video|episode|one)",
		"(play|go to|jump to) next (song|track|tune|video|episode|one)", "(go|move) on to next (song|track|tune)", "next (song|track|tune) (on|in) (playlist|album)")
	asks := func(says ...string) {
		for _, say := range says {
			out = append(out, status("media", say))
		}
	}
	asks("(what is|what's|whats|what're we|what are we) [currently|now] (playing|on player|playing on player|listening to) "+now, "(what|which) "+piece+" (is|is it that is|is it that's|is currently|is it we are) (playing|on|this|that|it|it that is playing) "+now,
		"(what am i|what are we) listening to "+now, "(what is|what's|whats|tell me|what was) (name|title) of (this|current|that) (song|track|tune|music|piece)", "(what is|what's|whats|tell me|read me) [name of] (current|this) (song|track|tune) [called|name|title]",
		"(who|which artist|which band|what artist|what band) (sings|is singing|plays|performs|is performing|is playing) (this|that|it|this song|this track|this tune|this music|this piece|that song|current song|song|current track) "+now,
		"(who|which artist|which band|what artist|what band) (made|recorded|wrote) (this song|this track|this tune|current song) "+now,
		"(who is|who's) (singing|playing) "+now, "(who is|who's) (this|that|it|this song|this track|song) by", "(who is|who's) (artist|singer) [of (this|this song|this track)]",
		"is (music|anything|something|a song|song|any music|some music|player) (playing|on|running) "+now, "tell me (what's playing|what is playing|which song this is|what song this is|what song is playing|who sings this|who is singing|what i am listening to|what i'm listening to) "+now)
	add("previous", "(previous|last|prior) (song|track|tune|video|episode)", "(play|go to|go back to|back to|skip back to|return to|jump back to|jump to) (previous|last|prior|song before|track before) [song|track|tune|video|episode|one]",
		"go back (one|1) (song|track|tune)", "(go back|skip back|back) a (song|track|tune)", "skip (back|backwards|backward)", "play (last|previous) (song|track|tune) again", "(one|1) (song|track) back")
	return out
}
