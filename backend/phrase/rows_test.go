package phrase_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

func TestTheRowsOfTheChainStandInTheirOrder(t *testing.T) {
	var commands, fast []string
	for _, r := range phrase.Rows() {
		if r.Command {
			require.Empty(t, fast, "a fast action stands before %s", r.Name)
			commands = append(commands, r.Name)
		} else {
			fast = append(fast, r.Name)
		}
	}
	require.Equal(t, []string{"watch", "annotations", "research", "listening", "memory", "automation", "shortcut", "create", "flow", "site", "cron",
		"background", "meeting", "skill", "find"}, commands)
	require.Equal(t, []string{"media", "sound", "light", "timer", "reminder", "calendar", "notes", "mail", "contacts", "files", "capture", "edit", "keys",
		"window", "self", "never"}, fast)
}

// Each of these begins like a command of an earlier row, and belongs to a later one.
func TestAnEarlyRowDoesNotStarveALaterOne(t *testing.T) {
	for text, row := range map[string]string{
		"run the skill called play back my flow":             "skill",
		"run the skill invoices":                             "skill",
		"run my invoices skill":                              "skill",
		"run the shortcut do the laundry":                    "shortcut",
		"run the automation play back invoices":              "automation",
		"run the flow skill check":                           "flow",
		"play back invoices":                                 "flow",
		"play the music":                                     "media",
		"play the previous song":                             "media",
		"stop recording":                                     "flow",
		"stop recording the meeting":                         "meeting",
		"stop the meeting":                                   "meeting",
		"stop the music":                                     "media",
		"stop watching my screen":                            "watch",
		"stop the research":                                  "research",
		"stop the cron jobs":                                 "cron",
		"stop the background task":                           "background",
		"remember this page as recording":                    "site",
		"remember this flow as page turner":                  "flow",
		"remember my preferred browser is Firefox":           "memory",
		"forget my preferred browser":                        "memory",
		"forget this page":                                   "site",
		"forget the flow invoices":                           "flow",
		"create a skill that lists my automations":           "create",
		"create an automation that plays the music":          "create",
		"create a note called automation ideas":              "notes",
		"teach yourself a skill that lists my tasks":         "create",
		"list my skills":                                     "skill",
		"list my reminders":                                  "reminder",
		"every 10 minutes remind me to drink":                "cron",
		"remind me every day at 10 to drink":                 "reminder",
		"remind me to stop recording the meeting at five":    "reminder",
		"remind me tomorrow to delete the old backups":       "reminder",
		"make a note that I must mute the speakers":          "notes",
		"clear the drawings":                                 "annotations",
		"delete the last sentence":                           "edit",
		"delete the flow invoices":                           "flow",
		"delete my files":                                    "",
		"what is going on in the background":                 "background",
		"what's on my calendar":                              "calendar",
		"what's on my clipboard":                             "",
		"find the word total on my screen":                   "find",
		"find my note about the boiler":                      "notes",
		"find Anna's phone number":                           "contacts",
		"open my downloads":                                  "files",
		"open my chat with Priya":                            "mail",
		"in the background, summarise the meeting recording": "background",
		"take me to my standup board":                        "site",
	} {
		p := phrase.Read(text)
		if row == "" {
			require.NotEqual(t, "flow", p.Row, "%q", text)
			continue
		}
		require.True(t, p.Complete(), "%q: %s", text, show(p))
		require.Equal(t, row, p.Row, "%q", text)
	}
}

