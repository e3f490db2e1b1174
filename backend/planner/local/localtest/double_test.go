package localtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

func TestAnswersArePlayedInOrderAndTheLastRepeats(t *testing.T) {
	d := New().On("/a", Text(200, "", "one"), Text(500, "", "two"))
	s := httptest.NewServer(d)
	defer func() { s.Close(); http.DefaultClient.CloseIdleConnections() }()
	for _, want := range []string{"one", "two", "two"} {
		_, got := get(t, s.URL+"/a")
		require.Equal(t, want, got)
	}
	status, _ := get(t, s.URL+"/b")
	require.Equal(t, 404, status)
	require.Len(t, d.Asked("/a"), 3)
	require.Len(t, d.Asked(""), 4)
	require.Equal(t, "GET", d.Asked("/b")[0].Method)
}

func TestAKilledAnswerBreaksOffWithinTheBody(t *testing.T) {
	s := httptest.NewServer(New().On("/a", Text(200, "", "half").With(-1, Killed)))
	defer func() { s.Close(); http.DefaultClient.CloseIdleConnections() }()
	resp, err := http.Get(s.URL + "/a")
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, "half", string(text))
}

func TestASilentAnswerEndsWhenTheClientLeaves(t *testing.T) {
	d := New().On("/a", Text(200, "", "first").With(-1, Silent))
	s := httptest.NewServer(d)
	defer func() { s.Close(); http.DefaultClient.CloseIdleConnections() }()
	resp, err := http.Get(s.URL + "/a")
	require.NoError(t, err)
	first := make([]byte, 5)
	_, err = io.ReadFull(resp.Body, first)
	require.NoError(t, err)
	select {
	case <-d.Left():
		t.Fatal("nobody left yet")
	default:
	}
	resp.Body.Close()
	<-d.Left()
}

func TestAGateHoldsAFrameBack(t *testing.T) {
	gate := make(chan struct{})
	s := httptest.NewServer(New().On("/a", Answer{Frames: []Frame{{Text: "now "}, {Text: "then", Gate: gate}}}))
	defer func() { s.Close(); http.DefaultClient.CloseIdleConnections() }()
	resp, err := http.Get(s.URL + "/a")
	require.NoError(t, err)
	defer resp.Body.Close()
	first := make([]byte, 4)
	_, err = io.ReadFull(resp.Body, first)
	require.NoError(t, err)
	close(gate)
	rest, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, "now then", string(first)+string(rest))
}

func TestAWireCarriesHTTPUnderAVirtualClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWire(New().On("/a", Text(200, "", "late").Slowly(time.Hour)))
		transport := &http.Transport{DialContext: w.Dial}
		client := &http.Client{Transport: transport}
		w.Refuse(1)
		_, err := client.Get("http://server/a")
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		began := time.Now()
		resp, err := client.Get("http://server/a")
		require.NoError(t, err)
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		resp.Body.Close()
		require.Equal(t, "late", string(text))
		require.Equal(t, time.Hour, time.Since(began))
		require.Equal(t, 2, w.Dialled())
		require.Equal(t, 1, w.Open(), "it is kept for the next request")
		transport.CloseIdleConnections()
		synctest.Wait()
		require.Zero(t, w.Open())
		w.Close()
		_, err = client.Get("http://server/a")
		require.ErrorIs(t, err, syscall.ECONNREFUSED, "nobody listens any more")
	})
}

func TestRecordedAnswersAreReadable(t *testing.T) {
	require.Greater(t, len(Names()), 20)
	for _, name := range Names() {
		a := Recorded(name)
		require.GreaterOrEqual(t, a.Status, 200, name)
		require.NotEmpty(t, a.Type, name)
		require.NotEmpty(t, a.Frames, name)
	}
	chat := Recorded("ollama-chat")
	require.Len(t, chat.Frames, 5)
	for _, f := range chat.Frames {
		require.True(t, strings.HasSuffix(f.Text, "\n\n"), "a frame is a whole event")
	}
	require.Panics(t, func() { Recorded("nothing") })
}

func TestARecordedFileIsReadByItsRules(t *testing.T) {
	a, err := parse("# a\n# b\n200 text/event-stream\n\ndata: 1\n\ndata: 2\n\n! killed\n")
	require.NoError(t, err)
	require.Equal(t, Answer{Status: 200, Type: "text/event-stream", Frames: []Frame{{Text: "data: 1\n\n"}, {Text: "data: 2\n\n"}}, End: Killed}, a)
	_, err = parse("# a\nnonsense\n\nbody")
	require.Error(t, err)
	_, err = parse("200 x")
	require.Error(t, err)
}
