package bridge_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/planner/local/localtest"
	"pace/backend/route"
)

// said writes a preview as one line: what will be done, why not, what is asked, where it comes from.
func said(p bridge.Preview) string {
	parts := []string{strings.Join(p.Will, ", then ")}
	for label, words := range map[string]string{"not": p.Not, "asks": p.Asks} { // at most one of them is set
		if words != "" {
			parts = append(parts, label+": "+words)
		}
	}
	if p.From != "" {
		parts = append(parts, p.From)
	}
	if p.Model {
		parts = append(parts, "model")
	}
	return strings.TrimPrefix(strings.Join(parts, " | "), " | ")
}

func TestWhatWillHappenIsToldBeforeAnythingDoes(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		_, err := s.Brain.Look() // there is no model server
		require.NoError(t, err)
		for text, want := range map[string]string{
			"open Calculator":                       "open Calculator | built-in phrase",
			"open Calculator and then press 7":      "open Calculator, then press “7” | built-in phrase",
			"hey Pace, could you press OK, please?": "press “OK” | built-in phrase",
			"type Zoë in Name":                      "type 3 characters into “Name” | built-in phrase",
			"scroll down":                           "scroll down by 3 | built-in phrase", // a default is filled in
			"go to example.org":                     "open https://example.org in the browser | built-in phrase",
			"press ctrl+s":                          "press the key ctrl+s | built-in phrase",
			"turn on Bold":                          "turn “Bold” on | built-in phrase",
			"undo that":                             "undo the last thing Pace did | built-in phrase",

			"press":                       "asks: What should I press? | built-in phrase",
			"press Save, press":           "asks: What should I press? | built-in phrase",
			"set Level to":                "asks: To what? | built-in phrase",
			"type in Name":                "asks: What should I type into “Name”? | built-in phrase",
			"put this window":             "asks: Where to? | built-in phrase",
			"scroll":                      "asks: Which direction? | built-in phrase",
			"type \"half":                 "not: it does not say the closing quotation mark",
			"press 12 and":                "asks: What comes next? | built-in phrase",
			"press ctrl+":                 "asks: Which key goes with ctrl? | built-in phrase",
			"pause the timer":             "not: a timer that runs can't be changed yet",
			"again":                       "not: there is nothing to do again | the turn before",
			"close it":                    "not: it is not clear what that refers to | the turn before",
			"press that one":              "not: it is not clear what that refers to | the turn before",
			"the second one":              "not: there is no open question | the turn before",
			"yes":                         "not: there is no open question | the turn before",
			"hello":                       "answer | built-in words",
			"what is on my screen":        "not: that needs a model, and there is none",
			"why is the sky blue?":        "not: that needs a model, and there is none",
			"research otters":             "not: that needs a model, and there is none",
			"don't press OK":              "not: this is no command: it says what not to do",
			"she said press OK":           "not: this is no command: it is somebody’s words",
			"I pressed 7 yesterday":       "not: this is no command: it tells what has happened",
			"if it rains, press OK":       "not: this is no command: Pace can’t wait for a condition",
			"öffne den Rechner":           "not: English only so far",
			"delete the file report.txt":  "not: Pace never does that by itself",
			"please erase the whole disk": "not: Pace never does that by itself",
			"format my hard drive":        "not: Pace never does that by itself",
			"empty the trash":             "not: Pace never does that by itself",
			"make everything nicer":       "not: not understood so far",
			"op":                          "not: not understood so far",
			"открой калькулятор":          "not: English only so far",
			"電卓を開く":                       "not: English only so far",
			"ope":                         "not: not understood so far",
			"press Save and then sing":    "not: “sing” is not understood so far",
			"":                            "",
			"  \n":                        "",

			strings.Repeat("open very ", 400): "not: too long for one command",
		} {
			require.Equal(t, want, said(s.Turns.Preview(text)), "%q", text)
		}
	})
}

func TestAPressOfDeleteIsStillAPress(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		require.Equal(t, "press “Delete” | built-in phrase", said(s.Turns.Preview("press the Delete button")))
		require.Equal(t, "press the key delete | built-in phrase", said(s.Turns.Preview("press delete")))
	})
}

func TestWhatWasListedIsChosenFromInAPreviewAsInATurn(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		for name, text := range map[string]string{"a": "# Keys mat\n", "b": "# Boiler\n\nmat\n"} {
			require.NoError(t, os.MkdirAll(filepath.Join(p.Home, "notes"), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(p.Home, "notes", name+".md"), []byte(text), 0o600))
		}
		require.Equal(t, event.Done, p.Ask(t, "search my notes for mat").Status)
		for text, want := range map[string]string{
			"the second one":          "choose the second one | the turn before",
			"the one called Keys mat": "choose the first one | the turn before",
			"yes":                     "not: there is no open question | the turn before",
			"press OK":                "press “OK” | built-in phrase",
		} {
			require.Equal(t, want, said(s.Turns.Preview(text)), text)
		}
	})
}

