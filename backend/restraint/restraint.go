// Package restraint decides whether Pace may speak up now. It is one pure function over a state that is passed in: it
// reads nothing, keeps nothing and knows no clock.
//
// It promises that what is not known never makes Pace louder: a state with a gap is decided at least as quietly as any
// state that fills the gap. What the user has asked for in so many words (a key held to talk, a timer) is always said.
package restraint

import "time"

// Source is why Pace would speak.
type Source string

// The sources. One that is not listed is treated as unasked.
const (
	PushToTalk         Source = "userPushToTalk" // the user held the key and waits for the answer
	WakeWord           Source = "wakeWord"       // the user was heard to call Pace
	TimerFire          Source = "timerFire"      // a timer or alarm that the user set
	WatchNudge         Source = "watchNudge"
	EpisodicRecall     Source = "episodicRecall"
	BackgroundReminder Source = "backgroundReminder"
	MorningTriage      Source = "morningTriage"
	MeetingNotes       Source = "meetingNotesSynthesis"
	Companion          Source = "companionEvent"
	Failure            Source = "failureNarration" // something that Pace works with does not answer
)

// Profile is how talkative the user wants Pace to be.
type Profile string

// The profiles. Any other value is Reserved, the quietest.
const (
	Talkative Profile = "talkative"
	Balanced  Profile = "balanced"
	Reserved  Profile = "reserved"
)

// Known is a value that may be unknown, which its zero value is.
type Known[T any] struct {
	value T
	known bool
}

// Is makes a known value.
func Is[T any](v T) Known[T] { return Known[T]{v, true} }

// Get gives the value and whether it is known.
func (k Known[T]) Get() (T, bool) { return k.value, k.known }

// Never is the time since something that has not happened.
const Never = time.Duration(1<<63 - 1)

// State is what is known of the moment. The zero value knows nothing.
type State struct {
	Source  Source
	Profile Profile

	WakeConfidence  Known[float64] // 0 to 1; of WakeWord alone
	IntentKnown     Known[bool]    // what is to be said answers something that was understood
	InCall          Known[bool]    // see Call
	DoNotDisturb    Known[bool]    // the desktop's own switch, or a focus mode
	QuietHours      Known[bool]
	FullScreen      Known[bool] // a film, a game, slides
	SinceInput      Known[time.Duration]
	SinceSpoken     Known[time.Duration] // since the last time Pace spoke unasked
	SinceSameSource Known[time.Duration] // since the last time it spoke for this source
}

// Verdict is what Pace may do.
type Verdict string

// The verdicts, from loud to quiet.
const (
	Speak          Verdict = "speak"
	QueueUntilIdle Verdict = "queueUntilIdle" // ask again when the state has changed
	StayQuiet      Verdict = "stayQuiet"      // let it go
)

// Reason is why Pace does not speak now.
type Reason string

// The reasons.
const (
	HeardBadly    Reason = "heardBadly"
	InACall       Reason = "inCall"
	Disturbing    Reason = "doNotDisturb"
	AtQuietHours  Reason = "quietHours"
	Watching      Reason = "fullScreen"
	Typing        Reason = "typing"
	SpokeLately   Reason = "spokeLately"
	NotUnderstood Reason = "intentUnknown"
)

// Decision is a verdict with its reason; a Speak has none. Unsure says that the reason is a gap in what is known.
type Decision struct {
	Verdict Verdict
	Reason  Reason
	Unsure  bool
}

const (
	surelyCalled = 0.7             // below it, something else was heard
	handsOn      = 3 * time.Second // whoever touched the keys this lately is at work
)

// unaskedLull is how long Pace keeps to itself after it has spoken, by profile.
var unaskedLull = map[Profile]time.Duration{Talkative: 5 * time.Minute, Balanced: 10 * time.Minute, Reserved: 30 * time.Minute}

var recallLull = map[Profile]time.Duration{Talkative: 30 * time.Second, Balanced: 30 * time.Second, Reserved: 2 * time.Minute}

// failureLull keeps the same trouble from being told over and over.
const failureLull = 30 * time.Minute

// Decide applies the rules in their order; the first that has something against speaking decides.
func Decide(s State) Decision {
	if s.Source == PushToTalk || s.Source == TimerFire {
		return Decision{Verdict: Speak}
	}
	if c, known := s.WakeConfidence.Get(); s.Source == WakeWord && !(known && c >= surelyCalled) {
		return Decision{StayQuiet, HeardBadly, !known}
	}
	for _, busy := range []struct {
		is  Known[bool]
		why Reason
	}{{s.InCall, InACall}, {s.DoNotDisturb, Disturbing}, {s.QuietHours, AtQuietHours}, {s.FullScreen, Watching}} {
		switch is, known := busy.is.Get(); {
		case is:
			return Decision{QueueUntilIdle, busy.why, false}
		case !known:
			return gap(s, busy.why)
		}
	}
	if since, known := s.SinceInput.Get(); !known || since < handsOn {
		switch {
		case s.profile() == Reserved:
			return Decision{StayQuiet, Typing, !known}
		case !known:
			return gap(s, Typing)
		}
		return Decision{QueueUntilIdle, Typing, false}
	}
	if d := s.lately(); d.Verdict != Speak {
		return d
	}
	if understood, known := s.IntentKnown.Get(); !understood {
		return Decision{StayQuiet, NotUnderstood, !known}
	}
	return Decision{Verdict: Speak}
}

// gap decides when it is not known whether a rule holds that would queue: as that rule would, unless the rules behind it
// would let it go. Otherwise not knowing would be louder than knowing that the rule does not hold.
func gap(s State, why Reason) Decision {
	if d := s.lately(); d.Verdict != Speak {
		return d
	}
	if understood, known := s.IntentKnown.Get(); !understood {
		return Decision{StayQuiet, NotUnderstood, !known}
	}
	if since, known := s.SinceInput.Get(); s.profile() == Reserved && (!known || since < handsOn) {
		return Decision{StayQuiet, Typing, !known}
	}
	return Decision{QueueUntilIdle, why, true}
}

func (s State) profile() Profile {
	if s.Profile == Talkative || s.Profile == Balanced {
		return s.Profile
	}
	return Reserved
}

// lately lets what nobody asked for go when Pace has just said something of the kind.
func (s State) lately() Decision {
	last, lull := s.SinceSpoken, unaskedLull[s.profile()]
	switch s.Source {
	case WakeWord:
		return Decision{Verdict: Speak}
	case EpisodicRecall:
		last, lull = s.SinceSameSource, recallLull[s.profile()]
	case Failure:
		last, lull = s.SinceSameSource, failureLull
	}
	if since, known := last.Get(); !known || since < lull {
		return Decision{StayQuiet, SpokeLately, !known}
	}
	return Decision{Verdict: Speak}
}
