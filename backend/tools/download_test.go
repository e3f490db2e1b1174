package tools

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/egress"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

// web is a real server on a loopback port, the real door to it, and a downloads folder.
type web struct {
	Files
	t       *testing.T
	url     string
	audit   *egress.Audit
	session *systemtest.Session

	mu   sync.Mutex
	told []string
}

func serving(t *testing.T, handler http.HandlerFunc) *web {
	t.Helper()
	before := goleak.IgnoreCurrent()
	dir, err := os.MkdirTemp("", "pace-web-")
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, goleak.Find(before), "a connection writes its last row a moment after it has been closed")
		require.NoError(t, os.RemoveAll(dir))
	})
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	w := &web{t: t, url: server.URL, audit: egress.NewAudit(filepath.Join(dir, "audit.jsonl")), session: systemtest.NewSession(filepath.Join(dir, "trash"))}
	door := egress.New(egress.Config{Audit: w.audit})
	t.Cleanup(door.Close)
	w.Files = Files{Session: w.session.System(), HTTP: door.Client(DownloadLane()),
		Places: store.Personal{Home: dir, Downloads: filepath.Join(dir, "Downloads"), Pictures: filepath.Join(dir, "Pictures")}}
	return w
}

// run runs a call with tools as the files are now.
func (w *web) run(ctx context.Context, name string, a any) (proof.Outcome, tool.Output) {
	w.t.Helper()
	reg, err := tool.NewRegistry(w.Tools()...)
	require.NoError(w.t, err)
	raw, err := json.Marshal(a)
	require.NoError(w.t, err)
	p, problems := reg.Plan([][]tool.Call{{{Tool: name, Args: raw}}}, tool.OfferAll)
	require.Empty(w.t, problems)
	b := p.Steps()[0][0]
	return b.Tool.Run(ctx, tool.Step{Turn: "t", Tell: func(s string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.told = append(w.told, s)
	}}, b.Call.Args)
}

func (w *web) load(path, name string) proof.Outcome {
	w.t.Helper()
	o, _ := w.run(w.t.Context(), "download_file", downloadArgs{w.url + path, name})
	return o
}

// there lists what is in the downloads folder, hidden files too.
func (w *web) there() []string {
	w.t.Helper()
	entries, err := os.ReadDir(w.Places.Downloads)
	require.NoError(w.t, err)
	out := []string{}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func (w *web) content(name string) string {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join(w.Places.Downloads, name))
	require.NoError(w.t, err)
	return string(b)
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
}

