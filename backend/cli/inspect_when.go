package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	_ "time/tzdata" // a machine without a zone database must not take Berlin for UTC

	"pace/backend/when"
)

// inspectWhen shows what a phrase for a time means. It opens nothing. A refusal is an answer too: exit 0.
type inspectWhen struct {
	Lines bool     `help:"Read one phrase a line from standard input, print one JSON object a line."`
	Now   string   `help:"The moment it is seen from (RFC 3339); the present when absent. The zone is that of TZ."`
	Text  []string `arg:"" optional:"" help:"The phrase."`
}

func (c *inspectWhen) Run(std Std) error {
	if !c.Lines && len(c.Text) == 0 {
		return &said{"Say which phrase: pace inspect when \"tomorrow at five\".", usageExit, nil}
	}
	loc, err := zone(std.Environ)
	if err != nil {
		return &said{"The time zone in TZ is none that is known here; say TZ=Europe/Berlin or leave it out.", usageExit, err}
	}
	now := time.Now().Truncate(time.Second)
	if c.Now != "" {
		if now, err = time.Parse(time.RFC3339, c.Now); err != nil {
			return &said{"The moment after --now must be written as 2026-03-04T10:00:00+01:00.", usageExit, err}
		}
	}
	now = now.In(loc)
	if !c.Lines {
		e := json.NewEncoder(std.Out)
		e.SetEscapeHTML(false)
		return e.Encode(meaning(strings.Join(c.Text, " "), now))
	}
	return answerLines(std, func(line string) any { return meaning(line, now) })
}

// zone reads TZ as the C library does where that is a zone and not a rule: absent it is the zone of the
// machine, empty it is UTC.
func zone(environ []string) (*time.Location, error) {
	name, set := "", false
	for _, kv := range environ {
		if v, ok := strings.CutPrefix(kv, "TZ="); ok {
			name, set = strings.TrimPrefix(v, ":"), true
		}
	}
	switch {
	case !set:
		return time.Local, nil
	case strings.HasPrefix(name, "/"):
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("open the zone in TZ: %w", err)
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, 1<<20)) // /dev/zero has no end
		if err != nil {
			return nil, fmt.Errorf("read the zone in TZ: %w", err)
		}
		return time.LoadLocationFromTZData(name, data)
	}
	return time.LoadLocation(name)
}

// timeMeant is a time that was understood. Start and end are RFC 3339, or dates when allDay is true; end
// is exclusive, and null for an instant. repeats is the value of an RRULE or null.
type timeMeant struct {
	Start   string  `json:"start"`
	End     *string `json:"end"`
	AllDay  bool    `json:"allDay"`
	Repeats *string `json:"repeats"`
}

type lengthMeant struct {
	Duration float64 `json:"duration"` // seconds
}

type timeRefused struct {
	Refused string `json:"refused"`
}

// meaning is what is printed for a phrase.
func meaning(text string, now time.Time) any {
	r, err := when.Parse(text, now)
	if err != nil {
		return timeRefused{err.Error()}
	}
	if r.Kind == when.Duration {
		return lengthMeant{r.Length.Seconds()}
	}
	layout := time.RFC3339
	if r.AllDay {
		layout = time.DateOnly
	}
	m := timeMeant{Start: r.Start.Format(layout), AllDay: r.AllDay}
	if !r.End.IsZero() {
		end := r.End.Format(layout)
		m.End = &end
	}
	if r.Repeats != "" {
		m.Repeats = &r.Repeats
	}
	return m
}

// answerLines prints one JSON object for each line of standard input.
func answerLines(std Std, answer func(line string) any) error {
	out := bufio.NewWriter(std.Out)
	defer out.Flush()
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	in := bufio.NewReaderSize(std.In, 64<<10)
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" || err == nil {
			if err := e.Encode(answer(line)); err != nil {
				return &said{"The result could not be written.", 1, err}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &said{"Standard input could not be read.", 1, err}
		}
		if in.Buffered() == 0 {
			out.Flush() // somebody may be waiting for this answer before the next question
		}
	}
}
