package local

import "fmt"

// A prompt counts as cut when the server read less than this share of the estimate, and at least this many tokens less.
// Estimates from the number of characters are off by a third in either direction, never by half; and below a few hundred
// tokens the template's own words blur the comparison.
const (
	cutShare = 0.5
	cutFloor = 200
)

// PromptCut says that the model did not see the whole prompt. Servers cut silently, from the beginning or the middle, so
// that rules or the user's words may be what is missing: what came back must not be acted on.
type PromptCut struct {
	Estimated int // tokens, by the caller's estimate; 0 when there was none
	Reported  int // tokens that the server says it read (or was given, when it refused)
	Context   int // its window; 0 when unknown
	Refused   bool
}

func (e *PromptCut) Error() string {
	switch {
	case e.Refused && e.Context > 0:
		return fmt.Sprintf("the prompt of %d tokens does not fit into the model's window of %d", e.Reported, e.Context)
	case e.Refused:
		return "the prompt does not fit into the model's window"
	case e.Context > 0 && e.Reported >= e.Context:
		return fmt.Sprintf("the prompt fills the model's window of %d tokens, so part of it was cut", e.Context)
	}
	return fmt.Sprintf("the model read %d tokens of a prompt of about %d, so part of it was cut", e.Reported, e.Estimated)
}

// Is makes errors.Is(err, ErrPromptCut) hold.
func (e *PromptCut) Is(target error) bool { return target == ErrPromptCut }

// promptCut judges what a server reports; nil when nothing speaks for a cut. 0 stands for an unknown number.
func promptCut(estimated, reported, context int) *PromptCut {
	if reported <= 0 {
		return nil
	}
	full := context > 0 && reported >= context
	short := estimated-reported >= cutFloor && float64(reported) < cutShare*float64(estimated)
	if !full && !short {
		return nil
	}
	return &PromptCut{Estimated: estimated, Reported: reported, Context: context}
}