func sumOf(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func TestAFileIsLoadedReadBackAndWrittenDown(t *testing.T) {
	w := serving(t, says("some words"))
	o := w.load("/a/report.txt", "")
	effect(t, proof.Confirmed, o)
	require.Equal(t, []string{"report.txt"}, w.there())
	require.Equal(t, "some words", w.content("report.txt"))
	require.Equal(t, []proof.Evidence{
		{Kind: proof.Record, What: "File “~/Downloads/report.txt”", After: "10 bytes", Path: []string{"file", filepath.Join(w.Places.Downloads, "report.txt")}},
		{Kind: proof.Record, What: "Its SHA-256", After: sumOf("some words")}}, o.Evidence())
	require.Equal(t, "“~/Downloads/report.txt” was saved: 10 bytes from 127.0.0.1, read back whole.", o.Report())
	info, err := os.Stat(filepath.Join(w.Places.Downloads, "report.txt"))
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o111, "nothing that was loaded can be run")
	require.Equal(t, "", w.told[len(w.told)-1], "there is nothing to wait for any more")

	total, err := w.audit.Total(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Greater(t, total.Local, int64(100), "every byte is counted")
	require.Zero(t, total.Unfinished)
}

func TestAFileIsNeverSavedOverAnother(t *testing.T) {
	w := serving(t, says("new"))
	outside := filepath.Join(w.Places.Home, "outside.txt")
	require.NoError(t, os.WriteFile(outside, []byte("mine"), 0o600))
	require.NoError(t, os.Mkdir(w.Places.Downloads, 0o755))
	require.NoError(t, os.Symlink(outside, filepath.Join(w.Places.Downloads, "a.txt")))
	require.NoError(t, os.Symlink("/no/such/place", filepath.Join(w.Places.Downloads, "a 2.txt")))
	require.NoError(t, os.Mkdir(filepath.Join(w.Places.Downloads, "a 3.txt"), 0o755))
	effect(t, proof.Confirmed, w.load("/a.txt", ""))
	require.Equal(t, []string{"a 2.txt", "a 3.txt", "a 4.txt", "a.txt"}, w.there())
	require.Equal(t, "new", w.content("a 4.txt"))
	kept, err := os.ReadFile(outside)
	require.NoError(t, err)
	require.Equal(t, "mine", string(kept), "a link in the folder is not followed")
	effect(t, proof.Confirmed, w.load("/x", "a.txt"))
	require.Contains(t, w.there(), "a 5.txt")
}

func TestADownloadsFolderBehindALinkIsUsedAndAnythingElseIsNot(t *testing.T) {
	w := serving(t, says("x"))
	real := filepath.Join(w.Places.Home, "disk")
	require.NoError(t, os.Mkdir(real, 0o755))
	require.NoError(t, os.Symlink(real, w.Places.Downloads))
	effect(t, proof.Confirmed, w.load("/a.txt", ""))
	require.FileExists(t, filepath.Join(real, "a.txt"))

	require.NoError(t, os.Remove(w.Places.Downloads))
	require.NoError(t, os.WriteFile(w.Places.Downloads, nil, 0o600))
	o := w.load("/a.txt", "")
	effect(t, proof.Failed, o)
	require.Contains(t, o.Report(), "nothing was loaded")
}

func TestWhatTheServerWouldLikeTheFileToBeCalledDoesNotCount(t *testing.T) {
	for _, header := range []string{`attachment; filename="../../.bashrc"`, `attachment; filename=/etc/passwd`, "attachment; filename*=UTF-8''..%2f..%2fevil.desktop", `inline; filename="evil.sh"`} {
		w := serving(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", header)
			_, _ = io.WriteString(w, "x")
		})
		effect(t, proof.Confirmed, w.load("/plain.txt", ""))
		require.Equal(t, []string{"plain.txt"}, w.there(), header)
	}
}

// raw answers a request with exactly these bytes and cuts the connection.
func raw(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, text)
	}
}

func TestWhatDoesNotComeWholeIsNotKept(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"shorter than announced":    {raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this"), "broke off in the middle"},
		"cut within a piece":        {raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nonly this"), "broke off in the middle"},
		"cut before the last piece": {raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nonly\r\n"), "broke off in the middle"},
		"no HTTP":                   {raw("hello\r\n\r\n"), "could not be reached, or did not send it whole"},
		"nothing":                   {raw(""), "could not be reached, or did not send it whole"},
		"not there":                 {http.NotFound, "answered “404 Not Found”. Nothing was saved."},
		"a fault":                   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "answered “500 Internal Server Error”"},
		"no content":                {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "answered “204 No Content”"},
		"a part":                    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(206) }, "answered “206 Partial Content”"},
		"a status of its own":       {raw("HTTP/1.1 799 Click <b>here</b>\r\nContent-Length: 0\r\n\r\n"), "answered “799 an unknown status”"},
		"packed": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "\x1f\x8b")
		}, "packed in a way that was not asked for"},
	} {
		t.Run(name, func(t *testing.T) {
			w := serving(t, c.answer)
			o := w.load("/a.txt", "")
			effect(t, proof.Failed, o)
			require.Contains(t, o.Report(), c.says)
			require.Empty(t, w.there(), "not even a part of it is left")
		})
	}
}

func TestMoreThanAnnouncedIsNotRead(t *testing.T) {
	w := serving(t, raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nonly this"))
	effect(t, proof.Confirmed, w.load("/a.txt", ""))
	require.Equal(t, "only", w.content("a.txt"))
}

func TestAnEmptyFileAndOneOfUnknownLengthAreFiles(t *testing.T) {
	w := serving(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stream" {
			w.(http.Flusher).Flush()
			_, _ = io.WriteString(w, "x")
		}
	})
	o := w.load("/empty", "")
	effect(t, proof.Confirmed, o)
	require.Contains(t, o.Report(), "0 bytes")
	require.Contains(t, w.load("/stream", "").Report(), "The server did not say how much it would be.")
}