func TestTheRouteIsTheOneThatInspectPrints(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		for _, text := range []string{"press 7", "again", "press", "hello", "why?", "what is on my screen", "make it nice", ""} {
			require.Equal(t, route.Route(text).Route, s.Turns.Preview(text).Route, text)
		}
	})
}

func TestAPlannerIsNamedThatWouldBeAsked(t *testing.T) {
	s, _ := asking(t, double(t, llama()))
	for text, want := range map[string]string{
		"why is the sky blue": "answer | needs a model, if there is one | model",
		"press OK":            "press “OK” | built-in phrase",
	} {
		require.Equal(t, want, said(s.Turns.Preview(text)), "%q, before anybody has looked", text)
	}
	_, err := s.Brain.Look()
	require.NoError(t, err)
	const by = "needs pace-brief.gguf | model"
	for text, want := range map[string]string{
		"press OK":                  "press “OK” | built-in phrase",
		"press":                     "asks: What should I press? | built-in phrase",
		"why is the sky blue":       "answer | " + by,
		"hello":                     "answer | " + by,
		"what is on my screen":      "read the screen, then answer | " + by,
		"make this window nicer":    "read the screen, then work out what to do | " + by,
		"order a pizza":             "work out what to do | " + by,
		"delete the newest message": "read the screen, then work out what to do | " + by,
		"öffne den Rechner":         "work out what to do | " + by,
		"don't press OK":            "not: this is no command: it says what not to do | asks pace-brief.gguf | model",
		"yes":                       "not: there is no open question | the turn before",
	} {
		require.Equal(t, want, said(s.Turns.Preview(text)), "%q", text)
	}
	_, err = s.Settings.Set("PlannerLooks", true)
	require.NoError(t, err)
	require.Equal(t, "read the screen, then work out what to do | "+by, said(s.Turns.Preview("order a pizza")))
	require.Equal(t, "answer | "+by, said(s.Turns.Preview("why is the sky blue")), "a question is answered without a look")
}

func TestAReferenceIsToldByWhatTheTurnBeforeLeft(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		w := p.Desk.App("Pad", desktop.GTK3).Window("Pad", desktop.Rect{X: 100, Y: 100, W: 400, H: 300})
		w.Group("Left").Button("Same")
		w.Group("Right").Button("Same")
		time.Sleep(10 * time.Second)
		p.Ask(t, "press Same")
		for text, want := range map[string]string{
			"the second one":  "choose the second one | the turn before",
			"the last one":    "choose the last one | the turn before",
			"number 4":        "choose number 4 | the turn before",
			"yes":             "go on with what was asked | the turn before",
			"no":              "leave it at that | the turn before",
			"again":           "do the last thing again | the turn before",
			"open Calculator": "open Calculator | built-in phrase",
		} {
			require.Equal(t, want, said(s.Turns.Preview(text)), "%q", text)
		}
		p.Ask(t, "the first one")
		require.Equal(t, "press what was used last | the turn before", said(s.Turns.Preview("press it")))
		require.Equal(t, "close what was used last | the turn before", said(s.Turns.Preview("close it")))
		require.Equal(t, "not: there is no open question | the turn before", said(s.Turns.Preview("yes")), "it was answered")

		time.Sleep(time.Hour)
		for _, text := range []string{"press it", "close it", "again", "the second one"} {
			require.NotEmpty(t, s.Turns.Preview(text).Not, "%q: what is long ago is not meant", text)
		}
	})
}

func TestAnAnswerToAQuestionOfAPlannerGoesToThePlanner(t *testing.T) {
	question := localtest.Text(200, "text/event-stream", `data: {"choices":[{"delta":{"content":"{\"intent\":\"clarify\",\"spokenText\":\"Which file?\"}"},"finish_reason":"stop"}],"model":"/models/pace-brief.gguf"}`+"\n\ndata: [DONE]\n\n")
	s, p := asking(t, double(t, llama().On("/v1/chat/completions", question)))
	_, err := s.Brain.Look()
	require.NoError(t, err)
	end := p.Ask(t, "order me a nice thing")
	require.NotNil(t, end.Question, end.Spoken)
	require.Equal(t, "answer its question | needs pace-brief.gguf | model", said(s.Turns.Preview("yes")))
}

