package cli_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/cli"
)

const wednesday = "--now=2026-03-04T10:00:00+01:00"

// inspectWhen runs the command in Berlin; the last TZ counts.
func inspectWhen(t *testing.T, in io.Reader, environ []string, args ...string) result {
	x := untouchable(t)
	x.environ = append([]string{"TZ=Europe/Berlin"}, environ...)
	return x.from(in, append([]string{"inspect", "when"}, args...)...)
}

func TestAPhraseIsPrintedAsTheTimeItMeans(t *testing.T) {
	for text, want := range map[string]string{
		"tomorrow at five":         `{"start":"2026-03-05T17:00:00+01:00","end":null,"allDay":false,"repeats":null}`,
		"tomorrow":                 `{"start":"2026-03-05","end":"2026-03-06","allDay":true,"repeats":null}`,
		"from 3 to 5 on friday":    `{"start":"2026-03-06T15:00:00+01:00","end":"2026-03-06T17:00:00+01:00","allDay":false,"repeats":null}`,
		"every monday at 9":        `{"start":"2026-03-09T09:00:00+01:00","end":null,"allDay":false,"repeats":"FREQ=WEEKLY;BYDAY=MO"}`,
		"every monday":             `{"start":"2026-03-09","end":"2026-03-10","allDay":true,"repeats":"FREQ=WEEKLY;BYDAY=MO"}`,
		"an hour and a half":       `{"duration":5400}`,
		"2.5 seconds":              `{"duration":2.5}`,
		"30 march at noon":         `{"start":"2026-03-30T12:00:00+02:00","end":null,"allDay":false,"repeats":null}`,
		"<b> & é":                  `{"refused":"I can't be sure which time is meant; I don't understand “<b>” there."}`,
		"29 march 2026 at 2:30 am": `{"refused":"The clocks skip 2:30 on 29 March 2026."}`,
	} {
		got := inspectWhen(t, nil, nil, wednesday, text)
		require.Equal(t, result{0, want + "\n", ""}, got, text)
		require.Equal(t, got, inspectWhen(t, nil, nil, append([]string{wednesday}, strings.Fields(text)...)...), "words apart")
	}
}

func TestTheZoneOfAPhraseIsThatOfTheCaller(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "zone")
	data, err := os.ReadFile("/usr/share/zoneinfo/Asia/Tokyo")
	if err != nil {
		t.Skip("no zone files on this machine")
	}
	require.NoError(t, os.WriteFile(copied, data, 0o600))
	for tz, want := range map[string]string{
		"America/New_York": "2026-03-05T17:00:00-05:00", "Asia/Kolkata": "2026-03-05T17:00:00+05:30", "": "2026-03-05T17:00:00Z", "UTC": "2026-03-05T17:00:00Z",
		":Europe/Berlin": "2026-03-05T17:00:00+01:00", copied: "2026-03-05T17:00:00+09:00",
	} {
		got := inspectWhen(t, nil, []string{"TZ=" + tz}, wednesday, "tomorrow at five")
		require.Contains(t, got.out, `"start":"`+want+`"`, "TZ=%s: %s", tz, got.err)
	}
	// It is Wednesday here and Thursday there.
	require.Contains(t, inspectWhen(t, nil, []string{"TZ=Asia/Tokyo"}, "--now=2026-03-04T18:00:00Z", "today").out, "2026-03-05")
}

func TestWithoutNowAPhraseIsSeenFromThePresent(t *testing.T) {
	got := inspectWhen(t, nil, nil, "in 20 minutes")
	require.Equal(t, 0, got.code, got.err)
	require.Regexp(t, `^{"start":"2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00","end":null,`, got.out)
}

func TestWhatIsNoQuestionForATimeIsOneSentence(t *testing.T) {
	for _, c := range []struct {
		environ, args []string
	}{
		{nil, nil}, {nil, []string{"--now", "yesterday", "today"}}, {nil, []string{"--now", "2026-03-04", "today"}}, {nil, []string{"--now", "2026-02-30T10:00:00Z", "today"}},
		{[]string{"TZ=Nowhere/Land"}, []string{"today"}}, {[]string{"TZ=../etc/passwd"}, []string{"today"}}, {[]string{"TZ=/dev/zero"}, []string{"today"}},
		{[]string{"TZ=/nowhere"}, []string{"today"}}, {[]string{"TZ=Nowhere"}, []string{"--lines"}},
	} {
		got := inspectWhen(t, strings.NewReader("today\n"), c.environ, c.args...)
		require.Equal(t, 2, got.code, "%q", c)
		require.Empty(t, got.out)
		sentence(t, got.err)
	}
}

func TestPhrasesAreAnsweredLineByLine(t *testing.T) {
	got := inspectWhen(t, strings.NewReader("tomorrow\r\n\n\xff\xfe\nin 5 minutes"), nil, wednesday, "--lines")
	require.Equal(t, 0, got.code, got.err)
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	require.Len(t, lines, 4)
	for i, key := range []string{"start", "refused", "refused", "start"} {
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(lines[i]), &v))
		require.Contains(t, v, key)
	}
	require.Empty(t, inspectWhen(t, strings.NewReader(""), nil, "--lines").out)

	got = inspectWhen(t, iotest.ErrReader(errors.New("gone")), nil, "--lines")
	require.Equal(t, 1, got.code)
	sentence(t, got.err)
}

func TestAnAnswerDoesNotWaitForTheNextPhrase(t *testing.T) {
	ask, in := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- cli.Main([]string{"inspect", "when", "--lines", wednesday}, cli.Std{In: ask, Out: out, Err: io.Discard, Environ: []string{"TZ=UTC"}}, cli.Build{})
		out.Close()
	}()
	bound := time.AfterFunc(time.Minute, func() { answers.CloseWithError(errors.New("no answer came")) })
	defer bound.Stop()
	read := bufio.NewReader(answers)
	for _, text := range []string{"tomorrow", "friday"} {
		_, err := io.WriteString(in, text+"\n")
		require.NoError(t, err)
		line, err := read.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, `"allDay":true`)
	}
	require.NoError(t, in.Close())
	require.Equal(t, 0, <-done)
}