func TestWhatIsTooLargeIsNotKept(t *testing.T) {
	for name, announced := range map[string]bool{"announced": true, "not announced": false} {
		t.Run(name, func(t *testing.T) {
			w := serving(t, func(w http.ResponseWriter, _ *http.Request) {
				if announced {
					w.Header().Set("Content-Length", "100000")
				} else {
					w.(http.Flusher).Flush()
				}
				_, _ = w.Write(bytes.Repeat([]byte("x"), 100_000))
			})
			w.bounds.most = 1000
			o := w.load("/a.bin", "")
			effect(t, proof.Failed, o)
			require.Contains(t, o.Report(), "the most that Pace loads")
			require.Empty(t, w.there())
		})
	}
}

func TestAServerThatStopsSendingIsGivenUp(t *testing.T) {
	for _, begun := range []bool{false, true} {
		w := serving(t, func(w http.ResponseWriter, r *http.Request) {
			if begun {
				_, _ = io.WriteString(w, "the beginning")
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		})
		w.bounds.stall = 20 * time.Millisecond
		o := w.load("/a.txt", "")
		effect(t, proof.Failed, o)
		require.Equal(t, proof.ReasonHung, o.Reason())
		require.Contains(t, o.Report(), "stopped sending")
		require.Empty(t, w.there())
	}
}

func TestAStoppedDownloadLeavesNothingBehind(t *testing.T) {
	begun := make(chan struct{})
	w := serving(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(bytes.Repeat([]byte("x"), 1<<20))
		w.(http.Flusher).Flush()
		close(begun)
		<-r.Context().Done()
	})
	ctx, stop := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		stop(&proof.Problem{Reason: proof.ReasonCancelled, Text: "Stopped, as you asked."})
	}()
	o, _ := w.run(ctx, "download_file", downloadArgs{w.url + "/a.bin", ""})
	effect(t, proof.Cancelled, o)
	require.Equal(t, "Stopped, as you asked.", o.Report())
	require.Empty(t, w.there())
}

func TestHowFarItIsIsToldNowAndThen(t *testing.T) {
	var told []string
	p := &progress{whole: 4_000_000, tell: func(s string) { told = append(told, s) }, alive: func() {}}
	for range 1000 {
		_, _ = p.Write(make([]byte, 1000))
	}
	require.NotEmpty(t, told)
	require.Equal(t, "1.0 KB of 4.0 MB", told[0])
	require.Less(t, len(told), 100)
	p = &progress{whole: -1, tell: func(s string) { told = []string{s} }, alive: func() {}}
	_, _ = p.Write(make([]byte, 1))
	require.Equal(t, []string{"1 byte so far"}, told)
}

func TestAFileThatIsNotWhatWasLoadedIsNotCalledSaved(t *testing.T) {
	w := serving(t, says("x"))
	path := filepath.Join(w.Places.Home, "a")
	require.NoError(t, os.WriteFile(path, []byte("another"), 0o600))
	d := download{w.Files}
	got := fetched{size: 1, sum: sumOf("x"), from: &url.URL{Host: "h"}, known: true}
	effect(t, proof.Partial, d.again(t.Context(), path, got))
	effect(t, proof.Unverifiable, d.again(t.Context(), path+"missing", got))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := d.again(ctx, path, got)
	effect(t, proof.Unverifiable, o)
	require.Contains(t, o.Report(), "before it could be read again")
}

func TestAnAddressCountsAsThePersonsWhenItStandsInTheSentence(t *testing.T) {
	for _, c := range []struct {
		sentence, url string
		want          bool
	}{
		{"download https://example.org/a.pdf", "https://example.org/a.pdf", true},
		{"download example.org/a.pdf.", "https://example.org/a.pdf", true},
		{"Download HTTPS://Example.org/a.pdf as x", "https://example.org/a.pdf", true},
		{"get “example.org/a.pdf” please", "https://example.org/a.pdf", true},
		{"download example.org/", "https://example.org", true},
		{"download example.org/a.pdf", "https://evil.com/a.pdf", false},
		{"download example.org/a.pdf", "https://org/a.pdf", false},
		{"download example.org/evil.com/x", "https://evil.com/x", false},
		{"download example.org/a.pdf", "https://example.org/a", false},
		{"download example.org/a?u=evil.com/x", "https://evil.com/x", false},
		{"download notexample.org/a", "https://example.org/a", false},
		{"download that", "https://example.org/a", false},
		{"", "https://example.org/a", false},
	} {
		rawArgs, err := json.Marshal(downloadArgs{URL: c.url})
		require.NoError(t, err)
		require.Equal(t, c.want, download{}.FromPerson(c.sentence, rawArgs), "%q %s", c.sentence, c.url)
	}
}

