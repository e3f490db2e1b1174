package tools

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

// hanging serves the beginning of a file and no more of it. begun is sent to once that is out.
func hanging(t *testing.T) (w *web, begun chan string) {
	begun = make(chan string)
	w = serving(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "the beginning")
		w.(http.Flusher).Flush()
		select {
		case begun <- r.URL.Path:
		case <-r.Context().Done():
			return
		}
		<-r.Context().Done()
	})
	return w, begun
}

// calls makes the tools once, so that they know of one another, and gives what calls one.
func (w *web) calls() func(ctx context.Context, name string, a any) proof.Outcome {
	reg, err := tool.NewRegistry(w.Tools()...)
	require.NoError(w.t, err)
	return func(ctx context.Context, name string, a any) proof.Outcome {
		raw, _ := json.Marshal(a)
		p, problems := reg.Plan([][]tool.Call{{{Tool: name, Args: raw}}}, tool.OfferAll)
		require.Empty(w.t, problems)
		o, _ := p.Steps()[0][0].Tool.Run(ctx, tool.Step{Turn: "t"}, raw)
		return o
	}
}

func TestADownloadThatIsUnderWayIsStoppedAndNothingOfItIsLeft(t *testing.T) {
	w, begun := hanging(t)
	call := w.calls()
	loaded := make(chan proof.Outcome)
	for _, path := range []string{"/report.pdf", "/film.mkv"} {
		go func() { loaded <- call(t.Context(), "download_file", downloadArgs{w.url + path, ""}) }()
		require.Equal(t, path, <-begun)
	}

	o := call(t.Context(), "stop_download", stopDownloadArgs{})
	effect(t, proof.Refused, o)
	require.ElementsMatch(t, []proof.Candidate{{Label: "report.pdf", Path: []string{"arg:name", "report.pdf"}}, {Label: "film.mkv", Path: []string{"arg:name", "film.mkv"}}}, o.Problem().Candidates)
	effect(t, proof.Refused, call(t.Context(), "stop_download", stopDownloadArgs{"song"}))

	o = call(t.Context(), "stop_download", stopDownloadArgs{"FILM"})
	effect(t, proof.Confirmed, o)
	require.Equal(t, []proof.Evidence{{Kind: proof.Record, What: "Download of “film.mkv”", Before: "under way", After: "stopped, nothing kept"}}, o.Evidence())
	o = <-loaded
	effect(t, proof.Cancelled, o)
	require.Equal(t, "Stopped, as you asked. Nothing was saved.", o.Report())
	require.Len(t, w.there(), 1, "the other goes on")

	effect(t, proof.Confirmed, call(t.Context(), "stop_download", stopDownloadArgs{}))
	effect(t, proof.Cancelled, <-loaded)
	require.Empty(t, w.there())
	o = call(t.Context(), "stop_download", stopDownloadArgs{})
	effect(t, proof.Refused, o)
	require.Equal(t, "No download is under way.", o.Report())
}

func TestADownloadThatEndedMeanwhileIsNotCalledStopped(t *testing.T) {
	all := &downloads{}
	x := stopDownload{Files{loading: all}}
	part := filepath.Join(t.TempDir(), "part")
	for _, c := range []struct {
		name string
		ends func(*underWay)
		want proof.Effect
		says string
	}{
		{"saved in the same moment", func(w *underWay) { w.save("/x") }, proof.Failed, "it is saved"},
		{"what was loaded can't be removed", func(*underWay) { require.NoError(t, os.WriteFile(part, nil, 0o600)) }, proof.Unverifiable, "still there"},
	} {
		ctx, w := all.begin(t.Context(), "a.txt", part)
		go func() {
			<-ctx.Done()
			c.ends(w)
			w.end()
		}()
		o, _ := x.Run(t.Context(), tool.Step{}, nil)
		effect(t, c.want, o)
		require.Contains(t, o.Report(), c.says, c.name)
		require.Empty(t, all.find(""))
	}
	_, w := all.begin(t.Context(), "a.txt", part)
	defer w.end()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, _ := x.Run(ctx, tool.Step{}, nil)
	effect(t, proof.Cancelled, o)
}

func TestWhatIsStoppedIsToldBeforehand(t *testing.T) {
	all := &downloads{}
	x := stopDownload{Files{loading: all}}
	_, p := x.Preview(t.Context(), tool.Step{}, nil)
	require.Equal(t, "No download is under way.", p.Text)
	_, w := all.begin(t.Context(), strings.Repeat("a", 300), "/no/such/file")
	defer w.end()
	words, p := x.Preview(t.Context(), tool.Step{}, nil)
	require.Nil(t, p)
	require.Equal(t, w.name, words)
	require.Equal(t, "Stop the download", x.Describe([]byte(`{}`)))
	require.Equal(t, "Stop the download of “a”", x.Describe([]byte(`{"name":"a"}`)))
}
