package settings

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Hours are a part of every day by the clock on the wall, which may go past midnight. The zero value is none of it.
type Hours struct{ from, to int } // minutes since midnight; the last one does not belong to them

const day = 24 * 60

// parseHours reads "22:00-07:00"; "" is none. The same time twice says nothing about which of the two days is meant.
func parseHours(text string) (Hours, error) {
	if text = strings.TrimSpace(text); text == "" {
		return Hours{}, nil
	}
	from, to, both := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	a, err := time.Parse("15:04", strings.TrimSpace(from))
	b, err2 := time.Parse("15:04", strings.TrimSpace(to))
	if !both || err != nil || err2 != nil {
		return Hours{}, errors.New(`must be two times such as "22:00-07:00", or empty`)
	}
	h := Hours{a.Hour()*60 + a.Minute(), b.Hour()*60 + b.Minute()}
	if h.from == h.to {
		return Hours{}, errors.New("must not begin and end at the same time")
	}
	return h, nil
}

// String is how they are written down.
func (h Hours) String() string {
	if h == (Hours{}) {
		return ""
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.from/60, h.from%60, h.to/60, h.to%60)
}

// Contain reports whether a moment is within them, by the clock of its zone. The hour in which clocks are set forward or
// back needs no thought that way.
func (h Hours) Contain(t time.Time) bool {
	now := t.Hour()*60 + t.Minute()
	return (now-h.from+day)%day < (h.to-h.from+day)%day
}
