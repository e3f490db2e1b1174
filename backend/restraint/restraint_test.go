package restraint

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// calm is a moment in which nothing speaks against anything.
func calm(change ...func(*State)) State {
	s := State{Source: WatchNudge, Profile: Balanced, IntentKnown: Is(true), InCall: Is(false), DoNotDisturb: Is(false), QuietHours: Is(false), FullScreen: Is(false),
		SinceInput: Is(time.Minute), SinceSpoken: Is(Never), SinceSameSource: Is(Never)}
	for _, c := range change {
		c(&s)
	}
	return s
}

func from(source Source) func(*State) { return func(s *State) { s.Source = source } }
func as(p Profile) func(*State)       { return func(s *State) { s.Profile = p } }

func inCall(s *State)   { s.InCall = Is(true) }
func focused(s *State)  { s.DoNotDisturb = Is(true) }
func atNight(s *State)  { s.QuietHours = Is(true) }
func watching(s *State) { s.FullScreen = Is(true) }
func typing(s *State)   { s.SinceInput = Is(2999 * time.Millisecond) }
func puzzled(s *State)  { s.IntentKnown = Is(false) }

func spoke(ago time.Duration) func(*State) {
	return func(s *State) { s.SinceSpoken, s.SinceSameSource = Is(ago), Is(ago) }
}

func heard(confidence float64) func(*State) {
	return func(s *State) { s.Source, s.WakeConfidence = WakeWord, Is(confidence) }
}

func TestTheFirstRuleThatHasSomethingAgainstSpeakingDecides(t *testing.T) {
	speak := Decision{Verdict: Speak}
	queue := func(r Reason) Decision { return Decision{QueueUntilIdle, r, false} }
	quiet := func(r Reason) Decision { return Decision{StayQuiet, r, false} }
	for _, c := range []struct {
		name  string
		state State
		want  Decision
	}{
		{"a calm moment", calm(), speak},
		{"a timer in a call, at night, while typing, just after another", calm(from(TimerFire), inCall, focused, atNight, watching, typing, spoke(0), puzzled), speak},
		{"a timer when nothing is known", State{Source: TimerFire}, speak},
		{"a held key in a call", calm(from(PushToTalk), inCall, typing, spoke(0)), speak},
		{"called clearly", calm(heard(0.7)), speak},
		{"called unclearly", calm(heard(0.69)), quiet(HeardBadly)},
		{"called unclearly in a call", calm(heard(0.2), inCall), quiet(HeardBadly)},
		{"called clearly in a call", calm(heard(0.9), inCall), queue(InACall)},
		{"called again at once", calm(heard(0.9), spoke(0)), speak},
		{"in a call, before all that follows", calm(inCall, focused, typing, spoke(0), puzzled), queue(InACall)},
		{"not to be disturbed", calm(focused, typing, spoke(0)), queue(Disturbing)},
		{"at night", calm(atNight, watching), queue(AtQuietHours)},
		{"a film", calm(watching, typing), queue(Watching)},
		{"at work", calm(typing, spoke(0)), queue(Typing)},
		{"at work, talkative", calm(as(Talkative), typing), queue(Typing)},
		{"at work, reserved", calm(as(Reserved), typing), quiet(Typing)},
		{"hands just off the keys", calm(func(s *State) { s.SinceInput = Is(3 * time.Second) }), speak},
		{"nobody knows what it is about", calm(puzzled), quiet(NotUnderstood)},
		{"talkative, too soon", calm(as(Talkative), spoke(5*time.Minute-1)), quiet(SpokeLately)},
		{"talkative, late enough", calm(as(Talkative), spoke(5*time.Minute)), speak},
		{"balanced, too soon", calm(spoke(10*time.Minute - 1)), quiet(SpokeLately)},
		{"balanced, late enough", calm(spoke(10 * time.Minute)), speak},
		{"reserved, too soon", calm(as(Reserved), spoke(30*time.Minute-1)), quiet(SpokeLately)},
		{"reserved, late enough", calm(as(Reserved), spoke(30*time.Minute)), speak},
		{"a profile nobody knows is the quietest", calm(as("chatty"), spoke(29*time.Minute)), quiet(SpokeLately)},
		{"something recalled, too soon", calm(from(EpisodicRecall), spoke(29*time.Second)), quiet(SpokeLately)},
		{"something recalled", calm(from(EpisodicRecall), spoke(30*time.Second)), speak},
		{"something recalled, reserved", calm(as(Reserved), from(EpisodicRecall), spoke(119*time.Second)), quiet(SpokeLately)},
		{"something recalled just after a nudge", calm(from(EpisodicRecall), func(s *State) { s.SinceSpoken = Is(time.Second) }), speak},
		{"the same trouble again", calm(from(Failure), as(Talkative), spoke(29*time.Minute)), quiet(SpokeLately)},
		{"trouble just after a nudge", calm(from(Failure), func(s *State) { s.SinceSpoken = Is(time.Second) }), speak},
		{"trouble in a call", calm(from(Failure), inCall), queue(InACall)},
		{"a source nobody knows is unasked", calm(from("advert"), spoke(9*time.Minute)), quiet(SpokeLately)},
	} {
		require.Equal(t, c.want, Decide(c.state), c.name)
	}
}

