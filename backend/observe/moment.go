package observe

import "time"

// Part names the part of the day that a time lies in. It is as fine as a planner needs, and stays the same for hours.
func Part(t time.Time) string {
	switch h := t.Hour(); {
	case h < 5:
		return "night"
	case h < 9:
		return "early morning"
	case h < 12:
		return "morning"
	case h < 14:
		return "midday"
	case h < 18:
		return "afternoon"
	case h < 22:
		return "evening"
	}
	return "night"
}