func TestWhatIsInTheWayIsSaidBeforeItIsTried(t *testing.T) {
	s, _ := asking(t, double(t, llama()))
	_, err := s.Settings.Set("EnableActions", false)
	require.NoError(t, err)
	require.Equal(t, "open Calculator | not: actions are switched off in the settings | built-in phrase", said(s.Turns.Preview("open Calculator")))
	require.NotContains(t, said(s.Turns.Preview("what can you do")), "switched off", "what only reads is done all the same")

	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		x := s.Turns.Preview("open Calculator and press 7")
		require.Equal(t, []string{"open Calculator", "press “7”"}, x.Will)
		require.Regexp(t, `^[a-z].*[^.]$`, x.Not)
	}, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoBus, "Windows": desktop.ErrNoDisplay}}
		}
	})
}

// A desktop of which every part is there and none may be used: calling any of it is a panic.
func untouchable(context.Context) *desktop.Desktop {
	return &desktop.Desktop{Tree: struct{ desktop.Tree }{}, Actor: struct{ desktop.Actor }{}, Windows: struct{ desktop.Windows }{},
		Input: struct{ desktop.Input }{}, Clipboard: struct{ desktop.Clipboard }{}, Screen: struct{ desktop.Screen }{}, Launcher: struct{ desktop.Launcher }{}}
}

func TestTypingAloneDoesNothingAndLooksAtNothing(t *testing.T) {
	contacts := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { contacts++ }))
	defer server.Close()
	p := apptest.Open(t, func(o *app.Options) {
		o.Desktop = untouchable
		o.Environ = append(o.Environ, "PACE_PLANNER_URL="+server.URL+"/v1")
	})
	s := p.Services("1", "browser")
	rows, stop := p.Turns().Events.Subscribe(false)
	defer stop()
	for _, text := range append(sentences(t), "again", "close it", "yes", "read the clipboard", "undo that") {
		for i := range text { // as it is typed
			s.Turns.Preview(text[:i])
		}
		s.Turns.Preview(text)
	}
	require.Empty(t, rows, "no turn was begun")
	require.Zero(t, contacts, "no model server was contacted")
	recent, err := s.Turns.Recent(10)
	require.NoError(t, err)
	require.Empty(t, recent)
	runs, err := s.Runs.List(10)
	require.NoError(t, err)
	require.Empty(t, runs)
	db, err := p.DB()
	require.NoError(t, err)
	for _, key := range []string{"lastTarget", "pendingQuestion", "lastPlan", "exchanges"} {
		var v any
		ok, err := db.Thread().Get(context.Background(), key, time.Now(), &v)
		require.NoError(t, err)
		require.False(t, ok, key)
	}
}

// sentences are those of the grammar's own tests.
func sentences(t *testing.T) (out []string) {
	f, err := os.Open("../phrase/testdata/cases.jsonl")
	require.NoError(t, err)
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var c struct{ Text string }
		require.NoError(t, json.Unmarshal(sc.Bytes(), &c))
		out = append(out, c.Text)
	}
	require.Greater(t, len(out), 100)
	return out
}

var (
	line   = regexp.MustCompile(`^[a-zA-Z]\S*( .*)?[^ .]$`)
	asksAs = regexp.MustCompile(`^\p{Lu}[^;]*\?$`)
)

func TestEverySentenceIsToldInOneWay(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		for _, text := range sentences(t) {
			x, r := s.Turns.Preview(text), route.Route(text)
			require.NotContains(t, asJSON(t, x), "null", text)
			require.False(t, x.Asks != "" && (x.Not != "" || len(x.Will) > 0), "%q: %+v", text, x)
			if phrase.Normalise(text) != "" {
				require.NotEmpty(t, x.Asks+x.Not+strings.Join(x.Will, ""), "%q: something is said", text)
			}
			if len(r.Calls) > 0 {
				require.Len(t, x.Will, len(r.Calls), "%q: a line for each step", text)
				require.Empty(t, x.Not, text)
				require.NotEmpty(t, x.From, text)
			}
			for _, w := range x.Will {
				require.Regexp(t, line, w)
			}
			if x.Asks != "" {
				require.Regexp(t, asksAs, x.Asks, text)
			}
		}
	})
}

func TestAPreviewIsNoPlaceToFailWhenTheThreadCantBeRead(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		p.Turns().Thread = unreadable{}
		require.Equal(t, "not: there is nothing to do again | the turn before", said(s.Turns.Preview("again")))
	})
}

type unreadable struct{}

var errUnreadable = errors.New("the database is gone")

func (unreadable) Get(context.Context, string, time.Time, any) (bool, error) {
	return false, errUnreadable
}
func (unreadable) Put(context.Context, string, any, time.Time, time.Duration) error {
	return errUnreadable
}
func (unreadable) Drop(context.Context, string) error { return errUnreadable }