// forget names every field that may be unknown, with what makes it so.
var forget = map[string]func(*State){
	"WakeConfidence":  func(s *State) { s.WakeConfidence = Known[float64]{} },
	"IntentKnown":     func(s *State) { s.IntentKnown = Known[bool]{} },
	"InCall":          func(s *State) { s.InCall = Known[bool]{} },
	"DoNotDisturb":    func(s *State) { s.DoNotDisturb = Known[bool]{} },
	"QuietHours":      func(s *State) { s.QuietHours = Known[bool]{} },
	"FullScreen":      func(s *State) { s.FullScreen = Known[bool]{} },
	"SinceInput":      func(s *State) { s.SinceInput = Known[time.Duration]{} },
	"SinceSpoken":     func(s *State) { s.SinceSpoken = Known[time.Duration]{} },
	"SinceSameSource": func(s *State) { s.SinceSameSource = Known[time.Duration]{} },
	"Profile":         func(s *State) { s.Profile = "" },
}

func TestEachGapAloneKeepsPaceQuiet(t *testing.T) {
	for name, blank := range forget {
		s := calm(blank)
		switch name {
		case "WakeConfidence":
			s.Source = WakeWord
		case "SinceSameSource":
			s.Source = EpisodicRecall
		case "Profile":
			s.SinceSpoken = Is(29 * time.Minute)
		}
		d := Decide(s)
		require.NotEqual(t, Speak, d.Verdict, name)
		require.Equal(t, name != "Profile", d.Unsure, "%s: %+v", name, d)
	}
	require.NotEqual(t, Speak, Decide(State{}).Verdict)
}

func TestNotKnowingIsNeverLouderThanKnowing(t *testing.T) {
	loud := map[Verdict]int{StayQuiet: 0, QueueUntilIdle: 1, Speak: 2}
	yesOrNo := func(t *rapid.T, name string) Known[bool] { return Is(rapid.Bool().Draw(t, name)) }
	since := func(t *rapid.T, name string) Known[time.Duration] {
		return Is(rapid.SampledFrom([]time.Duration{0, time.Second, 30 * time.Second, 6 * time.Minute, 11 * time.Minute, time.Hour, Never}).Draw(t, name))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := State{Source: rapid.SampledFrom([]Source{PushToTalk, WakeWord, TimerFire, WatchNudge, EpisodicRecall, Failure, "other"}).Draw(t, "source"),
			Profile:        rapid.SampledFrom([]Profile{Talkative, Balanced, Reserved}).Draw(t, "profile"),
			WakeConfidence: Is(rapid.Float64Range(0, 1).Draw(t, "confidence")), IntentKnown: yesOrNo(t, "intent"), InCall: yesOrNo(t, "call"),
			DoNotDisturb: yesOrNo(t, "dnd"), QuietHours: yesOrNo(t, "night"), FullScreen: yesOrNo(t, "film"), SinceInput: since(t, "input"),
			SinceSpoken: since(t, "spoken"), SinceSameSource: since(t, "same")}
		names := []string{"WakeConfidence", "IntentKnown", "InCall", "DoNotDisturb", "QuietHours", "FullScreen", "SinceInput", "SinceSpoken", "SinceSameSource", "Profile"}
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(t, "forgotten") {
			before := Decide(s)
			forget[name](&s)
			if after := Decide(s); loud[after.Verdict] > loud[before.Verdict] {
				t.Fatalf("without %s it is %+v, with it %+v", name, after, before)
			}
		}
	})
}