func TestOnlyWebAddressesAreLoaded(t *testing.T) {
	w := serving(t, says("x"))
	reg, err := tool.NewRegistry(w.Tools()...)
	require.NoError(t, err)
	for _, u := range []string{"file:///etc/passwd", "ftp://example.org/x", "example.org", "https://", "https://user:pw@example.org", "data:text/plain,x", "https://example.org/\u0007"} {
		args, err := json.Marshal(downloadArgs{URL: u})
		require.NoError(t, err)
		_, problems := reg.Plan([][]tool.Call{{{Tool: "download_file", Args: args}}}, tool.OfferAll)
		require.NotEmpty(t, problems, u)
	}
	x, _ := reg.Lookup("File.download")
	require.Equal(t, "Download https://example.org/a.pdf as b.pdf", x.Describe(json.RawMessage(`{"url":"https://example.org/a.pdf","name":"b.pdf"}`)))
	target, p := x.(tool.Previewer).Preview(t.Context(), tool.Step{}, json.RawMessage(`{"url":"https://example.org/a.pdf","name":"../b.pdf"}`))
	require.Nil(t, p)
	require.Equal(t, "from example.org to ~/Downloads/b.pdf", target)
}

func TestALoadedFileIsTakenBackIntoTheTrash(t *testing.T) {
	w := serving(t, says("x"))
	o := w.load("/a.txt", "")
	call, ok := download{}.Undo(tool.Call{}, o)
	require.True(t, ok)
	path := filepath.Join(w.Places.Downloads, "a.txt")
	back, _ := w.run(t.Context(), call.Tool, call.Args)
	effect(t, proof.Confirmed, back)
	require.Equal(t, "“~/Downloads/a.txt” is in the trash now, and can be had back from there.", back.Report())
	require.Equal(t, []string{path}, w.session.Trash.Held())
	require.Empty(t, w.there())

	back, _ = w.run(t.Context(), call.Tool, call.Args)
	effect(t, proof.Refused, back)
	require.Contains(t, back.Report(), "is not there any more")
	_, ok = download{}.Undo(tool.Call{}, proof.Confirm(proof.API, proof.Evidence{Kind: proof.Record, What: "x"}))
	require.False(t, ok)
}

func TestAFileThatWasChangedSinceIsLeftAlone(t *testing.T) {
	w := serving(t, says("x"))
	call, _ := download{}.Undo(tool.Call{}, w.load("/a.txt", ""))
	path := filepath.Join(w.Places.Downloads, "a.txt")
	change := func(string) { _ = os.WriteFile(path, []byte("my work"), 0o600) }

	w.session.Trash.Before(change) // in the moment between the look and the move
	back, _ := w.run(t.Context(), call.Tool, call.Args)
	effect(t, proof.Refused, back)
	require.Contains(t, back.Report(), "changed in that very moment, so it was put back")
	require.Equal(t, "my work", w.content("a.txt"))
	require.Empty(t, w.session.Trash.Held())

	w.session.Trash.Before(func(string) { t.Error("it was moved") })
	back, _ = w.run(t.Context(), call.Tool, call.Args)
	effect(t, proof.Refused, back)
	require.Contains(t, back.Report(), "was changed since, so it was left alone")

	require.NoError(t, os.Remove(path))
	outside := filepath.Join(w.Places.Home, "outside")
	require.NoError(t, os.WriteFile(outside, []byte("x"), 0o600))
	require.NoError(t, os.Symlink(outside, path))
	back, _ = w.run(t.Context(), call.Tool, call.Args)
	effect(t, proof.Refused, back)
	require.FileExists(t, outside, "a link is no file that Pace saved")
}