// What only the owner of a thing can tell is claimed weakly, in the order of the chain, and the plain reading stays.
func TestABareNameIsClaimedOnlyIfItsOwnerHasIt(t *testing.T) {
	weak := func(text string) (out []string) {
		for _, c := range phrase.Read(text).Weak {
			out = append(out, c.Row+" "+show(phrase.Parse{Steps: c.Steps}))
		}
		return out
	}
	require.Equal(t, []string{`flow run_flow{"name":"morning setup"}`}, weak("run morning setup"))
	require.Equal(t, []string{`flow run_flow{"name":"dishes"}`}, weak("do the dishes"))
	require.Equal(t, []string{`site open_site{"name":"Standup Board"}`}, weak("open Standup Board"))
	require.Equal(t, []string{`site remember_site{"action":"forget","name":"standup board"}`}, weak("forget standup board"))
	require.Equal(t, []string{`flow record_flow{"action":"stop"}`}, weak("I'm done"))
	require.False(t, phrase.Read("run morning setup").Complete())
	require.Equal(t, `open_app{"app":"Standup Board"}`, show(phrase.Read("open Standup Board")))
	for _, text := range []string{"run the skill morning setup", "run morning setup?", "do you run morning setup", "forget it", "forget that", "forget the meeting",
		"open my downloads", "she said run morning setup", "don't run morning setup"} {
		require.Empty(t, weak(text), "%q", text)
	}
}

func TestRowsThatAnswerQuestionsTakeThemAndTheOthersDoNot(t *testing.T) {
	means(t, "what timers are running?", `timers{"action":"list"}`, "what's on my calendar tomorrow?", `calendar{"range":"tomorrow"}`)
	for _, text := range []string{"mute the sound?", "take a screenshot?", "set a timer for 5 minutes?", "start the meeting?"} {
		require.False(t, phrase.Read(text).Complete(), "%q", text)
	}
}

// Nothing of this is a wish to have it done now, whatever command is in it.
func TestTalkAboutCommandsOfTheChainNeverFires(t *testing.T) {
	commands := []string{"mute the sound", "set a timer for five minutes", "remind me to call Anna", "take a screenshot", "start watch mode", "stop the music",
		"make a note that it rains", "run the skill invoices", "open my downloads", "lock the screen", "start the meeting", "every 10 minutes check my inbox",
		"delete the last sentence", "what's on my calendar", "forget this page", "set the volume to 30"}
	frames := []string{"don't %", "do not %", "never %", "should I %?", "how do I %?", "can you tell me how to %", "she said %", "he told me to %", "if it rains, %", "when I am back, %",
		"I wanted to %", "did you %?", "you should never %", "what happens if you %?", "“%” is a command", "why would anybody %", "we could %", "I don't want you to %", "please don't %",
		"is it wise to %?", "they asked me to %", "I wonder whether to %"}
	for _, c := range commands {
		require.True(t, phrase.Read(c).Complete(), "%q", c)
		for _, f := range frames {
			at := slices.Index([]byte(f), '%')
			text := f[:at] + c + f[at+1:]
			require.False(t, phrase.Read(text).Complete(), "%q fires: %s", text, show(phrase.Read(text)))
		}
	}
}

func TestChainsMixRowsAndThePlainGrammar(t *testing.T) {
	means(t,
		"pause the song and mute the speakers", `music{"command":"pause"} volume{"mute":true}`,
		"open Firefox, then put it on the left", `open_app{"app":"Firefox"} window_snap{"position":"left","app":"Firefox"}`,
		"open Mousepad and maximise it", `open_app{"app":"Mousepad"} window_snap{"position":"maximize","app":"Mousepad"}`,
		"select all, copy, then open a new tab and paste", `key{"key":"cmd+a"} key{"key":"cmd+c"} key{"key":"cmd+t"} key{"key":"cmd+v"}`,
		"take a screenshot and open my pictures folder", `screenshot{"area":"screen"} finder{"action":"open","path":"~/Pictures"}`,
		"set a timer for 5 minutes and set the volume to 20", `start_timer{"duration":"5 minutes"} volume{"level":20}`,
		"press Save and then close Firefox", `click{"label":"Save"} window_close{"app":"Firefox"}`,
		"type hello and press enter", `type{"text":"hello"} key{"key":"enter"}`,
	)
	for _, text := range []string{"mute the sound and fold the laundry", "open Firefox and delete my files", "set a timer for ten minutes and walk the dog", "press Save and Print",
		"take a screenshot and send it to Bo"} {
		p := phrase.Read(text)
		if p.Complete() {
			require.Len(t, p.Steps, 1, "%q does a part: %s", text, show(p))
			require.Equal(t, "click", p.Steps[0][0].Tool, "%q", text)
		}
	}
}
