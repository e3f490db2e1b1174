package when

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextIsTakenApart(t *testing.T) {
	for text, want := range map[string][]token{
		"5pm":              {{"5", number}, {"pm", word}},
		"1h30m":            {{"1", number}, {"h", word}, {"30", number}, {"m", word}},
		"Half-past SEVEN!": {{"half", word}, {"past", word}, {"seven", word}},
		"5 p.m.":           {{"5", number}, {"pm", word}},
		"17:30.":           {{"17:30", clockText}},
		"3-4pm":            {{"3", number}, {"-", dash}, {"4", number}, {"pm", word}},
		"17:30–19:00":      {{"17:30", clockText}, {"-", dash}, {"19:00", clockText}},
		"2026-03-04":       {{"2026-03-04", dateText}},
		"12/25":            {{"12/25", dateText}},
		"5th, 1.5 hours":   {{"5", number}, {"th", word}, {"1.5", number}, {"hours", word}},
		"20-minute":        {{"20", number}, {"minute", word}},
		"mon-fri":          {{"mon", word}, {"-", dash}, {"fri", word}},
		"5pm-7pm":          {{"5", number}, {"pm", word}, {"-", dash}, {"7", number}, {"pm", word}},
		"-5 minutes":       {{"-", dash}, {"5", number}, {"minutes", word}},
		"an hour's time":   {{"an", word}, {"hour", word}, {"'s", word}, {"time", word}},
		"two weeks’ time":  {{"two", word}, {"weeks", word}, {"'s", word}, {"time", word}},
		"24.12.2026, noon": {{"24.12.2026", dateText}, {"noon", word}},
		"1,5 h":            {{"1", number}, {",", word}, {"5", number}, {"h", word}},
		"May 5,2027":       {{"may", word}, {"5", number}, {"2027", number}},
		"17h30":            {{"17", number}, {"h", word}, {"30", number}},
		"please sharp":     nil,
		"five o’clock":     {{"five", word}, {"oclock", word}},
	} {
		got, err := tokenize(text)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
}
