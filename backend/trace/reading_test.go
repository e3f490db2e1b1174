package trace

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

// lines gives the types of the rows of the day, and its readings.
func (r *rig) lines(t *testing.T) (types []string, readings []Reading) {
	t.Helper()
	f, err := os.Open(filepath.Join(r.dir, "2026-03-04.ndjson"))
	if os.IsNotExist(err) {
		return nil, nil
	}
	require.NoError(t, err)
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var x Reading
		_ = json.Unmarshal(s.Bytes(), &x)
		types = append(types, x.Type)
		if x.Type == "reading" {
			readings = append(readings, x)
		}
	}
	require.NoError(t, s.Err())
	return types, readings
}

func TestWhatACallReadIsKeptWholeBesideTheEvents(t *testing.T) {
	r := newRig(t)
	long := strings.Repeat("ü\n", 100_000)
	r.Write(row("t1", &event.Started{Text: "read it"}))
	require.Equal(t, "trace/2026-03-04.ndjson", r.Keep("t1", 2, "read_note", long))
	require.NotEmpty(t, r.Keep("t1", 3, "read_note", "a\xffb"))
	r.Write(row("t1", &event.Ended{Status: event.Done, Steps: []event.Result{}}))
	types, got := r.lines(t)
	require.Equal(t, []string{"turnStarted", "reading", "reading", "turnEnded"}, types)
	require.Equal(t, Reading{V: 1, Turn: "t1", At: r.now, Type: "reading", Step: 2, Tool: "read_note", Text: long}, got[0])
	require.Equal(t, []byte("a\xffb"), got[1].Bytes)
	require.Equal(t, []string{"t1"}, r.recent(t, 5))
	rows, err := r.Recent(t.Context(), 5)
	require.NoError(t, err)
	require.Len(t, rows, 2, "a private row is no event")
}

func TestAReadingThatOvertakesTheBeginningOfItsTurnComesBehindIt(t *testing.T) {
	r := newRig(t)
	require.NotEmpty(t, r.Keep("t1", 0, "read_note", "early"))
	require.NotEmpty(t, r.Keep("t2", 0, "read_note", "of a turn whose beginning is never written"))
	r.Write(row("t2", &event.Ended{Status: event.Done, Steps: []event.Result{}}))
	r.whole("t1")
	types, got := r.lines(t)
	require.Equal(t, []string{"turnStarted", "reading", "spoken", "turnEnded"}, types)
	require.Equal(t, "early", got[0].Text)
	require.Empty(t, r.turns)
}

func TestNothingIsKeptOfWhatIsReadWhileTracesAreOff(t *testing.T) {
	r := newRig(t)
	r.on = false
	require.Empty(t, r.Keep("t0", 0, "read_note", "x"))
	r.Write(row("t1", &event.Started{}))
	r.on = true
	require.Empty(t, r.Keep("t1", 0, "read_note", "x"), "nor in the rest of a turn that began then")
	r.Write(row("t1", &event.Ended{Steps: []event.Result{}}))
	require.Empty(t, r.turns)
	types, _ := r.lines(t)
	require.Empty(t, types)
}

func TestAReadingThatCanNotBeWrittenIsCountedAndNotNamed(t *testing.T) {
	r := newRig(t)
	require.NoError(t, os.MkdirAll(filepath.Dir(r.dir), 0o700))
	require.NoError(t, os.WriteFile(r.dir, nil, 0o600))
	r.Write(row("t1", &event.Started{}))
	require.Empty(t, r.Keep("t1", 0, "read_note", "x"))
	r.Write(row("t1", &event.Ended{Steps: []event.Result{}}))
	require.Equal(t, 3, r.Lost(), "the reading and two rows")
}