func TestOnlyWhatPaceSavesCanBeTakenBack(t *testing.T) {
	w := serving(t, says("x"))
	path := filepath.Join(w.Places.Home, "thesis.txt")
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	back, _ := w.run(t.Context(), "take_back_file", takeBackArgs{path, sumOf("x")})
	effect(t, proof.Refused, back)
	require.Contains(t, back.Report(), "in none of the folders that Pace saves to")
	require.FileExists(t, path)
	reg, err := tool.NewRegistry(w.Tools()...)
	require.NoError(t, err)
	for _, a := range []takeBackArgs{{"relative", sumOf("x")}, {"/a/../b", sumOf("x")}, {"/a", strings.Repeat("z", 64)}, {"/a", "x"}, {"", ""}} {
		rawArgs, err := json.Marshal(a)
		require.NoError(t, err)
		_, problems := reg.Plan([][]tool.Call{{{Tool: "take_back_file", Args: rawArgs}}}, tool.OfferAll)
		require.NotEmpty(t, problems)
	}
	good, err := json.Marshal(takeBackArgs{"/a", sumOf("x")})
	require.NoError(t, err)
	_, problems := reg.Plan([][]tool.Call{{{Tool: "take_back_file", Args: good}}}, tool.OfferPlanner)
	require.NotEmpty(t, problems, "no planner may name it")
}

func TestATrashThatCanNotTakeItSaysSo(t *testing.T) {
	w := serving(t, says("x"))
	call, _ := download{}.Undo(tool.Call{}, w.load("/a.txt", ""))
	w.session.Trash.Ignore(true) // it says yes and moves nothing
	back, _ := w.run(t.Context(), call.Tool, call.Args)
	require.NotEqual(t, proof.Confirmed, back.Effect())
	require.Equal(t, []string{"a.txt"}, w.there())
}

func TestADraftLeavesNothingAndAFreeNameIsReserved(t *testing.T) {
	d, err := openDrawer(filepath.Join(t.TempDir(), "new"))
	require.NoError(t, err)
	defer d.close()
	a, err := d.begin()
	require.NoError(t, err)
	b, err := d.begin()
	require.NoError(t, err)
	require.NotEqual(t, a.name, b.name)
	_, err = io.WriteString(b, "x")
	require.NoError(t, err)
	for _, name := range []string{"", ".", "..", "a/b", "../a"} {
		_, err := b.keep(name)
		require.Error(t, err, "%q", name)
		b, err = d.begin()
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, "taken"), nil, 0o600))
	require.ErrorIs(t, b.reserve("taken"), os.ErrExist)
	require.NoError(t, b.reserve("free"))
	a.drop()
	entries, err := os.ReadDir(d.dir)
	require.NoError(t, err)
	require.False(t, slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == a.name }))

	_, err = openDrawer("relative")
	require.Error(t, err)
}

func TestSizesAreSaidAsPeopleDo(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1500: "1.5 KB", 12_300_000: "12.3 MB", 4 << 30: "4.29 GB"} {
		require.Equal(t, want, sizeWords(n))
	}
}

func TestTheNameThatIsAskedAboutIsTheOneThatIsSaved(t *testing.T) {
	w := serving(t, says("x"))
	require.NoError(t, os.Mkdir(w.Places.Downloads, 0o755))
	preview := func(a downloadArgs) string {
		raw, err := json.Marshal(a)
		require.NoError(t, err)
		words, p := download{w.Files}.Preview(t.Context(), tool.Step{}, raw)
		require.Nil(t, p)
		return words
	}
	for i, want := range []string{"to ~/Downloads/a.tar.gz", "to ~/Downloads/a 2.tar.gz, since “a.tar.gz” is there already", "to ~/Downloads/a 3.tar.gz, since “a.tar.gz” is there already"} {
		a := downloadArgs{URL: w.url + "/a.tar.gz"}
		require.Equal(t, "from 127.0.0.1 "+want, preview(a))
		effect(t, proof.Confirmed, w.load("/a.tar.gz", ""))
		require.Len(t, w.there(), i+1)
	}
	long := strings.Repeat("ä", 200) + ".txt"
	for range 2 {
		words := preview(downloadArgs{URL: w.url + "/x", Name: long})
		effect(t, proof.Confirmed, w.load("/x", long))
		require.True(t, slices.ContainsFunc(w.there(), func(name string) bool { return strings.Contains(words, "to ~/Downloads/"+name) }), words)
	}
}
